import { CHAR } from './characters.ts';

/** Where the lines of a text start, for lines and columns of offsets. */
export class LineStarts {
  private readonly starts = [0];

  constructor(text: Uint8Array) {
    for (let at = text.indexOf(CHAR.newline); at >= 0; at = text.indexOf(CHAR.newline, at + 1)) this.starts.push(at + 1);
  }

  /** The line of an offset, and its place in the line in bytes; both are counted from 1. */
  placeOf(offset: number): { line: number; column: number } {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.starts[low] as number) + 1 };
  }
}
