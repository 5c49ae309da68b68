/** A line of text in columns. */

/** The widest column. */
const MOST_WIDTH = 32;
const SPACES: readonly string[] = Array.from({ length: MOST_WIDTH + 1 }, (_, count) => ' '.repeat(count));

/** Builds a line column by column. A text that is too long for its column reduces the padding in later columns. */
export class Line {
  /** The line so far. Text outside of columns is appended to it. */
  text = '';
  /** Number of characters by which later columns have to be shortened. */
  private debt = 0;

  /** Adds a text in a column. `hidden` is the number of its characters that do not count, because they are those of numbers. */
  column(text: string, width: number, hidden = 0): void {
    const missing = width - text.length + hidden;
    if (missing < 0) {
      this.debt -= missing;
      this.text += text;
      return;
    }
    const correction = Math.min(this.debt, missing);
    this.debt -= correction;
    this.text += text + (SPACES[missing - correction] as string);
  }

  /** Ends the line and starts the next one. */
  end(): string {
    const { text } = this;
    this.text = '';
    this.debt = 0;
    return text;
  }
}
