import type { Bytes } from '../core/bytes/index.ts';
import { type Diagnostic, FormatError } from '../core/diag/index.ts';
import type { Zebin } from '../formats/zebin/index.ts';
import { Behaviour } from './behaviour.ts';
import { isDriverZebin } from './elf.ts';
import { DriverFile } from './file.ts';
import { decodeSections } from './sections.ts';
import { zeInfoBytes, zeInfoTree } from './steps.ts';
import { DriverStop } from './stop.ts';

/**
 * Why a release does not accept the text of ze_info as text of its dialect, whatever its content; undefined if the release accepts it,
 * and if the release does not get as far as reading it.
 *
 * @param zebin the result of reading the bytes
 */
export function dialectFault(bytes: Bytes, zebin: Zebin, release: string): Diagnostic | undefined {
  const behaviour = new Behaviour(release);
  if (!zebin.zeInfo) return undefined;
  const file = new DriverFile(bytes, zebin);
  let origin: Bytes | undefined;
  try {
    if (!isDriverZebin(bytes)) return undefined;
    const sections = decodeSections(file.elf(behaviour), behaviour);
    origin = zeInfoBytes(bytes, sections);
    zeInfoTree(file, sections, behaviour);
    return undefined;
  } catch (error) {
    if (error instanceof DriverStop) return origin && error.diagnostic(origin, '.ze_info');
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
