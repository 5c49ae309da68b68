/**
 * The part of the decision that `ocloc validate` shares with a driver: sections, then ze_info and the code of its kernels.
 */
import type { Bytes } from '../bytes/index.ts';
import { TEXT_PREFIX } from '../zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { DriverSections } from './sections.ts';
import { DriverStop } from './stop.ts';
import { type DriverInfo, decodeZeInfo, readPart } from './zeinfo.ts';

/** The section under which code that belongs to no kernel is looked up. */
const FUNCTIONS = 'Intel_Symbol_Table_Void_Program';

/** The text of ze_info, which the offsets of a stop count in while it is read. */
export function zeInfoBytes(bytes: Bytes, { zeInfo }: DriverSections): Bytes | undefined {
  return zeInfo && bytes.sub(zeInfo.start, zeInfo.start + zeInfo.size);
}

/** Decodes ze_info and looks for the code of each kernel. */
export function takeZeInfo(bytes: Bytes, sections: DriverSections, how: Behaviour, grfBytes: number): DriverInfo {
  const { zeInfo } = sections;
  if (!zeInfo) return { kernels: [] };
  const whole = bytes.sub(zeInfo.start, zeInfo.start + zeInfo.size).text();
  const size = readPart(whole, how);
  const behindAt = zeInfo.start + size;
  const behind = behindAt < bytes.length ? bytes.u8(behindAt) : 0;
  const findText = (name: string, place: readonly [number, number]) => {
    const match = sections.texts.filter((text) => text.name.slice(TEXT_PREFIX.length) === name);
    const text = how.sectionsFirst ? match[0] : match.at(-1);
    const found = text ?? (how.plainText && name === FUNCTIONS ? sections.plainText : undefined);
    if (found === undefined || (how.sectionsFirst && found.size === 0))
      throw new DriverStop('driver/kernel-without-text', `kernel ${name} has no section ${TEXT_PREFIX}${name} with code`, ...place);
  };
  const info = decodeZeInfo(whole.slice(0, size), behind, { how, grfBytes, kernelDone: how.sectionsFirst ? () => {} : findText });
  if (how.sectionsFirst) for (const { name, place } of info.kernels) findText(name, place);
  return info;
}
