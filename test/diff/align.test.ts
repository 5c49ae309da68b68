/** The shortest way from one list to another, held to the longest common subsequence by dynamic programming. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { align } from '../../src/diff/align.ts';

const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 14 });

function applied(base: readonly string[], next: readonly string[]): string[] {
  const made: string[] = [];
  let at = 0;
  for (const hunk of align(base, next)) {
    made.push(...base.slice(at, hunk.base[0]), ...next.slice(...hunk.new));
    at = hunk.base[1];
  }
  return [...made, ...base.slice(at)];
}

const editsOf = (base: readonly string[], next: readonly string[]): number =>
  align(base, next).reduce((sum, hunk) => sum + hunk.base[1] - hunk.base[0] + hunk.new[1] - hunk.new[0], 0);

function fewest(base: readonly string[], next: readonly string[]): number {
  let row = next.map((_, j) => j + 1);
  for (const [i, item] of base.entries()) {
    const above = [i, ...row];
    row = [];
    for (const [j, other] of next.entries()) {
      const left = row[j - 1] ?? i + 1;
      row.push(item === other ? (above[j] as number) : 1 + Math.min(left, above[j + 1] as number));
    }
  }
  return next.length === 0 ? base.length : (row.at(-1) ?? 0);
}

test('leads from one to the other in the fewest edits', () => {
  fc.assert(
    fc.property(list, list, (base, next) => {
      expect(applied(base, next)).toEqual(next);
      expect(editsOf(base, next)).toBe(fewest(base, next));
    }),
    { numRuns: 2_000 },
  );
});

test('of lists that share nothing all is one hunk, however long they are', () => {
  const [base, next] = [0, 1].map((side) => Array.from({ length: 20_000 }, (_, i) => `${side} ${i}`)) as [string[], string[]];
  expect(align(['x', ...base], ['x', ...next])).toEqual([{ base: [1, 20_001], new: [1, 20_001] }]);
});
