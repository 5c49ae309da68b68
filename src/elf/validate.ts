import type { Reporter } from '../diag/index.ts';
import { fieldRange, structSize } from '../schema/index.ts';
import { sectionPath } from './dump.ts';
import { type Elf, type Section, symbolBinding } from './model.ts';
import { ELF_HEADER, ELF_IDENT, numbersOf, PROGRAM_HEADER, SECTION_HEADER, SECTION_TYPES, SPECIAL_SECTIONS, SYMBOL } from './table.ts';

const { SHT_NOBITS, SHT_NULL } = numbersOf(SECTION_TYPES);
/** Indices from here on have meanings of their own. */
const RESERVED_SECTIONS = 0xff00;

/**
 * Judges an ELF file as such: header, layout, symbols and relocations. What cannot be read is reported by reading.
 *
 * Source: System V ABI, edition 4.1, chapter 4.
 */
export function validateElf(elf: Elf, out: Reporter): void {
  header(elf, out);
  overlaps(elf, out);
  for (const section of elf.sections) {
    const { content } = section;
    if (content.kind === 'symbols') symbols(elf, section, out);
    if (content.kind === 'relocations') relocations(elf, section, out);
  }
}

/** Fields that have one value. */
function header({ bytes, ident, header, wide }: Elf, out: Reporter): void {
  const values = { ...ident, ...header };
  const expected = [
    ['EI_VERSION', 1],
    ['EI_OSABI', 0],
    ['e_version', 1],
    ['e_ehsize', structSize(ELF_HEADER, wide)],
  ] as const;
  for (const [name, value] of expected) {
    if (values[name] === value) continue;
    const field = [...ELF_IDENT.fields, ...ELF_HEADER.fields].find((row) => row.name === name);
    if (!field) continue;
    out.report(
      'rule/elf-header',
      bytes.span(...fieldRange(field, wide)),
      `header/${name}`,
      `${name} is ${values[name]} instead of ${value}`,
      {
        found: values[name],
        expected: value,
      },
    );
  }
}

/** What has bytes in the file, in the order of these: each is compared with the one that reaches furthest before it. */
function overlaps({ bytes, header, sections, programHeaders, wide }: Elf, out: Reporter): void {
  const table = (name: string, start: number, count: number, rows: typeof SECTION_HEADER | typeof PROGRAM_HEADER) => {
    const size = count * structSize(rows, wide);
    return { name, path: '', start: Math.min(start, bytes.length), end: Math.min(start + size, bytes.length) };
  };
  const claims = [
    { name: 'the ELF header', path: '', start: 0, end: structSize(ELF_HEADER, wide) },
    table('the section headers', header.e_shoff, sections.length, SECTION_HEADER),
    table('the program headers', header.e_phoff, programHeaders.length, PROGRAM_HEADER),
    ...sections
      .filter(({ sh_type }) => sh_type !== SHT_NOBITS && sh_type !== SHT_NULL)
      .map((section) => {
        const start = section.bytes.base - bytes.base;
        return { name: section.name || `section ${section.index}`, path: sectionPath(section), start, end: start + section.bytes.length };
      }),
  ].filter(({ start, end }) => end > start);
  claims.sort((a, b) => a.start - b.start || a.end - b.end);
  let last = claims[0];
  for (const claim of claims.slice(1)) {
    const same = last && claim.start === last.start && claim.end === last.end;
    if (last && claim.start < last.end && !same) {
      const end = Math.min(claim.end, last.end);
      out.report(
        'rule/section-overlap',
        bytes.span(claim.start, end),
        claim.path,
        `${claim.name} and ${last.name} share ${end - claim.start} bytes`,
      );
    }
    if (!last || claim.end > last.end) last = claim;
  }
}

function symbols(elf: Elf, section: Section, out: Reporter): void {
  if (section.content.kind !== 'symbols') return;
  const size = structSize(SYMBOL, elf.wide);
  const all = section.content.symbols;
  const special = (index: number) => SPECIAL_SECTIONS.some(({ value }) => value === index) || index >= RESERVED_SECTIONS;
  const firstGlobal = all.findIndex((symbol) => symbolBinding(symbol) !== 0);
  let ordered = true;
  for (const symbol of all) {
    const span = section.bytes.span(symbol.index * size, (symbol.index + 1) * size);
    const path = `${sectionPath(section)}[${symbol.index}]`;
    if (symbol.st_shndx >= elf.sections.length && !special(symbol.st_shndx)) {
      out.report(
        'rule/symbol-section',
        span,
        path,
        `${symbol.name || 'a symbol'} is in section ${symbol.st_shndx} of ${elf.sections.length}`,
      );
    }
    if (ordered && firstGlobal >= 0 && symbol.index > firstGlobal && symbolBinding(symbol) === 0) {
      ordered = false;
      out.report('rule/symbol-order', span, path, `the local symbol ${symbol.name} stands behind the global symbol ${firstGlobal}`);
    }
  }
  const locals = firstGlobal < 0 ? all.length : firstGlobal;
  if (ordered && section.sh_info !== locals && all.length > 0) {
    const message = `sh_info is ${section.sh_info}, and the first symbol that is not local is ${locals}`;
    out.report('rule/symbol-order', section.bytes.span(), sectionPath(section), message, { found: section.sh_info, expected: locals });
  }
}

function relocations(elf: Elf, section: Section, out: Reporter): void {
  if (section.content.kind !== 'relocations') return;
  const table = elf.sections[section.sh_link]?.content;
  if (table?.kind !== 'symbols') return;
  const stride = section.content.relocations.length === 0 ? 0 : Math.floor(section.bytes.length / section.content.relocations.length);
  for (const { index, r_sym } of section.content.relocations) {
    if (r_sym < table.symbols.length) continue;
    const span = section.bytes.span(index * stride, (index + 1) * stride);
    out.report('rule/relocation-symbol', span, `${sectionPath(section)}[${index}]`, `it is for symbol ${r_sym} of ${table.symbols.length}`);
  }
}
