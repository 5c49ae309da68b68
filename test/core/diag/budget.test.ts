/** The budget of a run: what is granted, what is taken before it is done, what is said when it ends, and its deadline. */
import { expect, test } from 'vitest';
import { ALLOWANCES, Budget, FormatError, Reporter, type Resource } from '../../../src/core/diag/index.ts';

const RESOURCES = Object.keys(ALLOWANCES) as Resource[];
const HERE = { source: '', start: 3, end: 4 };

test.each(RESOURCES)('%s: what is granted can be taken, and no more; the end is said once', (resource) => {
  const budget = new Budget(1_000);
  const { floor, perByte, code } = ALLOWANCES[resource];
  const all = floor + 1_000 * perByte;
  expect(budget.remaining(resource)).toBe(all);
  expect(budget.charge(resource, all)).toBe(true);
  expect(budget.diagnostics).toEqual([]);
  expect([budget.charge(resource, 1, HERE, 'there'), budget.charge(resource, 1), budget.tryCharge(resource, 0)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(budget.diagnostics).toMatchObject([{ code, span: HERE, path: 'there' }]);
  expect(budget.diagnostics).toHaveLength(1);
  expect(budget.remaining(resource)).toBe(0);
});

test('further input grants what it may cost, and not the floor again', () => {
  const budget = new Budget(1_000);
  budget.admit(500);
  for (const resource of RESOURCES) expect(budget.remaining(resource)).toBe(new Budget(1_500).remaining(resource));
});

test('what is inflated may be opened and printed, and grants no more inflating', () => {
  const budget = new Budget(1_000);
  budget.admitInflated(500);
  for (const resource of ['opened', 'output'] as const) expect(budget.remaining(resource)).toBe(new Budget(1_500).remaining(resource));
  expect(budget.remaining('inflated')).toBe(new Budget(1_000).remaining('inflated'));
});

test('a budget without limits refuses nothing', () => {
  const budget = Budget.unlimited();
  for (const resource of RESOURCES) expect(budget.charge(resource, 2 ** 50)).toBe(true);
});

/** Takes many steps, and returns the code that ended them. */
function codeAfterSteps(step: () => void): string | undefined {
  try {
    for (let i = 0; i < 10_000; i++) step();
    return undefined;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.diagnostic.code;
  }
}

test('steps end at the deadline, with limit/time; without one, never', () => {
  const late = { deadline: 0 };
  const early = { deadline: Number.MAX_SAFE_INTEGER };
  const codes = [new Budget(0, late), Budget.unlimited(late), new Budget(0, early), new Budget(0)].map((budget) =>
    codeAfterSteps(() => budget.tick()),
  );
  expect(codes).toEqual(['limit/time', 'limit/time', undefined, undefined]);
});

test('what a reader charges is a step of the run', () => {
  const budget = new Budget(1_000);
  const out = new Reporter(1_000, budget);
  out.charge(50, HERE, '');
  out.tryCharge(20);
  expect(budget.steps).toBe(2);
  const late = new Reporter(1_000, new Budget(1_000, { deadline: 0 }));
  expect(codeAfterSteps(() => void late.tryCharge(0))).toBe('limit/time');
});
