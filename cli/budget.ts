/**
 * What a run of the command may use: a budget for each file that it opens, so that no file changes the answer about another, and the
 * deadline of them all.
 */
import { Budget, type Diagnostic, FormatError } from '../src/internal.ts';
import { UsageError } from './exit.ts';
import type { Options } from './options.ts';

/** The budgets of a run. */
export class Budgets {
  /** When the run has to end, as `Date.now()` counts; undefined if it has all the time that it needs. */
  readonly deadline: number | undefined;
  private readonly isUnlimited: boolean;
  private readonly opened: Budget[] = [];

  /** Throws `UsageError` for a `--timeout` that is not a time. */
  constructor({ unlimited = false, timeout }: Partial<Options>) {
    this.isUnlimited = unlimited;
    this.deadline = timeout === undefined ? undefined : Date.now() + 1_000 * secondsOf(timeout);
  }

  /** The budget of a file that the run opens. Throws `FormatError` (`limit/time`) when the deadline has passed. */
  open(bytes: number): Budget {
    const options = this.deadline === undefined ? {} : { deadline: this.deadline };
    const budget = this.isUnlimited ? Budget.unlimited(options) : new Budget(bytes, options);
    budget.check();
    this.opened.push(budget);
    return budget;
  }

  /** Charges `length` characters of output; false from the first time that the run may not print them. A run without files has no limit. */
  chargeOutput(length: number): boolean {
    const last = this.opened.at(-1);
    last?.tick();
    return !last || this.opened.some((budget) => budget.tryCharge('output', length)) || last.charge('output', length);
  }

  /** One finding for each resource that ran out: then the answer is not complete. */
  endings(): readonly Diagnostic[] {
    return this.opened.flatMap((budget) => budget.diagnostics);
  }
}

function secondsOf(timeout: string): number {
  const seconds = Number(timeout);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds;
  throw new UsageError(`--timeout expects a number of seconds above 0, as in 10 or 0.5, not ${timeout}`);
}

/** What says that the time of the run is over; undefined for any other error. */
export function timeOver(error: unknown): Diagnostic | undefined {
  return error instanceof FormatError && error.diagnostic.code === 'limit/time' ? error.diagnostic : undefined;
}
