/**
 * The part of the decision that `ocloc validate` shares with a driver: sections, then ze_info and the code of its kernels.
 */
import type { Bytes } from '../bytes/index.ts';
import { TEXT_PREFIX } from '../zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { DriverFile } from './file.ts';
import type { DriverSections } from './sections.ts';
import { DriverStop, stopOf } from './stop.ts';
import type { DriverTree } from './tree.ts';
import { type DriverInfo, decodeZeInfo, readPart } from './zeinfo.ts';

/** The section under which code that belongs to no kernel is looked up. */
const FUNCTIONS = 'Intel_Symbol_Table_Void_Program';

/** The text of ze_info, which the offsets of a stop count in while it is read. */
export function zeInfoBytes(bytes: Bytes, { zeInfo }: DriverSections): Bytes | undefined {
  return zeInfo && bytes.sub(zeInfo.start, zeInfo.start + zeInfo.size);
}

/** Decodes ze_info and looks for the code of each kernel. */
export function takeZeInfo(file: DriverFile, sections: DriverSections, how: Behaviour, grfBytes: number): DriverInfo {
  const tree = zeInfoTree(file, sections, how);
  if (!tree) return { kernels: [] };
  const find = textFinder(sections, how);
  const info = decodeZeInfo(tree, { how, grfBytes, kernelDone: how.does('sectionsFirst') ? () => {} : find });
  if (how.does('sectionsFirst')) for (const { name, place } of info.kernels) find(name, place);
  return info;
}

/**
 * What each kernel is refused for, by its number, were it alone in the file; kernels that are taken are not in it. Undefined when the
 * text is not read as far as its kernels.
 */
export function judgeKernels(
  file: DriverFile,
  sections: DriverSections,
  how: Behaviour,
  grfBytes: number,
): ReadonlyMap<number, DriverStop> | undefined {
  const stops = new Map<number, DriverStop>();
  const find = textFinder(sections, how);
  const kernelStopped = (index: number, stop: DriverStop) => void stops.set(index, stop);
  try {
    const tree = zeInfoTree(file, sections, how);
    if (!tree) return stops;
    const { kernels } = decodeZeInfo(tree, { how, grfBytes, kernelDone: () => {}, kernelStopped });
    for (const { index, name, place } of kernels) {
      const stop = stopOf(() => find(name, place));
      if (stop) stops.set(index, stop);
    }
    return stops;
  } catch (error) {
    if (error instanceof DriverStop) return undefined;
    throw error;
  }
}

/** The part of the text that is read, as a tree. */
export function zeInfoTree(file: DriverFile, { zeInfo }: DriverSections, how: Behaviour): DriverTree | undefined {
  return zeInfo && file.tree(zeInfo, readPart(file.text(zeInfo), how), how);
}

/** Stops where a kernel has no code. Of several sections of one name the first counts since 23.05, before that the last. */
function textFinder({ texts, plainText }: DriverSections, how: Behaviour): (name: string, place: readonly [number, number]) => void {
  const sizes = new Map<string, number>();
  for (const { name, size } of how.does('sectionsFirst') ? [...texts].reverse() : texts) sizes.set(name.slice(TEXT_PREFIX.length), size);
  if (plainText && !sizes.has(FUNCTIONS) && how.does('plainText')) sizes.set(FUNCTIONS, plainText.size);
  return (name, place) => {
    const size = sizes.get(name);
    if (size === undefined || (how.does('sectionsFirst') && size === 0))
      throw new DriverStop('driver/kernel-without-text', `kernel ${name} has no section ${TEXT_PREFIX}${name} with code`, ...place);
  };
}
