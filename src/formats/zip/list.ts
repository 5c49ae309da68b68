import type { Bytes } from '../../core/bytes/index.ts';
import { readStruct } from '../../core/schema/index.ts';
import type { ZipList } from './model.ts';
import { ZIP_CENTRAL, ZIP_END, ZIP_END_64, ZIP_END_64_HEADER, ZIP_END_HEADER, ZIP_LOCATOR_64, ZIP_LOCATOR_64_HEADER } from './table.ts';

export interface ListPlace extends ZipList {
  readonly count: number;
}

const END = ZIP_END_HEADER.size64;
const LOCATOR = ZIP_LOCATOR_64_HEADER.size64;
/** The longest comment after the end of the list. */
const COMMENT = 0xffff;

/** The list of entries, by the record that closes it; undefined if there is none. */
export function findList(bytes: Bytes): ListPlace | undefined {
  const end = endOf(bytes);
  if (end === undefined) return undefined;
  const header = readStruct(ZIP_END_HEADER, bytes, end, true);
  const end64 = end64Of(bytes, end);
  const { entries, list_size, list_offset } = end64 === undefined ? header : readStruct(ZIP_END_64_HEADER, bytes, end64, true);
  // Something may come before the archive: then all offsets are too small by its size.
  const start = (end64 ?? end) - list_size;
  const moved = start > list_offset && (list_size === 0 || bytes.startsWith(ZIP_CENTRAL, start));
  const shift = moved ? start - list_offset : 0;
  return { start: list_offset + shift, end, shift, count: entries, ...(end64 === undefined ? {} : { end64 }) };
}

/** The last place where an end of a list begins whose comment is there. */
function endOf(bytes: Bytes): number | undefined {
  const from = Math.max(bytes.length - END - COMMENT, 0);
  const tail = bytes.sub(from, bytes.length);
  for (let at = tail.length - END; at >= 0; at--) if (tail.u8(at) === 0x50 && tail.startsWith(ZIP_END, at)) return from + at;
  return undefined;
}

function end64Of(bytes: Bytes, end: number): number | undefined {
  const locator = end - LOCATOR;
  if (locator < 0 || !bytes.startsWith(ZIP_LOCATOR_64, locator)) return undefined;
  const { offset } = readStruct(ZIP_LOCATOR_64_HEADER, bytes, locator, true);
  const size = ZIP_END_64_HEADER.size64;
  // Before the locator, if something comes before the archive.
  return [offset, locator - size].find((at) => at >= 0 && bytes.startsWith(ZIP_END_64, at) && bytes.has(at, size));
}
