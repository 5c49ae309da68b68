import type { Reporter, Span } from '../../core/diag/index.ts';
import { applied, fieldRange, type Rule, structSize } from '../../core/schema/index.ts';
import { sectionPath } from './dump.ts';
import { type Elf, type Section, symbolBinding } from './model.ts';
import { ELF_HEADER, ELF_IDENT, numbersOf, PROGRAM_HEADER, SECTION_HEADER, SECTION_TYPES, SPECIAL_SECTIONS, SYMBOL } from './table.ts';

const { SHT_NOBITS, SHT_NULL } = numbersOf(SECTION_TYPES);
const ET_REL = 1;
const ABI = 'System V ABI, edition 4.1, chapter 4';
/** First index with a special meaning. */
const RESERVED_SECTIONS = 0xff00;

/** A rule of every ELF file. */
export type ElfRule = Rule<Elf, [span: Span, path: string]>;
type ElfReport = Parameters<NonNullable<ElfRule['check']>>[1];

/** Where a field of a structure is in the file. */
export function headerField({ bytes, is64 }: Elf, name: string): Span {
  const field = [...ELF_IDENT.fields, ...ELF_HEADER.fields].find((row) => row.name === name);
  if (!field) throw new TypeError(`no field is named ${name}`);
  return bytes.span(...fieldRange(field, is64));
}

/** Where a field of a section header is in the file. If the file does not contain the field, the section's bytes. */
export function sectionField(
  { bytes, header, is64 }: Elf,
  section: Section,
  name: (typeof SECTION_HEADER)['fields'][number]['name'],
): Span {
  const at = header.e_shoff + section.index * structSize(SECTION_HEADER, is64);
  const field = SECTION_HEADER.fields.find((row) => row.name === name);
  const [start, end] = field ? fieldRange(field, is64) : [0, 0];
  return bytes.has(at + start, end - start) ? bytes.span(at + start, at + end) : section.bytes.span();
}

/** Where a symbol is in the file. */
export function symbolSpan({ is64 }: Elf, table: Section, index: number): Span {
  const size = structSize(SYMBOL, is64);
  return table.bytes.span(index * size, (index + 1) * size);
}

const EI_PAD = { start: 9, end: 16 };

/** Header fields with only one allowed value. */
const FIXED: readonly { readonly name: string; readonly value: (elf: Elf) => readonly [found: number, expected: number] }[] = [
  { name: 'EI_VERSION', value: ({ ident }) => [ident.EI_VERSION, 1] },
  { name: 'EI_OSABI', value: ({ ident }) => [ident.EI_OSABI, 0] },
  { name: 'e_version', value: ({ header }) => [header.e_version, 1] },
  // A relocatable file has no entry point.
  { name: 'e_entry', value: ({ header }) => [header.e_type === ET_REL ? Number(header.e_entry) : 0, 0] },
  { name: 'e_ehsize', value: ({ header, is64 }) => [header.e_ehsize, structSize(ELF_HEADER, is64)] },
];

/**
 * The rules of ELF itself: header, layout, symbols and relocations. The reader reports parts that cannot be read.
 *
 * Source: System V ABI, edition 4.1, chapter 4.
 */
export const ELF_RULES: readonly ElfRule[] = [
  ...FIXED.map(
    ({ name, value }): ElfRule => ({
      code: 'rule/elf-header',
      name,
      says: `${name} has the only allowed value.`,
      source: `${ABI}, ELF Header`,
      check(elf, report) {
        const [actual, expected] = value(elf);
        if (actual !== expected)
          report(headerField(elf, name), `header/${name}`, `${name} is ${actual} instead of ${expected}`, { found: actual, expected });
      },
    }),
  ),
  {
    code: 'rule/elf-header',
    name: 'EI_PAD',
    says: 'The bytes of e_ident after EI_ABIVERSION are 0.',
    source: `${ABI}, ELF Identification`,
    check({ bytes }, report) {
      for (let at = EI_PAD.start; at < EI_PAD.end; at++) {
        if (bytes.u8(at) === 0) continue;
        report(bytes.span(EI_PAD.start, EI_PAD.end), 'header/EI_PAD', 'the padding of e_ident is not 0');
        return;
      }
    },
  },
  { code: 'rule/section-overlap', says: 'Parts of the file do not share bytes.', source: `${ABI}, Sections`, check: overlaps },
  {
    code: 'rule/section-align',
    says: 'sh_addralign is 0 or a power of two.',
    source: `${ABI}, Sections`,
    check(elf, report) {
      for (const section of elf.sections) {
        const { sh_addralign } = section;
        if ((sh_addralign & (sh_addralign - 1n)) === 0n) continue;
        const message = `sh_addralign is ${sh_addralign}, which is not a power of two`;
        report(sectionField(elf, section, 'sh_addralign'), `${sectionPath(section)}/sh_addralign`, message, { found: sh_addralign });
      }
    },
  },
  {
    code: 'rule/symbol-section',
    says: 'st_shndx of a symbol is a section that exists, 0, or a reserved number.',
    source: `${ABI}, Symbol Table`,
    check(elf, report) {
      const special = (index: number) => SPECIAL_SECTIONS.some(({ value }) => value === index) || index >= RESERVED_SECTIONS;
      for (const section of elf.sections) {
        if (section.content.kind !== 'symbols') continue;
        for (const { index, name, st_shndx } of section.content.symbols) {
          if (st_shndx < elf.sections.length || special(st_shndx)) continue;
          const message = `st_shndx of ${name || 'a symbol'} is ${st_shndx}, and the file has ${elf.sections.length} sections`;
          report(symbolSpan(elf, section, index), `${sectionPath(section)}[${index}]`, message);
        }
      }
    },
  },
  {
    code: 'rule/symbol-order',
    says: 'Local symbols come before all others, and sh_info of the table is the index of the first that is not local.',
    source: `${ABI}, Symbol Table`,
    check(elf, report) {
      for (const section of elf.sections) if (section.content.kind === 'symbols') symbolOrder(elf, section, report);
    },
  },
  {
    code: 'rule/relocation-target',
    says: 'sh_info of a relocation table is the section that the relocations apply to.',
    source: `${ABI}, Relocation`,
    check(elf, report) {
      for (const section of elf.sections) {
        if (section.content.kind !== 'relocations' || section.sh_info !== 0) continue;
        report(
          sectionField(elf, section, 'sh_info'),
          `${sectionPath(section)}/sh_info`,
          'sh_info is 0, so the relocations apply to no section',
        );
      }
    },
  },
  {
    code: 'rule/relocation-symbol',
    name: 'table',
    says: 'sh_link of a relocation table is the symbol table of the relocations.',
    source: `${ABI}, Relocation`,
    check(elf, report) {
      for (const section of elf.sections) {
        if (section.content.kind !== 'relocations' || section.content.relocations.length === 0) continue;
        if (elf.sections[section.sh_link]?.content.kind === 'symbols') continue;
        const message = `sh_link is ${section.sh_link}, which is not a symbol table`;
        report(sectionField(elf, section, 'sh_link'), `${sectionPath(section)}/sh_link`, message, { found: section.sh_link });
      }
    },
  },
  {
    code: 'rule/relocation-symbol',
    name: 'symbol',
    says: 'The symbol of a relocation exists.',
    source: `${ABI}, Relocation`,
    check(elf, report) {
      for (const section of elf.sections) if (section.content.kind === 'relocations') relocationSymbols(elf, section, report);
    },
  },
];

/** Checks an ELF file against {@link ELF_RULES}. */
export function validateElf(elf: Elf, out: Reporter): void {
  applied(ELF_RULES, ({ code }, _, span, path, message, data) => out.report(code, span, path, message, data))(elf);
}

/** A range of the file that a section or another part occupies. */
interface Claim {
  readonly of: Section | string;
  readonly start: number;
  readonly end: number;
}

/** Compares each part of the file, in order of offset, with the earlier part that ends last. */
function overlaps({ bytes, header, sections, programHeaders, is64 }: Elf, report: ElfReport): void {
  const claims: Claim[] = [];
  const claim = (of: Section | string, from: number, size: number) => {
    const start = Math.min(from, bytes.length);
    const end = Math.min(from + size, bytes.length);
    if (end > start) claims.push({ of, start, end });
  };
  claim('the ELF header', 0, structSize(ELF_HEADER, is64));
  claim('the section headers', header.e_shoff, sections.length * structSize(SECTION_HEADER, is64));
  claim('the program headers', header.e_phoff, programHeaders.length * structSize(PROGRAM_HEADER, is64));
  for (const section of sections) {
    if (section.sh_type === SHT_NOBITS || section.sh_type === SHT_NULL) continue;
    claim(section, section.bytes.base - bytes.base, section.bytes.length);
  }
  claims.sort((a, b) => a.start - b.start || a.end - b.end);
  let last: Claim | undefined;
  for (const one of claims) {
    const same = last && one.start === last.start && one.end === last.end;
    if (last && one.start < last.end && !same) {
      const end = Math.min(one.end, last.end);
      const path = typeof one.of === 'string' ? '' : sectionPath(one.of);
      report(bytes.span(one.start, end), path, `${nameOf(one.of)} and ${nameOf(last.of)} share ${end - one.start} bytes`);
    }
    if (!last || one.end > last.end) last = one;
  }
}

function nameOf(part: Section | string): string {
  return typeof part === 'string' ? part : part.name || `section ${part.index}`;
}

function symbolOrder(elf: Elf, section: Section, report: ElfReport): void {
  if (section.content.kind !== 'symbols') return;
  const all = section.content.symbols;
  const firstGlobal = all.findIndex((symbol) => symbolBinding(symbol) !== 0);
  const late = firstGlobal < 0 ? undefined : all.find((symbol) => symbol.index > firstGlobal && symbolBinding(symbol) === 0);
  if (late) {
    const message = `the local symbol ${late.name} comes after the global symbol ${firstGlobal}`;
    report(symbolSpan(elf, section, late.index), `${sectionPath(section)}[${late.index}]`, message);
    return;
  }
  const locals = firstGlobal < 0 ? all.length : firstGlobal;
  if (section.sh_info === locals || all.length === 0) return;
  const message = `sh_info is ${section.sh_info}, and the index of the first symbol that is not local is ${locals}`;
  report(section.bytes.span(), sectionPath(section), message, { found: section.sh_info, expected: locals });
}

function relocationSymbols(elf: Elf, section: Section, report: ElfReport): void {
  if (section.content.kind !== 'relocations') return;
  const { relocations } = section.content;
  const table = elf.sections[section.sh_link]?.content;
  if (table?.kind !== 'symbols') return;
  const stride = relocations.length === 0 ? 0 : Math.floor(section.bytes.length / relocations.length);
  for (const { index, r_sym } of relocations) {
    if (r_sym < table.symbols.length) continue;
    const span = section.bytes.span(index * stride, (index + 1) * stride);
    report(span, `${sectionPath(section)}[${index}]`, `the symbol is ${r_sym}, and the table has ${table.symbols.length}`);
  }
}
