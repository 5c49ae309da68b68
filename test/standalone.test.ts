/** The command as one executable: made here, and run without Node, the package and an environment. */
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { zebin } from './cli/zebin.ts';
import { FIXTURES } from './support/corpus.ts';
import { type Ran, run, runNode } from './support/run.ts';

const CAN = process.platform === 'linux' && process.arch === 'x64';
const folder = mkdtempSync(join(tmpdir(), 'zebin-standalone-'));
const FILE = 'zebin/igc1-10840/skl/basic.zebin';

const alone = (...args: string[]): Ran => run(join(folder, 'zebin'), args, { cwd: FIXTURES, env: {} });

describe.skipIf(!CAN)(`the executable${CAN ? '' : ' [is made on Linux x64]'}`, () => {
  beforeAll(() => {
    const { status, stderr } = runNode(['scripts/standalone.mjs', '--output', folder]);
    expect(status, stderr).toBe(0);
  });

  test.each([
    ['info', FILE],
    ['info', 'fat/basic-dg2-bmg.ar', '--json'],
    ['disasm', FILE, 'saxpy'],
    ['explain', 'zebin/info/3'],
    ['view', FILE, '-o', '-'],
    ['complete', 'bash'],
    ['--help'],
    ['info', 'nosuch'],
  ])('zebin %s %s: as the package', async (...args) => {
    expect(alone(...args)).toEqual(await zebin(args));
  });

  test('scan starts its workers from the executable', () => {
    const table = join(folder, 'kernels.parquet');
    expect(alone('scan', 'zebin/igc1-10840', '--workers', '2', '-o', table).status).toBe(0);
    expect(readFileSync(table).subarray(0, 4).toString()).toBe('PAR1');
  });

  test('query says what it needs', () => {
    const { status, stderr } = alone('query', 'SELECT 1', join(folder, 'kernels.parquet'));
    expect(status).toBe(2);
    expect(stderr).toContain('DuckDB');
  });

  test('the licences and the manual pages are next to it', () => {
    const text = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
    // Of the command, of the page, and of Node.
    for (const name of ['hyparquet', 'preact', `Node.js ${process.version}`]) expect(text).toContain(name);
    expect(statSync(join(folder, 'man/man1/zebin.1')).isFile()).toBe(true);
  });
});
