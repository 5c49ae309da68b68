/** Numbers of Zstandard (RFC 8878), sections 3.1.1 and appendix A. */
import { fseTable } from './fse.ts';

export const MAGIC = 0xfd2f_b528;
/** Magic of a skippable frame without its last four bits. */
export const SKIPPABLE = 0x184d_2a5;
export const MAX_BLOCK = 131_072;

/** Base values and extra bits of the codes for lengths. */
const range = (count: number, from: number) => Array.from({ length: count }, (_, i) => i + from);
export const LITERAL_BITS = [...Array(16).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
export const LITERAL_BASE = [
  ...range(16, 0),
  ...[16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536],
] as const;
export const MATCH_BITS = [...Array(32).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
export const MATCH_BASE = [
  ...range(32, 3),
  ...[35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051, 4099, 8195, 16387, 32771, 65539],
] as const;

/** The three codes of a sequence in the order of their tables: maximum accuracy, symbols, and the default counts. */
export const CODES = [
  {
    most: 9,
    symbols: 36,
    counts: [4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1],
    accuracy: 6,
  },
  {
    most: 8,
    symbols: 32,
    counts: [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1],
    accuracy: 5,
  },
  {
    most: 9,
    symbols: 53,
    counts: [1, 4, 3, 2, 2, 2, 2, 2, 2, ...Array<number>(37).fill(1), -1, -1, -1, -1, -1, -1, -1],
    accuracy: 6,
  },
] as const;
export const PREDEFINED = CODES.map((code) => fseTable(code.counts, code.accuracy));

/** The offset that a value stands for: values up to 3 repeat one of the last three. */
export function repeatedOffset(value: number, literal: number, offsets: [number, number, number]): number {
  const [first, second, third] = offsets;
  if (value > 3) {
    offsets[0] = value - 3;
    offsets[1] = first;
    offsets[2] = second;
    return offsets[0];
  }
  const index = literal === 0 ? value : value - 1;
  if (index === 0) return first;
  const offset = index === 1 ? second : index === 2 ? third : first - 1;
  offsets[0] = offset;
  offsets[1] = first;
  if (index !== 1) offsets[2] = second;
  return offset;
}
