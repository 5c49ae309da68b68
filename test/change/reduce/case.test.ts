/** The smallest launch that still shows a fault. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type CaseJson, keepRunTest, reduceRun } from '../../../src/change/reduce/index.ts';
import { encodeText } from '../../../src/core/bytes/index.ts';
import { inspect, type RunTarget, readCases, runTargets } from '../../../src/internal.ts';

const FAULTS = new URL('../../run/checks/', import.meta.url);
const file = inspect(new Uint8Array(gunzipSync(readFileSync(new URL('bmg.zebin.gz', FAULTS))))).value;
const { cases } = JSON.parse(readFileSync(new URL('faults.json', FAULTS), 'utf8')) as { cases: readonly CaseJson[] };

const caseOf = (json: CaseJson) => readCases(encodeText(JSON.stringify({ cases: [json] }))).value.cases[0];
const targetOf = (kernel: string) => runTargets(file, { kernel })[0] as RunTarget;

/** The smallest case for which `options` hold, and whether it is one. */
function reduced(json: CaseJson, options: Parameters<typeof keepRunTest>[2], kernel = json.kernel as string) {
  const original = caseOf(json);
  const keeps = original && keepRunTest(targetOf(kernel), original, options);
  if (keeps === undefined) return undefined;
  const isKept = (candidate: CaseJson): boolean => {
    const one = caseOf(candidate);
    return one !== undefined && keeps(one);
  };
  const { value } = reduceRun(json, isKept);
  return { value, isKept: isKept(value) };
}

const named = (name: string): CaseJson => cases.find((one) => one.name === name) as CaseJson;
const BUFFER = { kind: 'buffer', type: 'int', count: 1 };

describe('a finding of checks', () => {
  test.each([
    ['by_one', { global: [1], local: [1], offset: [64] }],
    ['division', { global: [1], local: [1] }],
    ['divergent_barrier', { global: [2], local: [2] }],
  ] as const)('%s', (name, launch) => {
    const found = reduced(named(name), { checks: ['out-of-bounds', 'division-by-zero', 'barrier'] });
    expect(found?.isKept).toBe(true);
    expect(found?.value).toMatchObject(launch);
  });

  test('a case without one is not reduced', () => {
    expect(reduced(named('division_ok'), { checks: ['division-by-zero'] })).toBeUndefined();
  });
});

/** One work-item of four stores something that is not expected. */
const DIFFERENT: CaseJson = {
  name: 'a',
  kernel: 'division_ok',
  global: [128],
  local: [64],
  args: [
    { kind: 'buffer', type: 'int', count: 128, fill: { iota: [1, 1] } },
    { kind: 'buffer', type: 'int', count: 128 },
  ],
  outputs: [{ arg: 1, class: 'exact', type: 'int', expect: { base64: Buffer.alloc(512).toString('base64') } }],
};

test('the first result that is not as expected stays the same', () => {
  const found = reduced(DIFFERENT, {});
  expect(found?.isKept).toBe(true);
  expect(found?.value).toMatchObject({ global: [1], local: [1] });
  expect(found?.value).toHaveProperty('outputs');
});

test('another build that leaves something else', () => {
  const { outputs: _, ...one } = DIFFERENT;
  const against = { ...targetOf('negative_ok') };
  const found = reduced(one, { against });
  expect(found?.isKept).toBe(true);
  expect(found?.value).toMatchObject({ global: [1], local: [1], args: [{ count: 1 }, BUFFER] });
  expect(reduced(one, { against: targetOf('division_ok') })).toBeUndefined();
});
