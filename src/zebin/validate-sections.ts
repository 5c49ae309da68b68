import type { Reporter } from '../diag/index.ts';
import {
  SECTION_TYPES as ELF_SECTION_TYPES,
  type ElfSymbol,
  findRow,
  numbersOf,
  SECTION_FLAGS,
  type Section,
  sectionPath,
  shortName,
  symbolBinding,
} from '../elf/index.ts';
import { existsIn, nearest, type Row, type Version } from '../schema/index.ts';
import type { Zebin } from './model.ts';
import { findSection, type NumberedRow, SECTION_TYPES, SECTIONS, type SectionRow, SHT_ZEBIN_GTPIN_INFO, sectionSubject } from './table.ts';

const SHT = { ...numbersOf(ELF_SECTION_TYPES), ...numbersOf(SECTION_TYPES) };
const TYPES = [...ELF_SECTION_TYPES, ...SECTION_TYPES];
/** Types under whose names drivers look, so that an unknown name is not read. */
const NAMED: readonly number[] = [SHT.SHT_NOTE, SHT.SHT_NOBITS, SHT.SHT_ZEBIN_MISC, SHT.SHT_ZEBIN_GTPIN_INFO];
/** Sections whose flags differ between compilers. */
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

/**
 * Judges sections by their rows: type, flags, number and version, and what they say of symbols.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/elf.md, ELF Layout.
 */
export function validateSections({ elf, kernels }: Zebin, version: Version, out: Reporter): void {
  const seen = new Map<string, Section>();
  for (const section of elf.sections) {
    if (section.index === 0 || section.sh_type === SHT.SHT_NULL) continue;
    const row = typeAndName(section, out);
    if (!row) continue;
    const path = sectionPath(section);
    if (row.atMostOne) {
      if (seen.has(row.pattern)) out.report('rule/section-twice', section.bytes.span(), path, `there is a second section ${row.pattern}`);
      seen.set(row.pattern, section);
    }
    const type: (Row & { readonly name: string }) | undefined = findRow<NumberedRow>(SECTION_TYPES, section.sh_type);
    const lacks = !existsIn(row, version) ? { name: row.pattern, since: row.since } : type && !existsIn(type, version) ? type : undefined;
    if (lacks) {
      const { name, since } = lacks;
      out.report('rule/section-version', section.bytes.span(), path, `${version} does not have ${name}: it came with ${since}`, {
        name,
        version,
      });
    }
    if (section.sh_flags !== FLAG_BITS.get(row.flags) && !ANY_FLAGS.includes(row.pattern)) {
      const flags = flagNames(section.sh_flags);
      const message = `the flags of ${section.name} are ${flags || 'none'}, and the compiler sets ${row.flags || 'none'}`;
      out.report('rule/section-flags', section.bytes.span(), path, message, { found: flags, expected: row.flags });
    }
  }
  const table = elf.sections.find(({ content }) => content.kind === 'symbols');
  const symbols = table?.content.kind === 'symbols' ? table.content.symbols : [];
  if (table && symbols.length > 0 && table.sh_link !== elf.header.e_shstrndx)
    out.report(
      'rule/string-tables',
      table.bytes.span(),
      sectionPath(table),
      `the names of symbols are in section ${table.sh_link}, those of sections in ${elf.header.e_shstrndx}`,
    );
  for (const section of elf.sections) if (section.sh_type === SHT_ZEBIN_GTPIN_INFO) gtpin(section, symbols, out);
  if (symbols.length === 0) return;
  // Names of kernels by the section of their code, until their symbol is found.
  const wanted: (string | undefined)[] = [];
  for (const { name, text } of kernels) if (text) wanted[text.index] = name;
  for (const symbol of symbols) {
    if (symbolBinding(symbol) === 0 && symbol.st_value === 0n && symbol.name === wanted[symbol.st_shndx])
      wanted[symbol.st_shndx] = undefined;
  }
  for (const { name, text } of kernels) {
    if (!text || wanted[text.index] === undefined) continue;
    const message = `the kernel ${name} has no local symbol at the start of its code`;
    out.report('rule/kernel-symbol', text.bytes.span(0, 0), sectionPath(text), message);
  }
}

/** The row of a section; reports a type or name that does not fit. */
function typeAndName(section: Section, out: Reporter): SectionRow | undefined {
  const { name, sh_type } = section;
  const row = findSection(name, sh_type);
  if (row) return row.pattern === '.misc.{name}' && row.driver.since === undefined ? unread(section, row, out) : row;
  const path = sectionPath(section);
  const type = shortName(TYPES, sh_type);
  const named = name === '' ? undefined : findSection(name);
  if (named) {
    out.report(
      'rule/section-type',
      section.bytes.span(),
      path,
      `${name} is of type ${type}, and its type is ${named.type.replace(/^SHT_/, '')}`,
      {
        found: type,
        expected: named.type,
      },
    );
    return undefined;
  }
  const known = TYPES.some(({ value }) => value === sh_type);
  if (!known || sh_type === SHT.SHT_PROGBITS) {
    const what = known
      ? `a section of code or data is called ${name || '(nothing)'}`
      : `the section ${name} is of type ${type}, which nobody knows`;
    const suggestion = nearest(
      name,
      SECTIONS.map(({ pattern }) => pattern),
    );
    out.report('rule/section-type', section.bytes.span(), path, what, suggestion === undefined ? {} : { suggestion });
  } else if (NAMED.includes(sh_type)) unread(section, undefined, out);
  return undefined;
}

function unread(section: Section, row: SectionRow | undefined, out: Reporter): SectionRow | undefined {
  const same = SECTIONS.filter(({ type }) => type === findRow(TYPES, section.sh_type)?.name).map(({ pattern }) => pattern);
  const suggestion = nearest(
    section.name,
    same.filter((pattern) => !pattern.includes('{')),
  );
  const message = `nobody reads a section ${section.name} of this type`;
  out.report('rule/section-name', section.bytes.span(), sectionPath(section), message, suggestion === undefined ? {} : { suggestion });
  return row;
}

/** Names of flags as rows have them. */
function flagNames(sh_flags: bigint): string {
  const found = SECTION_FLAGS.filter(({ value }) => (sh_flags & BigInt(value)) !== 0n).map(({ name }) => name.replace(/^SHF_/, ''));
  const rest = SECTION_FLAGS.reduce((left, { value }) => left & ~BigInt(value), sh_flags);
  return [...found, ...(rest === 0n ? [] : [`0x${rest.toString(16)}`])].join('|');
}

function gtpin(section: Section, symbols: readonly ElfSymbol[], out: Reporter): void {
  const row = findSection(section.name, section.sh_type);
  const subject = row && sectionSubject(row, section.name);
  const symbol = symbols[section.sh_info];
  if (subject === undefined || symbol?.name === subject) return;
  const found = symbol ? `is the symbol ${symbol.name || '(none)'}` : 'is no symbol';
  out.report(
    'rule/gtpin-symbol',
    section.bytes.span(),
    sectionPath(section),
    `sh_info ${section.sh_info} ${found}, and the section is about ${subject}`,
    {
      found: section.sh_info,
    },
  );
}
