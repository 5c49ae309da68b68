import type { Bytes } from '../../core/bytes/index.ts';
import type { Span } from '../../core/diag/index.ts';
import type { ElfHeader, ElfIdent, ProgramHeader, SectionHeader, SymbolEntry } from './structs.ts';

export type * from './structs.ts';

/** An ELF file: numbers under the specification's names, and content decoded by section type. */
export interface Elf {
  readonly kind: 'elf';
  /** The whole file. */
  readonly bytes: Bytes;
  /** True for ELF64. */
  readonly is64: boolean;
  readonly ident: ElfIdent;
  readonly header: ElfHeader;
  readonly sections: readonly Section[];
  readonly programHeaders: readonly ProgramHeader[];
}

export interface Section extends SectionHeader {
  readonly index: number;
  /** Display text; empty for section 0. */
  readonly name: string;
  /** The section's bytes in the file: none for NOBITS and NULL, and only those that exist in a truncated file. */
  readonly bytes: Bytes;
  readonly content: SectionContent;
}

/** Content by section type; `raw` for types that ELF does not define, and for tables that cannot be decoded. */
export type SectionContent =
  | { readonly kind: 'raw' }
  | { readonly kind: 'strings' }
  | { readonly kind: 'symbols'; readonly symbols: readonly ElfSymbol[] }
  | { readonly kind: 'relocations'; readonly addends: boolean; readonly relocations: readonly Relocation[] }
  | { readonly kind: 'notes'; readonly notes: readonly Note[]; readonly rest: Bytes };

export interface ElfSymbol extends SymbolEntry {
  readonly index: number;
  /** Display text. */
  readonly name: string;
}

export interface Relocation {
  readonly index: number;
  /** Bytes into the target section. */
  readonly r_offset: bigint;
  /** Symbol index, from r_info. */
  readonly r_sym: number;
  /** Type, from r_info; its meaning depends on the machine. */
  readonly r_type: number;
  /** Absent for REL, where the addend is in the section's data. */
  readonly r_addend?: bigint;
}

export interface Note {
  readonly index: number;
  /** Display text without the terminating NUL. */
  readonly owner: string;
  readonly ownerBytes: Bytes;
  readonly type: number;
  readonly desc: Bytes;
  /** Header, owner, description and the padding between them. */
  readonly span: Span;
}

/** Binding from st_info. */
export function symbolBinding(symbol: ElfSymbol): number {
  return symbol.st_info >> 4;
}

/** Type from st_info. */
export function symbolType(symbol: ElfSymbol): number {
  return symbol.st_info & 15;
}
