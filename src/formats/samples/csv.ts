/** Lines and cells of what profilers write. */
import type { Bytes } from '../../core/bytes/index.ts';
import type { Reporter, Span } from '../../core/diag/index.ts';

export interface Line {
  readonly text: string;
  readonly span: Span;
}

/** What Windows programs begin a file with, one character per byte. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** The lines of a file, without blanks around them. A tab at the beginning is a cell without text. */
export function* linesOf(bytes: Bytes, out: Reporter): Generator<Line> {
  if (!out.charge(bytes.length, bytes.span(), '')) return;
  const text = bytes.text();
  for (let at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0; at < text.length; ) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    out.tick();
    yield { text: text.slice(at, end).replace(/^ +/, '').trimEnd(), span: bytes.span(at, end) };
    at = end + 1;
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
