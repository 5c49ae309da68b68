/**
 * Where host programs keep device images, and the structures that describe them.
 *
 * Sources: intel/llvm sycl/source/detail/compiler.hpp (as the runtime reads them), clang/tools/clang-offload-wrapper and
 * llvm/lib/Frontend/Offloading/SYCLOffloadWrapper.cpp (as they are written); llvm/llvm-project
 * llvm/lib/Frontend/Offloading/OffloadWrapper.cpp; the PE format of Microsoft.
 */
import type { FieldRow, StructRows } from '../../core/schema/index.ts';

/** A field of a structure in memory, whose pointers have the width of the program's. */
export interface MemoryField extends FieldRow {
  /** True for an address, which relocations may have to be applied to. */
  readonly pointer?: true;
}
export interface MemoryRows extends StructRows {
  readonly fields: readonly MemoryField[];
}

const plain = <const N extends string>(name: N, at: readonly [number, number], width: 1 | 2 | 4 | 8, doc: string) =>
  ({ name, at32: [at[0], width], at64: [at[1], width], as: 'number', doc }) as const;
const pointerAt = <const N extends string>(name: N, at: readonly [number, number], doc: string) =>
  ({ name, at32: [at[0], 4], at64: [at[1], 8], as: 'number', pointer: true, doc }) as const;
/** `i` counts pointers from the start of the structure. */
const pointer = <const N extends string>(name: N, i: number, doc: string) => pointerAt(name, [i * 4, i * 8], doc);

/** What the start-up code of a program passes to the runtime (`__sycl_register_lib`). */
export const DESCRIPTOR = {
  name: 'descriptor',
  size32: 16,
  size64: 32,
  fields: [
    plain('version', [0, 0], 2, 'Version of this structure: 1.'),
    plain('image_count', [2, 2], 2, 'Number of device images.'),
    pointer('images', 1, 'The first of the image structures, which lie one after another.'),
    pointer('host_entries_begin', 2, 'Null: SYCL has no table of host entries.'),
    pointer('host_entries_end', 3, 'Null.'),
  ],
} as const satisfies MemoryRows;

const IMAGE_HEAD = [
  plain('version', [0, 0], 2, 'Version of this structure, which decides its layout.'),
  plain('kind', [2, 2], 1, 'Who offloads (see Kinds); determines the meaning of `format`.'),
  plain('format', [3, 3], 1, 'What the image is (see Formats).'),
  pointer('target', 1, 'Target, NUL-terminated.'),
] as const;
const RANGES = (i: number) =>
  [
    pointer('image_begin', i, 'First byte of the image.'),
    pointer('image_end', i + 1, 'After its last byte.'),
    pointer('entries_begin', i + 2, 'First entry, one for each kernel.'),
    pointer('entries_end', i + 3, 'After the last entry.'),
  ] as const;
const SETS = (i: number) =>
  [pointer('property_sets_begin', i, 'First property set.'), pointer('property_sets_end', i + 1, 'After the last property set.')] as const;
const OPTIONS = [
  pointer('compile_options', 2, 'Options for compiling, NUL-terminated.'),
  pointer('link_options', 3, 'Options for linking, NUL-terminated.'),
] as const;
const MANIFEST = (i: number) =>
  [pointer('manifest_begin', i, 'Null in every file.'), pointer('manifest_end', i + 1, 'Null in every file.')] as const;

/** The image structure by its version. */
export const IMAGES = [
  {
    version: 1,
    doc: 'The first DPC++ releases.',
    rows: {
      name: 'image 1',
      size32: 36,
      size64: 72,
      fields: [...IMAGE_HEAD, pointer('compile_options', 2, 'Options for building, NUL-terminated.'), ...MANIFEST(3), ...RANGES(5)],
    },
  },
  {
    version: 2,
    doc: 'Intel releases since.',
    rows: { name: 'image 2', size32: 48, size64: 96, fields: [...IMAGE_HEAD, ...OPTIONS, ...MANIFEST(4), ...RANGES(6), ...SETS(10)] },
  },
  {
    version: 3,
    doc: 'LLVM 22, and Intel builds with preview changes.',
    rows: { name: 'image 3', size32: 40, size64: 80, fields: [...IMAGE_HEAD, ...OPTIONS, ...RANGES(4), ...SETS(8)] },
  },
] as const satisfies readonly { readonly version: number; readonly doc: string; readonly rows: MemoryRows }[];

/** Who offloads: the numbers of Intel's runtime and of LLVM. */
export const KINDS = [
  { value: 4, name: 'sycl', doc: 'SYCL as Intel numbers it: see Formats for `format`.' },
  { value: 8, name: 'sycl-llvm', doc: 'SYCL as LLVM numbers it: `format` is the image kind of an OffloadBinary.' },
] as const;

/** Formats of an image of Intel's kind. */
export const FORMATS = [
  { value: 0, name: 'none', doc: 'Not given; the bytes decide.' },
  { value: 1, name: 'native', doc: 'Native code: a zebin or an archive of several.' },
  { value: 2, name: 'spirv', doc: 'SPIR-V.' },
  { value: 3, name: 'bitcode', doc: 'LLVM bitcode.' },
  { value: 4, name: 'compressed', doc: 'A zstd frame; the format of its content is not given.' },
] as const;

/** Formats of an image of LLVM's kind: image kinds of an OffloadBinary. */
export const LLVM_FORMATS = [
  { value: 0, name: 'none', doc: 'Not given; the bytes decide.' },
  { value: 1, name: 'object', doc: 'Native code.' },
  { value: 2, name: 'bitcode', doc: 'LLVM bitcode.' },
  { value: 3, name: 'cubin', doc: 'CUDA binary.' },
  { value: 4, name: 'fatbinary', doc: 'CUDA fat binary.' },
  { value: 5, name: 'ptx', doc: 'PTX text.' },
  { value: 6, name: 'spirv', doc: 'SPIR-V.' },
] as const;

/** An entry of the newer form begins with these: 0, version 1, kind 8, flags 0. */
export const NEW_ENTRY_MARK = [0, 0, 1 | (8 << 16), 0] as const;

export const NEW_ENTRY = {
  name: 'entry',
  size32: 44,
  size64: 56,
  fields: [
    plain('reserved', [0, 0], 8, 'Zero.'),
    plain('version', [8, 8], 2, 'Version of this structure: 1.'),
    plain('kind', [10, 10], 2, 'Offload kind: 8, SYCL.'),
    plain('flags', [12, 12], 4, 'Zero.'),
    pointerAt('address', [16, 16], 'Null for SYCL.'),
    pointerAt('name', [20, 24], 'Name of the kernel, NUL-terminated.'),
    plain('size', [24, 32], 8, 'Zero for SYCL.'),
    plain('data', [32, 40], 8, 'Zero for SYCL.'),
    pointerAt('aux', [40, 48], 'Null for SYCL.'),
  ],
} as const satisfies MemoryRows;

export const OLD_ENTRY = {
  name: 'entry',
  size32: 20,
  size64: 32,
  fields: [
    pointer('address', 0, 'Null for SYCL.'),
    pointer('name', 1, 'Name of the kernel, NUL-terminated.'),
    { name: 'size', at32: [8, 4], at64: [16, 8], as: 'number', doc: 'Zero for SYCL.' },
    plain('flags', [12, 24], 4, 'Zero.'),
    plain('reserved', [16, 28], 4, 'Zero.'),
  ],
} as const satisfies MemoryRows;

export const PROPERTY_SET = {
  name: 'property set',
  size32: 12,
  size64: 24,
  fields: [
    pointer('name', 0, 'Name of the set, NUL-terminated.'),
    pointer('properties_begin', 1, 'First property.'),
    pointer('properties_end', 2, 'After the last property.'),
  ],
} as const satisfies MemoryRows;

export const PROPERTY = {
  name: 'property',
  size32: 20,
  size64: 32,
  fields: [
    pointer('name', 0, 'Name of the property, NUL-terminated.'),
    pointer('value', 1, 'The value; null for an integer.'),
    plain('type', [8, 16], 4, '1 integer, 2 byte array, 3 text.'),
    { name: 'size', at32: [12, 8], at64: [24, 8], as: 'bigint', doc: 'The integer itself, or the size of the value in bytes.' },
  ],
} as const satisfies MemoryRows;

/** A pair of the section `.tgtimg`: one for each image, for tools that extract images. */
export const TARGET_IMAGE = {
  name: '.tgtimg',
  size32: 8,
  size64: 16,
  fields: [pointer('address', 0, 'The image.'), { name: 'size', at32: [4, 4], at64: [8, 8], as: 'number', doc: 'Its size in bytes.' }],
} as const satisfies MemoryRows;

export interface HostSectionRow {
  readonly role: string;
  /** Pattern of the name. */
  readonly match: RegExp;
  /** ELF section type that also identifies it, whatever its name. */
  readonly type?: number;
  /** A linker has truncated the name, as in PE programs after eight bytes: the content has to identify it. */
  readonly cut?: true;
  /** It only leads to images or names what is in them: it is not listed. */
  readonly listed?: false;
  readonly doc: string;
}

/** Sections of host files that hold device code; the first row that matches counts. */
export const HOST_SECTIONS = [
  {
    role: 'offload-binary',
    match: /^\.llvm\.offloading/,
    type: 0x6fff_4c0b,
    doc: 'OffloadBinaries, one after another; in programs of LLVM 22, bare images.',
  },
  { role: 'offload-binary', match: /^\.llvm(\.o[a-z]*)?$/, cut: true, doc: 'The same, where a linker has cut the name.' },
  { role: 'bundle-entry', match: /^__CLANG_OFFLOAD_BUNDLE__/, doc: 'One entry of a bundle; its id follows the magic.' },
  {
    role: 'target-image',
    match: /^spir(64)?(_(gen|x86_64|fpga))?$/,
    doc: 'The images for the target of this name, one after another, as the new driver of intel/llvm places them.',
  },
  { role: 'fat-binary', match: /^\.sycl_fatbin/, doc: 'OffloadBinaries of newer LLVM without relocatable device code.' },
  {
    role: 'device-code',
    match: /^OFFLOAD_(DEVICE_CODE)?$/,
    doc: 'Images of programs of oneAPI compilers, one after another with zeros between: archives, SPIR-V or zstd frames.',
  },
  { role: 'target-images', match: /^\.tgtimg$/, listed: false, doc: 'Pairs of address and size, one for each image.' },
  {
    role: 'target-symbols',
    match: /^\.tgtsym$/,
    listed: false,
    doc: 'What the entries of bundles define, for linkers: `<kind>-<target>.<symbol>`, each ended by a NUL.',
  },
  { role: 'openmp-image', match: /^__openmp_offload_spirv_[0-9]+/, doc: 'An image, or a part of one, of the oneAPI OpenMP wrapper.' },
] as const satisfies readonly HostSectionRow[];
export type HostSectionRole = (typeof HOST_SECTIONS)[number]['role'];

/** Entries of PT_DYNAMIC that lead to relocations. */
export const DYNAMIC_TAGS = { DT_NULL: 0, DT_SYMTAB: 6, DT_RELA: 7, DT_RELASZ: 8, DT_RELACOUNT: 0x6fff_fff9 } as const;

const both = <const N extends string>(name: N, at: number, width: 1 | 2 | 4 | 8, doc: string) =>
  ({ name, at32: [at, width], at64: [at, width], as: 'number', doc }) as const;

/** Header of a COFF object, and of a PE file after its four bytes `PE`. */
export const COFF_HEADER = {
  name: 'COFF header',
  size32: 20,
  size64: 20,
  fields: [
    both('Machine', 0, 2, 'Processor.'),
    both('NumberOfSections', 2, 2, 'Number of section headers.'),
    both('PointerToSymbolTable', 8, 4, 'File offset of the symbols, 0 for none.'),
    both('NumberOfSymbols', 12, 4, 'Number of symbols, auxiliary ones included.'),
    both('SizeOfOptionalHeader', 16, 2, 'Size in bytes; 0 in objects.'),
  ],
} as const satisfies StructRows;

/** Header of an object with more than 65,279 sections (`/bigobj`). */
export const BIGOBJ_HEADER = {
  name: 'bigobj header',
  size32: 56,
  size64: 56,
  fields: [
    both('Sig1', 0, 2, '0.'),
    both('Sig2', 2, 2, '0xffff.'),
    both('Version', 4, 2, '2 or more.'),
    both('Machine', 6, 2, 'Processor.'),
    both('NumberOfSections', 44, 4, 'Number of section headers.'),
    both('PointerToSymbolTable', 48, 4, 'File offset of the symbols.'),
    both('NumberOfSymbols', 52, 4, 'Number of symbols, auxiliary ones included.'),
  ],
} as const satisfies StructRows;

export const COFF_SECTION = {
  name: 'section header',
  size32: 40,
  size64: 40,
  fields: [
    both('VirtualSize', 8, 4, 'Size in memory; 0 in objects.'),
    both('VirtualAddress', 12, 4, 'Address relative to ImageBase; 0 in objects.'),
    both('SizeOfRawData', 16, 4, 'Bytes in the file.'),
    both('PointerToRawData', 20, 4, 'File offset of the content, 0 for none.'),
    both('PointerToRelocations', 24, 4, 'File offset of the relocations.'),
    both('NumberOfRelocations', 32, 2, 'Number of relocations; 0xffff with the flag below: the first one has the count.'),
    both('Characteristics', 36, 4, 'Flags: 0x20 code, 0x1000000 more relocations than sixteen bits count, 0x20000000 executable.'),
  ],
} as const satisfies StructRows;

/** Machines of COFF: size of a pointer, and the relocation that is a whole address. */
export const COFF_MACHINES = [
  { value: 0x14c, name: 'i386', is64: false, absolute: 6 },
  { value: 0x8664, name: 'x86_64', is64: true, absolute: 1 },
  { value: 0xaa64, name: 'aarch64', is64: true, absolute: 14 },
] as const;
