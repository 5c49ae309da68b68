import type { Bytes } from '../bytes/index.ts';
import { type Diagnostic, FormatError } from '../diag/index.ts';
import type { Zebin } from '../zebin/index.ts';
import { Behaviour } from './behaviour.ts';
import { isDriverZebin } from './elf.ts';
import { DriverFile } from './file.ts';
import { decodeSections } from './sections.ts';
import { zeInfoBytes, zeInfoTree } from './steps.ts';
import { DriverStop } from './stop.ts';
import { ROOM } from './tree.ts';
import { MISC_INFO } from './zeinfo.ts';

/**
 * Why a release does not take the text of ze_info for text of its dialect, whatever the text says; undefined when it does, and when
 * it does not come as far as to read it.
 *
 * @param zebin what reading the bytes gave.
 */
export function dialectFault(bytes: Bytes, zebin: Zebin, release: string): Diagnostic | undefined {
  const how = new Behaviour(release);
  if (!zebin.zeInfo || (isUsual(zebin.zeInfo) && how.does('singleEntries'))) return undefined;
  const file = new DriverFile(bytes, zebin);
  let origin: Bytes | undefined;
  try {
    if (!isDriverZebin(bytes)) return undefined;
    const sections = decodeSections(file.elf(how), how);
    origin = zeInfoBytes(bytes, sections);
    zeInfoTree(file, sections, how);
    return undefined;
  } catch (error) {
    if (error instanceof DriverStop) return origin && error.diagnostic(origin, '.ze_info');
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Whether it is certain that a driver that reads single entries takes the text, which is so for nearly all that compilers write. */
function isUsual({ document }: NonNullable<Zebin['zeInfo']>): boolean {
  // For each of our nodes the driver makes one, and there is one above all.
  if (!document.usual || document.tree.count >= ROOM) return false;
  // What it reads has to end with a line.
  const cut = document.text.indexOf(MISC_INFO);
  return cut <= 0 || document.text[cut - 1] === '\n';
}
