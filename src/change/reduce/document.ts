/** `zebin reduce --json`: how small the file became. */
export interface ReduceDocument {
  readonly schema: 'zebin/reduce/1';
  /** In bytes. */
  readonly size_before: number;
  readonly size: number;
  /** Candidates that were tried. */
  readonly tried: number;
  /** Whether nothing more was found to leave out; false if the run was stopped before. */
  readonly complete: boolean;
}

export function reduceDocument(before: Uint8Array, after: Uint8Array, tried: number, complete: boolean): ReduceDocument {
  return { schema: 'zebin/reduce/1', size_before: before.length, size: after.length, tried, complete };
}
