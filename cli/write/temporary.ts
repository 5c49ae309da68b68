/**
 * Temporary files and folders next to the output. They are renamed when they are complete. A signal removes them, and the next run removes
 * those of a killed process.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The most bytes of a name for which the temporary name is still valid on every file system. */
const LONGEST = 200;

const open = new Set<string>();

/** How a temporary name begins: with the name itself, or a short form of a long one. */
export function stemOf(name: string): string {
  return Buffer.byteLength(name) <= LONGEST ? name : createHash('sha256').update(name).digest('hex').slice(0, 32);
}

/** An unused path next to `target`, until {@link release} is called for it. */
export function temporaryFor(target: string): string {
  const path = join(dirname(target), `.${stemOf(basename(target))}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
  if (open.size === 0) for (const signal of SIGNALS) process.on(signal, stop);
  open.add(path);
  return path;
}

/** The temporary file or folder was renamed, or should be removed. */
export function release(path: string, remove: boolean): void {
  if (remove) rmSync(path, { recursive: true, force: true });
  open.delete(path);
  if (open.size === 0) for (const signal of SIGNALS) process.off(signal, stop);
}

function stop(signal: NodeJS.Signals): void {
  for (const path of open) rmSync(path, { recursive: true, force: true });
  for (const one of SIGNALS) process.off(one, stop);
  process.kill(process.pid, signal);
}

/** What killed runs left next to `target`, under names with this ending. */
export function leftOver(target: string, ending: 'tmp' | 'old'): string[] {
  return leftOverOf(dirname(target), [basename(target)], ending);
}

/** As {@link leftOver}, for many files of one folder, which is read once. */
export function leftOverOf(folder: string, names: readonly string[], ending: 'tmp' | 'old'): string[] {
  const stems = new Set(names.map(stemOf));
  return readdirSync(folder).flatMap((name) => {
    const [, stem = '', pid, end] = /^\.(.*)\.([0-9]+)\.[0-9a-f]{8}\.(tmp|old)$/s.exec(name) ?? [];
    const path = join(folder, name);
    return end === ending && stems.has(stem) && !open.has(path) && !isOther(Number(pid)) ? [path] : [];
  });
}

function isOther(pid: number): boolean {
  return pid !== process.pid && isRunning(pid);
}

/** Whether a process of this machine is running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user cannot be signalled, but it exists.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
