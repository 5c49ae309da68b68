/** The budget of a run: what is granted, what is taken before it is done, and what is said when it ends. */
import { expect, test } from 'vitest';
import { ALLOWANCES, Budget, Reporter, type Resource } from '../../src/diag/index.ts';

const RESOURCES = Object.keys(ALLOWANCES) as Resource[];
const HERE = { source: '', start: 3, end: 4 };

test.each(RESOURCES)('%s: what is granted can be taken, and no more; the end is said once', (resource) => {
  const budget = new Budget(1_000);
  const { floor, perByte, code } = ALLOWANCES[resource];
  const all = floor + (resource === 'inflated' ? 0 : 1_000 * perByte);
  expect(budget.allowed(resource)).toBe(all);
  expect(budget.charge(resource, all)).toBe(true);
  expect(budget.diagnostics).toEqual([]);
  expect([budget.charge(resource, 1, HERE, 'there'), budget.charge(resource, 1), budget.tryCharge(resource, 0)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(budget.diagnostics).toMatchObject([{ code, span: HERE, path: 'there', data: { granted: all } }]);
  expect(budget.used(resource)).toBe(all);
  expect(budget.remaining(resource)).toBe(0);
});

test('further input grants what it may cost, and not the floor again', () => {
  const budget = new Budget(1_000);
  budget.admit(500);
  for (const resource of RESOURCES) expect(budget.allowed(resource)).toBe(new Budget(1_500).allowed(resource));
});

test('input past the size that is promised is granted more work for each byte', () => {
  const { floor, perByte, beyond } = ALLOWANCES.work;
  const promised = 10_000_000;
  const allowed = (bytes: number) => new Budget(bytes).allowed('work') - floor;
  expect([allowed(promised), allowed(promised + 10)]).toEqual([promised * perByte, promised * perByte + 10 * beyond]);
  const twice = new Budget(promised - 5);
  twice.admit(15);
  expect(twice.allowed('work') - floor).toBe(allowed(promised + 10));
});

test('what is inflated counts as input up to the size that is promised, and 12 bytes for each byte past it', () => {
  const { floor, perByte } = ALLOWANCES.output;
  const allowed = (input: number, ...inflated: readonly number[]) => {
    const budget = new Budget(input);
    for (const bytes of inflated) budget.admitInflated(bytes);
    return (budget.allowed('output') - floor) / perByte;
  };
  const promised = 10_000_000;
  expect(allowed(1_000, 500)).toBe(1_500);
  expect(allowed(1_000, promised, promised)).toBe(promised);
  expect(allowed(promised, 500)).toBe(promised);
  expect(allowed(promised + 10, 500, 500)).toBe(promised + 10 + 120);
  const of = (input: number) => new Budget(input).allowed('inflated') - ALLOWANCES.inflated.floor;
  expect([of(promised), of(promised + 10)]).toEqual([0, 120]);
});

test('what a reader pays for a part is taken from the run', () => {
  const budget = new Budget(1_000);
  new Reporter(100, budget).charge(50, HERE, '');
  new Reporter(100, budget).tryCharge(20);
  expect(budget.used('work')).toBe(70);
  budget.charge('work', budget.remaining('work'));
  const out = new Reporter(100, budget);
  expect([out.tryCharge(1), out.charge(1, HERE, '')]).toEqual([false, false]);
  expect(out.diagnostics.map((d) => d.code)).toEqual(['limit/work']);
  expect(budget.diagnostics.map((d) => d.code)).toEqual(['limit/work']);
});

test('renewing grants work and output again; opened and inflated bytes and findings stay', () => {
  const budget = new Budget(1_000);
  for (const resource of RESOURCES) while (budget.charge(resource, 1 << 20));
  const said = budget.diagnostics.map(({ code }) => code);
  budget.renew();
  for (const resource of ['work', 'output'] as const) expect(budget.remaining(resource)).toBe(budget.allowed(resource));
  for (const resource of ['opened', 'inflated'] as const) expect(budget.remaining(resource)).toBe(0);
  expect(budget.diagnostics.map(({ code }) => code)).toEqual(said);
});
