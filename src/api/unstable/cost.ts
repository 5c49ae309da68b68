/** `zebin/unstable/cost`: the compiler's estimates of what kernels cost, evaluated. */
import { type CostModel, readCosts } from '../../analysis/cost/index.ts';
import type { Zebin } from '../../formats/zebin/index.ts';

export { type Cost, type CostInputs, type CostModel, costFormula, type EvaluatedCost, evaluateCost } from '../../analysis/cost/index.ts';
export type { Zebin } from '../../formats/zebin/index.ts';

/**
 * The estimates of a zebin: one model for each kernel that has one.
 *
 * @example
 * costModels(readZebin(costs).value).map(({ kernel }) => kernel).includes('loop_arg'); // true
 */
export function costModels(zebin: Zebin): readonly CostModel[] {
  return [...readCosts(zebin)];
}
