/** `disasm --live --waits --flow`: the columns are what the analysis of the library says, of every instruction set. */

import { describe, expect, test } from 'vitest';
import { type Analysis, analyseCode, measuresOf } from '../../src/analysis/instructions/index.ts';
import { readCode } from '../../src/formats/eu/index.ts';
import { type DisasmDocument, disasmDocument, inspect, kernelDocument, payloadName } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { expectGolden } from '../support/golden.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';

const ALL = { live: true, waits: true, flow: true };

async function printed(path: string, name: string | undefined, options: Given<'disasm'>, width?: number): Promise<string> {
  const io = fakeIo(width);
  await runVerb('disasm', [path, name], options, io);
  return io.printed();
}

/** Fixtures of Gen8, Gen9, Gen11, Xe, Xe-HPG, Xe-HPC, Xe2, Xe3 and Xe3P. */
const FILES = [
  'igc1/bdw/basic.zebin',
  'igc1-17791/skl/loops-cost.zebin',
  'igc1-17791/icllp/spill-private.zebin',
  'igc1/tgllp/spill-global.zebin',
  'igc1/dg2/basic.zebin',
  'igc2/pvc/basic.zebin',
  'igc2/bmg/loops-cost.zebin',
  'igc2/ptl-h/spill-two-scratch.zebin',
  'igc2/cri/basic.zebin',
].map((name) => fixture(`zebin/${name}`));

describe.each(FILES.map((file) => [file.name, file] as const))('%s', (_, file) => {
  const bytes = file.bytes();
  const { code } = disasmDocument(inspect(bytes).value, { analysis: true });
  const details = kernelDocument(inspect(bytes).value).kernels;
  const analyses = code.map(({ offset, size, platform }) => {
    const read = readCode(bytes.slice(offset, offset + size), platform as Parameters<typeof readCode>[1]).value;
    return analyseCode(read) as Analysis;
  });

  test('lines have what the library finds', () => {
    for (const [i, listing] of code.entries()) {
      const analysis = analyses[i] as Analysis;
      const { instructions } = analysis.code;
      const lines = listing.lines.filter(({ kind }) => kind === 'instruction');
      expect(lines.map(({ live }) => live)).toEqual(
        instructions.map((_, at) => (at < analysis.end ? analysis.live.registers[at] : undefined)),
      );
      for (const [at, line] of lines.slice(0, analysis.end).entries()) {
        expect(line.block).toBe(analysis.flow.blockOf[at]);
        expect(line.loop_depth).toBe(analysis.loops.depthOf[line.block as number]);
        const on = (line.waits ?? []).flatMap((wait) => wait.on.map(({ offset, distance }) => [offset, distance]));
        expect(on).toEqual((analysis.waits.at(at) ?? []).flatMap((wait) => wait.on.map((one) => [instructions[one]?.offset, at - one])));
      }
      const measures = measuresOf(analysis);
      expect(listing.analysis?.peak).toEqual({ registers: measures.peakRegisters, offset: instructions[measures.peakAt]?.offset });
      const { loops } = analysis.loops;
      expect(listing.analysis?.loops).toEqual(
        loops.map(({ header, depth, parent }) => ({ header, depth, parent: parent < 0 ? null : parent })),
      );
      const uses = lines.flatMap(({ scratch }) => (scratch ? [scratch.use] : []));
      expect(uses.filter((use) => use === 'spill').length).toBe(measures.spills.count);
      expect(uses.filter((use) => use === 'fill').length).toBe(measures.fills.count);
    }
  });

  test('arguments have the operands and names of `kernel`, and each is read', () => {
    for (const { name, lines, analysis } of code) {
      const kernel = details.find((one) => one.name === name);
      const listed = analysis?.arguments ?? [];
      expect(listed.map(({ entry, operand, name }) => [operand, name, entry])).toEqual(
        listed.map(({ entry }) => {
          const one = kernel?.payload.entries[entry];
          return [one?.operand, one && payloadName(one, kernel.arguments), entry];
        }),
      );
      const read = new Set(lines.flatMap((line) => line.arguments ?? []));
      expect([...read].sort((a, b) => a - b)).toEqual(listed.map(({ entry }) => entry).sort((a, b) => a - b));
    }
  });

  test('the text names them', async () => {
    const text = await printed(file.path, undefined, { live: true }, 400);
    const first = code.flatMap(({ lines, analysis }) =>
      lines.flatMap((line) => ((line.arguments ?? []).length > 0 ? [[line, analysis] as const] : [])),
    );
    expect(text.match(/^\/\/ \^ reads /gm)?.length ?? 0).toBe(first.length);
    for (const [line, analysis] of first.slice(0, 3)) {
      const named = analysis?.arguments.find(({ entry }) => entry === line.arguments?.[0]);
      expect(text).toContain(`reads ${named?.operand} ${named?.name}`);
    }
  });

  test('the text has a number for each instruction, one peak, and every branch', async () => {
    const text = await printed(file.path, undefined, ALL);
    expect(text.match(/^[0-9a-f]{4}.* \d+\* /gm)?.length).toBe(code.length);
    expect(text.match(/^\/\/ peak: /gm)?.length).toBe(code.length);
    const targets = code.flatMap(({ analysis }) => {
      const to = analysis?.blocks.flatMap(({ successors }) => successors.filter(({ kind }) => kind === 'branch').map(({ block }) => block));
      return [...new Set(to)];
    });
    expect(text.match(/^[0-9a-f]{4} .*?->/gm)?.length ?? 0).toBe(targets.length);
  });

  test.each([120, 80, 60, 40])('no line is wider than %i columns', async (width) => {
    const lines = (await printed(file.path, undefined, ALL, width)).split('\n').filter((line) => !line.includes(file.path));
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  });
});

const LOOPS = fixture('zebin/igc2/bmg/loops-cost.zebin');

test('without the switches nothing is analysed', async () => {
  const { code }: DisasmDocument = JSON.parse(await printed(LOOPS.path, 'loop_nested', { json: true }));
  expect(code[0]).not.toHaveProperty('analysis');
  expect(code[0]?.lines[2]).not.toHaveProperty('live');
});

test('any switch gives all of the data', async () => {
  const { code }: DisasmDocument = JSON.parse(await printed(LOOPS.path, 'loop_nested', { json: true, flow: true }));
  expect(code[0]?.analysis?.blocks.map(({ loop_depth }) => loop_depth)).toEqual([0, 0, 1, 1, 1, 2, 1, 0, 0, 1, 0]);
  expect(code[0]?.lines.find(({ offset, size }) => offset === 0x80 && size > 0)).toMatchObject({
    live: 3,
    waits: [{ kind: 'src', token: 0, on: [{ offset: 0x70, distance: 1, op: 'send' }], producers: 1 }],
    block: 0,
    loop_depth: 0,
  });
});

test('the peak says how many registers to free', () => {
  const { bytes } = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin');
  const [listing] = disasmDocument(inspect(bytes()).value, { pattern: 'spilling_private', analysis: true }).code;
  expect(listing?.analysis).toMatchObject({
    peak: { registers: 252 },
    grf_count: 256,
    next: { threads_per_eu: 4, mode: { grf_count: 192, threads_per_eu: 5, free: 252 - 192 } },
  });
});

test('a kernel with all columns', async () => {
  const text = await printed(LOOPS.path, 'loop_nested', ALL);
  expectGolden('../cli/disasm-costs.golden.txt', text.replace(LOOPS.path, 'loops-cost.zebin'));
});
