import { type Budget, COST, type Span } from '../diag/index.ts';
import type { Item } from '../walk/item.ts';
import type { ZebinKernel } from '../zebin/index.ts';

/** More arguments than a kernel that was written by a person has. */
const ARGUMENTS = 256;

/** The first of an image's kernels: as many as the budget of the run allows. Their work and that of their arguments is charged. */
export function chargedKernels({ budget, stored, address }: Item, kernels: readonly ZebinKernel[]): readonly ZebinKernel[] {
  const cost = ({ zeInfo: { payload_arguments: { length } = [] } }: ZebinKernel) =>
    COST.detail + length * COST.argument + Math.max(length - ARGUMENTS, 0) * COST.furtherArgument;
  const end = kernels.findIndex((kernel) => !budget.charge('work', cost(kernel), stored.span(), address.slice(1)));
  return end < 0 ? kernels : kernels.slice(0, end);
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

/** Bytes of ze_info text of a kernel that its own cost includes. */
const KERNEL_TEXT = 8_192;

/** Whether the budget of the run allows the checks of a zebin. Their work is charged. */
export function chargeChecks({ budget, stored, address, bytes, content }: Item): boolean {
  const zeInfo = content.kind === 'zebin' ? content.zebin.zeInfo : undefined;
  const kernels = zeInfo?.container.kernels?.length ?? 0;
  const text = Math.max((zeInfo?.bytes.length ?? 0) - kernels * KERNEL_TEXT, 0);
  const work = COST.judged + bytes.length + kernels * COST.ruled + text * COST.judgedText;
  return budget.charge('work', work, stored.span(), address.slice(1));
}
