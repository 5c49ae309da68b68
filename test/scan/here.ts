/** Scans in the process of the tests: what the command does, without its threads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { HERE } from '../../cli/scan/here.ts';
import { OldTable } from '../../cli/scan/old-table.ts';
import { fileOutput } from '../../cli/scan/output.ts';
import { filesIn, madeByThis, rootOf, type Shard, scan, shardRange } from '../../cli/scan/scan.ts';
import { TABLE_FORMATS } from '../../cli/scan/table.ts';
import type { Cell, ScanCounts, TimesJoin } from '../../src/internal.ts';
import { ROOT } from '../support/run.ts';

export type Row = Readonly<Record<string, Cell>>;

export const MADE_BY_THIS = madeByThis(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version, []);

/** Scans folders and files into a table of the format that its name says. */
export async function scanHere(
  paths: readonly string[],
  table: string,
  {
    shard,
    since,
    columns = [],
    times,
  }: { readonly shard?: Shard; readonly since?: string; readonly columns?: readonly string[]; readonly times?: TimesJoin } = {},
): Promise<ScanCounts> {
  const format = TABLE_FORMATS.find(({ extensions }) => extensions.some((ending) => table.endsWith(ending)));
  if (!format) throw new Error(`${table} has no format`);
  const output = fileOutput(table);
  const roots = paths.map((path) => rootOf(path, output.outputPaths));
  const old = since === undefined ? undefined : await OldTable.open(since, MADE_BY_THIS);
  const range = shard ? shardRange(filesIn(roots), shard) : { start: 0, end: Number.POSITIVE_INFINITY };
  return scan({ roots, range, format, output, madeBy: MADE_BY_THIS, columns, old, times }, HERE);
}

/** Rows of a table in NDJSON. */
export function ndjsonRows(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Whether a document of `--json` is what its schema says. */
export function fits(document: { readonly schema: string }): boolean {
  const name = document.schema.split('/')[1];
  const schema = JSON.parse(readFileSync(join(ROOT, `schemas/${name}.json`), 'utf8'));
  return schema.$id === document.schema && new Ajv({ strict: true, allowUnionTypes: true }).validate(schema, document);
}
