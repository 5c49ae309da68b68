import type { Bytes } from '../../core/bytes/index.ts';
import { COST, diagnostic, FormatError, type Reporter } from '../../core/diag/index.ts';
import { readStruct, type StructOf, type StructRows } from '../../core/schema/index.ts';
import { index } from '../offload/index.ts';
import type { Syclbin, SyclbinImage, SyclbinModule } from './model.ts';
import { IMAGE_HEADER, MODULE_HEADER, SYCLBIN_ALIGN, SYCLBIN_HEADER, SYCLBIN_MAGIC } from './table.ts';

/**
 * Reads version 1 from its magic on. Throws `FormatError` when there is nothing to read: `syclbin/not-syclbin`, `syclbin/header`,
 * `syclbin/version`.
 */
export function readVersion1(bytes: Bytes, out: Reporter): Syclbin {
  if (!bytes.startsWith(SYCLBIN_MAGIC)) {
    const span = bytes.span(0, Math.min(4, bytes.length));
    throw new FormatError(diagnostic('syclbin/not-syclbin', 'this is not a SYCLBIN file: it does not begin with IBYS', span, ''));
  }
  if (!bytes.has(0, SYCLBIN_HEADER.size64)) {
    const message = `the file header needs ${SYCLBIN_HEADER.size64} bytes, but there are only ${bytes.length}`;
    throw new FormatError(diagnostic('syclbin/header', message, bytes.span(bytes.length), 'header'));
  }
  const header = readStruct(SYCLBIN_HEADER, bytes, 0, true);
  if (header.version !== 1) {
    const message = `the version is ${header.version}, and this form of the file exists only as version 1`;
    throw new FormatError(diagnostic('syclbin/version', message, bytes.span(4, 8), 'header/version', { found: header.version }));
  }
  const moduleEnd = SYCLBIN_HEADER.size64 + header.abstract_module_count * MODULE_HEADER.size64;
  const irEnd = moduleEnd + header.ir_module_count * IMAGE_HEADER.size64;
  const headersEnd = irEnd + header.native_image_count * IMAGE_HEADER.size64;
  if (!bytes.has(0, headersEnd)) {
    const message = `the headers take ${headersEnd} bytes, but there are only ${bytes.length}`;
    throw new FormatError(diagnostic('syclbin/header', message, bytes.span(8, 20), 'header', { needed: headersEnd }));
  }
  const metadataTable = tableAt(bytes, headersEnd, header.metadata_table_size, [24, 32], 'metadata_table', out);
  const binaryAt = headersEnd + Math.ceil(index(header.metadata_table_size) / SYCLBIN_ALIGN) * SYCLBIN_ALIGN;
  const binaryTable = tableAt(bytes, binaryAt, header.binary_table_size, [32, 40], 'binary_table', out);
  const layout = {
    header,
    modules: headersOf(MODULE_HEADER, bytes, SYCLBIN_HEADER.size64, header.abstract_module_count, out),
    ir: headersOf(IMAGE_HEADER, bytes, moduleEnd, header.ir_module_count, out),
    native: headersOf(IMAGE_HEADER, bytes, irEnd, header.native_image_count, out),
    metadataTable,
    binaryTable,
    bytes,
  };
  const unread = new Set<Bytes>();
  const nothing = (at: Bytes) => {
    unread.add(at);
    return at;
  };
  const within = (table: Bytes, offset: bigint, size: bigint, at: number, path: string): Bytes => {
    const [from, count] = [index(offset), index(size)];
    // Overlapping parts are charged each time, because they will be read each time.
    if (table.has(from, count))
      return out.charge(count, table.span(from, from + count), path) ? table.sub(from, from + count) : nothing(table.sub(0, 0));
    out.report('syclbin/range', bytes.span(at, at + 16), path, `${size} bytes at ${offset} are not in a table of ${table.length}`, {
      expected: size,
    });
    // A part of an image is worth showing; a part of a text that begins anywhere is not.
    return path.endsWith('metadata')
      ? nothing(table.sub(table.length, table.length))
      : table.sub(Math.min(from, table.length), table.length);
  };
  const imagesOf = (
    list: readonly StructOf<typeof IMAGE_HEADER>[],
    first: number,
    count: number,
    headersAt: number,
    at: number,
    path: string,
  ) => {
    if (first + count > list.length) {
      const message = `the module has ${count} from ${first} on, but there are ${list.length} headers`;
      if (!out.exhausted) out.report('syclbin/index', bytes.span(at, at + 8), path, message, { found: first + count });
      return [];
    }
    const images: SyclbinImage[] = [];
    for (let i = first; i < first + count; i++) {
      const place = headersAt + i * IMAGE_HEADER.size64;
      const image = list[i];
      if (!image || !out.charge(COST.entry, bytes.span(place, place + IMAGE_HEADER.size64), path)) break;
      const named = `${path}[${i - first}]`;
      images.push({
        metadata: within(metadataTable, image.metadata_offset, image.metadata_size, place, `${named}/metadata`),
        bytes: within(binaryTable, image.bytes_offset, image.bytes_size, place + 16, `${named}/bytes`),
        declaredSize: index(image.bytes_size),
      });
    }
    return images;
  };
  const modules = layout.modules.map((module, i): SyclbinModule => {
    const at = SYCLBIN_HEADER.size64 + i * MODULE_HEADER.size64;
    const path = `modules[${i}]`;
    return {
      metadata: within(metadataTable, module.metadata_offset, module.metadata_size, at, `${path}/metadata`),
      ir: imagesOf(layout.ir, module.ir_module_first, module.ir_module_count, moduleEnd, at + 16, `${path}/ir`),
      native: imagesOf(layout.native, module.native_image_first, module.native_image_count, irEnd, at + 24, `${path}/native`),
    };
  });
  const metadata = within(metadataTable, header.global_metadata_offset, header.global_metadata_size, 40, 'metadata');
  return { kind: 'syclbin', version: 1, bytes, metadata, modules, placed: { metadata, modules }, unread, layout };
}

/** The part of a table that exists. */
function tableAt(bytes: Bytes, at: number, size: bigint, field: readonly [number, number], path: string, out: Reporter): Bytes {
  const count = index(size);
  if (bytes.has(at, count)) return bytes.sub(at, at + count);
  const left = Math.max(bytes.length - at, 0);
  out.report(
    'syclbin/range',
    bytes.span(...field),
    `header/${path}_size`,
    `the table has ${size} bytes, and ${left} are left in the file`,
    {
      expected: size,
      found: left,
    },
  );
  return bytes.sub(Math.min(at, bytes.length), bytes.length);
}

function headersOf<S extends StructRows>(rows: S, bytes: Bytes, at: number, count: number, out: Reporter): StructOf<S>[] {
  const headers: StructOf<S>[] = [];
  for (let i = 0; i < count; i++) {
    const place = at + i * rows.size64;
    if (!out.charge(COST.entry, bytes.span(place, place + rows.size64), 'header')) break;
    headers.push(readStruct(rows, bytes, place, true));
  }
  return headers;
}
