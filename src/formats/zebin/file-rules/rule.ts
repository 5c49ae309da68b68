import type { Diagnostic, Span } from '../../../core/diag/index.ts';
import type { Rule, RuleReport, Version } from '../../../core/schema/index.ts';
import type { Devices } from '../../../devices/index.ts';
import { type ElfSymbol, type Section, sectionPath, symbolBinding, symbolSpan } from '../../elf/index.ts';
import { checkLinks } from '../link.ts';
import type { Zebin } from '../model.ts';
import { ENTRY_SYMBOL, findSection } from '../table.ts';
import { type ClassifiedSection, classify } from './classify.ts';

export const ELF_PAGE = 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/elf.md';
export const INFO_PAGE = 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/zeinfo.md';
export const VERSION_PAGE = 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/version.md';
export const DECODER = 'intel/compute-runtime shared/source/device_binary_format/zebin';
export const LINKER = 'intel/compute-runtime shared/source/compiler_interface/linker.cpp';

/** A rule about a zebin as a file: header, sections, symbols, relocations and notes. */
export type FileRule = Rule<FileContext, [span: Span, path: string]>;
export type FileReport = RuleReport<[span: Span, path: string]>;

/** Caches a value that depends on the version, for the last version: consecutive files mostly have the same. */
export function perVersion<T>(make: (version: Version) => T): (version: Version) => T {
  let last: { readonly version: Version; readonly value: T } | undefined;
  return (version) => {
    if (last?.version !== version) last = { version, value: make(version) };
    return last.value;
  };
}

const SOMEWHERE = 1n << 32n;
/** Gives every section the same address. The checks do not depend on it. */
const EVERYWHERE = { get: () => SOMEWHERE };

/** Whether a section is input for the linker: relocations, or symbols that other modules can refer to. */
function isLinked({ content }: Section): boolean {
  if (content.kind === 'relocations') return true;
  return content.kind === 'symbols' && content.symbols.some((symbol) => symbolBinding(symbol) !== 0);
}

/** A file that rules are applied to. */
export class FileContext {
  readonly zebin: Zebin;
  /** The version whose rules apply. */
  readonly version: Version;
  /** The known devices. */
  readonly devices: Devices;
  /** The symbol table, and its symbols. */
  readonly table: Section | undefined;
  readonly symbols: readonly ElfSymbol[];
  private entryList: readonly ElfSymbol[] | undefined;
  private classified: readonly ClassifiedSection[] | undefined;
  private linked: readonly Diagnostic[] | undefined;
  private code: (Section | undefined)[] | undefined;

  constructor(zebin: Zebin, version: Version, devices: Devices) {
    this.zebin = zebin;
    this.version = version;
    this.devices = devices;
    this.table = zebin.elf.sections.find(({ content }) => content.kind === 'symbols');
    this.symbols = this.table?.content.kind === 'symbols' ? this.table.content.symbols : [];
  }

  /** Sections with a type, each with its row or with the fault of its name or type. */
  get sections(): readonly ClassifiedSection[] {
    this.classified ??= classify(this.zebin.elf);
    return this.classified;
  }

  /** Symbols of entry points: `_entry`. */
  get entries(): readonly ElfSymbol[] {
    this.entryList ??= this.symbols.filter(({ name }) => name === ENTRY_SYMBOL);
    return this.entryList;
  }

  /** The findings of the driver's linker that do not depend on addresses. */
  get links(): readonly Diagnostic[] {
    this.linked ??= this.zebin.elf.sections.some(isLinked) ? checkLinks(this.zebin, { sections: EVERYWHERE }) : [];
    return this.linked;
  }

  /** The section of a symbol, if it contains code. */
  codeOf({ st_shndx }: ElfSymbol): Section | undefined {
    if (!this.code) {
      this.code = [];
      for (const { section, row } of this.sections)
        if ((row ?? findSection(section.name))?.segment === 'code') this.code[section.index] = section;
    }
    return this.code[st_shndx];
  }

  /** Where a symbol is in the file. */
  symbolSpan({ index }: ElfSymbol): Span {
    return this.table ? symbolSpan(this.zebin.elf, this.table, index) : this.zebin.bytes.span(0, 0);
  }

  symbolPath({ index }: ElfSymbol): string {
    return `${this.table ? sectionPath(this.table) : '.symtab'}[${index}]`;
  }
}
