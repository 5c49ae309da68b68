import { CHAR } from '../../../core/bytes/index.ts';
import type { Kind } from './kind.ts';
import { dst, type OperandClass, raw, src, type VectorKind } from './operands.ts';
import { addressOf, sat, satDst } from './references.ts';
import type { Field, OpRow, Piece } from './row.ts';
import { exec, int, named, pred, readUint, relation, writeUint } from './scalars.ts';
import { COMPARISONS, DOWNSCALE_MODES, DOWNSCALE_ROUNDINGS, DOWNSCALE_TYPES, LFSR_FUNCTIONS } from './types.ts';

const INTEGER = ['ud', 'd', 'uw', 'w', 'ub', 'b', 'uq', 'q'];
const FLOAT = ['df', 'f', 'hf', 'bf'];
const ANY = [...INTEGER, ...FLOAT];
/** Formats that `mov` alone converts (IGC 9874a8eb9); fcvt has them in integers of their width. */
const CONVERTED = ['tf32', 'hf8', 'bf8', 'e2m1'];
const DOUBLE_FLOAT = ['df', 'f'];
const SINGLE = ['f'];
const SHORT = ['ud', 'd', 'uw', 'w'];
const LONG = ['ud', 'd'];
const SHORT_PACKED = ['uw', 'w'];
const BYTES = ['ub', 'b'];

const PREDICATED: readonly OperandClass[] = ['general', 'indirect', 'predicate'];
const PREDICATED_SRC: readonly OperandClass[] = [...PREDICATED, 'immediate'];

// biome-ignore lint/suspicious/noExplicitAny: a field takes kinds of every type of value.
export const field = (kind: Kind<any>): Field => ({ kind });

/** Rows of destination and sources: mnemonic, what it does, types, number of sources, and what else differs. */
interface Options {
  readonly types: readonly string[];
  readonly sources: 1 | 2 | 3 | 4;
  /** Types of the sources, when they are others. */
  readonly from?: readonly string[];
  /** May work on predicates too. */
  readonly predicates?: true;
  /** May work on addresses too. */
  readonly addresses?: true;
  /** Has no predicate before it. */
  readonly bare?: true;
  /** Does not mix integers with floating-point numbers. */
  readonly unmixed?: true;
}

function vectorOp(
  opcode: number,
  mnemonic: string,
  doc: string,
  { types, sources, from = types, predicates, addresses, bare, unmixed }: Options,
): OpRow {
  const to = predicates ? dst(types, addresses ? [...PREDICATED, 'address'] : PREDICATED) : dst(types);
  const source = predicates ? src(from, addresses ? [...PREDICATED_SRC, 'address'] : PREDICATED_SRC) : src(from);
  const fields: Record<string, Field> = { exec: field(exec), ...(!bare && { pred: field(pred) }), dst: field(to) };
  let text = `${bare ? '' : '{pred}'}${mnemonic}{sat} {exec} {dst}`;
  for (let i = 0; i < sources; i++) {
    fields[`src${i}`] = field(source);
    text += ` {src${i}}`;
  }
  return { opcode, mnemonic, doc, fields, text, pieces: saturating(to), ...(unmixed && { unmixed }) };
}

const saturating = (kind: VectorKind): Record<string, Piece> => ({ sat, dst: satDst(kind) });

/** Rows whose result has a second part: a carry, a borrow, a flag. */
function twoResults(
  opcode: number,
  mnemonic: string,
  doc: string,
  name: string,
  second: VectorKind,
  sources: 1 | 2,
  types: readonly string[],
): OpRow {
  const to = dst(types);
  const fields: Record<string, Field> = { exec: field(exec), pred: field(pred), dst: field(to), [name]: field(second) };
  let text = `{pred}${mnemonic}{sat} {exec} {dst} {${name}}`;
  for (let i = 0; i < sources; i++) {
    fields[`src${i}`] = field(src(types));
    text += ` {src${i}}`;
  }
  return { opcode, mnemonic, doc, fields, text, pieces: saturating(to) };
}

/** `min` and `max` share an opcode: the byte after the execution size selects one. */
function minMax(value: number, mnemonic: string, doc: string): OpRow {
  const to = dst(ANY);
  return {
    opcode: 0x45,
    mnemonic,
    doc,
    fields: {
      exec: field(exec),
      which: selector(value),
      dst: field(to),
      src0: field(src(ANY)),
      src1: field(src(ANY)),
    },
    text: `${mnemonic}{sat} {exec} {dst} {src0} {src1}`,
    pieces: saturating(to),
  };
}

/** The byte that distinguishes rows of one opcode. */
export function selector(value: number): Field {
  return {
    kind: {
      name: 'sub-opcode',
      doc: 'Distinguishes the instructions that share the opcode.',
      read: (from) => readUint(from, 1),
      write: (number: number, to) => writeUint(number, 1, to),
      print: () => '',
      parse: () => value,
    },
    selects: { value, mask: () => 0xff },
  };
}

const hexByte: Kind<number> = {
  ...int(1, 'The boolean function: bit n is its value for the source bits of n.'),
  print: (value) => `x${value.toString(16)}`,
  parse: (from) => {
    const at = from.at;
    if (from.next() === CHAR.x) {
      const digits = /^x([0-9a-fA-F]{1,2})(?![0-9a-zA-Z])/.exec(from.text.slice(at, at + 4));
      if (digits?.[1] !== undefined) {
        from.at = at + digits[0].length;
        return Number.parseInt(digits[1], 16);
      }
    }
    return from.number(255);
  },
};

const arithmetic = { types: ANY, sources: 2, unmixed: true } as const;
const math = { types: FLOAT, sources: 1 } as const;
const logic = { types: INTEGER, sources: 2 } as const;

export const ARITHMETIC: readonly OpRow[] = [
  vectorOp(0x01, 'add', 'Sum.', arithmetic),
  vectorOp(0x02, 'avg', 'Mean of two integers, rounded up.', { types: INTEGER, sources: 2 }),
  vectorOp(0x03, 'div', 'Quotient.', arithmetic),
  vectorOp(0x04, 'dp2', 'Dot product of two elements of each four.', { types: SINGLE, sources: 2 }),
  vectorOp(0x05, 'dp3', 'Dot product of three elements of each four.', { types: SINGLE, sources: 2 }),
  vectorOp(0x06, 'dp4', 'Dot product of four elements.', { types: SINGLE, sources: 2 }),
  vectorOp(0x07, 'dph', 'Homogeneous dot product: of three elements, and the fourth of the second source.', { types: SINGLE, sources: 2 }),
  vectorOp(0x08, 'exp', 'Power of two.', math),
  vectorOp(0x09, 'frc', 'Part after the point.', { types: DOUBLE_FLOAT, sources: 1 }),
  vectorOp(0x0a, 'line', 'Line equation.', { types: SINGLE, sources: 2 }),
  vectorOp(0x0b, 'log', 'Logarithm to base two.', math),
  vectorOp(0x0c, 'mad', 'Product of two sources, added to the third.', { types: ANY, sources: 3, unmixed: true }),
  vectorOp(0x0d, 'mulh', 'Upper half of a product.', { types: INTEGER, sources: 2 }),
  vectorOp(0x0e, 'lrp', 'Linear interpolation.', { types: SINGLE, sources: 3 }),
  vectorOp(0x0f, 'mod', 'Remainder.', { types: INTEGER, sources: 2 }),
  vectorOp(0x10, 'mul', 'Product.', arithmetic),
  vectorOp(0x11, 'pow', 'Power.', { types: FLOAT, sources: 2 }),
  vectorOp(0x12, 'rndd', 'Rounded down.', math),
  vectorOp(0x13, 'rndu', 'Rounded up.', math),
  vectorOp(0x14, 'rnde', 'Rounded to the nearest, ties to even.', math),
  vectorOp(0x15, 'rndz', 'Rounded toward zero.', math),
  vectorOp(0x16, 'sad2', 'Sum of two absolute differences.', { types: SHORT_PACKED, sources: 2, from: BYTES }),
  vectorOp(0x17, 'sin', 'Sine.', math),
  vectorOp(0x18, 'cos', 'Cosine.', math),
  vectorOp(0x19, 'sqrt', 'Square root.', math),
  vectorOp(0x1a, 'rsqrt', 'Reciprocal of the square root.', math),
  vectorOp(0x1b, 'inv', 'Reciprocal.', math),
  vectorOp(0x1d, 'fcvt', 'Conversion between narrow floating-point formats.', { types: [], sources: 1, bare: true }),
  vectorOp(0x1e, 'srnd', 'Conversion to a narrower format with stochastic rounding.', { types: [], sources: 2, bare: true }),
  vectorOp(0x1f, 'lzd', 'Number of leading zeros.', { types: LONG, sources: 1 }),
  vectorOp(0x20, 'and', 'Bitwise and.', { ...logic, predicates: true }),
  vectorOp(0x21, 'or', 'Bitwise or.', { ...logic, predicates: true }),
  vectorOp(0x22, 'xor', 'Bitwise exclusive or.', { ...logic, predicates: true }),
  vectorOp(0x23, 'not', 'Bitwise complement.', { types: INTEGER, sources: 1, predicates: true }),
  vectorOp(0x24, 'shl', 'Shift to the left.', logic),
  vectorOp(0x25, 'shr', 'Shift to the right, filled with zeros.', logic),
  vectorOp(0x26, 'asr', 'Shift to the right, filled with the sign.', logic),
  vectorOp(0x27, 'cbit', 'Number of set bits.', { types: LONG, sources: 1, from: [...LONG, ...SHORT_PACKED, ...BYTES] }),
  {
    opcode: 0x28,
    mnemonic: 'addr_add',
    doc: 'Makes an address of a variable, or moves one.',
    fields: {
      exec: field(exec),
      dst: field(dst([], ['address'])),
      src0: field(src([], ['general', 'state', 'address'])),
      src1: field(src(['uw'], ['general', 'indirect', 'immediate', 'address'])),
    },
    text: 'addr_add{sat} {exec} {dst} {src0} {src1}',
    pieces: { ...saturating(dst([], ['address'])), src0: addressOf },
  },
  vectorOp(0x29, 'mov', 'Copy, with conversion of the type.', {
    types: [...ANY, ...CONVERTED],
    sources: 1,
    predicates: true,
    addresses: true,
  }),
  vectorOp(0x2a, 'sel', 'The first source where the predicate holds, else the second.', { types: ANY, sources: 2 }),
  {
    opcode: 0x2b,
    mnemonic: 'setp',
    doc: 'Sets a predicate from the bits of a number.',
    fields: { exec: field(exec), dst: field(dst([], ['predicate'])), src0: field(src(INTEGER)) },
    text: 'setp{sat} {exec} {dst} {src0}',
    pieces: saturating(dst([], ['predicate'])),
  },
  {
    opcode: 0x2c,
    mnemonic: 'cmp',
    doc: 'Comparison, element by element, into a predicate or a variable.',
    fields: {
      exec: field(exec),
      relation: field(relation(COMPARISONS)),
      dst: field(dst(ANY, ['predicate', 'general'])),
      src0: field(src(ANY)),
      src1: field(src(ANY)),
    },
    text: 'cmp{relation}{sat} {exec} {dst} {src0} {src1}',
    words: ['cmp', 'cmpn'],
    pieces: saturating(dst(ANY, ['predicate', 'general'])),
  },
  {
    opcode: 0x2d,
    mnemonic: 'movs',
    doc: 'Copy between surfaces, samplers and general variables.',
    fields: {
      exec: field(exec),
      dst: field(dst(['ud'], ['state', 'general', 'indirect'])),
      src0: field(src(['ud'], ['state', 'general', 'indirect', 'immediate'])),
    },
    text: 'movs{sat} {exec} {dst} {src0}',
    pieces: saturating(dst(['ud'], ['state', 'general', 'indirect'])),
  },
  vectorOp(0x2e, 'fbl', 'Place of the lowest set bit.', { types: ['ud'], from: ['ud', 'uw'], sources: 1 }),
  vectorOp(0x2f, 'fbh', 'Place of the highest bit that differs from the sign.', { types: LONG, sources: 1 }),
  minMax(0, 'min', 'The smaller of two.'),
  minMax(1, 'max', 'The larger of two.'),
  vectorOp(0x46, 'bfe', 'Extracts a field of bits.', { types: LONG, sources: 3 }),
  vectorOp(0x47, 'bfi', 'Inserts a field of bits.', { types: LONG, sources: 4 }),
  vectorOp(0x48, 'bfrev', 'Bits in reverse order.', { types: ['ud'], sources: 1 }),
  twoResults(0x49, 'addc', 'Sum and carry.', 'carry', dst(['ud']), 2, ['ud']),
  twoResults(0x4a, 'subb', 'Difference and borrow.', 'carry', dst(['ud']), 2, ['ud']),
  vectorOp(0x6a, 'sad2add', 'Sum of two absolute differences, added to a third source.', {
    types: SHORT_PACKED,
    sources: 3,
    from: [...BYTES, ...SHORT_PACKED],
  }),
  vectorOp(0x6b, 'plane', 'Plane equation.', { types: SINGLE, sources: 2 }),
  vectorOp(0x7e, 'sqrtm', 'Square root with the rounding of IEEE 754.', { types: DOUBLE_FLOAT, sources: 1 }),
  vectorOp(0x7f, 'divm', 'Quotient with the rounding of IEEE 754.', { types: DOUBLE_FLOAT, sources: 2 }),
  vectorOp(0x80, 'rol', 'Rotation to the left.', { types: [...SHORT, 'uq', 'q'], sources: 2 }),
  vectorOp(0x81, 'ror', 'Rotation to the right.', { types: [...SHORT, 'uq', 'q'], sources: 2 }),
  vectorOp(0x82, 'dp4a', 'Dot product of four bytes, added to the first source.', { types: LONG, sources: 3 }),
  vectorOp(0x84, 'add3', 'Sum of three.', { types: SHORT, sources: 3 }),
  {
    opcode: 0x85,
    mnemonic: 'bfn',
    doc: 'Any boolean function of three sources.',
    fields: {
      exec: field(exec),
      pred: field(pred),
      dst: field(dst(SHORT)),
      src0: field(src(SHORT)),
      src1: field(src(SHORT)),
      src2: field(src(SHORT)),
      function: field(hexByte),
    },
    text: '{pred}bfn.{function}{sat} {exec} {dst} {src0} {src1} {src2}',
    pieces: saturating(dst(SHORT)),
  },
  {
    // Of IGC 1.0.7712 to 1.0.11702; later the number is reserved, and fcvt does the same.
    opcode: 0x88,
    mnemonic: 'bf_cvt',
    doc: 'Conversion between float and bfloat, which has the type uw or hf here.',
    fields: {
      exec: field(exec),
      dst: field(dst(['f', 'uw', 'hf'], ['general'])),
      src0: field(src(['f', 'uw', 'hf'], ['general', 'immediate'])),
    },
    text: 'bf_cvt {exec} {dst} {src0}',
  },
  vectorOp(0x91, 'madw', 'Product of two sources, added to the third, in twice the width.', { types: LONG, sources: 3 }),
  vectorOp(0x92, 'add3.o', 'Sum of three, with the carry.', { types: SHORT, sources: 3 }),
  {
    opcode: 0x95,
    mnemonic: 'shfl_idx4',
    doc: 'Gathers from a table of registers by 4-bit indices.',
    fields: {
      exec: field(exec),
      pred: field(pred),
      dst: field(raw),
      src0: field(src(['ud'], ['general'])),
      src1: field(src(['uw', 'ub'], ['general'])),
    },
    text: '{pred}shfl_idx4 {exec} {dst} {src0} {src1}',
  },
  vectorOp(0x96, 'tanh', 'Hyperbolic tangent.', math),
  vectorOp(0x97, 'sigm', 'Logistic function.', math),
  {
    opcode: 0x98,
    mnemonic: 'lfsr',
    doc: 'Step of a shift register with feedback, for random numbers.',
    fields: {
      exec: field(exec),
      pred: field(pred),
      function: field(named(1, LFSR_FUNCTIONS, 'How the sources are divided.')),
      dst: field(dst(['ud'])),
      src0: field(src(['ud'])),
      src1: field(src(['ud'])),
    },
    text: '{pred}lfsr.{function}{sat} {exec} {dst} {src0} {src1}',
    pieces: saturating(dst(['ud'])),
  },
  {
    opcode: 0x9a,
    mnemonic: 'dnscl',
    doc: 'Conversion to 4-bit formats.',
    fields: {
      exec: field(exec),
      pred: field(pred),
      type: field(named(1, DOWNSCALE_TYPES, 'From which type to which.')),
      mode: field(named(1, DOWNSCALE_MODES, 'Where the results are put.')),
      rounding: field(named(1, DOWNSCALE_ROUNDINGS, 'How it rounds.')),
      dst: field(raw),
      src0: field(raw),
      src1: field(raw),
      src2: field(raw),
    },
    text: '{pred}dnscl.{type}.{mode}.{rounding} {exec} {dst} {src0} {src1} {src2}',
  },
  twoResults(
    0x9b,
    'invm',
    'Quotient for a division that is refined, and a flag whether it is exact already.',
    'flag',
    dst([], ['predicate']),
    2,
    DOUBLE_FLOAT,
  ),
  twoResults(
    0x9c,
    'rsqtm',
    'Reciprocal root for a root that is refined, and a flag whether it is exact already.',
    'flag',
    dst([], ['predicate']),
    1,
    DOUBLE_FLOAT,
  ),
];
