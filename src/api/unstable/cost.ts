/** `zebin/unstable/cost`: the compiler's estimates of what kernels cost, evaluated. */
import {
  type Cost,
  type CostInputs,
  type CostModel,
  type EvaluatedCost,
  evaluateCost as evaluate,
  costFormula as formula,
  readCosts as read,
} from '../../analysis/cost/index.ts';
import type { Zebin } from '../../formats/zebin/index.ts';

export type { Cost, CostInputs, CostModel, EvaluatedCost, Zebin };

/**
 * The estimates of a zebin: one model for each kernel that has one.
 *
 * @example
 * costModels(readZebin(costs).value).map(({ kernel }) => kernel).includes('loop_arg'); // true
 */
export function costModels(zebin: Zebin): readonly CostModel[] {
  return [...read(zebin)];
}

/**
 * The cost for given arguments and loop counts. Unknown inputs are listed in `needs`.
 *
 * @example
 * const [model] = costModels(readZebin(costs).value); // of loop_arg
 * evaluateCost(model, { symbols: new Map([['n', 100]]) }).total?.cycles; // 4051
 */
export function evaluateCost(model: CostModel, inputs: CostInputs = {}): EvaluatedCost {
  return evaluate(model, inputs);
}

/**
 * One of the costs as a formula over the arguments; undefined where there is none.
 *
 * @example
 * const [model] = costModels(readZebin(costs).value); // of loop_arg
 * costFormula(model, 'cycles'); // '51 + n × 40'
 */
export function costFormula(model: CostModel, key: keyof Cost): string | undefined {
  return formula(model, key);
}
