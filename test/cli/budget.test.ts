/** What a run of the command may print: so much for all files together. */
import { expect, test } from 'vitest';
import { beginRun, budgetOf, endings, payOutput } from '../../cli/budget.ts';
import { ALLOWANCES } from '../../src/core/diag/index.ts';

const { floor, perByte } = ALLOWANCES.output;

test('output ends at the limit of all files together, once, and the next run begins again', () => {
  beginRun();
  budgetOf(1_000);
  budgetOf(500);
  expect([payOutput(floor + 1_000 * perByte), payOutput(floor + 500 * perByte), payOutput(1), payOutput(1)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(endings().map(({ code }) => code)).toEqual(['limit/output']);
  beginRun();
  expect([payOutput(2 ** 40), endings()]).toEqual([true, []]);
});

test('with --unlimited there is none', () => {
  beginRun({ unlimited: true });
  budgetOf(1);
  expect([payOutput(2 ** 40), endings()]).toEqual([true, []]);
  beginRun();
});
