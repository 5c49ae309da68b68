/** Code that is not code: random words, and branches from everywhere to everywhere. Work is counted, and stops when it is not paid. */
import { describe, expect, test } from 'vitest';
import { analyseCode, hazardsOf, measuresOf } from '../../src/analysis/index.ts';
import { PLATFORMS, readCode } from '../../src/eu/index.ts';

function randomBytes(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** Work of a byte of input, in bytes of the budget: random words need up to 71. */
const MOST = 100;

describe('random words', () => {
  test.each(PLATFORMS)('platform %s: an answer, for work in proportion to the bytes', (platform) => {
    for (const length of [0, 8, 24, 1_000, 30_000]) {
      let paid = 0;
      const pay = (bytes: number): boolean => {
        paid += bytes;
        return true;
      };
      const code = readCode(randomBytes(length, length + 1), platform).value;
      const analysis = analyseCode(code, pay);
      if (analysis === undefined) throw new Error('there was enough to pay with');
      expect(measuresOf(analysis).instructions).toBe(analysis.end);
      expect(hazardsOf(code, analysis.flow, analysis, pay)).toBeDefined();
      expect(paid).toBeLessThan(length * MOST + 10_000);
    }
  });

  test('without budget there is no answer', () => {
    const code = readCode(randomBytes(10_000, 1), '2').value;
    for (const allowed of [0, 50_000, 100_000, 200_000]) {
      let left = allowed;
      const pay = (bytes: number): boolean => {
        left -= bytes;
        return left >= 0;
      };
      const analysis = analyseCode(code, pay);
      expect(analysis).toBeUndefined();
    }
  });
});
