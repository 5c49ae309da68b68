import type { Bytes } from '../../core/bytes/index.ts';

/** Where an instruction is in its section, in bytes. */
export interface InstructionPlace {
  readonly offset: number;
  readonly size: 8 | 16;
}

/** Bit in the first word of an instruction that has 8 bytes instead of 16. */
const COMPACTED = 1 << 29;

/**
 * The places of the instructions in code of any device from Gen8 to Xe3P. A remainder of fewer than 16 bytes without a compacted
 * instruction is padding. Tests compare the places with the output of `iga64` and `ocloc disasm` for every kernel of the corpus.
 *
 * Source: intel/intel-graphics-compiler visa/iga/IGALibrary/Backend/Native/MInst.hpp.
 */
export function instructionPlaces(code: Bytes): InstructionPlace[] {
  const places: InstructionPlace[] = [];
  for (let offset = 0; offset + 8 <= code.length; ) {
    const size = (code.u32(offset) & COMPACTED) !== 0 ? 8 : 16;
    if (offset + size > code.length) break;
    places.push({ offset, size });
    offset += size;
  }
  return places;
}
