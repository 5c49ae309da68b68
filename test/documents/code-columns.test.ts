/** Columns of code: one name and one value in `info`, the table of kernels, metrics and limits. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../cli/exit.ts';
import { analyseCode, CODE_COLUMNS, codeFigures, measuresOf } from '../../src/analysis/instructions/index.ts';
import { type Platform, readCode } from '../../src/formats/eu/index.ts';
import {
  askedColumns,
  Bytes,
  type CompareDocument,
  codeColumns,
  compareDocument,
  compareMarkdown,
  disasmDocument,
  infoDocument,
  inspect,
  kernelRows,
  METRICS,
  measuredKernels,
  measuredSide,
  parseBaseline,
  printBaseline,
  resourceGate,
  tableColumns,
} from '../../src/internal.ts';
import { fakeIo } from '../cli/fake-io.ts';
import { runVerb } from '../cli/run-verb.ts';
import { scratchFolder } from '../cli/zebin.ts';
import { buildZebin } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';

const FILES = ['igc1-17791/skl/loops-cost', 'igc1/tgllp/spill-global', 'igc2/pvc/basic', 'igc2/ptl-h/spill-two-scratch', 'igc2/cri/basic'];
const names = CODE_COLUMNS.map(({ name }) => name);
/** A zebin for a device whose instructions are not known. */
function unknownDevice(): Uint8Array {
  const zeInfo = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
  return buildZebin({ zeInfo, sections: [{ name: '.text.k', flags: 6, data: new Uint8Array(64) }] }).bytes;
}

const side = (file: Uint8Array) => ({ path: 'a', files: [{ path: '', root: inspect(file).value }] });
const measured = (file: Uint8Array, code = true) =>
  measuredSide(
    side(file),
    measuredKernels(side(file), () => true, code),
  );

describe.each(FILES)('%s', (name) => {
  const bytes = fixture(`zebin/${name}.zebin`).bytes();
  const { images } = infoDocument(inspect(bytes).value, { columns: codeColumns(['code']) });
  const kernels = images.flatMap((image) => image.kernels);

  test('info has what the library counts', () => {
    for (const { code, offset, size, platform, name: kernel } of disasmDocument(inspect(bytes).value).code.map((one) => ({
      ...one,
      code: one,
    }))) {
      const analysis = analyseCode(readCode(bytes.slice(offset, offset + size), platform as Platform).value);
      if (analysis === undefined) throw new Error(`${code.name} is not analysed`);
      const info = kernels.find((one) => one.name === kernel);
      if (!info) continue;
      const measures = measuresOf(analysis);
      expect(info.code).toEqual(codeFigures(analysis));
      expect(info.code).toMatchObject({
        instructions: measures.instructions,
        dpas_instructions: measures.byPipe.dpas,
        spill_messages: measures.spills.count,
        fill_bytes: measures.fills.bytes,
        peak_registers: measures.peakRegisters,
        loops: measures.loops.length,
      });
      const depths = [0, 1, 2, 3].map((depth) => info.code?.[`depth_${depth}_instructions`] ?? 0);
      expect(depths.reduce((sum, count) => sum + count)).toBe(measures.instructions);
    }
  });

  test('the table of kernels has the same', () => {
    const columns = tableColumns(['code']).map((column) => column.name);
    const rows = kernelRows({ root: '', path: '', size: bytes.length, sha256: null }, Bytes.from(bytes), { columns: ['code'] });
    const found = rows.map((row) => Object.fromEntries(names.map((one) => [one, row[columns.indexOf(one)]])));
    expect(found).toEqual(kernels.map(({ code }) => code));
  });

  test('so have the metrics', () => {
    for (const { name: kernel, values } of measured(bytes).kernels) {
      const code = kernels.find((one) => one.name === kernel)?.code ?? {};
      for (const { key, ofCode } of METRICS) if (ofCode) expect([key, values[key]]).toEqual([key, code[key]]);
    }
  });
});

describe('requested columns', () => {
  const bytes = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').bytes();
  const info = (...columns: string[]) => infoDocument(inspect(bytes).value, columns.length === 0 ? {} : { columns: codeColumns(columns) });

  test('are the only ones, in the order of the table', () => {
    expect(Object.keys(info('peak_registers', 'instructions').images[0]?.kernels[0]?.code ?? {})).toEqual([
      'instructions',
      'peak_registers',
    ]);
    expect(info().images[0]?.kernels[0]?.code).toBe(undefined);
    expect(askedColumns(['code']).map(({ name }) => name)).toEqual(names);
  });

  test('another name is refused, with the nearest', () => {
    expect(() => info('instruction')).toThrow(/did you mean instructions/);
  });

  test('limits need them', () => {
    const gate = resourceGate(info('spill_messages'), { spill_messages: 20 });
    expect(gate.exceeded.map(({ name, value }) => [name, value])).toEqual([['spilling_private', 66]]);
    expect(() => resourceGate(info(), { spill_messages: 20 })).toThrow(TypeError);
  });

  test('the command asks for those of its limits', async () => {
    const path = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').path;
    const io = fakeIo();
    const code = await runVerb('info', [path], { max: ['fill_messages=36'], json: true }, io);
    expect(code).toBe(1);
    expect(JSON.parse(io.printed()).gate.exceeded).toMatchObject([{ name: 'spilling_private', column: 'fill_messages', value: 37 }]);
    await expect(runVerb('info', [path], { columns: 'none' }, io)).rejects.toThrow(UsageError);
  });

  test('code that cannot be analysed fails a limit, unless only what is certain counts', () => {
    const of = (...columns: string[]) => infoDocument(inspect(unknownDevice()).value, { columns: codeColumns(columns) });
    const [kernel] = of('instructions').images[0]?.kernels ?? [];
    expect(kernel).toMatchObject({ code: { instructions: null }, unmeasured: 'the instructions of the device are not known' });
    const max = { instructions: 1e9, spill_size: 0 };
    const gate = resourceGate(of('instructions'), max);
    expect(gate).toMatchObject({
      passed: false,
      exceeded: [],
      unknown: [{ column: 'instructions', name: 'k', reason: kernel?.unmeasured }],
    });
    expect(resourceGate(of('instructions'), max, { certain: true })).toEqual({ ...gate, passed: true, certain: true });
    expect(resourceGate(of('instructions'), { spill_size: 0 })).toMatchObject({ passed: true, unknown: [] });
  });

  test('a column that the code does not have is within every limit', () => {
    const bytes = fixture('zebin/igc1-17791/skl/loops-cost.zebin').bytes();
    const document = infoDocument(inspect(bytes).value, { columns: codeColumns(['loop_issue_cycles']) });
    expect(document.images[0]?.kernels.every(({ code }) => code?.loop_issue_cycles === null)).toBe(true);
    expect(resourceGate(document, { loop_issue_cycles: 0 })).toMatchObject({ passed: true, unknown: [] });
  });

  test('the command lists it, and exits with 1', async () => {
    const path = join(scratchFolder(), 'k.zebin');
    writeFileSync(path, unknownDevice());
    for (const [certain, status] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const io = fakeIo(200);
      expect(await runVerb('info', [path], { max: ['instructions=9'], certain }, io)).toBe(status);
      expect(io.printed()).toMatch(/k: instructions is not known: the instructions of the device are not known/);
    }
  });

  test.each([200, 80, 40])('the text fits %i columns', async (width) => {
    const path = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').path;
    const io = fakeIo(width);
    await runVerb('info', [path], { columns: 'code' }, io);
    expect(
      io
        .printed()
        .split('\n')
        .filter((line) => line.length > width && !line.includes(path)),
    ).toEqual([]);
  });
});

describe('compare', () => {
  const [base, next] = ['igc1', 'igc2'].map((compiler) => fixture(`zebin/${compiler}/dg2/basic.zebin`).bytes()) as [Uint8Array, Uint8Array];
  const compared = (a: Uint8Array, b: Uint8Array): CompareDocument => compareDocument(measured(a), measured(b), { code: true });

  test('sums what differs in all kernels, as diff lists it', () => {
    const { code, metrics } = compared(base, next);
    expect(code).toMatchObject({ compared: 9, unknown: 0, kernels: 9 });
    const operations = Object.values(code?.by_operation ?? {});
    for (const kind of ['changed', 'new', 'gone'] as const) expect(operations.reduce((sum, one) => sum + one[kind], 0)).toBe(code?.[kind]);
    expect(metrics.find(({ metric }) => metric === 'instructions')).toMatchObject({ compared: 9, total: { base: 212, new: 216 } });
  });

  test('the Markdown has the sums, and a row for each operation', () => {
    const document = compared(base, next);
    const text = compareMarkdown(document);
    const { changed, new: added, gone, same, by_operation } = document.code ?? { by_operation: {} };
    expect(text).toContain(`9 of 9 kernels differ; ${changed} changed, ${added} new, ${gone} gone, ${same} the same.`);
    for (const [name, one] of Object.entries(by_operation))
      expect(text).toContain(`| \`${name}\` | ${one.changed} | ${one.new} | ${one.gone} |`);
    const padded = new Uint8Array(base.length + 16);
    padded.set(base);
    expect(compareMarkdown(compared(base, padded))).toContain('0 of 9 kernels differ; 0 changed, 0 new, 0 gone');
    expect(compareMarkdown(compareDocument(measured(base, false), measured(next, false)))).not.toContain('Instructions, but');
  });

  test('a build and itself', () => {
    expect(compared(base, base).code).toMatchObject({ kernels: 0, changed: 0, new: 0, gone: 0, most: [] });
  });

  test('a gate of code fails for a kernel that a side has no metrics of', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'k.zebin');
    writeFileSync(path, unknownDevice());
    const both = measured(unknownDevice());
    const gateOf = (certain: boolean, code = true) => compareDocument(both, both, { code, certain, thresholds: [] }).gate;
    expect(gateOf(false)).toMatchObject({ passed: false, moved: [], unknown: [{ name: 'k' }] });
    expect(gateOf(true)).toMatchObject({ passed: true, certain: true, unknown: [{ name: 'k' }] });
    expect(gateOf(false, false)).toMatchObject({ passed: true, unknown: [] });
    const known = measured(base);
    const lost = {
      path: 'a',
      kernels: known.kernels.map((one) => ({ ...one, values: measured(base, false).kernels[0]?.values ?? one.values })),
    };
    expect(compareDocument(known, lost, { code: true, thresholds: [] }).gate?.unknown).toHaveLength(known.kernels.length);
    for (const [options, status, said] of [
      [{ gate: true, code: true }, 1, /gate FAILED \(no change is allowed\): 1 kernel not compared/],
      [{ gate: true, code: true, certain: true }, 0, /gate passed[\s\S]*code not analysed: k/],
      [{ gate: true, code: true, markdown: true }, 1, /gate FAILED[\s\S]*Not compared/],
      [{ gate: true }, 0, /gate passed/],
    ] as const) {
      const io = fakeIo(200);
      expect(await runVerb('compare', [path, path], options, io)).toBe(status);
      expect(io.printed()).toMatch(said);
    }
  });

  test('is not computed otherwise', () => {
    const document = compareDocument(measured(base, false), measured(next, false));
    expect([document.code, document.metrics.some(({ metric }) => metric === 'instructions')]).toEqual([undefined, false]);
  });

  test('a baseline with metrics of code is compared with them', async () => {
    const written = printBaseline({ kernels: measured(base).kernels, thresholds: [] });
    expect(written).toContain('"instructions":40');
    expect(printBaseline({ kernels: measured(base, false).kernels, thresholds: [] })).not.toContain('instructions');
    const read = parseBaseline(written);
    const byName = (kernels: readonly { name: string; values: object }[]) => new Map(kernels.map(({ name, values }) => [name, values]));
    expect(byName(read.kernels)).toEqual(byName(measured(base).kernels));
    const folder = scratchFolder();
    const io = fakeIo();
    const path = fixture('zebin/igc1/dg2/basic.zebin').path;
    const baseline = `${folder}/kernels.json`;
    await runVerb('compare', [path], { baseline, update: true, code: true }, io);
    expect(await runVerb('compare', [path], { baseline }, io)).toBe(0);
    const newer = fixture('zebin/igc2/dg2/basic.zebin').path;
    const one = fakeIo();
    const options = { baseline, threshold: ['1000000', 'instructions=2'], json: true };
    expect(await runVerb('compare', [newer], options, one)).toBe(1);
    expect((JSON.parse(one.printed()) as CompareDocument).gate?.moved.map(({ metric }) => metric)).toContain('instructions');
  });
});
