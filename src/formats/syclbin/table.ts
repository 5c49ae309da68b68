import type { FieldRow, StructRows } from '../../core/schema/index.ts';

/**
 * SYCLBIN: modules, each as intermediate code, as native images, or both. Version 1 has headers of its own and two tables; version 2 is
 * an OffloadBinary whose entries have roles.
 *
 * Sources: intel/llvm sycl/doc/design/SYCLBINDesign.md, llvm/include/llvm/Object/SYCLBIN.h, llvm/lib/Object/SYCLBIN.cpp.
 */
export const SYCLBIN_MAGIC = 'IBYS';

const u32 = <const N extends string>(name: N, at: number, doc: string) =>
  ({ name, at32: [at, 4], at64: [at, 4], as: 'number', doc }) as const satisfies FieldRow;
/** Passed on unchanged: a damaged value may not be exact as a number. */
const u64 = <const N extends string>(name: N, at: number, doc: string) =>
  ({ name, at32: [at, 8], at64: [at, 8], as: 'bigint', doc }) as const satisfies FieldRow;

/** Four bytes of padding follow the counts. */
export const SYCLBIN_HEADER = {
  name: 'SYCLBIN file header',
  size32: 56,
  size64: 56,
  fields: [
    u32('magic', 0, 'The number 0x53594249.'),
    u32('version', 4, 'Version: 1. Version 2 does not have this header.'),
    u32('abstract_module_count', 8, 'Number of abstract modules.'),
    u32('ir_module_count', 12, 'Number of IR modules in all.'),
    u32('native_image_count', 16, 'Number of native device code images in all.'),
    u64('metadata_table_size', 24, 'Size of the metadata table in bytes, without what aligns the binary table.'),
    u64('binary_table_size', 32, 'Size of the binary table in bytes.'),
    u64('global_metadata_offset', 40, 'Where the metadata of the file begins in the metadata table.'),
    u64('global_metadata_size', 48, 'Size of the metadata of the file in bytes.'),
  ],
} as const satisfies StructRows;

export const MODULE_HEADER = {
  name: 'SYCLBIN abstract module header',
  size32: 32,
  size64: 32,
  fields: [
    u64('metadata_offset', 0, 'Where the metadata of the module begins in the metadata table.'),
    u64('metadata_size', 8, 'Its size in bytes.'),
    u32('ir_module_count', 16, 'Number of IR modules of this module.'),
    u32('ir_module_first', 20, 'Index of the first one among the IR module headers.'),
    u32('native_image_count', 24, 'Number of native images of this module.'),
    u32('native_image_first', 28, 'Index of the first one among the native image headers.'),
  ],
} as const satisfies StructRows;

/** Header of an IR module or a native image. */
export const IMAGE_HEADER = {
  name: 'SYCLBIN image header',
  size32: 32,
  size64: 32,
  fields: [
    u64('metadata_offset', 0, 'Where its metadata begins in the metadata table.'),
    u64('metadata_size', 8, 'Size of the metadata in bytes.'),
    u64('bytes_offset', 16, 'Where its bytes begin in the binary table.'),
    u64('bytes_size', 24, 'Number of its bytes.'),
  ],
} as const satisfies StructRows;

/** The binary table begins at a multiple of this. */
export const SYCLBIN_ALIGN = 8;

/** Strings of the entries of version 2, in addition to `triple` and `arch`. */
export const SYCLBIN_KEYS = [
  { key: 'sycl_format_version', doc: 'The version: 2. Looked at on the entry of the global metadata only.' },
  { key: 'role', doc: 'What the entry is.' },
  { key: 'am_index', doc: 'Number of the abstract module that the entry belongs to, in decimal.' },
  { key: 'ir_type', doc: 'Repeats the property `type` of an IR module.' },
] as const;

export const SYCLBIN_ROLES = [
  { role: 'global_metadata', doc: 'Property text about the file. There is exactly one.' },
  { role: 'am_metadata', doc: 'Property text about an abstract module. There is one for each.' },
  { role: 'ir', doc: 'An IR module: the size of its property text in 8 bytes, the text, the module.' },
  { role: 'native', doc: 'A native image: the size of its property text in 8 bytes, the text, the image.' },
] as const;

export type SyclbinRole = (typeof SYCLBIN_ROLES)[number]['role'];
