import { caughtFinding, type Diagnostic } from '../src/internal.ts';
import { UsageError } from './exit.ts';

/** The operating system's message, without the call and the path that Node appends. */
export function refusal(error: unknown): string {
  return error instanceof Error ? error.message.replace(/, [a-z]+( '.*)?$/s, '') : String(error);
}

/** A path as messages print it. */
export function inputName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** A file that changes while it is read: with a code, as errors of the operating system have, because it is not an error of ours. */
export const truncated = (): Error => Object.assign(new Error('it was truncated while being read'), { code: 'ESHORTER' });

/**
 * Whether the operating system refused something: its errors, and Node's own, have a code. All other errors are defects of this program.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

/**
 * What `make` returns. Throws `UsageError` for what the library refuses.
 *
 * @param file that it is about
 * @param sentence what is said of the finding; or the error itself
 * @param wrongArgument what is said of another error that the user caused; undefined for a defect
 */
export function orUsageError<T>(
  file: string,
  make: () => T,
  sentence: (diagnostic: Diagnostic) => string | UsageError,
  wrongArgument?: (error: unknown) => string | undefined,
): T {
  try {
    return make();
  } catch (error) {
    const wrong = wrongArgument?.(error);
    if (wrong !== undefined) throw new UsageError(wrong, { file });
    const diagnostic = caughtFinding(error);
    const text = sentence(diagnostic);
    throw typeof text === 'string' ? new UsageError(text, { file, diagnostic }) : text;
  }
}

/** The result of reading, or a sentence why the file cannot be read. */
export function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new UsageError(`${inputName(path)} cannot be read: ${refusal(error)}`, { code: 'command/unreadable', file: path });
  }
}
