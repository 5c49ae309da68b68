/**
 * The files that a run has read, by their identity in the file system: an output never replaces one, whatever its name.
 */
import { type BigIntStats, fstatSync, statSync } from 'node:fs';
import { UsageError } from '../exit.ts';
import { inputName } from '../refusal.ts';

const identity = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

export class Inputs {
  /** Names by device and inode. */
  private readonly names = new Map<string, string>();

  /** Remembers a file that is read. @param from its path, or its descriptor. */
  remember(from: string | number, name: string): void {
    const stats = statsOf(from);
    if (stats?.isFile()) this.names.set(identity(stats), name);
  }

  /** Lets the output replace a file: the one that a verb edits. */
  mayReplace(path: string): void {
    const stats = path === '-' ? undefined : statsOf(path);
    if (stats) this.names.delete(identity(stats));
  }

  /** Throws `UsageError` if the output is a file that was read. */
  refuse(output: string | number, name: string): void {
    const stats = statsOf(output);
    const input = stats?.isFile() ? this.names.get(identity(stats)) : undefined;
    if (input === undefined) return;
    const same = input === name ? 'it is read' : `it is the same file as ${inputName(input)}, which is an input`;
    throw new UsageError(`${name} cannot be written, because ${same}: give another path`, { code: 'command/unwritable', file: name });
  }
}

/** What the file system says of a path or descriptor; undefined for a path where nothing is. */
const statsOf = (file: string | number): BigIntStats | undefined =>
  typeof file === 'number' ? fstatSync(file, { bigint: true }) : statSync(file, { bigint: true, throwIfNoEntry: false });
