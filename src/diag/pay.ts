import type { Budget } from './budget.ts';
import { type Diagnostic, FormatError } from './diagnostic.ts';
import type { Span } from './span.ts';

/**
 * Charges work where there is no answer without it. Throws `FormatError` (`limit/work`) if not enough is left.
 *
 * @param span where the run was in the input @param path likewise, in its structure
 */
export function payWork(budget: Budget, amount: number, span: Span, path: string): void {
  if (!budget.charge('work', amount, span, path)) throw new FormatError(budget.diagnostics.at(-1) as Diagnostic);
}
