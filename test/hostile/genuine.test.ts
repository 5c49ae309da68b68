/** Real input that attacks are compared with (`node scripts/attacks.mjs --table`). */
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { fixture } from '../support/corpus.ts';
import { ATTACKS } from './attacks/index.ts';
import { KINDS, kindOf } from './genuine.ts';

const verbOf = (line: string) => line.slice(0, line.indexOf(' '));

test.each(ATTACKS)('$name is given to a verb that reads its kind', (attack) => {
  const { verbs } = KINDS[kindOf(attack)];
  expect(verbs.some((line) => attack.verbs?.includes(verbOf(line)) ?? true)).toBe(true);
});

describe.each(Object.entries(KINDS))('%s', (_, { verbs, genuine }) => {
  test('is read by verbs that there are', () => {
    expect(COMMANDS.map(({ name }) => name)).toEqual(expect.arrayContaining([...new Set(verbs.map(verbOf))]));
  });

  test('is repeated to a size', () => {
    for (const size of [50_000, 200_000]) {
      const { length } = genuine((name) => fixture(name).bytes(), size);
      expect(length / size).toBeGreaterThan(0.7);
      expect(length / size).toBeLessThan(2.1);
    }
  });
});
