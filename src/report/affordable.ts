import { COST } from '../diag/index.ts';
import type { Item } from '../walk/item.ts';

/** How many of an image's kernels the budget of the run has room for, which is then paid. */
export function affordable({ budget, stored, address }: Item, kernels: number): number {
  const most = Math.min(kernels, Math.floor(budget.remaining('work') / COST.detail));
  budget.spend('work', most * COST.detail);
  if (most < kernels) budget.spend('work', COST.detail, stored.span(), address.slice(1));
  return most;
}
