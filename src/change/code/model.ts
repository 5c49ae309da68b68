import type { RelocationPart } from '../../formats/elf/index.ts';

/**
 * The attributes of `execution_env` that are offsets in the code of the kernel. The hardware gets the sum of the kernel's address and the
 * offset as start pointer, which has no bits below 64.
 *
 * Source: compute-runtime shared/source/command_container (EncodeDispatchKernel, `setKernelStartPointer`).
 */
export const ENTRY_OFFSETS = ['offset_to_skip_per_thread_data_load', 'offset_to_skip_set_ffid_gp'] as const;

export type EntryOffset = (typeof ENTRY_OFFSETS)[number];

/** Entry points are at multiples of this many bytes. */
export const ENTRY_ALIGNMENT = 64;

/** The code of a section, and what the rest of the zebin says about places in it. Offsets are in bytes from the start of the code. */
export interface PlacedCode {
  readonly bytes: Uint8Array;
  /** Symbols of the first symbol table, in its order. */
  readonly symbols: readonly PlacedSymbol[];
  /** In the order of their table. */
  readonly relocations: readonly RelocationPart[];
  readonly entries: readonly PlacedEntry[];
}

export interface PlacedSymbol {
  readonly id: number;
  readonly start: number;
  /** 0 for a symbol without a size. */
  readonly size: number;
}

export interface PlacedEntry {
  readonly name: EntryOffset;
  readonly offset: number;
}

/** One edit of the code of a kernel. All addresses refer to the code before the first edit. */
export interface CodeEdit {
  /**
   * `insert` puts instructions before the one at the address: branches and symbols that refer to the address then refer to the first of
   * them. `insert-after` puts them after it, where no branch reaches them directly.
   */
  readonly kind: 'insert' | 'insert-after' | 'replace' | 'delete';
  /**
   * The offset of an instruction in bytes from the start of the code; or the name of a symbol or label (`_entry`, `L816`), or else the
   * offset in hexadecimal, as `zebin disasm` prints it.
   */
  readonly at: number | string;
  /** Assembly, for all kinds but `delete`. */
  readonly text?: string | Uint8Array;
  /** The name of the text in findings: its file name. */
  readonly source?: string;
}
