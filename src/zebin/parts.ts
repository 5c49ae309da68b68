import { Reporter } from '../diag/index.ts';
import {
  type Dialect,
  SECTION_TYPES as ELF_SECTION_TYPES,
  type ElfParts,
  type NumberRow,
  partsOfElf,
  type SectionPart,
} from '../elf/index.ts';
import type { Zebin } from './model.ts';
import { findSection, METRICS_RESERVED, METRICS_SECTION, SECTION_TYPES, SHT_ZEBIN_GTPIN_INFO } from './table.ts';

/** What zebins add to ELF for taking a file apart. */
export const ZEBIN_DIALECT: Dialect = {
  symbolInfo: [SHT_ZEBIN_GTPIN_INFO],
  reserved: [{ name: METRICS_SECTION, bytes: METRICS_RESERVED }],
};

/**
 * A zebin as parts that can be edited by copying; see {@link ElfParts}. `writeZebin` is the way back, byte for byte.
 *
 * Throws `FormatError` (`limit/work`) as {@link partsOfElf} does.
 */
export function partsOfZebin(zebin: Zebin): ElfParts {
  return partsOfElf(zebin.elf, new Reporter(zebin.bytes.length), ZEBIN_DIALECT);
}

/**
 * The order of sections in files of the compiler, by the patterns of {@link SECTIONS}: those of one group keep their order, and what
 * no group names comes in the third place.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/source/ZEELFObjectBuilder.cpp, ELFWriter::createSectionHdrEntries.
 */
export const SECTION_ORDER: readonly { readonly prefixes: readonly string[] }[] = [
  { prefixes: ['.text'] },
  { prefixes: ['.data', '.bss'] },
  { prefixes: ['.symtab'] },
  { prefixes: [] },
  { prefixes: ['.rel'] },
  { prefixes: ['.ze_info'] },
  { prefixes: ['.note.intelgt.compat'] },
  { prefixes: ['.strtab', '.shstrtab'] },
];

/** Sections in the order of the compiler. Where a section begins a new group, its place among the groups counts, not its id. */
export function orderSections(sections: readonly SectionPart[]): readonly SectionPart[] {
  const others = SECTION_ORDER.findIndex(({ prefixes }) => prefixes.length === 0);
  const group = ({ name }: SectionPart): number => {
    const found = SECTION_ORDER.findIndex(({ prefixes }) =>
      prefixes.some((prefix) => name === prefix || name.startsWith(`${prefix}.`) || (prefix === '.rel' && name.startsWith('.rela.'))),
    );
    return found < 0 ? others : found;
  };
  return SECTION_ORDER.flatMap((_, i) => sections.filter((section) => group(section) === i));
}

/** The number of a section type by its name, standard or of zebins. */
export function sectionTypeNumber(name: string): number | undefined {
  const rows: readonly NumberRow[] = [...ELF_SECTION_TYPES, ...SECTION_TYPES];
  return rows.find((row) => row.name === name)?.value;
}

/** Whether the section is the one that a row of SECTIONS describes. */
export function isSection(part: SectionPart, pattern: string): boolean {
  return findSection(part.name, part.sh_type)?.pattern === pattern;
}
