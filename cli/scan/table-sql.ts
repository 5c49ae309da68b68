import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { type CellType, CODE_GROUP, KERNEL_COLUMNS, type KernelColumn, TIMES_GROUP, tableColumns } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { attempt } from '../refusal.ts';

/** The DuckDB function that reads a file, by its extension. */
const READERS: Readonly<Record<string, (path: string, file: string) => string>> = {
  '.parquet': parquet,
  '.pq': parquet,
  '.csv': csv,
  '.ndjson': ndjson,
  '.jsonl': ndjson,
};

/**
 * The rows of a table that `zebin scan` wrote, as a SELECT of DuckDB, with the column `scan` that has the name of the file as it was given.
 *
 * The name is one file and not a pattern, folders in it do not become columns, and types are those of the columns, not guessed from their
 * content: a kernel called `2020-01-02` is text. The apostrophes that keep text from being a formula are removed.
 *
 * Throws `UsageError` for a file that does not exist or is not a table.
 */
export function tableSql(file: string): string {
  const reader = READERS[extname(file)];
  if (!reader) throw new UsageError(`${file} is not a known table: its name must end in ${Object.keys(READERS).join(', ')}`);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`${file} does not exist; give a file that \`zebin scan\` wrote`);
  if (!stats.isFile()) throw new UsageError(`${file} is not a file; give a file that \`zebin scan\` wrote`);
  return `SELECT *, ${text(file)} AS scan FROM (${reader(text(literalPath(resolve(file))), file)})`;
}

/** Absolute, so that it is not a network address, with each wildcard character in brackets, which makes it literal. */
function literalPath(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const TYPES: Readonly<Record<CellType, string>> = { text: 'VARCHAR', integer: 'BIGINT', boolean: 'BOOLEAN' };
const ROWS: readonly KernelColumn[] = tableColumns([CODE_GROUP, TIMES_GROUP]);
const typeOf = (name: string) => TYPES[ROWS.find((column) => column.name === name)?.type ?? 'text'];

/** Columns with their types, as DuckDB expects them. */
function columnsSql(names: readonly string[]): string {
  return `{${names.map((name) => `${text(name)}: '${typeOf(name)}'`).join(', ')}}`;
}

function parquet(path: string): string {
  return `SELECT * FROM read_parquet(${path}, hive_partitioning = false)`;
}

function ndjson(path: string, file: string): string {
  const columns = columnsSql(namesIn(firstLine(file)));
  return `SELECT * FROM read_json(${path}, format = 'newline_delimited', auto_detect = false, hive_partitioning = false, columns = ${columns})`;
}

/** The columns of a table by its first line: those of code and times are optional. */
function namesIn(line: string): string[] {
  const base = KERNEL_COLUMNS.map(({ name }): string => name);
  try {
    const keys = Object.keys(JSON.parse(line) as object);
    return ROWS.map(({ name }) => name).filter((name) => base.includes(name) || keys.includes(name));
  } catch {
    return base;
  }
}

function csv(path: string, file: string): string {
  const names = firstLine(file)
    .split(',')
    .map((name) => name.replace(/^"(.*)"$/, '$1'));
  const plain = names
    .filter((name) => typeOf(name) === 'VARCHAR')
    .map((name) => `regexp_replace(${quoted(name)}, '^''([''=+@\\-＝＋－＠])', '\\1') AS ${quoted(name)}`);
  const read = `read_csv(${path}, auto_detect = false, hive_partitioning = false, header = true, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, columns = ${columnsSql(names)})`;
  return `SELECT * REPLACE (${plain.join(', ')}) FROM ${read}`;
}

/** Column names are short: more than this is not a table. */
const HEADING = 65_536;

function firstLine(path: string): string {
  return attempt(path, () => {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(HEADING);
      const line = bytes.toString('utf8', 0, readSync(file, bytes, 0, HEADING, 0)).split(/\r?\n/, 1)[0] ?? '';
      if (new Set(line.split(',')).size !== line.split(',').length) throw new Error('it has no header line with unique column names');
      return line;
    } finally {
      closeSync(file);
    }
  });
}
