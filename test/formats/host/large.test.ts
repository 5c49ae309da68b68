/**
 * A shared library of 4 GiB with its images at the far end: how much of it is fetched, and how much memory that takes. The file has a
 * hole in it, so it takes no space on the disk.
 */
import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Source } from '../../../src/core/bytes/index.ts';
import { type Host, readHost } from '../../../src/formats/host/index.ts';
import { buildElf } from '../../support/build-elf.ts';
import { describeImages } from '../../support/build-host.ts';
import { fixture } from '../../support/corpus.ts';

const SIZE = 4 * 2 ** 30;
const IMAGES = 40;
const image = fixture('zebin/igc2/bmg/basic.zebin').bytes();
let folder: string;
let file: number;
let fetched = 0;
let source: Source;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zebin-large-'));
  file = openSync(join(folder, 'liblarge.so'), 'w+');
  const at = SIZE - 8 * 2 ** 20;
  const { data } = describeImages({ images: Array.from({ length: IMAGES }, () => ({ target: 'spir64_gen', data: image })), at });
  const names = new TextEncoder().encode('\0.data.rel.ro\0.text\0.shstrtab\0');
  const namesAt = at + data.length;
  const headersAt = Math.ceil((namesAt + names.length) / 8) * 8;
  const PROGBITS = 1;
  const { bytes } = buildElf({
    header: { e_type: 3, e_machine: 62, e_shoff: headersAt, e_shnum: 4, e_shstrndx: 3 },
    programHeaders: [
      { p_type: 1, p_flags: 5, p_offset: 0, p_vaddr: 0, p_filesz: at, p_memsz: at },
      { p_type: 1, p_flags: 6, p_offset: at, p_vaddr: at, p_filesz: data.length, p_memsz: data.length },
    ],
  });
  const headers = new DataView(new ArrayBuffer(4 * 64));
  const header = (i: number, name: number, type: number, flags: number, from: number, size: number) => {
    headers.setUint32(i * 64, name, true);
    headers.setUint32(i * 64 + 4, type, true);
    for (const [field, value] of [
      [8, flags],
      [16, type === PROGBITS ? from : 0],
      [24, from],
      [32, size],
    ] as const) {
      headers.setBigUint64(i * 64 + field, BigInt(value), true);
    }
  };
  header(1, 14, PROGBITS, 6, 4096, at - 4096);
  header(2, 1, PROGBITS, 3, at, data.length);
  header(3, 20, 3, 0, namesAt, names.length);
  ftruncateSync(file, SIZE);
  writeSync(file, bytes.subarray(0, 64 + 2 * 56), 0, undefined, 0);
  writeSync(file, data, 0, data.length, at);
  writeSync(file, names, 0, names.length, namesAt);
  writeSync(file, new Uint8Array(headers.buffer), 0, undefined, headersAt);
  source = {
    size: SIZE,
    read(start, length) {
      fetched += length;
      const into = new Uint8Array(length);
      if (readSync(file, into, 0, length, start) !== length) throw new Error('short read');
      return into;
    },
  };
});

afterAll(() => {
  closeSync(file);
  rmSync(folder, { recursive: true });
});

let host: Host;

test('is listed with less than one percent of it read', () => {
  const before = process.memoryUsage().rss;
  const { value, diagnostics } = readHost(source);
  expect(diagnostics).toEqual([]);
  expect(value.images.length).toBe(IMAGES);
  expect(value.images.every(({ target, bytes }) => target === 'spir64_gen' && bytes.length === image.length)).toBe(true);
  expect(fetched / SIZE).toBeLessThan(0.01);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
  host = value;
});

test('one image is taken out', () => {
  expect(Buffer.compare(host.images[27]?.bytes.data ?? new Uint8Array(0), image)).toBe(0);
});
