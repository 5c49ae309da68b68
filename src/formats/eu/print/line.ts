/** A line of text in columns. */

/** The widest column with its space. */
const MOST_WIDTH = 32;
const SPACES: readonly string[] = Array.from({ length: MOST_WIDTH + 1 }, (_, count) => ' '.repeat(count));

/** Builds a line column by column. A text that is too long for its column reduces the padding in later columns. */
export class Line {
  /** The line so far. Text outside of columns is appended to it. */
  text = '';
  /** Number of characters by which later columns have to be shortened. */
  debt = 0;

  /**
   * Adds a text in a column, and the spaces after the column. `hidden` is the number of its characters that do not count, because they are
   * those of numbers.
   */
  column(text: string, width: number, after: number, hidden = 0): void {
    const missing = width - text.length + hidden;
    this.text += text;
    this.text += SPACES[(missing >= 0 && this.debt === 0 ? missing : this.paid(missing)) + after] as string;
  }

  /** The spaces that a column still gets where it, or one before it, is too long. */
  private paid(missing: number): number {
    const { debt } = this;
    this.debt = Math.max(debt - missing, 0);
    return Math.max(missing - debt, 0);
  }

  /** Ends the line and starts the next one. */
  end(): string {
    const { text } = this;
    this.text = '';
    this.debt = 0;
    return text;
  }
}
