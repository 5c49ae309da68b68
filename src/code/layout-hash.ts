import type { Bytes } from '../bytes/index.ts';
import { instructionPlaces } from '../zebin/index.ts';

/** Where code ends, and bytes of padding that are 0 begin: after the last instruction with another byte. */
export function endOfCode(code: Bytes): number {
  let end = 0;
  for (const { offset, size } of instructionPlaces(code)) {
    if (code.data.subarray(offset, offset + size).some((byte) => byte !== 0)) end = offset + size;
  }
  return end;
}

/**
 * Where instructions are, as a text: two pieces of code with the same text have instructions at the same offsets, so debug information
 * that is right for one is right for the other. It is the number of bytes without padding, and FNV-1a over the sizes.
 */
export function layoutHash(code: Bytes): string {
  const end = endOfCode(code);
  let hash = 0x811c9dc5;
  for (const { offset, size } of instructionPlaces(code)) if (offset < end) hash = Math.imul(hash ^ size, 0x01000193);
  return `${end} ${(hash >>> 0).toString(16).padStart(8, '0')}`;
}
