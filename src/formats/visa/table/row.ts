import type { Value } from '../instruction.ts';
import type { Kind, ParseContext, PrintContext } from './kind.ts';

/** A field of an instruction: its kind, and when it exists. */
export interface Field {
  // biome-ignore lint/suspicious/noExplicitAny: a row holds kinds of every type of value, and each meets only its own.
  readonly kind: Kind<any>;
  /** Exists from this version on; as `versionNumber` gives it. */
  readonly since?: number;
  /** Exists only when that bit of that field is set; always in versions that lack that field. */
  readonly when?: readonly [field: string, bit: number];
  /** Is not in the text and has this value there. */
  readonly hidden?: Value;
  /** The field distinguishes rows of one opcode: its value under `mask` is `value`. */
  readonly selects?: { readonly value: number; readonly mask: (version: number) => number };
}

export type Fields = Readonly<Record<string, Field>>;

/** A part of the text that shows several fields, or one in another way than its kind. */
export interface Piece {
  /** The fields that it shows. */
  readonly of: readonly string[];
  /** The fields that it shows in versions that lack some of these; it is identified by the number of places. */
  readonly older?: readonly string[];
  /** It shows only a side of its field, which has its own place in the text too. */
  readonly aside?: true;
  /** @param at places of the fields in `values`. */
  print(values: readonly Value[], at: readonly number[], context: PrintContext): string;
  /** Stores what it finds in `values`. */
  parse(from: ParseContext, values: Value[], at: readonly number[]): void;
}

/** How the line of an instruction looks; `repeating` is one with the number of the line before. */
export type Line = 'numbered' | 'repeating' | 'bare' | 'label' | 'subroutine';

/** One instruction: an opcode, and a number after it where several share the opcode. */
export interface OpRow {
  readonly opcode: number;
  readonly mnemonic: string;
  /** What it does, in one line. */
  readonly doc: string;
  /** In the order of the file. */
  readonly fields: Fields;
  /**
   * The text: `{name}` is a piece or a field, `[...]` is there only when the field in it exists. A blank stands for any number of
   * them when text is parsed.
   */
  readonly text: string;
  readonly pieces?: Readonly<Record<string, Piece>>;
  /** Words that a text may begin with, when they are not just the mnemonic. */
  readonly words?: readonly string[];
  readonly line?: Line;
  /** Its sources are integers where the result is one, and floating-point numbers like the result otherwise. */
  readonly unmixed?: true;
  /** Exists from this version on. */
  readonly since?: number;
}

/** The field, from that version on. */
export const since = (version: number, field: Field): Field => ({ ...field, since: version });
/** The field, when a bit of another one is set. */
export const when = (of: string, bit: number, field: Field): Field => ({ ...field, when: [of, bit] });
