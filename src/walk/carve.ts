/**
 * Device binaries in files of unknown kinds, in host files without descriptors, and after the first image of a file: serialized models,
 * pickles, core dumps, the kernels built into a driver, sections that a linker has put together. They are found by their magic, at any
 * offset, and end where their own headers say.
 */

import { type Bytes, type Input, reading, type Source } from '../core/bytes/index.ts';
import { COST, type Outcome, type Reporter } from '../core/diag/index.ts';
import { zstdExtent } from '../core/inflate/index.ts';
import { arExtent } from '../formats/ar/index.ts';
import { bundleExtent, ccobExtent } from '../formats/bundle/index.ts';
import { PATCH_TOKEN_MAGIC, patchTokensExtent } from '../formats/legacy/index.ts';
import { offloadExtent } from '../formats/offload/index.ts';
import { spirvExtent } from '../formats/spirv/index.ts';
import { syclbinExtent } from '../formats/syclbin/extent.ts';
import { elfExtent } from './elf-extent.ts';

/** A binary inside something else. */
export interface Carved {
  readonly kind: (typeof KINDS)[number]['kind'];
  readonly bytes: Bytes;
  /** Size by its headers: more than is there if the file ends inside it. */
  readonly declaredSize: number;
}

const CHUNK = 65_536;

interface KindRow {
  readonly kind: string;
  readonly magic: string;
  /** The length of what begins here, by its headers; undefined if that is something else. */
  extent(bytes: Bytes, out: Reporter): number | undefined;
  /** Its headers say too little to look for it among other data: it is found only where images are known to be. */
  readonly weak?: true;
}

/** How a kind is recognised: its first byte is searched for; `extent` tests the rest and returns the length. */
const KINDS = [
  { kind: 'elf', magic: '\x7fELF', extent: elfExtent },
  { kind: 'offload-binary', magic: '\x10\xff\x10\xad', extent: offloadExtent },
  { kind: 'spirv', magic: '\x03\x02\x23\x07', extent: spirvExtent },
  { kind: 'spirv', magic: '\x07\x23\x02\x03', extent: spirvExtent },
  { kind: 'ar', magic: '!<arch>\n', extent: arExtent },
  { kind: 'clang-bundle', magic: '__CLANG_OFFLOAD_BUNDLE__', extent: bundleExtent },
  { kind: 'compressed-clang-bundle', magic: 'CCOB', extent: ccobExtent },
  { kind: 'syclbin', magic: 'IBYS', extent: syclbinExtent },
  { kind: 'patch-tokens', magic: PATCH_TOKEN_MAGIC, extent: patchTokensExtent },
  { kind: 'zstd', magic: '\x28\xb5\x2f\xfd', extent: zstdExtent, weak: true },
] as const satisfies readonly KindRow[];

/**
 * Finds Intel device binaries in any data, in the order of the data; binaries inside one that was found are not listed again. All of the
 * data is read, a piece at a time.
 *
 * @example
 * const dump = new Uint8Array(1_000 + bytes.length);
 * dump.set(bytes, 1_000);
 * carve(dump).value.map(({ bytes: { base } }) => base); // [1000]
 */
export function carve(input: Input | Source): Outcome<readonly Carved[]> {
  return reading(input, (bytes, out) => imagesIn(bytes, out, false));
}

/**
 * The device binaries in data, in its order.
 *
 * @param among images: they are known to be there, so that weak signs are enough
 */
export function imagesIn(bytes: Bytes, out: Reporter, among: boolean): readonly Carved[] {
  const rows: readonly KindRow[] = among ? KINDS : KINDS.filter((row) => !('weak' in row));
  // No magic is missed between two pieces.
  const overlap = Math.max(...rows.map(({ magic }) => magic.length)) - 1;
  const images: Carved[] = [];
  const most = out.listable;
  let end = 0;
  for (let at = 0; at < bytes.length && !out.exhausted; at += CHUNK) {
    if (at + CHUNK <= end) continue;
    const piece = bytes.sub(at, Math.min(at + CHUNK + overlap, bytes.length)).data;
    for (const { offset, row } of magics(piece, rows)) {
      const start = at + offset;
      if (start < end || offset >= CHUNK) continue;
      if (!out.charge(COST.note, bytes.span(start, start), '')) break;
      const image = imageAt(bytes, start, row, out);
      if (!image) continue;
      if (images.length >= most) {
        out.end(bytes.span(start), '');
        break;
      }
      end = start + image.bytes.length;
      images.push(image);
    }
  }
  return images;
}

/** The device binary that the data begins with. */
export function firstImage(bytes: Bytes, out: Reporter): Carved | undefined {
  const row = KINDS.find(({ magic }) => bytes.startsWith(magic));
  return row && imageAt(bytes, 0, row, out);
}

function imageAt(bytes: Bytes, start: number, row: KindRow, out: Reporter): Carved | undefined {
  const size = row.extent(bytes.sub(start, bytes.length), out);
  if (size === undefined) return undefined;
  const image = bytes.sub(start, Math.min(start + size, bytes.length));
  return { kind: row.kind as Carved['kind'], bytes: image, declaredSize: size };
}

interface Magic {
  readonly offset: number;
  readonly row: KindRow;
}

/** Where a magic is in a piece of data, in its order. */
function magics(data: Uint8Array, rows: readonly KindRow[]): Magic[] {
  const places: Magic[] = [];
  for (const row of rows) {
    const { magic } = row;
    for (let at = data.indexOf(magic.charCodeAt(0)); at >= 0; at = data.indexOf(magic.charCodeAt(0), at + 1)) {
      let i = 1;
      while (i < magic.length && data[at + i] === magic.charCodeAt(i)) i++;
      if (i === magic.length) places.push({ offset: at, row });
    }
  }
  return places.sort((a, b) => a.offset - b.offset);
}
