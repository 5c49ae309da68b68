/** `patch`: what it writes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const GLOBALS = fixture('zebin/igc2/bmg/globals.zebin').path;
const folder = scratchFolder();
const at = (name: string): string => join(folder, name);
const MOV = 'mov (16|M0) r20.0<1>:f r21.0<1;1,0>:f';

const code = async (path: string) => (await zebin(['disasm', path, 'bump', '--plain'])).stdout.split('\n').map((line) => line.trim());

test('makes several edits, in the order of the options', async () => {
  writeFileSync(at('probe.asm'), `${MOV}\n`);
  const edits = ['--at', '_entry', '--insert', `@${at('probe.asm')}`, '--insert', 'nop', '--at', '0010', '--delete', '--at', '0x20'];
  const { status, stderr } = await zebin(['patch', GLOBALS, 'bump', ...edits, '--replace', 'nop', '-o', at('new.zebin')]);
  expect([status, stderr]).toEqual([0, 'zebin: 4 edits; 1,088 bytes of code, before 1,024 bytes\n']);
  const lines = await code(at('new.zebin'));
  const first = lines.findIndex((line) => line.startsWith('mov (16|M0)') && line.includes('r20.0'));
  expect(lines[first + 1]).toBe('nop');
  expect(lines[2]).toBe('nop');
});
