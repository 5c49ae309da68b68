/** Comparing builds: figures, gate and baseline. */
import { describe, expect, test } from 'vitest';
import { gate, interval, match, parseThreshold, printThreshold, spread, studentQuantile } from '../../../src/analysis/comparison/index.ts';
import { KERNEL_RESOURCES, type ResourceRow } from '../../../src/formats/zebin/index.ts';
import {
  type CompareDocument,
  compareDocument,
  FormatError,
  inspect,
  METRICS,
  type Measured,
  type MetricKey,
  measuredOf,
  parseBaseline,
  printBaseline,
  type Side,
  type Threshold,
} from '../../../src/internal.ts';
import { fixture, zebins } from '../../support/corpus.ts';
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

const measured = (of: Side) => ({ path: of.path, kernels: measuredOf(of) });

test('each resource with a better direction is a metric', () => {
  const resources: readonly (readonly [string, ResourceRow])[] = Object.entries(KERNEL_RESOURCES);
  const keys: readonly string[] = METRICS.map(({ key }) => key);
  const missing = resources.filter(([name, { better }]) => better !== undefined && !keys.includes(name)).map(([name]) => name);
  expect(missing, 'add rows for these to METRICS in src/analysis/comparison/metrics.ts').toEqual([]);
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
    const onlyOn = (side: string) => document.not_compared.filter((one) => one.side === side);
    expect(onlyOn('base')).toHaveLength(before.length - pairs.length);
    expect(onlyOn('new')).toHaveLength(after.length - pairs.length);
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
    expect(found, 'test/analysis/comparison/independent.ts computes each metric a second time').toMatchObject({
      compared: both.length,
      unknown: pairs.length - both.length,
      counts: { worse: worse.length, better: better.length, same: both.length - changed.length },
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
    closeTo(found.better_by, spreads(better));
    closeTo(found.worse_by, spreads(worse));
    const hasInterval = changed.length >= 10;
    const absolute = hasInterval ? independent.interval(changed.map((one) => one.change)) : null;
    const parts = hasInterval && relative(changed).length >= 2 ? independent.interval(relative(changed)) : null;
    closeTo(found.interval, absolute && { absolute, relative: parts });
    expect(found.verdict).toBe(independent.verdict(worse.length, better.length));
    expect(found.worst.map((one) => Math.abs(one.new - one.base))).toEqual(
      worse
        .map((one) => Math.abs(one.change))
        .sort((a, b) => b - a)
        .slice(0, 3),
    );
  });

  test('each kernel has what changed of it, the worst kernels first', () => {
    const rows = METRICS.filter(({ ofCode }) => !ofCode);
    const expected = pairs
      .map(([a, b]) => {
        const changes = rows.flatMap(({ key, better }) => {
          const [base, next] = [a.values[key] ?? null, b.values[key] ?? null];
          if (base === null || next === null || base === next) return [];
          return [{ metric: key, change: (better === 'less') === next > base ? 'worse' : 'better', base, new: next }];
        });
        return { name: b.name, metrics: changes };
      })
      .filter(({ metrics }) => metrics.length > 0);
    const text = (list: readonly { name: string; metrics: unknown }[]) => list.map(({ name, metrics }) => JSON.stringify([name, metrics]));
    expect(text(document.kernels).sort()).toEqual(text(expected).sort());
    const losses = document.kernels.map(({ metrics }) => metrics.some(({ change }) => change === 'worse'));
    expect(losses).toEqual([...losses].sort((one, other) => Number(other) - Number(one)));
    expect(document.kernels[0]?.name).toBe(document.metrics.find(({ counts }) => counts.worse > 0)?.worst[0]?.name);
  });

  test('something became worse and something better', () => {
    const rows = new Map(document.metrics.map((row) => [row.metric as string, row]));
    expect([rows.get('code_bytes')?.verdict, rows.get('grf_count')?.verdict]).toEqual(['mixed', 'same']);
    expect(rows.get('cross_thread_size')?.counts.better).toBeGreaterThan(rows.get('cross_thread_size')?.counts.worse ?? 0);
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
    expect(answer(fixture(SPILLS).bytes())).toEqual({
      passed: true,
      reasons: [],
      thresholds: [],
      moved: [],
      certain: false,
      allow_damaged: false,
      unknown: [],
    });
    const document = compareDocument(original, original);
    expect(document.metrics.every((row) => row.verdict === 'same')).toBe(true);
    expect(document).not.toHaveProperty('gate');
  });

  test.each([
    ['a regression', 'worse', value + 64],
    ['an improvement', 'better', value - 64],
  ])('%s fails the gate', (_, change, to) => {
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
    expect(compareDocument(original, fewer, { thresholds: [] }).gate?.moved).toMatchObject([{ change: 'not in new', side: 'base' }]);
    expect(compareDocument(fewer, original, { thresholds: [] }).gate?.moved).toMatchObject([{ change: 'not in base', side: 'new' }]);
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
    const moved = gate(Array(100).fill([kernel, more]), Array(50).fill(counted));
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
    expect(printBaseline({ kernels: [...original.kernels].reverse(), thresholds, unread: [] })).toBe(written);
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
    '{"schema":"zebin/baseline/2","unread":{},"kernels":[]}',
    '{"schema":"zebin/baseline/2","unread":[{"address":1}],"kernels":[]}',
  ])('%s is none', (document) => {
    expect(() => parseBaseline(document)).toThrow(FormatError);
  });
});

describe('verdicts come from counts', () => {
  /** So many kernels, of which some spill more and some less in the second build. */
  function builds(all: number, more: number, less: number) {
    const template = original.kernels[0] as Measured;
    const kernel = (i: number, spill_size: number): Measured => ({
      ...template,
      name: `k${i}`,
      label: `k${i}`,
      values: { ...template.values, spill_size },
    });
    const list = (change: (i: number) => number) => ({ path: 'b', kernels: Array.from({ length: all }, (_, i) => kernel(i, change(i))) });
    return compareDocument(
      list(() => 64),
      list((i) => (i < more ? 128 + i : i < more + less ? 0 : 64)),
      { thresholds: [] },
    );
  }
  const spillIn = (document: CompareDocument) => document.metrics.find(({ metric }) => metric === 'spill_size');

  test.each([
    [133, 4, 0, 'worse'],
    [133, 3, 2, 'mixed'],
    [1, 0, 1, 'better'],
    [133, 0, 0, 'same'],
  ] as const)('of %i kernels %i spill more and %i less: %s', (all, more, less, verdict) => {
    const document = builds(all, more, less);
    expect([document.verdict, spillIn(document)?.verdict]).toEqual([verdict, verdict]);
    expect(spillIn(document)?.counts).toEqual({ worse: more, better: less, same: all - more - less });
    expect(document.gate?.reasons).toEqual(more + less > 0 ? ['changed'] : []);
    expect(document.gate?.moved.filter(({ change }) => change === 'worse')).toHaveLength(more);
    expect(document.kernels.map(({ verdict: one }) => one)).toEqual([...Array(more).fill('worse'), ...Array(less).fill('better')]);
    expect(document.kernels[0]?.name).toBe(more > 0 ? `k${more - 1}` : less > 0 ? 'k0' : undefined);
  });

  test('an interval is given from ten changed kernels on', () => {
    expect(spillIn(builds(20, 9, 0))?.interval).toBeNull();
    expect(spillIn(builds(20, 5, 5))?.interval).not.toBeNull();
  });
});

describe('what is not compared has its reason', () => {
  const template = original.kernels[0] as Measured;
  const kernel = (given: Partial<Measured>): Measured => ({
    ...template,
    path: 'a',
    name: 'k',
    label: 'k',
    device: 'X',
    family: 'F',
    ...given,
  });
  const both = kernel({ name: 'other', label: 'other' });
  const unread = [{ address: 'new/a', code: 'elf/table-range', reason: 'cut' }];

  test.each<[string, Measured[], Measured[], object, string[]]>([
    ['not in new', [both, kernel({})], [both], {}, ['base: not in new']],
    ['not in base', [both], [both, kernel({})], {}, ['new: not in base']],
    ['duplicate name', [both, kernel({}), kernel({})], [both, kernel({})], {}, ['base: duplicate name']],
    ['other device', [both, kernel({})], [both, kernel({ device: 'Y', family: 'G' })], {}, ['base: other device', 'new: other device']],
    ['unread', [both, kernel({})], [kernel({ ...both, path: 'b' })], { unread }, ['base: unread']],
  ])('%s', (_, base, next, more, expected) => {
    const document = compareDocument({ path: 'old', kernels: base }, { path: 'new', kernels: next, ...more });
    expect(document.not_compared.map(({ side: on, reason }) => `${on}: ${reason}`)).toEqual(expected);
  });

  test('what was not read fails the gate, by itself alone', () => {
    const [base, next] = [
      { path: 'old', kernels: [both, kernel({})] },
      { path: 'new', kernels: [kernel({ ...both, path: 'b' })], unread },
    ];
    const { complete, gate: strict } = compareDocument(base, next, { thresholds: [] });
    expect([complete, strict?.passed, strict?.reasons]).toEqual([false, false, ['not read whole']]);
    expect(compareDocument(base, next, { thresholds: [], allowDamaged: true }).gate).toMatchObject({ passed: true, allow_damaged: true });
  });

  test('two builds for one device each are compared, and a gate fails', () => {
    const [base, next] = [
      [both, kernel({})],
      [kernel({ ...both, device: 'Y', family: 'G' }), kernel({ device: 'Y', family: 'G' })],
    ];
    const document = compareDocument({ path: 'old', kernels: base }, { path: 'new', kernels: next }, { thresholds: [] });
    expect([document.other_devices, document.matched, document.gate?.reasons]).toEqual([true, 2, ['other device']]);
  });

  test('a family is not another device than one of its devices', () => {
    const document = compareDocument({ path: 'old', kernels: [kernel({ device: 'F' })] }, { path: 'new', kernels: [kernel({})] });
    expect([document.other_devices, document.matched]).toEqual([false, 1]);
  });

  test('a side without native code fails a gate', () => {
    const document = compareDocument({ path: 'old', kernels: [] }, { path: 'new', kernels: [kernel({})] }, { thresholds: [] });
    expect([document.base.compiled, document.verdict, document.gate?.reasons]).toEqual([
      false,
      null,
      ['nothing compiled to compare', 'changed'],
    ]);
  });
});

describe('names of the sides', () => {
  const titles = (base: string, next: string) => {
    const { base: one, new: other } = compareDocument({ path: base, kernels: [] }, { path: next, kernels: [] });
    return [one.title, other.title];
  };

  test.each([
    ['c/igc1/dg2/calls.zebin', 'c/igc2/dg2/calls.zebin', '…/igc1/dg2/calls.zebin', '…/igc2/dg2/calls.zebin'],
    ['old', 'new', 'old', 'new'],
    ['a/b', 'a/b', 'a/b', 'a/b'],
    ['a/b', 'a/b/c', 'a/b', '…/c'],
  ])('%s and %s', (base, next, ...expected) => {
    expect(titles(base, next)).toEqual(expected);
  });
});

describe('counterparts of kernels are found', () => {
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
