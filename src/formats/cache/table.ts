/**
 * Cache files that hold device code, identified by folder and name, because the files have no magic.
 *
 * Sources: intel/compute-runtime shared/source/compiler_interface/compiler_cache.cpp; intel/llvm
 * sycl/source/detail/persistent_device_code_cache.cpp and .hpp; openvinotoolkit/openvino src/plugins/intel_gpu/src/runtime/kernels_cache.cpp
 * and src/inference/src/cache_manager.hpp; intel/intel-xpu-backend-for-triton third_party/intel/backend/compiler.py.
 */
export interface CacheFileRow {
  readonly cache: 'driver' | 'sycl' | 'triton' | 'openvino';
  readonly role: string;
  /** Pattern for the path, with `/`. */
  readonly match: RegExp;
  /** The content: `image` is plain device code; the others have a reader in this folder. */
  readonly content: 'image' | 'binaries' | 'key' | 'stats' | 'config' | 'json' | 'lock' | 'text';
  readonly doc: string;
}

export const CACHE_FILES = [
  {
    cache: 'driver',
    role: 'binary',
    match: /(^|\/)[0-9a-f]{16}\.(l0|cl|ocloc)_cache$/,
    content: 'image',
    doc: 'A binary as the driver uses it, without a header: a zebin, or in older drivers a legacy OpenCL ELF.',
  },
  {
    cache: 'driver',
    role: 'config',
    match: /(^|\/)config\.file$/,
    content: 'config',
    doc: 'One 64-bit number: bytes used by the cache.',
  },
  {
    cache: 'driver',
    role: 'stats',
    match: /(^|\/)stats$/,
    content: 'stats',
    doc: 'Three 64-bit numbers: hits, misses, version 1.',
  },
  {
    cache: 'driver',
    role: 'trace',
    match: /(^|\/)[0-9a-f]{16}\.trace$/,
    content: 'text',
    doc: 'What the key of a binary was made of, as text.',
  },
  {
    cache: 'driver',
    role: 'input',
    match: /(^|\/)[0-9a-f]{16}\.input$/,
    content: 'image',
    doc: 'The intermediate code that a binary was made of.',
  },
  {
    cache: 'sycl',
    role: 'binaries',
    match: /(^|\/)[0-9]+\/[0-9]+\.bin$/,
    content: 'binaries',
    doc: 'The binary for a device, after a count of 1 and its size; some releases wrote no count, older ones several binaries.',
  },
  {
    cache: 'sycl',
    role: 'key',
    match: /(^|\/)[0-9]+\/[0-9]+\.src$/,
    content: 'key',
    doc: 'What the binary was made of: device, build options, specialization constants and the image, each after its size.',
  },
  {
    cache: 'sycl',
    role: 'ir',
    match: /(^|\/)ext_kernel_compiler\/[^/]+\/ir\.bin$/,
    content: 'binaries',
    doc: 'Intermediate code that was compiled from source at run time, after a count of 1 and its size.',
  },
  {
    cache: 'sycl',
    role: 'access time',
    match: /(^|\/)([0-9]+|ir)_access_time\.txt$/,
    content: 'text',
    doc: 'When the item was last used, for eviction: a decimal number of the clock of the runtime.',
  },
  {
    cache: 'sycl',
    role: 'size',
    match: /(^|\/)cache_size\.txt$/,
    content: 'text',
    doc: 'Bytes used by the cache, for eviction: a decimal number.',
  },
  {
    cache: 'sycl',
    role: 'lock',
    match: /(^|\/)([0-9]+\/[0-9]+|ir|cache_size\.txt|([0-9]+|ir)_access_time\.txt|[^/]*_eviction_in_progress)\.lock$/,
    content: 'lock',
    doc: 'Empty: a process writes the file or item, or evicts others.',
  },
  {
    cache: 'openvino',
    role: 'binary',
    match: /(^|\/)[0-9]{1,20}\.cl_cache$/,
    content: 'image',
    doc: 'The binary of a batch of kernels as OpenCL returns it: a zebin, or in older drivers a legacy OpenCL ELF. Its name is a decimal hash.',
  },
  {
    cache: 'openvino',
    role: 'model',
    match: /(^|\/)[0-9]{1,20}\.blob$/,
    content: 'image',
    doc: 'A compiled model. The binaries of its kernels are found in it by their headers.',
  },
  {
    cache: 'triton',
    role: 'binary',
    match: /\.(zebin|spv)$/,
    content: 'image',
    doc: 'Native code, or SPIR-V when the driver compiles.',
  },
  {
    cache: 'triton',
    role: 'metadata',
    match: /(^|\/)[A-Z0-9]{20,}[^/]*\/(__grp__)?[^/]+\.json$/,
    content: 'json',
    doc: 'Options and target of the kernel, and its group of files.',
  },
  { cache: 'triton', role: 'stage', match: /\.(ttir|ttgir|llir|source)$/, content: 'text', doc: 'A stage of compilation as text.' },
] as const satisfies readonly CacheFileRow[];

/**
 * The row for a path inside a cache folder, or undefined. Backslashes count as `/`.
 *
 * @example
 * cacheFile('neo_compiler_cache/0123456789abcdef.cl_cache')?.cache; // 'driver'
 */
export function cacheFile(path: string): CacheFileRow | undefined {
  const plain = path.replaceAll('\\', '/');
  return CACHE_FILES.find((row) => row.match.test(plain));
}

/** The parts of the key of a SYCL item, in the order of the file. */
export const KEY_PARTS = ['device', 'build_options', 'specialization_constants', 'image'] as const;
