import { Bytes, byteText, CHAR, encodeText, LineStarts } from '../core/bytes/index.ts';
import type { Diagnostic, Span } from '../core/diag/index.ts';
import type { TextFinding, TextPlace, TextRange } from './model.ts';

/** A text with its places: offsets in bytes, as the library counts, and lines with columns, as editors do. */
export class PlacedText {
  readonly bytes: Bytes;
  /** One character for each byte. */
  readonly text: string;
  private readonly lines: LineStarts;

  constructor(text: string) {
    const data = encodeText(text);
    this.bytes = Bytes.from(data);
    this.text = byteText(data);
    this.lines = new LineStarts(data);
  }

  get lineCount(): number {
    return this.lines.count;
  }

  /** Offset of the first byte of a line, counted from 0. */
  lineStart(line: number): number {
    return this.lines.startOf(line + 1);
  }

  /** Offset after the last byte of a line, without its end. */
  lineEnd(line: number): number {
    let end = line + 1 < this.lineCount ? this.lineStart(line + 1) - 1 : this.text.length;
    if (end > this.lineStart(line) && this.text.charCodeAt(end - 1) === CHAR.return) end--;
    return end;
  }

  line(line: number): string {
    return this.text.slice(this.lineStart(line), this.lineEnd(line));
  }

  lineOf(offset: number): number {
    return this.lines.placeOf(offset).line - 1;
  }

  place(offset: number): TextPlace {
    const { line, column } = this.lines.placeOf(Math.min(offset, this.text.length));
    const start = offset - column + 1;
    let character = 0;
    for (let at = start; at < offset; at++) character += unitsOf(this.text.charCodeAt(at));
    return { line: line - 1, character };
  }

  offset({ line, character }: TextPlace): number {
    const end = this.lineEnd(line);
    let at = this.lineStart(line);
    for (let left = character; at < end && left > 0; at++) left -= unitsOf(this.text.charCodeAt(at));
    // To the next character, past the other bytes of this one.
    while (at < end && unitsOf(this.text.charCodeAt(at)) === 0) at++;
    return at;
  }

  range(start: number, end: number): TextRange {
    return { start: this.place(start), end: this.place(end) };
  }

  /** Findings of the library at their places. A finding about nothing is about the character that is there. */
  findings(all: readonly Diagnostic[]): TextFinding[] {
    return all.map(({ code, severity, message, span }) => ({ code, severity, message, range: this.rangeOf(span) }));
  }

  private rangeOf({ start, end }: Span): TextRange {
    const from = Math.min(start, this.text.length);
    // To the end of the line: a mark over many lines hides the text.
    const line = this.lineOf(from);
    return this.range(from, Math.max(from, Math.min(end, this.lineEnd(line))));
  }
}

/** UTF-16 units that a byte of UTF-8 begins. */
function unitsOf(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc0) return 0;
  return byte < 0xf0 ? 1 : 2;
}
