/** Lines and cells of what profilers write. */
import type { Bytes } from '../../core/bytes/index.ts';
import type { Reporter, Span } from '../../core/diag/index.ts';

export interface Line {
  readonly text: string;
  readonly span: Span;
}

/** Bytes that are read at a time, unless a line is longer: a file may be longer than the longest string. */
const PIECE = 1 << 22;
/** Longer lines are read as several. */
const LONGEST_LINE = 1 << 28;

/** What Windows programs begin a file with, one character per byte. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** The lines of a file, without blanks around them. A tab at the beginning is a cell without text. */
export function* linesOf(bytes: Bytes, out: Reporter): Generator<Line> {
  if (!out.charge(bytes.length, bytes.span(), '')) return;
  for (let start = 0; start < bytes.length; ) {
    const text = linesFrom(bytes, start);
    for (let at = start === 0 && text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0; at < text.length; ) {
      const feed = text.indexOf('\n', at);
      const end = feed < 0 ? text.length : feed;
      out.tick();
      yield { text: text.slice(at, end).replace(/^ +/, '').trimEnd(), span: bytes.span(start + at, start + end) };
      at = end + 1;
    }
    start += text.length;
  }
}

/** Whole lines from an offset on: one at least. */
function linesFrom(bytes: Bytes, start: number): string {
  for (let size = PIECE; ; size *= 2) {
    const end = Math.min(start + size, bytes.length);
    const text = bytes.sub(start, end).text();
    if (end === bytes.length || size >= LONGEST_LINE) return text;
    const last = text.lastIndexOf('\n');
    if (last >= 0) return text.slice(0, last + 1);
  }
}

/** The cells of a line of CSV, without surrounding blanks and quotes. */
export function cellsOf(text: string, delimiter = ','): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length; ) {
    while (text[at] === ' ') at++;
    let cell = '';
    if (text[at] === '"') {
      const close = text.indexOf('"', at + 1);
      cell = text.slice(at + 1, close < 0 ? text.length : close);
      at = close < 0 ? text.length : close + 1;
    }
    const comma = text.indexOf(delimiter, at);
    const end = comma < 0 ? text.length : comma;
    cells.push(cell + text.slice(at, end).trim());
    at = end + 1;
  }
  return cells;
}
