/**
 * The work of one worker at a time: the rows of a few dozen files that follow each other in the tree.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cell, errorRow, KERNEL_COLUMNS, kernelRows, mayHoldCode, type ScanCounts } from '../../src/index.ts';
import { refusal } from '../refusal.ts';
import { atHand, digest, type Stamp, withFile } from './file.ts';
import { codeOf, type Found } from './walk.ts';

/** Files of a chunk: enough that a chunk costs little itself, few enough that little is lost when the run is killed. */
export const CHUNK_FILES = 64;

export interface Task {
  /** Counted from 0 in the order of the tree. */
  readonly index: number;
  /** As it was given, for the column. */
  readonly root: string;
  readonly files: readonly Found[];
  /** Where the result is kept, for a run that goes on after one that was killed; absent when it is not. */
  readonly part?: string;
  /** What the part has to be made by to be taken. */
  readonly madeBy: string;
  /** Earlier rows, by path. */
  readonly old?: ReadonlyMap<string, OldRows>;
}

/** The rows of a file in an earlier table, of this content. */
export interface OldRows {
  readonly sha256: string;
  readonly rows: readonly Cell[][];
}

export interface Result {
  readonly index: number;
  readonly counts: ScanCounts;
  /** A JSON array of cells on each line. */
  readonly rows: string;
}

export const NO_COUNTS: ScanCounts = { files: 0, without_code: 0, errors: 0, kernels: 0, rows: 0, reused: 0, bytes: 0 };

/** Files up to this many bytes are read before it is known whether they hold code. */
const AT_ONCE = 1 << 18;

const at = (name: (typeof KERNEL_COLUMNS)[number]['name']) => KERNEL_COLUMNS.findIndex((column) => column.name === name);
const [ROOT, NAME, ERROR] = [at('root'), at('name'), at('error_code')];

/** Does a task, or takes what an earlier run kept of it. */
export function doTask(task: Task): Result {
  const kept = task.part === undefined ? undefined : keptResult(task.part, task);
  if (kept) return kept;
  const stamps: (Stamp | null)[] = [];
  const lines: string[] = [];
  let counts = NO_COUNTS;
  for (const found of task.files) {
    const { rows, stamp = null, reused = false } = scanFile(found, task);
    stamps.push(stamp);
    let [errors, kernels] = [0, 0];
    for (const row of rows) {
      lines.push(`${JSON.stringify(row)}\n`);
      if (row[ERROR] !== null) errors++;
      if (row[NAME] !== null) kernels++;
    }
    counts = added(counts, {
      files: 1,
      without_code: rows.length === 0 ? 1 : 0,
      errors,
      kernels,
      rows: rows.length,
      reused: reused ? 1 : 0,
      bytes: rows.length === 0 ? 0 : (stamp?.size ?? 0),
    });
  }
  const result = { index: task.index, counts, rows: lines.join('') };
  if (task.part !== undefined) keep(task.part, task, stamps, result);
  return result;
}

interface FileResult {
  readonly rows: readonly Cell[][];
  readonly stamp?: Stamp;
  readonly reused?: boolean;
}

function scanFile({ path, error }: Found, { root, old }: Task): FileResult {
  const unread = { root, path, size: null, sha256: null };
  if (error) return { rows: [errorRow(unread, error.code, error.message)] };
  try {
    return withFile(join(root, path), (remote, stamp): FileResult => {
      // Most files are small: one read is all that they take.
      const near = remote.length <= AT_ONCE ? atHand(remote) : remote;
      if (!mayHoldCode(near)) return { rows: [], stamp };
      const bytes = atHand(near);
      const sha256 = digest(bytes);
      const known = old?.get(path);
      if (known?.sha256 === sha256)
        return { rows: known.rows.map((row) => row.map((cell, i) => (i === ROOT ? root : cell))), stamp, reused: true };
      return { rows: kernelRows({ root, path, size: bytes.length, sha256 }, bytes, { digest }), stamp };
    });
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault) return { rows: [errorRow(unread, codeOf(fault), refusal(fault))] };
    // One file must not end a scan of millions, whatever is in it; that it is no fault of the file is said.
    const message = `reading it failed, which is a defect of zebin: ${fault instanceof Error ? fault.message : fault}`;
    return { rows: [errorRow(unread, 'defect', message)] };
  }
}

export function added(a: ScanCounts, b: ScanCounts): ScanCounts {
  return Object.fromEntries(Object.keys(NO_COUNTS).map((key) => [key, a[key as keyof ScanCounts] + b[key as keyof ScanCounts]])) as {
    [K in keyof ScanCounts]: number;
  };
}

/** First line of a part; the rows follow. */
interface PartHead {
  readonly madeBy: string;
  readonly root: string;
  readonly files: readonly Found[];
  /** Of the files when they were read; null for one that could not be. */
  readonly stamps: readonly (Stamp | null)[];
  readonly counts: ScanCounts;
  /** Of the rows: a file system that lost power can leave a file without its content. */
  readonly sha256: string;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

function keep(part: string, { madeBy, root, files }: Task, stamps: PartHead['stamps'], { counts, rows }: Result): void {
  const head: PartHead = { madeBy, root, files, stamps, counts, sha256: hashOf(rows) };
  const temporary = `${part}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(head)}\n${rows}`);
  renameSync(temporary, part);
}

/** What an earlier run made of the same files, when none of them has changed since. */
function keptResult(part: string, { index, madeBy, root, files }: Task): Result | undefined {
  if (!existsSync(part)) return undefined;
  const text = readFileSync(part, 'utf8');
  const end = text.indexOf('\n');
  const head = parsedHead(text.slice(0, end));
  const rows = text.slice(end + 1);
  const same =
    head?.madeBy === madeBy && head.root === root && JSON.stringify(head.files) === JSON.stringify(files) && head.sha256 === hashOf(rows);
  if (!same || !head.files.every(({ path }, i) => isUnchanged(join(root, path), head.stamps[i]))) return undefined;
  return { index, counts: head.counts, rows };
}

function parsedHead(line: string): PartHead | undefined {
  try {
    return JSON.parse(line) ?? undefined;
  } catch {
    return undefined;
  }
}

function isUnchanged(path: string, stamp: Stamp | null | undefined): boolean {
  const now = stamp ? statSync(path, { throwIfNoEntry: false }) : undefined;
  // What could not be read is tried again.
  return now !== undefined && now.size === stamp?.size && now.mtimeMs === stamp.mtimeMs;
}
