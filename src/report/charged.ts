import { type Budget, COST, type Span } from '../diag/index.ts';
import type { Item } from '../walk/item.ts';

/** How many of an image's kernels the budget of the run allows. Their work is charged. */
export function chargedKernels({ budget, stored, address }: Item, kernels: number): number {
  return most(budget, kernels, COST.detail, stored.span(), address.slice(1));
}

/** How many rows of a table or document the budget of the run allows. Their work is charged. */
export function chargedRows(budget: Budget, rows: number, span: Span, path = ''): number {
  return most(budget, rows, COST.row, span, path);
}

function most(budget: Budget, count: number, cost: number, span: Span, path: string): number {
  const found = Math.min(count, Math.floor(budget.remaining('work') / cost));
  budget.charge('work', found * cost);
  if (found < count) budget.charge('work', cost, span, path);
  return found;
}

/** Whether the budget of the run allows the checks of a zebin. Their work is charged. */
export function chargeChecks({ budget, stored, address, bytes, content }: Item): boolean {
  const kernels = content.kind === 'zebin' ? (content.zebin.zeInfo?.container.kernels?.length ?? 0) : 0;
  return budget.charge('work', COST.judged + bytes.length + kernels * COST.ruled, stored.span(), address.slice(1));
}
