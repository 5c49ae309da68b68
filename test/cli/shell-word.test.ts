/** Addresses and paths in messages are words that a shell takes as they are. */
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellWord } from '../../cli/shell-word.ts';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const posix = process.platform !== 'win32';

test.each([
  ['app.zebin', 'app.zebin'],
  ['build/a-b_c@1.zebin', 'build/a-b_c@1.zebin'],
  ['multi.ar!64.20.1.0!.text.saxpy', "'multi.ar!64.20.1.0!.text.saxpy'"],
  ['app.so!tgtimg[1]', "'app.so!tgtimg[1]'"],
  ["it's", "'it'\\''s'"],
  ['~user', "'~user'"],
  ['$(reboot)', "'$(reboot)'"],
  ['', "''"],
])('%s is quoted where a shell needs it', (text, word) => {
  expect(shellWord(text)).toBe(word);
  if (posix) expect(spawnSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' }).stdout).toBe(text);
});

test('every address that ls prints can be pasted after a verb', async () => {
  const cwd = scratchFolder();
  copyFileSync(fixture('fat/basic-dg2-bmg.ar').path, join(cwd, 'a b.ar'));
  const { stdout } = await zebin(['ls', 'a b.ar', '-a'], { cwd });
  const words = [...stdout.matchAll(/'a b\.ar[^']*'/g)].map(([word]) => word);
  expect(words.length).toBeGreaterThan(40);
  for (const word of words.slice(0, 12)) expect((await zebin(['ls', word.slice(1, -1)], { cwd })).status, word).toBe(0);
});
