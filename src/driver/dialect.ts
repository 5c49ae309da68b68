import type { Bytes } from '../bytes/index.ts';
import { type Diagnostic, FormatError } from '../diag/index.ts';
import type { Zebin } from '../zebin/index.ts';
import { Behaviour } from './behaviour.ts';
import { isDriverZebin } from './elf.ts';
import { DriverFile } from './file.ts';
import { hasRoom, ROOM } from './room.ts';
import { decodeSections } from './sections.ts';
import { zeInfoBytes, zeInfoTree } from './steps.ts';
import { DriverStop } from './stop.ts';
import { readPart } from './zeinfo.ts';

/** What a release does that takes usual texts. */
const TAKES_USUAL = ['dashesInNames', 'emptyLists', 'singleEntries', 'spacesInNames'] as const;

/**
 * Why a release does not take the text of ze_info for text of its dialect, whatever the text says; undefined when it does, and when
 * it does not come as far as to read it.
 *
 * @param zebin what reading the bytes gave.
 */
export function dialectFault(bytes: Bytes, zebin: Zebin, release: string): Diagnostic | undefined {
  const how = new Behaviour(release);
  if (!zebin.zeInfo || isUsual(zebin.zeInfo, how)) return undefined;
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

/** Whether it is certain that a release takes the text, which is so for nearly all that compilers write. */
function isUsual({ document }: NonNullable<Zebin['zeInfo']>, how: Behaviour): boolean {
  if (!document.usual || !TAKES_USUAL.every((name) => how.does(name))) return false;
  const { text, bytes, tree } = document;
  // What it reads has to end with a line.
  const end = readPart(text, how);
  if (end > 0 && text[end - 1] !== '\n') return false;
  // For each of our nodes the driver makes one, and there is one above all.
  return tree.count < ROOM || hasRoom(bytes.data.subarray(0, end));
}
