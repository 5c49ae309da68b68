import type { ElfHeader, ElfIdent, ProgramHeader } from './model.ts';
import { numbersOf, SYMBOL_BINDINGS } from './table.ts';

/**
 * The content of an ELF file without derived numbers: no offset, no section or symbol index, no string table position. Plain data, edited
 * by copying; `layoutElf` computes the numbers and `writeElf` makes the bytes.
 *
 * Sections and symbols are referred to by `id`, which a copy keeps: removing one does not change the ids of the others. In a file that was
 * read, the id is the index; a new one takes any number that is not in use (`nextId`).
 */
export interface ElfParts {
  readonly kind: 'elf-parts';
  /** True for ELF64. */
  readonly is64: boolean;
  /** The identification bytes except for EI_CLASS, which `is64` says. */
  readonly ident: Omit<ElfIdent, 'EI_CLASS'>;
  /** Header fields that do not follow from the parts. */
  readonly header: Pick<ElfHeader, 'e_type' | 'e_machine' | 'e_version' | 'e_entry' | 'e_flags'>;
  readonly programHeaders: readonly ProgramHeader[];
  /** The section that section names are in (e_shstrndx). */
  readonly names: Ref;
  /** In the order of the file, without section 0. */
  readonly sections: readonly SectionPart[];
  /** The rule that places them, by its name in {@link LAYOUTS}, or where everything was in a file that follows none. */
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
  /** Its numbers in the file that was read; only with a {@link Placement}. */
  readonly place?: SectionPlace;
}

/** What a number in the file refers to. */
export type Ref =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'section'; readonly id: number }
  /** A symbol of the first symbol table. */
  | { readonly kind: 'symbol'; readonly id: number }
  /** sh_info of a symbol table: the index of its first symbol that is not local. */
  | { readonly kind: 'first-global' };

export const NO_REF: Ref = { kind: 'number', value: 0 };

export type PartContent =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** NOBITS: `size` bytes of memory, none in the file. */
  | { readonly kind: 'none'; readonly size: number }
  /**
   * `reserved` zero bytes of which the header counts as many as `bytes` has, or all of them when it has none; `bytes` follow where no
   * header points. So the compiler writes its metrics.
   */
  | { readonly kind: 'reserved'; readonly reserved: number; readonly bytes: Uint8Array }
  /** A string table. Its strings follow from what uses it; `bytes` only with a {@link Placement}. */
  | { readonly kind: 'strings'; readonly bytes?: Uint8Array }
  /** Without the empty symbol 0. A layout puts the local ones first. */
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
  /** Where its name was in the string table; only with a {@link Placement}. */
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
  /** With its end mark. */
  readonly owner: Uint8Array;
  readonly n_type: number;
  readonly desc: Uint8Array;
}

/** Where a section was in the file that was read. */
export interface SectionPlace {
  /** Place of its name in the string table. */
  readonly sh_name: number;
  readonly sh_offset: number;
  /** As in the header, in bytes. */
  readonly sh_size: number;
  /** Its bytes in the file. */
  readonly fileBytes: number;
}

/** Where everything was in a file that follows no rule of {@link LAYOUTS}. It holds as long as no part changes its size or name. */
export interface Placement {
  /** Of the whole file, in bytes. */
  readonly size: number;
  /** Header numbers that are otherwise derived. */
  readonly header: Omit<ElfHeader, 'e_type' | 'e_machine' | 'e_version' | 'e_entry' | 'e_flags'>;
  /** How many sections there were, without section 0. */
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
  /** Sections begin at multiples of this many bytes, in ELF32 and in ELF64; more when sh_addralign says so. */
  readonly align: readonly [elf32: number, elf64: number];
  /** Alignment of note sections. */
  readonly noteAlign: number;
  /** The table of section headers, likewise. */
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

/** Meanings of machine-specific numbers and sections. */
export interface Dialect {
  /** Section types whose sh_info is the index of a symbol. */
  readonly symbolInfo: readonly number[];
  /** Note sections, by name, with the number of zero bytes that the writer leaves before the content. */
  readonly reserved: readonly { readonly name: string; readonly bytes: number }[];
}

const { STB_LOCAL } = numbersOf(SYMBOL_BINDINGS);
/** The first of the numbers in st_shndx that are not indices. */
export const SHN_LORESERVE = 0xff00;

/** A number for a section or symbol that is added. */
export function nextId(parts: readonly { readonly id: number }[]): number {
  return parts.reduce((most, { id }) => Math.max(most, id), 0) + 1;
}

/** Parts with default values where none are given. */
export function sectionPart(part: Pick<SectionPart, 'id' | 'name' | 'sh_type' | 'content'> & Partial<SectionPart>): SectionPart {
  return { sh_flags: 0n, sh_addr: 0n, sh_addralign: 0n, sh_entsize: 0, sh_link: NO_REF, sh_info: NO_REF, ...part };
}

/** Index of the first symbol that is not local, where the local ones come first. */
export function firstGlobal(symbols: readonly { readonly st_info: number }[]): number {
  return symbols.filter((symbol) => symbol.st_info >> 4 === STB_LOCAL).length + 1;
}
