/** Findings of texts begin with file, line and column on a line of their own, as compilers print them and editors find them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const CLOCK = fixture('zebin/igc2/bmg/clock.zebin').path;
const cwd = scratchFolder();
mkdirSync(join(cwd, 'sub'));
await zebin(['unpack', CLOCK, 'folder'], { cwd });
const assembly = join(cwd, 'folder/text/clock.asm');
writeFileSync(assembly, readFileSync(assembly, 'utf8').replace('mov', 'mvo'));

test.each<[string, string[], RegExp]>([
  ['pack', ['pack', 'folder', '-o', 'x.zebin'], /^folder\/text\/clock\.asm:\d+:\d+: error: mvo .*\[eu-text\/mnemonic\]$/m],
])('%s shows an error with file, line and column', async (_, args, line) => {
  const { stdout, stderr } = await zebin(args, { cwd });
  expect(stdout + stderr).toMatch(line);
  expect(stdout + stderr).toMatch(/\n {2}.*\n {2} *\^/);
});

test('with --json the failure of pack is one sentence, with the place', async () => {
  const { stdout } = await zebin(['pack', 'folder', '--json'], { cwd });
  const { code, message } = JSON.parse(stdout);
  expect([code, message.includes('\n')]).toEqual(['eu-text/mnemonic', false]);
});
