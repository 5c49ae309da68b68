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
  const expect = (name: string, found: number, expected: number) => {
    if (found === expected) return;
    const field = [...ELF_IDENT.fields, ...ELF_HEADER.fields].find((row) => row.name === name);
    if (!field) return;
    const span = bytes.span(...fieldRange(field, wide));
    out.report('rule/elf-header', span, `header/${name}`, `${name} is ${found} instead of ${expected}`, { found, expected });
  };
  expect('EI_VERSION', ident.EI_VERSION, 1);
  expect('EI_OSABI', ident.EI_OSABI, 0);
  expect('e_version', header.e_version, 1);
  expect('e_ehsize', header.e_ehsize, structSize(ELF_HEADER, wide));
}

/** A stretch of the file, and what it is: a section, or a part with a name. */
interface Claim {
  readonly of: Section | string;
  readonly start: number;
  readonly end: number;
}

/** What has bytes in the file, in the order of these: each is compared with the one that reaches furthest before it. */
function overlaps({ bytes, header, sections, programHeaders, wide }: Elf, out: Reporter): void {
  const claims: Claim[] = [];
  const claim = (of: Section | string, from: number, size: number) => {
    const start = Math.min(from, bytes.length);
    const end = Math.min(from + size, bytes.length);
    if (end > start) claims.push({ of, start, end });
  };
  claim('the ELF header', 0, structSize(ELF_HEADER, wide));
  claim('the section headers', header.e_shoff, sections.length * structSize(SECTION_HEADER, wide));
  claim('the program headers', header.e_phoff, programHeaders.length * structSize(PROGRAM_HEADER, wide));
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
      const message = `${nameOf(one.of)} and ${nameOf(last.of)} share ${end - one.start} bytes`;
      out.report('rule/section-overlap', bytes.span(one.start, end), path, message);
    }
    if (!last || one.end > last.end) last = one;
  }
}

function nameOf(part: Section | string): string {
  return typeof part === 'string' ? part : part.name || `section ${part.index}`;
}

function symbols(elf: Elf, section: Section, out: Reporter): void {
  if (section.content.kind !== 'symbols') return;
  const size = structSize(SYMBOL, elf.wide);
  const all = section.content.symbols;
  const special = (index: number) => SPECIAL_SECTIONS.some(({ value }) => value === index) || index >= RESERVED_SECTIONS;
  const firstGlobal = all.findIndex((symbol) => symbolBinding(symbol) !== 0);
  let ordered = true;
  for (const symbol of all) {
    const report = (code: 'rule/symbol-section' | 'rule/symbol-order', message: string) => {
      const span = section.bytes.span(symbol.index * size, (symbol.index + 1) * size);
      out.report(code, span, `${sectionPath(section)}[${symbol.index}]`, message);
    };
    if (symbol.st_shndx >= elf.sections.length && !special(symbol.st_shndx))
      report('rule/symbol-section', `${symbol.name || 'a symbol'} is in section ${symbol.st_shndx} of ${elf.sections.length}`);
    if (ordered && firstGlobal >= 0 && symbol.index > firstGlobal && symbolBinding(symbol) === 0) {
      ordered = false;
      report('rule/symbol-order', `the local symbol ${symbol.name} stands behind the global symbol ${firstGlobal}`);
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
