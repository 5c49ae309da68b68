import type { Bytes } from '../bytes/index.ts';

/** Where an instruction is in its section, in bytes. */
export interface InstructionPlace {
  readonly offset: number;
  readonly size: 8 | 16;
}

/** Set in the first word of an instruction that is written in 8 bytes instead of 16. */
const COMPACTED = 1 << 29;

/**
 * The places of the instructions in code of any device from Gen8 to Xe3P. Fewer than 16 bytes at the end that hold no compacted
 * instruction are padding. Held to what `iga64` and `ocloc disasm` print of every kernel of the corpus.
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
