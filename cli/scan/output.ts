/**
 * Where the table goes. Next to a file there is a folder `FILE.parts` with the finished chunks: each chunk of the tree is complete or
 * missing, so the same command resumes a run that was killed at any moment. The file itself appears when it is complete.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../exit.ts';
import type { Standard } from '../input/standard.ts';
import { attemptWrite, createFile, isRunning } from '../write/index.ts';

export interface Output {
  /** The file of a chunk in the folder of parts; undefined if nothing is kept. */
  part(index: number): string | undefined;
  /** Absolute paths that are not part of what is scanned. */
  readonly outputPaths: readonly string[];
  write(data: Uint8Array): void;
  /** Puts the file in its place. */
  done(): void;
}

/** Ends a scan from within, and is caught by it: standard output has been closed, because its reader needs no more. */
export class Closed extends Error {}

export function standardOutput(standard: Standard): Output {
  return {
    part: () => undefined,
    outputPaths: [],
    write: (data) => {
      if (!standard.print(data)) throw new Closed();
    },
    done: () => {},
  };
}

/** Nothing is written; the rows are only counted. */
export const noOutput: Output = { part: () => undefined, outputPaths: [], write: () => {}, done: () => {} };

const PART = /^\d{6,}\.part(?:\.\d+\.tmp)?$|^table\.\d+\.tmp$|^running$/;

/** Throws `UsageError` when the file cannot be written, or another scan is writing it. */
export function fileOutput(path: string): Output {
  return attemptWrite(path, () => {
    const old = statSync(path, { throwIfNoEntry: false });
    if (old?.isDirectory()) throw Object.assign(new Error('EISDIR: it is a folder'), { code: 'EISDIR' });
    // A pipe or device is written to directly.
    if (old && !old.isFile()) return opened(path, path, { part: () => undefined, outputPaths: [], done: () => {} });
    const target = old ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
    const parts = `${target}.parts`;
    mkdirSync(parts, { recursive: true });
    if (!lstatSync(parts).isDirectory()) throw new Error(`${parts} is a link`);
    lock(path, parts);
    for (const name of readdirSync(parts)) if (name.endsWith('.tmp') && PART.test(name)) rmSync(join(parts, name));
    const temporary = join(parts, `table.${process.pid}.tmp`);
    return opened(path, temporary, {
      part: (index) => join(parts, `${String(index).padStart(6, '0')}.part`),
      outputPaths: [target, parts],
      done: () => {
        renameSync(temporary, target);
        for (const name of readdirSync(parts)) if (PART.test(name)) rmSync(join(parts, name));
        // A folder that contains anything else is kept.
        if (readdirSync(parts).length === 0) rmdirSync(parts);
      },
    });
  });
}

/** Two scans into one file would remove each other's parts. Processes of other machines cannot be checked. */
function lock(path: string, parts: string): void {
  const file = join(parts, 'running');
  // A run that was killed before it wrote its number leaves an empty file.
  const [host, number] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
  const other = Number(number);
  if (host === hostname() && other > 0 && other !== process.pid && isRunning(other))
    throw new UsageError(
      `process ${other} is already writing ${path}; wait for it, or remove ${path}.parts if that process is not a scan`,
      {
        code: 'command/unwritable',
        file: path,
      },
    );
  rmSync(file, { force: true });
  const lock = createFile(file);
  writeSync(lock, `${hostname()} ${process.pid}`);
  closeSync(lock);
}

function opened(path: string, temporary: string, rest: Omit<Output, 'write'>): Output {
  const file = temporary === path ? openSync(path, 'w') : createFile(temporary);
  return {
    ...rest,
    write: (data) =>
      attemptWrite(path, () => {
        for (let at = 0; at < data.length; ) at += writeSync(file, data, at);
      }),
    done: () =>
      attemptWrite(path, () => {
        if (temporary !== path) fsyncSync(file);
        closeSync(file);
        rest.done();
      }),
  };
}
