import type { Budget } from './budget.ts';
import { FormatError } from './diagnostic.ts';
import type { Span } from './span.ts';

/**
 * Charges work without which there is no answer. Throws `FormatError` (`limit/work`) if not enough is left.
 *
 * @param span where the run was in the input, if anywhere @param path likewise, in its structure
 */
export function mustCharge(budget: Budget, work: number, span?: Span, path?: string): void {
  if (budget.charge('work', work, span, path)) return;
  const ended = budget.diagnostics.find(({ code }) => code === 'limit/work');
  if (ended) throw new FormatError(ended);
}
