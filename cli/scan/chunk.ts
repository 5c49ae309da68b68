/**
 * The unit of work of a worker: the rows of a few dozen consecutive files of the tree.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Budget,
  type Cell,
  eachKernelRow,
  errorRow,
  FormatError,
  KERNEL_COLUMNS,
  mayHoldCode,
  type ScanCounts,
  sha256,
  type Unread,
} from '../../src/internal.ts';
import { refusal } from '../refusal.ts';
import { createFile } from '../write/file.ts';
import { AT_ONCE, atHand, type OpenFile, openFile, type Stamp } from './file.ts';
import { nativePath } from './file-name.ts';
import { added, NO_COUNTS, type Result, type Task } from './task.ts';
import { codeOf, type ScanFile } from './walk.ts';

/** Rows of a batch: the garbage collector would move more of them before they are used up, and the length of strings is limited. */
const BATCH_ROWS = 256;

const at = (name: (typeof KERNEL_COLUMNS)[number]['name']) => KERNEL_COLUMNS.findIndex((column) => column.name === name);
const [ROOT, PATH, ADDRESS, NAME, ERROR, REASON] = [at('root'), at('path'), at('address'), at('name'), at('error_code'), at('error')];

/** Does a task, or reuses the results that an earlier run kept. */
export function doTask(task: Task): Generator<Result> {
  const { part } = task;
  return part === undefined ? results(task, []) : (keptResults(part, task) ?? keeping(part, task));
}

/** @param stamps gets that of each file */
function* results(task: Task, stamps: (Stamp | null)[]): Generator<Result> {
  let counts = NO_COUNTS;
  let batch: (readonly Cell[])[] = [];
  const made = () => ({ counts, batch: { rows: batch.length, json: JSON.stringify(batch) } });
  for (const file of task.files) {
    const found: Found = { stamp: null, reused: false };
    let kernels = 0;
    let count = 0;
    const unread: Unread[] = [];
    for (const row of rowsOfFile(file, task, found)) {
      count++;
      batch.push(row);
      if (row[ERROR] !== null) unread.push(unreadOfRow(row));
      if (row[NAME] !== null) kernels++;
      if (batch.length < BATCH_ROWS) continue;
      yield made();
      [counts, batch] = [NO_COUNTS, []];
    }
    const { stamp, reused } = found;
    stamps.push(stamp);
    counts = added(counts, {
      files: 1,
      without_code: count === 0 ? 1 : 0,
      errors: unread.length,
      unread,
      kernels,
      rows: count,
      reused: reused ? 1 : 0,
      bytes: count === 0 ? 0 : (stamp?.size ?? 0),
    });
  }
  yield batch.length > 0 ? made() : { counts };
}

const unreadOfRow = (row: readonly Cell[]): Unread => ({
  address: join(String(row[ROOT]), String(row[PATH])) + (row[ADDRESS] ?? ''),
  code: String(row[ERROR]),
  reason: String(row[REASON]),
});

/** What is found out about a file besides its rows. */
interface Found {
  /** Null if it could not be read. */
  stamp: Stamp | null;
  reused: boolean;
}

function* rowsOfFile({ path, error }: ScanFile, task: Task, found: Found): Generator<readonly Cell[]> {
  const { root, old, columns, isUnlimited, deadline } = task;
  const unread = { root, path, size: null, sha256: null };
  if (error) {
    yield errorRow(unread, error.code, error.message, columns);
    return;
  }
  let file: OpenFile | undefined;
  try {
    file = openFile(join(root, path));
    found.stamp = file.stamp;
    const remote = file.bytes;
    // Most files are small and need only one read.
    const near = remote.length <= AT_ONCE ? atHand(remote) : remote;
    if (!mayHoldCode(near)) return;
    const bytes = atHand(near);
    const hash = sha256(bytes);
    const known = old?.get(path);
    if (known?.sha256 === hash) {
      found.reused = true;
      for (const row of known.rows) yield row.map((cell, i) => (i === ROOT ? root : cell));
      return;
    }
    const until = deadline === undefined ? {} : { deadline };
    const budget = isUnlimited ? Budget.unlimited(until) : new Budget(bytes.length, until);
    budget.check();
    yield* eachKernelRow({ root, path, size: bytes.length, sha256: hash }, bytes, { columns, budget });
  } catch (fault) {
    found.stamp = null;
    yield faultRow(fault, unread, columns);
  } finally {
    file?.close();
  }
}

function faultRow(fault: unknown, unread: Parameters<typeof errorRow>[0], columns: readonly string[]): readonly Cell[] {
  // The end of the time, which is about the run.
  if (fault instanceof FormatError) throw fault;
  if (fault instanceof Error && 'code' in fault) return errorRow(unread, codeOf(fault), refusal(fault), columns);
  // No file may end a scan of millions, whatever is in it; the message says that the fault is not the file's.
  const message = `reading it failed, which is a defect of zebin: ${fault instanceof Error ? fault.message : fault}`;
  return errorRow(unread, 'defect', message, columns);
}

/** Last line of a part; the batches come before it, one per line. */
interface PartEnd {
  readonly madeBy: string;
  readonly root: string;
  readonly files: readonly ScanFile[];
  /** Stamps of the files when they were read; null for a file that could not be read. */
  readonly stamps: readonly (Stamp | null)[];
  readonly counts: ScanCounts;
  /** Rows of each batch. */
  readonly rows: readonly number[];
  /** Of the batches: after a power failure a file system can leave a file without its content. */
  readonly sha256: string;
}

/** The results of a task, which are also written into a part. */
function* keeping(part: string, task: Task): Generator<Result> {
  const { madeBy, root, files } = task;
  const temporary = `${part}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  const file = createFile(temporary);
  try {
    const hash = createHash('sha256');
    const stamps: (Stamp | null)[] = [];
    const rows: number[] = [];
    let counts = NO_COUNTS;
    for (const result of results(task, stamps)) {
      if (result.batch) {
        const line = `${result.batch.json}\n`;
        hash.update(line);
        writeFileSync(file, line);
        rows.push(result.batch.rows);
      }
      counts = added(counts, result.counts);
      yield result;
    }
    const end: PartEnd = { madeBy, root, files, stamps, counts, rows, sha256: hash.digest('hex') };
    writeFileSync(file, `${JSON.stringify(end)}\n`);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, part);
}

/** The results of an earlier run for the same files, if none of them has changed since. */
function keptResults(part: string, { madeBy, root, files }: Task): Generator<Result> | undefined {
  if (!existsSync(part)) return undefined;
  const data = readFileSync(part);
  const start = data.lastIndexOf('\n', data.length - 2) + 1;
  const batches = data.subarray(0, start);
  const end = parsedEnd(data.toString('utf8', start));
  const same =
    end?.madeBy === madeBy &&
    Array.isArray(end.rows) &&
    end.root === root &&
    JSON.stringify(end.files) === JSON.stringify(files) &&
    end.sha256 === createHash('sha256').update(batches).digest('hex');
  if (!same || !end.files.every(({ path }, i) => isUnchanged(join(root, path), end.stamps[i]))) return undefined;
  return resultsIn(batches, end);
}

/** All lines together may be too long for a string. */
function* resultsIn(batches: Buffer, { rows, counts }: PartEnd): Generator<Result> {
  let at = 0;
  for (const count of rows) {
    const end = batches.indexOf('\n', at);
    yield { counts: NO_COUNTS, batch: { rows: count, json: batches.toString('utf8', at, end) } };
    at = end + 1;
  }
  yield { counts };
}

function parsedEnd(line: string): PartEnd | undefined {
  try {
    return JSON.parse(line) ?? undefined;
  } catch {
    return undefined;
  }
}

function isUnchanged(path: string, stamp: Stamp | null | undefined): boolean {
  const now = stamp ? statSync(nativePath(path), { throwIfNoEntry: false }) : undefined;
  // Files that could not be read are tried again.
  return now !== undefined && now.size === stamp?.size && now.mtimeMs === stamp.mtimeMs;
}
