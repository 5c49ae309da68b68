/**
 * Text and bytes, without loss in either direction.
 *
 * There are two forms. *Byte text* has one character per byte (U+0000–U+00FF), so an index in it is a byte offset: scanners work on it.
 * *Display text* is UTF-8 decoded; a byte that is not valid UTF-8 becomes a lone surrogate U+DC80–U+DCFF, which valid UTF-8 never decodes
 * to, so `encodeText(decodeText(b))` is `b` for all bytes.
 */

/** The decoder does not throw, which would take far longer than the text of a short name. */
const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
/** What it decodes bytes to that are not UTF-8. */
const REPLACEMENT = '\ufffd';
const encoder = new TextEncoder();
const CHUNK = 8192;
/** Bytes of a text that is decoded character by character. */
const SHORT = 32;

/** The text of bytes that are all ASCII; undefined for others. */
export function asciiText(bytes: Uint8Array): string | undefined {
  // ASCII decodes natively to as many characters as there are bytes; other UTF-8 has more bytes than characters.
  const text = decoder.decode(bytes);
  return text.length === bytes.length && !text.includes(REPLACEMENT) ? text : undefined;
}

/** One character per byte. Indices into the result are offsets into `bytes`. */
export function byteText(bytes: Uint8Array): string {
  const ascii = bytes.length >= 32 ? asciiText(bytes) : undefined;
  if (ascii !== undefined) return ascii;
  return charactersOf(bytes);
}

/** The text with these character codes. */
function charactersOf(codes: Uint8Array | Uint16Array): string {
  if (codes.length <= CHUNK) return String.fromCharCode.apply(null, codes as unknown as number[]);
  let text = '';
  for (let at = 0; at < codes.length; at += CHUNK) {
    text += String.fromCharCode.apply(null, codes.subarray(at, at + CHUNK) as unknown as number[]);
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
  private cachedText: string | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get whole(): string {
    this.cachedText ??= this.bytes.length >> STRETCH_BITS === 0 ? (this.stretch(0) ?? byteText(this.bytes)) : byteText(this.bytes);
    return this.cachedText;
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
  // A call of the decoder takes as long as a short name.
  const text = bytes.length < SHORT ? REPLACEMENT : decoder.decode(bytes);
  return text.includes(REPLACEMENT) ? decodeDamaged(bytes) : text;
}

/** Each character on its own: the decoder takes a microsecond for each call. */
function decodeDamaged(bytes: Uint8Array): string {
  const codes = new Uint16Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    const lead = bytes[at++] ?? 0;
    // The lead byte of a longer sequence has as many bits less, and each byte after it has six.
    let code = length === 0 ? DAMAGE + lead : length === 1 ? lead : lead & (0x7f >> length);
    for (let i = 1; i < length; i++) code = (code << 6) | ((bytes[at++] ?? 0) & 0x3f);
    if (code > 0xffff) {
      codes[count++] = 0xd7c0 + (code >> 10);
      code = 0xdc00 | (code & 0x3ff);
    }
    codes[count++] = code;
  }
  return charactersOf(count < bytes.length ? codes.subarray(0, count) : codes);
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

/** What is added to a byte that is not UTF-8. */
const DAMAGE = 0xdc00;
const DAMAGED = /[\udc80-\udcff]/;

/**
 * The bytes of such text: the inverse of {@link decodeText}.
 *
 * @example
 * encodeText('a\udcff'); // 61 ff
 */
export function encodeText(text: string): Uint8Array {
  return DAMAGED.test(text) ? encodeDamaged(text) : encoder.encode(text);
}

function encodeDamaged(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    let code = text.codePointAt(at) as number;
    if (code > 0xffff) at++;
    if (code < 0x80 || (code >= 0xdc80 && code <= 0xdcff)) {
      bytes[count++] = code;
      continue;
    }
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    bytes[count++] = (0xff00 >> (more + 1)) | (code >> (6 * more));
    for (let i = more - 1; i >= 0; i--) bytes[count++] = 0x80 | ((code >> (6 * i)) & 0x3f);
  }
  return bytes.slice(0, count);
}

const ASCII = /^[\0-\x7f]*$/;

/** How many bytes {@link encodeText} makes of a text. */
export function textSize(text: string): number {
  return ASCII.test(text) ? text.length : encodeText(text).length;
}
