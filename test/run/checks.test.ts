/** Checks find each planted fault at its line on three devices, and nothing in the twins without it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { assemble, messageOf, platformNumber, readCode } from '../../src/formats/eu/index.ts';
import {
  CHECKS,
  explain,
  inspect,
  newChecks,
  type RunReport,
  readCases,
  reportsOf,
  runCase,
  runDocument,
  runSarif,
  runTargets,
  USUAL_CHECKS,
} from '../../src/internal.ts';
import { platformOf } from '../../src/run/difference/index.ts';

const FOLDER = join(import.meta.dirname, 'checks');
const casesIn = (name: string) => readCases(readFileSync(join(FOLDER, name))).value.cases;
const [cases, more] = [casesIn('faults.json'), casesIn('more.json')];
const all = [...cases, ...more];
const linesOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8').split('\n');
const source = linesOf('faults.cl');
/** A function that is called, by the kernel that calls it. */
const CALLED: Readonly<Record<string, string>> = { deep: 'inlined' };

/** The planted fault of each kernel: its kind and lines, as the source marks them. */
const planted = new Map<string, { readonly kind: string; readonly line: number; readonly lines: readonly number[] }>();
for (const lines of [source, linesOf('more.cl')]) {
  let within = '';
  for (const [index, text] of lines.entries()) {
    within = /^(?:kernel|inline).*?\b(\w+)\(global/.exec(text)?.[1] ?? within;
    const kind = /FAULT ([\w-]+)/.exec(text)?.[1];
    const name = CALLED[within] ?? within;
    if (kind !== undefined) planted.set(name, { kind, line: index + 1, lines: [...(planted.get(name)?.lines ?? []), index + 1] });
  }
}

/** What one fault leads to: a value that is read too early may not be written yet, and one that nothing wrote may be an index. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  race: ['uninitialized'],
  uninitialized: ['race'],
  'out-of-bounds': ['uninitialized'],
};

const bytesOf = (image: string) => new Uint8Array(gunzipSync(readFileSync(join(FOLDER, `${image}.zebin.gz`))));
const rootOf = (device: string) => inspect(bytesOf(device)).value;

function reports(device: string, name: string, checks = USUAL_CHECKS, root = rootOf(device)): readonly RunReport[] {
  const one = all.find((found) => found.name === name);
  const [target] = runTargets(root, { kernel: name });
  if (one === undefined || target === undefined) throw new Error(name);
  return reportsOf(runCase(target, one, { checks, maxInstructions: name === 'prints' ? 2e6 : 2e5 }));
}

describe.each(['tgllp', 'dg2', 'bmg', 'more.tgllp', 'more.dg2', 'more.bmg'])('%s', (device) => {
  const has = new Set(runTargets(rootOf(device), {}).map(({ kernel }) => kernel.name));
  test.each(all.flatMap(({ name }) => (has.has(name) ? [name] : [])))('checks find what is planted in %s, and nothing else', (name) => {
    const found = reports(device, name);
    const fault = planted.get(name);
    if (fault === undefined) {
      expect(found).toEqual([]);
      return;
    }
    const mine = found.filter(({ kind, source: place }) => kind === fault.kind && (place === null || fault.lines.includes(place.line)));
    expect(mine.length).toBeGreaterThan(0);
    const others = found.filter(({ kind }) => kind !== fault.kind && FOLLOWS[fault.kind]?.includes(kind) !== true);
    expect(others).toEqual([]);
  });
});

/** A file in which the fences of a kernel are gone: nothing is sent in their place. */
function withoutFences(device: string, name: string) {
  const bytes = bytesOf(device);
  const [target] = runTargets(inspect(bytes).value, { kernel: name });
  const text = target?.kernel.text?.bytes;
  if (target === undefined || text === undefined) throw new Error(name);
  const platform = platformOf(target);
  const fences = readCode(text.data, platform).value.instructions.filter(
    (one) => messageOf(one, platformNumber(platform))?.operation === 'fence',
  );
  expect(fences.length).toBeGreaterThan(0);
  for (const { offset, size } of fences) bytes.set(assemble('nop', platform, { compact: size === 8 }).value, text.base + offset);
  return inspect(bytes).value;
}

test.each(['tgllp', 'dg2', 'bmg'])('%s: local memory is read after a barrier, and its writer sent no fence before it', (device) => {
  const name = 'race_group_ok';
  const found = reports(device, name, USUAL_CHECKS, withoutFences(device, name));
  const first = source.findIndex((text) => text.includes(`void ${name}(`));
  const line = first + 1 + source.slice(first).findIndex((text) => text.includes('= tile['));
  expect(found.map(({ kind, source: place, message }) => [kind, place?.line, message])).toEqual(
    found.map(() => ['missing-wait', line, expect.stringContaining('which sent no fence between its store and the barrier')]),
  );
  expect(found.length).toBeGreaterThan(0);
});

test('every kernel has a twin or a fault', () => {
  expect(all.filter(({ name }) => !planted.has(name) && !name.endsWith('_ok'))).toEqual([]);
  expect(planted.size).toBe(28 + 31);
  // Some can be told only where there are doubles.
  const kernels = (image: string) => runTargets(rootOf(image), {}).length;
  expect([kernels('more.bmg'), kernels('more.dg2'), kernels('more.tgllp')]).toEqual([62, 48, 48]);
});

test('a report has the work-item, the argument, what is right, and the calls that were inlined', () => {
  const [found] = reports('bmg', 'inlined');
  expect(found).toMatchObject({
    ...{ kind: 'out-of-bounds', kernel: 'inlined', address: '0x140', count: 64, access: 'read', argument: 0, memory: 'argument 0' },
    ...{ offset: 512, size: 4, source: { line: planted.get('inlined')?.line, function: 'deep' }, calls: [{ function: 'inlined' }] },
    item: { global: [64, 0, 0], local: [0, 0, 0], group: [1, 0, 0], thread: 0, lane: 0 },
  });
  expect(found?.right).toBe(CHECKS.find(({ name }) => name === 'out-of-bounds')?.right);
});

test('a race has both places', () => {
  const found = reports('bmg', 'race_groups').find(({ kind }) => kind === 'race');
  expect(found?.other).toMatchObject({ item: { group: [0, 0, 0] }, source: { line: planted.get('race_groups')?.line } });
  expect(found?.item?.group).toEqual([1, 0, 0]);
});

test('only the kinds of the list are looked for, and the document has them apart from its cases', () => {
  expect(reports('bmg', 'by_one', ['race'])).toEqual([]);
  const one = cases.find(({ name }) => name === 'by_one');
  const [target] = runTargets(rootOf('bmg'), { kernel: 'by_one' });
  if (one === undefined || target === undefined) throw new Error('by_one');
  const document = runDocument([runCase(target, one, { checks: ['out-of-bounds'] })]);
  expect(document.reports?.length).toBe(1);
  expect(document.cases[0]).not.toHaveProperty('reports');
  expect(runDocument([runCase(target, one)])).not.toHaveProperty('reports');
  const [run] = runSarif(document, '1').runs;
  expect(run?.results[0]).toMatchObject({
    ruleId: 'out-of-bounds',
    locations: [{ physicalLocation: { region: { startLine: planted.get('by_one')?.line } } }],
  });
  expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(['out-of-bounds']);
});

test('a launch without checks has no observers, and checks do not change what is computed', () => {
  expect(newChecks({ global: [1], local: [1], arguments: [] }).observers.length).toBeGreaterThan(1);
  for (const name of ['race_group_ok', 'private_bounds_ok', 'not_a_number_ok']) {
    const one = cases.find((found) => found.name === name);
    const [target] = runTargets(rootOf('dg2'), { kernel: name });
    if (one === undefined || target === undefined) throw new Error(name);
    const { reports: _, ...checked } = runCase(target, one, { checks: USUAL_CHECKS }) as ReturnType<typeof runCase> & { reports: unknown };
    expect(checked).toEqual(runCase(target, one));
  }
});

test('explain knows every kind', () => {
  for (const { name, doc } of CHECKS) expect(explain(name).some((entry) => entry.doc === doc)).toBe(true);
});
