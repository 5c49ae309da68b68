/** ASCII texts that are written often. */

/** Number of bits for the length of a text, which limits its characters. */
const LENGTH_BITS = 9;
export const MOST_LENGTH = (1 << LENGTH_BITS) - 1;

/**
 * Texts in one array of 64-bit words, eight characters each, so that eight are copied at a time (bench: machine-code). Each text is a
 * number that contains its index and length. Eight ASCII characters are never the bits of a NaN, which engines may change.
 */
export class TextPool {
  readonly words: Float64Array;
  private readonly bytes: Uint8Array;
  // 0 stands for no text.
  private size = 1;

  /** @param size capacity in words */
  constructor(size: number) {
    this.words = new Float64Array(size);
    this.bytes = new Uint8Array(this.words.buffer);
  }

  /** Whether there is space for a line of texts. */
  get hasCapacity(): boolean {
    return this.words.length - this.size > 1024;
  }

  add(text: string): number {
    const start = this.reserve((text.length + 7) >> 3);
    return this.put(start, text);
  }

  /** Reserves words for texts that are added later; returns the index of the first. */
  reserve(words: number): number {
    const start = this.size;
    this.size += words;
    return start;
  }

  /** Writes a text into words that were reserved. */
  put(start: number, text: string): number {
    for (let i = 0; i < text.length; i++) this.bytes[8 * start + i] = text.charCodeAt(i);
    return (start << LENGTH_BITS) | text.length;
  }
}

/** Writes a text, and up to seven more bytes, which the next text overwrites. Returns the end of the text. */
export function putText(view: DataView, start: number, words: Float64Array, text: number): number {
  const end = start + (text & MOST_LENGTH);
  for (let at = start, i = text >>> LENGTH_BITS; at < end; at += 8, i++) view.setFloat64(at, words[i] as number, true);
  return end;
}
