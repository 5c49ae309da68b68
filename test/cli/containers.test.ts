/** The verbs that take containers apart: run in this process, on files of the fixtures. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Verb } from '../../cli/commands/rows.ts';
import { stringWidth } from '../../cli/text.ts';
import { Bytes, findItem, inspect, KERNEL_COLUMNS, kernelRows } from '../../src/internal.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { type FakeIo, fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';

const folder = mkdtempSync(join(tmpdir(), 'zebin-containers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(FIXTURES, name);

const ARCHIVE = path('fat/basic-dg2-bmg.ar');
const COMPRESSED = path('sycl/host/intel-l2-compressed.so');
const OFFLOAD = path('sycl/offload-binary/hand-v3-zstd.bin');

interface Ran {
  readonly code: number;
  readonly io: FakeIo;
}
async function ran<V extends Verb>(verb: V, args: readonly string[], options: Given<V> = {}, width?: number): Promise<Ran> {
  const io = fakeIo(width);
  return { code: await runVerb(verb, args, options, io), io };
}
const json = ({ io }: Ran) => JSON.parse(io.printed());
const bytesAt = (file: string, address: string) => findItem(inspect(new Uint8Array(readFileSync(file))).value, address)?.bytes.data;

describe('ls', () => {
  test('has compressed images with both sizes, and every address leads on', async () => {
    const { io } = await ran('ls', [COMPRESSED]);
    expect(io.printed()).toMatch(/tgtimg\[1\]' +target spir64_gen; zstd, 19,120 bytes inflated; BMG-G21 A0/);
    const { root } = json(await ran('ls', [COMPRESSED], { json: true }));
    expect(root.children).toHaveLength(2);
    for (const { address, compression, size: stored, inflated_size, code, kernels } of root.children) {
      expect([compression, stored < inflated_size]).toEqual(['zstd', true]);
      expect(kernels.length).toBeGreaterThan(2);
      expect(['native', 'ir']).toContain(code);
      expect(json(await ran('ls', [`${COMPRESSED}${address}`], { json: true })).root.address).toBe(address);
    }
  });

  test('opens the files of a thin archive on request', async () => {
    writeFileSync(join(folder, 'a.zebin'), fixture('zebin/igc2/bmg/clock.zebin').bytes());
    const head = `${'a.zebin/'.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${'4632'.padEnd(10)}\`\n`;
    const other = head.replace('a.zebin/', 'b.zebin/');
    writeFileSync(join(folder, 'thin.a'), `!<thin>\n${head}${other}`);
    const kinds = async (options: Given<'ls'>) =>
      json(await ran('ls', [join(folder, 'thin.a')], { ...options, json: true })).root.children.map(
        (child: { kind: string }) => child.kind,
      );
    expect(await kinds({})).toEqual(['data', 'data']);
    expect(await kinds({ siblings: true })).toEqual(['zebin', 'data']);
  });
});

test('info of a part names each image by its whole address, once', async () => {
  const file = path('sycl/bundles/hand-ccob-v2-zlib.bundle');
  const images = json(await ran('info', [`${file}!bundle`], { json: true })).images as { address: string }[];
  expect(images.length).toBeGreaterThan(2);
  const lines = (await ran('info', [`${file}!bundle`], { all: true })).io.printed().split('\n');
  for (const { address } of images) expect(lines.filter((line) => line === file + address)).toHaveLength(1);
});

test('a program in patch tokens is for the core family in its header', async () => {
  const file = path('patchtoken/basic-skl.bin');
  const address = '!Intel(R) OpenCL Device Binary';
  const { images } = json(await ran('info', [file], { json: true }));
  expect(images.at(-1)).toMatchObject({ address, target: { names: ['Gen9'], gfxcore_family: { value: 12, name: 'Gen9' } } });
  const { children } = json(await ran('ls', [file], { json: true })).root;
  expect(children.find((child: { address: string }) => child.address === address)?.target).toEqual(['Gen9']);
  expect((await ran('ls', [file])).io.printed()).toContain('Gen9; 9 kernels');
  const data = readFileSync(file);
  const [row] = kernelRows({ root: '', path: '', size: data.length, sha256: null }, Bytes.from(data)).slice(-1);
  const cell = (name: string) => row?.[KERNEL_COLUMNS.findIndex((column) => column.name === name)];
  expect([cell('device'), cell('device_names'), cell('gfxcore_family'), cell('ip')]).toEqual(['Gen9', 'Gen9', 'Gen9', null]);
});

describe('extract', () => {
  test('one address, inflated or as it is stored', async () => {
    const inflated = await ran('extract', [`${COMPRESSED}!tgtimg[1]`]);
    expect(new Uint8Array(inflated.io.written())).toEqual(bytesAt(COMPRESSED, '!tgtimg[1]'));
    const raw = (await ran('extract', [`${COMPRESSED}!tgtimg[1]`], { raw: true })).io.written();
    expect([...raw.subarray(0, 4)]).toEqual([0x28, 0xb5, 0x2f, 0xfd]);
    expect(inspect(new Uint8Array(raw)).value.bytes.length).toBe(inflated.io.written().length);
  });

  test('all of a file into a folder, under safe names', async () => {
    const target = join(folder, 'all');
    const { code, io } = await ran('extract', [OFFLOAD], { all: target });
    expect(code).toBe(0);
    expect(readdirSync(target).sort()).toEqual(['dg2.zebin', 'intel_gpu_bmg_g21.zebin', 'spir64-unknown-unknown.spv']);
    expect(io.printed().split('\n')).toHaveLength(4);
    expect(new Uint8Array(readFileSync(join(target, 'dg2.zebin')))).toEqual(bytesAt(OFFLOAD, '!dg2'));
  });

  test('a property text and a section, of a zebin and inside of an archive', async () => {
    const info = (await ran('extract', [`${ARCHIVE}!64.bmg!.ze_info`])).io.written();
    expect(Buffer.from(info).toString()).toMatch(/^version: +'1\.73'/m);
    const texts = json(await ran('extract', [ARCHIVE], { kind: 'section', json: true })).files;
    expect(texts.length).toBeGreaterThan(20);
    expect(new Set(texts.map((one: { name: string }) => one.name.toLowerCase())).size).toBe(texts.length);
  });
});

describe('replace', () => {
  test('gives the file with the other image, which ls shows', async () => {
    const clock = path('zebin/igc2/bmg/clock.zebin');
    const { io } = await ran('replace', [`${ARCHIVE}!64.bmg`, clock]);
    writeFileSync(join(folder, 'new.ar'), io.written());
    expect(bytesAt(join(folder, 'new.ar'), '!64.bmg')).toEqual(new Uint8Array(readFileSync(clock)));
    expect(bytesAt(join(folder, 'new.ar'), '!64.dg2')).toEqual(bytesAt(ARCHIVE, '!64.dg2'));
    const document = json(await ran('replace', [`${ARCHIVE}!64.bmg`, clock], { json: true }));
    expect(document).toMatchObject({ addresses: ['!64.bmg'], size: io.written().length, size_before: 57_768 });
  });

  test('replaces everything that was extracted to a folder at once', async () => {
    const images = join(folder, 'images');
    await ran('extract', [ARCHIVE], { all: images });
    const other = readFileSync(path('zebin/igc2/bmg/clock.zebin'));
    for (const name of readdirSync(images)) writeFileSync(join(images, name), other);
    const { io } = await ran('replace', [ARCHIVE, images]);
    writeFileSync(join(folder, 'both.ar'), io.written());
    for (const address of ['!64.bmg', '!64.dg2']) expect(bytesAt(join(folder, 'both.ar'), address)).toEqual(new Uint8Array(other));
    writeFileSync(join(images, 'notes.txt'), 'x');
    await expect(ran('replace', [ARCHIVE, images])).rejects.toThrow(/notes.txt/);
  });
});

describe('size and coverage', () => {
  test('the first table says how much is code, IR and debug data, in units; --bytes has exact numbers', async () => {
    const debug = join(FIXTURES, 'zebin/igc2/bmg/basic-debug.zebin');
    const { tree, kinds } = json(await ran('size', [debug], { json: true }));
    const rounded = (await ran('size', [debug])).io.printed();
    const exact = (await ran('size', [debug], { bytes: true })).io.printed();
    for (const label of ['code', 'IR', 'debug data']) {
      const one = kinds.find((kind: { label: string }) => kind.label === label);
      const share = ((one.size / tree.size) * 100).toFixed(1);
      expect(rounded).toMatch(new RegExp(`^ +${(one.size / 1024).toFixed(1)} KiB +${share} {2}${label}$`, 'm'));
      expect(exact).toMatch(new RegExp(`^ +${one.size} +${share} {2}${label}$`, 'm'));
    }
    expect((await ran('size', [debug], { domains: 'kernel' })).io.printed()).not.toContain('debug data');
  });

  test('CSV has a line for each part, and the sizes are those of the file', async () => {
    const [head, ...rows] = (await ran('size', [COMPRESSED], { csv: true })).io.printed().trimEnd().split('\n');
    expect(head).toBe('container,image,device,kernel,section,kind,address,size,inflated_size');
    const total = rows.reduce((sum, row) => sum + Number(row.split(',').at(-2)), 0);
    expect(total).toBe(readFileSync(COMPRESSED).length);
  });
});

describe('on a narrow terminal', () => {
  const runs: [string, Verb, string, object?][] = [
    ['size', 'size', ARCHIVE],
    ['size of a library', 'size', COMPRESSED, { domains: 'container,image,device,kernel,section' }],
    ['coverage', 'coverage', ARCHIVE, { device: 'xe2,dg1' }],
    ['info', 'info', OFFLOAD],
  ];
  test.each(runs)('%s fits', async (_, verb, file, options = {}) => {
    // Paths of this machine are as long as they are.
    const at = process.cwd();
    process.chdir(FIXTURES);
    try {
      const relative = file.slice(FIXTURES.length + 1);
      for (const width of [60, 80, 120]) {
        const lines = (await ran(verb, [relative], options, width)).io.printed().split('\n');
        expect(lines.filter((line) => stringWidth(line) > width && !line.includes('/'))).toEqual([]);
      }
    } finally {
      process.chdir(at);
    }
  });
});
