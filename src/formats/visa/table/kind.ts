import type { Bytes, ByteWriter } from '../../../core/bytes/index.ts';
import type { Value } from '../instruction.ts';
import type { Scanner } from '../scanner.ts';

/** Bytes of instructions, read one after the other. */
export interface Cursor {
  readonly bytes: Bytes;
  at: number;
  /** See `versionNumber`. */
  readonly version: number;
}

/** Names of what instructions refer to, and what the form of the text depends on. */
export interface PrintContext {
  /** Name of the general variable of that index. */
  readonly variables: readonly (string | undefined)[];
  readonly addresses: readonly (string | undefined)[];
  readonly predicates: readonly (string | undefined)[];
  readonly samplers: readonly (string | undefined)[];
  readonly surfaces: readonly (string | undefined)[];
  /** As the code prints it when it is jumped to. */
  readonly labels: readonly (string | undefined)[];
  /** As the code prints it when it is called. */
  readonly subroutines: readonly (string | undefined)[];
  /** Labels that are functions to be called at link time. */
  readonly external: readonly (boolean | undefined)[];
  readonly strings: readonly string[];
  /** Names of labels as they are stored, in quotes, where those that are printed differ. */
  readonly originals: readonly (string | undefined)[];
  readonly version: number;
  /** Whether the text is in the form of compilers from IGC 1.0.13000 on. */
  readonly modern: boolean;
  /** Whether the name of a symbol that is not an identifier is in quotes, as compilers from vISA 4.1 on print it. */
  readonly quotesSymbols: boolean;
  /** Bytes of an element of the general variable of that index, and of a register. */
  readonly elementBytes: (variable: number) => number;
  readonly registerBytes: number;
  /** Set by a kind that has no text for a value: the instruction is printed as bytes. */
  lossy: boolean;
}

/** What names in a text refer to. */
export interface ParseContext extends Scanner {
  readonly version: number;
  readonly modern: boolean;
  readonly registerBytes: number;
  /** Set when the name of a symbol that is not an identifier is met: whether it is in quotes. */
  quotesSymbols: boolean | undefined;
  /** What is declared with this name: class and index, or undefined. */
  find(name: string): Named | undefined;
  /** Index of the label of this name, which is created if it is new, with `kind` if that is given. */
  label(name: string, kind?: number): number;
  /** Index of the string, which is added if it is new, or always if `isOwn`. */
  string(text: string, isOwn?: boolean): number;
  elementBytes(variable: number): number;
}

export type SymbolClass = 'variable' | 'address' | 'predicate' | 'sampler' | 'surface';

export interface Named {
  readonly class: SymbolClass;
  readonly index: number;
}

/**
 * A kind of field: its form in the file and in text.
 *
 * `print` returns '' and sets `lossy` for a value without text; `parse` throws `Fault`.
 */
export interface Kind<V extends Value = Value> {
  readonly name: string;
  readonly doc: string;
  /** @param before values of the fields before this one, whose names are `names`. */
  read(from: Cursor, before: readonly Value[], names: readonly string[]): V;
  write(value: V, to: ByteWriter, version: number): void;
  print(value: V, context: PrintContext): string;
  parse(from: ParseContext): V;
}
