/**
 * Lines that are filled column by column. A text that is too long for its column is made up for by the padding of the columns after it.
 *
 * Characters go into a buffer: a string that is put together piece by piece costs an object for each piece until it is needed as a whole.
 */
export class Row {
  private bytes = new Uint8Array(1 << 13);
  /** How many bytes are filled. */
  size = 0;
  /** Characters that are to be taken back from later columns. */
  private debt = 0;

  /** Starts a line after what is there. */
  start(): void {
    this.debt = 0;
  }

  /** Everything since the last time. */
  take(): string {
    const text = DECODER.decode(this.bytes.subarray(0, this.size));
    this.size = 0;
    return text;
  }

  /** Text outside of columns. */
  add(text: string): void {
    const { length } = text;
    if (this.size + 2 * length > this.bytes.length) this.grow(2 * length);
    const { bytes } = this;
    let at = this.size;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x80) bytes[at++] = code;
      else {
        // Two bytes of UTF-8: no text has characters above U+00FF.
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
      }
    }
    this.size = at;
  }

  spaces(count: number): void {
    if (count <= 0) return;
    if (this.size + count > this.bytes.length) this.grow(count);
    const { bytes } = this;
    const end = this.size + count;
    for (let at = this.size; at < end; at++) bytes[at] = SPACE;
    this.size = end;
  }

  /** Text in a column of a width. Of its characters `hidden` do not count: numbers do not. */
  column(text: string, width: number, hidden = 0): void {
    this.add(text);
    const size = text.length - hidden;
    if (size > width) {
      this.debt += size - width;
      return;
    }
    const correction = Math.min(this.debt, width - size);
    this.debt -= correction;
    this.spaces(width - size - correction);
  }

  private grow(more: number): void {
    const bytes = new Uint8Array(2 * this.bytes.length + more);
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}

const SPACE = 0x20;
const DECODER = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
