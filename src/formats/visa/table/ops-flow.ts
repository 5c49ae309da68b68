import { integerAt } from '../instruction.ts';
import type { Kind } from './kind.ts';
import { dst, src } from './operands.ts';
import { field } from './ops-arithmetic.ts';
import { calledName, callee, fileName, LABEL_EXTERNAL, LABEL_SUBROUTINE, label, list, listed, symbolName } from './references.ts';
import { type OpRow, type Piece, since } from './row.ts';
import { exec, int, noText, pred } from './scalars.ts';

/** Suffixes of an indirect call. */
const callFlags: Kind<number> = {
  ...int(1, 'Bit 0: all channels call the same function; bit 1: it does not return.'),
  print: (value, context) => (value > 3 ? noText(context) : `${value & 1 ? '.uniform' : ''}${value & 2 ? '.noreturn' : ''}`),
  parse: (from) => (from.take('.uniform') ? 1 : 0) + (from.take('.noreturn') ? 2 : 0),
};

/** The word of a call depends on the kind of its label. */
const callWord: Piece = {
  of: ['target'],
  aside: true,
  print: (values, [target = 0], context) => (context.external[integerAt(values, target)] ? 'fccall' : 'call'),
  parse: (from, values, [target = 0]) => {
    values[target] = from.word() === 'fccall' ? LABEL_EXTERNAL : LABEL_SUBROUTINE;
  },
};
const callTarget: Piece = {
  of: ['target'],
  print: (values, [target = 0], context) => callee.print(integerAt(values, target), context),
  parse: (from, values, [target = 0]) => {
    from.blanks();
    const name = from.longWord();
    values[target] = name === '' ? from.expected('the label of a subroutine') : from.label(name, integerAt(values, target));
  },
};

export const FLOW: readonly OpRow[] = [
  {
    opcode: 0x30,
    mnemonic: 'subroutine',
    doc: 'Begins a subroutine.',
    fields: { label: field(callee) },
    text: '{label}:',
    words: [],
    line: 'subroutine',
  },
  {
    opcode: 0x31,
    mnemonic: 'label',
    doc: 'The target of jumps.',
    fields: { label: field(label) },
    text: '{label}:',
    words: [],
    line: 'label',
  },
  {
    opcode: 0x32,
    mnemonic: 'jmp',
    doc: 'Jump of the whole thread.',
    fields: { exec: field(exec), pred: field(pred), target: field(label) },
    text: '{pred}jmp {exec} {target}',
  },
  {
    opcode: 0x33,
    mnemonic: 'call',
    doc: 'Call of a subroutine.',
    fields: { exec: field(exec), pred: field(pred), target: field(callee) },
    text: '{pred}{word} {exec} {target}',
    words: ['call', 'fccall'],
    pieces: { word: callWord, target: callTarget },
  },
  {
    opcode: 0x34,
    mnemonic: 'ret',
    doc: 'Return from a subroutine, or end.',
    fields: { exec: field(exec), pred: field(pred) },
    text: '{pred}ret {exec}',
  },
  {
    opcode: 0x4f,
    mnemonic: 'ifcall',
    doc: 'Call of a function by its address.',
    fields: {
      exec: field(exec),
      pred: field(pred),
      flags: since(402, field(callFlags)),
      address: field(src(['ud', 'uq'])),
      arg_size: field(int(1, 'Registers of %arg that it takes.')),
      return_size: field(int(1, 'Registers of %retval that it gives.')),
    },
    text: '{pred}ifcall[{flags}] {exec} {address} {arg_size} {return_size}',
  },
  {
    opcode: 0x50,
    mnemonic: 'faddr',
    doc: 'Address of a function or global variable.',
    fields: { symbol: field(symbolName), dst: field(dst(['ud', 'uq'])) },
    text: 'faddr {symbol} {dst}',
  },
  {
    opcode: 0x51,
    mnemonic: 'file',
    doc: 'Source file of what follows.',
    fields: { name: field(fileName) },
    text: 'FILE {name}',
    words: ['FILE'],
    line: 'bare',
  },
  {
    opcode: 0x52,
    mnemonic: 'loc',
    doc: 'Source line of what follows.',
    fields: { line: field(int(4, 'Number of the line.')) },
    text: 'LOC {line}',
    words: ['LOC'],
    line: 'bare',
  },
  {
    opcode: 0x67,
    mnemonic: 'fcall',
    doc: 'Call of a function that has a frame of its own.',
    fields: {
      exec: field(exec),
      pred: field(pred),
      function: field(calledName),
      arg_size: field(int(1, 'Registers of %arg that it takes.')),
      return_size: field(int(1, 'Registers of %retval that it gives.')),
    },
    text: '{pred}fcall {exec} {function} {arg_size} {return_size}',
  },
  {
    opcode: 0x68,
    mnemonic: 'fret',
    doc: 'Return from such a function.',
    fields: { exec: field(exec), pred: field(pred) },
    text: '{pred}fret {exec}',
  },
  {
    opcode: 0x69,
    mnemonic: 'switchjmp',
    doc: 'Jump to one of several labels.',
    fields: {
      exec: field(exec),
      count: field(int(1, 'Number of labels.')),
      index: field(src(['ud', 'd', 'uw', 'w', 'ub', 'b'])),
      targets: field(list(label, 'count')),
    },
    text: 'switchjmp {exec} {index} ({targets})',
    pieces: { targets: listed('count', 'targets', label, ', ', ')') },
  },
  {
    opcode: 0x6c,
    mnemonic: 'goto',
    doc: 'Jump of the channels whose predicate holds; channels meet again later.',
    fields: { exec: field(exec), pred: field(pred), target: field(label) },
    text: '{pred}goto {exec} {target}',
  },
];
