import { assembleWithWaits } from '../analysis/instructions/index.ts';
import { Bytes, CHAR, LineStarts } from '../core/bytes/index.ts';
import type { Diagnostic } from '../core/diag/index.ts';
import { type DiagnosticJson, diagnosticJson } from '../documents/json.ts';
import { type AssembleOptions, assemble, type Platform } from '../formats/eu/index.ts';

/** `zebin asm --json`: what a text of assembly is assembled to, or why it is not. */
export interface AsmDocument {
  readonly schema: 'zebin/asm/1';
  /** The instruction set, named as for `iga64 -p`. */
  readonly platform: string;
  /** Bytes of the code; null when the text has an error. */
  readonly size: number | null;
  readonly diagnostics: readonly AsmFinding[];
}

/** A finding in a text. */
export interface AsmFinding extends DiagnosticJson {
  /** Line of the first character, counted from 1. */
  readonly line: number;
  /** Its place in the line in bytes, counted from 1. */
  readonly column: number;
}

export interface AssembleFileOptions extends AssembleOptions {
  /** What instructions wait for, and tokens, are set by {@link assembleWithWaits}. */
  readonly autoDeps?: boolean;
}

/** A text that was assembled. */
export interface AssembledFile {
  /** The code; `undefined` when the text has an error. */
  readonly bytes: Uint8Array | undefined;
  readonly document: AsmDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Assembles a text for a platform with {@link assemble}. Addresses in the first column are skipped, so that a listing of `zebin disasm` is
 * such a text.
 *
 * @example
 * const { bytes, document } = assembleFile(Bytes.from(text), '2', { compact: true });
 */
export function assembleFile(text: Bytes, platform: Platform, options: AssembleFileOptions): AssembledFile {
  const run = options.autoDeps === true ? assembleWithWaits : assemble;
  const { value, diagnostics } = run(withoutAddresses(text), platform, options);
  const bytes = diagnostics.some(({ severity }) => severity === 'error') ? undefined : value;
  const lines = new LineStarts(text.data);
  return {
    bytes,
    document: {
      schema: 'zebin/asm/1',
      platform,
      size: bytes?.length ?? null,
      diagnostics: diagnostics.map((one) => ({ ...diagnosticJson(one), ...lines.placeOf(one.span.start) })),
    },
    diagnostics,
  };
}

const { newline: NEWLINE, space: SPACE } = CHAR;

/** Digits of the shortest address. */
const LEAST_DIGITS = 4;

/** The text with blanks in place of the addresses that lines begin with: everything else stays where it is. */
export function withoutAddresses(text: Bytes): Bytes {
  const { data } = text;
  let copy: Uint8Array | undefined;
  for (let at = 0; at < data.length; ) {
    let end = at;
    while (isHexDigit(data[end])) end++;
    if (end - at >= LEAST_DIGITS && data[end] === SPACE && data[end + 1] === SPACE) {
      copy ??= data.slice();
      copy.fill(SPACE, at, end);
    }
    // Without a search, which would take longer than a blank line.
    while (end < data.length && data[end] !== NEWLINE) end++;
    at = end + 1;
  }
  return copy === undefined ? text : Bytes.from(copy);
}

/** Addresses are written in lower case. */
const isHexDigit = (c = 0): boolean => (c >= CHAR.zero && c <= CHAR.nine) || (c >= CHAR.a && c <= CHAR.f);
