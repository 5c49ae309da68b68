/** The skeleton of a statement: its text without numbers of registers, immediates and waits, and with one blank between its parts. */
import { CHAR } from '../bytes/index.ts';

const { tab: TAB, newline: NEWLINE, return: RETURN, space: SPACE, slash: SLASH, semicolon: SEMICOLON, colon: COLON, dot: DOT } = CHAR;
const { zero: ZERO, nine: NINE, minus: MINUS, less: LESS, at: AT, dollar: DOLLAR, comma: COMMA, x: X, a: A } = CHAR;
const { leftBrace: LEFT_BRACE, rightBrace: RIGHT_BRACE, leftBracket: LEFT_BRACKET, f: F } = CHAR;
const L = 0x4c;
const R = 0x72;
const E = 0x65;
const Z = 0x7a;

/** What a skeleton has in place of a number, or of a label as they are printed: `L24`. */
export const REGISTER = 1;
export const SUBREGISTER = 2;
export const IMMEDIATE = 3;
export const LABEL = 4;

/** The most characters of a skeleton, numbers in it, and characters of an immediate or of options. */
const MOST = 200;
const MOST_NUMBERS = 16;
const MOST_LENGTH = 64;

/** 1 for letters and `_`, 2 for digits. */
const WORD = new Uint8Array(256);
for (const range of ['az', 'AZ', '__']) for (let c = range.charCodeAt(0); c <= range.charCodeAt(1); c++) WORD[c] = 1;
for (let c = ZERO; c <= NINE; c++) WORD[c] = 2;

/** Characters that stay what they are wherever they are, except digits and `-` after a blank. */
const PLAIN = new Uint8Array(256);
for (let c = SPACE + 1; c < 0x7f; c++) PLAIN[c] = [R, SEMICOLON, SLASH, LEFT_BRACKET, LEFT_BRACE].includes(c) ? 0 : 1;

/** Of letters before `@`, one more than their place here; what is done with a token, by the second letter of its name. */
const PIPES = new Uint8Array(256);
for (const [place, pipe] of [...'AFILMS'].entries()) PIPES[pipe.charCodeAt(0)] = place + 1;
const USES = ['.src', '.dst', '.inc'].map((use) => [...use].map((letter) => letter.charCodeAt(0)));

/** The numbers that waits can be, see `StatementScan.waits`. */
export const WAITS = 1 << 15;
const DISTANCE_BITS = 0x7f;
const TOKEN_BITS = 0x7f80;

const isDigit = (c: number): boolean => c >= ZERO && c <= NINE;
const isBlank = (c: number): boolean => c === SPACE || c === TAB || c === RETURN;

/** Whether a semicolon is that of a region: `<8;8,1>`. Others end statements. */
function isInRegion(text: Uint8Array, semicolon: number): boolean {
  let at = semicolon - 1;
  while (at >= 0 && isDigit(text[at] as number)) at--;
  return at >= 0 && text[at] === LESS;
}

/** The statement that was scanned last. */
export class StatementScan {
  private readonly skeleton = new Uint8Array(MOST + 2 * MOST_LENGTH);
  /** The skeleton, four characters at a time. */
  readonly fours = new Int32Array(this.skeleton.buffer);
  size = 0;
  hash = 0;
  /** Numbers: what they are, and where those are in the text that are not of registers. */
  readonly kinds = new Uint8Array(MOST_NUMBERS);
  readonly starts = new Int32Array(MOST_NUMBERS);
  readonly ends = new Int32Array(MOST_NUMBERS);
  /** The values of those of registers and of integers of at most 32 bits; the signs of such immediates: 1, -1, or 0 for any other. */
  readonly values = new Int32Array(MOST_NUMBERS);
  readonly signs = new Int8Array(MOST_NUMBERS);
  count = 0;
  /** The waits between braces, as a number below `WAITS`: from bit 0 the pipe, the distance, the token and what is done with it. */
  waits = 0;
  /** Where the line ends. */
  end = 0;

  /**
   * Scans the line that a statement is alone in; false where it may be more than that, or is not in a common form.
   *
   * One pass over bytes with everything in variables: characters of a string take twice as long (bench: machine-code).
   *
   * @param text with a line feed at its end
   */
  scan(text: Uint8Array, start: number): boolean {
    const { skeleton, kinds, values } = this;
    let size = 0;
    let hash = 0;
    let count = 0;
    let at = start;
    this.waits = 0;
    for (;;) {
      let c = text[at] as number;
      for (; PLAIN[c] === 1 && size < MOST; c = text[++at] as number) {
        skeleton[size++] = c;
        hash = Math.imul(hash ^ c, 0x0100_0193);
      }
      if (size >= MOST || count >= MOST_NUMBERS - 1) return false;
      if (isBlank(c)) {
        do c = text[++at] as number;
        while (isBlank(c));
        if (c === NEWLINE || c === SLASH || c === LEFT_BRACE) continue;
        skeleton[size++] = SPACE;
        hash = Math.imul(hash ^ SPACE, 0x0100_0193);
        const isLabel = c === L && isDigit(text[at + 1] as number);
        if (!isLabel && c !== MINUS && !isDigit(c)) continue;
        const end = isLabel ? wordEnd(text, at) : this.literal(text, at, count);
        if (end < 0) continue;
        const kind = isLabel ? LABEL : IMMEDIATE;
        kinds[count] = kind;
        this.starts[count] = at;
        this.ends[count++] = end;
        skeleton[size++] = kind;
        hash = Math.imul(hash ^ kind, 0x0100_0193);
        at = end;
      } else if (c === R) {
        skeleton[size++] = R;
        hash = Math.imul(hash ^ R, 0x0100_0193);
        c = text[++at] as number;
        if (!isDigit(c) || (at > 1 && (WORD[text[at - 2] as number] as number) > 0)) continue;
        for (let kind = REGISTER; ; kind = SUBREGISTER) {
          const first = at;
          let value = 0;
          for (; isDigit(c) && at - first < 4; c = text[++at] as number) value = 10 * value + c - ZERO;
          if (at - first > 3 || (WORD[c] as number) > 0) return false;
          kinds[count] = kind;
          values[count++] = value;
          skeleton[size++] = kind;
          hash = Math.imul(hash ^ kind, 0x0100_0193);
          if (kind === SUBREGISTER || c !== DOT || !isDigit(text[at + 1] as number)) break;
          c = text[++at] as number;
        }
      } else if (c === SEMICOLON && isInRegion(text, at)) {
        skeleton[size++] = SEMICOLON;
        hash = Math.imul(hash ^ SEMICOLON, 0x0100_0193);
        at++;
      } else {
        this.size = size;
        this.hash = hash;
        this.count = count;
        return this.finish(text, at);
      }
    }
  }

  /** Options and a comment, and the end of the line. */
  private finish(text: Uint8Array, start: number): boolean {
    let at = start;
    if (text[at] === LEFT_BRACE) {
      at = this.options(text, at);
      if (at < 0) return false;
      while (isBlank(text[at] as number)) at++;
    }
    if (text[at] === SLASH && text[at + 1] === SLASH) {
      for (let c = SLASH as number; c !== NEWLINE; c = text[++at] as number) {
        // A note, or what looks like one.
        if (c === SLASH && text[at + 1] === SLASH && text[at + 3] === Z) return false;
      }
    }
    // So that the last four characters can be compared.
    for (let i = this.size; i % 4 !== 0; i++) this.skeleton[i] = 0;
    this.end = at;
    return text[at] === NEWLINE;
  }

  /** An immediate, if a type follows; then the result is where it ends, and otherwise -1. */
  private literal(text: Uint8Array, start: number, count: number): number {
    const isNegative = text[start] === MINUS;
    const first = isNegative ? start + 1 : start;
    const isHex = text[first] === ZERO && text[first + 1] === X;
    const digits = isHex ? first + 2 : first;
    let at = digits;
    let value = 0;
    let c = text[at] as number;
    if (isHex)
      for (let digit = hexDigit(c); digit >= 0 && at - digits < 8; digit = hexDigit(c)) {
        value = (value << 4) | digit;
        c = text[++at] as number;
      }
    else for (; isDigit(c) && at - digits < 9; c = text[++at] as number) value = 10 * value + c - ZERO;
    if (at === first) return -1;
    const isInteger = c === COLON && at > digits;
    this.signs[count] = isInteger ? (isNegative ? -1 : 1) : 0;
    this.values[count] = isNegative ? -value : value;
    if (isInteger) return at;
    while ((WORD[c] as number) > 0 || c === DOT || (c === MINUS && ((text[at - 1] as number) | 0x20) === E)) c = text[++at] as number;
    return c === COLON && at - start <= MOST_LENGTH ? at : -1;
  }

  /** Options between braces: those that are not waits are a part of the skeleton. The result is where they end, or -1. */
  private options(text: Uint8Array, start: number): number {
    let at = start;
    do {
      at++;
      while (isBlank(text[at] as number)) at++;
      const c = text[at] as number;
      const pipe = text[at + 1] === AT ? (PIPES[c] as number) : 0;
      if (c === DOLLAR) at = this.token(text, at + 1);
      else if (c === AT || pipe > 0) {
        at += pipe > 0 ? 2 : 1;
        const distance = (text[at] as number) - ZERO;
        if (distance < 0 || distance > 7 || (this.waits & DISTANCE_BITS) !== 0) return -1;
        this.waits |= pipe | ((distance + 1) << 3);
        at++;
      } else {
        const end = wordEnd(text, at);
        if (end === at || this.size + end - at >= MOST + MOST_LENGTH) return -1;
        this.put(LEFT_BRACE);
        for (; at < end; at++) this.put(text[at] as number);
      }
      if (at < 0) return -1;
    } while (text[at] === COMMA && at - start < MOST_LENGTH);
    return text[at] === RIGHT_BRACE ? at + 1 : -1;
  }

  /** `3.dst`; the result is where it ends, or -1. */
  private token(text: Uint8Array, start: number): number {
    let at = start;
    let token = 0;
    for (; isDigit(text[at] as number) && at - start < 2; at++) token = 10 * token + (text[at] as number) - ZERO;
    if (at === start || token > 31 || (this.waits & TOKEN_BITS) !== 0) return -1;
    let use = 0;
    if (text[at] === DOT) {
      use = 1 + USES.findIndex((letters) => letters.every((letter, i) => text[at + i] === letter));
      if (use === 0) return -1;
      at += 4;
    }
    this.waits |= ((token + 1) << 7) | (use << 13);
    return at;
  }

  private put(c: number): void {
    this.skeleton[this.size++] = c;
    this.hash = Math.imul(this.hash ^ c, 0x0100_0193);
  }
}

function wordEnd(text: Uint8Array, start: number): number {
  let at = start;
  while ((WORD[text[at] as number] as number) > 0) at++;
  return at;
}

function hexDigit(c: number): number {
  if (isDigit(c)) return c - ZERO;
  const lower = c | 0x20;
  return lower >= A && lower <= F ? lower - A + 10 : -1;
}
