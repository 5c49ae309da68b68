import { type Bytes, hexDigits } from '../bytes/index.ts';
import { instructionPlaces } from '../zebin/index.ts';

/** The end of the code, where zero padding begins: after the last instruction with a byte that is not 0. */
export function endOfCode(code: Bytes): number {
  let end = 0;
  for (const { offset, size } of instructionPlaces(code)) {
    if (code.data.subarray(offset, offset + size).some((byte) => byte !== 0)) end = offset + size;
  }
  return end;
}

/**
 * A text that identifies where instructions are: pieces of code with the same text have instructions at the same offsets, so debug
 * information that is right for one is right for the other. It is the number of bytes without padding, and the FNV-1a hash of the
 * instruction sizes.
 */
export function layoutHash(code: Bytes): string {
  const end = endOfCode(code);
  let hash = 0x811c9dc5;
  for (const { offset, size } of instructionPlaces(code)) if (offset < end) hash = Math.imul(hash ^ size, 0x01000193);
  return `${end} ${hexDigits(hash >>> 0, 8)}`;
}
