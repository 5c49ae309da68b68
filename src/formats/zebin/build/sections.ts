import { structSize } from '../../../core/schema/index.ts';
import {
  SECTION_TYPES as ELF_SECTION_TYPES,
  NO_REF,
  numbersOf,
  REL,
  RELA,
  type Ref,
  type RelocationPart,
  SECTION_FLAGS,
  type SectionPart,
  SYMBOL,
  SYMBOL_BINDINGS,
  SYMBOL_TYPES,
  type SymbolPart,
  sectionPart,
} from '../../elf/index.ts';
import { FUNCTIONS_KERNEL, findSection, RELOCATION_TYPES, SECTION_TYPES, TEXT_PREFIX } from '../table.ts';
import type { DataBuild, RelocationBuild, ZebinBuild } from './model.ts';

const { STB_LOCAL, STB_GLOBAL } = numbersOf(SYMBOL_BINDINGS);
const { STT_NOTYPE, STT_OBJECT, STT_FUNC } = numbersOf(SYMBOL_TYPES);
const TYPES: Readonly<Record<string, number>> = { ...numbersOf(ELF_SECTION_TYPES), ...numbersOf(SECTION_TYPES) };
const FLAGS: Readonly<Record<string, number>> = numbersOf(SECTION_FLAGS);
const RELOCATIONS = numbersOf(RELOCATION_TYPES);

/** Collects sections, and the symbols and relocations that refer to them. */
export class SectionBuilder {
  readonly sections: SectionPart[] = [];
  private readonly symbols: SymbolPart[] = [];
  private readonly bySymbol = new Map<string, number>();
  private readonly relocated: { readonly target: SectionPart; readonly relocations: readonly RelocationBuild[] }[] = [];
  private readonly is64: boolean;
  private ids = 1;

  constructor(is64: boolean) {
    this.is64 = is64;
  }

  /** Adds a section, with the type and flags of its row. */
  add(name: string, content: SectionPart['content'], more: Partial<SectionPart> = {}): SectionPart {
    const row = findSection(name);
    const sh_type = TYPES[row?.type ?? ''];
    if (!row || sh_type === undefined) throw new TypeError(`no section is named ${name}`);
    const flags = row.flags === '' ? [] : row.flags.split('|').map((flag) => FLAGS[`SHF_${flag}`] ?? 0);
    const sh_flags = BigInt(flags.reduce((sum, flag) => sum | flag, 0));
    const part = sectionPart({ id: this.ids++, name, sh_type, sh_flags, content, ...more });
    this.sections.push(part);
    return part;
  }

  addBytes(name: string, bytes: Uint8Array): SectionPart {
    return this.add(name, { kind: 'bytes', bytes });
  }

  /** The code of a kernel, with its symbols. */
  addKernel(name: string, code: Uint8Array, entryOffset: number, relocations: readonly RelocationBuild[]): SectionPart {
    const text = this.addBytes(TEXT_PREFIX + name, code);
    this.symbol('_entry', text, entryOffset, 0, STB_LOCAL, STT_NOTYPE);
    this.symbol(name, text, 0, code.length, STB_LOCAL, STT_FUNC);
    this.relocated.push({ target: text, relocations });
    return text;
  }

  addFunctions({ code, functions, relocations = [] }: NonNullable<ZebinBuild['functions']>): void {
    const text = this.addKernel(FUNCTIONS_KERNEL, code, 0, relocations);
    for (const { name, offset, bytes } of functions) this.symbol(name, text, offset, bytes, STB_GLOBAL, STT_FUNC);
  }

  /** Adds data, and the zeroed memory after it. Symbols of both are relative to the start of the data, if there is any. */
  addData(name: string, zeros: string, { bytes, zeroBytes = 0, symbols = [], relocations = [] }: DataBuild): void {
    const data = bytes.length > 0 || zeroBytes === 0 ? this.addBytes(name, bytes) : undefined;
    const zeroed = zeroBytes > 0 ? this.add(zeros, { kind: 'none', size: zeroBytes }) : undefined;
    const home = data ?? zeroed;
    if (!home) return;
    for (const { name: symbol, offset, bytes: size, local } of symbols)
      this.symbol(symbol, home, offset, size, local ? STB_LOCAL : STB_GLOBAL, STT_OBJECT);
    this.relocated.push({ target: home, relocations });
  }

  /** Adds the sections of symbols and relocations. */
  finish(strings: Ref): void {
    const tables = this.relocated.filter(({ relocations }) => relocations.length > 0);
    for (const { relocations } of tables) {
      for (const { symbol } of relocations) {
        if (symbol !== undefined && !this.bySymbol.has(symbol)) this.symbol(symbol, undefined, 0, 0, STB_GLOBAL, STT_NOTYPE);
      }
    }
    if (this.symbols.length === 0) return;
    const symtab = this.add(
      '.symtab',
      { kind: 'symbols', symbols: this.symbols },
      { sh_link: strings, sh_info: { kind: 'first-global' }, sh_entsize: structSize(SYMBOL, this.is64) },
    );
    for (const { target, relocations } of tables) {
      const addends = relocations.some((one) => one.addend !== undefined);
      const content = { kind: 'relocations', addends, relocations: relocations.map((one) => this.relocation(one, addends)) } as const;
      const sh_entsize = structSize(addends ? RELA : REL, this.is64);
      const links = { sh_link: { kind: 'section', id: symtab.id }, sh_info: { kind: 'section', id: target.id }, sh_entsize } as const;
      this.add(`${addends ? '.rela' : '.rel'}${target.name}`, content, links);
    }
  }

  private relocation({ offset, type, symbol, addend = 0 }: RelocationBuild, addends: boolean): RelocationPart {
    const id = symbol === undefined ? undefined : this.bySymbol.get(symbol);
    return {
      r_offset: BigInt(offset),
      r_type: RELOCATIONS[type],
      ...(id === undefined ? {} : { symbol: id }),
      ...(addends ? { r_addend: BigInt(addend) } : {}),
    };
  }

  private symbol(name: string, home: SectionPart | undefined, value: number, size: number, binding: number, type: number): void {
    const id = this.symbols.length + 1;
    const section: Ref = home ? { kind: 'section', id: home.id } : NO_REF;
    this.symbols.push({ id, name, st_value: BigInt(value), st_size: BigInt(size), st_info: (binding << 4) | type, st_other: 0, section });
    if (name !== '_entry' && !this.bySymbol.has(name)) this.bySymbol.set(name, id);
  }
}
