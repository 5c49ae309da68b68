import { Reporter } from '../../core/diag/index.ts';
import { type Dialect, type ElfParts, partsOfElf, type SectionPart } from '../elf/index.ts';
import type { Zebin } from './model.ts';
import { findSection, METRICS_RESERVED, METRICS_SECTION, SECTION_PLACES, SHT_ZEBIN_GTPIN_INFO } from './table.ts';

/** The section types and note sections of zebins that splitting a file into parts depends on. */
export const ZEBIN_DIALECT: Dialect = {
  symbolInfo: [SHT_ZEBIN_GTPIN_INFO],
  reserved: [{ name: METRICS_SECTION, bytes: METRICS_RESERVED }],
};

/**
 * A zebin as parts that can be edited by copying; see {@link ElfParts}. `writeZebin` is the inverse and reproduces every byte.
 *
 * Throws `FormatError` (`limit/work`) as {@link partsOfElf} does.
 *
 * @example
 * const parts = partsOfZebin(readZebin(bytes).value);
 * parts.is64; // true
 * const longer = { ...parts, sections: parts.sections.filter(({ name }) => name !== '.strtab') };
 */
export function partsOfZebin(zebin: Zebin): ElfParts {
  return partsOfElf(zebin.elf, new Reporter(zebin.bytes.length), ZEBIN_DIALECT);
}

/** Sections in the order that the compiler uses. */
export function orderSections(sections: readonly SectionPart[]): readonly SectionPart[] {
  return SECTION_PLACES.flatMap((place) => sections.filter(({ name }) => (findSection(name)?.place ?? 'others') === place));
}
