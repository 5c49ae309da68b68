/** The files of examples/scale: each is run as its engine would run it, as far as that goes without the engine. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fakeIo } from '../cli/fake-io.ts';
import { runVerb } from '../cli/run-verb.ts';
import { ENV, MAIN, scratchFolder } from '../cli/zebin.ts';
import { FIXTURES } from '../support/corpus.ts';
import { ROOT, run } from '../support/run.ts';
import { scanHere } from './here.ts';

const EXAMPLES = join(ROOT, 'examples/scale');
const scratch = scratchFolder();
const TREE = join(FIXTURES, 'zebin/igc1-17791/skl');
const SHARDS = 2;

/** The shell finds the command in PATH. */
const env = { ...ENV, PATH: `${join(scratch, 'bin')}:${process.env.PATH}` };

beforeAll(() => {
  mkdirSync(join(scratch, 'bin'));
  const command = join(scratch, 'bin/zebin');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  chmodSync(command, 0o755);
});

async function asked(sql: string, ...tables: string[]) {
  const io = fakeIo();
  await runVerb('query', [sql, ...tables], { json: true }, io);
  return JSON.parse(io.printed());
}

const rows = async (...tables: string[]) => (await asked('SELECT path, address, name FROM kernels', ...tables)).rows;

/** All rows of one run, which those of the parts have to be. */
async function expectWhole(folder: string): Promise<void> {
  const whole = join(scratch, 'whole.parquet');
  await scanHere([TREE], whole);
  const parts = readdirSync(folder).sort();
  expect(parts).toEqual(['part-0001.parquet', 'part-0002.parquet']);
  expect(await rows(...parts.map((name) => join(folder, name)))).toEqual(await rows(whole));
}

if (process.platform !== 'win32') {
  test('slurm.sh, a task after the other', async () => {
    const tables = join(scratch, 'slurm');
    for (let task = 1; task <= SHARDS; task++) {
      const slurm = { SLURM_ARRAY_TASK_ID: String(task), SLURM_ARRAY_TASK_COUNT: String(SHARDS), SLURM_CPUS_PER_TASK: '2' };
      expect(run('sh', [join(EXAMPLES, 'slurm.sh'), TREE, tables], { env: { ...env, ...slurm } })).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      });
    }
    await expectWhole(tables);
  });

  test('kubernetes.yaml: the command of its pods', async () => {
    const job = parse(readFileSync(join(EXAMPLES, 'kubernetes.yaml'), 'utf8'));
    expect(job).toMatchObject({ apiVersion: 'batch/v1', kind: 'Job', spec: { completionMode: 'Indexed' } });
    const [container] = job.spec.template.spec.containers;
    const given: { name: string; value: string }[] = container.env;
    expect(Number(given.find(({ name }) => name === 'SHARDS')?.value)).toBe(job.spec.completions);
    const mounted = new Set(container.volumeMounts.map(({ name }: { name: string }) => name));
    expect(new Set(job.spec.template.spec.volumes.map(({ name }: { name: string }) => name))).toEqual(mounted);
    const tables = join(scratch, 'kubernetes');
    mkdirSync(tables);
    for (let index = 0; index < SHARDS; index++) {
      const pod = { JOB_COMPLETION_INDEX: String(index), SHARDS: String(SHARDS), TREE, TABLES: tables };
      const [command, ...args] = [...container.command, ...container.args];
      expect(run(command, args, { env: { ...env, ...pod } })).toEqual({ status: 0, stdout: '', stderr: '' });
    }
    await expectWhole(tables);
  });
}

describe('engines', () => {
  test('merge.sql makes one table of the parts', async () => {
    const folder = join(scratch, 'merge');
    mkdirSync(folder);
    for (let index = 1; index <= SHARDS; index++)
      await scanHere([TREE], join(folder, `part-000${index}.parquet`), { shard: { index, of: SHARDS } });
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const sql = readFileSync(join(EXAMPLES, 'merge.sql'), 'utf8').replaceAll(/'(part-\*|kernels)/g, (_, name) => `'${join(folder, name)}`);
    const answer = await connection.runAndReadAll(sql);
    expect(answer.columnNames()).toEqual(['device', 'kernels', 'spilling']);
    connection.closeSync();
    const whole = join(scratch, 'one.parquet');
    await scanHere([TREE], whole);
    expect(await rows(join(folder, 'kernels.parquet'))).toEqual(await rows(whole));
  });

  test('the statement of spark.py is one that the columns answer', async () => {
    const [, sql = ''] = /spark\.sql\(\s*"""([\s\S]*?)"""/.exec(readFileSync(join(EXAMPLES, 'spark.py'), 'utf8')) ?? [];
    const table = join(scratch, 'spark.parquet');
    await scanHere([TREE], table);
    const { columns, rows: found } = await asked(sql, table);
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(['device', 'kernels', 'spilling', 'most_bytes']);
    expect(found.length).toBeGreaterThan(0);
  });
});
