/** kernels_cost_info: the compiler's estimate of what each kernel costs, evaluated. */
export { type CostInputs, costFormula, type EvaluatedCost, type EvaluatedLoop, evaluateCost } from './evaluate.ts';
export * from './model.ts';
export { readCosts } from './read.ts';
