/** What the extension asks its worker. */
import type { LineHint, NameUse, OutlineEntry, TextBlock, TextFinding, TextPlace, TextRange } from '../../../src/internal.ts';

/** A text as the worker has to know it. */
export interface TextKey {
  readonly uri: string;
  readonly version: number;
  readonly language: string;
  /** Of the settings: the instruction set of assembly that does not name one. */
  readonly platform: string;
}

/** A finding in a binary: a place in it, in words. */
export interface BinaryFinding {
  readonly code: string;
  readonly severity: TextFinding['severity'];
  readonly message: string;
  readonly place: string;
}

/** What is said of a word in a line, as Markdown. */
export interface WordText {
  readonly texts: readonly string[];
  /** Columns of the word. */
  readonly start: number;
  readonly end: number;
}

/** A word that can come. */
export interface WordOffer {
  readonly word: string;
  readonly kind: string;
  readonly type: string;
  readonly text: string;
}

/** A kernel of a file. */
export interface KernelPlace {
  /** The image, by its address as `zebin ls` prints it. */
  readonly at: string;
  readonly kernel: string;
}

export interface KernelName extends KernelPlace {
  readonly label: string;
}

export interface CodeText {
  readonly text: string;
  /** For lines with an instruction, its offset in the code, in bytes. */
  readonly offsets: readonly (number | undefined)[];
}

export interface CaseFileAnswer {
  readonly cases: readonly { readonly name: string; readonly kernel: string; readonly line: number }[];
  /** What is wrong with the file, as sentences. */
  readonly problems: readonly string[];
}

/** An image that a case is for. */
export interface CaseTarget {
  readonly address: string;
  readonly device: string;
}

/** How a case went with a kernel of an image. */
export interface CaseAnswer {
  readonly address: string;
  /** `equal`, `different`, or why there is no answer: as in `zebin test --json`. */
  readonly result: string;
  readonly text: string;
}

/** The questions about a text, and what they are answered with. */
export interface TextQuestions {
  findings: { params: object; answer: readonly TextFinding[] };
  outline: { params: object; answer: readonly OutlineEntry[] };
  blocks: { params: object; answer: readonly TextBlock[] };
  definitions: { params: { readonly at: TextPlace }; answer: readonly TextRange[] };
  uses: { params: { readonly at: TextPlace }; answer: readonly NameUse[] };
  hints: { params: object; answer: readonly LineHint[] };
  formatted: { params: object; answer: string | undefined };
}

/** The questions about words, and about files. */
export interface OtherQuestions {
  word: { params: { readonly language: string; readonly line: string; readonly column: number }; answer: WordText | undefined };
  words: { params: { readonly language: string; readonly before: string }; answer: readonly WordOffer[] };
  kernels: { params: { readonly bytes: Uint8Array }; answer: readonly KernelName[] };
  disassembly: { params: { readonly bytes: Uint8Array } & KernelPlace; answer: CodeText };
  cases: { params: { readonly bytes: Uint8Array }; answer: CaseFileAnswer };
  targets: { params: { readonly bytes: Uint8Array; readonly file: Uint8Array; readonly name: string }; answer: readonly CaseTarget[] };
  runCase: { params: { readonly bytes: Uint8Array; readonly file: Uint8Array; readonly name: string }; answer: readonly CaseAnswer[] };
  validation: { params: { readonly bytes: Uint8Array }; answer: readonly BinaryFinding[] };
}

export type Questions = TextQuestions & OtherQuestions;
export type QuestionName = keyof Questions;

export type Request =
  | { readonly kind: 'text'; readonly uri: string; readonly version: number; readonly text: string }
  | { readonly kind: 'close'; readonly uri: string }
  | { readonly kind: 'ask'; readonly id: number; readonly name: QuestionName; readonly key?: TextKey; readonly params: unknown };

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  /** Why there is no answer. */
  readonly refusal?: string;
}
