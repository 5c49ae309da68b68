import type { FieldRow, StructRows } from '../../core/schema/index.ts';

/**
 * LLVM's OffloadBinary: a header, entries, strings and images, made for the section `.llvm.offloading`.
 *
 * Sources: llvm/llvm-project llvm/include/llvm/Object/OffloadBinary.h, llvm/lib/Object/OffloadBinary.cpp, and the same paths in intel/llvm.
 */
export const OFFLOAD_MAGIC = '\x10\xff\x10\xad';

const u16 = <const N extends string>(name: N, at: number, doc: string) =>
  ({ name, at32: [at, 2], at64: [at, 2], as: 'number', doc }) as const satisfies FieldRow;
const u32 = <const N extends string>(name: N, at: number, doc: string) =>
  ({ name, at32: [at, 4], at64: [at, 4], as: 'number', doc }) as const satisfies FieldRow;
/** Passed on unchanged: a damaged value may not be exact as a number. */
const u64 = <const N extends string>(name: N, at: number, doc: string) =>
  ({ name, at32: [at, 8], at64: [at, 8], as: 'bigint', doc }) as const satisfies FieldRow;

const COMMON = [
  u32('version', 4, 'Version: 1 to 3.'),
  u64('size', 8, 'Size of the blob in bytes; in the stored form when it is compressed.'),
  u64('entries_offset', 16, 'Where the entries begin, counted from the first byte of the blob like all offsets.'),
] as const;

/** The header of each version. */
export const OFFLOAD_HEADERS = [
  {
    version: 1,
    rows: {
      name: 'OffloadBinary header 1',
      size32: 32,
      size64: 32,
      fields: [...COMMON, u64('entry_size', 24, 'Size of the entry in bytes: 40. There is one entry.')],
    },
  },
  {
    version: 2,
    rows: {
      name: 'OffloadBinary header 2',
      size32: 32,
      size64: 32,
      fields: [...COMMON, u64('entries_count', 24, 'Number of entries.')],
    },
  },
  {
    version: 3,
    rows: {
      name: 'OffloadBinary header 3',
      size32: 40,
      size64: 40,
      fields: [
        ...COMMON,
        u64('entries_count', 24, 'Number of entries.'),
        u64('inflated_size', 32, 'Size of the blob when what follows the header is inflated; 0 when it is not compressed.'),
      ],
    },
  },
] as const satisfies readonly { readonly version: number; readonly rows: StructRows }[];

export const OFFLOAD_ENTRY = {
  name: 'OffloadBinary entry',
  size32: 40,
  size64: 40,
  fields: [
    u16('image_kind', 0, 'What the image is.'),
    u16('offload_kind', 2, 'The programming model that the image is for.'),
    u32('flags', 4, 'Bit 0: metadata only, no image.'),
    u64('strings_offset', 8, 'Where the string entries begin.'),
    u64('strings_count', 16, 'Number of string entries.'),
    u64('image_offset', 24, 'Where the image begins.'),
    u64('image_size', 32, 'Size of the image in bytes.'),
  ],
} as const satisfies StructRows;

/** A key and its value. Version 2 and later have the value size; in version 1, the value ends at a NUL. */
export const OFFLOAD_STRING = {
  name: 'OffloadBinary string entry',
  size32: 24,
  size64: 24,
  fields: [
    u64('key_offset', 0, 'Where the key begins, which ends at a NUL.'),
    u64('value_offset', 8, 'Where the value begins.'),
    u64('value_size', 16, 'Size of the value in bytes.'),
  ],
} as const satisfies StructRows;

export const OFFLOAD_STRING_1 = {
  name: 'OffloadBinary string entry 1',
  size32: 16,
  size64: 16,
  fields: [OFFLOAD_STRING.fields[0], OFFLOAD_STRING.fields[1]],
} as const satisfies StructRows;

export interface OffloadName {
  readonly value: number;
  readonly name: string;
  readonly doc: string;
}

export const IMAGE_KINDS = [
  { value: 0, name: 'none', doc: 'Not said: look at the bytes.' },
  { value: 1, name: 'object', doc: 'A native object: a zebin, for Intel GPUs.' },
  { value: 2, name: 'bitcode', doc: 'LLVM bitcode.' },
  { value: 3, name: 'cubin', doc: 'A CUDA binary for one architecture.' },
  { value: 4, name: 'fatbin', doc: 'A CUDA binary for several architectures.' },
  { value: 5, name: 'ptx', doc: 'PTX assembly.' },
  { value: 6, name: 'spirv', doc: 'A SPIR-V module.' },
  { value: 7, name: 'syclbin', doc: 'A SYCLBIN file, or a part of one. Only in intel/llvm.' },
] as const satisfies readonly OffloadName[];

/** The image kind of SYCLBIN. */
export const SYCLBIN_IMAGE = 7;

/** Bit flags. When kinds were numbers, 3 was hip and 4 was sycl. */
export const OFFLOAD_KINDS = [
  { value: 0, name: 'none', doc: 'Not said.' },
  { value: 1, name: 'openmp', doc: 'OpenMP target regions.' },
  { value: 2, name: 'cuda', doc: 'CUDA.' },
  { value: 4, name: 'hip', doc: 'HIP; in files from before the kinds were bit flags, SYCL, which the triple shows.' },
  { value: 8, name: 'sycl', doc: 'SYCL.' },
] as const satisfies readonly OffloadName[];

/** Flag of an entry without an image. */
export const METADATA_ONLY = 1;

/** The alignment of blobs, and of the first image in one. */
export const OFFLOAD_ALIGN = 8;

/** Keys with a meaning. */
export const OFFLOAD_KEYS = [
  { key: 'triple', doc: 'The target triple: spir64-unknown-unknown, spir64_gen-unknown-unknown.' },
  { key: 'arch', doc: 'The device; may be empty or absent.' },
  { key: 'symbols', doc: 'Names of the kernels: lines up to LLVM 22, then a table of offsets and lengths with the names after it.' },
  { key: 'compile-opts', doc: 'Options for compiling the image at run time.' },
  { key: 'link-opts', doc: 'Options for linking the image at run time.' },
] as const;
