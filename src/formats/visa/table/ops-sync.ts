import { CHAR } from '../../../core/bytes/index.ts';
import { integerAt } from '../instruction.ts';
import type { Kind } from './kind.ts';
import { indexWidth, src } from './operands.ts';
import { field } from './ops-arithmetic.ts';
import { type OpRow, type Piece, since } from './row.ts';
import { int, named, noText, readUint, writeUint } from './scalars.ts';

/** `fence_local.EL1`: what is flushed, and of which memory. */
const FENCE_BITS = ['E', 'I', 'S', 'C', 'R'] as const;
const FENCE_SOFTWARE = 0x80;
const FENCE_LOCAL = 0x20;
const FENCE_L1 = 0x40;
const fenceMode: Kind<number> = {
  ...int(1, 'What is flushed (bits 0-4 and 6), of local memory (bit 5); 0x80 orders the compiler alone.'),
  print: (value) => {
    // Compilers set other bits too, which then mean nothing and which their text leaves out.
    if (value & FENCE_SOFTWARE) return '_sw';
    const flushed = FENCE_BITS.filter((_, i) => value & (1 << i)).join('');
    return `${value & FENCE_LOCAL ? '_local' : '_global'}${value === 0 ? '' : `.${flushed}${value & FENCE_L1 ? 'L1' : ''}`}`;
  },
  parse: (from) => {
    const word = from.word();
    if (word === '_sw') return FENCE_SOFTWARE;
    let value = word === '_local' ? FENCE_LOCAL : word === '_global' ? 0 : from.expected('_global, _local or _sw');
    if (from.next() !== CHAR.dot) return value;
    from.at++;
    for (let i = 0; i < FENCE_BITS.length; i++) {
      if (from.text[from.at] === FENCE_BITS[i]) {
        value |= 1 << i;
        from.at++;
      }
    }
    if (from.text.startsWith('L1', from.at)) {
      value |= FENCE_L1;
      from.at += 2;
    }
    return value;
  },
};

/** A flag that the text spells as one of two words. */
const either = (names: readonly [string, string], doc: string): Kind<number> => ({ ...named(1, names, doc), name: 'flag' });

/** From which version on producers and consumers of a named barrier are distinguished. */
const PRODUCERS = 402;

/** After the number of a named barrier: how many threads signal it, or how many produce and consume. */
const barrierThreads: Piece = {
  of: ['mode', 'id', 'threads', 'type', 'producers'],
  older: ['mode', 'id', 'threads'],
  print: (values, [mode = 0, id = 0, threads = 0, type, producers], context) => {
    const text = (at: number) => OPERAND.print(values[at] as never, context);
    if (type === undefined || producers === undefined) {
      // A waiting thread gives the number of the barrier instead of the number of threads.
      return values[mode] !== 0 ? ` ${text(threads)}` : text(threads) === text(id) ? '' : noText(context);
    }
    switch (values[mode]) {
      case 0:
        return isZero(values[type]) && isZero(values[producers]) && isZero(values[threads]) ? '' : noText(context);
      case 1:
        return isZero(values[type]) && text(producers) === text(threads) ? ` ${text(threads)}` : noText(context);
      default:
        return ` ${text(type)} ${text(producers)} ${text(threads)}`;
    }
  },
  parse: (from, values, [mode = 0, id = 0, threads = 0, type, producers]) => {
    const waits = values[mode] === 0;
    if (type === undefined || producers === undefined) {
      values[threads] = waits ? values[id] : OPERAND.parse(from);
      return;
    }
    values[type] = values[producers] = values[threads] = ZERO_BYTE;
    if (waits) return;
    const first = OPERAND.parse(from);
    if (from.atLineEnd()) {
      values[producers] = values[threads] = first;
      return;
    }
    values[mode] = 2;
    values[type] = first;
    values[producers] = OPERAND.parse(from);
    values[threads] = OPERAND.parse(from);
  },
};
const OPERAND = src(['ub']);
const ZERO_BYTE = { kind: 'immediate', modifier: 0, type: 4, bits: 0, high: 0 } as const;
const isZero = (value: unknown) => {
  const operand = value as { kind: string; bits?: number; type?: number };
  return operand.kind === 'immediate' && operand.bits === 0 && operand.type === 4;
};
const barrierMode: Kind<number> = {
  ...int(1, '0 to wait, 1 to signal as one of threads that all produce and consume, 2 to signal as either.'),
  print: (value, context) => (value > (context.version < PRODUCERS ? 1 : 2) ? noText(context) : value === 0 ? 'wait' : 'signal'),
  parse: (from) => {
    const word = from.word();
    return word === 'wait' ? 0 : word === 'signal' ? 1 : from.expected('wait or signal');
  },
};

/** What `lifetime` is about: class and index of a variable. */
const LIFETIME_CLASSES = ['variable', 'address', 'predicate'] as const;
const lifetimeOf: Piece = {
  of: ['properties', 'variable'],
  print: (values, [properties = 0, variable = 0], context) => {
    const flags = integerAt(values, properties);
    const index = integerAt(values, variable);
    const word = flags & 1 ? 'end' : 'start';
    if ((flags & 0xce) !== 0) return noText(context);
    const name = [context.variables, context.addresses, context.predicates][flags >> 4]?.[index];
    return name === undefined ? noText(context) : `${word} ${name}`;
  },
  parse: (from, values, [properties = 0, variable = 0]) => {
    const word = from.word();
    const end = word === 'end' ? 1 : word === 'start' ? 0 : from.expected('start or end');
    from.blanks();
    const symbol = from.find(from.word());
    const number = symbol ? LIFETIME_CLASSES.indexOf(symbol.class as 'variable') : -1;
    if (!symbol || number < 0) return from.expected('a general, address or predicate variable');
    values[properties] = end + number * 16;
    values[variable] = symbol.index;
  },
};

const variableIndex: Kind<number> = {
  ...int(4, 'Index of the variable.'),
  read: (from) => readUint(from, indexWidth(from.version)),
  write: (value, to, version) => writeUint(value, indexWidth(version), to),
};

/** Order of memory accesses, waiting, and what is said to compilers. */
export const SYNC: readonly OpRow[] = [
  { opcode: 0x59, mnemonic: 'barrier', doc: 'Waits for all threads of the group.', fields: {}, text: 'barrier' },
  { opcode: 0x5a, mnemonic: 'sampler_cache_flush', doc: 'Flushes the cache of the sampler.', fields: {}, text: 'sampler_cache_flush' },
  {
    opcode: 0x5b,
    mnemonic: 'wait',
    doc: 'Waits for a notification.',
    fields: { mask: since(301, field(src(['ub', 'ud']))) },
    text: 'wait[ {mask}]',
  },
  {
    opcode: 0x5c,
    mnemonic: 'fence',
    doc: 'Orders memory accesses.',
    fields: { mode: field(fenceMode) },
    text: 'fence{mode}',
    words: ['fence_global', 'fence_local', 'fence_sw'],
  },
  { opcode: 0x5f, mnemonic: 'yield', doc: 'Lets another thread run.', fields: {}, text: 'yield' },
  {
    opcode: 0x60,
    mnemonic: 'nbarrier',
    doc: 'Signals or waits for a named barrier.',
    fields: {
      mode: field(barrierMode),
      id: field(src(['ub'])),
      type: since(PRODUCERS, field(OPERAND)),
      producers: since(PRODUCERS, field(OPERAND)),
      threads: field({
        ...OPERAND,
      }),
    },
    text: 'nbarrier.{kind} {number}{threads}',
    pieces: {
      kind: {
        of: ['mode'],
        aside: true,
        print: (values, [mode = 0], context) => barrierMode.print(integerAt(values, mode), context),
        parse: (from, values, [mode = 0]) => {
          values[mode] = barrierMode.parse(from);
        },
      },
      number: {
        of: ['id'],
        aside: true,
        print: (values, [id = 0], context) => OPERAND.print(values[id] as never, context),
        parse: (from, values, [id = 0]) => {
          values[id] = OPERAND.parse(from);
        },
      },
      threads: barrierThreads,
    },
  },
  {
    opcode: 0x7b,
    mnemonic: 'lifetime',
    doc: 'Where the value of a variable begins or ends to matter.',
    fields: {
      properties: field(int(1, 'Bit 0: ends; bits 4-5: class of the variable.')),
      variable: field(variableIndex),
    },
    text: 'lifetime.{what}',
    pieces: { what: lifetimeOf },
  },
  {
    opcode: 0x7c,
    mnemonic: 'sbarrier',
    doc: 'Signals or waits for the threads of the group.',
    fields: { mode: field(either(['wait', 'signal'], '0 to wait, 1 to signal.')) },
    text: 'sbarrier.{mode}',
  },
  { opcode: 0x94, mnemonic: 'breakpoint', doc: 'Stops for a debugger.', fields: {}, text: 'breakpoint', line: 'repeating' },
];
