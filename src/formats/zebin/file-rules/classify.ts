import type { Code, Facts } from '../../../core/diag/index.ts';
import { nearest } from '../../../core/schema/index.ts';
import { SECTION_TYPES as ELF_SECTION_TYPES, type Elf, findRow, numbersOf, type Section, shortName } from '../../elf/index.ts';
import { findSection, SECTION_TYPES, SECTIONS, type SectionRow } from '../table.ts';

const SHT = { ...numbersOf(ELF_SECTION_TYPES), ...numbersOf(SECTION_TYPES) };
const TYPES = [...ELF_SECTION_TYPES, ...SECTION_TYPES];
/** Types whose sections drivers identify by name. They do not read a section of an unknown name. */
const NAMED: readonly number[] = [SHT.SHT_NOTE, SHT.SHT_NOBITS, SHT.SHT_ZEBIN_MISC, SHT.SHT_ZEBIN_GTPIN_INFO];

/** A section with its row, and with the fault of its name or type if there is one. */
export interface ClassifiedSection {
  readonly section: Section;
  readonly row: SectionRow | undefined;
  readonly fault: SectionFault | undefined;
}

export interface SectionFault {
  readonly code: Code & ('rule/section-type' | 'rule/section-name' | 'rule/misc-name');
  readonly message: string;
  /** Computed only when it is reported: finding the most similar name compares with every row. */
  readonly data: () => Facts;
}

/** The sections of a file, except for those of type NULL. */
export function classify({ sections }: Elf): readonly ClassifiedSection[] {
  return sections
    .filter(({ index, sh_type }) => index !== 0 && sh_type !== SHT.SHT_NULL)
    .map((section) => {
      const row = findSection(section.name, section.sh_type);
      return { section, row, fault: faultOf(section, row) };
    });
}

function faultOf({ name, sh_type }: Section, row: SectionRow | undefined): SectionFault | undefined {
  if (row) {
    if (row.pattern !== '.misc.{name}') return undefined;
    return { code: 'rule/misc-name', message: `no public driver reads ${name}`, data: () => suggested(name, sh_type) };
  }
  const type = shortName(TYPES, sh_type);
  const named = name === '' ? undefined : findSection(name);
  if (named) {
    const message = `${name} is of type ${type} instead of ${named.type.replace(/^SHT_/, '')}`;
    return { code: 'rule/section-type', message, data: () => ({ found: type, expected: named.type }) };
  }
  const known = TYPES.some(({ value }) => value === sh_type);
  if (!known || sh_type === SHT.SHT_PROGBITS) {
    const message = known
      ? `no section of code or data is named ${name || '(nothing)'}`
      : `the section ${name} is of type ${type}, which is unknown`;
    return { code: 'rule/section-type', message, data: () => suggestion(nearest(name, PATTERNS)) };
  }
  if (!NAMED.includes(sh_type)) return undefined;
  return { code: 'rule/section-name', message: `no section of this type is named ${name}`, data: () => suggested(name, sh_type) };
}

const PATTERNS = SECTIONS.map(({ pattern }) => pattern);

/** The most similar section name of the same type. */
function suggested(name: string, sh_type: number): Facts {
  const same = SECTIONS.filter(({ type }) => type === findRow(TYPES, sh_type)?.name).map(({ pattern }) => pattern);
  const plain = same.filter((pattern) => !pattern.includes('{'));
  return suggestion(nearest(name, plain));
}

function suggestion(name: string | undefined): Facts {
  return name === undefined ? {} : { suggestion: name };
}
