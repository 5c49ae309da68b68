import { CODES, type Code, type Severity } from './codes.ts';
import { LIMITS } from './limits.ts';
import type { Span } from './span.ts';

/** Facts of a diagnostic for machines: numbers, texts, lists. 64-bit values are bigints. */
export type Facts = Readonly<Record<string, string | number | bigint | boolean | readonly string[] | undefined>>;

/** One finding: what, how bad, where in the bytes, and where in the structure. */
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

/** A value together with everything that was found while reading it. */
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

export function diagnostic(code: Code, message: string, span: Span, path: string, data?: Facts): Diagnostic {
  const row = { severity: CODES[code].severity, code, message, span, path };
  return data === undefined ? row : { ...row, data };
}

/** The value, or the first error as an exception: for scripts that want all or nothing. */
export function must<T>(outcome: Outcome<T>): T {
  const first = outcome.diagnostics.find((d) => d.severity === 'error');
  if (first) throw new FormatError(first);
  return outcome.value;
}

/** Collects diagnostics, and keeps their number and the amount of decoding within the limits. */
export class Reporter {
  readonly diagnostics: Diagnostic[] = [];
  private dropped = 0;
  private work: number;
  private exhausted = false;

  /** @param inputBytes size of the input, which bounds the decoding work (LIMITS.workPerByte). */
  constructor(inputBytes: number) {
    this.work = inputBytes * LIMITS.workPerByte + LIMITS.workFloor;
  }

  report(code: Code, span: Span, path: string, message: string, data?: Facts): void {
    if (!this.full) {
      this.diagnostics.push(diagnostic(code, message, span, path, data));
      return;
    }
    this.dropped++;
    const last = diagnostic(
      'limit/diagnostics',
      `${this.dropped} more diagnostics were counted but not kept`,
      this.diagnostics[0]?.span ?? span,
      '',
      { dropped: this.dropped },
    );
    this.diagnostics[LIMITS.diagnostics] = last;
  }

  /** True when further diagnostics are only counted: then costly messages need not be made. */
  get full(): boolean {
    return this.diagnostics.length >= LIMITS.diagnostics;
  }

  /** Takes `bytes` from the budget of decoding work; false, with one `limit/work`, when it is used up. */
  spend(bytes: number, span: Span, path: string): boolean {
    if (bytes <= this.work) {
      this.work -= bytes;
      return true;
    }
    if (!this.exhausted) {
      this.exhausted = true;
      this.report('limit/work', span, path, 'the tables in this file are together far larger than the file; reading stops here');
    }
    return false;
  }
}
