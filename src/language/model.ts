/** What an editor asks about a text. Places are those of editors: lines and UTF-16 columns, both counted from 0. */
import type { Severity } from '../core/diag/index.ts';

export interface TextPlace {
  readonly line: number;
  readonly character: number;
}

export interface TextRange {
  readonly start: TextPlace;
  readonly end: TextPlace;
}

/** A finding at its place: code, severity and message are those of the command. */
export interface TextFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: TextRange;
}

/** What an entry of the outline is, in the words of editors. */
export type OutlineKind = 'function' | 'label' | 'variable' | 'object' | 'value';

export interface OutlineEntry {
  readonly name: string;
  readonly detail: string;
  readonly kind: OutlineKind;
  /** All that belongs to it. */
  readonly range: TextRange;
  /** Its name. */
  readonly at: TextRange;
  readonly children: readonly OutlineEntry[];
}

/** Lines that can be folded into the first of them. */
export interface TextBlock {
  readonly first: number;
  readonly last: number;
}

/** A use of a name. */
export interface NameUse {
  readonly range: TextRange;
  readonly role: 'read' | 'write';
}

/** What is said at the end of a line. */
export interface LineHint {
  readonly place: TextPlace;
  readonly text: string;
  readonly tip: string;
}

/** A text that was read, and the answers about it, each found when it is asked for. */
export interface TextModel {
  readonly findings: readonly TextFinding[];
  outline(): readonly OutlineEntry[];
  blocks(): readonly TextBlock[];
  /** Where the label or register at a place gets what it means there. */
  definitions(at: TextPlace): readonly TextRange[];
  /** All places in the text where the label or register is used, with its definitions. */
  uses(at: TextPlace): readonly NameUse[];
  hints(): readonly LineHint[];
  /** The text in the layout of the compiler; `undefined` where it cannot be laid out without a loss. */
  formatted(): string | undefined;
}

export interface ReadOptions {
  /** The instruction set of assembly that does not name its own, as for `zebin asm --platform`. */
  readonly platform?: string;
}
