import { Budget } from './budget.ts';
import type { Code } from './codes/index.ts';
import { type Diagnostic, diagnostic, type Facts } from './diagnostic.ts';
import { LIMITS } from './limits.ts';
import type { Span } from './span.ts';

/** Collects the diagnostics of one input, and keeps their number and the decoding work within limits for an input of this size. */
export class Reporter {
  readonly diagnostics: Diagnostic[] = [];
  /** Whether nobody reads the diagnostics: none is kept, and what is looked for only to report it need not be looked for. */
  readonly unheard: boolean;
  /** How many entries a container of this size can have. */
  readonly listable: number;
  /** The facts of `limit/diagnostics`, which continue counting. */
  private readonly dropped = { dropped: 0 };
  private readonly most: number;
  private readonly inputBytes: number;
  private runBudget: Budget | undefined;
  /** Bytes of decoding work that are left. */
  private work: number;
  private ended = false;
  private spans: number;
  private spansReported = false;

  /**
   * @param inputBytes size of the input, to which the decoding work and the number of diagnostics are proportional
   * @param budget of the run, if the input is part of one
   * @param unheard for what is read a second time, whose diagnostics are known
   */
  constructor(inputBytes: number, budget?: Budget, unheard = false) {
    this.inputBytes = inputBytes;
    this.unheard = unheard;
    this.runBudget = budget;
    this.most = Math.min(LIMITS.diagnostics, LIMITS.diagnosticsFloor + Math.floor(inputBytes / LIMITS.bytesPerDiagnostic));
    const { workFloor, workPerByte, spansFloor, bytesPerSpan, entriesFloor, bytesPerEntry } = LIMITS;
    const limited = (limit: number): number => (budget?.isUnlimited ? Number.POSITIVE_INFINITY : Math.floor(limit));
    this.work = limited(workFloor + inputBytes * workPerByte);
    this.spans = limited(spansFloor + inputBytes / bytesPerSpan);
    this.listable = limited(entriesFloor + inputBytes / bytesPerEntry);
  }

  /** The budget of the run; without a run, one for this input. */
  get budget(): Budget {
    // Created on demand: most checks charge nothing.
    this.runBudget ??= new Budget(this.inputBytes);
    return this.runBudget;
  }

  /** @param data a function for facts that cost something is called only if the diagnostic is kept */
  report(code: Code, span: Span, path: string, message: string, data?: Facts | (() => Facts)): void {
    if (this.unheard) return;
    if (!this.full) {
      this.diagnostics.push(diagnostic(code, message, span, path, typeof data === 'function' ? data() : data));
      return;
    }
    if (this.dropped.dropped++ > 0) return;
    const rest = `only the first ${this.most} diagnostics are kept; the others were counted`;
    this.diagnostics.push(diagnostic('limit/diagnostics', rest, this.diagnostics[0]?.span ?? span, '', this.dropped));
  }

  /** True when further diagnostics are only counted, so that costly messages need not be composed. */
  get full(): boolean {
    return this.diagnostics.length >= this.most;
  }

  /** True when the decoding work is used up and nothing more may be decoded. */
  get exhausted(): boolean {
    return this.ended;
  }

  /** A step of a loop whose length the input decides, as {@link Budget.tick}. */
  tick(): void {
    this.runBudget?.tick();
  }

  /**
   * Charges `bytes` of decoding work if that many are left. It reports nothing: if it returns false, call {@link charge}, which reports.
   * Loops try this first, because it needs neither span nor path.
   */
  tryCharge(bytes: number): boolean {
    this.runBudget?.tick();
    if (bytes > this.work || this.ended) return false;
    this.work -= bytes;
    return true;
  }

  /** Charges `bytes` of decoding work; false, with one `limit/work`, from the first time that not enough is left. */
  charge(bytes: number, span: Span, path: string): boolean {
    if (this.tryCharge(bytes)) return true;
    this.end(span, path);
    return false;
  }

  /** Ends decoding here, with one `limit/work`. */
  end(span: Span, path: string): void {
    if (this.ended) return;
    this.ended = true;
    // Kept even if there are too many others, because it says why something is missing.
    const message = 'there is far more to decode than a file of this size should hold; reading stops here';
    this.diagnostics.push(diagnostic('limit/work', message, span, path));
  }

  /** Charges `count` spans to the limit of the dump; false, with one `limit/spans`, if that many are not left. */
  annotate(count: number, span: Span, path: string): boolean {
    this.tick();
    if (count <= this.spans) {
      this.spans -= count;
      return true;
    }
    if (!this.spansReported) {
      this.spansReported = true;
      this.report(
        'limit/spans',
        span,
        path,
        'the dump would have far more spans than one of a file of this size; from here on, each section or table is one span',
      );
    }
    return false;
  }
}
