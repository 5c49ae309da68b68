import { describe, expect, test } from 'vitest';
import { didYouMean, nearest } from '../../../src/core/schema/index.ts';

describe('the nearest name', () => {
  test.each([
    ['mvo', ['mul', 'mov', 've'], 'mov'],
    ['bgm', ['tgl', 'bmg'], 'bmg'],
    ['grf_cout', ['grf_count', 'slm_size'], 'grf_count'],
    ['spilsize', ['spill_size'], 'spill_size'],
    ['SAXPY', ['saxpz', 'saxpy'], 'saxpy'],
    ['saxpyy', ['saxpy'], 'saxpy'],
  ])('%s of %j is %s', (key, names, expected) => {
    expect(nearest(key, names)).toBe(expected);
  });

  test('a swap of neighbours is one error, as is a missing, a superfluous and a wrong letter', () => {
    expect(nearest('abc', ['bac'])).toBe('bac');
    expect(nearest('abc', ['bca'])).toBeUndefined();
    expect(nearest('abc', ['ab', 'xbc'])).toBe('ab');
  });

  test.each([
    ['mv', ['mov']],
    ['', ['a']],
    ['mvo', ['ve', 'mmvoo']],
    ['spilling', ['spilling_private']],
    ['x'.repeat(81), ['x'.repeat(80)]],
  ])('%s is like none of %j', (key, names) => {
    expect(nearest(key, names)).toBeUndefined();
  });

  test('of several that are equally near, it is the first', () => {
    expect(nearest('bar', ['bat', 'baz'])).toBe('bat');
    expect(nearest('bar', ['baz', 'bat'])).toBe('baz');
  });

  test('the sentence is empty without one', () => {
    expect(didYouMean('mvo', ['mov'])).toBe('; did you mean mov?');
    expect(didYouMean('xyz', ['mov'])).toBe('');
  });

  test('agrees with the definition on all short words', () => {
    const words = ['', ...['a', 'b', 'c'].flatMap((x) => ['', 'a', 'b', 'c'].flatMap((y) => ['', 'a', 'b', 'c'].map((z) => x + y + z)))];
    for (const a of words.filter(({ length }) => length === 3))
      for (const b of words) expect([a, b, nearest(a, [b])]).toEqual([a, b, errors(a, b) <= 1 ? b : undefined]);
  });

  test('is looked for among the first ten thousand names', () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `${'ab'.repeat(38)}${i}`);
    expect(nearest('saxpz', [...names.slice(1), 'saxpy'])).toBe('saxpy');
    expect(nearest('saxpz', [...names, 'saxpy'])).toBeUndefined();
  });
});

/** The definition, without a table. */
function errors(a: string, b: string): number {
  if (a === '' || b === '') return Math.max(a.length, b.length);
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const same = a[0] === b[0] ? 0 : 1;
  const ways = [errors(restA, restB) + same, errors(restA, b) + 1, errors(a, restB) + 1];
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0]) ways.push(errors(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}
