import { type Diagnostic, diagnostic } from './diagnostic.ts';
import { ALLOWANCES, type Allowance, INFLATED, PROMISED, type Resource } from './limits.ts';
import type { Span } from './span.ts';

/** A borrower takes work in advance, so that it need not ask for each step. */
interface Borrower {
  /** Gives back what it has not used, and returns how much that is. */
  giveBack(): number;
}

/** Work that is lent at a time, in bytes. */
const LOAN = 4_096;
const NOWHERE: Span = { source: '', start: 0, end: 0 };
const ROWS = Object.entries(ALLOWANCES) as readonly [Resource, Allowance][];
const NONE = Object.fromEntries(ROWS.map(([resource]) => [resource, 0])) as Record<Resource, number>;

/** What an allowance grants for so many bytes of input, besides its floor. */
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
  /** One `limit/…` for each resource that ended, in the order in which they did; none when the answer is whole. */
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

  /** A budget for trusted input: it does not end. */
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

  /** Grants what `bytes` more of input may cost: a further file. */
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
   * Takes `least` bytes of work and, as far as there is more, a supply up to `most`. One borrower at a time has a supply, which it returns
   * as soon as anything else charges or asks for work: the accounts are right whenever they are read.
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

  /** Takes back what is lent. */
  settle(): void {
    const { borrower } = this;
    if (!borrower) return;
    this.borrower = undefined;
    this.left.work += borrower.giveBack();
  }

  /** Takes `amount` if that much is left. It reports nothing: if it refuses, call {@link charge}, which does. Loops try this first. */
  tryCharge(resource: Resource, amount: number): boolean {
    if (resource === 'work') this.settle();
    if (this.left[resource] < amount || (this.ended.size > 0 && this.ended.has(resource))) return false;
    this.left[resource] -= amount;
    return true;
  }

  /**
   * Takes `amount`, before the work is done. False from the first time that not enough is left, with one diagnostic.
   *
   * @param span where the run was, if it was at a place in the input @param path likewise, in its structure
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

  /** How much of a resource is left: 0 once it was refused. */
  remaining(resource: Resource): number {
    this.settle();
    return this.ended.has(resource) ? 0 : this.left[resource];
  }

  /** How much of a resource was taken: the cost of the run so far. */
  used(resource: Resource): number {
    this.settle();
    return this.granted[resource] - this.left[resource];
  }

  /**
   * Grants work and output again, as at the start, for another answer about the same input. What was opened and inflated stays counted,
   * and so does what ended before. A program that keeps a file open and makes many documents of it calls this before each of them.
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
