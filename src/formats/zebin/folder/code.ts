import type { Budget, Reporter } from '../../../core/diag/index.ts';
import type { ElfParts } from '../../elf/index.ts';
import type { Labels } from './labels.ts';

/** The code of a section as text. The text also contains places in the code, which other files of the folder then leave out. */
export interface CodeText {
  readonly data: Uint8Array;
  /** The instruction set, as the manifest names it. */
  readonly platform: string;
  /** Ids of the symbols whose value and size the text has. */
  readonly symbols: readonly number[];
  /** Id of the relocation table that the text has. */
  readonly table: number | undefined;
}

/** A text of code in a folder. */
export interface CodeFile {
  /** Id of the section. */
  readonly id: number;
  readonly path: string;
  readonly data: Uint8Array;
  readonly platform: string;
}

/**
 * How code is written as text and read back. It is passed in, because instructions need far more code than all other texts, and many
 * programs that read zebins need none of it.
 */
export interface CodeForm {
  /**
   * The texts of code sections by id, for those sections that the text reproduces.
   *
   * @param symbols labels of the first symbol table
   */
  print(parts: ElfParts, symbols: Labels, budget: Budget | undefined): ReadonlyMap<number, CodeText>;
  /**
   * The parts, with the code of the texts and with what the texts say about symbols and relocations.
   *
   * @param unplaced ids of symbols that have no value outside of the texts
   */
  parse(parts: ElfParts, files: readonly CodeFile[], symbols: Labels, unplaced: ReadonlySet<number>, out: Reporter): ElfParts;
}
