import { UsageError } from './exit.ts';

/** What the operating system says, without the call and the path that Node puts after it. */
export function refusal(error: unknown): string {
  return error instanceof Error ? error.message.replace(/, [a-z]+( '.*)?$/s, '') : String(error);
}

/** A path as it is said. */
export function inputName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** What changes while it is read is a fault of nobody's. */
export class Shorter extends Error {
  readonly code = 'ESHORTER';

  constructor() {
    super('it was truncated while being read');
  }
}

/** Whether the operating system refused something: its errors, and Node's own, have a code. All others are defects of this program. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

/** What reading gives, or a sentence why it cannot be read. */
export function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new UsageError(`${inputName(path)} cannot be read: ${refusal(error)}`, { code: 'command/unreadable', file: path });
  }
}
