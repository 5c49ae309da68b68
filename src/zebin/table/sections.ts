import { SECTION_TYPES as ELF_SECTION_TYPES, type NumberRow } from '../../elf/index.ts';
import type { Row } from '../../schema/index.ts';
import { NOTE_SECTION } from './notes.ts';
import { FIRST } from './row.ts';
import { SECTION_TYPES, sectionType } from './section-types.ts';
import type { StripGroup } from './strip-groups.ts';

/** Prefix of the sections with the code of one kernel each. */
export const TEXT_PREFIX = '.text.';
/** The kernel by whose name drivers know the code that belongs to no kernel. */
export const FUNCTIONS_KERNEL = 'Intel_Symbol_Table_Void_Program';
/** Metrics of the compiler, and the space that it reserves for them, in bytes. */
export const METRICS_SECTION = '.note.intelgt.metrics';
export const METRICS_RESERVED = 64;

export interface SectionRow extends Row {
  /** The section's name, where a name in braces stands for any text: `.text.{kernel}`. */
  readonly pattern: string;
  /** Name of its type, here or in elf/table. */
  readonly type: string;
  /** Names of its flags without `SHF_`, joined with `|`; empty for none. */
  readonly flags: string;
  /** Drivers refuse a file with more than one. */
  readonly atMostOne?: true;
  readonly segment?: Segment;
  /** The group of `zebin strip`, where not all sections of the type belong to it. */
  readonly strip?: StripGroup;
  /**
   * The file of an unpacked zebin that has its content, where that could be read as the type says; `*` is the part of the name in braces.
   * Without it the name is made of the section's name.
   */
  readonly file?: string;
  /** What versions before `since` call it. */
  readonly formerly?: string;
  /** The section after whose content this one is in memory. */
  readonly follows?: string;
}

/**
 * What a section is to the driver's linker: `code` is overwritten, `data` is added to, `strings` and `zeros` only have addresses.
 *
 * Source: intel/compute-runtime shared/source/compiler_interface/linker.cpp.
 */
export type Segment = 'code' | 'data' | 'strings' | 'zeros' | 'debug';

const REL = { type: 'SHT_REL', flags: '' } as const;
const RELA = { type: 'SHT_RELA', flags: '' } as const;
const RELOCATED = { driver: { since: '21.05.18936', note: 'The section that sh_info names is what counts, not the name.' } } as const;
const DEBUG_RELOCATED = { driver: { since: '21.09.19150', note: 'Applied to the copy for debuggers only.' } } as const;
const NOT_READ = { driver: { since: FIRST, note: 'Accepted by its type and not looked at.' } } as const;

/** Sections by name. A reader takes the first exact match, then the longest prefix: see {@link findSection}. */
export const SECTIONS = [
  {
    pattern: '.text.{kernel}',
    file: 'text/*.bin',
    segment: 'code',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC|EXECINSTR',
    doc: 'Code of one kernel, and of the functions that are only called there. It is longer than the code: the instruction prefetch reads beyond.',
    driver: { since: FIRST, note: 'A kernel in .ze_info without it is refused; one without a kernel is ignored.' },
  },
  {
    pattern: `${TEXT_PREFIX}${FUNCTIONS_KERNEL}`,
    file: `text/${FUNCTIONS_KERNEL}.bin`,
    segment: 'code',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC|EXECINSTR',
    doc: 'Code of the functions that kernels of the module call or that other modules can link to. .ze_info lists it as a kernel of that name.',
    specified: false,
    driver: { since: '22.11.22682', note: 'Older drivers treat it as a kernel like any other.' },
  },
  {
    pattern: '.text',
    segment: 'code',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC|EXECINSTR',
    atMostOne: true,
    doc: 'Code that belongs to no kernel, such as functions that other modules link to.',
    since: '1.45',
    formerly: `${TEXT_PREFIX}${FUNCTIONS_KERNEL}`,
    driver: {
      since: '25.31.34666.3',
      note: `Taken as ${TEXT_PREFIX}${FUNCTIONS_KERNEL}, and ignored when it is empty; older drivers refuse the file.`,
    },
  },
  {
    pattern: '.data.const',
    segment: 'data',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC',
    atMostOne: true,
    doc: 'Constant data of the module.',
    driver: { since: FIRST },
  },
  {
    pattern: '.data.global_const',
    segment: 'data',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC',
    doc: 'An early misspelling of .data.const.',
    specified: false,
    driver: { since: FIRST, note: 'Taken as .data.const, with a warning.' },
  },
  {
    pattern: '.data.const.string',
    segment: 'strings',
    type: 'SHT_PROGBITS',
    flags: '',
    atMostOne: true,
    doc: 'String literals of printf, which the driver reads on the host. IGC up to 1.0.12504 gives it the flag ALLOC.',
    specified: false,
    driver: { since: '21.46.21636', note: 'Older drivers refuse the file.' },
  },
  {
    pattern: '.data.global',
    segment: 'data',
    type: 'SHT_PROGBITS',
    flags: 'WRITE|ALLOC',
    atMostOne: true,
    doc: 'Initial values of the global variables.',
    driver: { since: FIRST },
  },
  {
    pattern: '.bss.const',
    segment: 'zeros',
    follows: '.data.const',
    type: 'SHT_NOBITS',
    flags: 'WRITE|ALLOC',
    atMostOne: true,
    doc: 'Constants that are all zeros. They follow .data.const in memory, and symbols count from the start of that section if it is there.',
    driver: { since: '23.09.25812.14', note: 'Other names with this type draw a warning; older drivers refuse the file.' },
  },
  {
    pattern: '.bss.global',
    segment: 'zeros',
    follows: '.data.global',
    type: 'SHT_NOBITS',
    flags: 'WRITE|ALLOC',
    atMostOne: true,
    doc: 'Global variables that begin as zeros. They follow .data.global in memory, and symbols count from the start of that section if it is there.',
    driver: { since: '23.09.25812.14', note: 'Other names with this type draw a warning; older drivers refuse the file.' },
  },
  {
    pattern: '.ze_info',
    file: 'ze_info.yaml',
    type: 'SHT_ZEBIN_ZEINFO',
    flags: '',
    atMostOne: true,
    doc: 'Attributes of kernels and functions: all that the driver must know to run them. A file without kernels has none.',
    driver: { since: FIRST, note: 'Known by its type. Without it the file is accepted and has no kernels.' },
  },
  {
    pattern: '.spv',
    file: 'module.spv',
    type: 'SHT_ZEBIN_SPIRV',
    flags: '',
    atMostOne: true,
    doc: 'The SPIR-V module that the code was compiled from.',
    driver: { since: FIRST, note: 'Known by its type. From 22.16.22992 on the driver compiles it when the code is for another device.' },
  },
  {
    pattern: '.pisa',
    file: 'module.pisa',
    type: 'SHT_ZEBIN_PISA',
    flags: '',
    atMostOne: true,
    doc: 'The module in the intermediate form PISA.',
    since: '1.71',
    driver: { since: '26.27.39122.10', note: 'Known by its type; used like .spv. Older drivers refuse the file.' },
  },
  {
    pattern: '.visaasm.{module}',
    file: 'visaasm/*.visaasm',
    type: 'SHT_ZEBIN_VISAASM',
    flags: '',
    doc: 'vISA assembly text of a kernel or function, kept on request.',
    since: '1.5',
    driver: { since: '21.50.21939', note: 'Not looked at; older drivers refuse the file.' },
  },
  {
    pattern: '.visaasm',
    type: 'SHT_ZEBIN_VISAASM',
    flags: '',
    doc: 'vISA assembly text without a name; a file can have several.',
    specified: false,
    driver: { since: '21.50.21939', note: 'Not looked at; older drivers refuse the file.' },
  },
  {
    pattern: '.gtpin_info.{name}',
    file: 'gtpin_info/*.bin',
    type: 'SHT_ZEBIN_GTPIN_INFO',
    flags: '',
    doc: 'Data about a kernel or function for the instrumentation tool GTPin. Until zebin 1.10 the specification had no name after the first part.',
    driver: { since: '23.09.25812.14', note: 'Other names with this type draw a warning.' },
  },
  {
    pattern: '.misc.buildOptions',
    file: 'misc/buildOptions.txt',
    type: 'SHT_ZEBIN_MISC',
    flags: '',
    doc: 'The options that the file was compiled with, as text.',
    since: '1.14',
    driver: { since: '22.19.23136', note: 'Used when the driver compiles again; older drivers refuse the file.' },
  },
  {
    pattern: '.misc.specConstantsIds',
    type: 'SHT_ZEBIN_MISC',
    flags: '',
    atMostOne: true,
    doc: 'Ids of the SPIR-V specialization constants that were set, 32 bits each.',
    since: '1.68',
    driver: { since: '26.18.38308.1', note: 'Used only when as many values are there; older drivers warn.' },
  },
  {
    pattern: '.misc.specConstantsValues',
    type: 'SHT_ZEBIN_MISC',
    flags: '',
    atMostOne: true,
    doc: 'Values of these constants in the same order, 64 bits each.',
    since: '1.68',
    driver: { since: '26.18.38308.1', note: 'Used only when as many ids are there; older drivers warn.' },
  },
  {
    pattern: '.misc.{name}',
    file: 'misc/*.bin',
    type: 'SHT_ZEBIN_MISC',
    flags: '',
    doc: 'Something else that a compiler needs to keep. Until zebin 1.14 the specification had no name after the first part.',
    since: '1.5',
    driver: { note: 'Draws a warning from 22.19.23136 on; older drivers refuse the file.' },
  },
  {
    pattern: NOTE_SECTION,
    file: 'notes.txt',
    type: 'SHT_NOTE',
    flags: '',
    atMostOne: true,
    doc: 'Notes that tell which device the code is for.',
    since: '1.5',
    driver: { since: '21.29.20389', note: 'Other names with this type draw a warning; older drivers refuse the file.' },
  },
  {
    pattern: METRICS_SECTION,
    type: 'SHT_NOTE',
    flags: '',
    doc: 'Space for metrics of the compiler. The content is not a table of notes.',
    specified: false,
    driver: { note: 'Draws a warning each time from 21.29.20389 on; older drivers refuse the file.' },
  },
  {
    pattern: '.debug_{name}',
    file: 'debug/*.bin',
    strip: 'debug',
    segment: 'debug',
    type: 'SHT_PROGBITS',
    flags: '',
    doc: 'Debug information in DWARF form.',
    driver: { since: '21.30.20482', note: 'Passed on to debuggers; older drivers refuse the file.' },
  },
  {
    pattern: '.symtab',
    file: 'symbols.txt',
    type: 'SHT_SYMTAB',
    flags: '',
    atMostOne: true,
    doc: 'Symbols of kernels, functions and variables.',
    driver: { since: FIRST, note: 'Known by its type. Names are taken from the table that e_shstrndx names, whatever sh_link says.' },
  },
  {
    pattern: '.strtab',
    type: 'SHT_STRTAB',
    flags: '',
    doc: 'Names of sections and of symbols, in one table.',
    ...NOT_READ,
  },
  {
    pattern: '.shstrtab',
    type: 'SHT_STRTAB',
    flags: '',
    doc: 'The string table as the generator of oneDNN names it.',
    specified: false,
    ...NOT_READ,
  },
  {
    pattern: '.rel.text.{kernel}',
    ...REL,
    doc: 'Relocations in the code of a kernel. The public page leaves out the middle part and writes .rel.{kernel_name}.',
    ...RELOCATED,
  },
  {
    pattern: '.rel.text',
    ...REL,
    doc: 'Relocations in .text.',
    since: '1.45',
    formerly: `.rel${TEXT_PREFIX}${FUNCTIONS_KERNEL}`,
    specified: false,
    ...RELOCATED,
  },
  { pattern: '.rel.data.const', ...REL, doc: 'Relocations in .data.const.', specified: false, ...RELOCATED },
  { pattern: '.rel.data.global', ...REL, doc: 'Relocations in .data.global.', specified: false, ...RELOCATED },
  { pattern: '.rel.debug_{name}', ...REL, doc: 'Relocations in debug information.', specified: false, ...DEBUG_RELOCATED },
  { pattern: '.rel.{section}', ...REL, doc: 'Relocations in the section of that name.', specified: false, ...RELOCATED },
  { pattern: '.rela.text.{kernel}', ...RELA, doc: 'Relocations with addends in the code of a kernel.', specified: false, ...RELOCATED },
  { pattern: '.rela.data.const', ...RELA, doc: 'Relocations with addends in .data.const.', specified: false, ...RELOCATED },
  { pattern: '.rela.data.global', ...RELA, doc: 'Relocations with addends in .data.global.', specified: false, ...RELOCATED },
  { pattern: '.rela.debug_{name}', ...RELA, doc: 'Relocations with addends in debug information.', specified: false, ...DEBUG_RELOCATED },
  { pattern: '.rela.{section}', ...RELA, doc: 'Relocations with addends in the section of that name.', specified: false, ...RELOCATED },
] as const satisfies readonly SectionRow[];

const rows: readonly SectionRow[] = SECTIONS;
const exact = new Map(rows.filter((row) => !row.pattern.includes('{')).map((row) => [row.pattern, row]));
const byPrefix = rows
  .filter((row) => row.pattern.includes('{'))
  .map((row) => ({ row, prefix: row.pattern.slice(0, row.pattern.indexOf('{')) }))
  .sort((a, b) => b.prefix.length - a.prefix.length);
/** Those for names with the same second character, which tells most of them apart. */
const bySecond = new Map(byPrefix.map(({ prefix }) => [prefix[1], byPrefix.filter((one) => one.prefix[1] === prefix[1])]));
const typeNumbers = new Map([...ELF_SECTION_TYPES, ...SECTION_TYPES].map((row: NumberRow) => [row.name, row.value]));

/**
 * The row of a section by its name and, where `type` (sh_type) is given, by its type: a section of the right name and another
 * type is not what the row describes, and drivers do not take it for that.
 */
export function findSection(name: string, type?: number): SectionRow | undefined {
  const row = exact.get(name) ?? rowByPrefix(name);
  return row && (type === undefined || typeNumbers.get(row.type) === type) ? row : undefined;
}

function rowByPrefix(name: string): SectionRow | undefined {
  for (const { prefix, row } of bySecond.get(name[1]) ?? []) if (name.startsWith(prefix)) return row;
  return undefined;
}

/** What is in a section's name for the part in braces: the kernel of `.text.{kernel}`. Undefined for rows without one. */
export function sectionSubject(row: SectionRow, name: string): string | undefined {
  const brace = row.pattern.indexOf('{');
  return brace >= 0 ? name.slice(brace) : undefined;
}

/** The group in which `zebin strip` leaves a section out; undefined for what a program needs. */
export function stripGroupOf(name: string, sh_type: number): StripGroup | undefined {
  const group = sectionType(sh_type)?.strip ?? findSection(name, sh_type)?.strip;
  return group === 'none' ? undefined : group;
}

/**
 * The order of sections in files of the compiler, by the beginning of their names: those of one group keep their order, and what no
 * group names comes where the list is empty.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/source/ZEELFObjectBuilder.cpp, ELFWriter::createSectionHdrEntries.
 */
export const SECTION_ORDER: readonly { readonly prefixes: readonly string[] }[] = [
  { prefixes: ['.text'] },
  { prefixes: ['.data', '.bss'] },
  { prefixes: ['.symtab'] },
  { prefixes: [] },
  { prefixes: ['.rel', '.rela'] },
  { prefixes: ['.ze_info'] },
  { prefixes: [NOTE_SECTION] },
  { prefixes: ['.strtab', '.shstrtab'] },
];
