import { Budget } from './budget.ts';
import type { Code } from './codes/index.ts';
import { type Diagnostic, diagnostic, type Facts } from './diagnostic.ts';
import { COST, LIMITS } from './limits.ts';
import type { Span } from './span.ts';

/**
 * Collects the diagnostics of one input, and keeps their number and the decoding work within limits: those for an input of this size, and
 * those of the run.
 */
export class Reporter {
  readonly diagnostics: Diagnostic[] = [];
  /** The facts of `limit/diagnostics`, which continue counting. */
  private readonly dropped = { dropped: 0 };
  private readonly most: number;
  private readonly inputBytes: number;
  private given: Budget | undefined;
  /** What is left for this input, without the loan. */
  private work: number;
  /** Work that was borrowed from the budgets of the input and of the run. */
  private supply = 0;
  private ended = false;
  private spans: number = LIMITS.spans;
  private spansReported = false;

  /**
   * @param inputBytes size of the input, to which the decoding work and the number of diagnostics are proportional @param budget of the
   * run, if the input is part of one
   */
  constructor(inputBytes: number, budget?: Budget) {
    this.inputBytes = inputBytes;
    this.given = budget;
    this.most = Math.min(LIMITS.diagnostics, LIMITS.diagnosticsFloor + Math.floor(inputBytes / LIMITS.bytesPerDiagnostic));
    this.work = inputBytes * LIMITS.workPerByte + LIMITS.workFloor;
  }

  /** Of the run; without one, of a run of its own. */
  get budget(): Budget {
    // Created on demand: most checks charge nothing.
    this.given ??= new Budget(this.inputBytes);
    return this.given;
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

  /** True when further diagnostics are only counted, so that costly messages need not be composed. */
  get full(): boolean {
    return this.diagnostics.length >= this.most;
  }

  /** True when the budget of decoding work is used up and nothing more may be decoded. */
  get exhausted(): boolean {
    return this.ended;
  }

  /**
   * Charges `bytes` of decoding work if that many are left. It reports nothing: if it returns false, call {@link charge}, which reports.
   * Loops try this first, because it needs neither span nor path.
   */
  tryCharge(bytes: number): boolean {
    if (bytes <= this.supply) {
      this.supply -= bytes;
      return true;
    }
    return this.borrow(bytes);
  }

  private borrow(bytes: number): boolean {
    if (this.ended || this.work + this.supply < bytes) return false;
    const lent = this.budget.borrow(this, bytes, this.work + this.supply);
    if (lent === 0) return false;
    this.work -= lent;
    this.supply = lent - bytes;
    return true;
  }

  /** Called by the budget to take back the loan. */
  giveBack(): number {
    const { supply } = this;
    this.supply = 0;
    this.work += supply;
    return supply;
  }

  /** Charges `bytes` of decoding work; false, with one `limit/work`, from the first time that not enough is left. */
  charge(bytes: number, span: Span, path: string): boolean {
    if (this.ended) return false;
    if (this.tryCharge(bytes)) return true;
    this.budget.settle();
    // If the run's budget ended, the run reports it too.
    if (this.work >= bytes) this.budget.charge('work', bytes, span, path);
    this.end(span, path);
    return false;
  }

  /**
   * How many entries of a container the run can list with the work that is left. The walk charges them when it has the list; a reader that
   * created more would waste work.
   */
  get listable(): number {
    return Math.floor(this.budget.remaining('work') / COST.listed);
  }

  /** Ends decoding here, with one `limit/work`. */
  end(span: Span, path: string): void {
    this.work = 0;
    this.ended = true;
    // Kept even if there are too many others, because it says why something is missing.
    const message = 'there is far more to decode than a file of this size should hold; reading stops here';
    this.diagnostics.push(diagnostic('limit/work', message, span, path));
  }

  /**
   * Charges `count` spans to the limit of the dump and to the run; false, with one `limit/spans` or `limit/work`, if that many are not
   * left.
   */
  annotate(count: number, span: Span, path: string): boolean {
    const tooMany = count > this.spans;
    if (!tooMany && this.budget.charge('work', count * COST.span, span, path)) {
      this.spans -= count;
      return true;
    }
    if (!this.spansReported) {
      this.spansReported = true;
      const [code, what] = tooMany
        ? (['limit/spans', `the dump would have more than ${LIMITS.spans} spans`] as const)
        : (['limit/work', 'the spans of this dump are far more work than a file of this size needs'] as const);
      this.report(code, span, path, `${what}; from here on, each section or table is one span`);
    }
    return false;
  }
}
