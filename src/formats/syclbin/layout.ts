import { Bytes, ByteWriter, encodeText } from '../../core/bytes/index.ts';
import { Reporter } from '../../core/diag/index.ts';
import { layoutOffload, type OffloadImage, SYCLBIN_IMAGE } from '../offload/index.ts';
import { decodeProperty, decodeProps, propertySets, setAt } from '../props/index.ts';
import type { Syclbin, SyclbinImageParts, SyclbinLayout, SyclbinParts } from './model.ts';
import { SYCLBIN_ALIGN, SYCLBIN_MAGIC, type SyclbinRole } from './table.ts';

/** The offload kind of entries of version 2. */
export const OFFLOAD_SYCL = 8;

/** A role of entries that hold an image. */
export type ImageRole = 'ir' | 'native';

/**
 * The property sets and images of a file, without their places: what `buildSyclbin` makes a file of.
 *
 * @example
 * syclbinParts(readSyclbin(syclbin).value).modules.length > 0; // true
 */
export function syclbinParts({ metadata, modules }: Pick<Syclbin, 'metadata' | 'modules'>): SyclbinParts {
  const images = (list: readonly { metadata: Bytes; bytes: Bytes }[]) =>
    list.map((image) => ({ metadata: image.metadata.data, bytes: image.bytes.data }));
  return {
    metadata: metadata.data,
    modules: modules.map((module) => ({ metadata: module.metadata.data, ir: images(module.ir), native: images(module.native) })),
  };
}

/** Numbers and tables of version 1: metadata of the file, of modules, of IR modules, of native images; then their bytes. */
export function layoutVersion1({ metadata, modules }: SyclbinParts): Omit<SyclbinLayout, 'bytes'> {
  const texts = new ByteWriter();
  const binaries = new ByteWriter();
  const put = (table: ByteWriter, data: Uint8Array) => {
    const at = BigInt(table.length);
    table.bytes(data);
    return [at, BigInt(data.length)] as const;
  };
  const global = put(texts, metadata);
  const metadataPlaces = modules.map((module) => put(texts, module.metadata));
  const headers = (images: readonly SyclbinImageParts[]) => {
    const places = images.map((image) => put(texts, image.metadata));
    return images.map((image, i) => {
      const [metadata_offset, metadata_size] = places[i] ?? [0n, 0n];
      const [bytes_offset, bytes_size] = put(binaries, image.bytes);
      return { metadata_offset, metadata_size, bytes_offset, bytes_size };
    });
  };
  const ir = headers(modules.flatMap((module) => module.ir));
  const native = headers(modules.flatMap((module) => module.native));
  let [firstIr, firstNative] = [0, 0];
  const moduleHeaders = modules.map((module, i) => {
    const [metadata_offset, metadata_size] = metadataPlaces[i] ?? [0n, 0n];
    const header = {
      metadata_offset,
      metadata_size,
      ir_module_count: module.ir.length,
      ir_module_first: firstIr,
      native_image_count: module.native.length,
      native_image_first: firstNative,
    };
    firstIr += module.ir.length;
    firstNative += module.native.length;
    return header;
  });
  const header = {
    magic: new Bytes(encodeText(SYCLBIN_MAGIC)).u32(0),
    version: 1,
    abstract_module_count: modules.length,
    ir_module_count: ir.length,
    native_image_count: native.length,
    metadata_table_size: BigInt(texts.length),
    binary_table_size: BigInt(binaries.length),
    global_metadata_offset: global[0],
    global_metadata_size: global[1],
  };
  const metadataTable = new Bytes(texts.finish());
  return { header, modules: moduleHeaders, ir, native, metadataTable, binaryTable: new Bytes(binaries.align(SYCLBIN_ALIGN).finish()) };
}

/** The entries of version 2. Their strings `ir_type`, `arch` and `triple` repeat what the property text says, as the toolchain writes them. */
export function layoutVersion2({ metadata, modules }: SyclbinParts): ReturnType<typeof layoutOffload> {
  const entry = (role: SyclbinRole, image: Uint8Array, ...strings: OffloadImage['strings']): OffloadImage => ({
    image_kind: SYCLBIN_IMAGE,
    offload_kind: OFFLOAD_SYCL,
    flags: 0,
    strings: [{ key: 'sycl_format_version', value: '2' }, { key: 'role', value: role }, ...strings],
    image,
  });
  const images = modules.flatMap((module, i) => {
    const number = { key: 'am_index', value: String(i) };
    return [
      entry('am_metadata', module.metadata, number),
      ...module.ir.map((image) => entry('ir', framed(image), number, ...repeated(image.metadata, 'ir'))),
      ...module.native.map((image) => entry('native', framed(image), number, ...repeated(image.metadata, 'native'))),
    ];
  });
  return layoutOffload([entry('global_metadata', metadata), ...images], 2);
}

/** The property text after its size, then the bytes. */
export function framed({ metadata, bytes }: SyclbinImageParts): Uint8Array {
  return new ByteWriter(8 + metadata.length + bytes.length).u64(metadata.length).bytes(metadata).bytes(bytes).finish();
}

/** Which property corresponds to which string, by the role of the entry. */
const STRINGS = {
  ir: { ir_type: 'type', triple: 'target' },
  native: { arch: 'arch', triple: 'target' },
} as const;

/** Keys of the strings that an entry of this role has in addition to its role and number. */
export const stringKeys = (role: ImageRole): string[] => Object.keys(STRINGS[role]);

/**
 * The strings that property text is repeated in; those without a property are left out.
 *
 * @param out charged for reading the text, which images of a file may share
 */
export function repeated(metadata: Uint8Array, role: ImageRole, out = new Reporter(metadata.length)): { key: string; value: string }[] {
  const set = setAt(role);
  const strings = STRINGS[role];
  const properties = propertySets(decodeProps(new Bytes(metadata), out)).find((row) => row.name === set);
  return Object.entries(strings).flatMap(([key, property]) => {
    const value = properties?.properties.find((row) => row.key === property)?.value;
    if (!value) return [];
    const decoded = decodeProperty(set, property, value);
    if (decoded.kind === 'text') return [{ key, value: decoded.value }];
    return decoded.kind === 'uint32' ? [{ key, value: String(decoded.value) }] : [];
  });
}
