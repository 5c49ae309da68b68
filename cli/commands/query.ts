import type { DuckDBResultReader } from '@duckdb/node-api';
import { CODE_GROUP, type QueryDocument, type QueryValue, TIMES_GROUP, tableColumns } from '../../src/internal.ts';
import { type CsvText, csvLine, csvTextOf } from '../csv.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { tableSql } from '../scan/table-sql.ts';
import { type Column, indent, middle, table, tableFits, visible, wrap } from '../text.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [sql, ...tables], options, io }: Context<'query'>): Promise<number> {
  if (options.columns) {
    io.print(columnsText(io));
    return EXIT.yes;
  }
  if (sql === undefined) throw new UsageError('give an SQL statement and a table; --columns lists the columns');
  const files = tables.filter((name) => name !== undefined);
  if (files.length === 0) throw new UsageError('give the table after the statement: a file that `zebin scan` wrote');
  for (const file of files) io.inputs.remember(file, file);
  if (options.csv && options.json) throw new UsageError('--csv and --json exclude each other');
  const document = documentOf(await ask(sql, files, io));
  if (options.json) printJson(io, document);
  else io.print(options.csv ? csv(document, csvTextOf(options)) : answerText(document, io));
  return EXIT.yes;
}

/** An extension would be fetched and run: only what is installed is used. */
const CLOSED = ['autoinstall_known_extensions', 'autoload_known_extensions', 'allow_community_extensions', 'allow_persistent_secrets'];

async function ask(sql: string, files: readonly string[], io: Io): Promise<DuckDBResultReader> {
  const { DuckDBInstance } = await duckdb(io);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    for (const setting of CLOSED) await connection.run(`SET ${setting} = false`);
    await connection.run(`CREATE VIEW kernels AS ${files.map(tableSql).join(' UNION ALL BY NAME ')}`);
    return await connection.runAndReadAll(sql);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('\n\n');
    throw new UsageError(sentence.replaceAll('\n', ' '));
  } finally {
    connection.closeSync();
  }
}

async function duckdb({ packaged }: Io): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    if (packaged.isStandalone)
      throw new UsageError(
        'query needs DuckDB, which this executable cannot load: use the npm package of zebin, or `duckdb` itself on the table',
      );
    const missing = error instanceof Error && 'code' in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));
    if (!missing) throw new UsageError(`DuckDB cannot be loaded: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    throw new UsageError(
      'query needs DuckDB, which is not installed; where zebin is installed (globally: with -g), run: npm install @duckdb/node-api',
    );
  }
}

function documentOf(result: DuckDBResultReader): QueryDocument {
  const types = result.columnTypes();
  const texts = result.getRowsJson();
  return {
    schema: 'zebin/query/1',
    columns: result.columnNames().map((name, i) => ({ name, type: String(types[i]) })),
    rows: result.getRowsJS().map((row, r) => row.map((value, c) => plainValue(value, texts[r]?.[c]))),
  };
}

/** @param text the same as DuckDB writes it in JSON. */
function plainValue(value: unknown, text: unknown): QueryValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  return typeof text === 'string' ? text : JSON.stringify(text);
}

function csv({ columns, rows }: QueryDocument, text: CsvText): string {
  return [columns.map(({ name }) => name), ...rows].map((row) => `${csvLine(row, text)}\n`).join('');
}

/** Longer text in a table on a terminal is shortened; --csv and --json have it whole. */
const WIDEST = 48;

function answerText({ columns, rows }: QueryDocument, io: Io): string {
  const cells = rows.map((row) => row.map(cellText));
  const drawn = columns.map(({ name, type }, i): Column => {
    const numbers = /INT|DOUBLE|FLOAT|DECIMAL/.test(type) && !type.endsWith('[]');
    const texts = cells.map((row) => (Number.isFinite(io.width) ? middle(row[i] ?? '', WIDEST) : (row[i] ?? '')));
    return { title: [visible(name)], cells: texts, align: numbers ? 'right' : 'left' };
  });
  if (tableFits(drawn, io.width)) return `${table(drawn, io.colors)}\n`;
  // A row that does not fit is printed as a list.
  const title = (name: string) => io.colors.bold(visible(name));
  const lists = cells.map((row) =>
    columns.map(({ name }, i) => `${title(name)}: ${wrap(row[i] ?? '', io.width, '  ').trimStart()}\n`).join(''),
  );
  return lists.join('\n');
}

function cellText(value: QueryValue): string {
  if (value === null) return '-';
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(6)));
  return visible(String(value));
}

function columnsText(io: Io): string {
  const rows = tableColumns([CODE_GROUP, TIMES_GROUP]);
  return rows
    .map(({ name, type, unit, doc }) => {
      const heading = wrap(`${name} (${type}${unit === undefined ? '' : `, ${unit}`})`, io.width).replace(name, io.colors.bold(name));
      return `${heading}\n${indent(wrap(doc, io.width - 2))}`;
    })
    .join('');
}
