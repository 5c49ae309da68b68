/** Two builds of a kernel: where what they leave begins to differ. */
import { describe, expect, test } from 'vitest';
import * as eu from '../../src/formats/eu/index.ts';
import { inspect, launchOf, newTracer, type RunTarget, readCases, runTargets, type Traced } from '../../src/internal.ts';
import { compareBuilds, platformOf } from '../../src/run/difference/index.ts';
import { type Build, newProfiler } from '../../src/run/index.ts';
import { launch } from '../../src/run/launch.ts';
import { fixture } from '../support/corpus.ts';
import { KINDS, plant, randomOf } from './planted.mjs';

const casesOf = (name: string) => readCases(fixture(`run/cases/${name}.json`).bytes()).value.cases;

/** A kernel of a file of the fixtures, or of other bytes. */
function buildOf(bytes: Uint8Array, kernel: string, case_: string, cases: string): Build {
  const [target] = runTargets(inspect(bytes).value, { kernel }) as [RunTarget];
  const one = casesOf(cases).find(({ name }) => name === case_);
  if (one === undefined) throw new Error(case_);
  return { zebin: target.zebin, kernel: target.kernel, launch: { ...launchOf(one), maxInstructions: 50_000 } };
}

/** Files of every generation, and the cases for them. */
const FILES = [
  ['igc1-17791/skl/basic.zebin', 'corpus-basic'],
  ['igc1-17791/icllp/spill-private.zebin', 'corpus-spill'],
  ['igc1/tgllp/basic.zebin', 'corpus-basic'],
  ['igc1/dg2/constants.zebin', 'corpus-constants'],
  ['igc1/pvc/basic-grf256.zebin', 'corpus-basic'],
  ['igc2/bmg/slm.zebin', 'corpus-slm'],
  ['igc2/bmg/loops-cost.zebin', 'corpus-loops'],
  ['igc2/cri/basic.zebin', 'corpus-basic'],
] as const;

describe.each(FILES)('%s', (path, cases) => {
  const bytes = fixture(`zebin/${path}`).bytes();
  const names = new Set(runTargets(inspect(bytes).value, {}).map(({ kernel }) => kernel.name));
  const own = casesOf(cases).filter(({ kernel, devices }) => names.has(kernel) && devices === undefined);

  test('a build is equal to itself', () => {
    for (const { name, kernel } of own.slice(0, 1)) {
      const build = buildOf(bytes, kernel, name, cases);
      expect(compareBuilds(build, build)).toMatchObject({ isEqual: true, bytes: 0 });
    }
  });

  test.each(KINDS)('a changed instruction is named: %s', (kind) => {
    const random = randomOf(1);
    const wrong: string[] = [];
    for (const { name, kernel } of own.slice(0, 4)) {
      const original = buildOf(bytes, kernel, name, cases);
      const planted = plant(eu, bytes, original.kernel, platformOf(original), kind, random);
      if (planted === undefined) continue;
      const { isEqual, a, b, chain } = compareBuilds(original, buildOf(planted.bytes, kernel, name, cases));
      if (kind === 'wait' && a.stop.reason === 'done') expect(isEqual).toBe(true);
      // An original that is longer than the limit says nothing.
      if (isEqual || a.stop.reason !== 'done' || b.stop.reason === 'unsupported') continue;
      const last = chain?.links.at(-1);
      const offsets = [last?.a?.offset, last?.b?.offset];
      if (!offsets.includes(planted.offset)) wrong.push(`${kernel}, ${name}: ${planted.before} at ${planted.offset}, not ${offsets}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('saxpy', () => {
  const bytes = fixture('zebin/igc2/bmg/basic.zebin').bytes();
  const skl = fixture('zebin/igc1-17791/skl/basic.zebin').bytes();
  const [one] = casesOf('corpus-basic').filter(({ kernel }) => kernel === 'saxpy');
  const name = one?.name ?? '';
  const original = buildOf(bytes, 'saxpy', name, 'corpus-basic');
  const text = original.kernel.text as NonNullable<typeof original.kernel.text>;
  const printer = new eu.InstructionPrinter(eu.PLATFORMS.indexOf('2'));
  const multiply = eu
    .readCode(text.bytes.data, '2')
    .value.instructions.find((one) => one.operation?.mnemonic === 'mad' && one.dst?.type?.name === 'f') as eu.Instruction;

  /** The kernel with another register in its multiplication. */
  function changed(): Build {
    const other = printer
      .print(multiply)
      .replace(/(<1;0>:f\s+r)(\d+)/, (_, before: string, number: string) => `${before}${Number(number) + 1}`);
    const made = eu.assemble(other, '2').value;
    expect(made.length).toBe(multiply.size);
    const copy = bytes.slice();
    copy.set(made, text.bytes.base + multiply.offset);
    return buildOf(copy, 'saxpy', name, 'corpus-basic');
  }

  test('the chain leads from the store of the first work-item to the instruction', () => {
    const { isEqual, memory, chain, stores } = compareBuilds(original, changed());
    expect(isEqual).toBe(false);
    expect(memory).toBe('argument 1');
    expect(chain?.links[0]?.a?.text).toContain('store');
    expect(chain?.links[0]?.a?.item.global).toEqual(stores?.[0]?.item.global);
    expect(chain?.links.at(-1)?.a?.offset).toBe(multiply.offset);
  });

  test('builds for other devices are equal if what they leave is', () => {
    expect(compareBuilds(original, buildOf(skl, 'saxpy', name, 'corpus-basic')).isEqual).toBe(true);
  });

  test('of builds that cannot be aligned, the stores are named', () => {
    const { chain } = compareBuilds(changed(), buildOf(skl, 'saxpy', name, 'corpus-basic'));
    expect(chain?.end).toBe('unaligned');
    expect(chain?.links).toHaveLength(1);
    expect(chain?.links[0]?.a?.item.global).toEqual(chain?.links[0]?.b?.item.global);
    expect(chain?.links[0]?.a?.value).not.toBe(chain?.links[0]?.b?.value);
  });

  test('a trace of one work-item has its thread, and what its lane reads and writes', () => {
    const lines: Traced[] = [];
    const plain = launch(original.zebin, original.kernel, original.launch);
    const tracer = newTracer({ group: [0, 0, 0], thread: 0, lane: 2 }, (line) => lines.push(line));
    launch(original.zebin, original.kernel, { ...original.launch, observers: [tracer] });
    expect(lines.length).toBeLessThanOrEqual(plain.counts.instructions);
    expect(new Set(lines.map(({ thread }) => thread))).toEqual(new Set([0]));
    const stored = lines.find(({ text: of, touches }) => of.includes('store') && touches.length > 0);
    expect(stored?.touches).toHaveLength(1);
    expect(stored?.touches[0]).toMatchObject({ lane: 2, size: 4 });
    const data = stored?.values.filter(({ role }) => role === 'data') ?? [];
    const left = new DataView((plain.arguments[1] as Uint8Array).buffer).getUint32(8, true);
    expect(data.map(({ value }) => Number(value))).toEqual([left]);
  });

  test('the profile counts bytes and lines of the caches', () => {
    const profiler = newProfiler();
    const { counts } = launch(original.zebin, original.kernel, { ...original.launch, observers: [profiler.observer] });
    const rows = profiler.rows();
    const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0);
    expect(sum(({ bytesWritten }) => bytesWritten)).toBe(counts.bytesWritten);
    expect(sum(({ bytesRead }) => bytesRead)).toBe(counts.bytesRead);
    for (const row of rows.filter(({ bytesWritten }) => bytesWritten > 0))
      expect(row.bytesWritten).toBeLessThanOrEqual(64 * row.cacheLines);
    // What banks local memory has since Xe is not documented.
    expect(rows.every(({ bankConflicts }) => bankConflicts === undefined)).toBe(true);
  });
});
