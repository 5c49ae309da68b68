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
import { AT_ONCE, atHand, type Stamp, withFile } from './file.ts';
import { nativePath } from './file-name.ts';
import { added, type Batch, NO_COUNTS, type Result, type Task } from './task.ts';
import { codeOf, type ScanFile } from './walk.ts';

/** Rows of a batch: the garbage collector would move more of them before they are used up, and the length of strings is limited. */
const BATCH_ROWS = 256;

const at = (name: (typeof KERNEL_COLUMNS)[number]['name']) => KERNEL_COLUMNS.findIndex((column) => column.name === name);
const [ROOT, PATH, ADDRESS, NAME, ERROR, REASON] = [at('root'), at('path'), at('address'), at('name'), at('error_code'), at('error')];

/** Does a task, or reuses the result that an earlier run kept. */
export function doTask(task: Task): Result {
  const kept = task.part === undefined ? undefined : keptResult(task.part, task);
  if (kept) return kept;
  const stamps: (Stamp | null)[] = [];
  const batches: Batch[] = [];
  let batch: (readonly Cell[])[] = [];
  const put = () => {
    if (batch.length > 0) batches.push({ rows: batch.length, json: JSON.stringify(batch) });
    batch = [];
  };
  let counts = NO_COUNTS;
  for (const file of task.files) {
    let kernels = 0;
    let count = 0;
    const unread: Unread[] = [];
    const { stamp, reused } = scanFile(file, task, (row) => {
      count++;
      batch.push(row);
      if (batch.length === BATCH_ROWS) put();
      if (row[ERROR] !== null) unread.push(unreadOfRow(row));
      if (row[NAME] !== null) kernels++;
    });
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
  put();
  const result = { index: task.index, counts, batches };
  if (task.part !== undefined) keep(task.part, task, stamps, result);
  return result;
}

const unreadOfRow = (row: readonly Cell[]): Unread => ({
  address: join(String(row[ROOT]), String(row[PATH])) + (row[ADDRESS] ?? ''),
  code: String(row[ERROR]),
  reason: String(row[REASON]),
});

interface FileResult {
  /** Null if it could not be read. */
  readonly stamp: Stamp | null;
  readonly reused: boolean;
}

/** Passes the rows of a file to `add`, one at a time. */
function scanFile({ path, error }: ScanFile, task: Task, add: (row: readonly Cell[]) => void): FileResult {
  const { root, old, columns, isUnlimited, deadline } = task;
  const unread = { root, path, size: null, sha256: null };
  try {
    if (error) add(errorRow(unread, error.code, error.message, columns));
    else
      return withFile(join(root, path), (remote, stamp): FileResult => {
        // Most files are small and need only one read.
        const near = remote.length <= AT_ONCE ? atHand(remote) : remote;
        if (!mayHoldCode(near)) return { stamp, reused: false };
        const bytes = atHand(near);
        const hash = sha256(bytes);
        const known = old?.get(path);
        if (known?.sha256 === hash) {
          for (const row of known.rows) add(row.map((cell, i) => (i === ROOT ? root : cell)));
          return { stamp, reused: true };
        }
        const until = deadline === undefined ? {} : { deadline };
        const budget = isUnlimited ? Budget.unlimited(until) : new Budget(bytes.length, until);
        budget.check();
        for (const row of eachKernelRow({ root, path, size: bytes.length, sha256: hash }, bytes, { columns, budget })) add(row);
        return { stamp, reused: false };
      });
  } catch (fault) {
    add(faultRow(fault, unread, columns));
  }
  return { stamp: null, reused: false };
}

function faultRow(fault: unknown, unread: Parameters<typeof errorRow>[0], columns: readonly string[]): readonly Cell[] {
  // The end of the time, which is about the run.
  if (fault instanceof FormatError) throw fault;
  if (fault instanceof Error && 'code' in fault) return errorRow(unread, codeOf(fault), refusal(fault), columns);
  // No file may end a scan of millions, whatever is in it; the message says that the fault is not the file's.
  const message = `reading it failed, which is a defect of zebin: ${fault instanceof Error ? fault.message : fault}`;
  return errorRow(unread, 'defect', message, columns);
}

/** First line of a part; the batches follow, one per line. */
interface PartHead {
  readonly madeBy: string;
  readonly root: string;
  readonly files: readonly ScanFile[];
  /** Stamps of the files when they were read; null for a file that could not be read. */
  readonly stamps: readonly (Stamp | null)[];
  readonly counts: ScanCounts;
  /** Rows of each batch. */
  readonly rows: readonly number[];
  /** Length of the batches: after a power failure a file system can leave a file without its content. */
  readonly sha256: string;
}

function keep(part: string, { madeBy, root, files }: Task, stamps: PartHead['stamps'], { counts, batches }: Result): void {
  const hash = createHash('sha256');
  for (const { json } of batches) hash.update(`${json}\n`);
  const head: PartHead = { madeBy, root, files, stamps, counts, rows: batches.map(({ rows }) => rows), sha256: hash.digest('hex') };
  const temporary = `${part}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  const file = createFile(temporary);
  try {
    for (const line of [JSON.stringify(head), ...batches.map(({ json }) => json)]) writeFileSync(file, `${line}\n`);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, part);
}

/** The result of an earlier run for the same files, if none of them has changed since. */
function keptResult(part: string, { index, madeBy, root, files }: Task): Result | undefined {
  if (!existsSync(part)) return undefined;
  const lines = new Lines(readFileSync(part));
  const head = parsedHead(lines.next());
  const same =
    head?.madeBy === madeBy &&
    Array.isArray(head.rows) &&
    head.root === root &&
    JSON.stringify(head.files) === JSON.stringify(files) &&
    head.sha256 === createHash('sha256').update(lines.rest()).digest('hex');
  if (!same || !head.files.every(({ path }, i) => isUnchanged(join(root, path), head.stamps[i]))) return undefined;
  return { index, counts: head.counts, batches: head.rows.map((rows) => ({ rows, json: lines.next() })) };
}

/** All lines together may be too long for a string. */
class Lines {
  private readonly data: Buffer;
  private at = 0;

  constructor(data: Buffer) {
    this.data = data;
  }

  next(): string {
    const end = this.data.indexOf('\n', this.at);
    const line = this.data.toString('utf8', this.at, end === -1 ? this.data.length : end);
    this.at = end === -1 ? this.data.length : end + 1;
    return line;
  }

  rest(): Buffer {
    return this.data.subarray(this.at);
  }
}

function parsedHead(line: string): PartHead | undefined {
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
