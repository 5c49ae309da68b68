/**
 * A scan: the files of some trees go in chunks to workers, and their rows in order to the table.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type ScanCounts, TIMES_GROUP, type TimesJoin, tableColumns } from '../../src/internal.ts';
import type { CsvText } from '../csv.ts';
import { UsageError } from '../exit.ts';
import { realPath } from './file-name.ts';
import type { OldTable } from './old-table.ts';
import { Closed, type Output } from './output.ts';
import type { Workers } from './pool.ts';
import { rowsOf, type TableFormat } from './table.ts';
import { added, type Batch, CHUNK_FILES, NO_COUNTS, type Task } from './task.ts';
import { filesBelow, type ScanFile } from './walk.ts';

/** A folder or file that was given. */
export interface Root {
  /** For the column. */
  readonly name: string;
  files(): Iterable<ScanFile>;
}

export interface Shard {
  /** Counted from 1. */
  readonly index: number;
  readonly of: number;
}

/** A range of the files of all roots together, by number. */
export interface Range {
  readonly start: number;
  /** Exclusive; Infinity for all files. */
  readonly end: number;
}

export interface ScanRequest {
  readonly roots: readonly Root[];
  readonly range: Range;
  readonly format: TableFormat;
  readonly output: Output;
  readonly madeBy: string;
  /** Columns of code to add to the table. */
  readonly columns: readonly string[];
  /** The files are trusted: no limits of work. */
  readonly isUnlimited?: boolean | undefined;
  /** When the run has to end, as `Date.now()` counts. */
  readonly deadline?: number | undefined;
  /** How text is written into CSV. */
  readonly csvText?: CsvText;
  /** The table from which rows of unchanged files are reused. */
  readonly old?: OldTable | undefined;
  /** Adds the columns of times. */
  readonly times?: TimesJoin | undefined;
  progress?(counts: ScanCounts): void;
}

/** Writes the table. Ends early, and silently, when the reader of the output closes it. */
export async function scan(request: ScanRequest, workers: Workers): Promise<ScanCounts> {
  const { format, output, madeBy, times } = request;
  const columns = times ? [...request.columns, TIMES_GROUP] : request.columns;
  let counts = NO_COUNTS;
  try {
    const csvText = request.csvText ? { csvText: request.csvText } : {};
    const table = format.writer({ write: output.write, madeBy, columns, ...csvText, encode: (group) => workers.do('encode', group) });
    for await (const result of workers.inOrder('scan', tasks(request))) {
      const { batch } = result;
      if (batch) await table.add(times ? withTimes(batch, times) : batch);
      counts = added(counts, result.counts);
      request.progress?.(counts);
    }
    await table.finish();
    output.done();
  } catch (error) {
    if (!(error instanceof Closed)) throw error;
  }
  return counts;
}

/** Rows with the times of their kernels. */
function withTimes({ rows, json }: Batch, times: TimesJoin): Batch {
  return { rows, json: JSON.stringify(rowsOf({ rows, json }).map((row) => [...row, ...times.cellsOf(row)])) };
}

/** Identifies what made a table or part: rows of other versions, columns or limits are not reused. */
export function madeByThis(version: string, columns: readonly string[], isUnlimited = false): string {
  const text = tableColumns(columns)
    .map(({ name, type }) => `${name} ${type}\n`)
    .join('');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${version} ${hash}${isUnlimited ? ' unlimited' : ''}`;
}

/** @param outputPaths absolute paths that are left out. Throws `UsageError` for paths that do not exist. */
export function rootOf(path: string, outputPaths: readonly string[] = []): Root {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`${path} does not exist; give files and folders to scan`, { code: 'command/unreadable', file: path });
  if (!stats.isDirectory()) return { name: dirname(path), files: () => [{ path: basename(path) }] };
  const real = realPath(path);
  return { name: path.replace(/(?<=.)\/+$/, ''), files: () => filesBelow(real, new Set(outputPaths)) };
}

/** Counts the files, for which it lists the trees. */
export function filesIn(roots: readonly Root[]): number {
  let total = 0;
  for (const root of roots) for (const _ of root.files()) total++;
  return total;
}

/** Shards are ranges of consecutive files, as equal in number as possible. */
export function shardRange(total: number, { index, of }: Shard): Range {
  return { start: Math.floor(((index - 1) * total) / of), end: Math.floor((index * total) / of) };
}

/** The files in a range of all, in chunks; no chunk has files of two roots. */
async function* tasks(request: ScanRequest): AsyncGenerator<Task> {
  const { roots, range, output, madeBy, columns, isUnlimited, deadline, old } = request;
  const { start, end } = range;
  let [index, at] = [0, 0];
  for (const [number, root] of roots.entries()) {
    let files: ScanFile[] = [];
    const task = async (): Promise<Task> => {
      const part = output.part(index++);
      const earlier = await old?.of(
        number,
        files.map(({ path }) => path),
        tableColumns(columns),
      );
      const fileTask = {
        root: root.name,
        files,
        madeBy,
        columns,
        isUnlimited,
        deadline,
        ...(part === undefined ? {} : { part }),
        ...(earlier ? { old: earlier } : {}),
      };
      files = [];
      return fileTask;
    };
    for (const file of root.files()) {
      if (at >= end) break;
      if (at++ < start) continue;
      files.push(file);
      if (files.length === CHUNK_FILES) yield await task();
    }
    if (files.length > 0) yield await task();
  }
}
