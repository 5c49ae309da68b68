import type { Diagnostic } from './diagnostic.ts';

/** Most characters of a source line that are shown, around the fault. */
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
 * @param name shown in front of line and column, which count from 1; nothing when it is left out.
 */
export function renderDiagnostic(diagnostic: Diagnostic, text: string | Uint8Array, name = ''): string {
  const { severity, code, message, span } = diagnostic;
  const start = Math.min(Math.max(span.start, 0), text.length);
  const source = sourceOf(text);
  const lineStart = source.lastIndexOf(start - 1) + 1;
  const newline = source.indexOf(start);
  const lineEnd = newline < 0 ? text.length : newline;
  let line = 1;
  for (let at = source.indexOf(0); at >= 0 && at < lineStart; at = source.indexOf(at + 1)) line++;
  const place = [...(name === '' ? [] : [name]), line, start - lineStart + 1].join(':');
  const end = Math.max(Math.min(span.end, lineEnd), start + 1);
  // A long line is cut on both sides.
  const from = Math.max(lineStart, start - WIDTH / 2);
  const to = Math.min(lineEnd, from + WIDTH);
  const before = expand(source.slice(from, start));
  const marked = expand(source.slice(from, Math.min(end, to))).length - before.length;
  const cut = { left: from > lineStart ? '…' : '', right: to < lineEnd ? '…' : '' };
  const shown = cut.left + expand(source.slice(from, to)) + cut.right;
  const mark = `${' '.repeat(cut.left.length + before.length)}^${'~'.repeat(Math.max(marked - 1, 0))}`;
  return `${place}: ${severity}: ${message} [${code}]\n  ${shown}\n  ${mark}`;
}

/** Where lines end in a text or in bytes, and parts of it as text. */
function sourceOf(text: string | Uint8Array) {
  if (typeof text === 'string') {
    return {
      indexOf: (at: number) => text.indexOf('\n', at),
      lastIndexOf: (at: number) => (at < 0 ? -1 : text.lastIndexOf('\n', at)),
      slice: (from: number, to: number) => text.slice(from, to),
    };
  }
  return {
    indexOf: (at: number) => text.indexOf(NEWLINE, at),
    lastIndexOf: (at: number) => (at < 0 ? -1 : text.lastIndexOf(NEWLINE, at)),
    slice: (from: number, to: number) => String.fromCharCode(...text.subarray(from, to)),
  };
}

/** Tabs as blanks, other characters that are not printed as `?`, so that marks stand below what they mark. */
function expand(text: string): string {
  let out = '';
  for (const c of text) {
    if (c === '\t') out += ' '.repeat(TAB_STOP - (out.length % TAB_STOP));
    else if (c !== '\r') out += c < ' ' || c > '~' ? '?' : c;
  }
  return out;
}
