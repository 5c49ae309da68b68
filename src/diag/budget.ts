import { type Diagnostic, diagnostic } from './diagnostic.ts';
import { ALLOWANCES, type Allowance, INFLATED, PROMISED, type Resource } from './limits.ts';
import type { Span } from './span.ts';

/** A borrower takes work in advance, so that it need not charge each step. */
interface Borrower {
  /** Gives back the unused work, and returns how much that is. */
  giveBack(): number;
}

/** Work that is lent at a time, in bytes. */
const LOAN = 4_096;
const NOWHERE: Span = { source: '', start: 0, end: 0 };
const ROWS = Object.entries(ALLOWANCES) as readonly [Resource, Allowance][];
const NONE = Object.fromEntries(ROWS.map(([resource]) => [resource, 0])) as Record<Resource, number>;

/** What an allowance grants for this many bytes of input, in addition to its base. */
const forInput = ({ perByte, from = 0, beyond = perByte }: Allowance, bytes: number): number =>
  Math.max(bytes - from, 0) * perByte + Math.max(bytes - PROMISED, 0) * (beyond - perByte);

/**
 * What one run may still use of each resource in {@link ALLOWANCES}. One budget goes through all layers of a run: readers, walk, driver,
 * reports, and the command that prints them. Each of them charges before it does the work, and stops if the charge is refused.
 *
 * @example
 * const budget = new Budget(bytes.length);
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
  private readonly granted: Record<Resource, number>;
  private readonly left: Record<Resource, number>;
  private readonly ended = new Set<Resource>();
  private borrower: Borrower | undefined;
  private input = 0;
  /** Bytes that were inflated and counted as input. */
  private inflated = 0;

  /** @param inputBytes size of all input of the run */
  constructor(inputBytes: number) {
    this.granted = { ...NONE };
    this.left = { ...NONE };
    this.grant((row) => row.floor);
    this.admit(inputBytes);
  }

  /** A budget without limits, for trusted input. */
  static unlimited(): Budget {
    const budget = new Budget(0);
    for (const [resource] of ROWS) budget.granted[resource] = budget.left[resource] = Number.MAX_SAFE_INTEGER;
    return budget;
  }

  /**
   * Grants what `bytes` of inflated data may cost, as far as {@link INFLATED} lets them count as input. All of them are opened, and none
   * counts as input for inflating more.
   */
  admitInflated(bytes: number): void {
    const { promised, perByte } = INFLATED;
    const past = this.input - promised;
    const before = this.inflated;
    this.inflated += Math.max(Math.min(bytes, (past < 0 ? -past : past * perByte) - before), 0);
    const { input, inflated } = this;
    this.grant((row, resource) => {
      if (resource === 'inflated') return 0;
      return resource === 'opened' ? bytes * row.perByte : forInput(row, input + inflated) - forInput(row, input + before);
    });
  }

  /** Grants what `bytes` more of input may cost, for a further file. */
  admit(bytes: number): void {
    const before = this.input;
    this.input += bytes;
    this.grant((row) => forInput(row, this.input) - forInput(row, before));
  }

  private grant(amount: (row: Allowance, resource: Resource) => number): void {
    for (const [resource, row] of ROWS) {
      const more = Math.min(amount(row, resource), Math.max((row.most ?? Number.MAX_SAFE_INTEGER) - this.granted[resource], 0));
      this.granted[resource] += more;
      this.left[resource] += more;
    }
  }

  /**
   * Lends at least `least` bytes of work and, if more is left, up to `most`. Only one borrower at a time has a loan, which it returns as
   * soon as anything else charges or borrows: so the totals are correct whenever they are read.
   *
   * @returns what was lent; 0 when `least` is not left
   */
  borrow(borrower: Borrower, least: number, most: number): number {
    this.settle();
    if (this.left.work < least || this.ended.has('work')) return 0;
    const lent = Math.min(Math.max(least, LOAN), this.left.work, most);
    this.left.work -= lent;
    this.borrower = borrower;
    return lent;
  }

  /** Takes back the unused part of the loan. */
  settle(): void {
    const { borrower } = this;
    if (!borrower) return;
    this.borrower = undefined;
    this.left.work += borrower.giveBack();
  }

  /** A step of a loop whose length the input decides. */
  tick(): void {}

  /**
   * Charges `amount` if that much is left. It reports nothing: if it returns false, call {@link charge}, which reports. Loops try this
   * first.
   */
  tryCharge(resource: Resource, amount: number): boolean {
    if (resource === 'work') this.settle();
    if (this.left[resource] < amount || (this.ended.size > 0 && this.ended.has(resource))) return false;
    this.left[resource] -= amount;
    return true;
  }

  /**
   * Charges `amount`; call it before the work. False, with one diagnostic, from the first time that not enough is left.
   *
   * @param span where the run was in the input, if anywhere @param path likewise, in its structure
   */
  charge(resource: Resource, amount: number, span: Span = NOWHERE, path = ''): boolean {
    if (this.tryCharge(resource, amount)) return true;
    if (!this.ended.has(resource)) {
      this.ended.add(resource);
      const { code, says } = ALLOWANCES[resource];
      this.diagnostics.push(diagnostic(code, says, span, path, { granted: this.granted[resource] }));
    }
    return false;
  }

  /** How much of a resource is left: 0 after a refusal. */
  remaining(resource: Resource): number {
    this.settle();
    return this.ended.has(resource) ? 0 : this.left[resource];
  }

  /** How much of a resource was used: the cost of the run so far. */
  used(resource: Resource): number {
    this.settle();
    return this.granted[resource] - this.left[resource];
  }

  /**
   * Grants work and output again, as at the start, for another answer about the same input. Opened and inflated bytes stay counted, and so
   * do limits that were reached before. A program that keeps a file open and makes many documents of it calls this before each of them.
   *
   * @example
   * const item = inspect(bytes).value;
   * for (const name of names) {
   *   item.budget.renew();
   *   show(kernelDocument(item, name));
   * }
   */
  renew(): void {
    this.settle();
    for (const resource of ['work', 'output'] as const) {
      this.left[resource] = this.granted[resource];
      this.ended.delete(resource);
    }
  }

  /** How much of a resource there was in total. */
  allowed(resource: Resource): number {
    return this.granted[resource];
  }
}
