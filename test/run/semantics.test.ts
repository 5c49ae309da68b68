/**
 * Random instructions of each operation, against a plain second reading. `ZEBIN_SEMANTICS=N` runs N cases of each row instead of a few
 * (`npm run fuzz:run`).
 */
import { expect, test } from 'vitest';
import { check } from './compare-instruction.ts';
import { Random, ROWS, randomCase } from './random-instruction.ts';

const CASES = Number(process.env.ZEBIN_SEMANTICS ?? 60);
const SHOWN = 3;
test.each(ROWS.map((row, index) => [`${row[0]} ${row[2]} to ${row[3]}`, row, index] as const))(
  '%s: the engine agrees with the second reading',
  (_, row, index) => {
    const random = new Random(1000 + index);
    const wrong: string[] = [];
    for (let k = 0; k < CASES && wrong.length < SHOWN; k++) wrong.push(...check(randomCase(random, row), random));
    expect(wrong).toEqual([]);
  },
);
