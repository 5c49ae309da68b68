import { integerAt } from '../instruction.ts';
import type { Kind } from './kind.ts';
import { raw, src } from './operands.ts';
import { field, selector } from './ops-arithmetic.ts';
import { surface } from './references.ts';
import { type OpRow, type Piece, since } from './row.ts';
import { atomic, channels, exec, int, named, noText, oneOf, pred, zero } from './scalars.ts';
import { MEDIA_LOADS, MEDIA_STORES } from './types.ts';

const OWORDS = [1, 2, 4, 8, 16] as const;
const BLOCKS = [1, 2, 4, 8] as const;
const BLOCK_BYTES = [1, 4, 8] as const;
const ELEMENT_BYTES = [1, 2, 4] as const;
const OFFSET = src(['ud']);

/** `.mod`, when what is read may have been written before by the same kernel. */
const modified: Kind<number> = {
  ...int(1, '1 when what is read may have been written before.'),
  print: (value, context) => (value === 0 ? '' : value === 1 ? '.mod' : noText(context)),
  parse: (from) => (from.take('.mod') ? 1 : 0),
};

/** `(M1, 16)` of `gather` and `scatter`, which have a code of their own. */
const GATHER_SIZES = [8, 16, 1] as const;
const gatherExec: Kind<number> = {
  ...int(1, 'Number of elements in bits 0-3 and execution mask in bits 4-7.'),
  print: (value, context) => {
    const size = GATHER_SIZES[value & 15];
    return size === undefined ? noText(context) : exec.print((value & 0xf0) | [1, 2, 4, 8, 16, 32].indexOf(size), context);
  },
  parse: (from) => {
    const value = exec.parse(from);
    const size = GATHER_SIZES.indexOf([1, 2, 4, 8, 16, 32][value & 15] as 8);
    return size < 0 ? from.expected('a number of 1, 8 or 16 elements before it') : (value & 0xf0) | size;
  },
};

/** Flag of a block whose address need not be a multiple of 16. */
const UNALIGNED = 0x80;
const blockSize: Kind<number> = {
  ...int(1, 'Number of units of 16 bytes (its exponent) in bits 0-2; bit 7: the address need not be a multiple of 16.'),
  print: () => '',
  parse: () => 0,
};
/** Older compilers set the flag and do not print it, so that their text does not say it. */
const blockAlignment: Piece = {
  of: ['properties'],
  aside: true,
  print: (values, [at = 0], context) => {
    const value = integerAt(values, at);
    if ((value & 0x78) !== 0) return noText(context);
    return context.modern ? (value & UNALIGNED ? '.unaligned' : '.aligned') : '';
  },
  parse: (from, values, [at = 0]) => {
    values[at] = from.take('.unaligned') ? UNALIGNED : 0;
    if (values[at] === 0) from.take('.aligned');
  },
};
const blockCount: Piece = {
  of: ['properties'],
  print: (values, [at = 0], context) => String(OWORDS[integerAt(values, at) & 7] ?? noText(context)),
  parse: (from, values, [at = 0]) => {
    values[at] = integerAt(values, at) | owords.parse(from);
  },
};
const owords = oneOf(1, OWORDS, 'Number of units of 16 bytes, as its exponent.');

const block = (value: number, mnemonic: string, doc: string): OpRow => ({
  opcode: 0x4e,
  mnemonic,
  doc,
  fields: { sub: selector(value), properties: field(blockSize), address: field(src(['uq', 'ud'])), data: field(raw) },
  text: `${mnemonic}{alignment} ({count}) {address} {data}`,
  pieces: { alignment: blockAlignment, count: blockCount },
});

const svm = { exec: field(exec), pred: field(pred) };
const blocks = {
  block_size: field(oneOf(1, BLOCK_BYTES, 'Bytes of a block, as its code.')),
  num_blocks: field(oneOf(1, BLOCKS, 'Number of blocks, as its exponent.')),
};
const scattered = (value: number, mnemonic: string, doc: string): OpRow => ({
  opcode: 0x4e,
  mnemonic,
  doc,
  fields: { sub: selector(value), ...svm, ...blocks, addresses: field(raw), data: field(raw) },
  text: `{pred}${mnemonic}.{block_size}.{num_blocks} {exec} {addresses} {data}`,
});
const scaled = (value: number, mnemonic: string, doc: string): OpRow => ({
  opcode: 0x4e,
  mnemonic,
  doc,
  fields: {
    sub: selector(value),
    ...svm,
    channels: field(channels),
    scale: { kind: zero(2), hidden: 0 },
    address: field(src(['uq', 'ud'])),
    offsets: field(raw),
    data: field(raw),
  },
  text: `{pred}${mnemonic}.{channels} {exec} {address} {offsets} {data}`,
});

const SVM: readonly OpRow[] = [
  block(1, 'svm_block_ld', 'Loads consecutive bytes of global memory.'),
  block(2, 'svm_block_st', 'Stores consecutive bytes to global memory.'),
  scattered(3, 'svm_gather', 'Loads from an address per channel.'),
  scattered(4, 'svm_scatter', 'Stores to an address per channel.'),
  {
    opcode: 0x4e,
    mnemonic: 'svm_atomic',
    doc: 'Atomic operation on an address per channel.',
    fields: {
      sub: selector(5),
      ...svm,
      operation: field(atomic),
      addresses: field(raw),
      src0: field(raw),
      src1: field(raw),
      dst: field(raw),
    },
    text: '{pred}svm_atomic{operation} {exec} {addresses} {dst} {src0} {src1}',
  },
  scaled(6, 'svm_gather4scaled', 'Loads up to four channels from an address and offsets.'),
  scaled(7, 'svm_scatter4scaled', 'Stores up to four channels to an address and offsets.'),
];

/** `gather4_scaled` and `scatter4_scaled`. */
const channelled = (opcode: number, mnemonic: string, doc: string): OpRow => ({
  opcode,
  mnemonic,
  doc,
  fields: {
    exec: field(exec),
    pred: field(pred),
    channels: field(channels),
    scale: { kind: zero(2), hidden: 0 },
    surface: field(surface),
    global_offset: field(OFFSET),
    offsets: field(raw),
    data: field(raw),
  },
  text: `{pred}${mnemonic}.{channels} {exec} {surface} {global_offset} {offsets} {data}`,
});

const scaledBytes = (opcode: number, mnemonic: string, doc: string): OpRow => ({
  opcode,
  mnemonic,
  doc,
  fields: {
    exec: field(exec),
    pred: field(pred),
    block_size: { kind: zero(1), hidden: 0 },
    num_blocks: blocks.num_blocks,
    scale: { kind: zero(2), hidden: 0 },
    surface: field(surface),
    global_offset: field(OFFSET),
    offsets: field(raw),
    data: field(raw),
  },
  text: `{pred}${mnemonic}.{num_blocks} {exec} {surface} {global_offset} {offsets} {data}`,
});

const typed = (opcode: number, mnemonic: string, doc: string): OpRow => ({
  opcode,
  mnemonic,
  doc,
  fields: {
    exec: field(exec),
    pred: since(302, field(pred)),
    channels: field(channels),
    surface: field(surface),
    u: field(raw),
    v: field(raw),
    r: field(raw),
    lod: since(302, field(raw)),
    data: field(raw),
  },
  text: `[{pred}]${mnemonic}.{channels} {exec} {surface} {u} {v} {r}[ {lod}] {data}`,
});

const quad = (opcode: number, mnemonic: string, doc: string): OpRow => ({
  opcode,
  mnemonic,
  doc,
  fields: {
    exec: field(exec),
    pred: field(pred),
    num_blocks: blocks.num_blocks,
    surface: field(surface),
    offsets: field(raw),
    data: field(raw),
  },
  text: `{pred}${mnemonic}.{num_blocks} {exec} {surface} {offsets} {data}`,
});

const media = (opcode: number, mnemonic: string, doc: string, modifiers: readonly string[]): OpRow => ({
  opcode,
  mnemonic,
  doc,
  fields: {
    modifier: field(named(1, modifiers, 'Lines of which field.')),
    surface: field(surface),
    plane: field(int(1, 'Plane of the picture.')),
    width: field(int(1, 'Width of the block in bytes.')),
    height: field(int(1, 'Height of the block in lines.')),
    x: field(OFFSET),
    y: field(OFFSET),
    data: field(raw),
  },
  text: `${mnemonic}.{modifier} ({width},{height}) {surface} {plane} {x} {y} {data}`,
});

export const MEMORY: readonly OpRow[] = [
  {
    opcode: 0x35,
    mnemonic: 'oword_ld',
    doc: 'Loads units of 16 bytes.',
    fields: { size: field(owords), modified: field(modified), surface: field(surface), offset: field(OFFSET), data: field(raw) },
    text: 'oword_ld{modified} ({size}) {surface} {offset} {data}',
  },
  {
    opcode: 0x36,
    mnemonic: 'oword_st',
    doc: 'Stores units of 16 bytes.',
    fields: { size: field(owords), surface: field(surface), offset: field(OFFSET), data: field(raw) },
    text: 'oword_st ({size}) {surface} {offset} {data}',
  },
  media(0x37, 'media_ld', 'Loads a block of a picture.', MEDIA_LOADS),
  media(0x38, 'media_st', 'Stores a block of a picture.', MEDIA_STORES),
  {
    opcode: 0x39,
    mnemonic: 'gather',
    doc: 'Loads from an offset per channel.',
    fields: {
      element_size: field(oneOf(1, ELEMENT_BYTES, 'Bytes of an element, as its exponent.')),
      modified: field(modified),
      elements: field(gatherExec),
      surface: field(surface),
      global_offset: field(OFFSET),
      offsets: field(raw),
      data: field(raw),
    },
    text: 'gather{first}.{element_size} {elements}{second} {surface} {global_offset} {offsets} {data}',
    pieces: {
      // The compiler prints the modifier twice.
      first: modifierTwice('aside'),
      second: modifierTwice(undefined),
    },
  },
  {
    opcode: 0x3a,
    mnemonic: 'scatter',
    doc: 'Stores to an offset per channel.',
    fields: {
      element_size: field(oneOf(1, ELEMENT_BYTES, 'Bytes of an element, as its exponent.')),
      elements: field(gatherExec),
      surface: field(surface),
      global_offset: field(OFFSET),
      offsets: field(raw),
      data: field(raw),
    },
    text: 'scatter.{element_size} {elements} {surface} {global_offset} {offsets} {data}',
  },
  {
    opcode: 0x3c,
    mnemonic: 'oword_ld_unaligned',
    doc: 'Loads units of 16 bytes from an offset in bytes.',
    fields: { size: field(owords), modified: field(modified), surface: field(surface), offset: field(OFFSET), data: field(raw) },
    text: 'oword_ld_unaligned{modified} ({size}) {surface} {offset} {data}',
  },
  typed(0x4b, 'gather4_typed', 'Loads up to four channels of texels.'),
  typed(0x4c, 'scatter4_typed', 'Stores up to four channels of texels.'),
  ...SVM,
  {
    opcode: 0x73,
    mnemonic: 'typed_atomic',
    doc: 'Atomic operation on texels.',
    fields: {
      operation: field(atomic),
      exec: field(exec),
      pred: field(pred),
      surface: field(surface),
      u: field(raw),
      v: field(raw),
      r: field(raw),
      lod: field(raw),
      src0: field(raw),
      src1: field(raw),
      dst: field(raw),
    },
    text: '{pred}typed_atomic{operation} {exec} {surface} {u} {v} {r} {lod} {src0} {src1} {dst}',
  },
  channelled(0x74, 'gather4_scaled', 'Loads up to four channels from offsets.'),
  channelled(0x75, 'scatter4_scaled', 'Stores up to four channels to offsets.'),
  scaledBytes(0x78, 'gather_scaled', 'Loads bytes from offsets.'),
  scaledBytes(0x79, 'scatter_scaled', 'Stores bytes to offsets.'),
  {
    opcode: 0x7d,
    mnemonic: 'dword_atomic',
    doc: 'Atomic operation on an offset per channel.',
    fields: {
      operation: field(atomic),
      exec: field(exec),
      pred: field(pred),
      surface: field(surface),
      offsets: field(raw),
      src0: field(raw),
      src1: field(raw),
      dst: field(raw),
    },
    text: '{pred}dword_atomic{operation} {exec} {surface} {offsets} {src0} {src1} {dst}',
  },
  quad(0x86, 'qw_gather', 'Loads quadwords from offsets.'),
  quad(0x87, 'qw_scatter', 'Stores quadwords to offsets.'),
];

function modifierTwice(aside: 'aside' | undefined): Piece {
  return {
    of: ['modified'],
    ...(aside && { aside: true }),
    print: (values, [at = 0], context) => modified.print(integerAt(values, at), context),
    parse: (from, values, [at = 0]) => {
      values[at] = modified.parse(from) | (aside ? 0 : integerAt(values, at));
    },
  };
}
