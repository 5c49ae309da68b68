import type { StructRows } from '../../core/schema/index.ts';

/**
 * Patch tokens: device binaries before zebin. A header, a list of tokens for the program, then the kernels, each with a header, its
 * name, four heaps and a list of tokens.
 *
 * Source: intel/intel-graphics-compiler IGC/AdaptorOCL/ocl_igc_shared/executable_format/patch_list.h.
 */
export const PATCH_TOKEN_MAGIC = 'CTNI';

const word = <const N extends string>(name: N, at: number, doc: string) =>
  ({ name, at32: [at, 4], at64: [at, 4], as: 'number', doc }) as const;

export const PROGRAM_BINARY_HEADER = {
  name: 'SProgramBinaryHeader',
  size32: 28,
  size64: 28,
  fields: [
    word('Magic', 0, 'The four bytes `CTNI`.'),
    word('Version', 4, 'Version of the patch list; the last is 1082.'),
    word('Device', 8, 'Core family of the target.'),
    word('GPUPointerSizeInBytes', 12, 'Size of a pointer in bytes.'),
    word('NumberOfKernels', 16, 'Number of kernels.'),
    word('SteppingId', 20, 'Stepping of the target.'),
    word('PatchListSize', 24, 'Size of the program’s list of tokens in bytes.'),
  ],
} as const satisfies StructRows;

export const KERNEL_BINARY_HEADER = {
  name: 'SKernelBinaryHeaderCommon',
  size32: 40,
  size64: 40,
  fields: [
    word('CheckSum', 0, 'Checksum of the kernel.'),
    { name: 'ShaderHashCode', at32: [4, 8], at64: [4, 8], as: 'bigint', doc: 'Hash of the source.' },
    word('KernelNameSize', 12, 'Size of the name in bytes, end mark and padding included.'),
    word('PatchListSize', 16, 'Size of the kernel’s list of tokens in bytes.'),
    word('KernelHeapSize', 20, 'Size of the code in bytes.'),
    word('GeneralStateHeapSize', 24, 'Size of the general state heap in bytes.'),
    word('DynamicStateHeapSize', 28, 'Size of the dynamic state heap in bytes.'),
    word('SurfaceStateHeapSize', 32, 'Size of the surface state heap in bytes.'),
    word('KernelUnpaddedSize', 36, 'Size of the code without what is prefetched after it.'),
  ],
} as const satisfies StructRows;

/** What follows a kernel's header, in this order, and which field has its size. */
export const KERNEL_PARTS = [
  { name: 'name', size: 'KernelNameSize' },
  { name: 'kernel_heap', size: 'KernelHeapSize' },
  { name: 'general_state_heap', size: 'GeneralStateHeapSize' },
  { name: 'dynamic_state_heap', size: 'DynamicStateHeapSize' },
  { name: 'surface_state_heap', size: 'SurfaceStateHeapSize' },
  { name: 'patch_list', size: 'PatchListSize' },
] as const;

/** Before each token's content. */
export const PATCH_ITEM_HEADER = {
  name: 'SPatchItemHeader',
  size32: 8,
  size64: 8,
  fields: [word('Token', 0, 'What it is, see PATCH_TOKENS.'), word('Size', 4, 'Size in bytes, this header included.')],
} as const satisfies StructRows;
