/** What a zebin says about places in its code: collected, and written back. */
import {
  type ElfParts,
  numbersOf,
  type RelocationPart,
  SECTION_TYPES,
  type SectionPart,
  type SymbolPart,
} from '../../formats/elf/index.ts';
import { keyText, replaceScalar, type Splice, spliced, styleOf } from '../../formats/yaml/index.ts';
import { SHT_ZEBIN_ZEINFO, TEXT_PREFIX } from '../../formats/zebin/index.ts';
import { nodeOf, readZeInfo, type ZeInfo } from '../../formats/zeinfo/index.ts';
import { ENTRY_OFFSETS, type PlacedCode, type PlacedEntry, type PlacedSymbol } from './model.ts';

const SHT = numbersOf(SECTION_TYPES);
/** Tables whose entries refer to code. */
const TABLES: readonly number[] = [SHT.SHT_SYMTAB, SHT.SHT_DYNSYM, SHT.SHT_REL, SHT.SHT_RELA];

/** Whether a section has the code of a kernel or function. */
export function isCode({ name, content }: SectionPart): boolean {
  return name.startsWith(TEXT_PREFIX) && content.kind === 'bytes';
}

/** The code of a section with its places, or a sentence that says why the places are not known. */
export type Places = { readonly code: PlacedCode; readonly why?: undefined } | { readonly code?: undefined; readonly why: string };

/** The places in code, for all sections of a zebin. */
export class CodePlaces {
  readonly parts: ElfParts;
  /** The section of .ze_info and its text. */
  private readonly zeInfo: { readonly id: number; readonly text: ZeInfo } | undefined;
  /** Indices of kernels by name. */
  private readonly kernels = new Map<string, number[]>();
  private readonly symbols = new Map<number, SymbolPart[]>();
  /** Relocation tables by the section that they apply to. */
  private readonly tables = new Map<number, SectionPart[]>();
  private readonly opaque: string | undefined;

  constructor(parts: ElfParts) {
    this.parts = parts;
    const info = parts.sections.find((part) => part.sh_type === SHT_ZEBIN_ZEINFO && part.content.kind === 'bytes');
    if (info?.content.kind === 'bytes') this.zeInfo = { id: info.id, text: readZeInfo(info.content.bytes).value };
    for (const [index, { name = '' }] of (this.zeInfo?.text.container.kernels ?? []).entries()) push(this.kernels, name, index);
    let tables = 0;
    for (const part of parts.sections) {
      const { content, sh_info } = part;
      if (content.kind === 'relocations' && sh_info.kind === 'section') push(this.tables, sh_info.id, part);
      if (content.kind !== 'symbols') continue;
      tables++;
      for (const symbol of content.symbols) if (symbol.section.kind === 'section') push(this.symbols, symbol.section.id, symbol);
    }
    const unread = parts.sections.find(({ content, sh_type }) => content.kind === 'bytes' && TABLES.includes(sh_type));
    if (unread) this.opaque = `the table ${unread.name} cannot be read`;
    else if (tables > 1) this.opaque = 'there is more than one symbol table';
  }

  /** The symbols in a section, in the order of their table. */
  symbolsOf(id: number): readonly SymbolPart[] {
    return this.symbols.get(id) ?? [];
  }

  /** The relocation table of a section; undefined if it has none. */
  tableOf(id: number): SectionPart | undefined {
    return this.tables.get(id)?.[0];
  }

  of(section: SectionPart): Places {
    const { content, id } = section;
    if (content.kind !== 'bytes') return { why: `${section.name} has no bytes` };
    if (this.opaque !== undefined) return { why: this.opaque };
    const { bytes } = content;
    const tables = this.tables.get(id) ?? [];
    if (tables.length > 1) return { why: 'it has more than one table of relocations' };
    const indices = this.kernels.get(this.nameOf(section)) ?? [];
    if (indices.length > 1) return { why: 'more than one kernel of .ze_info has its name' };
    const relocations = tables[0]?.content.kind === 'relocations' ? tables[0].content.relocations : [];
    const symbols = this.symbolsOf(id).map((symbol): PlacedSymbol => {
      return { id: symbol.id, start: Number(symbol.st_value), size: Number(symbol.st_size) };
    });
    return { code: { bytes, symbols, relocations, entries: this.entriesOf(indices[0]) } };
  }

  /** Writes code with its places into the sections with these ids. */
  with(changes: ReadonlyMap<number, PlacedCode>): ElfParts {
    const symbols = new Map<number, PlacedSymbol>();
    const tables = new Map<number, readonly RelocationPart[]>();
    const splices: Splice[] = [];
    for (const section of this.parts.sections) {
      const code = changes.get(section.id);
      if (!code) continue;
      for (const symbol of code.symbols) symbols.set(symbol.id, symbol);
      const table = this.tableOf(section.id);
      if (table) tables.set(table.id, code.relocations);
      splices.push(...this.splicesOf(section, code.entries));
    }
    const { zeInfo } = this;
    const info = zeInfo && splices.length > 0 ? { id: zeInfo.id, bytes: spliced(zeInfo.text.document, splices) } : undefined;
    const sections = this.parts.sections.map((part): SectionPart => {
      const { content, id } = part;
      const bytes = id === info?.id ? info.bytes : changes.get(id)?.bytes;
      if (bytes) return { ...part, content: { kind: 'bytes', bytes } };
      if (content.kind === 'symbols')
        return { ...part, content: { ...content, symbols: content.symbols.map((one) => moved(one, symbols)) } };
      const relocations = content.kind === 'relocations' ? tables.get(id) : undefined;
      return content.kind === 'relocations' && relocations ? { ...part, content: { ...content, relocations } } : part;
    });
    return { ...this.parts, sections };
  }

  /** The name of the kernel whose code a section has. */
  private nameOf({ name }: SectionPart): string {
    return name.slice(TEXT_PREFIX.length);
  }

  private entriesOf(kernel: number | undefined): PlacedEntry[] {
    const env = this.environmentOf(kernel);
    return ENTRY_OFFSETS.flatMap((name) => {
      const offset = env?.[name];
      return offset === undefined ? [] : [{ name, offset }];
    });
  }

  private environmentOf(kernel: number | undefined) {
    return kernel === undefined ? undefined : this.zeInfo?.text.container.kernels?.[kernel]?.execution_env;
  }

  /** The changes of .ze_info: only for numbers that exist and have changed. */
  private splicesOf(section: SectionPart, entries: readonly PlacedEntry[]): Splice[] {
    const env = this.environmentOf(this.kernels.get(this.nameOf(section))?.[0]);
    const document = this.zeInfo?.text.document;
    if (!env || !document) return [];
    return entries.flatMap(({ name, offset }) => {
      const node = nodeOf(env)?.items.find((item) => keyText(document, item) === name);
      if (env[name] === undefined || env[name] === offset || !node) return [];
      return [replaceScalar(document, node, String(offset), styleOf(document))];
    });
  }
}

function moved(symbol: SymbolPart, places: ReadonlyMap<number, PlacedSymbol>): SymbolPart {
  const place = places.get(symbol.id);
  return place ? { ...symbol, st_value: BigInt(place.start), st_size: BigInt(place.size) } : symbol;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
