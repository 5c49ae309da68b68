/**
 * A half-open range of bytes, `[start, end)`, counted in `source`.
 *
 * `source` is the address of the bytes that the numbers count in: `''` is the outermost input, and anything else names decoded (for example
 * decompressed) data by the address that reached it. A part that is stored unchanged inside its container, such as a member of an archive,
 * keeps its container's source, so that its offsets can be used on the file as it is on disk.
 */
export interface Span {
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** The span of a finding that is about no place in a file. */
export const NOWHERE: Span = { source: '', start: 0, end: 0 };

/** The smallest span that holds both. Both must count in one source. */
export function joinSpans(a: Span, b: Span): Span {
  return { source: a.source, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}
