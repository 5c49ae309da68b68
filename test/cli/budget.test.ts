/** What a run of the command may print: so much for all files together. */
import { expect, test } from 'vitest';
import { Budgets } from '../../cli/budget.ts';
import { ALLOWANCES } from '../../src/core/diag/index.ts';

const { floor, perByte } = ALLOWANCES.output;

test('output ends at the limit of all files together, once, and another run has its own', () => {
  const budgets = new Budgets({});
  budgets.open(1_000);
  budgets.open(500);
  const lengths = [floor + 1_000 * perByte, floor + 500 * perByte, 1, 1];
  expect(lengths.map((length) => budgets.chargeOutput(length))).toEqual([true, true, false, false]);
  expect(budgets.endings().map(({ code }) => code)).toEqual(['limit/output']);
  const next = new Budgets({});
  expect([next.chargeOutput(2 ** 40), next.endings()]).toEqual([true, []]);
});

test('with --unlimited there is none', () => {
  const budgets = new Budgets({ unlimited: true });
  budgets.open(1);
  expect([budgets.chargeOutput(2 ** 40), budgets.endings()]).toEqual([true, []]);
});
