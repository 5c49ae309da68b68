import type { CoreFamily } from '../device/index.ts';
import { type Platform, platformNamed } from '../eu/index.ts';

/** The instruction set of a core family. */
export function platformOfCore(core: CoreFamily | undefined): Platform | undefined {
  return core?.iga === undefined ? undefined : platformNamed(core.iga);
}
