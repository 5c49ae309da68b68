/** Stall samples: read in each form, placed on code as a script without the package places them, with what is waited for. */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../cli/exit.ts';
import { LIMITS, Reporter } from '../../../src/core/diag/index.ts';
import { readSamples, STALL_REASONS, sumOf } from '../../../src/formats/samples/index.ts';
import { disasmDocument, inspect } from '../../../src/internal.ts';
import { fakeIo } from '../../cli/fake-io.ts';
import { runVerb } from '../../cli/run-verb.ts';
import { scratchFolder } from '../../cli/zebin.ts';
import { fixture } from '../../support/corpus.ts';
import { mulberry32 } from '../../support/mutate.ts';
import { needs } from '../../support/tools.ts';
import { iaprof, plain, type SampleRow, unitrace } from './synthetic.ts';

const LAND = fileURLToPath(new URL('land.py', import.meta.url));
const scratch = scratchFolder();
const FORMS = { unitrace, iaprof, csv: plain } as const;

/** Fixtures of Xe, Xe-HPG, Xe-HPC, Xe2, Xe3 and Xe3P, in which instructions of both sizes are. */
const FILES = [
  'igc1/tgllp/spill-global',
  'igc1/dg2/basic',
  'igc2/pvc/basic',
  'igc2/bmg/loops-cost',
  'igc2/ptl-h/spill-two-scratch',
  'igc2/cri/basic',
];
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const drawing = (seed: number) => {
  const random = mulberry32(seed);
  return (count: number) => Math.floor(random() * count);
};

/** Samples at some instructions, and at a few addresses at which there is none. */
function samplesOf(bytes: Uint8Array, random: (count: number) => number): SampleRow[] {
  const { code } = disasmDocument(inspect(bytes).value);
  return code.flatMap(({ name, lines, code_end }) =>
    lines
      .filter(({ kind, offset }) => kind === 'instruction' && offset < (code_end ?? 0) && random(3) === 0)
      .map(({ offset, size, instruction }): SampleRow => {
        const counts = STALL_REASONS.map(() => random(50));
        const isWrong = size === 16 && random(10) === 0;
        return [name, isWrong ? offset + 8 : offset, counts, isWrong ? '[failed decode]' : (instruction?.op ?? '')];
      }),
  );
}

describe.each(FILES)('%s', (name) => {
  const file = fixture(`zebin/${name}.zebin`);
  const bytes = file.bytes();
  const rows = samplesOf(bytes, drawing(7));

  const isPlaced = (form: string, write: (rows: readonly SampleRow[]) => string): void => {
    const path = join(scratch, 'samples');
    writeFileSync(path, write(rows));
    const { stdout, stderr } = spawnSync('python3', [LAND, file.path, path], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const expected = JSON.parse(stdout) as Record<string, Record<string, number>>;
    const { value: samples, diagnostics } = readSamples(encode(write(rows)));
    expect([samples.form, diagnostics]).toEqual([form, []]);
    const document = disasmDocument(inspect(bytes).value, { analysis: true, samples });
    const landed = document.code.map(({ name: kernel, lines, analysis }) => {
      const at = lines.flatMap((line) => (line.samples ? [[String(line.offset), line.samples.total] as const] : []));
      const { elsewhere = 0, total } = analysis?.samples ?? {};
      expect(total).toBe(at.reduce((sum, [, count]) => sum + count, 0));
      return [kernel, Object.fromEntries(elsewhere > 0 ? [...at, ['-', elsewhere]] : at)];
    });
    expect(Object.fromEntries(landed)).toEqual(expected);
    const codes = document.diagnostics.map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(JSON.stringify(expected).includes('"-"') ? ['samples/address'] : []));
  };

  for (const [form, write] of Object.entries(FORMS))
    needs('python3')(`${form}: each sample lands where a script puts it`, () => isPlaced(form, write));

  test('the hottest come first, and wait for what the instruction waits for', () => {
    const { value: samples } = readSamples(encode(plain(rows)));
    const { code } = disasmDocument(inspect(bytes).value, { analysis: true, samples });
    for (const { lines, analysis } of code) {
      const byOffset = new Map(lines.filter(({ kind }) => kind === 'instruction').map((line) => [line.offset, line]));
      const hottest = analysis?.samples?.hottest ?? [];
      expect(hottest.map(({ total }) => total)).toEqual(hottest.map(({ total }) => total).sort((a, b) => b - a));
      for (const { offset, waits_for, reasons, total } of hottest) {
        const line = byOffset.get(offset);
        expect(line?.samples).toEqual({ total, reasons });
        const waits = (line?.waits ?? []).filter(({ kind }) =>
          kind === 'distance' ? 'dist' in reasons : 'sbid' in reasons || 'sync' in reasons,
        );
        const on = waits.flatMap((wait) => wait.on.map((one) => one.offset)).slice(0, 32);
        expect(waits_for.map((one) => one.offset)).toEqual(on);
      }
    }
  });
});

describe('reading', () => {
  const rows: SampleRow[] = [
    ['k', 0, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 'mov'],
    ['k', 16, [0, 0, 0, 0, 0, 0, 90, 0, 0, 0], 'send'],
  ];

  test.each(Object.entries(FORMS))('%s: counts have their reasons', (_, write) => {
    const { kernels } = readSamples(encode(write(rows))).value;
    expect(kernels.map(({ name, samples }) => [name, samples.map(({ offset, counts }) => [offset, counts])])).toEqual([
      ['k', rows.map(([, offset, counts]) => [offset, counts])],
    ]);
  });

  test('devices and intervals are summed, in the order of addresses', () => {
    for (const text of [unitrace(rows) + unitrace([...rows].reverse(), 1), iaprof(rows) + iaprof([...rows].reverse())]) {
      const [kernel] = readSamples(encode(text)).value.kernels;
      expect(kernel?.samples.map(({ offset, counts }) => [offset, sumOf(counts)])).toEqual([
        [0, 110],
        [16, 180],
      ]);
    }
  });

  test('names with commas, quoted or not, with what profilers add to them', () => {
    const name = 'gemm<4, float>(int, int)';
    for (const kernel of [`"${name}"`, name]) {
      const { kernels } = readSamples(encode(`Kernel, IP[Address], SbidStall[Events]\n${kernel}, 1c0, 7\n`)).value;
      expect(kernels.map((one) => [one.name, one.samples[0]?.offset])).toEqual([[name, 0x1c0]]);
    }
  });

  test('columns that count nothing are ignored; reasons of plain files may be in any order', () => {
    const { kernels } = readSamples(encode('sbid,note,address\r\n5,x,0x10\r\n')).value;
    expect(kernels).toEqual([{ name: undefined, samples: [{ offset: 16, counts: [0, 0, 0, 0, 0, 5, 0, 0, 0, 0], operation: undefined }] }]);
  });
});

describe('the command', () => {
  const BASIC = fixture('zebin/igc2/bmg/basic.zebin');
  const written = (text: string): string => {
    const path = join(scratch, 'written.csv');
    writeFileSync(path, text);
    return path;
  };
  const ran = async (path: string, pattern: string | undefined, text: string) => {
    const io = fakeIo();
    const code = await runVerb('disasm', [path, pattern], { samples: written(text) }, io);
    return { code, printed: io.printed(), warned: io.warned() };
  };

  test('lists only code with samples, with the part of each instruction, and the hottest with producers', async () => {
    // 0x1d8 waits for $2, which is set at 0x1b0.
    const { code, printed } = await ran(BASIC.path, undefined, 'kernel,address,sbid,active\nsaxpy,1d8,90,0\nsaxpy,0,0,10\n');
    expect(code).toBe(0);
    expect(printed.match(/^\/\/ \.text\./gm)).toHaveLength(1);
    expect(printed).toMatch(/^01d8 +90\.0 % +mad/m);
    expect(printed).toMatch(
      /^\/\/ 100 samples at 2 instructions: sbid 90\.0 %, active 10\.0 %\n\/\/ 90\.0 % 01d8 mad: sbid 100\.0 %; waits for 01b0 send, 3 back\n/m,
    );
  });

  test('samples without names need the name of a kernel', async () => {
    const text = 'address,sbid\n1d8,90\n';
    const all = await ran(BASIC.path, undefined, text);
    expect([all.code, all.warned]).toEqual([1, expect.stringContaining('[samples/kernel]')]);
    expect((await ran(BASIC.path, 'saxpy', text)).printed).toMatch(/^01d8 +100\.0 %/m);
  });

  test('a kernel that exists for two devices is ambiguous', async () => {
    const { warned } = await ran('examples/basic-dg2-bmg.ar', undefined, 'kernel,address,sbid\nsaxpy,0,90\n');
    expect(warned).toContain('[samples/ambiguous]');
    expect((await ran('examples/basic-dg2-bmg.ar!64.bmg', undefined, 'kernel,address,sbid\nsaxpy,0,90\n')).warned).toBe('');
  });

  test('another operation than the profiler saw', async () => {
    const { warned } = await ran(BASIC.path, undefined, iaprof([['saxpy', 0x1d8, STALL_REASONS.map(() => 1), 'dpas']]));
    expect(warned).toContain('saw dpas at 0x1d8, where the code has mad [samples/address]');
  });

  test.each([
    ['an image', '\x7fELF', 'samples/format'],
    ['other metrics of unitrace', 'Kernel, GlobalInstanceId, GpuTime[ns]\n"k", 1, 2\n', 'samples/format'],
    ['nothing', '', 'samples/format'],
  ])('refuses %s', async (_, text, code) => {
    const refused = await ran(BASIC.path, undefined, text).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UsageError);
    expect((refused as UsageError).message).toContain(`[${code}]`);
  });

  test('a wrong row is reported with its place, and the others count', async () => {
    const { printed, warned } = await ran(BASIC.path, undefined, 'kernel,address,sbid\nsaxpy,1d8,x\nsaxpy,1d8,3\n');
    expect(warned).toContain('at 0x14: x is not a number of samples [samples/row]');
    expect(printed).toContain('// 3 samples at 1 instruction');
  });
});

describe('limits', () => {
  const codesOf = (text: string) => {
    const bytes = encode(text);
    const out = new Reporter(bytes.length);
    const { value, diagnostics } = readSamples(bytes, out);
    return { names: value.kernels.map(({ name }) => name), codes: [...diagnostics, ...out.budget.diagnostics].map(({ code }) => code) };
  };

  test('rows whose names are too long are left out', () => {
    const [long, longest] = ['k'.repeat(LIMITS.nameLength + 1), 'k'.repeat(LIMITS.nameLength)];
    expect(codesOf(`kernel,address,sbid\n${long},0,1\n${longest},0,1\n`)).toEqual({ names: [longest], codes: ['samples/row'] });
    const rows = (string: number) => `kernel\t0x1000\t0\t1\t0\t0\t${string}\neustall\t0${'\t1'.repeat(11)}\n`;
    const { names, codes } = codesOf(`string\t1\t${long}\nstring\t2\té\n${rows(1)}${rows(2)}`);
    expect(names).toEqual(['é']);
    expect(codes).toEqual(['samples/row', 'samples/row', 'samples/row']);
  });

  test('a row of a million cells is left out', () => {
    expect(codesOf(`kernel,address,sbid\n0${','.repeat(1_000_000)}\n`).codes).toEqual(['samples/row']);
  });
});
