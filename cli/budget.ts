/**
 * What a run of the command may use: the budgets of the files that it has opened, together.
 */
import { Budget, type Diagnostic } from '../src/internal.ts';

const opened: Budget[] = [];
let isUnlimited = false;

/** The budget of a file that is opened. */
export function newBudget(bytes: number): Budget {
  return isUnlimited ? Budget.unlimited() : new Budget(bytes);
}

/** Counts the budget of a file that was opened to those of the run. */
export function countBudget(budget: Budget): void {
  opened.push(budget);
}

/** Lifts the limits of the run: its input is trusted. */
export function liftLimits(): void {
  isUnlimited = true;
}

/** Begins another run in the same process. */
export function forgetBudgets(): void {
  opened.length = 0;
  isUnlimited = false;
}

/** Pays for `length` characters of output; false when the run may not print them, and no more. A run without files prints what it likes. */
export function payOutput(length: number): boolean {
  const last = opened.at(-1);
  return !last || opened.some((budget) => budget.tryCharge('output', length)) || last.charge('output', length);
}

/** One finding for each resource that ended: then the answer is not whole. */
export function endings(): readonly Diagnostic[] {
  return opened.flatMap((budget) => budget.diagnostics);
}
