import { FIRST, type NumberedRow } from './row.ts';
import type { StripGroup } from './strip-groups.ts';

/** sh_type of the section with the attributes. */
export const SHT_ZEBIN_ZEINFO = 0xff000011;
/** sh_type of the section with the PISA module. */
export const SHT_ZEBIN_PISA = 0xff000015;
/** sh_type of the section with the SPIR-V module. */
export const SHT_ZEBIN_SPIRV = 0xff000009;
/** sh_type of sections whose sh_info is the index of a symbol. */
export const SHT_ZEBIN_GTPIN_INFO = 0xff000012;

export interface SectionTypeRow extends NumberedRow {
  /** The group with which `zebin strip` removes all sections of the type; `none` for sections that a program needs. */
  readonly strip: StripGroup | 'none';
  /** Whether it is intermediate code, from which the driver can compile again for another device. */
  readonly ir?: true;
}

const LEGACY = {
  specified: false,
  strip: 'none',
  driver: { note: 'A zebin with such a section is refused; it belongs in a legacy OpenCL file (e_type 0xff01 to 0xff05).' },
} as const;

/** sh_type beyond those of ELF itself. */
export const SECTION_TYPES = [
  {
    value: SHT_ZEBIN_SPIRV,
    name: 'SHT_ZEBIN_SPIRV',
    doc: 'SPIR-V from which the driver can compile again. The same number is SHT_OPENCL_SPIRV in legacy OpenCL files.',
    strip: 'spv',
    ir: true,
    driver: { since: FIRST, note: 'Identified by its type; the name is ignored.' },
  },
  {
    value: SHT_ZEBIN_ZEINFO,
    name: 'SHT_ZEBIN_ZEINFO',
    doc: 'Attributes of kernels and functions, as text.',
    strip: 'none',
    driver: { since: FIRST, note: 'Identified by its type; the name is ignored.' },
  },
  {
    value: SHT_ZEBIN_GTPIN_INFO,
    name: 'SHT_ZEBIN_GTPIN_INFO',
    doc: 'Data for the instrumentation tool GTPin. sh_info is the index of the symbol of its kernel or function.',
    strip: 'gtpin',
    driver: { since: '20.37.17906', note: 'Not read until 23.09.25812.14; older drivers refuse the file.' },
  },
  {
    value: 0xff000013,
    name: 'SHT_ZEBIN_VISAASM',
    doc: 'vISA assembly text.',
    since: '1.5',
    strip: 'visaasm',
    driver: { since: '21.50.21939', note: 'Accepted, but not read; older drivers refuse the file.' },
  },
  {
    value: 0xff000014,
    name: 'SHT_ZEBIN_MISC',
    doc: 'Other content, which the section name identifies: build options, specialization constants.',
    since: '1.5',
    strip: 'misc',
    driver: { since: '22.19.23136', note: 'The driver warns about names that it does not know; older drivers refuse the file.' },
  },
  {
    value: SHT_ZEBIN_PISA,
    name: 'SHT_ZEBIN_PISA',
    doc: 'Code in the intermediate form PISA, from which the driver can compile again.',
    since: '1.71',
    strip: 'spv',
    ir: true,
    driver: { since: '26.27.39122.10', note: 'Identified by its type; older drivers refuse the file.' },
  },
  { value: 0xff000000, name: 'SHT_OPENCL_SOURCE', doc: 'OpenCL C source text.', ...LEGACY },
  { value: 0xff000001, name: 'SHT_OPENCL_HEADER', doc: 'A header for OpenCL C source.', ...LEGACY },
  { value: 0xff000002, name: 'SHT_OPENCL_LLVM_TEXT', doc: 'LLVM assembly text.', ...LEGACY },
  { value: 0xff000003, name: 'SHT_OPENCL_LLVM_BINARY', doc: 'LLVM bitcode.', ...LEGACY },
  { value: 0xff000004, name: 'SHT_OPENCL_LLVM_ARCHIVE', doc: 'Several LLVM modules.', ...LEGACY },
  { value: 0xff000005, name: 'SHT_OPENCL_DEV_BINARY', doc: 'Device binary made of patch tokens.', ...LEGACY },
  { value: 0xff000006, name: 'SHT_OPENCL_OPTIONS', doc: 'Build options, as text.', ...LEGACY },
  { value: 0xff000007, name: 'SHT_OPENCL_PCH', doc: 'Precompiled header.', ...LEGACY },
  { value: 0xff000008, name: 'SHT_OPENCL_DEV_DEBUG', doc: 'Debug information of the device code.', ...LEGACY },
  { value: 0xff00000a, name: 'SHT_OPENCL_NON_COHERENT_DEV_BINARY', doc: 'Device binary for memory that is not coherent.', ...LEGACY },
  { value: 0xff00000b, name: 'SHT_OPENCL_SPIRV_SC_IDS', doc: 'Ids of specialization constants.', ...LEGACY },
  { value: 0xff00000c, name: 'SHT_OPENCL_SPIRV_SC_VALUES', doc: 'Values of specialization constants.', ...LEGACY },
  {
    value: 0x6fff4c0b,
    name: 'SHT_LLVM_OFFLOADING',
    doc: 'Device code that a compiler put into a host file: one or more offload binaries of LLVM.',
    specified: false,
    strip: 'none',
    driver: { note: 'Found in host files only.' },
  },
] as const satisfies readonly SectionTypeRow[];

const byNumber = new Map(SECTION_TYPES.map((row): [number, SectionTypeRow] => [row.value, row]));

/** The row of an sh_type beyond those of ELF itself. */
export const sectionType = (sh_type: number): SectionTypeRow | undefined => byNumber.get(sh_type);
