import { Bytes, putNumber } from '../../core/bytes/index.ts';
import { diagnostic, FormatError } from '../../core/diag/index.ts';
import type { Host, HostImage, HostSection } from './model.ts';

const OFFLOAD_MAGIC = '\x10\xff\x10\xad';
const ZSTD_MAGIC = '\x28\xb5\x2f\xfd';
/** Offset of the size in the header of an OffloadBinary, and multiples of which blobs begin at. */
const OFFLOAD_SIZE = 8;
const OFFLOAD_ALIGN = 8;

/**
 * The bytes of a host file with new content in place of images and sections. Nothing moves. Shorter content is followed by zeros, and
 * everything that records its end is updated: the descriptor, whose pointer may be made by a relocation, the pair in `.tgtimg`, the header
 * of the section. The size of the last OffloadBinary of a section includes the zeros, since programs pass the size of the whole section. An
 * image that was compressed is no longer marked as compressed.
 *
 * A signature of the program becomes invalid.
 *
 * Throws `FormatError` (`replace/fixed`) for content that is longer than what it replaces, and for a place that overlaps another image.
 *
 * @example
 * writeHost(readHost(program).value, new Map()).length === program.length; // true
 */
export function writeHost(host: Host, changes: ReadonlyMap<HostImage | HostSection, Uint8Array>): Uint8Array {
  const { base } = host.bytes;
  const described = new Map<string, HostImage[]>();
  for (const image of host.images) {
    const known = described.get(placeOf(image));
    if (known) known.push(image);
    else described.set(placeOf(image), [image]);
  }
  const shared = overlapping([...described.values()].flatMap(([image]) => image ?? []));
  for (const [place, content] of changes) {
    const capacity = place.bytes.length;
    if (content.length > capacity) {
      const why = `has space for ${capacity} bytes there, but ${content.length} are given: nothing in a linked program can move`;
      throw fixed(place, why);
    }
    if (shared.has(placeOf(place))) throw fixed(place, 'has another image in the same bytes');
  }
  const data = host.bytes.data.slice();
  for (const [place, content] of changes) {
    const from = place.bytes.base - base;
    data.fill(0, from, from + place.bytes.length).set(content, from);
    if ('role' in place) resizeSection(data, place, content.length, base);
    // An image may be described more than once.
    else {
      const images = described.get(placeOf(place)) ?? [];
      for (const image of images) resizeImage(data, image, content, host.is64, base);
      // Images of one place share the list of its sizes.
      for (const sizes of new Set(images.map(({ extent }) => extent.sizes)))
        for (const at of sizes) putNumber(data, at - base, BigInt(content.length), host.is64 ? 8 : 4);
    }
  }
  return data;
}

const placeOf = ({ bytes }: HostImage | HostSection) => `${bytes.base} ${bytes.length}`;

/** The places that share a byte with another one. */
function overlapping(images: readonly HostImage[]): ReadonlySet<string> {
  const sorted = images.filter(({ bytes }) => bytes.length > 0).sort((a, b) => a.bytes.base - b.bytes.base);
  const names = new Set<string>();
  let furthest: HostImage | undefined;
  for (const image of sorted) {
    const end = furthest ? furthest.bytes.base + furthest.bytes.length : 0;
    if (furthest && image.bytes.base < end) names.add(placeOf(furthest)).add(placeOf(image));
    if (!furthest || image.bytes.base + image.bytes.length > end) furthest = image;
  }
  return names;
}

function resizeImage(data: Uint8Array, image: HostImage, content: Uint8Array, is64: boolean, base: number): void {
  const { bytes, extent, compressed } = image;
  const width = is64 ? 8 : 4;
  const written = new Bytes(data);
  for (const at of extent.ends) {
    const old = is64 ? written.u64(at - base) : BigInt(written.u32(at - base));
    putNumber(data, at - base, old - BigInt(bytes.length - content.length), width);
  }
  if (compressed && extent.format !== undefined && !new Bytes(content).startsWith(ZSTD_MAGIC)) data[extent.format - base] = 0;
}

function resizeSection(data: Uint8Array, { bytes, sizeAt }: HostSection, length: number, base: number): void {
  const from = bytes.base - base;
  const last = lastBlob(new Bytes(data).sub(from, from + length));
  if (last !== undefined) putNumber(data, from + last + OFFLOAD_SIZE, BigInt(bytes.length - last), 8);
  else if (sizeAt) putNumber(data, sizeAt[0] - base, BigInt(length), sizeAt[1]);
}

/** Where the last of the consecutive OffloadBinaries begins. */
function lastBlob(section: Bytes): number | undefined {
  let last: number | undefined;
  for (let at = 0; section.has(at, OFFLOAD_SIZE + 8) && section.startsWith(OFFLOAD_MAGIC, at); ) {
    last = at;
    const size = section.u64AsNumber(at + OFFLOAD_SIZE);
    if (size < OFFLOAD_SIZE + 8 || !section.has(at, size)) break;
    at = Math.ceil((at + size) / OFFLOAD_ALIGN) * OFFLOAD_ALIGN;
  }
  return last;
}

function fixed({ bytes }: HostImage | HostSection, why: string): FormatError {
  return new FormatError(diagnostic('replace/fixed', `the host file ${why}`, bytes.span(), ''));
}
