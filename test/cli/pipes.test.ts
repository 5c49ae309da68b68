/** Standard input through pipes that are slow, non-blocking or closed early; `scripts/pipes.mjs` runs every verb through each, often. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { faults, KINDS, READERS } from '../../scripts/pipes.mjs';
import { fixture } from '../support/corpus.ts';
import { needs } from '../support/tools.ts';
import { COMMAND, ENV, scratchFolder, zebin } from './zebin.ts';

const scratch = scratchFolder();
const posix = process.platform !== 'win32';

/** What takes no file from standard input, and what answers with files: tested below. */
const OTHERS = ['scan', 'query', 'explain', 'pack', 'unpack', 'view'];

test('the table of the script has every verb that reads standard input', () => {
  const verbs = COMMANDS.map(({ name }) => name).filter((name) => !OTHERS.includes(name));
  expect(verbs.filter((name) => !READERS.some(([verb]) => verb === name))).toEqual([]);
});

test.runIf(posix).each(READERS)('%s from a slow writer', async (...reader) => {
  expect(await faults('slow', reader, 1, zebin)).toEqual([]);
});

const [INFO] = READERS;
for (const kind of posix ? Object.keys(KINDS) : []) {
  needs(...(kind === 'input' ? (['python3'] as const) : []))(`a file larger than the buffer of a pipe, through ${kind}`, async () => {
    if (INFO) expect(await faults(kind, INFO, 5, zebin)).toEqual([]);
  });
}

test('unpack and view', async () => {
  const input = fixture('fat/slm-skl-tgllp.ar').bytes();
  expect((await zebin(['unpack', '-', 'folder'], { cwd: scratch, input })).status).toBe(0);
  expect((await zebin(['view', '-', '-o', 'page.html'], { cwd: scratch, input })).status).toBe(0);
});

test('a file that the shell opened, from where it is opened', () => {
  const file = openSync(fixture('zebin/igc2/bmg/clock.zebin').path, 'r');
  const { status, stdout } = spawnSync(COMMAND[0], [...COMMAND.slice(1), 'ls', '-'], {
    stdio: [file, 'pipe', 'pipe'],
    encoding: 'utf8',
    env: ENV,
  });
  closeSync(file);
  expect([status, stdout]).toEqual([0, expect.stringContaining('.text.clock')]);
});

test('an empty input, and one that is a folder', async () => {
  expect(await zebin(['ls', '-'], { input: new Uint8Array(0) })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('the input is empty'),
  });
  const folder = openSync(join(scratch), 'r');
  const { status, stderr } = spawnSync(COMMAND[0], [...COMMAND.slice(1), 'ls', '-'], {
    stdio: [folder, 'pipe', 'pipe'],
    encoding: 'utf8',
    env: ENV,
  });
  closeSync(folder);
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^zebin: standard input cannot be read: EISDIR/)]);
});
