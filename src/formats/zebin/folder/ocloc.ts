import { decodeText, type FolderFile } from '../../../core/bytes/index.ts';
import type { Outcome, Reporter } from '../../../core/diag/index.ts';
import { structSize } from '../../../core/schema/index.ts';
import {
  SECTION_TYPES as ELF_SECTION_TYPES,
  type ElfParts,
  LAYOUTS,
  NO_REF,
  numbersOf,
  type PartContent,
  REL,
  RELA,
  type Ref,
  type RelocationPart,
  SECTION_FLAGS,
  type SectionPart,
  SYMBOL,
  type SymbolPart,
  sectionPart,
} from '../../elf/index.ts';
import { EM_INTELGT, findSection, METRICS_RESERVED, METRICS_SECTION, SHT_ZEBIN_GTPIN_INFO, sectionSubject } from '../table.ts';
import { claim, fault } from './lines.ts';

/**
 * The folder that `ocloc disasm` writes: `sections.txt` with name and type of every section, and for each section a file with its name.
 * Symbols and relocations are text, code is assembly text where ocloc could disassemble it, the rest is bytes.
 *
 * Source: intel/compute-runtime shared/offline_compiler/source/decoder/zebin_manipulator.cpp.
 */
const LIST = 'sections.txt';
const HEAD = /^ElfType (32|64)b\s*$/;
/** What ocloc writes for an empty name. */
const UNDEFINED = 'UNDEF';
const SHT = numbersOf(ELF_SECTION_TYPES);

/** What `ocloc disasm` leaves out, for a message. */
const LOST = 'sizes of symbols, sizes of sections without bytes, and what the compiler keeps as metrics';

export function isOclocFolder(files: readonly FolderFile[]): boolean {
  const list = files.find(({ path }) => path === LIST);
  return list !== undefined && HEAD.test(decodeText(list.data.subarray(0, 64)).split('\n')[0] ?? '');
}

/**
 * @param original the file that was disassembled, for sections that the folder has only as assembly text, or does not have because their
 *   name is too long for a file name
 *
 * Throws `FormatError`: `pack/assembly` for code that exists only as assembly text, `pack/missing-file`, `pack/syntax`, `limit/work`.
 */
export function partsOfOclocFolder(files: readonly FolderFile[], out: Reporter, original?: ElfParts): Outcome<ElfParts> {
  const folder = new Map(files.map(({ path, data }) => [path, data]));
  const [head, , ...rows] = tableOf(LIST, folder.get(LIST) ?? new Uint8Array(0), out);
  const is64 = HEAD.exec(head?.text ?? '')?.[1] === '64';
  const heads = rows.map((row, i) => {
    const comma = row.text.lastIndexOf(', ');
    const sh_type = Number(row.text.slice(comma + 2));
    if (comma < 0 || !Number.isInteger(sh_type) || sh_type < 0 || sh_type > 0xffff_ffff)
      throw fault('pack/syntax', row, 'this is not a name and number of a section');
    return { id: i + 1, name: row.text.slice(0, comma), sh_type, row };
  });
  const idOf = new Map(heads.map(({ id, name }) => [name, id]));
  const table = heads.find(({ sh_type }) => sh_type === SHT.SHT_SYMTAB);
  const symbols = table ? parseSymbolTable(table.name, readFile(folder, table.name, table.row, out), idOf, out) : [];
  const names: Ref = { kind: 'section', id: heads.length + 1 };
  const symbolOf = firstBy(symbols, ({ name }) => name);
  const givenBy = firstBy(original?.sections ?? [], ({ name, sh_type }) => `${sh_type} ${name}`);
  const sections = heads.map(({ id, name, sh_type, row }): SectionPart => {
    const flags = findSection(name, sh_type)?.flags ?? '';
    const content =
      givenContent(folder, givenBy, name, sh_type) ?? contentOf(name, sh_type, symbols, () => readFile(folder, name, row, out), out);
    const part = sectionPart({ id, name, sh_type, content, sh_flags: flagsOf(flags) });
    switch (content.kind) {
      case 'symbols':
        return { ...part, sh_entsize: structSize(SYMBOL, is64), sh_link: names, sh_info: { kind: 'first-global' } };
      case 'relocations': {
        const target = idOf.get(name.replace(/^\.rela?(?=\.)/, ''));
        const sh_info: Ref = target === undefined ? NO_REF : { kind: 'section', id: target };
        const sh_link: Ref = table ? { kind: 'section', id: table.id } : NO_REF;
        return { ...part, sh_entsize: structSize(content.addends ? RELA : REL, is64), sh_link, sh_info };
      }
      default:
        return { ...part, sh_info: sh_type === SHT_ZEBIN_GTPIN_INFO ? kernelSymbol(name, sh_type, symbolOf) : NO_REF };
    }
  });
  out.report('pack/ocloc', { source: LIST, start: 0, end: 0 }, LIST, `ocloc disasm does not keep ${LOST}: these are 0 in the result`);
  const strtab = sectionPart({ id: heads.length + 1, name: '.strtab', sh_type: SHT.SHT_STRTAB, content: { kind: 'strings' } });
  const value: ElfParts = {
    kind: 'elf-parts',
    is64,
    ident: { EI_DATA: 1, EI_VERSION: 1, EI_OSABI: 0, EI_ABIVERSION: 1 },
    header: { e_type: 1, e_machine: EM_INTELGT, e_version: 1, e_entry: 0n, e_flags: 0 },
    programHeaders: [],
    names,
    sections: [...sections, strtab],
    layout: LAYOUTS[0].name,
  };
  return { value, diagnostics: out.diagnostics };
}

interface TextRow {
  readonly text: string;
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** The lines of a file that are not empty. */
function tableOf(file: string, data: Uint8Array, out: Reporter): TextRow[] {
  const rows: TextRow[] = [];
  for (let at = 0; at < data.length; ) {
    const mark = data.indexOf(10, at);
    const end = mark < 0 ? data.length : mark;
    out.tick();
    const text = decodeText(data.subarray(at, end)).trimEnd();
    if (text !== '') rows.push({ text, file, start: at, end });
    at = end + 1;
  }
  return rows;
}

function readFile(folder: ReadonlyMap<string, Uint8Array>, name: string, row: TextRow, out: Reporter): Uint8Array {
  const data = folder.get(name);
  if (data) {
    claim(data, row, out);
    return data;
  }
  const shown = name.slice(0, 200);
  if (!folder.has(`${name}.asm`)) throw fault('pack/missing-file', row, `the file ${shown} is missing`);
  throw fault('pack/assembly', row, `the folder has the code of ${shown} only as assembly text, which cannot be assembled here`, { name });
}

/** The first of the items with each key. */
function firstBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, T> {
  const firsts = new Map<string, T>();
  for (const item of items) if (!firsts.has(key(item))) firsts.set(key(item), item);
  return firsts;
}

/** The content of a section in the original file, if the folder does not have it. */
function givenContent(
  folder: ReadonlyMap<string, Uint8Array>,
  originals: ReadonlyMap<string, SectionPart>,
  name: string,
  sh_type: number,
): PartContent | undefined {
  if (folder.has(name) || sh_type === SHT.SHT_NOBITS) return undefined;
  return originals.get(`${sh_type} ${name}`)?.content;
}

function flagsOf(names: string): bigint {
  const set = names.split('|');
  return SECTION_FLAGS.reduce((flags, { name, value }) => (set.includes(name.slice(4)) ? flags | BigInt(value) : flags), 0n);
}

function kernelSymbol(name: string, sh_type: number, symbolOf: ReadonlyMap<string, SymbolPart>): Ref {
  const row = findSection(name, sh_type);
  const subject = row && sectionSubject(row, name);
  const symbol = subject === undefined ? undefined : symbolOf.get(subject);
  return symbol ? { kind: 'symbol', id: symbol.id } : NO_REF;
}

function contentOf(name: string, sh_type: number, symbols: readonly SymbolPart[], data: () => Uint8Array, out: Reporter): PartContent {
  switch (sh_type) {
    case SHT.SHT_NOBITS:
      return { kind: 'none', size: 0 };
    case SHT.SHT_SYMTAB:
      return { kind: 'symbols', symbols };
    case SHT.SHT_REL:
    case SHT.SHT_RELA: {
      const addends = sh_type === SHT.SHT_RELA;
      return { kind: 'relocations', addends, relocations: parseRelocationTable(name, data(), addends, symbols.length, out) };
    }
    default: {
      const bytes = data();
      if (name !== METRICS_SECTION) return { kind: 'bytes', bytes };
      if (!bytes.every((byte) => byte === 0)) return { kind: 'bytes', bytes };
      // The section header points at reserved zeros, so the content itself was not written.
      return { kind: 'reserved', reserved: METRICS_RESERVED, bytes: bytes.length === METRICS_RESERVED ? new Uint8Array(0) : bytes };
    }
  }
}

/** Parses lines of `Id, Name, Section, Value, Type, Visibility, Binding`, without symbol 0. A symbol's id is its line number. */
function parseSymbolTable(file: string, data: Uint8Array, sections: ReadonlyMap<string, number>, out: Reporter): SymbolPart[] {
  const [, , ...rows] = tableOf(file, data, out);
  return rows.map((row, i): SymbolPart => {
    const match = /^\d+, (.*), (\d{1,20}), (\d{1,10}), (\d{1,10}), (\d{1,10})$/s.exec(row.text);
    const [name, section] = splitNames(match?.[1] ?? '', sections);
    if (!match || section === undefined)
      throw fault('pack/syntax', row, 'this is not an id, name, section, value, type, visibility and binding of a symbol');
    const [value, type, visibility, binding] = match.slice(2).map(Number) as [number, number, number, number];
    if (type > 15 || binding > 15 || visibility > 255) throw fault('pack/value', row, 'type, visibility or binding does not fit its bits');
    return {
      id: i + 1,
      name: name === UNDEFINED ? '' : name,
      st_value: BigInt(match[2] ?? value),
      st_size: 0n,
      st_info: (binding << 4) | type,
      st_other: visibility,
      section,
    };
  });
}

/** More commas than any name has. */
const COMMAS = 64;

/** Both names may contain commas, but the second one is the name of a section. */
function splitNames(text: string, sections: ReadonlyMap<string, number>): readonly [name: string, section: Ref | undefined] {
  let tried = 0;
  for (let comma = text.indexOf(', '); comma >= 0 && tried < COMMAS; comma = text.indexOf(', ', comma + 1), tried++) {
    const section = text.slice(comma + 2);
    const id = sections.get(section);
    if (id !== undefined) return [text.slice(0, comma), { kind: 'section', id }];
    if (section === UNDEFINED) return [text.slice(0, comma), NO_REF];
  }
  return ['', undefined];
}

/** Parses lines of `Offset, Type, SymbolIdx` and, for RELA, `Addend`. */
function parseRelocationTable(file: string, data: Uint8Array, addends: boolean, symbols: number, out: Reporter): RelocationPart[] {
  const [, ...rows] = tableOf(file, data, out);
  return rows.map((row): RelocationPart => {
    const match = /^(\d{1,20}), (\d{1,10}), (\d{1,10})(?:, (-?\d{1,20}))?$/.exec(row.text);
    if (!match) throw fault('pack/syntax', row, 'this is not an offset, type and symbol of a relocation');
    const symbol = Number(match[3]);
    if (symbol > symbols) throw fault('pack/reference', row, `there is no symbol ${symbol}`);
    return {
      r_offset: BigInt(match[1] ?? 0),
      r_type: Number(match[2]),
      ...(symbol === 0 ? {} : { symbol }),
      ...(addends ? { r_addend: BigInt.asIntN(64, BigInt(match[4] ?? 0)) } : {}),
    };
  });
}
