/** `asm`: what it writes, and what it says of a text that it cannot assemble. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeAr } from '../../src/formats/ar/index.ts';
import { ROOT } from '../support/run.ts';
import { zebin } from './zebin.ts';

const folder = mkdtempSync(join(tmpdir(), 'zebin-asm-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const EXAMPLE = join(ROOT, 'examples/scale.asm');

/** What iga64 makes of the example. */
const CODE = '418100300a0a00402e00100000c00000100000001000000031200180040000000c7e203000000000';

test('writes the code of a text', async () => {
  const { status } = await zebin(['asm', EXAMPLE, '--device', 'bmg', '-o', at('scale.bin')]);
  expect(status).toBe(0);
  expect(readFileSync(at('scale.bin')).toString('hex')).toBe(CODE);
});

test('what disasm prints is assembled', async () => {
  writeFileSync(at('code.bin'), Buffer.from(CODE, 'hex'));
  const { stdout } = await zebin(['disasm', '--raw', at('code.bin'), '-p', 'xe2', '--plain']);
  writeFileSync(at('code.asm'), stdout);
  expect((await zebin(['asm', at('code.asm'), '-p', 'xe2', '-o', at('again.bin')])).status).toBe(0);
  expect(readFileSync(at('again.bin')).toString('hex')).toBe(CODE);
});

test('refuses an archive, which begins with a line of text, and here with a member that is a text', async () => {
  const text = new TextEncoder().encode('nop\n'.repeat(2000));
  writeFileSync(at('text.ar'), writeAr([{ name: 'a.txt', data: text }]));
  const { status, stderr } = await zebin(['asm', at('text.ar'), '-p', 'xe2', '-o', at('none.bin')]);
  expect(status).toBe(2);
  expect(stderr.split('\n')[0]).toMatch(/text\.ar is not a text, but an ar archive: asm reads assembly/);
});
