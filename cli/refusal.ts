import { UsageError } from './exit.ts';

/** What the operating system says, without the call and the path that Node puts behind it. */
export function refusal(error: unknown): string {
  return error instanceof Error ? error.message.replace(/, [a-z]+( '.*)?$/s, '') : String(error);
}

/** A path as it is said. */
export function inputName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** What reading gives, or a sentence why it cannot be read. */
export function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${inputName(path)} cannot be read: ${refusal(error)}`, { code: 'command/unreadable', file: path });
  }
}
