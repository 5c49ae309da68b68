import type { Diagnostic } from './diagnostic.ts';

/** Maximum number of characters of a source line that are shown around the fault. */
const WIDTH = 120;
const TAB_STOP = 8;
const NEWLINE = 0x0a;

/**
 * A diagnostic of a text with its line and a mark under the fault:
 *
 *     kernel.visaasm:3:9: error: 'V1' is not declared [visa-text/unknown-name]
 *       mov (M1, 1) V1(0,0)<1> 0x1:d
 *                   ^~
 *
 * @param text what the span counts in: the bytes, or a text of one character per byte (`byteText`).
 * @param name shown before line and
 * column, which count from 1; omitted if it is not given.
 * @param content of the file; bytes are shown as a hex dump
 * @param name of the file
 *
 * @example
 * const [finding] = readZebin(damaged).diagnostics;
 * renderDiagnostic(finding, damaged, 'k.zebin').includes(finding.code); // true
 */
export function renderDiagnostic(diagnostic: Diagnostic, text: string | Uint8Array, name = ''): string {
  return diagnosticRenderer(text, name)(diagnostic);
}

/** What is shown of a diagnostic. */
type InText = Pick<Diagnostic, 'severity' | 'message'> & {
  readonly code: string;
  readonly span: Pick<Diagnostic['span'], 'start' | 'end'>;
};

/** As {@link renderDiagnostic}, for all diagnostics of one text: its lines are counted once, for the first. */
export function diagnosticRenderer(text: string | Uint8Array, name = ''): (diagnostic: InText) => string {
  const source = sourceOf(text);
  const startsOfLines = (): number[] => {
    const starts = [0];
    for (let at = source.indexOf(0); at >= 0; at = source.indexOf(at + 1)) starts.push(at + 1);
    return starts;
  };
  let counted: readonly number[] | undefined;
  return ({ severity, code, message, span }) => {
    counted ??= startsOfLines();
    const lineStarts = counted;
    const start = Math.min(Math.max(span.start, 0), text.length);
    let [line, after] = [0, lineStarts.length];
    while (after - line > 1) {
      const middle = (line + after) >> 1;
      if ((lineStarts[middle] ?? 0) <= start) line = middle;
      else after = middle;
    }
    const place = [...(name === '' ? [] : [name]), line + 1, start - (lineStarts[line] ?? 0) + 1].join(':');
    return [`${place}: ${severity}: ${message} [${code}]`, ...textExcerpt(text, start, span.end).map((row) => `  ${row}`)].join('\n');
  };
}

/** The line in which a range of text begins, and a line with a mark under it. */
export function textExcerpt(text: string | Uint8Array, from: number, until: number, width = WIDTH): [shown: string, mark: string] {
  const source = sourceOf(text);
  const start = Math.min(Math.max(from, 0), text.length);
  // No more is read than can be shown: the line may be the whole text. Positions from here on count in this part.
  const first = Math.max(start - Math.floor(width / 2), 0);
  const near = source.slice(first, Math.min(start + width + 1, text.length));
  const at = start - first;
  const left = near.slice(0, at).lastIndexOf('\n') + 1;
  const newline = near.indexOf('\n', at);
  const lineEnd = newline < 0 ? near.length : newline;
  const right = Math.min(lineEnd, left + width);
  const end = Math.max(Math.min(until - first, lineEnd), at + 1);
  const before = expand(near.slice(left, at));
  const marked = expand(near.slice(left, Math.min(end, right))).length - before.length;
  // A long line is cut on both sides.
  const isCut = left === 0 && first > 0 && source.slice(first - 1, first) !== '\n';
  const cut = { left: isCut ? '…' : '', right: right < lineEnd ? '…' : '' };
  const shown = cut.left + expand(near.slice(left, right)) + cut.right;
  return [shown, `${' '.repeat(cut.left.length + before.length)}^${'~'.repeat(Math.max(marked - 1, 0))}`];
}

/** Bytes in a row, and rows that are shown of a long range. */
const ROW = 16;
const ROWS = 2;

/**
 * A range of bytes as rows of hexadecimal numbers with their offsets, each with marks under the bytes that belong to it.
 *
 * @param data at least the bytes that are shown: 16 before the range, and its first 48
 * @param base offset of the first byte of `data`, in which `from` and `until` count.
 */
export function byteExcerpt(data: Uint8Array, base: number, from: number, until: number): string[] {
  const start = Math.min(Math.max(from - base, 0), data.length);
  const end = Math.max(until - base, start + 1);
  const lines: string[] = [];
  for (let at = start - ((base + start) % ROW); at < end && lines.length < ROWS * 2; at += ROW) {
    const row = Array.from({ length: ROW }, (_, i) => at + i);
    const numbers = row.map((i) => (i >= 0 && i < data.length ? (data[i] ?? 0).toString(16).padStart(2, '0') : '  '));
    const letters = row.map((i) => (i >= 0 && i < data.length ? letterOf(data[i] ?? 0) : ' '));
    const marks = row.map((i) => (i < start || i >= end ? '  ' : i === start ? '^~' : '~~'));
    const offset = (base + at).toString(16).padStart(8, '0');
    lines.push(`${offset}  ${numbers.join(' ')}  |${letters.join('')}|`, `${' '.repeat(offset.length)}  ${marks.join(' ')}`.trimEnd());
  }
  return end - start > ROWS * ROW ? [...lines, `${end - start} bytes in all`] : lines;
}

function letterOf(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
}

/** Where lines end in a text or in bytes, and parts of it as text. */
function sourceOf(text: string | Uint8Array) {
  if (typeof text === 'string') {
    return {
      indexOf: (at: number) => text.indexOf('\n', at),
      slice: (from: number, to: number) => text.slice(from, to),
    };
  }
  return {
    indexOf: (at: number) => text.indexOf(NEWLINE, at),
    slice: (from: number, to: number) => String.fromCharCode(...text.subarray(from, to)),
  };
}

/** Tabs become blanks, other characters that are not printed become `?`, so that marks are below what they mark. */
function expand(text: string): string {
  let out = '';
  for (const c of text) {
    if (c === '\t') out += ' '.repeat(TAB_STOP - (out.length % TAB_STOP));
    else if (c !== '\r') out += c < ' ' || c > '~' ? '?' : c;
  }
  return out;
}
