import type { Diagnostic, FailureCode } from '../core/diag/index.ts';
import { diagnosticJson } from './json.ts';

/** What `--json` prints in place of the document of any verb when the run fails. */
export interface ErrorDocument {
  readonly schema: 'zebin/error/1';
  /** One of `command/…`, or the code of the finding that is the reason. */
  readonly code: string;
  /** The sentence that standard error has too. */
  readonly message: string;
  /** The path of the file, as the caller gave it; `-` for standard input, null when the failure is not about a file. */
  readonly file: string | null;
  /** Place in the file; null when the failure is not about a place. */
  readonly place: ErrorPlace | null;
  /** 1 for a negative result; 2 for wrong usage and for files that cannot be read or written. */
  readonly exit_code: 1 | 2;
}

export interface ErrorPlace {
  /** First byte, counted from the start of the file, or of {@link source}. */
  readonly offset: number;
  /** End of the bytes: the offset after the last. */
  readonly end: number;
  /** Address of the item in whose inflated data the offsets count; absent when they count in the file itself. */
  readonly source?: string;
  /** Place in the structure; empty for the file as a whole. */
  readonly path: string;
}

/** The facts about a failure besides its message. */
export interface FailureFacts {
  /** If it is left out, the code of the finding, or `command/usage`. */
  readonly code?: FailureCode;
  readonly file?: string;
  /** The finding that is the reason. It gives the place. */
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
