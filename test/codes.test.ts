/**
 * One input for every diagnostic code. A code without one is a type error here, so the table has no code that nothing reports.
 */
import { describe, expect, test } from 'vitest';
import { CODES, type Code } from '../src/diag/index.ts';
import { BUNDLE } from './codes/bundle.ts';
import { CACHE } from './codes/cache.ts';
import type { Case } from './codes/case.ts';
import { CODE } from './codes/code.ts';
import { DIFF } from './codes/diff.ts';
import { DRIVER } from './codes/driver.ts';
import { DWARF } from './codes/dwarf.ts';
import { EU } from './codes/eu.ts';
import { EU_TEXT } from './codes/eu-text.ts';
import { HOST } from './codes/host.ts';
import { INSPECT } from './codes/inspect.ts';
import { JUDGE } from './codes/judge.ts';
import { OFFLOAD } from './codes/offload.ts';
import { PATCH } from './codes/patch.ts';
import { PROPS } from './codes/props.ts';
import { READING } from './codes/reading.ts';
import { SAMPLES } from './codes/samples.ts';
import { SYCLBIN } from './codes/syclbin.ts';
import { TABLES } from './codes/tables.ts';
import { VISA } from './codes/visa.ts';
import { VISA_TEXT } from './codes/visa-text.ts';
import { WRITE } from './codes/write.ts';

const CASES: Record<Code, () => Case> = {
  ...READING,
  ...VISA,
  ...VISA_TEXT,
  ...BUNDLE,
  ...OFFLOAD,
  ...SYCLBIN,
  ...PROPS,
  ...CODE,
  ...EU,
  ...EU_TEXT,
  ...PATCH,
  ...HOST,
  ...INSPECT,
  ...CACHE,
  ...WRITE,
  ...DRIVER,
  ...DWARF,
  ...JUDGE,
  ...DIFF,
  ...TABLES,
  ...SAMPLES,
};
describe.each(Object.entries(CASES) as [Code, () => Case][])('%s', (code, make) => {
  const { bytes, find, span } = make();
  const found = find(bytes);
  const own = found.filter((d) => d.code === code);

  test('is reported, as severe as the table says', () => {
    expect(found.map((d) => d.code)).toContain(code);
    for (const d of own) expect(d.severity).toBe(CODES[code].severity);
  });

  test('lies where the fault is', () => {
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
