/**
 * What kind of data this is, by content only: file names play no part.
 */
import { Bytes } from './bytes/index.ts';
import { type Elf, findRow, readElf } from './elf/index.ts';
import { ELF_TYPES, isZebin, OPENMP_NOTE_SECTION } from './zebin/index.ts';

/** One kind of data: how to tell it, what it is, and what to do with it when this toolkit does not read it. */
export interface FormatRow {
  readonly kind: string;
  /** For a sentence: "this is …". */
  readonly title: string;
  /** Bytes at the start; one character per byte. */
  readonly magic?: readonly string[];
  /** What to do when the kind is recognised but not read; absent for what is read. */
  readonly advice?: string;
}

/** In the order of testing. Kinds without magic are told by what is inside; see {@link detect}. */
export const FORMATS = [
  { kind: 'zebin', title: 'a zebin (Intel GPU program binary)' },
  { kind: 'ar', title: 'an ar archive', magic: ['!<arch>\n', '!<thin>\n'] },
  {
    kind: 'legacy-elf',
    title: 'a legacy Intel OpenCL ELF file with patch tokens, the form of device binaries before zebin',
    advice: 'Drivers since 26.18 take only the intermediate code from it. Compile again with a current compiler to get a zebin.',
  },
  {
    kind: 'openmp-wrapper',
    title: 'an ELF wrapper of oneAPI OpenMP around device images',
    advice: 'Its device images are in the sections __openmp_offload_spirv_N: take them out with `objcopy -O binary --only-section=…`.',
  },
  { kind: 'elf', title: 'an ELF file', advice: 'It holds host code, not a zebin. Take the device binary out of it first, and give that.' },
  {
    kind: 'patch-tokens',
    title: 'a legacy patch-token program, the form of device binaries before zebin',
    magic: ['CTNI'],
    advice:
      'Drivers since 26.18 no longer read it. Compile again with a current compiler (with ocloc 22.43: -internal_options -ze-allow-zebin).',
  },
  {
    kind: 'offload-binary',
    title: 'an LLVM OffloadBinary',
    magic: ['\x10\xff\x10\xad'],
    advice: 'Take its images out with llvm-offload-binary, and give those.',
  },
  { kind: 'syclbin', title: 'a SYCLBIN file', magic: ['IBYS'], advice: 'Take its native images out with syclbin-dump, and give those.' },
  {
    kind: 'clang-bundle',
    title: 'a clang offload bundle',
    magic: ['__CLANG_OFFLOAD_BUNDLE__'],
    advice: 'Take its images out with clang-offload-bundler -unbundle, and give those.',
  },
  {
    kind: 'compressed-clang-bundle',
    title: 'a compressed clang offload bundle',
    magic: ['CCOB'],
    advice: 'Take its images out with clang-offload-bundler -unbundle, and give those.',
  },
  { kind: 'zstd', title: 'zstd-compressed data', magic: ['\x28\xb5\x2f\xfd'], advice: 'Inflate it with `zstd -d`, and give the result.' },
  { kind: 'gzip', title: 'gzip-compressed data', magic: ['\x1f\x8b'], advice: 'Inflate it with `gzip -d`, and give the result.' },
  { kind: 'xz', title: 'xz-compressed data', magic: ['\xfd7zXZ\0'], advice: 'Inflate it with `xz -d`, and give the result.' },
  { kind: 'zip', title: 'a ZIP archive', magic: ['PK\x03\x04'], advice: 'Unpack it, and give the files inside.' },
  {
    kind: 'visa-object',
    title: 'a vISA object',
    magic: ['CISA'],
    advice: 'It is an intermediate of the compiler, with the kernel in virtual registers; the zebin made from it is what a driver loads.',
  },
  {
    kind: 'spirv',
    title: 'a SPIR-V module',
    magic: ['\x03\x02\x23\x07', '\x07\x23\x02\x03'],
    advice: 'It is the compiler’s input: compile it with `ocloc compile -spirv_input` to get a zebin.',
  },
  {
    kind: 'bitcode',
    title: 'LLVM bitcode',
    magic: ['BC\xc0\xde', '\xde\xc0\x17\x0b'],
    advice: 'It is the compiler’s input; images inside a bitstream are not aligned to bytes and cannot be taken out as they are.',
  },
  {
    kind: 'pe',
    title: 'a Windows executable or library (PE)',
    magic: ['MZ'],
    advice: 'It holds host code, not a zebin. Take the device binary out of it first, and give that.',
  },
  {
    kind: 'coff',
    title: 'a Windows object file (COFF)',
    magic: ['\x64\x86', '\x4c\x01', '\x64\xaa'],
    advice: 'It holds host code, not a zebin. Take the device binary out of it first, and give that.',
  },
  { kind: 'mach-o', title: 'a Mach-O file', magic: ['\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'], advice: 'It holds host code, not a zebin.' },
  { kind: 'png', title: 'a PNG picture', magic: ['\x89PNG\r\n\x1a\n'], advice: 'Give a device binary: a .zebin, .bin or .ar file.' },
  { kind: 'jpeg', title: 'a JPEG picture', magic: ['\xff\xd8\xff'], advice: 'Give a device binary: a .zebin, .bin or .ar file.' },
  { kind: 'pdf', title: 'a PDF document', magic: ['%PDF-'], advice: 'Give a device binary: a .zebin, .bin or .ar file.' },
  {
    kind: 'sqlite',
    title: 'an SQLite database',
    magic: ['SQLite format 3\0'],
    advice: 'Give a device binary: a .zebin, .bin or .ar file.',
  },
  {
    kind: 'property-sets',
    title: 'SYCL property sets',
    magic: ['[SYCL/', '[SYCLBIN/'],
    advice: 'It describes device images and holds none: give the image itself.',
  },
  {
    kind: 'ze-info',
    title: 'the text of a .ze_info section',
    advice: 'Give the zebin that it comes from; alone it has no code, notes or target.',
  },
  {
    kind: 'visa-text',
    title: 'vISA assembly',
    magic: ['.version '],
    advice: 'It is an intermediate of the compiler, with the kernel in virtual registers; the zebin made from it is what a driver loads.',
  },
  {
    kind: 'text',
    title: 'a text file',
    advice: 'Give a device binary: a .zebin, .bin or .ar file, as ocloc or a compiler cache holds it.',
  },
] as const satisfies readonly FormatRow[];

export type FormatKind = (typeof FORMATS)[number]['kind'];

/** The kind of `input`, or undefined when it is none of the table. Looks at content only, and never throws. */
export function detect(input: Uint8Array | Bytes): FormatKind | undefined {
  const bytes = Bytes.from(input);
  const kind = detectByStart(bytes);
  if (kind !== 'elf') return kind;
  try {
    return elfKind(readElf(bytes).value);
  } catch {
    // Too short for a header: still an ELF file by its first bytes.
    return kind;
  }
}

/** As {@link detect}, but `elf` for every kind of ELF file: which one it is takes reading it. */
export function detectByStart(bytes: Bytes): FormatKind | undefined {
  if (bytes.startsWith('\x7fELF')) return 'elf';
  const byMagic = (FORMATS as readonly FormatRow[]).find((row) => row.magic?.some((magic) => bytes.startsWith(magic)));
  return byMagic ? (byMagic.kind as FormatKind) : textKind(bytes);
}

/** Which kind of ELF file. */
export function elfKind(elf: Elf): FormatKind {
  if (isZebin(elf)) return 'zebin';
  if (findRow(ELF_TYPES, elf.header.e_type)?.name.startsWith('ET_OPENCL_')) return 'legacy-elf';
  if (elf.sections.some((section) => section.name === OPENMP_NOTE_SECTION)) return 'openmp-wrapper';
  return 'elf';
}

const SAMPLE = 4096;

/** Written so that no part can match what the next one matches too, or a text of blank lines would take quadratic time. */
const ZE_INFO = /^(?:---[^\S\n]*\n)?(?:#[^\n]*\n)*\s*version: +['"]?[0-9]+\.[0-9]+/;

/** Text, when the beginning has no control characters but white space. */
function textKind(bytes: Bytes): FormatKind | undefined {
  const sample = bytes.sub(0, Math.min(bytes.length, SAMPLE)).text();
  if (sample === '' || /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(sample)) return undefined;
  if (ZE_INFO.test(sample)) return 'ze-info';
  return 'text';
}

/** The row of a kind, or undefined for a kind that is no format. */
export function formatRow(kind: string): FormatRow | undefined {
  return (FORMATS as readonly FormatRow[]).find((row) => row.kind === kind);
}
