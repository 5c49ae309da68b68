/**
 * The files that a run has read, by their identity in the file system: an output never replaces one, whatever its name.
 */
import { type BigIntStats, fstatSync, statSync } from 'node:fs';
import { UsageError } from '../exit.ts';
import { inputName } from '../refusal.ts';

/** Names by device and inode. */
const inputs = new Map<string, string>();

const identity = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

/** Remembers a file that is read. @param from its path, or its descriptor. */
export function rememberInput(from: string | number, name: string): void {
  const stats = typeof from === 'number' ? fstatSync(from, { bigint: true }) : statSync(from, { bigint: true, throwIfNoEntry: false });
  if (stats?.isFile()) inputs.set(identity(stats), name);
}

/** Before another run in the same process. */
export function forgetInputs(): void {
  inputs.clear();
}

/** Lets the output replace a file: the one that a verb edits. */
export function mayReplace(path: string): void {
  const stats = path === '-' ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats) inputs.delete(identity(stats));
}

/** Throws `UsageError` if the output is a file that was read. */
export function refuseInput(output: string | number, name: string): void {
  const stats =
    typeof output === 'number' ? fstatSync(output, { bigint: true }) : statSync(output, { bigint: true, throwIfNoEntry: false });
  const input = stats?.isFile() ? inputs.get(identity(stats)) : undefined;
  if (input === undefined) return;
  const same = input === name ? 'it is read' : `it is the same file as ${inputName(input)}, which is an input`;
  throw new UsageError(`${name} cannot be written, because ${same}: give another path`, { code: 'command/unwritable', file: name });
}
