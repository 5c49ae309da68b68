import { type Bytes, firstIndex, hexDigits } from '../../core/bytes/index.ts';
import { type InstructionPlace, instructionPlaces } from '../../formats/zebin/index.ts';

/** The end of the code, where zero padding begins: after the last instruction with a byte that is not 0. @param places all instructions */
export function endOfCode({ data }: Bytes, places: readonly InstructionPlace[]): number {
  const endOf = (index: number): number => (places[index]?.offset ?? 0) + (places[index]?.size ?? 0);
  let end = endOf(places.length - 1);
  while (end > 0 && data[end - 1] === 0) end--;
  return end === 0 ? 0 : endOf(firstIndex(places.length, (index) => endOf(index) >= end));
}

/**
 * A text that identifies where instructions are: pieces of code with the same text have instructions at the same offsets, so debug
 * information that is right for one is right for the other. It is the number of bytes without padding, and the FNV-1a hash of the
 * instruction sizes.
 */
export function layoutHash(code: Bytes): string {
  const places = instructionPlaces(code);
  const end = endOfCode(code, places);
  let hash = 0x811c9dc5;
  for (const { offset, size } of places) if (offset < end) hash = Math.imul(hash ^ size, 0x01000193);
  return `${end} ${hexDigits(hash >>> 0, 8)}`;
}
