/**
 * What kind of data this is, by content only: file names play no part.
 */
import { textBundleComment } from '../bundle/index.ts';
import { Bytes, type Compressed } from '../bytes/index.ts';
import { syclCacheForm } from '../cache/index.ts';
import { ELF_HEADER, type Elf, findRow, readElf, SECTION_HEADER } from '../elf/index.ts';
import { RELOCATIONS } from '../host/index.ts';
import { isProps } from '../props/index.ts';
import { readStruct, structSize } from '../schema/index.ts';
import { ELF_TYPES, isZebin, OPENMP_NOTE_SECTION, SHT_ZEBIN_ZEINFO } from '../zebin/index.ts';

/** One kind of data: how to tell it, what it is, and what to do with it when this toolkit does not read it. */
export interface FormatRow {
  readonly kind: string;
  /** For a sentence: "this is …". */
  readonly title: string;
  /** Bytes at the start; one character per byte. */
  readonly magic?: readonly string[];
  /** Extension of files of this kind, with its point; `.bin` when left out. */
  readonly extension?: string;
  /** For device code, whether it runs as it is or a driver has to compile it. */
  readonly code?: 'native' | 'ir';
  /** How it is compressed: the walk inflates it, and goes on with what comes of it. */
  readonly stream?: Compressed['method'];
  /** What to do when the kind is recognised but not read; absent for what is read. */
  readonly advice?: string;
}

/** In the order of testing. Kinds without magic are told by what is inside; see {@link detect}. */
export const FORMATS = [
  { kind: 'zebin', title: 'a zebin (Intel GPU program binary)', extension: '.zebin', code: 'native' },
  { kind: 'ar', title: 'an ar archive', extension: '.ar', magic: ['!<arch>\n', '!<thin>\n'] },
  {
    kind: 'legacy-elf',
    title: 'a legacy Intel OpenCL ELF file with patch tokens, the form of device binaries before zebin',
    advice: 'Drivers since 26.18 take only the intermediate code from it. Compile again with a current compiler to get a zebin.',
  },
  {
    kind: 'openmp-wrapper',
    title: 'an ELF wrapper of oneAPI OpenMP around device images',
  },
  { kind: 'elf', title: 'an ELF file for a host', extension: '.o' },
  {
    kind: 'patch-tokens',
    title: 'a legacy patch-token program, the form of device binaries before zebin',
    magic: ['CTNI'],
    code: 'native',
    advice:
      'Drivers since 26.18 no longer read it. Compile again with a current compiler (with ocloc 22.43: -internal_options -ze-allow-zebin).',
  },
  {
    kind: 'offload-binary',
    title: 'an LLVM OffloadBinary',
    magic: ['\x10\xff\x10\xad'],
  },
  { kind: 'syclbin', title: 'a SYCLBIN file', extension: '.syclbin', magic: ['IBYS'] },
  {
    kind: 'clang-bundle',
    title: 'a clang offload bundle',
    extension: '.bundle',
    magic: ['__CLANG_OFFLOAD_BUNDLE__'],
  },
  {
    kind: 'compressed-clang-bundle',
    title: 'a compressed clang offload bundle',
    extension: '.ccob',
    magic: ['CCOB'],
  },
  { kind: 'sycl-cache', title: 'device binaries from the persistent cache of SYCL' },
  { kind: 'sycl-cache-key', title: 'what an item of the persistent cache of SYCL was made of' },
  { kind: 'text-bundle', title: 'a clang offload bundle in text form', extension: '.txt' },
  { kind: 'zstd', title: 'zstd-compressed data', extension: '.zst', magic: ['\x28\xb5\x2f\xfd'], stream: 'zstd' },
  { kind: 'gzip', title: 'gzip-compressed data', extension: '.gz', magic: ['\x1f\x8b'], stream: 'gzip' },
  {
    kind: 'xz',
    title: 'xz-compressed data',
    extension: '.xz',
    magic: ['\xfd7zXZ\0'],
    advice: 'Inflate it with `xz -d`, and give the result.',
  },
  { kind: 'zip', title: 'a ZIP archive', extension: '.zip', magic: ['PK\x03\x04'], advice: 'Unpack it, and give the files inside.' },
  {
    kind: 'visa-object',
    title: 'a vISA object',
    extension: '.isa',
    magic: ['CISA'],
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
    magic: ['MZ'],
  },
  {
    kind: 'coff',
    title: 'a Windows object file (COFF)',
    extension: '.obj',
    magic: ['\x64\x86', '\x4c\x01', '\x64\xaa'],
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
    extension: '.prop',
  },
  {
    kind: 'ze-info',
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
    title: 'a text file',
    extension: '.txt',
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
    return isHostElf(bytes) ? 'elf' : elfKind(readElf(bytes).value);
  } catch {
    // Too short for a header: still an ELF file by its first bytes.
    return kind;
  }
}

/** As {@link detect}, but `elf` for every kind of ELF file: which one it is takes reading it. */
export function detectByStart(bytes: Bytes): FormatKind | undefined {
  // By sizes that fill the file exactly, which no magic does.
  const cached = syclCacheForm(bytes);
  if (cached !== undefined) return cached === 'key' ? 'sycl-cache-key' : 'sycl-cache';
  if (bytes.startsWith('\x7fELF')) return 'elf';
  const byMagic = (FORMATS as readonly FormatRow[]).find((row) => row.magic?.some((magic) => bytes.startsWith(magic)));
  return byMagic ? (byMagic.kind as FormatKind) : textKind(bytes);
}

/**
 * Whether an ELF file is code for a host, as its header and the types of its sections say: libraries of gigabytes are told from device
 * binaries without being read. A file for a machine that is not among those here has to be read.
 */
export function isHostElf(bytes: Bytes): boolean {
  const wide = bytes.has(0, 5) && bytes.u8(4) === 2;
  if (!bytes.startsWith('\x7fELF') || !bytes.has(0, structSize(ELF_HEADER, wide))) return false;
  const { e_machine, e_shoff, e_shnum, e_shentsize } = readStruct(ELF_HEADER, bytes, 0, wide);
  if (!RELOCATIONS.some((row) => row.machine === e_machine)) return false;
  const size = structSize(SECTION_HEADER, wide);
  for (let i = 0; i < e_shnum && e_shentsize >= size; i++) {
    const at = Number(e_shoff) + i * e_shentsize;
    // The type is the second word.
    if (!bytes.has(at, size)) break;
    if (bytes.u32(at + 4) === SHT_ZEBIN_ZEINFO) return false;
  }
  return true;
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
  if (textBundleComment(bytes) !== undefined) return 'text-bundle';
  if (isProps(bytes)) return 'property-sets';
  if (ZE_INFO.test(sample)) return 'ze-info';
  return 'text';
}

/** The row of a kind, or undefined for a kind that is no format. */
export function formatRow(kind: string): FormatRow | undefined {
  return (FORMATS as readonly FormatRow[]).find((row) => row.kind === kind);
}
