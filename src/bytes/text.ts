/**
 * Text and bytes, without loss in either direction.
 *
 * There are two forms. *Byte text* has one character per byte (U+0000–U+00FF), so an index in it is a byte offset: scanners work on it.
 * *Display text* is UTF-8 decoded; a byte that is not valid UTF-8 becomes a lone surrogate U+DC80–U+DCFF, which valid UTF-8 never decodes
 * to, so `encodeText(decodeText(b))` is `b` for all bytes.
 */

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const CHUNK = 8192;

/** The text of bytes that are all ASCII; undefined for others. */
export function asciiText(bytes: Uint8Array): string | undefined {
  // ASCII decodes natively to as many characters as there are bytes; other text has more bytes than characters.
  try {
    const text = decoder.decode(bytes);
    return text.length === bytes.length ? text : undefined;
  } catch {
    return undefined;
  }
}

/** One character per byte. Indices into the result are offsets into `bytes`. */
export function byteText(bytes: Uint8Array): string {
  const ascii = bytes.length >= 32 ? asciiText(bytes) : undefined;
  if (ascii !== undefined) return ascii;
  if (bytes.length <= CHUNK) return String.fromCharCode.apply(null, bytes as unknown as number[]);
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + CHUNK) as unknown as number[]);
  }
  return text;
}

/** Larger strings need memory to be allocated first, which costs more than decoding their characters. */
const STRETCH_BITS = 15;

/** The text of bytes, one character per byte, of which only the parts that are used are decoded. */
export class ByteText {
  private readonly bytes: Uint8Array;
  /** null for a block that is not all ASCII. */
  private readonly stretches: (string | null | undefined)[] = [];
  private made: string | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get whole(): string {
    this.made ??= this.bytes.length >> STRETCH_BITS === 0 ? (this.stretch(0) ?? byteText(this.bytes)) : byteText(this.bytes);
    return this.made;
  }

  /** A part of it. */
  slice(start: number, end: number): string {
    return this.ascii(start, end) ?? byteText(this.bytes.subarray(start, end));
  }

  /** A part that is all ASCII, so that it is display text as well; undefined for others. */
  ascii(start: number, end: number): string | undefined {
    const index = start >> STRETCH_BITS;
    const known = this.stretches[index];
    const text = known === undefined ? this.stretch(index) : known;
    const from = index << STRETCH_BITS;
    // A part that crosses the end of a block, or is near non-ASCII characters, is decoded separately.
    if (text === null || end - from > text.length) return asciiText(this.bytes.subarray(start, end));
    return text.slice(start - from, end - from);
  }

  private stretch(index: number): string | null {
    const from = index << STRETCH_BITS;
    const text = asciiText(this.bytes.subarray(from, from + (1 << STRETCH_BITS))) ?? null;
    this.stretches[index] = text;
    return text;
  }
}

/** The bytes of byte text. Throws TypeError for a character above U+00FF. */
export function byteTextToBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 0xff) throw new TypeError(`not byte text: U+${c.toString(16)} at ${i}`);
    bytes[i] = c;
  }
  return bytes;
}

const NON_ASCII = /[\x80-\xff]/;

/** Display text of byte text. */
export function displayText(text: string): string {
  return NON_ASCII.test(text) ? decodeText(byteTextToBytes(text)) : text;
}

/**
 * Decodes UTF-8 to the form of all names and texts of the library: a byte that is not valid UTF-8 becomes U+DC00 plus its value, so nothing
 * is lost.
 *
 * @example
 * decodeText(Uint8Array.of(0x61, 0xff)); // 'a\udcff'
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return decodeDamaged(bytes);
  }
}

function decodeDamaged(bytes: Uint8Array): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      // Calling the decoder for each character would cost a microsecond.
      text += length === 1 ? String.fromCharCode(bytes[at] ?? 0) : decoder.decode(bytes.subarray(at, at + length));
      at += length;
    } else {
      text += String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
      at++;
    }
  }
  return text;
}

/** Length of the well-formed UTF-8 sequence at `at`, or 0 (Unicode 15.0, table 3-7). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i] ?? 0;
    if (next < 0x80 || next > 0xbf) return 0;
  }
  const second = bytes[at + 1] ?? 0;
  if (lead === 0xe0 && second < 0xa0) return 0;
  if (lead === 0xed && second > 0x9f) return 0;
  if (lead === 0xf0 && second < 0x90) return 0;
  if (lead === 0xf4 && second > 0x8f) return 0;
  return length;
}

const DAMAGED = /[\udc80-\udcff]/;

/**
 * The bytes of such text: the inverse of {@link decodeText}.
 *
 * @example
 * encodeText('a\udcff'); // 61 ff
 */
export function encodeText(text: string): Uint8Array {
  if (!DAMAGED.test(text)) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const paired = i > 0 && text.charCodeAt(i - 1) >= 0xd800 && text.charCodeAt(i - 1) <= 0xdbff;
    if (c >= 0xdc80 && c <= 0xdcff && !paired) {
      parts.push(encoder.encode(text.slice(from, i)), Uint8Array.of(c - 0xdc00));
      from = i + 1;
    }
  }
  parts.push(encoder.encode(text.slice(from)));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const ASCII = /^[\0-\x7f]*$/;

/** How many bytes {@link encodeText} makes of a text. */
export function textSize(text: string): number {
  return ASCII.test(text) ? text.length : encodeText(text).length;
}
