import type { Outcome } from '../diag/index.ts';
import type { ConvertedZebin, Zebin } from '../zebin/index.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** `zebin convert --json`: what a file loses or needs in another version. */
export interface ConvertDocument {
  readonly schema: 'zebin/convert/1';
  /** Version of the file; null when it has none. */
  readonly from: string | null;
  readonly to: string;
  /** In bytes. */
  readonly old_size: number;
  readonly new_size: number;
  readonly changes: readonly ConvertChange[];
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface ConvertChange {
  readonly kind: 'lost' | 'given' | 'renamed' | 'kept';
  /** Place in the converted file. */
  readonly path: string;
  /** The value that is lost, added or kept. */
  readonly value: string;
  readonly reason: string;
  /** First version that has it, if that is the reason; otherwise null. */
  readonly since: string | null;
  /** First version that no longer has it, if that is the reason; otherwise null. */
  readonly until: string | null;
}

export function convertDocument(zebin: Zebin, to: string, { value, diagnostics }: Outcome<ConvertedZebin>): ConvertDocument {
  return {
    schema: 'zebin/convert/1',
    from: zebin.version ?? null,
    to,
    old_size: zebin.bytes.length,
    new_size: value.bytes.length,
    changes: value.changes.map((change) => ({ ...change, since: change.since ?? null, until: change.until ?? null })),
    diagnostics: diagnostics.map((d) => diagnosticJson(d)),
  };
}
