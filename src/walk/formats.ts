/**
 * The kinds of data, one row each.
 */
import type { Compressed } from '../core/bytes/index.ts';

/** One kind of data: how to detect it, what it is, and what to do with it if this toolkit does not read it. */
export interface FormatRow {
  readonly kind: string;
  /** For a sentence: "this is …". */
  readonly title: string;
  /** Bytes at the start; one character per byte. */
  readonly magic?: readonly string[];
  /** Another name that `--as` accepts, shorter than the kind. */
  readonly short?: string;
  /** False if `file` (libmagic) calls it data: integrations then bring a magic entry. */
  readonly libmagic?: false;
  /** Extension of files of this kind, with its dot; `.bin` by default. */
  readonly extension?: string;
  /** For device code: whether it runs as it is or a driver has to compile it. */
  readonly code?: 'native' | 'ir';
  /** Neither code nor something that holds code: in a container, it is not an image. */
  readonly plain?: true;
  /** How it is compressed: the walk inflates it, and continues with the result. */
  readonly stream?: Compressed['method'];
  /** For containers: items of this kind hold other items, and are neither an image nor text themselves. */
  readonly holds?: true;
  /** For containers and streams that are not opened, although images may be in them. */
  readonly sealed?: true;
  /** What to do if the kind is recognised but not read; absent for kinds that are read. */
  readonly advice?: string;
}

/** In the order of testing. Kinds without magic are identified by what is inside; see `detect`. */
export const FORMATS = [
  { kind: 'zebin', title: 'a zebin (Intel GPU program binary)', extension: '.zebin', code: 'native' },
  { kind: 'ar', title: 'an ar archive', holds: true, extension: '.ar', magic: ['!<arch>\n', '!<thin>\n'] },
  {
    kind: 'legacy-elf',
    title: 'a legacy Intel OpenCL ELF file with patch tokens, the form of device binaries before zebin',
    holds: true,
    advice: 'Drivers since 26.18 use only the intermediate code in it. Compile again with a current compiler to get a zebin.',
  },
  {
    kind: 'openmp-wrapper',
    title: 'an ELF wrapper of oneAPI OpenMP around device images',
    holds: true,
  },
  { kind: 'elf', title: 'an ELF file for a host', holds: true, extension: '.o' },
  {
    kind: 'patch-tokens',
    title: 'a legacy patch-token program, the form of device binaries before zebin',
    magic: ['CTNI'],
    libmagic: false,
    code: 'native',
    advice:
      'Drivers since 26.18 no longer read it. Compile again with a current compiler (with ocloc 22.43: -internal_options -ze-allow-zebin).',
  },
  {
    kind: 'offload-binary',
    short: 'offload',
    title: 'an LLVM OffloadBinary',
    holds: true,
    magic: ['\x10\xff\x10\xad'],
    libmagic: false,
  },
  { kind: 'syclbin', title: 'a SYCLBIN file', holds: true, extension: '.syclbin', magic: ['IBYS'], libmagic: false },
  {
    kind: 'clang-bundle',
    short: 'bundle',
    title: 'a clang offload bundle',
    holds: true,
    extension: '.bundle',
    magic: ['__CLANG_OFFLOAD_BUNDLE__'],
    libmagic: false,
  },
  {
    kind: 'compressed-clang-bundle',
    short: 'ccob',
    title: 'a compressed clang offload bundle',
    holds: true,
    extension: '.ccob',
    magic: ['CCOB'],
    libmagic: false,
  },
  { kind: 'sequence', title: 'images one after another', holds: true },
  { kind: 'sycl-cache', title: 'device binaries from the persistent cache of SYCL', holds: true },
  { kind: 'sycl-cache-key', title: 'the key of an item in the persistent cache of SYCL', holds: true },
  { kind: 'text-bundle', title: 'a clang offload bundle in text form', holds: true, extension: '.txt' },
  { kind: 'zstd', title: 'zstd-compressed data', extension: '.zst', magic: ['\x28\xb5\x2f\xfd'], stream: 'zstd' },
  { kind: 'gzip', title: 'gzip-compressed data', extension: '.gz', magic: ['\x1f\x8b'], stream: 'gzip' },
  {
    kind: 'xz',
    title: 'xz-compressed data',
    extension: '.xz',
    magic: ['\xfd7zXZ\0'],
    sealed: true,
    advice: 'Inflate it with `xz -d`, and give the result.',
  },
  { kind: 'zip', title: 'a ZIP archive', holds: true, extension: '.zip', magic: ['PK\x03\x04', 'PK\x05\x06'] },
  {
    kind: 'visa-object',
    title: 'a vISA object',
    extension: '.isa',
    magic: ['CISA'],
    libmagic: false,
  },
  {
    kind: 'spirv',
    title: 'a SPIR-V module',
    extension: '.spv',
    magic: ['\x03\x02\x23\x07', '\x07\x23\x02\x03'],
    code: 'ir',
    advice: 'It is the compiler’s input: compile it with `ocloc compile -spirv_input` to get a zebin.',
  },
  {
    kind: 'bitcode',
    title: 'LLVM bitcode',
    extension: '.bc',
    magic: ['BC\xc0\xde', '\xde\xc0\x17\x0b'],
    code: 'ir',
    advice: 'It is the compiler’s input; images inside a bitstream are not aligned to bytes and cannot be taken out as they are.',
  },
  {
    kind: 'pe',
    title: 'a Windows executable or library (PE)',
    holds: true,
    magic: ['MZ'],
  },
  {
    kind: 'coff',
    title: 'a Windows object file (COFF)',
    holds: true,
    extension: '.obj',
    magic: ['\x64\x86', '\x4c\x01', '\x64\xaa'],
  },
  {
    kind: 'mach-o',
    plain: true,
    title: 'a Mach-O file',
    magic: ['\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'],
    advice: 'It holds host code, not a zebin.',
  },
  {
    kind: 'png',
    plain: true,
    title: 'a PNG picture',
    magic: ['\x89PNG\r\n\x1a\n'],
    advice: 'Give a device binary: a .zebin, .bin or .ar file.',
  },
  {
    kind: 'jpeg',
    plain: true,
    title: 'a JPEG picture',
    magic: ['\xff\xd8\xff'],
    advice: 'Give a device binary: a .zebin, .bin or .ar file.',
  },
  { kind: 'pdf', plain: true, title: 'a PDF document', magic: ['%PDF-'], advice: 'Give a device binary: a .zebin, .bin or .ar file.' },
  {
    kind: 'sqlite',
    plain: true,
    title: 'an SQLite database',
    magic: ['SQLite format 3\0'],
    advice: 'Give a device binary: a .zebin, .bin or .ar file.',
  },
  {
    kind: 'property-sets',
    plain: true,
    short: 'props',
    title: 'SYCL property sets',
    extension: '.prop',
  },
  {
    kind: 'ze-info',
    plain: true,
    title: 'the text of a .ze_info section',
    extension: '.yaml',
    advice: 'Give the zebin that it comes from; alone it has no code, notes or target.',
  },
  {
    kind: 'visa-text',
    title: 'vISA assembly',
    extension: '.visaasm',
    magic: ['.version '],
  },
  {
    kind: 'text',
    plain: true,
    title: 'a text file',
    extension: '.txt',
    advice: 'Give a device binary: a .zebin, .bin or .ar file, as ocloc or a compiler cache holds it.',
  },
] as const satisfies readonly FormatRow[];

export type FormatKind = (typeof FORMATS)[number]['kind'];

/** The row of a kind, or undefined for a kind that is not a format. */
export function formatRow(kind: string): FormatRow | undefined {
  return (FORMATS as readonly FormatRow[]).find((row) => row.kind === kind);
}

/** Whether items of a kind only hold other items: containers, but not images or texts that are read themselves. */
export function holdsOthers(kind: string): boolean {
  return formatRow(kind)?.holds === true;
}
