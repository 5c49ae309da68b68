import type { StructRows } from '../../core/schema/index.ts';

/**
 * Bundles of clang-offload-bundler: code for the host and for devices in one file, each entry under an id
 * `kind-arch-vendor-os-environment-device`, in which parts at the end may be missing.
 *
 * Sources: llvm/llvm-project clang/docs/ClangOffloadBundler.rst, clang/lib/Driver/OffloadBundler.cpp,
 * llvm/lib/Object/OffloadBundle.cpp.
 */
export const BUNDLE_MAGIC = '__CLANG_OFFLOAD_BUNDLE__';
export const CCOB_MAGIC = 'CCOB';

/** Name of a section of an object file that holds one entry: the magic, then the id. */
export const BUNDLE_SECTION = BUNDLE_MAGIC;

/** Marks before the lines of a text bundle; which one depends on the language. */
export const TEXT_COMMENTS = ['//', ';', '#'] as const;
export type TextComment = (typeof TEXT_COMMENTS)[number];
export const TEXT_START = `${BUNDLE_MAGIC}__START__ `;
export const TEXT_END = `${BUNDLE_MAGIC}__END__ `;

const field = <const N extends string, const A extends 'number' | 'bigint'>(name: N, at: number, width: 2 | 4 | 8, as: A, doc: string) =>
  ({ name, at32: [at, width], at64: [at, width], as, doc }) as const;

/** Before each id. */
export const BUNDLE_ENTRY = {
  name: 'entry',
  size32: 24,
  size64: 24,
  fields: [
    field('offset', 0, 8, 'number', 'Where the entry begins, in bytes from the magic of its bundle.'),
    field('size', 8, 8, 'number', 'Its size in bytes.'),
    field('id_length', 16, 8, 'number', 'Length of the id after this, in bytes.'),
  ],
} as const satisfies StructRows;

/** The fields of the header before those whose width depends on the version. */
export const CCOB_PREFIX = {
  name: 'CCOB',
  size32: 8,
  size64: 8,
  fields: [
    field('version', 4, 2, 'number', '1, 2 or 3: decides the layout of the rest of the header.'),
    field('method', 6, 2, 'number', '0 is zlib, 1 is zstd.'),
  ],
} as const satisfies StructRows;

/** The rest of the header by version. Offsets count from the magic. */
export const CCOB_HEADERS = [
  {
    version: 1,
    rows: {
      name: 'CCOB 1',
      size32: 20,
      size64: 20,
      fields: [
        field('uncompressed_size', 8, 4, 'number', 'Size of the inflated bundle in bytes.'),
        field('hash', 12, 8, 'bigint', 'First half of the MD5 of the inflated bundle.'),
      ],
    },
  },
  {
    version: 2,
    rows: {
      name: 'CCOB 2',
      size32: 24,
      size64: 24,
      fields: [
        field('file_size', 8, 4, 'number', 'Size of header and stream in bytes.'),
        field('uncompressed_size', 12, 4, 'number', 'Size of the inflated bundle in bytes.'),
        field('hash', 16, 8, 'bigint', 'First half of the MD5 of the inflated bundle.'),
      ],
    },
  },
  {
    version: 3,
    rows: {
      name: 'CCOB 3',
      size32: 32,
      size64: 32,
      fields: [
        field('file_size', 8, 8, 'number', 'Size of header and stream in bytes.'),
        field('uncompressed_size', 16, 8, 'number', 'Size of the inflated bundle in bytes.'),
        field('hash', 24, 8, 'bigint', 'First half of the MD5 of the inflated bundle.'),
      ],
    },
  },
] as const satisfies readonly { readonly version: number; readonly rows: StructRows }[];

/** By the number in the header. */
export const CCOB_METHODS = ['zlib', 'zstd'] as const;
