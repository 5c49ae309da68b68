/** Versions compare by component, whatever is in them. */
import { expect, test } from 'vitest';
import { compareVersions, versionOrder } from '../../../src/core/schema/index.ts';

/** From old to new. */
const ORDER = ['0.9', '1', '1.9', '1.10', '1.10.1', '1.73', '2', '22.43.24595', '22.43.24596', '26.27', '511.0', `1${'0'.repeat(20)}`];

test('components are numbers', () => {
  for (const [i, a] of ORDER.entries()) {
    for (const [j, b] of ORDER.entries()) expect([a, b, Math.sign(compareVersions(a, b))]).toEqual([a, b, Math.sign(i - j)]);
  }
});

test('what is missing counts as 0', () => {
  expect(compareVersions('1', '1.0')).toBe(0);
  expect(compareVersions('1.0.0', '1')).toBe(0);
  expect(compareVersions('1.07', '1.7')).toBe(0);
  expect(compareVersions('1..2', '1.0.2')).toBe(0);
});

test('what is not a number is neither older nor newer nor the same', () => {
  for (const text of ['x', '1.x', '1.1-', 'é']) expect(compareVersions(text, '1.1')).toBeNaN();
  // As the language reads numbers.
  expect(compareVersions('0x10.1', '16.1')).toBe(0);
  expect(compareVersions(' 1.5', '1.5')).toBe(0);
});

test('versionOrder agrees with the comparison', () => {
  const two = ORDER.filter((version) => /^\d{1,3}\.\d+$/.test(version));
  expect(two.length).toBeGreaterThan(4);
  for (const a of two) for (const b of two) expect(Math.sign(versionOrder(a) - versionOrder(b))).toBe(Math.sign(compareVersions(a, b)));
});
