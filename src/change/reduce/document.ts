/** `zebin reduce --json`: how small the file, or the text of the case, became. */
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

/** @param before in bytes, as `after` */
export function reduceDocument(before: number, after: number, tried: number, complete: boolean): ReduceDocument {
  return { schema: 'zebin/reduce/1', size_before: before, size: after, tried, complete };
}
