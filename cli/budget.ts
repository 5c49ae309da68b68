/**
 * What a run of the command may use: a budget for each file that it opens, so that no file changes the answer about another, and the
 * deadline of them all.
 */
import { Budget, type Diagnostic, FormatError } from '../src/internal.ts';
import { UsageError } from './exit.ts';
import type { Options } from './options.ts';

const opened: Budget[] = [];
let isUnlimited = false;
let deadline = Number.POSITIVE_INFINITY;

/** Begins a run, in a process that may have made others before. Throws `UsageError` for a `--timeout` that is not a time. */
export function beginRun({ unlimited = false, timeout }: Partial<Options> = {}): void {
  opened.length = 0;
  isUnlimited = unlimited;
  deadline = timeout === undefined ? Number.POSITIVE_INFINITY : Date.now() + 1_000 * secondsOf(timeout);
}

function secondsOf(timeout: string): number {
  const seconds = Number(timeout);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds;
  throw new UsageError(`--timeout expects a number of seconds above 0, as in 10 or 0.5, not ${timeout}`);
}

/** The budget of a file that the run opens. */
export function budgetOf(bytes: number): Budget {
  const budget = isUnlimited ? Budget.unlimited({ deadline }) : new Budget(bytes, { deadline });
  budget.check();
  opened.push(budget);
  return budget;
}

/** When the run has to end, as `Date.now()` counts; undefined if it has all the time that it needs. */
export function runDeadline(): number | undefined {
  return Number.isFinite(deadline) ? deadline : undefined;
}

/** Charges `length` characters of output; false from the first time that the run may not print them. A run without files has no limit. */
export function payOutput(length: number): boolean {
  const last = opened.at(-1);
  last?.tick();
  return !last || opened.some((budget) => budget.tryCharge('output', length)) || last.charge('output', length);
}

/** One finding for each resource that ran out: then the answer is not complete. */
export function endings(): readonly Diagnostic[] {
  return opened.flatMap((budget) => budget.diagnostics);
}

/** What says that the time of the run is over; undefined for any other error. */
export function timeOver(error: unknown): Diagnostic | undefined {
  return error instanceof FormatError && error.diagnostic.code === 'limit/time' ? error.diagnostic : undefined;
}
