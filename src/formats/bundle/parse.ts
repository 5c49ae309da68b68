import { type Bytes, byteText, displayText, type Input, reading } from '../../core/bytes/index.ts';
import type { Outcome, Reporter } from '../../core/diag/index.ts';
import type { BundleEntry, TextBundle } from './model.ts';
import { notBundle } from './read.ts';
import { TEXT_COMMENTS, TEXT_END, TEXT_START, type TextComment } from './table.ts';

/** How far from the beginning the first opening line is looked for: a text bundle begins with it, after one line feed. */
const OPENING = 4_096;

/** The comment mark of a text bundle; undefined if the bytes are not a text bundle. */
export function textBundleComment(bytes: Bytes): TextComment | undefined {
  const head = byteText(bytes.sub(0, Math.min(bytes.length, OPENING)).data);
  return TEXT_COMMENTS.find((comment) => head.startsWith(`\n${comment} ${TEXT_START}`) || head.startsWith(`${comment} ${TEXT_START}`));
}

/**
 * Reads a bundle in text form: each entry is between an opening and a closing line, both comments of the language. The line feed before the
 * closing line does not belong to the entry.
 *
 * Throws `FormatError` (`bundle/not-bundle`) when the text does not begin with an opening line.
 *
 * @example
 * const lines = writeTextBundle([{ id: 'sycl-spir64', data: new TextEncoder().encode('a\n') }], '#');
 * parseTextBundle(lines).value.entries.map(({ id }) => id); // ['sycl-spir64']
 */
export function parseTextBundle(input: Input): Outcome<TextBundle> {
  return reading(input, decodeTextBundle);
}

/** As {@link parseTextBundle}, with the diagnostics to a reporter. */
export function decodeTextBundle(bytes: Bytes, out: Reporter): TextBundle {
  const comment = textBundleComment(bytes);
  if (comment === undefined) throw notBundle(bytes, 'this is not a text bundle: it does not begin with a line that opens an entry');
  const text = byteText(bytes.data);
  const opening = `${comment} ${TEXT_START}`;
  const entries: BundleEntry[] = [];
  for (let at = text.indexOf(opening); at >= 0; ) {
    const path = `entries[${entries.length}]`;
    const lineEnd = text.indexOf('\n', at);
    const idEnd = lineEnd < 0 ? text.length : lineEnd;
    const id = text.slice(at + opening.length, idEnd).replace(/\r$/, '');
    const from = lineEnd < 0 ? text.length : lineEnd + 1;
    // An empty entry has only one line feed, that of the opening line.
    const closing = text.indexOf(`\n${comment} ${TEXT_END}${id}`, from - 1);
    const end = closing < 0 ? text.length : Math.max(closing, from);
    if (closing < 0) out.report('bundle/text-end', bytes.span(at, idEnd), path, `no line closes the entry ${displayText(id)}`);
    entries.push({ index: entries.length, id: displayText(id), bytes: bytes.sub(from, end) });
    at = closing < 0 ? -1 : text.indexOf(opening, end);
  }
  return { kind: 'text-bundle', bytes, comment, entries };
}
