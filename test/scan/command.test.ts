/** The command `zebin scan` as a process: threads, pipes, signals, usage. */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENV, MAIN, scratchFolder, zebin } from '../cli/zebin.ts';
import { fixture } from '../support/corpus.ts';
import { fits, ndjsonRows, scanHere } from './here.ts';

const scratch = scratchFolder();
const at = (...path: string[]) => join(scratch, ...path);
const posix = process.platform !== 'win32';
const CLOCK = fixture('zebin/igc2/bmg/clock.zebin');
const FILES = 200;
let expected: Buffer;

/** Enough files that the first part is there long before the last. */
beforeAll(async () => {
  mkdirSync(at('tree'));
  for (let i = 0; i < FILES; i++) copyFileSync(CLOCK.path, at('tree', String(i).padStart(4, '0')));
  await scanHere([at('tree')], at('expected.parquet'));
  expected = readFileSync(at('expected.parquet'));
});

test('threads write what one would, and --json says what was done', async () => {
  const { status, stdout, stderr } = await zebin(['scan', at('tree'), '-w', '3', '-o', 'threads.parquet', '--json'], { cwd: scratch });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ schema: 'zebin/scan/1', files: FILES, rows: FILES, output: 'threads.parquet', shard: null });
  expect(fits(JSON.parse(stdout))).toBe(true);
  expect(readFileSync(at('threads.parquet')).equals(expected)).toBe(true);
});

test('a shard goes to standard output as NDJSON', async () => {
  const { status, stdout } = await zebin(['scan', at('tree'), '--shard', '2/100']);
  expect(status).toBe(0);
  expect(ndjsonRows(stdout).map(({ path, name }) => [path, name])).toEqual([
    ['0002', 'clock'],
    ['0003', 'clock'],
  ]);
});

if (posix) {
  test('a reader that has seen enough ends it quietly', () => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', '"$0" "$1" scan "$2" | head -c 1', process.execPath, MAIN, at('tree')], {
      encoding: 'utf8',
      env: ENV,
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{', stderr: '' });
  });

  test('a device is written to as it is', async () => {
    expect(await zebin(['scan', CLOCK.path, '-o', '/dev/null', '--format', 'parquet'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(existsSync('/dev/null.parts')).toBe(false);
  });
}

describe('a run that is stopped', () => {
  const args = ['scan', at('tree'), '-w', '1', '-o', at('out.parquet')];
  const parts = () =>
    existsSync(at('out.parquet.parts')) ? readdirSync(at('out.parquet.parts')).filter((name) => name.endsWith('.part')) : [];

  /** Stops a scan when some of it is done. */
  async function stop(signal: 'SIGKILL' | 'SIGINT'): Promise<{ code: number | null; stderr: string }> {
    rmSync(at('out.parquet'), { force: true });
    rmSync(at('out.parquet.parts'), { recursive: true, force: true });
    const child = spawn(process.execPath, [MAIN, ...args], { env: ENV });
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
    while (parts().length === 0 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
    child.kill(signal);
    return { code: await ended, stderr };
  }

  async function expectGoingOn(): Promise<void> {
    expect(existsSync(at('out.parquet'))).toBe(false);
    expect(parts().length).toBeGreaterThan(0);
    await scanHere([at('tree')], at('out.parquet'));
    expect(readFileSync(at('out.parquet')).equals(expected)).toBe(true);
    expect(existsSync(at('out.parquet.parts'))).toBe(false);
  }

  test('with kill -9 is resumed', async () => {
    expect((await stop('SIGKILL')).code).toBe(null);
    await expectGoingOn();
  });

  if (posix) {
    test('with Ctrl-C says so', async () => {
      expect(await stop('SIGINT')).toEqual({ code: 130, stderr: 'zebin: the scan was interrupted; run the same command to resume it\n' });
      await expectGoingOn();
    });
  }
});

describe('bad usage: exit code 2 and a sentence', () => {
  test.each([
    [['nowhere'], 'nowhere does not exist'],
    [['tree', '-o', 'table.txt'], 'the name of table.txt has no known extension'],
    [['tree', '--format', 'excel'], 'excel is not a table format; use one of ndjson, csv, parquet'],
    [['tree', '-w', '0'], '0 is not a number of workers'],
    [['tree', '-o', 'nowhere/t.csv'], 'nowhere/t.csv cannot be written: ENOENT'],
    [['tree', '--format', 'csv', '-o', 'tree'], 'tree cannot be written: EISDIR'],
    [['tree', '--shard', '0/4'], '0/4 is not a shard'],
    [['tree', '--shard', '5/4'], '5/4 is not a shard'],
    [['tree', '--shard', '1'], '1 is not a shard'],
    [['tree', '--since', 'nowhere.parquet'], 'cannot be read as a table of kernels in Parquet'],
    [['tree', '--since', 'tree/0001'], 'cannot be read as a table of kernels in Parquet'],
  ])('zebin scan %j', async (args, sentence) => {
    const { status, stdout, stderr } = await zebin(['scan', ...args], { cwd: scratch });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });
});
