import type { Code, Severity } from './codes/index.ts';
import { LIMITS } from './limits.ts';
import { SEVERITIES } from './severity.ts';
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
  const row = { severity: SEVERITIES[code], code, message, span, path };
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
  /** The facts of `limit/diagnostics`, which go on counting. */
  private readonly dropped = { dropped: 0 };
  private readonly most: number;
  private work: number;
  private spent = false;
  private spans: number = LIMITS.spans;
  private spansReported = false;

  /** @param inputBytes size of the input, to which the decoding work and the number of diagnostics are in proportion. */
  constructor(inputBytes: number) {
    this.most = Math.min(LIMITS.diagnostics, LIMITS.diagnosticsFloor + Math.floor(inputBytes / LIMITS.bytesPerDiagnostic));
    this.work = inputBytes * LIMITS.workPerByte + LIMITS.workFloor;
  }

  report(code: Code, span: Span, path: string, message: string, data?: Facts): void {
    if (!this.full) {
      this.diagnostics.push(diagnostic(code, message, span, path, data));
      return;
    }
    if (this.dropped.dropped++ > 0) return;
    const rest = `only the first ${this.most} diagnostics are kept; the others were counted`;
    this.diagnostics.push(diagnostic('limit/diagnostics', rest, this.diagnostics[0]?.span ?? span, '', this.dropped));
  }

  /** True when further diagnostics are only counted: then costly messages need not be made. */
  get full(): boolean {
    return this.diagnostics.length >= this.most;
  }

  /** True when the budget of decoding work is used up: nothing more is to be decoded. */
  get exhausted(): boolean {
    return this.spent;
  }

  /**
   * Takes `bytes` from the budget of decoding work if there are so many left. Where there are not, {@link spend} is to be asked, which
   * says so: loops ask this first, and need neither span nor path.
   */
  afford(bytes: number): boolean {
    if (this.spent || this.work < bytes) return false;
    this.work -= bytes;
    return true;
  }

  /** Takes `bytes` from the budget of decoding work; false from the first time on that there is not enough, with one `limit/work`. */
  spend(bytes: number, span: Span, path: string): boolean {
    if (this.spent) return false;
    this.work -= bytes;
    if (this.work >= 0) return true;
    this.spent = true;
    // Kept even when there are too many others: it says why something is missing.
    const message = 'there is far more to decode than a file of this size holds; reading stops here';
    this.diagnostics.push(diagnostic('limit/work', message, span, path));
    return false;
  }

  /** Takes `count` from the spans that a dump may have; false, with one `limit/spans`, when so many are not left. */
  annotate(count: number, span: Span, path: string): boolean {
    if (count <= this.spans) {
      this.spans -= count;
      return true;
    }
    if (!this.spansReported) {
      this.spansReported = true;
      this.report('limit/spans', span, path, `the dump would have more than ${LIMITS.spans} spans; from here on a section or table is one`);
    }
    return false;
  }
}
