import { type Diagnostic, diagnostic, refusal } from './diagnostic.ts';
import { ALLOWANCES, type Allowance, type Resource } from './limits.ts';
import { NOWHERE, type Span } from './span.ts';

const ROWS = Object.entries(ALLOWANCES) as readonly [Resource, Allowance][];
/** The clock is looked at every so many ticks: less often than it costs, and more often than a person waits. */
const TICKS = 256;

export interface BudgetOptions {
  /** When the run has to end, in milliseconds as `Date.now()` counts them; never without it. */
  readonly deadline?: number;
}

/** An option of everything that may take long. */
export interface Budgeted {
  /** What the run may use, and until when; by default, what is allowed for an input of this size, however long it takes. */
  readonly budget?: Budget | undefined;
}

/**
 * What one run may still use of each resource in {@link ALLOWANCES}, and until when. One budget goes through all layers of a run: readers,
 * walk, reports, and the command that prints them. Each of them charges before it does the work, and stops if the charge is refused; loops
 * whose length the input decides {@link tick}.
 *
 * @example
 * const budget = new Budget(bytes.length, { deadline: Date.now() + 5_000 });
 * for (const row of rows) {
 *   if (!budget.charge('output', row.length)) break;
 *   print(row);
 * }
 * // One `limit/…` for each resource that ended: then the answer is not whole.
 * for (const { code, message } of budget.diagnostics) warn(`${message} [${code}]`);
 */
export class Budget {
  /** One `limit/…` for each resource that was used up, in that order; none if the answer is complete. */
  readonly diagnostics: Diagnostic[] = [];
  /** Whether the input is trusted: nothing is refused, and readers have no limits either. */
  readonly isUnlimited: boolean = false;
  private readonly deadline: number;
  private readonly left: Record<Resource, number> = { opened: 0, parts: 0, inflated: 0, output: 0 };
  private readonly ended = new Set<Resource>();
  private ticks = 0;

  /** @param inputBytes size of all input of the run */
  constructor(inputBytes: number, { deadline = Number.POSITIVE_INFINITY }: BudgetOptions = {}) {
    this.deadline = deadline;
    for (const [resource, { floor }] of ROWS) this.left[resource] = floor;
    this.admit(inputBytes);
  }

  /** A budget without limits but that of time, for trusted input. */
  static unlimited(options?: BudgetOptions): Budget {
    const budget = new Budget(0, options);
    for (const [resource] of ROWS) budget.left[resource] = Number.POSITIVE_INFINITY;
    return Object.assign(budget, { isUnlimited: true });
  }

  /** A budget for what is read again, which was charged when it was read first. The limits of each file hold as before. */
  again(): Budget {
    return Object.assign(Budget.unlimited(), { isUnlimited: this.isUnlimited });
  }

  /** Grants what `bytes` more of input may cost, for a further file. */
  admit(bytes: number): void {
    for (const [resource, { perByte }] of ROWS) this.left[resource] += bytes * perByte;
  }

  /** Grants what `bytes` of inflated data may cost. None of them counts as input for inflating more. */
  admitInflated(bytes: number): void {
    for (const [resource, { perByte }] of ROWS) if (resource !== 'inflated') this.left[resource] += bytes * perByte;
  }

  /** A short step of a loop whose length the input decides: the clock is looked at after many of them. Throws as {@link check} does. */
  tick(): void {
    if (++this.ticks % TICKS === 0) this.check();
  }

  /** Before a long step, such as an image: throws `FormatError` (`limit/time`) when the deadline has passed. */
  check(): void {
    if (Date.now() <= this.deadline) return;
    throw refusal('limit/time', '', 'the time of the run is over before the answer is complete');
  }

  /**
   * Charges `amount` if that much is left. It reports nothing: if it returns false, call {@link charge}, which reports.
   */
  tryCharge(resource: Resource, amount: number): boolean {
    if (this.left[resource] < amount || this.ended.has(resource)) return false;
    this.left[resource] -= amount;
    return true;
  }

  /**
   * Charges `amount`; call it before the work. False, with one diagnostic, from the first time that not enough is left.
   *
   * @param span where the run was in the input, if anywhere
   * @param path likewise, in its structure
   */
  charge(resource: Resource, amount: number, span: Span = NOWHERE, path = ''): boolean {
    if (this.tryCharge(resource, amount)) return true;
    if (!this.ended.has(resource)) {
      this.ended.add(resource);
      const { code, says } = ALLOWANCES[resource];
      this.diagnostics.push(diagnostic(code, says, span, path));
    }
    return false;
  }

  /** How many steps there were: a measure of the work that does not depend on the machine. */
  get steps(): number {
    return this.ticks;
  }

  /** How much of a resource is left: 0 after a refusal. */
  remaining(resource: Resource): number {
    return this.ended.has(resource) ? 0 : this.left[resource];
  }
}
