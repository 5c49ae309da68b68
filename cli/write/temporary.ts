/**
 * Temporary files and folders next to the output. They are renamed when they are complete. A signal removes them, and the next run removes
 * those of a killed process.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The most bytes of a name for which the temporary name is still valid on every file system. */
const LONGEST = 200;

/** How a temporary name begins: with the name itself, or a short form of a long one. */
function stemOf(name: string): string {
  return Buffer.byteLength(name) <= LONGEST ? name : createHash('sha256').update(name).digest('hex').slice(0, 32);
}

/** The temporary files and folders of one write. */
export class Temporaries {
  private readonly open = new Set<string>();

  /** Calls `write`, and removes what it has not moved to its place: in the end, and on a signal. */
  static async with(write: (temporaries: Temporaries) => Promise<void>): Promise<void> {
    const temporaries = new Temporaries();
    const end = (): void => {
      for (const path of temporaries.open) rmSync(path, { recursive: true, force: true });
      for (const signal of SIGNALS) process.off(signal, stop);
    };
    const stop = (signal: NodeJS.Signals): void => {
      end();
      process.kill(process.pid, signal);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    try {
      await write(temporaries);
    } finally {
      end();
    }
  }

  /** An unused path next to `target`. */
  pathFor(target: string): string {
    const path = join(dirname(target), `.${stemOf(basename(target))}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
    this.open.add(path);
    return path;
  }

  /** Moves what is at such a path to its place. */
  move(path: string, target: string): void {
    renameSync(path, target);
    this.open.delete(path);
  }
}

/** What killed runs left next to `target`, under names with this ending. One may have had the number of this process. */
export function leftOver(target: string, ending: 'tmp' | 'old'): string[] {
  const wanted = stemOf(basename(target));
  const folder = dirname(target);
  return readdirSync(folder).flatMap((name) => {
    const [, stem, pid, end] = /^\.(.*)\.([0-9]+)\.[0-9a-f]{8}\.(tmp|old)$/s.exec(name) ?? [];
    return end === ending && stem === wanted && !isOther(Number(pid)) ? [join(folder, name)] : [];
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
