import type { Row } from '../../../core/schema/index.ts';
import { SECTION_TYPES as ELF_SECTION_TYPES, type NumberRow } from '../../elf/index.ts';
import { BEHAVIOURS } from './behaviours.ts';
import { NOTE_SECTION } from './notes.ts';
import { FIRST } from './row.ts';
import { FUNCTIONS_KERNEL, METRICS_SECTION, TEXT_PREFIX } from './section-names.ts';
import { SECTION_TYPES, sectionType } from './section-types.ts';
import type { StripGroup } from './strip-groups.ts';

export interface SectionRow extends Row {
  /** The section's name. A name in braces stands for any text: `.text.{kernel}`. */
  readonly pattern: string;
  /** Name of its type, here or in elf/table. */
  readonly type: string;
  /** Names of its flags without `SHF_`, joined with `|`; empty for none. */
  readonly flags: string;
  /** Whether drivers refuse a file with more than one. */
  readonly atMostOne?: true;
  readonly segment?: Segment;
  /** The group of `zebin strip`, if it is not the group of the section type. */
  readonly strip?: StripGroup;
  /**
   * The file with its content in an unpacked zebin, if the content can be read as the type says. `*` is the part of the name in braces.
   * If it is absent, the file name derives from the section's name.
   */
  readonly file?: string;
  /** Its name in versions before `since`. */
  readonly formerly?: string;
  /** The name of the section as which drivers read it. */
  readonly readAs?: string;
  /** The section that it follows in memory. */
  readonly follows?: string;
  /** Its place among the sections of a file that is built; by default with the others. */
  readonly place?: Place;
}

/**
 * The order of sections in files of the compiler. Sections with the same place keep their order.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/source/ZEELFObjectBuilder.cpp, ELFWriter::createSectionHdrEntries.
 */
export const SECTION_PLACES = ['code', 'data', 'symbols', 'others', 'relocations', 'attributes', 'notes', 'names'] as const;
export type Place = (typeof SECTION_PLACES)[number];

/**
 * How the driver's linker treats a section: it overwrites bytes of `code`, adds to `data`, and only assigns addresses to `strings` and
 * `zeros`.
 *
 * Source: intel/compute-runtime shared/source/compiler_interface/linker.cpp.
 */
export type Segment = 'code' | 'data' | 'strings' | 'zeros' | 'debug';

const REL = { type: 'SHT_REL', flags: '', place: 'relocations' } as const;
const RELA = { type: 'SHT_RELA', flags: '', place: 'relocations' } as const;
const RELOCATED = { driver: { since: '21.05.18936', note: 'sh_info determines the section, not the name.' } } as const;
const DEBUG_RELOCATED = { driver: { since: '21.09.19150', note: 'Applied only to the copy for debuggers.' } } as const;
const NOT_READ = { driver: { since: FIRST, note: 'Accepted because of its type, but not read.' } } as const;

/** Sections by name. An exact match comes first, then the longest prefix: see {@link findSection}. */
export const SECTIONS = [
  {
    pattern: '.text.{kernel}',
    place: 'code',
    file: 'text/*.bin',
    segment: 'code',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC|EXECINSTR',
    doc: 'Code of one kernel, and of the functions that only it calls. Padding follows, because the instruction prefetch reads past the end.',
    driver: { since: FIRST, note: 'A kernel in .ze_info without this section is refused. A section without a kernel is ignored.' },
  },
  {
    pattern: `${TEXT_PREFIX}${FUNCTIONS_KERNEL}`,
    place: 'code',
    file: `text/${FUNCTIONS_KERNEL}.bin`,
    segment: 'code',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC|EXECINSTR',
    doc: 'Code of functions that kernels of the module call or that other modules can link to. .ze_info lists it as a kernel of this name.',
    specified: false,
    driver: { since: '22.11.22682', note: 'Older drivers treat it like any kernel.' },
  },
  {
    pattern: '.text',
    place: 'code',
    segment: 'code',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC|EXECINSTR',
    atMostOne: true,
    doc: 'Code that belongs to no kernel, such as functions to which other modules link.',
    since: '1.45',
    formerly: `${TEXT_PREFIX}${FUNCTIONS_KERNEL}`,
    driver: {
      since: BEHAVIOURS.plainText.since,
      note: `Read as ${TEXT_PREFIX}${FUNCTIONS_KERNEL}, and ignored when it is empty; older drivers refuse the file.`,
    },
  },
  {
    pattern: '.data.const',
    place: 'data',
    segment: 'data',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC',
    atMostOne: true,
    doc: 'Constant data of the module.',
    driver: { since: FIRST },
  },
  {
    pattern: '.data.global_const',
    readAs: '.data.const',
    place: 'data',
    segment: 'data',
    type: 'SHT_PROGBITS',
    flags: 'ALLOC',
    doc: 'An early misspelling of .data.const.',
    specified: false,
    driver: { since: FIRST, note: 'Read as .data.const, with a warning.' },
  },
  {
    pattern: '.data.const.string',
    place: 'data',
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
    place: 'data',
    segment: 'data',
    type: 'SHT_PROGBITS',
    flags: 'WRITE|ALLOC',
    atMostOne: true,
    doc: 'Initial values of the global variables.',
    driver: { since: FIRST },
  },
  {
    pattern: '.bss.const',
    place: 'data',
    segment: 'zeros',
    follows: '.data.const',
    type: 'SHT_NOBITS',
    flags: 'WRITE|ALLOC',
    atMostOne: true,
    doc: 'Constants that are zero. They follow .data.const in memory. Values of symbols count from the start of that section if it exists.',
    driver: {
      since: BEHAVIOURS.zeroInitialised.since,
      note: 'The driver warns about other names with this type; older drivers refuse the file.',
    },
  },
  {
    pattern: '.bss.global',
    place: 'data',
    segment: 'zeros',
    follows: '.data.global',
    type: 'SHT_NOBITS',
    flags: 'WRITE|ALLOC',
    atMostOne: true,
    doc: 'Global variables that begin as zero. They follow .data.global in memory. Values of symbols count from the start of that section if it exists.',
    driver: {
      since: BEHAVIOURS.zeroInitialised.since,
      note: 'The driver warns about other names with this type; older drivers refuse the file.',
    },
  },
  {
    pattern: '.ze_info',
    place: 'attributes',
    file: 'ze_info.yaml',
    type: 'SHT_ZEBIN_ZEINFO',
    flags: '',
    atMostOne: true,
    doc: 'Attributes of kernels and functions: everything that the driver needs to run them. A file without kernels does not have it.',
    driver: { since: FIRST, note: 'Identified by its type. A file without it is accepted and has no kernels.' },
  },
  {
    pattern: '.spv',
    file: 'module.spv',
    type: 'SHT_ZEBIN_SPIRV',
    flags: '',
    atMostOne: true,
    doc: 'The SPIR-V module that the code was compiled from.',
    driver: {
      since: FIRST,
      note: 'Identified by its type. From 22.16.22992 on, the driver compiles it when the code is for another device.',
    },
  },
  {
    pattern: '.pisa',
    file: 'module.pisa',
    type: 'SHT_ZEBIN_PISA',
    flags: '',
    atMostOne: true,
    doc: 'The module in the intermediate form PISA.',
    since: '1.71',
    driver: { since: '26.27.39122.10', note: 'Identified by its type, and used like .spv. Older drivers refuse the file.' },
  },
  {
    pattern: '.visaasm.{module}',
    file: 'visaasm/*.visaasm',
    type: 'SHT_ZEBIN_VISAASM',
    flags: '',
    doc: 'vISA assembly text of a kernel or function. The compiler writes it on request.',
    since: '1.5',
    driver: { since: '21.50.21939', note: 'Not read; older drivers refuse the file.' },
  },
  {
    pattern: '.visaasm',
    type: 'SHT_ZEBIN_VISAASM',
    flags: '',
    doc: 'vISA assembly text without a name; a file can have several.',
    specified: false,
    driver: { since: '21.50.21939', note: 'Not read; older drivers refuse the file.' },
  },
  {
    pattern: '.gtpin_info.{name}',
    file: 'gtpin_info/*.bin',
    type: 'SHT_ZEBIN_GTPIN_INFO',
    flags: '',
    doc: 'Data about a kernel or function for the instrumentation tool GTPin. Until zebin 1.10 the specification had only .gtpin_info.',
    driver: { since: '23.09.25812.14', note: 'The driver warns about other names with this type.' },
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
    doc: 'Ids of the SPIR-V specialization constants that the build sets, 32 bits each.',
    since: '1.68',
    driver: { since: BEHAVIOURS.specConstants.since, note: 'Used only if the file has as many values; older drivers warn.' },
  },
  {
    pattern: '.misc.specConstantsValues',
    type: 'SHT_ZEBIN_MISC',
    flags: '',
    atMostOne: true,
    doc: 'Values of the constants in .misc.specConstantsIds, in the same order, 64 bits each.',
    since: '1.68',
    driver: { since: BEHAVIOURS.specConstants.since, note: 'Used only if the file has as many ids; older drivers warn.' },
  },
  {
    pattern: '.misc.{name}',
    file: 'misc/*.bin',
    type: 'SHT_ZEBIN_MISC',
    flags: '',
    doc: 'Other data that a compiler keeps. Until zebin 1.14 the specification had only .misc.',
    since: '1.5',
    driver: { note: 'The driver warns about it from 22.19.23136 on; older drivers refuse the file.' },
  },
  {
    pattern: NOTE_SECTION,
    place: 'notes',
    file: 'notes.txt',
    type: 'SHT_NOTE',
    flags: '',
    atMostOne: true,
    doc: 'Notes that say which device the code is for.',
    since: '1.5',
    driver: { since: '21.29.20389', note: 'The driver warns about other names with this type; older drivers refuse the file.' },
  },
  {
    pattern: METRICS_SECTION,
    type: 'SHT_NOTE',
    flags: '',
    doc: 'Space for metrics of the compiler. The content is not a table of notes.',
    specified: false,
    driver: { note: 'The driver warns about every one from 21.29.20389 on; older drivers refuse the file.' },
  },
  {
    pattern: '.debug_{name}',
    file: 'debug/*.bin',
    strip: 'debug',
    segment: 'debug',
    type: 'SHT_PROGBITS',
    flags: '',
    doc: 'Debug information in the DWARF format.',
    driver: { since: '21.30.20482', note: 'Passed on to debuggers; older drivers refuse the file.' },
  },
  {
    pattern: '.symtab',
    place: 'symbols',
    file: 'symbols.txt',
    type: 'SHT_SYMTAB',
    flags: '',
    atMostOne: true,
    doc: 'Symbols of kernels, functions and variables.',
    driver: {
      since: FIRST,
      note: 'Identified by its type. The driver reads names from the table that e_shstrndx names, and ignores sh_link.',
    },
  },
  {
    pattern: '.strtab',
    place: 'names',
    type: 'SHT_STRTAB',
    flags: '',
    doc: 'Names of sections and of symbols, in one table.',
    ...NOT_READ,
  },
  {
    pattern: '.shstrtab',
    place: 'names',
    type: 'SHT_STRTAB',
    flags: '',
    doc: 'The string table, as the generator of oneDNN names it.',
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
/** The prefixes by their second character, which distinguishes most of them. */
const bySecond = new Map(byPrefix.map(({ prefix }) => [prefix[1], byPrefix.filter((one) => one.prefix[1] === prefix[1])]));
const typeNumbers = new Map([...ELF_SECTION_TYPES, ...SECTION_TYPES].map((row: NumberRow) => [row.name, row.value]));

/**
 * The row of a section by its name and, if `type` (sh_type) is given, by its type. A section with the right name and another type is not
 * what the row describes, and drivers do not accept it as such.
 */
export function findSection(name: string, type?: number): SectionRow | undefined {
  const row = exact.get(name) ?? rowByPrefix(name);
  return row && (type === undefined || typeNumbers.get(row.type) === type) ? row : undefined;
}

function rowByPrefix(name: string): SectionRow | undefined {
  for (const { prefix, row } of bySecond.get(name[1]) ?? []) if (name.startsWith(prefix)) return row;
  return undefined;
}

/** The part of a section's name that the braces stand for: the kernel of `.text.{kernel}`. Undefined for rows without braces. */
export function sectionSubject(row: SectionRow, name: string): string | undefined {
  const brace = row.pattern.indexOf('{');
  return brace >= 0 ? name.slice(brace) : undefined;
}

/** The group with which `zebin strip` removes a section; undefined for a section that a program needs. */
export function stripGroupOf(name: string, sh_type: number): StripGroup | undefined {
  const group = sectionType(sh_type)?.strip ?? findSection(name, sh_type)?.strip;
  return group === 'none' ? undefined : group;
}
