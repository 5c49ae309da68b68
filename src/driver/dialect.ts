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

/** The behaviours of a release that accepts common texts. */
const ACCEPTS_COMMON = ['dashesInNames', 'emptyLists', 'singleEntries', 'spacesInNames'] as const;

/**
 * Why a release does not accept the text of ze_info as text of its dialect, whatever its content; undefined if the release accepts it,
 * and if the release does not get as far as reading it.
 *
 * @param zebin the result of reading the bytes
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

/** Whether the release certainly accepts the text. This is the case for nearly all texts that compilers write. */
function isCommonText({ document }: NonNullable<Zebin['zeInfo']>, behaviour: Behaviour): boolean {
  if (!document.isCommon || !ACCEPTS_COMMON.every((name) => behaviour.does(name))) return false;
  const { text, bytes, tree } = document;
  // The part that it reads has to end with a line.
  const end = readPart(text, behaviour);
  if (end > 0 && text[end - 1] !== '\n') return false;
  // The driver makes one node for each of ours, and a root.
  return tree.count < CAPACITY || fitsCapacity(bytes.data.subarray(0, end));
}
