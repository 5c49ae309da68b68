/** Data of no known format that may be bare machine code, as interceptors and debuggers write it to files. */
import type { Bytes } from '../core/bytes/index.ts';
import { endsBlock, PLATFORMS, type Platform, readCode } from '../formats/eu/index.ts';

/** Bytes that are read to find out. */
const SAMPLE = 1 << 16;
/** Instructions of the shortest code: fewer may be instructions by chance. */
const LEAST = 4;

/**
 * The instruction sets in which data is code: all of it is valid instructions up to one that ends the thread, branches or returns. Many
 * instruction sets share encodings, so there may be several.
 */
export function platformsOfCode(bytes: Bytes): readonly Platform[] {
  const sample = bytes.sub(0, Math.min(bytes.length, SAMPLE));
  return PLATFORMS.filter((platform) => isCode(sample, platform));
}

function isCode(sample: Bytes, platform: Platform): boolean {
  const { instructions, end } = readCode(sample, platform).value;
  const reached = instructions.filter(({ offset }) => offset < end);
  const isValid = reached.every(({ problem, operation }) => problem === undefined && operation?.mnemonic !== 'illegal');
  return isValid && reached.length >= LEAST && reached.some(endsBlock);
}
