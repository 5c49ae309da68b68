/** Machine code wherever it is: in vISA objects, alone in a file, and put back into its section. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { platformNamed } from '../../src/formats/eu/index.ts';
import { PLATFORMS, platformRow } from '../../src/formats/visa/index.ts';
import { eachItem, inspect } from '../../src/internal.ts';
import { fixture, visaObjects } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const CLOCK = 'zebin/igc2/bmg/clock.zebin';
const cwd = scratchFolder();
const at = (name: string) => join(cwd, name);

describe('in a vISA object', () => {
  const [object] = visaObjects().filter(({ bytes }) => inspect(bytes()).value.children.some(({ name }) => name.endsWith('.gen')));
  if (!object) throw new Error('no object has machine code');
  writeFileSync(at('k.isa'), object.bytes());
  const [code] = [...eachItem(inspect(object.bytes()).value)].filter(({ name }) => name.endsWith('.gen'));
  const kernel = code?.name.replace(/\.gen$/, '') ?? '';

  test('disasm prints it: all of it, by the name of its kernel, and by its address', async () => {
    const all = await zebin(['disasm', 'k.isa', '--json'], { cwd });
    expect([all.status, all.stderr]).toEqual([0, '']);
    const { code: listings } = JSON.parse(all.stdout);
    expect(listings[0]).toMatchObject({ address: '', name: kernel, decoder: 'zebin', size: code?.bytes.length });
    for (const args of [['k.isa', kernel], [`k.isa${code?.address}`]])
      expect(JSON.parse((await zebin(['disasm', ...args, '--json'], { cwd })).stdout).code).toEqual(
        listings.filter(({ name }: { name: string }) => name === kernel),
      );
  });

  test('another kernel is not there, and those that are are named', async () => {
    const { status, stderr } = await zebin(['disasm', 'k.isa', 'nosuch'], { cwd });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`available: ${kernel}`)]);
  });

  test('each device of an object has an instruction set', () => {
    for (const { value, name, grfBytes } of PLATFORMS) {
      const platform = platformNamed(platformRow(value)?.iga ?? '');
      expect([name, platform === undefined]).toEqual([name, false]);
      expect(grfBytes, name).toBe(['12p72', '2', '3', '3pxpc'].includes(platform ?? '') ? 64 : 32);
    }
  });
});

describe('alone in a file', () => {
  test('zeros, text of bytes, and too few instructions are not code', async () => {
    await zebin(['extract', `${CLOCK}!.text.clock`, '-o', at('code.bin')]);
    for (const [name, bytes] of [
      ['zeros', new Uint8Array(4096)],
      ['ones', new Uint8Array(4096).fill(255)],
      ['short', readFileSync(at('code.bin')).subarray(0, 32)],
      ['counts', Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) >> 5)],
    ] as const) {
      writeFileSync(at(name), bytes);
      expect((await zebin(['info', `./${name}`], { cwd })).stderr, name).not.toContain('disasm --raw');
    }
  });
});

describe('in its section', () => {
  test('replace puts back bytes of the same size, also in an archive', async () => {
    for (const [file, address] of [
      [CLOCK, '!.text.clock'],
      ['fat/basic-dg2-bmg.ar', '!64.bmg!.text.k'],
    ] as const) {
      await zebin(['extract', file + address, '-o', at('old')]);
      const changed = readFileSync(at('old'));
      changed[0] = (changed[0] ?? 0) ^ 1;
      writeFileSync(at('new'), changed);
      expect((await zebin(['replace', file + address, at('new'), '-o', at('whole')])).status).toBe(0);
      await zebin(['extract', `${at('whole')}${address}`, '-o', at('again')]);
      expect(readFileSync(at('again')).equals(changed)).toBe(true);
      const differ = fixture(file)
        .bytes()
        .filter((byte, i) => byte !== readFileSync(at('whole'))[i]);
      expect([readFileSync(at('whole')).length, differ.length]).toEqual([fixture(file).bytes().length, 1]);
    }
  });
});
