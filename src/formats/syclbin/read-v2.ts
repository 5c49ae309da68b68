import { type Bytes, textSize } from '../../core/bytes/index.ts';
import type { Reporter, Span } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { index, OFFLOAD_ENTRY, type Offload, type OffloadEntry, offloadString, SYCLBIN_IMAGE } from '../offload/index.ts';
import type { Syclbin, SyclbinImage } from './model.ts';
import { SYCLBIN_ROLES } from './table.ts';

/** Modules under construction: their entries come in any order. */
interface Open {
  metadata: Bytes | undefined;
  readonly ir: SyclbinImage[];
  readonly native: SyclbinImage[];
}

/** Reads version 2, which is an OffloadBinary. Entries that belong nowhere are left out, with an error. */
export function readVersion2(envelope: Offload, out: Reporter): Syclbin {
  const { bytes } = envelope;
  const entries = envelope.blobs[0]?.entries ?? [];
  const at = (entry: OffloadEntry, key: string) => stringSpan(envelope, entry, key) ?? spanOf(entry, bytes);
  const modules: Open[] = [];
  const unread = new Set<Bytes>();
  let metadata: Bytes | undefined;
  // An entry that is left out may be the one that is missing elsewhere: that is reported once.
  let leftOut = false;
  entries.forEach((entry, i) => {
    const path = `entries[${i}]`;
    const span = spanOf(entry, bytes);
    const role = offloadString(entry, 'role');
    if (entry.header.image_kind !== SYCLBIN_IMAGE) {
      out.report(
        'syclbin/image-kind',
        kindSpan(envelope, i) ?? span,
        path,
        `the image kind is ${entry.header.image_kind} in place of ${SYCLBIN_IMAGE}`,
      );
      if (role === undefined) return;
    }
    if (role === 'global_metadata') {
      if (metadata) out.report('syclbin/role', at(entry, 'role'), path, 'there is a second entry for the metadata of the file');
      metadata ??= entry.image;
      const version = offloadString(entry, 'sycl_format_version');
      // The toolchain reader compares the string only when it is there.
      if (version !== undefined && version !== '' && version !== '2')
        out.report('syclbin/version', at(entry, 'sycl_format_version'), path, `sycl_format_version is ${quoted(version)} instead of "2"`);
      return;
    }
    if (!SYCLBIN_ROLES.some((row) => row.role === role)) {
      leftOut = true;
      out.report('syclbin/role', at(entry, 'role'), path, `the role is ${quoted(role)}`);
      return;
    }
    const number = moduleIndex(entry, entries.length, at(entry, 'am_index'), path, out);
    if (number === undefined) {
      leftOut = true;
      return;
    }
    const module = modules[number] ?? { metadata: undefined, ir: [], native: [] };
    modules[number] = module;
    if (role === 'am_metadata') {
      if (module.metadata)
        out.report('syclbin/role', at(entry, 'role'), path, `there is a second entry for the metadata of module ${number}`);
      module.metadata ??= entry.image;
    } else module[role === 'ir' ? 'ir' : 'native'].push(imageOf(entry, span, path, unread, out));
  });
  const nothing = bytes.sub(bytes.length, bytes.length);
  unread.add(nothing);
  if (!metadata && !leftOut) out.report('syclbin/role', bytes.span(), '', 'there is no entry for the metadata of the file');
  const moduleImages = Array.from(modules, (module, i) => {
    if (!module?.metadata && !leftOut)
      out.report('syclbin/role', bytes.span(), `modules[${i}]`, `there is no entry for the metadata of module ${i}`);
    return { ir: module?.ir ?? [], native: module?.native ?? [], metadata: module?.metadata ?? nothing };
  });
  const content = { metadata: metadata ?? nothing, modules: moduleImages };
  return { kind: 'syclbin', version: 2, bytes, ...content, placed: content, unread, envelope };
}

function moduleIndex(entry: OffloadEntry, count: number, span: Span, path: string, out: Reporter): number | undefined {
  const text = offloadString(entry, 'am_index');
  if (text !== undefined && /^[0-9]{1,9}$/.test(text) && Number(text) < count) return Number(text);
  out.report('syclbin/index', span, path, `am_index is ${quoted(text)}, which is not a number below that of the entries, ${count}`);
  return undefined;
}

/** Size of the metadata in 8 bytes, the metadata, the image. */
function imageOf(entry: OffloadEntry, span: Span, path: string, unread: Set<Bytes>, out: Reporter): SyclbinImage {
  const { image } = entry;
  const declared = Number(entry.header.image_size);
  const size = image.has(0, 8) ? index(image.u64(0)) : Number.POSITIVE_INFINITY;
  if (image.has(8, size))
    return { metadata: image.sub(8, 8 + size), bytes: image.sub(8 + size, image.length), declaredSize: declared - 8 - size, entry };
  const where = image.has(0, 8) ? image.span(0, 8) : span;
  out.report('syclbin/metadata-size', where, path, `${size} bytes of metadata are not in the ${image.length} of the entry`);
  const metadata = image.sub(image.length, image.length);
  unread.add(metadata);
  return { metadata, bytes: image.sub(Math.min(8, image.length), image.length), declaredSize: declared - 8, entry };
}

const quoted = (text: string | undefined) => (text === undefined ? 'missing' : JSON.stringify(clip(text, 40)));

/** Where the value of a string is; undefined for a missing one, or one in an inflated body. */
function stringSpan(envelope: Offload, entry: OffloadEntry, key: string): Span | undefined {
  const blob = envelope.blobs[0];
  const string = entry.strings.find((row) => row.key === key);
  if (!blob?.bytes || blob.compressed || !string) return undefined;
  const from = index(string.header.value_offset);
  const end = from + textSize(string.value);
  return blob.bytes.has(from, end - from) ? blob.bytes.span(from, end) : undefined;
}

/** Where the image kind of an entry is. */
function kindSpan({ blobs: [blob] }: Offload, i: number): Span | undefined {
  if (!blob?.bytes || blob.compressed) return undefined;
  const from = index(blob.header.entries_offset) + i * OFFLOAD_ENTRY.size64;
  return blob.bytes.span(from, from + 2);
}

/** Where the entry's image is in the file. */
function spanOf(entry: OffloadEntry, file: Bytes): Span {
  return entry.image.source === file.source ? entry.image.span() : file.span();
}
