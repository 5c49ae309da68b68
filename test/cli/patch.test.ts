/** `patch`: what it writes, and what it says of edits that it cannot make. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const GLOBALS = fixture('zebin/igc2/bmg/globals.zebin').path;
const ARCHIVE = fixture('fat/basic-dg2-bmg.ar').path;
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

test('a text with errors is not written, and each error is shown with its line', async () => {
  writeFileSync(at('wrong.asm'), 'nop\nmoov\n');
  const edits = ['--at', '0', '--insert', `@${at('wrong.asm')}`, '--at', '0x10', '--replace', 'jmpi nowhere'];
  const { status, stderr } = await zebin(['patch', GLOBALS, 'bump', ...edits, '-o', at('none.zebin')]);
  expect(status).toBe(2);
  expect(stderr).toContain('wrong.asm:2:1: error: ');
  expect(stderr).toContain('--replace (edit 2):1:6: error: ');
  expect(existsSync(at('none.zebin'))).toBe(false);
  const { stdout } = await zebin(['patch', GLOBALS, 'bump', ...edits, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    size: null,
    diagnostics: [
      { line: 2, column: 1 },
      { line: 1, column: 6 },
    ],
  });
});

test.each([
  [['--delete'], '--delete has no --at before it'],
  [[], 'give what to change'],
  [['--at', '0x10'], 'give what to change'],
  [['--at', '0x11', '--delete'], 'no instruction begins at 17'],
  [['--at', 'nowhere', '--delete'], 'no symbol or label of the code is named nowhere'],
])('refuses %j', async (edits, message) => {
  const { status, stdout, stderr } = await zebin(['patch', GLOBALS, 'bump', ...edits]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('writes an image of an archive, which has to be named', async () => {
  const edits = ['k', '--at', '_entry', '--insert', MOV, '-o', at('bmg.zebin')];
  expect(await zebin(['patch', ARCHIVE, ...edits])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('2 images have a kernel k'),
  });
  expect((await zebin(['patch', `${ARCHIVE}!64.bmg`, ...edits])).status).toBe(0);
  expect(readFileSync(at('bmg.zebin')).subarray(0, 4).toString('latin1')).toBe('\x7fELF');
});
