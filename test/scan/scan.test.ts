/** The table: formats, order, shards, and what is taken of earlier runs. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../cli/exit.ts';
import { doTask } from '../../cli/scan/chunk.ts';
import { OldTable } from '../../cli/scan/old-table.ts';
import { encodeGroup, GROUP_ROWS, ParquetFile } from '../../cli/scan/parquet.ts';
import { progressText } from '../../cli/scan/progress.ts';
import { rowsOfGroup, TABLE_FORMATS } from '../../cli/scan/table.ts';
import { added, NO_COUNTS, type Result, type Task } from '../../cli/scan/task.ts';
import { filesBelow } from '../../cli/scan/walk.ts';
import { Bytes, type Cell, KERNEL_COLUMNS, kernelRows, writeAr } from '../../src/internal.ts';
import { scratchFolder } from '../cli/zebin.ts';
import { FIXTURES, fixture, zebins } from '../support/corpus.ts';
import { MADE_BY_THIS, ndjsonRows, type Row, scanHere } from './here.ts';

const scratch = scratchFolder();
const at = (...path: string[]) => join(scratch, ...path);
const read = (...path: string[]) => readFileSync(at(...path));
const posix = process.platform !== 'win32';
const CLOCK = fixture('zebin/igc2/bmg/clock.zebin');
const SPILLS = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin');

async function parquetRows(path: string): Promise<Row[]> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value])),
  );
}

const TREE = at('tree');
let rows: Row[];

/** Some files in folders, of several kinds, in more chunks than one. */
beforeAll(async () => {
  for (const folder of ['a', 'b/c', 'b.d']) mkdirSync(join(TREE, folder), { recursive: true });
  const small = zebins().filter((file) => !file.name.startsWith('corpus') && file.bytes().length < 10_000);
  for (let i = 0; i < 75; i++) {
    const folder = ['a', 'b/c', 'b.d'][i % 3] ?? '';
    copyFileSync(small[i % small.length]?.path ?? '', join(TREE, folder, `${String(i).padStart(3, '0')}.bin`));
  }
  copyFileSync(fixture('fat/slm-skl-tgllp.ar').path, join(TREE, 'multi'));
  writeFileSync(join(TREE, 'cut.zebin'), CLOCK.bytes().subarray(0, 50));
  writeFileSync(join(TREE, 'notes.txt'), 'nothing\n');
  await scanHere([TREE], at('t.ndjson'));
  rows = ndjsonRows(read('t.ndjson').toString());
});

describe('the walk', () => {
  const paths = (root: string) => [...filesBelow(root, new Set())].map(({ path }) => path);

  test('files come in the order of their paths', () => {
    const found = paths(TREE);
    expect(found).toHaveLength(78);
    expect(found).toEqual([...found].sort());
    expect(found.indexOf('b.d/002.bin')).toBeLessThan(found.indexOf('b/c/001.bin'));
  });

  if (posix) {
    test('links are not followed, so there are no loops and nothing from outside', async () => {
      mkdirSync(at('links/real'), { recursive: true });
      copyFileSync(CLOCK.path, at('links/real/file'));
      symlinkSync('..', at('links/real/loop'));
      symlinkSync('real/file', at('links/again'));
      symlinkSync(FIXTURES, at('links/outside'));
      symlinkSync(at('links'), at('way-in'));
      expect(paths(at('links'))).toEqual(['real/file']);
      // A link that is given itself is what is meant.
      await scanHere([at('way-in')], at('links.ndjson'));
      expect(ndjsonRows(read('links.ndjson').toString()).map(({ root, path }) => [root, path])).toEqual([[at('way-in'), 'real/file']]);
    });

    test('a pipe is ignored', () => {
      mkdirSync(at('pipes'));
      execFileSync('mkfifo', [at('pipes/pipe')]);
      expect(paths(at('pipes'))).toEqual([]);
    });
  }

  // The superuser may read everything.
  if (posix && process.getuid?.() !== 0) {
    test('what may not be read has a row', async () => {
      mkdirSync(at('closed/folder'), { recursive: true });
      copyFileSync(CLOCK.path, at('closed/file'));
      chmodSync(at('closed/file'), 0);
      chmodSync(at('closed/folder'), 0);
      await scanHere([at('closed')], at('closed.ndjson'));
      chmodSync(at('closed/folder'), 0o755);
      expect(ndjsonRows(read('closed.ndjson').toString()).map(({ path, error_code, name }) => [path, error_code, name])).toEqual([
        ['file', 'EACCES', null],
        ['folder/', 'EACCES', null],
      ]);
    });
  }
});

describe('the table', () => {
  test('is the same in every format', async () => {
    const counts = await scanHere([TREE], at('t.parquet'));
    await scanHere([TREE], at('t.csv'));
    expect(counts).toMatchObject({ files: 78, without_code: 1, errors: 1, rows: rows.length, reused: 0 });
    expect(rows.filter(({ name }) => name !== null)).toHaveLength(counts.kernels);
    expect(await parquetRows(at('t.parquet'))).toEqual(rows);
    expect(csvRows(read('t.csv').toString())).toEqual(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === null ? '' : String(value)]))),
    );
    expect(readdirSync(scratch).filter((name) => name.endsWith('.parts'))).toEqual([]);
  });

  test('of no files is a table too', async () => {
    mkdirSync(at('empty'));
    expect(await scanHere([at('empty')], at('empty.parquet'))).toMatchObject({ files: 0, rows: 0 });
    expect(await parquetRows(at('empty.parquet'))).toEqual([]);
    const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(at('empty.parquet')));
    expect(schema.slice(1).map(({ name }) => name)).toEqual(KERNEL_COLUMNS.map(({ name }) => name));
  });

  test('has groups of one size', async () => {
    const groups: Cell[][] = [];
    const path = KERNEL_COLUMNS.findIndex(({ name }) => name === 'path');
    const row = (index: number): Cell[] => KERNEL_COLUMNS.map(({ name }) => (name === 'path' ? String(index) : null));
    const writer = TABLE_FORMATS.find(({ name }) => name === 'parquet')?.writer({
      write: () => {},
      madeBy: 'a test',
      columns: [],
      encode: async (group) => {
        const rows = [...rowsOfGroup(group)];
        groups.push(rows.map((cells) => cells[path] ?? null));
        return encodeGroup(rows.slice(0, 1), KERNEL_COLUMNS);
      },
    });
    const sizes = [1, 300, GROUP_ROWS - 301, 256, 2 * GROUP_ROWS, 7];
    let at = 0;
    for (const rows of sizes) {
      const json = JSON.stringify(Array.from({ length: rows }, () => row(at++)));
      await writer?.add({ rows, json });
    }
    await writer?.finish();
    expect(groups.map((group) => group.length)).toEqual([GROUP_ROWS, GROUP_ROWS, GROUP_ROWS, 263]);
    expect(groups.flat()).toEqual(Array.from({ length: at }, (_, i) => String(i)));
  });

  test('has groups whose places are right', async () => {
    const some = kernelRows({ root: 'tree', path: 'file', size: 1, sha256: 'hash' }, Bytes.from(SPILLS.bytes()));
    const index = KERNEL_COLUMNS.findIndex(({ name }) => name === 'kernel_index');
    const many = Array.from({ length: 300 }, (_, i) =>
      (some[i % some.length] ?? []).map((cell, column): Cell => (column === index ? i : cell)),
    );
    const pieces: Uint8Array[] = [];
    const file = new ParquetFile((data) => void pieces.push(data.slice()), 'a test', KERNEL_COLUMNS);
    for (const [start, end] of [
      [0, 100],
      [100, 299],
      [299, 300],
    ])
      file.append(encodeGroup(many.slice(start, end), KERNEL_COLUMNS));
    file.finish();
    writeFileSync(at('groups.parquet'), Buffer.concat(pieces));
    const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(at('groups.parquet')));
    expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([100, 199, 1]);
    expect((await parquetRows(at('groups.parquet'))).map((row) => Object.values(row))).toEqual(many);
    // Another reader finds the same.
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const sql = `SELECT count(*)::INT, sum(kernel_index)::DOUBLE, count(label)::INT FROM read_parquet('${at('groups.parquet')}')`;
    const sums = await connection.runAndReadAll(sql);
    connection.closeSync();
    expect(sums.getRowsJS()).toEqual([[300, (300 * 299) / 2, 300]]);
  });

  test('takes several folders and files, each a root', async () => {
    await scanHere([`${join(TREE, 'a')}/`, CLOCK.path, join(TREE, 'multi')], at('roots.ndjson'));
    const found = ndjsonRows(read('roots.ndjson').toString());
    expect([...new Set(found.map(({ root }) => root))]).toEqual([join(TREE, 'a'), join(CLOCK.path, '..'), TREE]);
    expect(found.at(-1)?.path).toBe('multi');
  });

  test('does not scan itself', async () => {
    mkdirSync(at('self'));
    copyFileSync(CLOCK.path, at('self/k.zebin'));
    const first = await scanHere([at('self')], at('self/t.ndjson'));
    expect(first.files).toBe(1);
    expect(await scanHere([at('self')], at('self/t.ndjson'))).toEqual(first);
  });

  test.each([1, 3, 16])('is that of %i shards one after the other', async (of) => {
    const roots = [TREE, join(TREE, 'a')];
    await scanHere(roots, at('whole.ndjson'));
    const parts: string[] = [];
    for (let index = 1; index <= of; index++) {
      await scanHere(roots, at('shard.ndjson'), { shard: { index, of } });
      parts.push(read('shard.ndjson').toString());
    }
    expect(parts.join('')).toBe(read('whole.ndjson').toString());
  });
});

describe('an earlier table', () => {
  test('returns rows of unchanged content, and no others', async () => {
    mkdirSync(at('since/x'), { recursive: true });
    for (const name of ['a', 'b', 'c', 'x/d']) copyFileSync(SPILLS.path, at('since', name));
    await scanHere([at('since')], at('old.parquet'));
    copyFileSync(CLOCK.path, at('since/b'));
    copyFileSync(CLOCK.path, at('since/bb'));
    rmSync(at('since/c'));
    utimesSync(at('since/a'), 1, 1);
    renameSync(at('since'), at('since2'));
    expect((await scanHere([at('since2')], at('new.parquet'), { since: at('old.parquet') })).reused).toBe(2);
    await scanHere([at('since2')], at('fresh.parquet'));
    expect(read('new.parquet').equals(read('fresh.parquet'))).toBe(true);
    // It may be the one that is written.
    expect((await scanHere([at('since2')], at('new.parquet'), { since: at('new.parquet') })).reused).toBe(4);
    expect(read('new.parquet').equals(read('fresh.parquet'))).toBe(true);
  });
});

test('an earlier table with a changed byte is read, or refused in a sentence', async () => {
  mkdirSync(at('damaged'));
  copyFileSync(SPILLS.path, at('damaged/a'));
  await scanHere([at('damaged')], at('damaged.parquet'));
  const table = read('damaged.parquet');
  let refused = 0;
  // The headers of the first pages of columns, and the list of groups; 0x81 and 0xff also make sizes negative.
  for (let place = 4; place < table.length - 8; place += 61) {
    for (const value of [0, 0x81, 0xff]) {
      const damaged = Buffer.from(table);
      damaged[place] = value;
      writeFileSync(at('changed.parquet'), damaged);
      try {
        await (await OldTable.open(at('changed.parquet'), MADE_BY_THIS))?.of(0, ['a'], []);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        refused++;
      }
    }
  }
  expect(refused).toBeGreaterThan(10);
});

describe('what was done before a run was stopped', () => {
  const part = at('000000.part');
  const files = ['one', 'two'];
  const task = (more: Partial<Task> = {}): Task => ({
    root: at('chunk'),
    files: files.map((path) => ({ path })),
    part,
    madeBy: MADE_BY_THIS,
    columns: [],
    ...more,
  });

  beforeAll(() => {
    mkdirSync(at('chunk'));
    for (const name of files) copyFileSync(CLOCK.path, at('chunk', name));
  });

  const results = (more?: Partial<Task>) => [...doTask(task(more))];
  const rowsIn = (all: readonly Result[]) => all.map(({ batch }) => (batch ? `${batch.json}\n` : '')).join('');
  const countsIn = (all: readonly Result[]) => all.reduce((sum, { counts }) => added(sum, counts), NO_COUNTS);
  /** Whether the part is taken: rows that no reading could give would be in the results. */
  const isTaken = (more?: Partial<Task>) => rowsIn(results(more)).includes('cl0ck');

  /** Makes a part that is right except for its rows. */
  function forge(): void {
    rmSync(part, { force: true });
    results();
    const forged = rowsIn(results()).replaceAll('"clock"', '"cl0ck"');
    const end = readFileSync(part, 'utf8').split('\n').at(-2) ?? '';
    const sha256 = createHash('sha256').update(forged).digest('hex');
    writeFileSync(part, `${forged}${JSON.stringify({ ...JSON.parse(end), sha256 })}\n`);
  }

  test('rows come while a file is read, and the counts of the file after them', () => {
    const [kernel] = [CLOCK.bytes()];
    mkdirSync(at('many'));
    writeFileSync(at('many/a.ar'), writeAr(Array.from({ length: 600 }, (_, i) => ({ name: `${i}`, data: kernel }))));
    const many = [...doTask({ root: at('many'), files: [{ path: 'a.ar' }], madeBy: '', columns: [] })];
    expect(many.map(({ batch, counts }) => [batch?.rows, counts.files, counts.rows])).toEqual([
      [256, 0, 0],
      [256, 0, 0],
      [88, 1, 600],
    ]);
  });

  test('is taken when nothing has changed', () => {
    forge();
    expect(isTaken()).toBe(true);
  });

  test.each<[string, Partial<Task>]>([
    ['another version', { madeBy: 'another' }],
    ['another root', { root: `${at('chunk')}/.` }],
    ['other files', { files: [{ path: 'one' }] }],
  ])('is made again for %s', (_, more) => {
    forge();
    expect(isTaken(more)).toBe(false);
  });

  test.each<[string, (text: string) => string]>([
    ['cut', (text) => text.slice(0, -10)],
    ['with other rows than it was written with', (text) => text.replace('cl0ck', 'cl0cks')],
    ['empty', () => ''],
    ['only its first line', (text) => text.slice(0, text.indexOf('\n'))],
    ['no JSON', () => '{\n'],
    ['null', () => 'null\n'],
    ['without the numbers of its rows', (text) => text.replace(/"rows":\[\d+\],/, '')],
    ['zeros, as after a loss of power', (text) => '\0'.repeat(text.length)],
  ])('is made again when it is %s', (_, damage) => {
    forge();
    writeFileSync(part, damage(readFileSync(part, 'utf8')));
    expect(isTaken()).toBe(false);
    const [again, other] = [results(), results({ part: at('other.part') })];
    expect([rowsIn(again), countsIn(again)]).toEqual([rowsIn(other), countsIn(other)]);
  });

  test('is made again when a file has changed, or is gone', () => {
    forge();
    utimesSync(at('chunk/two'), 1, 1);
    expect(isTaken()).toBe(false);
    forge();
    copyFileSync(SPILLS.path, at('chunk/two'));
    expect(isTaken()).toBe(false);
    forge();
    rmSync(at('chunk/two'));
    expect(countsIn(results())).toMatchObject({ files: 2, errors: 1 });
    expect(readFileSync(part, 'utf8')).toContain('"ENOENT"');
  });

  test('what else is in the folder of parts stays', async () => {
    mkdirSync(at('held.ndjson.parts'));
    writeFileSync(at('held.ndjson.parts/mine.txt'), 'mine');
    await scanHere([at('chunk')], at('held.ndjson'));
    expect(readdirSync(at('held.ndjson.parts'))).toEqual(['mine.txt']);
    expect(existsSync(at('held.ndjson'))).toBe(true);
  });
});

test('progress says how far it is, how fast, and how long it takes yet', () => {
  const counts = { files: 1500, kernels: 9000, without_code: 0, errors: 0, unread: [], rows: 9000, reused: 0, bytes: 0 };
  expect(progressText(counts, 20_000, 5)).toBe('1,500 of 20,000 files, 300/s, 9,000 kernels, 1:01 left');
  expect(progressText({ ...counts, files: 0, kernels: 0 }, 1, 0)).toBe('0 of 1 file, 0/s, 0 kernels');
});

/** By RFC 4180, with nothing for null. */
function csvRows(text: string): Record<string, string>[] {
  const [heading = [], ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((cell) => cell[1]?.replaceAll('""', '"') ?? cell[2] ?? ''),
    );
  return lines.map((row) => Object.fromEntries(heading.map((name, i) => [name, row[i] ?? ''])));
}

describe.runIf(process.platform === 'linux')('names that are not UTF-8', () => {
  const odd = (...parts: readonly (string | number)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));

  test('files and folders are scanned, and the rows have their names with escapes', async () => {
    mkdirSync(odd(at('odd'), '/', 'f', 0xff), { recursive: true });
    for (const name of [odd(at('odd'), '/k', 0xe9, '.zebin'), odd(at('odd'), '/f', 0xff, '/inner.zebin'), odd(at('odd'), '/é\ufffd.zebin')])
      writeFileSync(name, CLOCK.bytes());
    const counts = await scanHere([at('odd')], at('odd.ndjson'));
    expect(counts).toMatchObject({ files: 3, errors: 0 });
    const paths = [...new Set(ndjsonRows(read('odd.ndjson').toString()).map(({ path }) => String(path)))];
    expect(paths).toEqual(['f\\xff/inner.zebin', 'k\\xe9.zebin', 'é\ufffd.zebin']);
  });

  test('a folder that a link with another name leads to', async () => {
    symlinkSync(odd(at('odd'), '/f', 0xff), at('link'));
    expect(await scanHere([at('link')], at('link.ndjson'))).toMatchObject({ files: 1, errors: 0 });
    expect(ndjsonRows(read('link.ndjson').toString())[0]).toMatchObject({ path: 'inner.zebin', name: expect.any(String) });
  });
});
