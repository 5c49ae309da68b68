import { Bytes, ByteWriter, encodeText, textSize } from '../../core/bytes/index.ts';
import type { OffloadBlob, OffloadEntry, OffloadHeader, OffloadImage, OffloadString } from './model.ts';
import { OFFLOAD_ALIGN, OFFLOAD_ENTRY, OFFLOAD_HEADERS, OFFLOAD_STRING, OFFLOAD_STRING_1 } from './table.ts';

/**
 * Places images as LLVM does: header, entries, string entries, strings, and from the next multiple of 8 on the images, without padding
 * between them. Version 1 has one image in each blob; the others have all in one. Nothing is compressed.
 *
 * Throws `RangeError` for an unknown version, and for a NUL in a key or, in version 1, in a value.
 *
 * @example
 * const blobs = layoutOffload([{ image_kind: 0, offload_kind: 4, flags: 0, strings: [], image: new Uint8Array(8) }]);
 * readOffload(writeOffload({ blobs })).value.blobs.length; // 1
 */
export function layoutOffload(images: readonly OffloadImage[], version = 2): OffloadBlob[] {
  const row = OFFLOAD_HEADERS.find((header) => header.version === version);
  if (!row) throw new RangeError(`there is no OffloadBinary of version ${version}`);
  if (version === 1) return images.map((image) => layoutBlob([image], 1, row.rows.size64));
  return [layoutBlob(images, version, row.rows.size64)];
}

function layoutBlob(images: readonly OffloadImage[], version: number, headerSize: number): OffloadBlob {
  const stringSize = (version === 1 ? OFFLOAD_STRING_1 : OFFLOAD_STRING).size64;
  const texts = images.flatMap(({ strings }) =>
    strings.flatMap(({ key, value }) => [checked(key), version === 1 ? checked(value) : value]),
  );
  const stringsAt = headerSize + images.length * OFFLOAD_ENTRY.size64;
  const tableAt = stringsAt + images.reduce((sum, { strings }) => sum + strings.length * stringSize, 0);
  const table = stringTable(texts, tableAt);
  let nextString = stringsAt;
  let nextImage = align(tableAt + table.size);
  const entries = images.map((image): OffloadEntry => {
    const header = {
      image_kind: image.image_kind,
      offload_kind: image.offload_kind,
      flags: image.flags,
      strings_offset: BigInt(nextString),
      strings_count: BigInt(image.strings.length),
      image_offset: BigInt(nextImage),
      image_size: BigInt(image.image.length),
    };
    nextString += image.strings.length * stringSize;
    nextImage += image.image.length;
    const strings = image.strings.map(({ key, value }): OffloadString => {
      const places = { key_offset: table.offset(key), value_offset: table.offset(value) };
      const sized = { ...places, value_size: BigInt(textSize(value)) };
      return { header: version === 1 ? places : sized, key, value };
    });
    return { header, strings, image: new Bytes(image.image) };
  });
  const length = align(nextImage);
  const common = { version, size: BigInt(length), entries_offset: BigInt(headerSize) };
  const counted = { ...common, entries_count: BigInt(entries.length) };
  const header: OffloadHeader =
    version === 1 ? { ...common, entry_size: BigInt(OFFLOAD_ENTRY.size64) } : version === 2 ? counted : { ...counted, inflated_size: 0n };
  return { header, length, entries, placed: entries };
}

const align = (at: number) => Math.ceil(at / OFFLOAD_ALIGN) * OFFLOAD_ALIGN;

function checked(text: string): string {
  if (text.includes('\0')) throw new RangeError(`${JSON.stringify(text)} would end at the NUL in it`);
  return text;
}

/**
 * Places strings as LLVM's StringTableBuilder does: an empty one first, then strings with a common end together, longer ones first. A
 * string that is the end of another one takes no space.
 *
 * Source: llvm/llvm-project llvm/lib/MC/StringTableBuilder.cpp.
 */
function stringTable(texts: readonly string[], base: number): { size: number; offset(text: string): bigint } {
  const strings = [...new Set(texts)]
    .filter((text) => text !== '')
    .map((text) => ({ text, bytes: encodeText(text) }))
    .sort((a, b) => byTail(a.bytes, b.bytes));
  const offsets = new Map<string, number>([['', 0]]);
  let size = 1;
  let last: Uint8Array = new Uint8Array(0);
  for (const { text, bytes } of strings) {
    if (endsWith(last, bytes)) {
      offsets.set(text, size - bytes.length - 1);
      continue;
    }
    offsets.set(text, size);
    size += bytes.length + 1;
    last = bytes;
  }
  return { size, offset: (text) => BigInt(base + (offsets.get(text) ?? 0)) };
}

/** Compares from the last byte backwards, greater bytes first; if one string is the end of the other, the longer one comes first. */
function byTail(a: Uint8Array, b: Uint8Array): number {
  for (let i = 1; i <= Math.max(a.length, b.length); i++) {
    const difference = (b[b.length - i] ?? -1) - (a[a.length - i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function endsWith(whole: Uint8Array, tail: Uint8Array): boolean {
  return tail.length <= whole.length && tail.every((byte, i) => byte === whole[whole.length - tail.length + i]);
}

/** The content of a blob's entries, to be laid out again. */
export function imagesOf(entries: readonly OffloadEntry[]): OffloadImage[] {
  return entries.map(({ header: { image_kind, offload_kind, flags }, strings, image }) => ({
    image_kind,
    offload_kind,
    flags,
    strings: strings.map(({ key, value }) => ({ key, value })),
    image: image.data,
  }));
}

/** The bytes of blobs, one after another. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new ByteWriter(parts.reduce((sum, part) => sum + part.length, 0));
  for (const part of parts) out.bytes(part);
  return out.finish();
}
