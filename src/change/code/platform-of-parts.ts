import { coreFamily } from '../../devices/index.ts';
import type { ElfParts } from '../../formats/elf/index.ts';
import { type Platform, platformOfCore } from '../../formats/eu/index.ts';
import { coreOfParts } from '../../formats/zebin/index.ts';

/** The instruction set of the device that the notes of a zebin name, if it is known. */
export function platformOfParts(parts: ElfParts): Platform | undefined {
  const core = coreOfParts(parts);
  return core === undefined ? undefined : platformOfCore(coreFamily(core));
}
