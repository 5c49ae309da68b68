/**
 * Temporary files and folders next to the output. They are renamed when they are whole. A signal removes them, and those of a process that
 * was killed are removed by the next run.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Bytes of a name with which a temporary name is still one that every file system takes. */
const LONGEST = 200;

const open = new Set<string>();

/** What a temporary name begins with: the name itself, or what stands for one that is long. */
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

/** The temporary file or folder has its place, or is to be gone. */
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

/** As {@link leftOver}, of many files of one folder, which is read once. */
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

/** Whether a process of this machine is there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
