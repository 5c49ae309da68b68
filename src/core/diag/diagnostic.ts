import type { Code, Severity } from './codes/index.ts';
import { MILD, UNREAD } from './severity.ts';
import { NOWHERE, type Span } from './span.ts';

/** Facts of a diagnostic for machines: numbers, texts, lists. 64-bit values are bigints. */
export type Facts = Readonly<Record<string, string | number | bigint | boolean | readonly string[] | undefined>>;

/** One finding: what it is, its severity, and its place in the bytes and in the structure. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: Code;
  /** One sentence without offset or file name: those are in `span`. */
  readonly message: string;
  readonly span: Span;
  /** The place in the structure, such as `.ze_info/kernels[2]/execution_env/grf_count`; empty for the whole input. */
  readonly path: string;
  readonly data?: Facts;
}

/** A value with the diagnostics of reading it. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Thrown by readers and parsers when there is no value at all to return. Wrong arguments throw `TypeError` instead. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(`${diagnostic.message} [${diagnostic.code} at offset 0x${diagnostic.span.start.toString(16)}]`);
    this.diagnostic = diagnostic;
  }
}

/**
 * The finding that a reader threw, for a caller that makes it a part of its answer. Everything else is thrown again, and so is the end of
 * the time (`limit/time`): it is about the run, and not about what was being read.
 */
export function caughtFinding(error: unknown): Diagnostic {
  if (error instanceof FormatError && error.diagnostic.code !== 'limit/time') return error.diagnostic;
  throw error;
}

export function diagnostic(code: Code, message: string, span: Span, path: string, data?: Facts): Diagnostic {
  const severity = MILD[code] ?? 'error';
  return data === undefined ? { severity, code, message, span, path } : { severity, code, message, span, path, data };
}

/** Whether a finding of a reader or of the walk says that something in the file was not read: see `unread` of its row. */
export function saysUnread({ code, severity }: Diagnostic): boolean {
  return UNREAD[code] ?? severity === 'error';
}

/**
 * The value, or the first error as an exception: for scripts that need all or nothing.
 *
 * @example
 * must(readZebin(bytes)).kernels.length; // 1
 */
export function must<T>(outcome: Outcome<T>): T {
  const first = outcome.diagnostics.find((d) => d.severity === 'error');
  if (first) throw new FormatError(first);
  return outcome.value;
}

/** An error about no place in a file: what cannot be made. @param path what it is about, such as a section or the key of a description */
export function refusal(code: Code, path: string, message: string): FormatError {
  return new FormatError(diagnostic(code, message, NOWHERE, path));
}
