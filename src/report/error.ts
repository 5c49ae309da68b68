import type { Diagnostic, FailureCode } from '../diag/index.ts';
import { diagnosticJson } from './json.ts';

/** What `--json` prints in place of the document of any verb when the run fails. */
export interface ErrorDocument {
  readonly schema: 'zebin/error/1';
  /** One of `command/…`, or the code of the finding in a file that is the reason. */
  readonly code: string;
  /** The sentence that is on standard error too. */
  readonly message: string;
  /** The path that the failure is about, as it was given; `-` for standard input, null when it is about no file. */
  readonly file: string | null;
  /** Where in the file; null when it is about no place in it. */
  readonly place: ErrorPlace | null;
  /** 1 when the answer is no, 2 for bad usage and for what cannot be read or written. */
  readonly exit_code: 1 | 2;
}

export interface ErrorPlace {
  /** First byte, counted from the start of the file, or of {@link source}. */
  readonly offset: number;
  /** End of the bytes: the offset after the last. */
  readonly end: number;
  /** The inflated data in which the offsets count, by the address of its item; absent for the file itself. */
  readonly source?: string;
  /** Place in the structure; empty for the file as a whole. */
  readonly path: string;
}

/** What is known of a failure besides its sentence. */
export interface FailureFacts {
  /** When left out, that of the finding, or `command/usage`. */
  readonly code?: FailureCode;
  readonly file?: string;
  /** The finding that is the reason: it gives the place. */
  readonly diagnostic?: Diagnostic;
}

/**
 * The document of a failure.
 *
 * @param message one sentence.
 */
export function errorDocument(message: string, { code, file, diagnostic }: FailureFacts, exitCode: 1 | 2): ErrorDocument {
  return {
    schema: 'zebin/error/1',
    code: code ?? diagnostic?.code ?? 'command/usage',
    message,
    file: file ?? null,
    place: diagnostic ? placeOf(diagnostic) : null,
    exit_code: exitCode,
  };
}

function placeOf(diagnostic: Diagnostic): ErrorPlace {
  const { offset, end, source, path } = diagnosticJson(diagnostic);
  return { offset, end, ...(source === undefined ? {} : { source }), path };
}
