import { coreFamily } from '../device/index.ts';
import type { ElfParts } from '../elf/index.ts';
import type { Platform } from '../eu/index.ts';
import { coreOfParts } from '../zebin/index.ts';
import { platformOfCore } from './platform.ts';

/** The instruction set of the device that the notes of a zebin name, if it is known. */
export function platformOfParts(parts: ElfParts): Platform | undefined {
  const core = coreOfParts(parts);
  return core === undefined ? undefined : platformOfCore(coreFamily(core));
}
