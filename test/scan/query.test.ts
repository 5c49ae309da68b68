/** Questions: those of docs/scale.md, the forms of the answer, and what is wrong. */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { rawCsvText } from '../../cli/csv.ts';
import { TABLE_FORMATS } from '../../cli/scan/table.ts';
import { KERNEL_COLUMNS, readTimes, TimesJoin } from '../../src/internal.ts';
import { fakeIo } from '../cli/fake-io.ts';
import { runVerb } from '../cli/run-verb.ts';
import { scratchFolder, zebin } from '../cli/zebin.ts';
import { FIXTURES } from '../support/corpus.ts';
import { ROOT, runNode } from '../support/run.ts';
import { fits, scanHere } from './here.ts';

const scratch = scratchFolder();
const cwd = scratch;
const OLD = join(scratch, 'old.parquet');
const NEW = join(scratch, 'new.parquet');
/** With the columns of code, and the newer one with times. */
const OLD_CODE = join(scratch, 'old-code.parquet');
const NEW_CODE = join(scratch, 'new-code.parquet');

/** Two builds of the same sources, by an older and a newer compiler, with more next to the newer. */
beforeAll(async () => {
  const fixtures = (path: string) => join(FIXTURES, path);
  mkdirSync(join(scratch, 'new'));
  cpSync(fixtures('zebin/igc1-17791/skl'), join(scratch, 'new'), { recursive: true });
  for (const folder of ['zebin/igc2/bmg', 'zebin/igc2/ptl-h', 'fat', 'sycl/host', 'sycl/syclbin'])
    cpSync(fixtures(folder), join(scratch, 'new', folder), { recursive: true });
  await scanHere([fixtures('zebin/igc1-10840/skl')], OLD);
  await scanHere([join(scratch, 'new')], NEW);
  await scanHere([fixtures('zebin/igc1-10840/skl')], OLD_CODE, { columns: ['code'] });
  const { kernels } = readTimes(readFileSync(join(ROOT, 'examples/profiles/unitrace.txt'))).value;
  await scanHere([join(scratch, 'new')], NEW_CODE, { columns: ['code'], times: new TimesJoin([{ kernels, devices: undefined }]) });
  await scanHere([fixtures('fat')], join(scratch, 'fat.csv'));
  await scanHere([fixtures('fat')], join(scratch, 'fat.ndjson'));
});

/** Asks in this process. */
async function asked(sql: string, ...tables: string[]) {
  const io = fakeIo();
  await runVerb('query', [sql, ...tables], { json: true }, io);
  const document = JSON.parse(io.printed());
  expect(fits(document)).toBe(true);
  return document;
}

describe('docs/scale.md', () => {
  const text = readFileSync(join(ROOT, 'docs/scale.md'), 'utf8').replaceAll('\r\n', '\n');
  const queries = [...text.matchAll(/^(.*):\n\n```sql\n([\s\S]*?)^```/gm)].map(([, title = '', sql = '']) => [title, sql] as const);

  test('there are ten questions and more', () => {
    expect(queries.length).toBeGreaterThanOrEqual(10);
  });

  test.each(queries)('%s', async (_, sql) => {
    // In the text the tables are in the folder in which the command runs.
    const { columns, rows } = await asked(
      sql.replace("'old.parquet'", `'${OLD_CODE}'`).replace("'new.parquet'", `'${NEW_CODE}'`),
      OLD_CODE,
      NEW_CODE,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row: unknown[]) => row.length === columns.length)).toBe(true);
  });

  test('tables are distinguished by their names as they were given', async () => {
    const { status, stdout } = await zebin(
      ['query', 'SELECT DISTINCT scan FROM kernels ORDER BY 1', 'old.parquet', 'new.parquet', '--csv'],
      {
        cwd,
      },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'scan\nnew.parquet\nold.parquet\n' });
  });
});

describe('answers', () => {
  test('as JSON, with types, and without loss', async () => {
    const sql =
      "SELECT 9007199254740993::BIGINT AS big, 1::HUGEINT AS one, 0.5 AS half, 'a' AS a, NULL AS n, true AS t, DATE '2026-01-02' AS d, [1, 2] AS l";
    expect(await asked(sql, OLD)).toEqual({
      schema: 'zebin/query/1',
      columns: [
        { name: 'big', type: 'BIGINT' },
        { name: 'one', type: 'HUGEINT' },
        { name: 'half', type: 'DECIMAL(2,1)' },
        { name: 'a', type: 'VARCHAR' },
        { name: 'n', type: 'INTEGER' },
        { name: 't', type: 'BOOLEAN' },
        { name: 'd', type: 'DATE' },
        { name: 'l', type: 'INTEGER[]' },
      ],
      rows: [['9007199254740993', 1, 0.5, 'a', null, true, '2026-01-02', '[1,2]']],
    });
    expect((await asked('FROM kernels LIMIT 0', OLD)).rows).toEqual([]);
  });

  test('as comma-separated values', async () => {
    const sql = `SELECT 'a,b' AS "x,y", '' AS empty, NULL AS n, chr(27) || '"' AS quote, 1.5 AS number`;
    expect((await zebin(['query', sql, OLD, '--csv'])).stdout).toBe('"x,y",empty,n,quote,number\n"a,b","",,"\\x1b""",1.5\n');
  });

  test('a cell that a spreadsheet would run is text, except with --raw-csv', async () => {
    const sql = `SELECT '=1+1' AS "=x", '@a' AS at, '-1' AS text, -1 AS number, 'a=b' AS inside`;
    expect((await zebin(['query', sql, OLD, '--csv'])).stdout).toBe("'=x,at,text,number,inside\n'=1+1,'@a,'-1,-1,a=b\n");
    expect((await zebin(['query', sql, OLD, '--csv', '--raw-csv'])).stdout).toBe('=x,at,text,number,inside\n=1+1,@a,-1,-1,a=b\n');
  });

  test('on a terminal as a table, or as lists where it does not fit', async () => {
    const sql = "SELECT 'of a kernel' AS name, 12 AS slm_size UNION ALL SELECT 'of another', NULL ORDER BY ALL";
    const wide = fakeIo(80);
    await runVerb('query', [sql, OLD], {}, wide);
    expect(wide.printed()).toBe('name         slm_size\nof a kernel        12\nof another          -\n');
    const narrow = fakeIo(18);
    await runVerb('query', [sql, OLD], {}, narrow);
    expect(narrow.printed()).toBe('name: of a kernel\nslm_size: 12\n\nname: of another\nslm_size: -\n');
  });

  test('names from files are made safe', async () => {
    const io = fakeIo(80);
    await runVerb('query', ["SELECT 'a' || chr(27) || '[2J' AS name", OLD], {}, io);
    expect(io.printed()).toBe('name\na\\x1b[2J\n');
  });

  test('of tables in all formats together', async () => {
    const sql = 'SELECT scan, count(*), sum(code_bytes), count(DISTINCT code_sha256) FROM kernels GROUP BY 1 ORDER BY 1';
    const { rows } = await asked(sql, join(scratch, 'fat.csv'), join(scratch, 'fat.ndjson'));
    expect(rows).toHaveLength(2);
    expect(rows[0].slice(1)).toEqual(rows[1].slice(1));
  });

  test('--columns lists all of them', async () => {
    const { status, stdout } = await zebin(['query', '--columns']);
    expect(status).toBe(0);
    for (const { name, type, doc } of KERNEL_COLUMNS)
      expect(stdout).toMatch(new RegExp(`^${name} \\(${type}(, .*)?\\)\\n  ${doc.slice(0, 20).replace(/[.()]/g, '.')}`, 'm'));
  });
});

describe('tables are what their names say', () => {
  const rows = (name: string) => asked('SELECT count(*) AS n, min(scan) AS scan FROM kernels', name).then((document) => document.rows[0]);

  test.each(['a*.parquet', 'a?.parquet', 'a[1].parquet', "it's.parquet", 'a{b,c}.parquet', 'file:a.parquet', 'a\\b.parquet'])(
    '%s is a name',
    async (name) => {
      cpSync(join(scratch, 'old.parquet'), join(scratch, name));
      const path = join(scratch, name);
      // A pattern would find the others too.
      expect(await rows(path)).toEqual([(await rows(OLD))[0], path]);
    },
  );

  test.each(['parquet', 'csv', 'ndjson'])('a folder name=evil sets no column of %s', async (ending) => {
    const folder = join(scratch, 'name=evil');
    mkdirSync(folder, { recursive: true });
    const table = join(folder, `fat.${ending}`);
    await scanHere([join(FIXTURES, 'fat')], table);
    const names = async (file: string) => (await asked('SELECT DISTINCT name FROM kernels ORDER BY 1', file)).rows;
    expect(await names(table)).toEqual(await names(join(scratch, 'fat.ndjson')));
    expect(await names(table)).not.toContainEqual(['evil']);
  });

  test('the name of a kernel does not affect its type, and is read back unchanged', async () => {
    const names = ['2020-01-02', '12:30:00', '0x10', 'true', '1e5', '=1+2', "'=x", "'x", '-1', '@a', '＝1', 'a,"b'];
    const { columns } = await asked('FROM kernels', OLD);
    const cells = (name: string) => KERNEL_COLUMNS.map((column) => (column.name === 'name' ? name : null));
    const written = (format: string, raw = false): string => {
      const table = TABLE_FORMATS.find((row) => row.name === format);
      let text = '';
      const out = {
        write: (data: Uint8Array): void => {
          text += Buffer.from(data).toString();
        },
        madeBy: '',
        columns: [],
        encode: () => Promise.reject(),
      };
      const rows = names.map(cells);
      table?.writer(raw ? { ...out, csvText: rawCsvText } : out).add({ json: JSON.stringify(rows), rows: rows.length });
      return text;
    };
    for (const format of ['csv', 'ndjson']) {
      const file = join(scratch, `names.${format}`);
      writeFileSync(file, written(format));
      const document = await asked('SELECT name FROM kernels', file);
      expect(document.rows.flat(), format).toEqual(names);
      const types = (await asked('FROM kernels LIMIT 0', file)).columns;
      expect(types, format).toEqual(columns);
    }
    for (const line of written('csv').split('\n').slice(1)) expect(line).not.toMatch(/(^|,)"?[=+@-]/);
    expect(written('csv', true)).toMatch(/,=1\+2,/);
  });
});

describe('bad usage: exit code 2 and a sentence', () => {
  test.each([
    [[], 'give an SQL statement'],
    [['SELECT 1'], 'give the table after the statement'],
    [['SELECT nope FROM kernels', OLD], 'Binder Error: Referenced column "nope" not found'],
    [['SELEKT', OLD], 'Parser Error: syntax error at or near "SELEKT"'],
    [['SELECT 1', 'nowhere.parquet'], 'nowhere.parquet does not exist'],
    [['SELECT 1', 'old*.parquet'], 'old*.parquet does not exist'],
    [['SELECT 1', 'table.txt'], 'table.txt is not a known table'],
    [['SELECT 1', OLD, '--csv', '--json'], 'exclude each other'],
  ])('zebin query %j', async (args, sentence) => {
    const { status, stdout, stderr } = await zebin(['query', ...args]);
    expect(status).toBe(2);
    if (args.includes('--json')) expect(JSON.parse(stdout)).toMatchObject({ schema: 'zebin/error/1', code: 'command/usage', exit_code: 2 });
    else expect(stdout).toBe('');
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^zebin: .*\n$/);
  });

  test('without DuckDB: how to get it', () => {
    // A copy of the package with nothing around it.
    const folder = join(scratch, 'package');
    cpSync(join(ROOT, 'dist/cli'), join(folder, 'dist/cli'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    const { status, stdout, stderr } = runNode([join(folder, 'dist/cli/main.js'), 'query', 'SELECT 1', OLD]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('npm install @duckdb/node-api');
  });
});
