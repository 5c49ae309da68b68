/** Every diagnostic code is reported of the input that there is for it, with the severity of its row and at the place of the fault. */
import { describe, expect, test } from 'vitest';
import { CODES, type Code } from '../src/core/diag/index.ts';
import type { Case } from './codes/case.ts';
import { CASES } from './codes/index.ts';

describe.each(Object.entries(CASES) as [Code, () => Case][])('%s', (code, make) => {
  const { bytes, find, span } = make();
  const found = find(bytes);
  const own = found.filter((d) => d.code === code);

  test('is reported, as severe as the table says', () => {
    expect(found.map((d) => d.code)).toContain(code);
    for (const d of own) expect(d.severity).toBe(CODES[code].severity);
  });

  test('is at the fault', () => {
    for (const d of found) {
      expect(d.span.start).toBeGreaterThanOrEqual(0);
      expect(d.span.end).toBeGreaterThanOrEqual(d.span.start);
      expect(d.span.end).toBeLessThanOrEqual(bytes.length);
    }
    if (span) expect([own[0]?.span.start, own[0]?.span.end]).toEqual(span);
  });

  test('has a message of one line', () => {
    for (const d of own) expect(d.message).toMatch(/^\S.*\S$/);
  });
});
