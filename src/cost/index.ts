/** kernels_cost_info: what the compiler estimates that a kernel costs, evaluated. */
export { type CostInputs, costFormula, type EvaluatedCost, evaluateCost } from './evaluate.ts';
export * from './model.ts';
export { readCosts } from './read.ts';
