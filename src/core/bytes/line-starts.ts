import { CHAR } from './characters.ts';

/** Where the lines of a text start, to convert offsets to lines and columns. They are found on first use. */
export class LineStarts {
  private readonly text: Uint8Array;
  private counted: Uint32Array | undefined;

  constructor(text: Uint8Array) {
    this.text = text;
  }

  private get starts(): Uint32Array {
    this.counted ??= startsOf(this.text);
    return this.counted;
  }

  get count(): number {
    return this.starts.length;
  }

  /** The offset of the first byte of a line, which is counted from 1; that of the last line for a later one. */
  startOf(line: number): number {
    const { starts } = this;
    return starts[Math.min(line, starts.length) - 1] ?? 0;
  }

  /** The line of an offset, and the column in bytes; both are counted from 1. */
  placeOf(offset: number): { line: number; column: number } {
    const { starts } = this;
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }
}

/** Byte by byte: a search for each line would take ten times as long in a text of empty lines. */
function startsOf(text: Uint8Array): Uint32Array {
  let lines = 1;
  for (let at = 0; at < text.length; at++) if (text[at] === CHAR.newline) lines++;
  const starts = new Uint32Array(lines);
  for (let at = 0, line = 1; at < text.length; at++) if (text[at] === CHAR.newline) starts[line++] = at + 1;
  return starts;
}
