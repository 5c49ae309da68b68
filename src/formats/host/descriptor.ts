/**
 * Descriptors of SYCL programs: found by their shape, because programs are stripped, and read through pointers.
 */
import { type Bytes, firstIndex } from '../../core/bytes/index.ts';
import { COST, type Reporter } from '../../core/diag/index.ts';
import { structSize } from '../../core/schema/index.ts';
import type { RawProperty, RawPropertySet } from '../props/index.ts';
import type { Memory, Piece } from './memory.ts';
import type { HostImage } from './model.ts';
import { DESCRIPTOR, IMAGES, KINDS, NEW_ENTRY, NEW_ENTRY_MARK, OLD_ENTRY, PROPERTY, PROPERTY_SET } from './table.ts';

/** What a target looks like; next to an image, an empty one is accepted. */
const TARGET = /^[\w<][\w.,:<> -]*$/;
const TEXT = /^[\x20-\x7e]*$/;
const ZSTD_MAGIC = '\x28\xb5\x2f\xfd';

/**
 * The images of every descriptor in the pieces that may hold one. @param most bytes that are searched.
 */
export function readDescriptors(memory: Memory, scan: readonly Piece[], most: number, out: Reporter): HostImage[] {
  const images: HostImage[] = [];
  const step = memory.is64 ? 8 : 4;
  const size = structSize(DESCRIPTOR, memory.is64);
  let known: Bytes[] = [];
  let budget = most;
  let descriptors = 0;
  for (const piece of scan) {
    // Images contain no descriptors, so they are skipped. The list is sorted again only when it has grown much: there may be as many pieces
    // as images.
    if (images.length >= 2 * known.length && images.length > 0) known = images.map(({ bytes }) => bytes).sort((a, b) => a.base - b.base);
    const { base } = piece.bytes;
    let next = firstFrom(known, base);
    for (let at = (step - (piece.address % step)) % step; at + size <= piece.bytes.length; at += step) {
      for (let image = known[next]; image && base + at >= image.base; image = known[++next]) {
        const end = image.base + image.length - base;
        if (end > at) at += Math.ceil((end - at) / step) * step;
      }
      if (at + size > piece.bytes.length) break;
      budget -= step;
      if (budget < 0) {
        const message = `only the first ${most} bytes of data are searched for descriptors of device images`;
        out.report('limit/host-scan', piece.bytes.span(at, at), '', message, { most });
        return images;
      }
      if (!mayBegin(piece.bytes, at, memory.is64)) continue;
      const read = readDescriptor(memory, piece.address + at, descriptors, images.length, out);
      if (read.length === 0) continue;
      for (const image of read) images.push(image);
      descriptors++;
    }
  }
  return images;
}

/** Index of the first that begins at an offset of the file or after it. */
function firstFrom(sorted: readonly Bytes[], offset: number): number {
  return firstIndex(sorted.length, (i) => (sorted[i]?.base ?? 0) >= offset);
}

/** Whether an image begins in these bytes, so that a descriptor already describes them. */
export function imageFinder(images: readonly HostImage[]): (section: Bytes) => boolean {
  const sorted = images.flatMap(({ bytes }) => (bytes.length > 0 ? [bytes] : [])).sort((a, b) => a.base - b.base);
  return (section) => {
    const first = sorted[firstFrom(sorted, section.base)];
    return first !== undefined && first.base < section.base + section.length;
  };
}

/** Whether version, count and padding look like a descriptor: the quick test of the scan. */
function mayBegin(bytes: Bytes, at: number, is64: boolean): boolean {
  const word = bytes.u32(at);
  return (word & 0xffff) === 1 && word >>> 16 !== 0 && !(is64 && bytes.u32(at + 4) !== 0);
}

/** The images of the descriptor at an address; empty if there is no descriptor. */
function readDescriptor(memory: Memory, address: number, descriptor: number, from: number, out: Reporter): HostImage[] {
  const head = memory.struct(DESCRIPTOR, address);
  if (head?.host_entries_begin !== 0 || head.host_entries_end !== 0) return [];
  const place = memory.window(address, structSize(DESCRIPTOR, memory.is64))?.span();
  if (!place) return [];
  const images: HostImage[] = [];
  let at = head.images;
  for (let i = 0; i < head.image_count; i++) {
    if (!out.charge(COST.part, place, '')) break;
    const reading = readImage(memory, at, out);
    if (!reading) {
      // The first structure must be valid, or this is not a descriptor.
      if (i === 0) return [];
      const message = `the descriptor has ${head.image_count} images, and number ${i} cannot be read`;
      out.report('host/image', place, `images[${from + i}]`, message, { expected: head.image_count, found: i });
      break;
    }
    const { image, size, fields } = reading;
    const path = `images[${from + i}]`;
    const { kernels, entryForm } = readEntries(memory, fields.entries_begin, fields.entries_end, image.span, path, out);
    const propertySets = readSets(memory, fields.property_sets_begin, fields.property_sets_end, image.span, path, out);
    images.push({ index: from + i, descriptor, ...image, kernels, ...(entryForm === undefined ? {} : { entryForm }), propertySets });
    at += size;
  }
  return images;
}

interface ImageFields {
  readonly version: number;
  readonly kind: number;
  readonly format: number;
  readonly target: number;
  readonly compile_options: number;
  readonly link_options?: number;
  readonly image_begin: number;
  readonly image_end: number;
  readonly entries_begin: number;
  readonly entries_end: number;
  readonly property_sets_begin?: number;
  readonly property_sets_end?: number;
}

function readImage(memory: Memory, at: number, out: Reporter) {
  const version = memory.window(at, 2)?.u16(0);
  const row = IMAGES.find((image) => image.version === version);
  if (!row) return undefined;
  const fields: ImageFields | undefined = memory.struct(row.rows, at);
  const size = structSize(row.rows, memory.is64);
  const place = memory.window(at, size);
  if (!fields || !place || !KINDS.some(({ value }) => value === fields.kind) || fields.format > 15) return undefined;
  // An image may be empty: a device that the program has no code for.
  const empty = fields.image_begin === fields.image_end;
  const bytes = empty ? place.sub(0, 0) : range(memory, fields.image_begin, fields.image_end);
  const target = memory.text(fields.target, out);
  if (!bytes || target === undefined || !(empty ? TARGET : TEXT).test(target)) return undefined;
  const compressed = bytes.startsWith(ZSTD_MAGIC) ? { compressed: { method: 'zstd' } as const } : {};
  const linkOptions = fields.link_options === undefined ? undefined : memory.text(fields.link_options, out);
  const compileOptions = memory.text(fields.compile_options, out);
  const formatAt = place.base + 3;
  const extent = { ends: memory.pointerAt(row.rows, 'image_end', at), sizes: [], ...(fields.kind === 4 ? { format: formatAt } : {}) };
  const image = {
    version: fields.version,
    offloadKind: fields.kind,
    format: fields.format,
    target,
    ...(compileOptions === undefined ? {} : { compileOptions }),
    ...(linkOptions === undefined ? {} : { linkOptions }),
    bytes,
    ...compressed,
    span: place.span(),
    extent,
  };
  return { image, size, fields };
}

/** The bytes from one address to another; an empty range is none. */
function range(memory: Memory, begin: number, end: number): Bytes | undefined {
  return end > begin ? memory.window(begin, end - begin) : undefined;
}

/** How many structures of `size` bytes are between two addresses; reports an invalid range, or one outside the file. */
function countOf(memory: Memory, begin: number, end: number, size: number, image: HostImage['span'], path: string, out: Reporter): number {
  if (end === begin) return 0;
  const bytes = range(memory, begin, end);
  if (!bytes) {
    out.report('host/pointer', image, path, 'a pointer of the image leads outside the file, or its end comes before its beginning');
    return 0;
  }
  return Math.floor(bytes.length / size);
}

type Kernels = Pick<HostImage, 'kernels' | 'entryForm'>;

function readEntries(memory: Memory, begin: number, end: number, image: HostImage['span'], path: string, out: Reporter): Kernels {
  const first = end > begin ? memory.window(begin, 16) : undefined;
  const isNew = first !== undefined && NEW_ENTRY_MARK.every((word, i) => first.u32(i * 4) === word);
  const rows = isNew ? NEW_ENTRY : OLD_ENTRY;
  const size = structSize(rows, memory.is64);
  const count = countOf(memory, begin, end, size, image, `${path}/entries`, out);
  const kernels: string[] = [];
  for (let i = 0; i < count; i++) {
    if (!out.charge(COST.entry, image, path)) break;
    const entry = memory.struct(rows, begin + i * size);
    const name = entry && memory.text(entry.name, out);
    if (name === undefined) {
      out.report('host/pointer', image, `${path}/entries[${i}]`, 'the name of an entry is not in the file');
      continue;
    }
    kernels.push(name);
  }
  return count === 0 ? { kernels } : { kernels, entryForm: isNew ? 'new' : 'old' };
}

function readSets(
  memory: Memory,
  begin: number | undefined,
  end: number | undefined,
  image: HostImage['span'],
  path: string,
  out: Reporter,
): RawPropertySet[] {
  if (begin === undefined || end === undefined) return [];
  const size = structSize(PROPERTY_SET, memory.is64);
  const count = countOf(memory, begin, end, size, image, `${path}/property_sets`, out);
  const sets: RawPropertySet[] = [];
  for (let i = 0; i < count; i++) {
    const where = `${path}/property_sets[${i}]`;
    if (!out.charge(COST.entry, image, where)) break;
    const set = memory.struct(PROPERTY_SET, begin + i * size);
    const name = set && memory.text(set.name, out);
    const span = memory.window(begin + i * size, size)?.span();
    if (!set || name === undefined || !span) {
      out.report('host/pointer', span ?? image, where, 'the name of a property set is not in the file');
      continue;
    }
    sets.push({ name, properties: readProperties(memory, set.properties_begin, set.properties_end, span, where, out), span });
  }
  return sets;
}

function readProperties(memory: Memory, begin: number, end: number, set: HostImage['span'], path: string, out: Reporter): RawProperty[] {
  const size = structSize(PROPERTY, memory.is64);
  const count = countOf(memory, begin, end, size, set, path, out);
  const properties: RawProperty[] = [];
  for (let i = 0; i < count; i++) {
    const where = `${path}/properties[${i}]`;
    if (!out.charge(COST.entry, set, where)) break;
    const property = memory.struct(PROPERTY, begin + i * size);
    const name = property && memory.text(property.name, out);
    const span = memory.window(begin + i * size, size)?.span();
    if (!property || name === undefined || !span) {
      out.report('host/pointer', span ?? set, where, 'the name of a property is not in the file');
      continue;
    }
    const value = property.value === 0 ? undefined : memory.window(property.value, Number(property.size));
    if (property.value !== 0 && !value) {
      out.report('host/pointer', span, where, `the value of ${name}, ${property.size} bytes, is not in the file`);
    }
    properties.push({ name, type: property.type, size: property.size, ...(value ? { value } : {}), span });
  }
  return properties;
}
