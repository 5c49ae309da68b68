import type { Budget, Reporter } from '../../diag/index.ts';
import type { ElfParts } from '../../elf/index.ts';
import type { Labels } from './labels.ts';

/** The code of a section as a text, which has places in the code that other files of a folder then do not have. */
export interface CodeText {
  readonly data: Uint8Array;
  /** The instruction set, as the manifest names it. */
  readonly platform: string;
  /** Ids of the symbols whose value and size are in the text. */
  readonly symbols: readonly number[];
  /** Id of the table of relocations that is in the text. */
  readonly table: number | undefined;
}

/** A text of code in a folder. */
export interface CodeFile {
  /** Of the section. */
  readonly id: number;
  readonly path: string;
  readonly data: Uint8Array;
  readonly platform: string;
}

/**
 * How code is written as text and read again. The folder does not know: instructions are far more code than all other texts, and many
 * programs that read zebins need none of it.
 */
export interface CodeForm {
  /**
   * The texts of code sections, by id: those of which the same section can be made again.
   *
   * @param symbols labels of the first symbol table
   */
  print(parts: ElfParts, symbols: Labels, budget: Budget): ReadonlyMap<number, CodeText>;
  /**
   * Parts with the code of the texts, and with what the texts say about symbols and relocations.
   *
   * @param unplaced ids of the symbols that have no value elsewhere
   */
  parse(parts: ElfParts, files: readonly CodeFile[], symbols: Labels, unplaced: ReadonlySet<number>, out: Reporter): ElfParts;
}
