import { ByteWriter, encodeText } from '../../core/bytes/index.ts';
import { type FormatError, refusal } from '../../core/diag/index.ts';
import { structSize, structWriter, writeStruct } from '../../core/schema/index.ts';
import {
  type ElfParts,
  firstGlobal,
  type NotePart,
  type Ref,
  type RelocationPart,
  type SectionPart,
  SHN_LORESERVE,
  type SymbolPart,
} from './parts.ts';
import { NOTE_HEADER, REL, RELA, SYMBOL } from './table.ts';

/** Indices by id, and the strings of all string tables. */
export class Numbers {
  readonly sections: ReadonlyMap<number, number>;
  private readonly symbolsOf = new Map<number, ReadonlyMap<number, number>>();
  private readonly strings = new Map<number, Strings>();
  /** The first global symbol by table: every symbol may refer to it. */
  private readonly firstGlobals = new Map<number, number>();
  private readonly parts: ElfParts;
  private readonly inPlace: boolean;
  /** The first symbol table. */
  private readonly firstTable: number | undefined;

  /** @param inPlace keeps symbols in the order of the original file, names at their offsets, and string tables with their bytes */
  constructor(parts: ElfParts, inPlace = false) {
    this.parts = parts;
    this.inPlace = inPlace;
    this.firstTable = parts.sections.find(({ content }) => content.kind === 'symbols')?.id;
    this.sections = indices(parts.sections, 'sections');
    if (inPlace) return;
    const names = this.table(parts.names);
    for (const { name } of parts.sections) names?.add(name);
    for (const { id, content, sh_link } of parts.sections) {
      if (content.kind !== 'symbols') continue;
      this.symbols(id);
      const table = this.table(sh_link);
      for (const { name } of localFirst(content.symbols)) table?.add(name);
    }
  }

  /** Indices of the symbols in a table. */
  private symbols(table: number): ReadonlyMap<number, number> | undefined {
    const known = this.symbolsOf.get(table);
    if (known) return known;
    const part = this.parts.sections[(this.sections.get(table) ?? 0) - 1];
    if (part?.content.kind !== 'symbols') return undefined;
    const { symbols } = part.content;
    const newIndices = indices(this.inPlace ? symbols : localFirst(symbols), part.name);
    this.symbolsOf.set(table, newIndices);
    return newIndices;
  }

  /** The string table that a reference names; undefined for a section that has bytes of its own. */
  table(ref: Ref): Strings | undefined {
    if (ref.kind !== 'section') return undefined;
    const known = this.strings.get(ref.id);
    if (known) return known;
    if (this.parts.sections[(this.sections.get(ref.id) ?? 0) - 1]?.content.kind !== 'strings') return undefined;
    const strings = new Strings();
    this.strings.set(ref.id, strings);
    return strings;
  }

  /** @param path what refers to the section, for the error message */
  section(id: number, path: () => string): number {
    const index = this.sections.get(id);
    if (index === undefined) throw missing('section', id, path());
    return index;
  }

  /** Index of a symbol in the table that `link` names, or in the first table if it names none. */
  symbol(id: number, link: Ref | undefined, path: () => string): number {
    const table = link?.kind === 'section' ? link.id : this.firstTable;
    const index = table === undefined ? undefined : this.symbols(table)?.get(id);
    if (index === undefined) throw missing('symbol', id, path());
    return index;
  }

  number(ref: Ref, part: SectionPart, path: () => string): number {
    switch (ref.kind) {
      case 'number':
        return ref.value;
      case 'section':
        return this.section(ref.id, path);
      case 'symbol':
        return this.symbol(ref.id, undefined, path);
      case 'first-global':
        return this.firstGlobal(part);
    }
  }

  private firstGlobal({ id, content }: SectionPart): number {
    const known = this.firstGlobals.get(id);
    if (known !== undefined) return known;
    const index = content.kind === 'symbols' ? firstGlobal(content.symbols) : 0;
    this.firstGlobals.set(id, index);
    return index;
  }
}

function missing(what: 'section' | 'symbol', id: number, path: string): FormatError {
  return refusal('write/reference', path, `${path} refers to a ${what} with the id ${id}, which does not exist`);
}

function indices(parts: readonly { readonly id: number }[], path: string): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const { id } of parts) numbers.set(id, numbers.size + 1);
  if (numbers.size !== parts.length) throw refusal('write/reference', path, `two parts of ${path} have the same id`);
  return numbers;
}

/** Local symbols before all others, as every ELF reader expects. */
function localFirst(symbols: readonly SymbolPart[]): readonly SymbolPart[] {
  const first = firstGlobal(symbols) - 1;
  if (symbols.every(({ st_info }, i) => (st_info >> 4 === 0) === i < first)) return symbols;
  return [...symbols.filter(({ st_info }) => st_info >> 4 === 0), ...symbols.filter(({ st_info }) => st_info >> 4 !== 0)];
}

/** A string table that is being built: each string once, in the order in which they are added. */
class Strings {
  private readonly offsets = new Map<string, number>();
  private readonly out = new ByteWriter().u8(0);

  add(name: string): void {
    if (this.offsets.has(name)) return;
    if (name.includes('\0'))
      throw refusal('write/name', '', `the name ${JSON.stringify(name.slice(0, 80))} contains a NUL, which ends names`);
    this.offsets.set(name, this.out.length);
    this.out.bytes(encodeText(name)).u8(0);
  }

  at(name: string): number {
    return this.offsets.get(name) ?? 0;
  }

  bytes(): Uint8Array {
    return this.out.finish();
  }
}

const NOTHING = new Uint8Array(0);

/** The bytes of a section. */
export function encode(part: SectionPart, parts: ElfParts, numbers: Numbers): Uint8Array {
  const { content, name, sh_link } = part;
  switch (content.kind) {
    case 'none':
      return NOTHING;
    case 'bytes':
      return content.bytes;
    case 'reserved':
      return new ByteWriter(content.reserved + content.bytes.length).fill(content.reserved).bytes(content.bytes).finish();
    case 'strings':
      return content.bytes ?? numbers.table({ kind: 'section', id: part.id })?.bytes() ?? Uint8Array.of(0);
    case 'symbols':
      return encodeSymbols(part, content.symbols, parts.is64, numbers);
    case 'relocations':
      return encodeRelocations(name, sh_link, content.addends, content.relocations, parts.is64, numbers);
    case 'notes':
      return encodeNotes(content.notes);
  }
}

function encodeSymbols(part: SectionPart, symbols: readonly SymbolPart[], is64: boolean, numbers: Numbers): Uint8Array {
  const strings = numbers.table(part.sh_link);
  const placed = part.place !== undefined;
  const out = new ByteWriter((symbols.length + 1) * structSize(SYMBOL, is64)).fill(structSize(SYMBOL, is64));
  const write = structWriter(SYMBOL, is64);
  (placed ? symbols : localFirst(symbols)).forEach((symbol, i) => {
    const path = () => `${part.name}[${i + 1}]`;
    const { st_value, st_size, st_info, st_other, section } = symbol;
    const st_shndx = numbers.number(section, part, () => `${path()}/st_shndx`);
    if (section.kind === 'section' && st_shndx >= SHN_LORESERVE) {
      throw refusal('write/value', `${path()}/st_shndx`, `section ${st_shndx} is beyond what the 16 bits of st_shndx hold`);
    }
    const st_name = placed && symbol.st_name !== undefined ? symbol.st_name : (strings?.at(symbol.name) ?? 0);
    fitted(() => write({ st_name, st_value, st_size, st_info, st_other, st_shndx }, out), path);
  });
  return out.finish();
}

function encodeRelocations(
  name: string,
  link: Ref,
  addends: boolean,
  relocations: readonly RelocationPart[],
  is64: boolean,
  numbers: Numbers,
): Uint8Array {
  const rows = addends ? RELA : REL;
  const out = new ByteWriter(relocations.length * structSize(rows, is64));
  const write = structWriter(rows as typeof RELA, is64);
  relocations.forEach(({ r_offset, r_type, symbol, r_addend = 0n }, i) => {
    const path = () => `${name}[${i}]`;
    const r_sym = symbol === undefined ? 0 : numbers.symbol(symbol, link, path);
    if (r_type > (is64 ? 0xffff_ffff : 0xff) || r_sym > (is64 ? 0xffff_ffff : 0xff_ffff)) {
      throw refusal('write/value', `${path()}/r_info`, `type ${r_type} and symbol ${r_sym} do not fit r_info`);
    }
    const r_info = is64 ? (BigInt(r_sym) << 32n) | BigInt(r_type) : (BigInt(r_sym) << 8n) | BigInt(r_type);
    fitted(() => write({ r_offset, r_info, r_addend }, out), path);
  });
  return out.finish();
}

/** Notes as a section stores them: owner and description padded to 4 bytes in both classes. */
export function encodeNotes(notes: readonly NotePart[]): Uint8Array {
  const out = new ByteWriter();
  for (const { owner, n_type, desc } of notes) {
    writeStruct(NOTE_HEADER, { n_namesz: owner.length, n_descsz: desc.length, n_type }, out, false);
    out.bytes(owner).align(4).bytes(desc).align(4);
  }
  return out.finish();
}

/** Writes an entry. Throws `FormatError` for a number that does not fit its field. */
function fitted(write: () => void, path: () => string): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refusal('write/value', path(), `a number of ${path()} does not fit its field: ${error.message}`);
  }
}
