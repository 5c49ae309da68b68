import type { Bytes } from '../bytes/index.ts';
import { type Diagnostic, FormatError } from '../diag/index.ts';
import type { Zebin } from '../zebin/index.ts';
import { Behaviour } from './behaviour.ts';
import { CAPACITY, fitsCapacity } from './capacity.ts';
import { isDriverZebin } from './elf.ts';
import { DriverFile } from './file.ts';
import { decodeSections } from './sections.ts';
import { zeInfoBytes, zeInfoTree } from './steps.ts';
import { DriverStop } from './stop.ts';
import { readPart } from './zeinfo.ts';

/** What a release does that accepts common texts. */
const ACCEPTS_COMMON = ['dashesInNames', 'emptyLists', 'singleEntries', 'spacesInNames'] as const;

/**
 * Why a release does not take the text of ze_info for text of its dialect, whatever the text says; undefined when it does, and when
 * it does not come as far as to read it.
 *
 * @param zebin what reading the bytes gave.
 */
export function dialectFault(bytes: Bytes, zebin: Zebin, release: string): Diagnostic | undefined {
  const behaviour = new Behaviour(release);
  if (!zebin.zeInfo || isCommonText(zebin.zeInfo, behaviour)) return undefined;
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

/** Whether it is certain that a release accepts the text, which is so for nearly all that compilers write. */
function isCommonText({ document }: NonNullable<Zebin['zeInfo']>, behaviour: Behaviour): boolean {
  if (!document.isCommon || !ACCEPTS_COMMON.every((name) => behaviour.does(name))) return false;
  const { text, bytes, tree } = document;
  // What it reads has to end with a line.
  const end = readPart(text, behaviour);
  if (end > 0 && text[end - 1] !== '\n') return false;
  // For each of our nodes the driver makes one, and there is one above all.
  return tree.count < CAPACITY || fitsCapacity(bytes.data.subarray(0, end));
}
