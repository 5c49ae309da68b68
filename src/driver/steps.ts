/**
 * The part of the decision that `ocloc validate` shares with a driver: sections, then ze_info and the code of its kernels.
 */
import type { Bytes } from '../bytes/index.ts';
import { TEXT_PREFIX } from '../zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { DriverSections } from './sections.ts';
import { DriverStop, stopOf } from './stop.ts';
import { type DriverInfo, decodeZeInfo, readPart } from './zeinfo.ts';

/** The section under which code that belongs to no kernel is looked up. */
const FUNCTIONS = 'Intel_Symbol_Table_Void_Program';

/** The text of ze_info, which the offsets of a stop count in while it is read. */
export function zeInfoBytes(bytes: Bytes, { zeInfo }: DriverSections): Bytes | undefined {
  return zeInfo && bytes.sub(zeInfo.start, zeInfo.start + zeInfo.size);
}

/** Decodes ze_info and looks for the code of each kernel. */
export function takeZeInfo(bytes: Bytes, sections: DriverSections, how: Behaviour, grfBytes: number): DriverInfo {
  const text = zeInfoText(bytes, sections, how);
  if (!text) return { kernels: [] };
  const find = textFinder(sections, how);
  const info = decodeZeInfo(text.part, text.behind, { how, grfBytes, kernelDone: how.sectionsFirst ? () => {} : find });
  if (how.sectionsFirst) for (const { name, place } of info.kernels) find(name, place);
  return info;
}

/**
 * What each kernel is refused for, by its number, were it alone in the file; kernels that are taken are not in it. Undefined when the
 * text is not read as far as its kernels.
 */
export function judgeKernels(
  bytes: Bytes,
  sections: DriverSections,
  how: Behaviour,
  grfBytes: number,
): ReadonlyMap<number, DriverStop> | undefined {
  const text = zeInfoText(bytes, sections, how);
  const stops = new Map<number, DriverStop>();
  const find = textFinder(sections, how);
  if (!text) return stops;
  const kernelStopped = (index: number, stop: DriverStop) => void stops.set(index, stop);
  try {
    const { kernels } = decodeZeInfo(text.part, text.behind, { how, grfBytes, kernelDone: () => {}, kernelStopped });
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

/** The part of the text that is read, and the byte behind it. */
function zeInfoText(bytes: Bytes, { zeInfo }: DriverSections, how: Behaviour): { part: string; behind: number } | undefined {
  if (!zeInfo) return undefined;
  const whole = bytes.sub(zeInfo.start, zeInfo.start + zeInfo.size).text();
  const size = readPart(whole, how);
  const behindAt = zeInfo.start + size;
  return { part: whole.slice(0, size), behind: behindAt < bytes.length ? bytes.u8(behindAt) : 0 };
}

/** Stops where a kernel has no code. Of several sections of one name the first counts since 23.05, before that the last. */
function textFinder({ texts, plainText }: DriverSections, how: Behaviour): (name: string, place: readonly [number, number]) => void {
  const sizes = new Map<string, number>();
  for (const { name, size } of how.sectionsFirst ? [...texts].reverse() : texts) sizes.set(name.slice(TEXT_PREFIX.length), size);
  if (how.plainText && plainText && !sizes.has(FUNCTIONS)) sizes.set(FUNCTIONS, plainText.size);
  return (name, place) => {
    const size = sizes.get(name);
    if (size === undefined || (how.sectionsFirst && size === 0))
      throw new DriverStop('driver/kernel-without-text', `kernel ${name} has no section ${TEXT_PREFIX}${name} with code`, ...place);
  };
}
