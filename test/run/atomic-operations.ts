/** Atomic operations on integers, as numbers: what the tests of messages compare with. */
const signed = (bits: number, value: bigint): bigint => BigInt.asIntN(bits, value);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The new value, of so many bits, from the old one and one or two operands. */
type Operation = (bits: number, old: bigint, a: bigint, b: bigint) => bigint;

const ROWS: readonly (readonly [name: string, legacy: number, lsc: number, operands: number, Operation])[] = [
  ['and', 0x1, 0x18, 1, (_, old, a) => old & a],
  ['or', 0x2, 0x19, 1, (_, old, a) => old | a],
  ['xor', 0x3, 0x1a, 1, (_, old, a) => old ^ a],
  ['store', 0x4, 0x0b, 1, (_, _old, a) => a],
  ['iinc', 0x5, 0x08, 0, (_, old) => old + 1n],
  ['idec', 0x6, 0x09, 0, (_, old) => old - 1n],
  ['iadd', 0x7, 0x0c, 1, (_, old, a) => old + a],
  ['isub', 0x8, 0x0d, 1, (_, old, a) => old - a],
  ['smax', 0xa, 0x0f, 1, (bits, old, a) => larger(signed(bits, old), signed(bits, a))],
  ['smin', 0xb, 0x0e, 1, (bits, old, a) => smaller(signed(bits, old), signed(bits, a))],
  ['umax', 0xc, 0x11, 1, (_, old, a) => larger(old, a)],
  ['umin', 0xd, 0x10, 1, (_, old, a) => smaller(old, a)],
  ['icas', 0xe, 0x12, 2, (_, old, a, b) => (old === a ? b : old)],
];

/** The number of an operation in descriptors of the legacy data port and of LSC, its operands, and what it does. */
export const OPERATIONS = ROWS.map(
  ([name, legacy, lsc, operands, f]) =>
    [
      name,
      legacy,
      lsc,
      operands,
      (bits: number, old: bigint, a: bigint, b: bigint): bigint => BigInt.asUintN(bits, f(bits, old, a, b)),
    ] as const,
);
