/** Times of kernels: read in the forms of unitrace and VTune, and joined with the table of a scan by name and device. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FormatError } from '../../../src/core/diag/index.ts';
import { readTimes } from '../../../src/formats/samples/index.ts';
import { scratchFolder, zebin } from '../../cli/zebin.ts';
import { ROOT } from '../../support/run.ts';

const example = (name: string): string => readFileSync(join(ROOT, 'examples/profiles', name), 'utf8');
const read = (text: string) => readTimes(new TextEncoder().encode(text));
const HEAD = 'Kernel, Calls, Time (ns), Time (%), Average (ns), Min (ns), Max (ns)\n';

describe('readTimes', () => {
  test('unitrace: the table of kernels alone, without copies', () => {
    const { value, diagnostics } = read(example('unitrace.txt'));
    expect(diagnostics).toEqual([]);
    expect(value).toEqual({
      form: 'unitrace',
      kernels: [
        { name: 'copy_bytes', device: undefined, calls: 12, total: 254_880, least: 20_160, most: 24_480 },
        { name: 'saxpy', device: undefined, calls: 8, total: 124_160, least: 14_880, most: 17_280 },
      ],
    });
  });

  test('VTune: seconds, in columns that are found by name, with each delimiter', () => {
    const kernels = [
      { name: 'copy_bytes', device: undefined, calls: 12, total: 255_000, least: undefined, most: undefined },
      { name: 'saxpy', device: undefined, calls: 8, total: 124_000, least: undefined, most: undefined },
    ];
    for (const delimiter of [';', ',', '\t'])
      expect(read(example('vtune.csv').replaceAll(';', delimiter))).toEqual({ value: { form: 'vtune', kernels }, diagnostics: [] });
  });

  test('VTune: the header of a report of gpu-offload, with a mark of the order of bytes, and the group of source-computing-task', () => {
    const transfers = 'Transfer Size;Transfer Size:Host-to-Device;Transfer Size:Device-to-Host';
    const limits = ['Work Size Limit', 'SLM Use Limit', 'Barriers Use Limit'].map((name) => `Peak XVE Threads Occupancy:${name}(%)`);
    const columns = [
      'Work Size:Global;Work Size:Local',
      ...['Total Time', 'Average Time', 'Instance Count', 'SIMD Width', 'SVM Usage Type', 'Spill Memory Size'].map(
        (name) => `Computing Task:${name}`,
      ),
      transfers,
      'Peak XVE Threads Occupancy(%)',
      ...limits,
    ].join(';');
    const row = 'saxpy;2048 x 1;256;0.001240;0.000155;8;32;;0;0;0;0;50.0;50.0;100.0;100.0';
    for (const first of ['Computing Task', 'Source Computing Task']) {
      const { value, diagnostics } = read(`\ufeff${first};${columns}\r\n${row}\r\n`);
      expect(diagnostics).toEqual([]);
      expect(value.kernels).toEqual([{ name: 'saxpy', device: undefined, calls: 8, total: 1_240_000, least: undefined, most: undefined }]);
    }
  });

  test('VTune: a first cell without text moves no other', () => {
    const text = 'GPU Adapter\tComputing Task\tComputing Task:Total Time\tComputing Task:Instance Count\n\tk\t0.5\t2\n';
    expect(read(text).value.kernels).toMatchObject([{ name: 'k', device: undefined, calls: 2, total: 500_000_000 }]);
  });

  test('VTune: the adapter, if tasks are grouped by it', () => {
    const text = 'GPU Adapter,Computing Task,Computing Task:Total Time,Computing Task:Instance Count\nArc B580,k,0.5,2\nArc A770,k,1,4\n';
    expect(read(text).value.kernels.map(({ device, total }) => [device, total])).toEqual([
      ['Arc B580', 500_000_000],
      ['Arc A770', 1_000_000_000],
    ]);
  });

  test('shapes and tiles of a kernel are added up', () => {
    const rows = ['"k[SIMD32 {1; 2; 1} {8; 1; 1}]", 2, 30, 0, 15, 10, 20', '"k[SIMD_ANY {4; 2; 1} {8; 1; 1}]", 1, 5, 0, 5, 5, 5'];
    const [shapes] = read(`${HEAD}${rows.join('\n')}\n`).value.kernels;
    const [tiles] = read(`${HEAD}${rows.map((row, i) => `Tile #${i}: ${row}`).join('\n')}\n`).value.kernels;
    expect(shapes).toEqual({ name: 'k', device: undefined, calls: 3, total: 35, least: 5, most: 20 });
    expect(tiles).toEqual(shapes);
  });

  test('names with commas are whole, with quotes and without', () => {
    const [first, second] = read(`${HEAD}"f<int, float>(int)", 1, 2, 0, 2, 2, 2\nf(int, int), 1, 2, 0, 2, 2, 2\n`).value.kernels;
    expect([first?.name, second?.name]).toEqual(['f<int, float>(int)', 'f(int, int)']);
  });

  test('a row that is not one is left out; a blank line ends a table', () => {
    const { value, diagnostics } = read(
      `${HEAD}k, many, 2, 0, 2, 2, 2\nk, 1, 2, 0, 2, 2, 2\n\nthe program says, so, much, of, it, all, here\n`,
    );
    expect(value.kernels).toHaveLength(1);
    expect(diagnostics.map(({ code, message, span }) => [code, message, span.start])).toEqual([
      ['times/row', 'many is not a number of calls', HEAD.length],
    ]);
  });

  test('other files are refused', () => {
    for (const text of ['', 'Kernel, Calls\n', 'kernel,address,sbid\nk,0,1\n']) expect(() => read(text)).toThrow(FormatError);
  });
});

describe('scan --times', () => {
  const folder = scratchFolder();
  const given = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const scan = async (...words: string[]) => {
    const { status, stdout, stderr } = await zebin(['scan', join(ROOT, 'examples/basic-dg2-bmg.ar'), '-w', '1', ...words]);
    expect(status, stderr).toBe(0);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const timed = rows.filter(({ calls }) => calls !== null).map(({ device, name, calls, total_ns }) => [device, name, calls, total_ns]);
    return { rows, timed, stderr };
  };

  test('rows of the device get the times of their kernel, next to what it needs', async () => {
    const { rows, timed, stderr } = await scan('--times', `bmg=${join(ROOT, 'examples/profiles/unitrace.txt')}`);
    expect(stderr).toBe('');
    expect(timed.sort()).toEqual([
      ['BMG-G21 A0', 'copy_bytes', 12, 254_880],
      ['BMG-G21 A0', 'saxpy', 8, 124_160],
    ]);
    const saxpy = rows.find(({ name, calls }) => name === 'saxpy' && calls !== null);
    expect(saxpy).toMatchObject({ average_ns: 15_520, min_ns: 14_880, max_ns: 17_280, grf_count: 128, spill_size: 0 });
    expect(Object.keys(rows[0] ?? {}).slice(-5)).toEqual(['calls', 'total_ns', 'average_ns', 'min_ns', 'max_ns']);
  });

  test('without a device every kernel of the name gets them, which is said', async () => {
    const { timed, stderr } = await scan('--times', join(ROOT, 'examples/profiles/vtune.csv'));
    expect(timed).toHaveLength(4);
    expect(stderr).toContain('kernels whose times several rows have: copy_bytes, saxpy');
  });

  test('the adapter of VTune is the device', async () => {
    const text =
      'GPU Adapter,Computing Task,Computing Task:Total Time,Computing Task:Instance Count\nIntel(R) Arc(TM) B580 Graphics,saxpy,0.5,2\n';
    expect((await scan('--times', given('arc.csv', text))).timed).toEqual([['BMG-G21 A0', 'saxpy', 2, 500_000_000]]);
    const { timed, stderr } = await scan('--times', given('new.csv', text.replace('B580', 'Z999')));
    expect(timed).toHaveLength(2);
    expect(stderr).toContain('times of unknown devices are those of kernels for any device: Intel(R) Arc(TM) Z999 Graphics');
  });

  test('a kernel that no file has is said', async () => {
    expect((await scan('--times', given('other.csv', `${HEAD}"nosuch", 1, 2, 0, 2, 2, 2\n`))).stderr).toContain(
      'kernels that are in no file: nosuch',
    );
  });

  test('files of two devices, CSV and Parquet: the same columns', async () => {
    const unitrace = join(ROOT, 'examples/profiles/unitrace.txt');
    const both = ['--times', `bmg=${unitrace}`, '--times', `dg2=${unitrace}`];
    expect((await scan(...both)).timed).toHaveLength(4);
    const csv = await zebin(['scan', join(ROOT, 'examples/basic-dg2-bmg.ar'), '--format', 'csv', ...both]);
    expect(csv.stdout.split('\n')[0]).toMatch(/,calls,total_ns,average_ns,min_ns,max_ns$/);
    const parquet = await zebin(['scan', join(ROOT, 'examples/basic-dg2-bmg.ar'), '-o', join(folder, 'k.parquet'), ...both]);
    expect([parquet.status, parquet.stderr]).toEqual([0, '']);
    const asked = await zebin(['query', 'SELECT sum(total_ns) AS all_ns FROM kernels', join(folder, 'k.parquet'), '--json']);
    expect(JSON.parse(asked.stdout).rows).toEqual([[2 * (254_880 + 124_160)]]);
  });

  test('a file without times is refused, as is an unknown device', async () => {
    const stalls = join(ROOT, 'examples/stalls.csv');
    const file = join(ROOT, 'examples/basic-dg2-bmg.ar');
    expect(await zebin(['scan', file, '--times', stalls])).toMatchObject({ status: 2, stderr: expect.stringContaining('[times/format]') });
    expect(await zebin(['scan', file, '--times', `bmx=${stalls}`])).toMatchObject({ status: 2 });
  });
});
