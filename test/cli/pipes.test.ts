/** Standard input through pipes that are slow, non-blocking or closed early; `scripts/tools/pipes.mjs` runs every verb through each, often. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { faults, KINDS, READERS } from '../../scripts/tools/pipes.mjs';
import { fixture } from '../support/corpus.ts';
import { needs } from '../support/tools.ts';
import { COMMAND, ENV, scratchFolder, shell, zebin } from './zebin.ts';

const scratch = scratchFolder();
const posix = process.platform !== 'win32';

/** What takes no file from standard input, and what answers with files: tested below. */
const OTHERS = ['scan', 'query', 'explain', 'pack', 'unpack', 'view', 'test'];

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

describe.runIf(posix)('input without an end', () => {
  test('a device is refused at once, also on standard input', async () => {
    expect(await zebin(['info', '/dev/zero'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('/dev/zero is a device'),
    });
    expect(shell('zebin ls - < /dev/zero')).toMatchObject({ status: 2, stderr: expect.stringContaining('standard input is a device') });
    // It has an end, which is its beginning.
    expect((await zebin(['ls', '/dev/null'])).stderr).toContain('the input is empty');
  });

  test('a pipe that never ends is refused after 64 MiB, unless it begins like a file that may be large', () => {
    expect(shell('yes | zebin info -')).toMatchObject({ status: 2, stderr: expect.stringContaining('has more than 64 MiB') });
    const cwd = scratchFolder();
    spawnSync('mkfifo', [join(cwd, 'pipe')]);
    expect(shell('yes > pipe & zebin info pipe', [], cwd)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('pipe has more than 64 MiB'),
    });
    const archive = shell("{ printf '!<arch>\\n'; head -c 70000000 /dev/zero; } | zebin ls -");
    expect(archive.stderr).not.toContain('64 MiB');
  });
});

describe.runIf(process.platform === 'linux')('standard output', () => {
  test('that the shell closed is exit code 2 and a sentence', () => {
    for (const line of ['info zebin/igc2/bmg/clock.zebin', '--help', 'info nofile --json']) {
      const { stderr } = shell(`zebin ${line} >&-; echo $? >&2`);
      expect(stderr).toMatch(/^(zebin: .*\n)+2\n$/);
    }
    expect(shell('zebin info zebin/igc2/bmg/clock.zebin --json >&-').stderr).toMatch(/^zebin: .*\n$/);
    expect(shell('zebin info zebin/igc2/bmg/clock.zebin 2>&-; true').stdout).toContain('clock');
  });

  test('that is thrown away on purpose is an answer', () => {
    expect(shell('zebin info zebin/igc2/bmg/clock.zebin > /dev/null').status).toBe(0);
    const { status } = spawnSync(COMMAND[0], [...COMMAND.slice(1), 'info', fixture('zebin/igc2/bmg/clock.zebin').path], {
      stdio: 'ignore',
      env: ENV,
    });
    expect(status).toBe(0);
  });
});
