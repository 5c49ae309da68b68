/** Comparing builds: figures, gate and baseline. */
import { describe, expect, test } from 'vitest';
import { gate, interval, match, parseThreshold, printThreshold, spread, studentQuantile } from '../../src/diff/index.ts';
import {
  type CompareDocument,
  compareDocument,
  FormatError,
  imagesOf,
  inspect,
  METRICS,
  type Measured,
  type MetricKey,
  parseBaseline,
  printBaseline,
  type Side,
  sideKernels,
  type Threshold,
} from '../../src/internal.ts';
import { KERNEL_RESOURCES, type ResourceRow } from '../../src/zebin/index.ts';
import { fixture, zebins } from '../support/corpus.ts';
import * as independent from './independent.ts';

const SPILLS = 'zebin/igc2/ptl-h/spill-two-scratch.zebin';

/** The files of a folder of the corpus, whole when it is there. */
function folder(path: string): Map<string, Uint8Array> {
  const files = zebins().filter(({ name }) => name.replace(/^corpus:/, '').startsWith(`${path}/`));
  return new Map(files.map((file) => [file.name.slice(file.name.lastIndexOf('/') + 1), file.bytes()]));
}

function side(path: string, files: ReadonlyMap<string, Uint8Array>): Side {
  return { path, files: [...files].map(([name, bytes]) => ({ path: name, root: inspect(bytes).value })) };
}

const measured = (of: Side) => ({ path: of.path, kernels: sideKernels(imagesOf(of)) });

test('each resource with a better direction is a metric', () => {
  const resources: readonly (readonly [string, ResourceRow])[] = Object.entries(KERNEL_RESOURCES);
  const keys: readonly string[] = METRICS.map(({ key }) => key);
  const missing = resources.filter(([name, { better }]) => better !== undefined && !keys.includes(name)).map(([name]) => name);
  expect(missing, 'add rows for these to METRICS in src/diff/metrics.ts').toEqual([]);
});

describe('igc1 and igc2 for the same device', () => {
  const [old, young] = [folder('zebin/igc1/dg2'), folder('zebin/igc2/dg2')];
  const document = compareDocument(measured(side('igc1/dg2', old)), measured(side('igc2/dg2', young)), { top: 3 });

  /** By the second computation: kernels of the same file and name, then those that are alone with their name in what is left. */
  const listed = (files: typeof old) =>
    [...files].flatMap(([file, bytes]) => independent.kernelsOf(bytes).map((kernel) => ({ ...kernel, file })));
  const [before, after] = [listed(old), listed(young)];
  const sameFile = before.flatMap((kernel) => {
    const other = after.find(({ file, name }) => file === kernel.file && name === kernel.name);
    return other ? [[kernel, other] as const] : [];
  });
  const [left, right] = [before, after].map((list, i) => list.filter((kernel) => !sameFile.some((pair) => pair[i] === kernel)));
  const moved = (left ?? []).flatMap((kernel) => {
    const [mine, theirs] = [left, right].map((list) => (list ?? []).filter(({ name }) => name === kernel.name));
    const other = theirs?.[0];
    return other && mine?.length === 1 && theirs?.length === 1 ? [[kernel, other] as const] : [];
  });
  const pairs = [...sameFile, ...moved];

  test('the same kernels are paired', () => {
    expect(pairs.length).toBeGreaterThan(10);
    expect(document.matched).toBe(pairs.length);
    expect([document.base.kernels, document.new.kernels]).toEqual([before.length, after.length]);
    expect(document.only_base).toHaveLength(before.length - pairs.length);
    expect(document.only_new).toHaveLength(after.length - pairs.length);
  });

  test.each(METRICS.filter(({ ofCode }) => !ofCode).map((row) => [row.key, row] as const))('%s: every figure', (key, row) => {
    const found = document.metrics.find((one) => one.metric === key) as CompareDocument['metrics'][number];
    const both = pairs.flatMap(([a, b]) => {
      const [base, next] = [a.values[key] ?? null, b.values[key] ?? null];
      return base === null || next === null ? [] : [{ base, next, change: next - base }];
    });
    const changed = both.filter((one) => one.change !== 0);
    const worse = changed.filter((one) => (row.better === 'less' ? one.change > 0 : one.change < 0));
    const better = changed.filter((one) => !worse.includes(one));
    const total = (list: typeof both) => ({
      base: list.reduce((sum, one) => sum + one.base, 0),
      new: list.reduce((sum, one) => sum + one.next, 0),
    });
    expect(found, 'test/diff/independent.ts computes each metric a second time').toMatchObject({
      compared: both.length,
      unknown: pairs.length - both.length,
      helped: better.length,
      hurt: worse.length,
      same: both.length - changed.length,
      total: total(both),
      affected: total(changed),
    });
    const relative = (list: typeof both) => list.filter((one) => one.base !== 0).map((one) => one.change / one.base);
    const spreads = (list: typeof both) =>
      list.length === 0
        ? null
        : {
            absolute: independent.statistics(list.map((one) => one.change)),
            relative: relative(list).length === 0 ? null : independent.statistics(relative(list)),
          };
    closeTo(found.helped_by, spreads(better));
    closeTo(found.hurt_by, spreads(worse));
    const absolute = changed.length < 2 ? null : independent.interval(changed.map((one) => one.change));
    const parts = relative(changed).length < 2 ? null : independent.interval(relative(changed));
    closeTo(found.interval, absolute && { absolute, relative: parts });
    const sides = [absolute, parts].flatMap((one) => (one ? [one.low > 0 ? 1 : one.high < 0 ? -1 : 0] : []));
    const sure = sides.length > 0 && sides[0] !== 0 && sides.every((one) => one === sides[0]);
    const good = row.better === 'less' ? -1 : 1;
    expect(found.verdict).toBe(changed.length === 0 ? 'no change' : !sure ? 'inconclusive' : sides[0] === good ? 'helped' : 'hurt');
    expect(found.worst.map((one) => Math.abs(one.new - one.base))).toEqual(
      worse
        .map((one) => Math.abs(one.change))
        .sort((a, b) => b - a)
        .slice(0, 3),
    );
  });

  test('something was hurt and something helped', () => {
    const verdicts = new Map(document.metrics.map((row) => [row.metric, row.verdict]));
    expect([verdicts.get('code_bytes'), verdicts.get('cross_thread_size'), verdicts.get('grf_count')]).toEqual([
      'hurt',
      'helped',
      'no change',
    ]);
  });
});

/** Equal to nine digits. */
function closeTo(actual: unknown, expected: unknown): void {
  if (typeof expected === 'number') expect((actual as number) / (expected || 1)).toBeCloseTo(expected === 0 ? 0 : 1, 6);
  else if (expected === null || typeof expected !== 'object') expect(actual).toBe(expected);
  else {
    expect(Object.keys(actual as object).sort()).toEqual(Object.keys(expected).sort());
    for (const [key, value] of Object.entries(expected)) closeTo((actual as Record<string, unknown>)[key], value);
  }
}

describe('statistics', () => {
  // Two-sided 95 % points as every table of the distribution has them.
  test.each([
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
    [60, 2.0],
    [120, 1.98],
    [1_000_000, 1.96],
  ])('Student, %i degrees of freedom: %d', (freedom, t) => {
    expect(studentQuantile(freedom)).toBeCloseTo(t, 3);
  });

  test('spread and interval', () => {
    expect(spread([4, 1, 3])).toEqual({ minimum: 1, maximum: 4, mean: 8 / 3, median: 3 });
    expect(spread([4, 1, 3, 2]).median).toBe(2.5);
    expect(interval([5])).toBeUndefined();
    expect(interval([2, 2, 2])).toEqual({ low: 2, mean: 2, high: 2 });
    expect(interval([1, 2, 3])?.low).toBeCloseTo(2 - 4.302653 / Math.sqrt(3), 5);
  });
});

/** A file in which an attribute of one kernel has another value of as many digits. */
function planted(from: string, to: string): Uint8Array {
  expect(to).toHaveLength(from.length);
  const bytes = Buffer.from(fixture(SPILLS).bytes());
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  bytes.write(to, at, 'latin1');
  return new Uint8Array(bytes);
}

const one = (bytes: Uint8Array) => measured({ path: 'a.zebin', files: [{ path: '', root: inspect(bytes).value }] });
const original = one(fixture(SPILLS).bytes());
const text = Buffer.from(fixture(SPILLS).bytes()).toString('latin1');
const [spill = ''] = /spill_size: +[1-9][0-9]{3,}/.exec(text) ?? [];
const value = Number(spill.replace(/\D/g, ''));
const spillOf = (to: number) => planted(spill, spill.replace(/[0-9]+/, String(to)));

describe('gate', () => {
  const answer = (bytes: Uint8Array, thresholds: readonly Threshold[] = []) =>
    compareDocument(original, one(bytes), { thresholds }).gate as NonNullable<CompareDocument['gate']>;
  const limit = (written: string) => [parseThreshold(written) as Threshold];

  test('the same build passes, and nothing changed', () => {
    expect(answer(fixture(SPILLS).bytes())).toEqual({ passed: true, thresholds: [], moved: [], certain: false, unknown: [] });
    const document = compareDocument(original, original);
    expect(document.metrics.every((row) => row.verdict === 'no change')).toBe(true);
    expect(document).not.toHaveProperty('gate');
  });

  test.each([
    ['a regression', 'worse', value + 64],
    ['an improvement', 'better', value - 64],
  ])('%s fails', (_, change, to) => {
    const { passed, moved } = answer(spillOf(to));
    expect([passed, moved.length]).toEqual([false, 1]);
    expect(moved[0]).toMatchObject({ change, metric: 'spill_size', base: value, new: to });
  });

  test('a threshold lets pass what is within it, in both directions', () => {
    for (const to of [value - 64, value + 64]) {
      expect(answer(spillOf(to), limit('64')).passed).toBe(true);
      expect(answer(spillOf(to), limit('63')).passed).toBe(false);
      expect(answer(spillOf(to), limit('spill_size=64')).passed).toBe(true);
      expect(answer(spillOf(to), limit('code_bytes=64')).passed).toBe(false);
      expect(answer(spillOf(to), limit(`${6500 / value}%`.replace(/(\.\d{6})\d*/, '$1'))).passed).toBe(true);
      // What names the metric counts before what is for all.
      expect(answer(spillOf(to), [...limit('spill_size=1'), ...limit('1000')]).passed).toBe(false);
    }
  });

  test('a kernel that goes or comes fails', () => {
    const fewer = { ...original, kernels: original.kernels.slice(1) };
    expect(compareDocument(original, fewer, { thresholds: [] }).gate?.moved).toMatchObject([{ change: 'gone' }]);
    expect(compareDocument(fewer, original, { thresholds: [] }).gate?.moved).toMatchObject([{ change: 'new' }]);
  });

  test('each threshold is looked at once, however many kernels moved', () => {
    let looks = 0;
    const counted: Threshold = {
      amount: 0,
      percent: false,
      get metric(): MetricKey {
        looks++;
        return 'spill_size';
      },
    };
    const kernel = original.kernels[0] as Measured;
    const more = { ...kernel, values: { ...kernel.values, spill_size: (kernel.values.spill_size ?? 0) + 1 } };
    const moved = gate({ pairs: Array(100).fill([kernel, more]), onlyBase: [], onlyNew: [] }, Array(50).fill(counted));
    expect([moved.length, looks]).toEqual([100, 50]);
  });

  test.each(['64', '0', '2%', '0.5%', 'code_bytes=2%', 'spill_size=128'])('threshold %s, there and back', (written) => {
    expect(printThreshold(parseThreshold(written) as Threshold)).toBe(written);
  });

  test.each(['', '-1', 'x', '2 %', 'spill=2', 'code_bytes', '=2', '1e5', '99999999999999'])('%j is not a threshold', (written) => {
    expect(parseThreshold(written)).toBeUndefined();
  });
});

describe('baseline', () => {
  const thresholds = [parseThreshold('code_bytes=2%') as Threshold];
  const written = printBaseline({ kernels: original.kernels, thresholds });

  test('a line for each kernel, and the same measures when it is read', () => {
    expect(written.split('\n').filter((line) => line.includes('"name"'))).toHaveLength(original.kernels.length);
    const read = parseBaseline(written);
    expect(read.thresholds).toEqual(thresholds);
    expect(compareDocument({ path: 'b', kernels: read.kernels }, original, { thresholds: [] }).gate?.passed).toBe(true);
    expect(printBaseline(read)).toBe(written);
  });

  test('planted changes fail against it', () => {
    const base = { path: 'kernels.json', kernels: parseBaseline(written).kernels };
    for (const [to, change] of [[value + 64, 'worse'] as const, [value - 64, 'better'] as const]) {
      const { gate } = compareDocument(base, one(spillOf(to)), { thresholds: [] });
      expect(gate).toMatchObject({ passed: false, moved: [{ change, metric: 'spill_size' }] });
    }
  });

  test('does not depend on the order of the kernels', () => {
    expect(printBaseline({ kernels: [...original.kernels].reverse(), thresholds })).toBe(written);
  });

  test('a metric that it lacks is not compared', () => {
    const { kernels } = parseBaseline(written.replaceAll(/"spill_size":\d+,/g, ''));
    expect(compareDocument({ path: 'b', kernels }, one(spillOf(value + 64)), { thresholds: [] }).gate?.passed).toBe(true);
  });

  test('version 1 names stack calls differently', () => {
    const old = written.replace('zebin/baseline/2', 'zebin/baseline/1').replaceAll('"has_stack_calls"', '"stack_calls"');
    expect(old).toContain('"stack_calls":');
    expect(parseBaseline(old)).toEqual(parseBaseline(written));
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"schema":"zebin/baseline/3","kernels":[]}',
    '{"schema":"zebin/baseline/2"}',
    '{"schema":"zebin/baseline/2","kernels":{}}',
    '{"schema":"zebin/baseline/2","kernels":[1]}',
    '{"schema":"zebin/baseline/2","kernels":[{"name":1}]}',
    '{"schema":"zebin/baseline/2","kernels":[{"name":"k","spill_size":"1"}]}',
    '{"schema":"zebin/baseline/2","kernels":[{"name":"k","spill_size":1.5}]}',
    '{"schema":"zebin/baseline/2","thresholds":["x"],"kernels":[]}',
  ])('%s is none', (document) => {
    expect(() => parseBaseline(document)).toThrow(FormatError);
  });
});

describe('counterparts', () => {
  const values = original.kernels[0]?.values as Measured['values'];
  const kernel = (given: Partial<Measured>): Measured => ({
    path: '',
    address: '',
    name: 'k',
    label: 'k',
    device: 'DG2-G10 C0',
    family: 'Alchemist',
    values,
    ...given,
  });
  const pairsOf = (base: Measured[], next: Measured[]) => match(base, next).pairs.map(([a, b]) => [base.indexOf(a), next.indexOf(b)]);

  test.each<[string, Measured[], Measured[], number[][]]>([
    [
      'order does not matter',
      [kernel({ name: 'a', label: 'a' }), kernel({})],
      [kernel({}), kernel({ name: 'a', label: 'a' })],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    ['nor does mangling', [kernel({ name: '_ZTS1k' })], [kernel({ name: '_ZTSN1kE' })], [[0, 0]]],
    ['a device that is named less exactly', [kernel({ device: 'Alchemist' })], [kernel({})], [[0, 0]]],
    ['but not when that could be two', [kernel({ device: 'Alchemist' })], [kernel({}), kernel({ device: 'DG2-G11 B1' })], []],
    [
      'the device before the order',
      [kernel({ device: 'x', family: 'x' }), kernel({})],
      [kernel({}), kernel({ device: 'x', family: 'x' })],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    ['another device is another kernel', [kernel({})], [kernel({ device: 'BMG', family: 'Battlemage' })], []],
    [
      'the file in the folder',
      [kernel({ path: 'a' }), kernel({ path: 'b' })],
      [kernel({ path: 'b' }), kernel({ path: 'a' })],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    ['a file that was renamed', [kernel({ path: 'a' })], [kernel({ path: 'c' })], [[0, 0]]],
    ['but not when it could be two', [kernel({ path: 'a' })], [kernel({ path: 'c' }), kernel({ path: 'd' })], []],
    [
      'several of one name go in their order',
      [kernel({}), kernel({})],
      [kernel({}), kernel({}), kernel({})],
      [
        [0, 0],
        [1, 1],
      ],
    ],
  ])('%s', (_, base, next, expected) => {
    expect(pairsOf(base, next)).toEqual(expected);
  });
});
