/**
 * A line that is filled column by column. A text that is too long for its column is made up for by the padding of the columns after it.
 */
export class Row {
  text = '';
  /** Characters that are to be taken back from later columns. */
  private debt = 0;

  clear(): void {
    this.text = '';
    this.debt = 0;
  }

  /** Text outside of columns. */
  add(text: string): void {
    this.text += text;
  }

  spaces(count: number): void {
    this.text += SPACES.slice(0, count);
  }

  /** Text in a column of a width. Of its characters `hidden` do not count: numbers do not. */
  column(text: string, width: number, hidden = 0): void {
    this.text += text;
    const size = text.length - hidden;
    if (size > width) {
      this.debt += size - width;
      return;
    }
    const correction = Math.min(this.debt, width - size);
    this.debt -= correction;
    this.spaces(width - size - correction);
  }
}

const SPACES = ' '.repeat(32);
