/** Detects the kind of data from its content alone: file names are not used. */

import { Bytes } from '../core/bytes/index.ts';
import { textBundleComment } from '../formats/bundle/index.ts';
import { syclCacheForm } from '../formats/cache/index.ts';
import { readElf } from '../formats/elf/index.ts';
import { isProps } from '../formats/props/index.ts';
import { CONTAINER } from '../formats/zeinfo/index.ts';
import { elfKind, isHostElf } from './elf-kind.ts';
import { FORMATS, type FormatKind, type FormatRow } from './formats.ts';

/** The kind of `input`; undefined if it is not in the table. Uses only the content, and never throws. */
export function detect(input: Uint8Array | Bytes): FormatKind | undefined {
  const bytes = Bytes.from(input);
  const kind = detectByStart(bytes);
  if (kind !== 'elf') return kind;
  try {
    return isHostElf(bytes) ? 'elf' : elfKind(readElf(bytes).value);
  } catch {
    // Too short for a header: still an ELF file by its first bytes.
    return kind;
  }
}

/** As {@link detect}, but `elf` for every kind of ELF file, which is distinguished only by reading it. */
export function detectByStart(bytes: Bytes): FormatKind | undefined {
  // Detected by sizes that fill the file exactly, because there is no magic.
  const cached = syclCacheForm(bytes);
  if (cached !== undefined) return cached === 'key' ? 'sycl-cache-key' : 'sycl-cache';
  if (bytes.startsWith('\x7fELF')) return 'elf';
  const byMagic = (FORMATS as readonly FormatRow[]).find((row) => row.magic?.some((magic) => bytes.startsWith(magic)));
  return byMagic ? (byMagic.kind as FormatKind) : textKind(bytes);
}

const SAMPLE = 4096;

/** No part of the pattern matches what the next part matches too; otherwise a text of blank lines would take quadratic time. */
const ZE_INFO = /^(?:---[^\S\n]*\n)?(?:#[^\n]*\n)*\s*version: +['"]?[0-9]+\.[0-9]+/;

/** Other texts begin with a version too; here either attributes or nothing follows. */
function isZeInfo(sample: string): boolean {
  const version = ZE_INFO.exec(sample)?.[0];
  if (version === undefined) return false;
  const keys = [...sample.slice(version.length).matchAll(/^([\w-]+)[^\S\n]*:/gm)];
  return keys.length === 0 || keys.some(([, key = '']) => Object.hasOwn(CONTAINER.attributes, key));
}

const sampleOf = (bytes: Bytes): string => bytes.sub(0, Math.min(bytes.length, SAMPLE)).text();

/** Whether the beginning has no control characters except white space. */
export function looksLikeText(bytes: Bytes): boolean {
  return isTextSample(sampleOf(bytes));
}

const isTextSample = (sample: string): boolean => sample !== '' && !/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(sample);

function textKind(bytes: Bytes): FormatKind | undefined {
  const sample = sampleOf(bytes);
  if (!isTextSample(sample)) return undefined;
  if (textBundleComment(bytes) !== undefined) return 'text-bundle';
  if (isProps(bytes)) return 'property-sets';
  return isZeInfo(sample) ? 'ze-info' : 'text';
}
