import { Bytes } from '../../core/bytes/index.ts';
import { fieldRange } from '../../core/schema/index.ts';
import { type Offload, type OffloadEntry, overlay, type Piece, structBytes, writeOffload } from '../offload/index.ts';
import { framed, layoutVersion1, layoutVersion2, repeated, syclbinParts } from './layout.ts';
import type { Syclbin, SyclbinContent, SyclbinImage, SyclbinLayout, SyclbinParts } from './model.ts';
import { IMAGE_HEADER, MODULE_HEADER, SYCLBIN_ALIGN, SYCLBIN_HEADER } from './table.ts';

/**
 * The bytes of a file: the inverse of `readSyclbin`. If metadata and images are unchanged, the layout is kept byte for byte; otherwise the
 * file is laid out again in its version. Version 1 keeps its envelope; version 2 keeps the order and the strings of its entries if the
 * number of images is the same.
 *
 * @example
 * writeSyclbin(readSyclbin(syclbin).value).length === syclbin.length; // true
 */
export function writeSyclbin(syclbin: Syclbin): Uint8Array {
  const { version, envelope, layout } = syclbin;
  const kept = same(syclbin, syclbin.placed);
  if (version === 2) {
    const whole = kept ? envelope : changedEnvelope(syclbin);
    return writeOffload(whole ?? { blobs: layoutVersion2(syclbinParts(syclbin)) });
  }
  const data = version1(kept && layout ? layout : layoutVersion1(syclbinParts(syclbin)));
  const [blob, ...others] = envelope?.blobs ?? [];
  const [entry, ...further] = blob?.entries ?? [];
  if (!envelope || !blob || !entry) return data;
  const entries = kept ? blob.entries : [{ ...entry, image: new Bytes(data) }, ...further];
  return writeOffload({ ...envelope, blobs: [{ ...blob, entries }, ...others] });
}

/** The entries of version 2 with new content; undefined if their number has changed. */
function changedEnvelope({ envelope, placed, metadata, modules }: Syclbin): Offload | undefined {
  const [blob, ...others] = envelope?.blobs ?? [];
  if (!envelope || !blob || modules.length !== placed.modules.length) return undefined;
  const changes = new Map<Bytes, Partial<OffloadEntry>>();
  const text = (old: Bytes, now: Bytes) => old !== now && changes.set(old, { image: now });
  text(placed.metadata, metadata);
  for (const [i, module] of modules.entries()) {
    const old = placed.modules[i];
    if (!old || old.ir.length !== module.ir.length || old.native.length !== module.native.length) return undefined;
    text(old.metadata, module.metadata);
    for (const role of ['ir', 'native'] as const) {
      for (const [j, image] of module[role].entries()) {
        const before = old[role][j];
        if (!before?.entry || (before.metadata === image.metadata && before.bytes === image.bytes)) continue;
        const data = framed({ metadata: image.metadata.data, bytes: image.bytes.data });
        const now =
          before.metadata === image.metadata ? {} : { strings: repeatedIn(before.entry.strings, repeated(image.metadata.data, role)) };
        changes.set(before.entry.image, { image: new Bytes(data), ...now });
      }
    }
  }
  const entries = blob.entries.map((entry) => ({ ...entry, ...changes.get(entry.image) }));
  const known = blob.entries.filter((entry) => changes.has(entry.image)).length;
  return known === changes.size ? { ...envelope, blobs: [{ ...blob, entries }, ...others] } : undefined;
}

/** Strings with new values for these keys; missing keys are not added. */
function repeatedIn(strings: OffloadEntry['strings'], values: readonly { key: string; value: string }[]): OffloadEntry['strings'] {
  return strings.map((string) => ({ ...string, value: values.find(({ key }) => key === string.key)?.value ?? string.value }));
}

/**
 * The bytes of a new file: bare in version 1, an OffloadBinary in version 2.
 *
 * @example
 * const made = buildSyclbin(syclbinParts(readSyclbin(syclbin).value), 2);
 * readSyclbin(made).value.modules.length > 0; // true
 */
export function buildSyclbin(parts: SyclbinParts, version: 1 | 2 = 2): Uint8Array {
  return version === 1 ? version1(layoutVersion1(parts)) : writeOffload({ blobs: layoutVersion2(parts) });
}

function version1(layout: Omit<SyclbinLayout, 'bytes'> & { readonly bytes?: Bytes }): Uint8Array {
  const { header, modules, ir, native, metadataTable, binaryTable, bytes } = layout;
  const head = structBytes(SYCLBIN_HEADER, header);
  // Field by field, because padding is not a part of the header.
  const pieces = SYCLBIN_HEADER.fields.map((field): Piece => {
    const [from, to] = fieldRange(field, true);
    return { at: from, data: head.subarray(from, to) };
  });
  let at = head.length;
  const rows = [
    ...modules.map((row) => structBytes(MODULE_HEADER, row)),
    ...[...ir, ...native].map((row) => structBytes(IMAGE_HEADER, row)),
  ];
  for (const data of rows) {
    pieces.push({ at, data });
    at += data.length;
  }
  // Tables that were read are where they were found, which may differ from what damaged sizes say.
  const metadataAt = bytes ? metadataTable.base - bytes.base : at;
  const binaryAt = bytes ? binaryTable.base - bytes.base : at + Math.ceil(metadataTable.length / SYCLBIN_ALIGN) * SYCLBIN_ALIGN;
  pieces.push({ at: metadataAt, data: metadataTable.data }, { at: binaryAt, data: binaryTable.data });
  return overlay(bytes?.length ?? binaryAt + binaryTable.length, pieces, bytes);
}

/** Whether two have exactly the same windows. */
function same(a: SyclbinContent, b: SyclbinContent): boolean {
  if (a.metadata !== b.metadata || a.modules.length !== b.modules.length) return false;
  return a.modules.every((module, i) => {
    const other = b.modules[i];
    return (
      module === other ||
      (other !== undefined &&
        module.metadata === other.metadata &&
        sameImages(module.ir, other.ir) &&
        sameImages(module.native, other.native))
    );
  });
}

function sameImages(a: readonly SyclbinImage[], b: readonly SyclbinImage[]): boolean {
  return a.length === b.length && a.every((image, i) => image.metadata === b[i]?.metadata && image.bytes === b[i]?.bytes);
}
