import { Bytes, byteText, CHAR, encodeText, LineStarts } from '../core/bytes/index.ts';
import type { Diagnostic, Span } from '../core/diag/index.ts';
import type { TextFinding, TextPlace, TextRange } from './model.ts';

/** Bytes between the places whose columns are known: to any other, bytes are counted from the last of them. */
const STEP = 256;

/** A text with its places: offsets in bytes, as the library counts, and lines with columns, as editors do. */
export class PlacedText {
  readonly bytes: Bytes;
  /** One character for each byte. */
  readonly text: string;
  private readonly lines: LineStarts;
  /** UTF-16 units before every so many bytes: a line may be the whole text. */
  private readonly units: Uint32Array;

  constructor(text: string) {
    const data = encodeText(text);
    this.units = unitsBeforeSteps(data);
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
    const to = Math.min(offset, this.text.length);
    const { line, column } = this.lines.placeOf(to);
    return { line: line - 1, character: this.unitsBefore(to) - this.unitsBefore(to - column + 1) };
  }

  offset({ line, character }: TextPlace): number {
    const end = this.lineEnd(line);
    let at = this.lineStart(line);
    for (let left = character; at < end && left > 0; at++) left -= unitsOf(this.text.charCodeAt(at));
    // To the next character, past the other bytes of this one.
    while (at < end && unitsOf(this.text.charCodeAt(at)) === 0) at++;
    return at;
  }

  private unitsBefore(offset: number): number {
    const step = Math.floor(offset / STEP);
    let units = this.units[step] ?? 0;
    for (let at = step * STEP; at < offset; at++) units += unitsOf(this.text.charCodeAt(at));
    return units;
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

function unitsBeforeSteps(data: Uint8Array): Uint32Array {
  const units = new Uint32Array(Math.floor(data.length / STEP) + 1);
  let before = 0;
  for (let at = 0; at < data.length; at++) {
    if (at % STEP === 0) units[at / STEP] = before;
    before += unitsOf(data[at] ?? 0);
  }
  if (data.length % STEP === 0) units[data.length / STEP] = before;
  return units;
}

/** UTF-16 units that a byte of UTF-8 begins. */
function unitsOf(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc0) return 0;
  return byte < 0xf0 ? 1 : 2;
}
