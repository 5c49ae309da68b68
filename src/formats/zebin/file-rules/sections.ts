import { hex } from '../../../core/bytes/index.ts';
import { existsIn, type Row } from '../../../core/schema/index.ts';
import { SECTION_FLAGS, sectionField, sectionPath } from '../../elf/index.ts';
import { hasIr } from '../read.ts';
import { findSection, type NumberedRow, SECTION_TYPES, SECTIONS, type SectionRow, SHT_ZEBIN_GTPIN_INFO, sectionSubject } from '../table.ts';
import type { SectionFault } from './classify.ts';
import { DECODER, ELF_PAGE, type FileRule, perVersion, VERSION_PAGE } from './rule.ts';

const LAYOUT = `${ELF_PAGE}, ELF Layout`;
/** Sections whose flags depend on the compiler. */
const ANY_FLAGS = ['.data.const.string', '.rel.{section}', '.rela.{section}'];

/** The flags of rows as bits. */
const FLAG_BITS = new Map(
  SECTIONS.map(({ flags }) => [
    flags as string,
    SECTION_FLAGS.filter(({ name }) => flags.split('|').includes(name.replace(/^SHF_/, ''))).reduce(
      (bits, { value }) => bits | BigInt(value),
      0n,
    ),
  ]),
);

/** Rows of sections that a version does not have, by name or otherwise by type. */
const lackingIn = perVersion((version): ReadonlyMap<SectionRow, Row & { readonly name: string }> => {
  const rows: readonly SectionRow[] = SECTIONS;
  const types: readonly NumberedRow[] = SECTION_TYPES;
  return new Map(
    rows.flatMap((row): [SectionRow, Row & { readonly name: string }][] => {
      if (!existsIn(row, version)) return [[row, { ...row, name: row.pattern }]];
      const type = types.find(({ name }) => name === row.type);
      return type && !existsIn(type, version) ? [[row, type]] : [];
    }),
  );
});

/** A rule that reports one kind of fault of names and types. */
const named = (code: SectionFault['code'], says: string, source: string): FileRule => ({
  code,
  says,
  source,
  check({ sections }, report) {
    for (const { section, fault } of sections) {
      if (fault?.code === code) report(section.bytes.span(), sectionPath(section), fault.message, fault.data);
    }
  },
});

export const SECTION_RULES: readonly FileRule[] = [
  named('rule/section-type', 'A section has the type that belongs to its name. Sections of code or data have a known name.', LAYOUT),
  named('rule/section-name', 'Sections of notes, zeros or data for GTPin have a known name.', LAYOUT),
  named('rule/misc-name', 'A section .misc.NAME that no driver reads is a remark only: any name is allowed.', LAYOUT),
  {
    code: 'rule/section-twice',
    says: 'A section that may occur once does not occur again.',
    source: LAYOUT,
    check({ sections }, report) {
      const patterns = new Set<string>();
      for (const { section, row } of sections) {
        if (!row?.atMostOne) continue;
        if (patterns.has(row.pattern)) report(section.bytes.span(), sectionPath(section), `there is a second section ${row.pattern}`);
        patterns.add(row.pattern);
      }
    },
  },
  {
    code: 'rule/section-version',
    name: 'sections',
    says: 'Names and types of sections exist in the version.',
    source: VERSION_PAGE,
    check({ sections, version }, report) {
      const lacking = lackingIn(version);
      for (const { section, row } of sections) {
        const lacks = row && lacking.get(row);
        if (!lacks) continue;
        const { name, since } = lacks;
        report(section.bytes.span(), sectionPath(section), `${version} does not have ${name}, which exists from ${since} on`, {
          name,
          version,
        });
      }
    },
  },
  {
    code: 'rule/section-flags',
    says: 'Sections have the flags that the compiler gives them.',
    source: LAYOUT,
    check({ sections }, report) {
      for (const { section, row } of sections) {
        if (!row || section.sh_flags === FLAG_BITS.get(row.flags) || ANY_FLAGS.includes(row.pattern)) continue;
        const flags = flagNames(section.sh_flags);
        const message = `the flags of ${section.name} are ${flags || 'none'} instead of ${row.flags || 'none'}`;
        report(section.bytes.span(), sectionPath(section), message, { found: flags, expected: row.flags });
      }
    },
  },
  {
    code: 'rule/gtpin-symbol',
    says: 'sh_info of a section for GTPin is the index of the symbol of the kernel or function in its name.',
    source: `${ELF_PAGE}, ZE Info Sections`,
    check({ zebin, symbols }, report) {
      for (const section of zebin.elf.sections) {
        if (section.sh_type !== SHT_ZEBIN_GTPIN_INFO) continue;
        const row = findSection(section.name, section.sh_type);
        const subject = row && sectionSubject(row, section.name);
        const symbol = symbols[section.sh_info];
        if (subject === undefined || symbol?.name === subject) continue;
        const state = symbol ? `is the symbol ${symbol.name || '(none)'}` : 'is not a symbol';
        const message = `sh_info ${section.sh_info} ${state}, and the section is about ${subject}`;
        report(section.bytes.span(), sectionPath(section), message, { found: section.sh_info });
      }
    },
  },
  {
    code: 'rule/gtpin-link',
    says: 'sh_link of a section for GTPin is 0.',
    source: `${ELF_PAGE}, ZE Info Sections`,
    check({ zebin: { elf } }, report) {
      for (const section of elf.sections) {
        if (section.sh_type !== SHT_ZEBIN_GTPIN_INFO || section.sh_link === 0) continue;
        const message = `sh_link is ${section.sh_link} instead of 0`;
        report(sectionField(elf, section, 'sh_link'), `${sectionPath(section)}/sh_link`, message, { found: section.sh_link, expected: 0 });
      }
    },
  },
  {
    code: 'rule/no-ir',
    says: 'A file has SPIR-V or PISA. This is a remark only.',
    source: `${DECODER}/../device_binary_format_zebin.cpp`,
    check({ zebin }, report) {
      if (!hasIr(zebin))
        report(zebin.bytes.span(0, 0), '', 'the file has neither SPIR-V nor PISA from which the kernels can be compiled again');
    },
  },
];

/** Names of flags in the spelling of rows. */
function flagNames(sh_flags: bigint): string {
  const names = SECTION_FLAGS.filter(({ value }) => (sh_flags & BigInt(value)) !== 0n).map(({ name }) => name.replace(/^SHF_/, ''));
  const rest = SECTION_FLAGS.reduce((left, { value }) => left & ~BigInt(value), sh_flags);
  return [...names, ...(rest === 0n ? [] : [`${hex(rest)}`])].join('|');
}
