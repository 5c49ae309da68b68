import type { ElfHeader, ElfIdent, ProgramHeader } from './model.ts';
import { numbersOf, SYMBOL_BINDINGS } from './table.ts';

/**
 * The content of an ELF file without derived numbers: no offset, no section or symbol index, no position in a string table. It is plain
 * data and is edited by copying; `layoutElf` computes the numbers and `writeElf` writes the bytes.
 *
 * Sections and symbols are referred to by `id`, which is kept in a copy: removing one does not change the ids of the others. In a file that
 * was read, the id is the index. A new part gets any number that is not in use (`nextId`).
 */
export interface ElfParts {
  readonly kind: 'elf-parts';
  /** True for ELF64. */
  readonly is64: boolean;
  /** The identification bytes except EI_CLASS, which follows from `is64`. */
  readonly ident: Omit<ElfIdent, 'EI_CLASS'>;
  /** Header fields that cannot be derived from the parts. */
  readonly header: Pick<ElfHeader, 'e_type' | 'e_machine' | 'e_version' | 'e_entry' | 'e_flags'>;
  readonly programHeaders: readonly ProgramHeader[];
  /** The string table of the section names (e_shstrndx). */
  readonly names: Ref;
  /** In the order of the file, without section 0. */
  readonly sections: readonly SectionPart[];
  /** The rule that places the parts, by its name in {@link LAYOUTS}; or the original placement of a file that follows no rule. */
  readonly layout: LayoutName | Placement;
}

export interface SectionPart {
  readonly id: number;
  /** Display text, without NUL. */
  readonly name: string;
  readonly sh_type: number;
  readonly sh_flags: bigint;
  readonly sh_addr: bigint;
  readonly sh_addralign: bigint;
  readonly sh_entsize: number;
  readonly sh_link: Ref;
  readonly sh_info: Ref;
  readonly content: PartContent;
  /** Its numbers in the original file; only with a {@link Placement}. */
  readonly place?: SectionPlace;
}

/** What a number in the file refers to. */
export type Ref =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'section'; readonly id: number }
  /** A symbol of the first symbol table. */
  | { readonly kind: 'symbol'; readonly id: number }
  /** sh_info of a symbol table: the index of its first non-local symbol. */
  | { readonly kind: 'first-global' };

export const NO_REF: Ref = { kind: 'number', value: 0 };

export type PartContent =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** NOBITS: `size` bytes of memory, none in the file. */
  | { readonly kind: 'none'; readonly size: number }
  /**
   * `reserved` zero bytes, then `bytes`. The size in the header is that of `bytes`, or `reserved` if there are none, so no header covers
   * all of it. The compiler writes its metrics in this way.
   */
  | { readonly kind: 'reserved'; readonly reserved: number; readonly bytes: Uint8Array }
  /** A string table. Its strings are derived from the names that use it; `bytes` only with a {@link Placement}. */
  | { readonly kind: 'strings'; readonly bytes?: Uint8Array }
  /** Symbols without the empty symbol 0. A layout puts local symbols first. */
  | { readonly kind: 'symbols'; readonly symbols: readonly SymbolPart[] }
  | { readonly kind: 'relocations'; readonly addends: boolean; readonly relocations: readonly RelocationPart[] }
  | { readonly kind: 'notes'; readonly notes: readonly NotePart[] };

export interface SymbolPart {
  readonly id: number;
  /** Display text, without NUL. */
  readonly name: string;
  /** Bytes from the start of its section. */
  readonly st_value: bigint;
  /** In bytes. */
  readonly st_size: bigint;
  /** Binding in the upper four bits, type in the lower four. */
  readonly st_info: number;
  readonly st_other: number;
  /** A section, or a number of SPECIAL_SECTIONS; 0 means undefined. */
  readonly section: Ref;
  /** Offset of its name in the string table; only with a {@link Placement}. */
  readonly st_name?: number;
}

export interface RelocationPart {
  /** Bytes into the target section. */
  readonly r_offset: bigint;
  readonly r_type: number;
  /** Id of a symbol in the table that sh_link names; absent for symbol 0. */
  readonly symbol?: number;
  /** With RELA only. */
  readonly r_addend?: bigint;
}

export interface NotePart {
  /** The owner, with its terminating NUL. */
  readonly owner: Uint8Array;
  readonly n_type: number;
  readonly desc: Uint8Array;
}

/** Where a section was in the original file. */
export interface SectionPlace {
  /** Offset of its name in the string table. */
  readonly sh_name: number;
  readonly sh_offset: number;
  /** The size in the header, in bytes. */
  readonly sh_size: number;
  /** Number of its bytes in the file. */
  readonly fileBytes: number;
}

/** Where everything was in a file that follows no rule of {@link LAYOUTS}. It is valid as long as no part changes its size or name. */
export interface Placement {
  /** Size of the whole file in bytes. */
  readonly size: number;
  /** Header fields that are otherwise derived. */
  readonly header: Omit<ElfHeader, 'e_type' | 'e_machine' | 'e_version' | 'e_entry' | 'e_flags'>;
  /** Number of sections, without section 0. */
  readonly sections: number;
  /** Bytes that no part accounts for, in the order of the file. */
  readonly patches: readonly Patch[];
}

export interface Patch {
  /** File offset. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

export type LayoutName = (typeof LAYOUTS)[number]['name'];

export interface LayoutRow {
  readonly name: string;
  /** Alignment of sections in bytes, in ELF32 and in ELF64; larger if sh_addralign requires it. */
  readonly align: readonly [elf32: number, elf64: number];
  /** Alignment of note sections. */
  readonly noteAlign: number;
  /** Alignment of the section header table in bytes, in ELF32 and in ELF64. */
  readonly tableAlign: readonly [elf32: number, elf64: number];
  readonly doc: string;
}

/**
 * How compilers lay out files: header, contents in the order of the sections, section header table. The first row is the one for new files.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/source/ZEELFObjectBuilder.cpp, ELFWriter::writeSections, and files of
 * four releases.
 */
export const LAYOUTS = [
  {
    name: 'aligned',
    align: [4, 8],
    noteAlign: 4,
    tableAlign: [4, 8],
    doc: 'Every section begins at a multiple of the word size: files of zebin 1.49 and later.',
  },
  {
    name: 'packed',
    align: [1, 1],
    noteAlign: 4,
    tableAlign: [1, 1],
    doc: 'Sections follow each other without padding, except for sections of notes: files of zebin 1.12 and 1.20.',
  },
] as const satisfies readonly LayoutRow[];

/** Meaning of section types and note sections that ELF does not define. */
export interface Dialect {
  /** Section types whose sh_info is the index of a symbol. */
  readonly symbolInfo: readonly number[];
  /** Note sections, by name, with the number of zero bytes that the compiler writes before the content. */
  readonly reserved: readonly { readonly name: string; readonly bytes: number }[];
}

const { STB_LOCAL } = numbersOf(SYMBOL_BINDINGS);
/** First value of st_shndx that is not a section index. */
export const SHN_LORESERVE = 0xff00;

/** An unused id for a new section or symbol. */
export function nextId(parts: readonly { readonly id: number }[]): number {
  return parts.reduce((most, { id }) => Math.max(most, id), 0) + 1;
}

/**
 * A section for {@link ElfParts}, with defaults for what is not given.
 *
 * @example
 * const note = sectionPart({ id: 99, name: '.mine', sh_type: 1, content: { kind: 'bytes', bytes: new Uint8Array(4) } });
 * note.name; // '.mine'
 */
export function sectionPart(part: Pick<SectionPart, 'id' | 'name' | 'sh_type' | 'content'> & Partial<SectionPart>): SectionPart {
  return { sh_flags: 0n, sh_addr: 0n, sh_addralign: 0n, sh_entsize: 0, sh_link: NO_REF, sh_info: NO_REF, ...part };
}

/** Index of the first non-local symbol, if local symbols come first. */
export function firstGlobal(symbols: readonly { readonly st_info: number }[]): number {
  return symbols.filter((symbol) => symbol.st_info >> 4 === STB_LOCAL).length + 1;
}
