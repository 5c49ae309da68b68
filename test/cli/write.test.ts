/** What the command writes: never over what it read, never through a link of a folder, whole or not at all, and no longer than a signal. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Budgets } from '../../cli/budget.ts';
import { processStandard } from '../../cli/input/standard.ts';
import { Output } from '../../cli/output.ts';
import { OutputFile } from '../../cli/write/index.ts';
import { Inputs } from '../../cli/write/inputs.ts';
import { fixture } from '../support/corpus.ts';
import { COMMAND, ENV, scratchFolder, shell, zebin, zebinProcess } from './zebin.ts';

const CLOCK = fixture('zebin/igc2/bmg/clock.zebin');
const ARCHIVE = fixture('fat/basic-dg2-bmg.ar');
const posix = process.platform !== 'win32';

/** A folder of its own with a zebin under three names, and an archive. */
function place(): string {
  const folder = scratchFolder();
  copyFileSync(CLOCK.path, join(folder, 'a.zebin'));
  copyFileSync(ARCHIVE.path, join(folder, 'a.ar'));
  linkSync(join(folder, 'a.zebin'), join(folder, 'hard.zebin'));
  symlinkSync('a.zebin', join(folder, 'soft.zebin'));
  return folder;
}

describe.runIf(posix)('no output takes the place of what was read', () => {
  const cwd = place();
  test.each<[string[]]>([
    [['info', 'a.zebin', '-o', 'a.zebin']],
    [['info', 'a.zebin', '-o', 'hard.zebin']],
    [['info', 'a.zebin', '-o', 'soft.zebin']],
    [['info', 'soft.zebin', '-o', './a.zebin']],
    [['compare', 'a.ar', 'a.zebin', '-o', 'hard.zebin']],
    [['diff', '.', 'a.zebin', '-o', 'a.ar']],
    [['compare', 'a.zebin', '--baseline', 'hard.zebin', '--update']],
    [['scan', 'a.zebin', '-o', 'hard.zebin', '--format', 'csv']],
    [['scan', '.', '-o', 'a.ar', '--format', 'csv']],
    [['extract', 'a.ar!64.bmg', '-o', 'a.ar']],
    [['replace', 'a.ar!64.bmg', 'a.zebin', '-o', 'hard.zebin']],
    [['link', 'a.zebin', '-o', 'a.zebin']],
    [['view', 'a.zebin', '-o', 'a.zebin']],
  ])('%j', async (args) => {
    const { status, stderr } = await zebin(args, { cwd });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/cannot be written, because it is|contains device code/)]);
    expect(readFileSync(join(cwd, 'a.zebin')).equals(CLOCK.bytes())).toBe(true);
    expect(readFileSync(join(cwd, 'a.ar')).equals(ARCHIVE.bytes())).toBe(true);
  });

  test('a file on standard input, and one that standard output is appended to', () => {
    for (const line of ['info - -o a.zebin < a.zebin', 'info a.zebin >> hard.zebin']) {
      const { status, stderr } = shell(`zebin ${line}`, [], cwd);
      expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be written')]);
      expect(readFileSync(join(cwd, 'a.zebin')).equals(CLOCK.bytes())).toBe(true);
    }
  });

  test('what a verb edits may be replaced, and the link to it stays', async () => {
    const folder = place();
    expect((await zebin(['strip', 'soft.zebin', '-o', 'soft.zebin'], { cwd: folder })).status).toBe(0);
    expect(lstatSync(join(folder, 'soft.zebin')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'a.zebin')).length).toBeLessThan(CLOCK.bytes().length);
    expect((await zebin(['replace', 'a.ar!64.bmg', 'a.zebin', '-o', 'a.ar'], { cwd: folder })).status).toBe(0);
  });
});

describe.runIf(posix)('a folder that somebody else filled', () => {
  const name = '64.bmg.zebin';

  test('a link in it is not followed', async () => {
    const cwd = place();
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'outside'), 'mine');
    symlinkSync('../outside', join(cwd, 'out', name));
    const { status, stderr } = await zebin(['extract', 'a.ar', '--kind', 'zebin', '--all', 'out'], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringContaining('is a link')]);
    expect(readFileSync(join(cwd, 'outside'), 'utf8')).toBe('mine');
    expect(readdirSync(join(cwd, 'out'))).toEqual([name]);
  });

  test('neither is a pipe or a folder in it written to', async () => {
    const cwd = place();
    for (const make of ['mkfifo', 'mkdir']) {
      mkdirSync(join(cwd, make));
      spawnSync(make, [join(cwd, make, name)]);
      const { status, stderr } = await zebin(['extract', 'a.ar', '--kind', 'zebin', '--all', make], { cwd });
      expect([status, stderr]).toEqual([2, expect.stringContaining('it exists and is not a file')]);
    }
  });

  test('links in the folder of parts of a scan', async () => {
    const cwd = place();
    mkdirSync(join(cwd, 'k.csv.parts'));
    writeFileSync(join(cwd, 'outside'), 'mine');
    symlinkSync('../outside', join(cwd, 'k.csv.parts', 'running'));
    expect((await zebin(['scan', 'a.ar', '-o', 'k.csv'], { cwd })).status).toBe(0);
    expect(readFileSync(join(cwd, 'outside'), 'utf8')).toBe('mine');
  });
});

describe.runIf(posix)('outputs that are not files', () => {
  test('/dev/null, standard output by name, and a pipe that the user names', async () => {
    const cwd = place();
    expect((await zebin(['info', 'a.zebin', '-o', '/dev/null'], { cwd })).status).toBe(0);
    expect(zebinProcess(['info', 'a.zebin', '-o', '/dev/stdout'], { cwd }).stdout).toContain('clock');
    spawnSync('mkfifo', [join(cwd, 'pipe')]);
    const reader = spawn('cat', ['pipe'], { cwd });
    let text = '';
    reader.stdout.setEncoding('utf8').on('data', (piece) => (text += piece));
    const done = new Promise((resolve) => reader.on('close', resolve));
    expect((await zebin(['info', 'a.zebin', '-o', 'pipe'], { cwd })).status).toBe(0);
    await done;
    expect(text).toContain('clock');
    expect(lstatSync(join(cwd, 'pipe')).isFIFO()).toBe(true);
  });

  test('a pipe that nobody reads, until SIGTERM', async () => {
    const cwd = place();
    spawnSync('mkfifo', [join(cwd, 'pipe')]);
    const child = spawn(COMMAND[0], [...COMMAND.slice(1), 'info', 'a.zebin', '-o', 'pipe'], { cwd, env: ENV });
    const ended = new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
    // It has begun to wait once it has opened its input and nothing more happens; a signal before that ends it as well.
    await setTimeout(300);
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGTERM');
  });
});

describe('unpack --force', () => {
  test('stops at files that unpack did not write, and names them', async () => {
    const cwd = place();
    expect((await zebin(['unpack', 'a.zebin', 'x'], { cwd })).status).toBe(0);
    mkdirSync(join(cwd, 'x', '.git'));
    writeFileSync(join(cwd, 'x', 'text', 'mine.txt'), '');
    const { status, stderr } = await zebin(['unpack', 'a.zebin', 'x', '--force'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain('.git/');
    expect(stderr).toContain('text/mine.txt');
    expect(existsSync(join(cwd, 'x', '.git'))).toBe(true);
  });

  test('a folder with a file of the right name that is not unpacked, and one whose list was changed', async () => {
    const cwd = place();
    mkdirSync(join(cwd, 'project', '.git'), { recursive: true });
    writeFileSync(join(cwd, 'project', 'container.json'), '{}');
    expect(await zebin(['unpack', 'a.ar', 'project', '--force'], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('was not made by'),
    });
    await zebin(['unpack', 'a.zebin', 'x'], { cwd });
    writeFileSync(join(cwd, 'x', 'mine'), '');
    writeFileSync(join(cwd, 'x', '.zebin-unpacked'), `${readFileSync(join(cwd, 'x', '.zebin-unpacked'))}mine\n`);
    expect((await zebin(['unpack', 'a.zebin', 'x', '--force'], { cwd })).status).toBe(2);
    expect(existsSync(join(cwd, 'x', 'mine'))).toBe(true);
  });

  test('edited files are replaced, and the folder packs as before', async () => {
    const cwd = place();
    await zebin(['unpack', 'a.zebin', 'x'], { cwd });
    writeFileSync(join(cwd, 'x', 'notes.txt'), 'edited');
    expect((await zebin(['unpack', 'a.zebin', 'x', '--force'], { cwd })).status).toBe(0);
    expect((await zebin(['pack', 'x', '-o', 'b.zebin'], { cwd })).status).toBe(0);
    expect(readFileSync(join(cwd, 'b.zebin')).equals(CLOCK.bytes())).toBe(true);
    expect(readdirSync(cwd).filter((name) => /\.(tmp|old)$/.test(name))).toEqual([]);
  });

  test('what a run that was killed left is put back or removed', async () => {
    const cwd = place();
    await zebin(['unpack', 'a.zebin', '.x.999999999.0123abcd.old'], { cwd });
    writeFileSync(join(cwd, '.x.999999999.0123abcd.old', 'notes.txt'), 'edited');
    mkdirSync(join(cwd, '.x.999999999.0123abcd.tmp'));
    // The old folder has its place again, so without --force it is in the way.
    expect((await zebin(['unpack', 'a.zebin', 'x'], { cwd })).stderr).toContain('already exists');
    expect(readFileSync(join(cwd, 'x', 'notes.txt'), 'utf8')).toBe('edited');
    await zebin(['unpack', 'a.zebin', '.x.999999999.0123abcd.old'], { cwd });
    expect((await zebin(['unpack', 'a.zebin', 'x', '--force'], { cwd })).status).toBe(0);
    expect(readdirSync(cwd).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('temporary files', () => {
  test('one that an earlier process left is not in the way, and goes', async () => {
    const cwd = place();
    for (const name of ['.out.1.tmp', '.out.999999999.0123abcd.tmp']) writeFileSync(join(cwd, name), 'left');
    expect((await zebin(['info', 'a.zebin', '-o', 'out'], { cwd })).status).toBe(0);
    expect(readdirSync(cwd).filter((name) => name.startsWith('.out'))).toEqual(['.out.1.tmp']);
  });

  test('nor is the folder that an earlier one left in a folder', async () => {
    const cwd = place();
    for (const name of ['.files.1.tmp', '.files.999999999.0123abcd.tmp']) mkdirSync(join(cwd, 'out', name), { recursive: true });
    expect((await zebin(['extract', 'a.ar', '--kind', 'zebin', '--all', 'out'], { cwd })).status).toBe(0);
    expect(readdirSync(join(cwd, 'out')).filter((name) => name.startsWith('.'))).toEqual(['.files.1.tmp']);
  });

  test('a name of 250 characters', async () => {
    const cwd = place();
    const name = 'n'.repeat(250);
    expect((await zebin(['info', 'a.zebin', '-o', name], { cwd })).status).toBe(0);
    expect((await zebin(['unpack', 'a.zebin', `${'u'.repeat(250)}`], { cwd })).status).toBe(0);
    expect((await zebin(['unpack', 'a.zebin', `${'u'.repeat(250)}`, '--force'], { cwd })).status).toBe(0);
    expect(readdirSync(cwd).filter((entry) => entry.startsWith('.'))).toEqual([]);
    expect(readFileSync(join(cwd, name), 'utf8')).toContain('clock');
  });
});

describe.runIf(posix)('a new form of a file has its permissions', () => {
  test.each([
    ['strip', ['strip', 'a.ar']],
    ['edit', ['edit', 'a.ar', '--rename', 'k=z']],
    ['replace', ['replace', 'a.ar!64.bmg', 'soft.zebin']],
    ['convert', ['convert', 'a.zebin', '--to', '1.73']],
    ['link', ['link', 'a.zebin', '--at', '.text.clock=0x1000']],
    ['patch', ['patch', 'a.zebin', 'clock', '--at', '_entry', '--insert', 'nop']],
    ['reduce', ['reduce', 'a.zebin', '--keep', 'finding:note/not-a-table', '--seconds', '0.001']],
  ])('%s', async (_, args) => {
    const cwd = place();
    for (const name of ['a.ar', 'a.zebin']) chmodSync(join(cwd, name), 0o750);
    await zebin([...args, '-o', 'out'], { cwd });
    expect((statSync(join(cwd, 'out')).mode & 0o777).toString(8)).toBe('750');
  });

  test('pack, if the original is given; not an item that is taken out of a file', async () => {
    const cwd = place();
    for (const name of ['a.ar', 'a.zebin']) chmodSync(join(cwd, name), 0o750);
    await zebin(['unpack', 'a.zebin', 'x'], { cwd });
    expect((await zebin(['pack', 'x', '--original', 'a.zebin', '-o', 'b.zebin'], { cwd })).status).toBe(0);
    expect((await zebin(['strip', 'a.ar!64.bmg', '-o', 'bmg.zebin'], { cwd })).status).toBe(0);
    expect([statSync(join(cwd, 'b.zebin')).mode & 0o111, statSync(join(cwd, 'bmg.zebin')).mode & 0o111]).toEqual([0o110, 0]);
  });
});

describe('text of megabytes for a file', () => {
  const line = `${'0123456789abcdef'.repeat(4)}, \u00b5s\n`;
  const text = line.repeat(60_000);

  function outputTo(path: string): { readonly out: Output; readonly file: OutputFile } {
    const inputs = new Inputs();
    const file = new OutputFile(path, inputs);
    const around = { standard: processStandard(), packaged: { text: () => '', names: () => [] }, budgets: new Budgets({}), inputs };
    return { file, out: new Output(file, around as never) };
  }

  /** Open files of a folder that have no name. */
  const unnamedIn = (folder: string): string[] =>
    readdirSync('/proc/self/fd').flatMap((file) => {
      const path = `/proc/self/fd/${file}`;
      const target = lstatSync(path, { throwIfNoEntry: false }) ? readlinkSync(path) : '';
      return target.startsWith(folder) && target.endsWith(' (deleted)') ? [target] : [];
    });

  test.runIf(process.platform === 'linux')('is on the disk before it is written, under no name', async () => {
    const folder = realpathSync(scratchFolder());
    const { out } = outputTo(join(folder, 'out.txt'));
    for (let i = 0; i < 60_000; i++) out.add(line);
    expect(unnamedIn(folder)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
    await out.end();
    expect(unnamedIn(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['out.txt']);
    expect(readFileSync(join(folder, 'out.txt'), 'utf8') === text).toBe(true);
  });

  test('of a run that fails is gone, and the old file is as it was', () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'out.txt'), 'old');
    const { out, file } = outputTo(join(folder, 'out.txt'));
    for (let i = 0; i < 60_000; i++) out.add(line);
    file.close();
    expect(readdirSync(folder)).toEqual(['out.txt']);
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('old');
  });

  test('and bytes after it come in order', async () => {
    const path = join(scratchFolder(), 'out.bin');
    const { out } = outputTo(path);
    for (let i = 0; i < 30_000; i++) out.add(line);
    out.add(new Uint8Array(3 << 20).fill(0x41));
    out.add(line);
    await out.end();
    expect(
      readFileSync(path, 'latin1') ===
        Buffer.from(line.repeat(30_000)).toString('latin1') + 'A'.repeat(3 << 20) + Buffer.from(line).toString('latin1'),
    ).toBe(true);
  });

  test.runIf(posix)('for a folder that may not be written to is refused', () => {
    const path = join(scratchFolder(), 'none', 'out.txt');
    const { out } = outputTo(path);
    expect(() => {
      for (let i = 0; i < 60_000; i++) out.add(line);
    }).toThrow(/cannot be written/);
  });

  test('is what standard output gets', async () => {
    const cwd = scratchFolder();
    const args = ['dump', '--full', fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').path];
    const { stdout } = await zebin(args, { cwd });
    expect((await zebin([...args, '-o', 'out.txt'], { cwd })).status).toBe(0);
    expect(stdout.length).toBeGreaterThan(1 << 20);
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8') === stdout).toBe(true);
  });
});
