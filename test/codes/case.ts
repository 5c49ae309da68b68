/**
 * What a test of a diagnostic code is made of: an input, and where the finding is in it.
 */
import { type Diagnostic, FormatError, type Outcome } from '../../src/core/diag/index.ts';
import { latin1, type Range } from '../support/build-elf.ts';

export interface Case {
  readonly bytes: Uint8Array;
  readonly find: (bytes: Uint8Array) => readonly Diagnostic[];
  /** Where the first finding of the code is. */
  readonly span?: Range;
}

/** What a reader reports, or the one finding that it throws. */
export function by(read: (bytes: Uint8Array) => Outcome<unknown>): Case['find'] {
  return (bytes) => {
    try {
      return read(bytes).diagnostics;
    } catch (error) {
      if (error instanceof FormatError) return [error.diagnostic];
      throw error;
    }
  };
}

/** The place of the finding in text comes between ‹ and ›. */
export function marked(text: string, find: Case['find']): Case {
  const start = text.indexOf('‹');
  const end = text.indexOf('›') - 1;
  return { bytes: latin1(text.replace(/[‹›]/g, '')), find, span: [start, end] };
}
