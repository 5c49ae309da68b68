/**
 * What a run of the command may use: the sum of the budgets of the files that it has opened.
 */
import { Budget, type Diagnostic } from '../src/internal.ts';

const opened: Budget[] = [];
let isUnlimited = false;

/** The budget of an opened file. */
export function newBudget(bytes: number): Budget {
  return isUnlimited ? Budget.unlimited() : new Budget(bytes);
}

/** Adds the budget of an opened file to those of the run. */
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

/** Charges `length` characters of output; false from the first time that the run may not print them. A run without files has no limit. */
export function payOutput(length: number): boolean {
  const last = opened.at(-1);
  return !last || opened.some((budget) => budget.tryCharge('output', length)) || last.charge('output', length);
}

/** One finding for each resource that ran out: then the answer is not complete. */
export function endings(): readonly Diagnostic[] {
  return opened.flatMap((budget) => budget.diagnostics);
}
