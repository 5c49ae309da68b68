/**
 * The skeleton of a statement: its text without register numbers, immediates and waits, and with one blank between its parts.
 *
 * Where possible, text is scanned four bytes at a time: half of a listing is blanks, and scanning single bytes would take most of the time
 * of assembling (bench: machine-code).
 */
import { CHAR } from '../bytes/index.ts';

const { tab: TAB, newline: NEWLINE, return: RETURN, space: SPACE, slash: SLASH, colon: COLON, dot: DOT } = CHAR;
const { zero: ZERO, nine: NINE, minus: MINUS, at: AT, dollar: DOLLAR, comma: COMMA, x: X, a: A, f: F } = CHAR;
const { leftBrace: LEFT_BRACE, rightBrace: RIGHT_BRACE } = CHAR;
const L = 0x4c;
const R = 0x72;
const E = 0x65;
const Z = 0x7a;

/** Marks in a skeleton that replace a number, or a label in printed form: `L24`. */
export const REGISTER = 1;
export const SUBREGISTER = 2;
export const IMMEDIATE = 3;
export const LABEL = 4;
/** Mark before an option that is not a wait. */
const OPTION = 5;
/** Mark before the numbers that are part of the form. */
const SPELLED = 6;

/** In the mask of numbers that are part of a form: the waits. The numbers have the bits below. */
export const FIXED_WAITS = 1 << 16;

/** Maximum characters of a skeleton, numbers in it, and characters of an immediate or of options. */
const MOST = 200;
const MOST_NUMBERS = 16;
const MOST_LENGTH = 64;

/** 1 for letters and `_`, 2 for digits. */
const WORD = new Uint8Array(256);
for (const range of ['az', 'AZ', '__']) for (let c = range.charCodeAt(0); c <= range.charCodeAt(1); c++) WORD[c] = 1;
for (let c = ZERO; c <= NINE; c++) WORD[c] = 2;

/** For letters before `@`, their index plus one; and the use of a token, by its four characters. */
const PIPES = new Uint8Array(256);
for (const [place, pipe] of [...'AFILMS'].entries()) PIPES[pipe.charCodeAt(0)] = place + 1;
const fourOf = (text: string): number => [...text].reduceRight((four, letter) => (four << 8) | letter.charCodeAt(0), 0);
const USES = ['.src', '.dst', '.inc'].map(fourOf);

/** Number of values of the waits, see `StatementScan.waits`. */
export const WAITS = 1 << 15;
const DISTANCE_BITS = 0x7f;
const TOKEN_BITS = 0x7f80;

const ONES = 0x0101_0101;
const TOPS = 0x8080_8080;
const BLANKS = SPACE * ONES;
const NEWLINES = NEWLINE * ONES;
const DIGITS = ZERO * ONES;
const RS = R * ONES;
const ZS = Z * ONES;

/** Marks, by their top bits, which of four bytes are 0; only the first mark is reliable. */
const zeros = (four: number): number => (four - ONES) & ~four & TOPS;
/** The same for bytes that are blank, not ASCII, or `r`. */
const stops = (four: number): number => (((four - (SPACE + 1) * ONES) & ~four) | four | zeros(four ^ RS)) & TOPS;
/** Number of bytes before the first that is marked. */
const before = (marks: number): number => (31 - Math.clz32(marks & -marks)) >> 3;

const mix = (hash: number, four: number): number => Math.imul(hash ^ four ^ (four >>> 16), 0x9e37_79b1);

const isDigit = (c: number): boolean => c >= ZERO && c <= NINE;

/** The position after blanks, of which there is at least one here. */
export function pastBlanks(text: DataView, start: number): number {
  let at = start;
  for (;;) {
    let others = text.getInt32(at, true) ^ BLANKS;
    for (; others === 0; others = text.getInt32(at, true) ^ BLANKS) at += 4;
    at += before(others & -others);
    const c = text.getUint8(at);
    if (c !== TAB && c !== RETURN && c !== SPACE) return at;
    at++;
  }
}

/** The last scanned statement. */
export class StatementScan {
  private readonly skeleton = new DataView(new ArrayBuffer(MOST + 3 * MOST_LENGTH + 8 * MOST_NUMBERS));
  /** The skeleton, four characters at a time. */
  readonly fours = new Int32Array(this.skeleton.buffer);
  size = 0;
  hash = 0;
  /** Numbers: their kinds, and the positions in the text of those that are not register numbers. */
  readonly kinds = new Uint8Array(MOST_NUMBERS);
  readonly starts = new Int32Array(MOST_NUMBERS);
  readonly ends = new Int32Array(MOST_NUMBERS);
  /**
   * Values of register numbers, labels, and integers of at most 32 bits; and the signs of such integers: 1, -1, or 0 for other immediates.
   */
  readonly values = new Int32Array(MOST_NUMBERS);
  readonly signs = new Int8Array(MOST_NUMBERS);
  count = 0;
  /** The waits between braces, as a number below `WAITS`: from bit 0 on the pipe, the distance, the token and its use. */
  waits = 0;
  /** Mask of the numbers that are part of the form and were added to the skeleton. */
  fixed = 0;
  /** The end of the statement, and of the line. */
  stop = 0;
  end = 0;

  /**
   * Scans a line with one statement; returns false if it is not in a common form. Whether the line has more than the statement is known
   * only after it is parsed: see `isSound`.
   *
   * @param text has a line feed at least four bytes before its end, and not before the statement
   */
  scan(text: DataView, start: number): boolean {
    const { skeleton, kinds, values } = this;
    let size = 0;
    let hash = 0;
    let count = 0;
    let at = start;
    this.waits = 0;
    this.fixed = 0;
    for (;;) {
      let four = text.getInt32(at, true);
      let marks = stops(four);
      for (; marks === 0 && size < MOST; marks = stops(four)) {
        skeleton.setInt32(size, four, true);
        hash = mix(hash, four);
        size += 4;
        at += 4;
        four = text.getInt32(at, true);
      }
      if (size >= MOST || count >= MOST_NUMBERS - 1) return false;
      const rest = before(marks);
      skeleton.setInt32(size, four, true);
      hash = mix(hash, four & ((1 << (8 * rest)) - 1));
      size += rest;
      at += rest;
      let c = text.getUint8(at);
      if (c === SPACE || c === TAB || c === RETURN) {
        at = pastBlanks(text, at);
        c = text.getUint8(at);
        if (c === NEWLINE || c === SLASH || c === LEFT_BRACE) break;
        skeleton.setUint8(size++, SPACE);
        const isLabel = c === L && isDigit(text.getUint8(at + 1));
        if (!isLabel && c !== MINUS && !isDigit(c)) continue;
        const end = isLabel ? this.label(text, at + 1, count) : this.literal(text, at, count);
        if (end < 0) continue;
        const kind = isLabel ? LABEL : IMMEDIATE;
        kinds[count] = kind;
        this.starts[count] = at;
        this.ends[count++] = end;
        skeleton.setUint8(size++, kind);
        hash = mix(hash, kind);
        at = end;
      } else if (c === R) {
        skeleton.setUint8(size++, R);
        at++;
        if (!isDigit(text.getUint8(at)) || (at > 1 && (WORD[text.getUint8(at - 2)] as number) > 0)) continue;
        for (let kind = REGISTER; ; kind = SUBREGISTER) {
          // Up to three digits at once, because processors cannot predict where digits end.
          const digits = text.getInt32(at, true) ^ DIGITS;
          const others = ((digits + 0x7676_7676) | digits) & TOPS;
          if (others === 0) return false;
          const length = before(others);
          const aligned = digits << (32 - 8 * length);
          at += length;
          c = text.getUint8(at);
          if ((WORD[c] as number) > 0) return false;
          kinds[count] = kind;
          values[count++] = (aligned >>> 24) + 10 * ((aligned >>> 16) & 255) + 100 * ((aligned >>> 8) & 255);
          skeleton.setUint8(size++, kind);
          hash = mix(hash, kind);
          if (kind === SUBREGISTER || c !== DOT || !isDigit(text.getUint8(at + 1))) break;
          at++;
        }
      } else if (c === NEWLINE) break;
      else return false;
    }
    this.size = size;
    this.hash = hash;
    this.count = count;
    return this.finish(text, at);
  }

  /** Scans options, a comment, and the end of the line. */
  private finish(text: DataView, start: number): boolean {
    let at = start;
    if (text.getUint8(at) === LEFT_BRACE) {
      at = this.options(text, at);
      if (at < 0) return false;
      at = pastBlanks(text, at);
    }
    this.stop = at;
    if (text.getUint8(at) === SLASH && text.getUint8(at + 1) === SLASH) at = commentEnd(text, at);
    if (at < 0) return false;
    // Zeroed, so that the last four characters can be compared as one.
    this.skeleton.setInt32(this.size, 0);
    this.end = at;
    return text.getUint8(at) === NEWLINE;
  }

  /** The skeleton as a string. */
  get text(): string {
    return String.fromCharCode(...new Uint8Array(this.fours.buffer, 0, this.size));
  }

  /**
   * Whether a statement whose end the parser found is all that was scanned. Otherwise it was one of several, or had comments or options in
   * an unusual place.
   */
  isSound(end: number): boolean {
    return end === this.stop && !/[/{]/.test(this.text);
  }

  /** Whether numbers can be part of a form; the values of some immediates are unknown. */
  canSpell(fixed: number): boolean {
    const { kinds, signs, count } = this;
    for (let i = 0; i < count; i++)
      if (((fixed >> i) & 1) === 1 && (kinds[i] === LABEL || (kinds[i] === IMMEDIATE && signs[i] === 0))) return false;
    return true;
  }

  /**
   * Adds the numbers of a mask to the skeleton, because the form depends on them. Returns false if there are none, or if this is
   * impossible.
   */
  spell(fixed: number): boolean {
    if (fixed === 0 || !this.canSpell(fixed)) return false;
    this.size = (this.size + 3) & ~3;
    this.spellNumber(SPELLED);
    for (let i = 0; i < this.count; i++) {
      if (((fixed >> i) & 1) === 0) continue;
      this.spellNumber(this.values[i] as number);
      if (this.kinds[i] === IMMEDIATE) this.spellNumber(this.signs[i] as number);
    }
    if ((fixed & FIXED_WAITS) !== 0) {
      this.spellNumber(this.waits);
      this.waits = 0;
    }
    this.fixed = fixed;
    return true;
  }

  private spellNumber(value: number): void {
    this.fours[this.size >> 2] = value;
    this.size += 4;
    this.hash = mix(this.hash, value);
  }

  /** Scans a label in printed form. Returns its end, or -1 if it has more digits or another spelling. */
  private label(text: DataView, start: number, count: number): number {
    let at = start;
    let value = 0;
    for (let c = text.getUint8(at); isDigit(c) && at - start < 9; c = text.getUint8(++at)) value = 10 * value + c - ZERO;
    this.values[count] = value;
    const isUsual = (WORD[text.getUint8(at)] as number) === 0 && (text.getUint8(start) !== ZERO || at === start + 1);
    return isUsual ? at : -1;
  }

  /** Scans an immediate that is followed by a type. Returns its end, otherwise -1. */
  private literal(text: DataView, start: number, count: number): number {
    const isNegative = text.getUint8(start) === MINUS;
    const first = isNegative ? start + 1 : start;
    const isHex = text.getUint8(first) === ZERO && text.getUint8(first + 1) === X;
    const digits = isHex ? first + 2 : first;
    let at = digits;
    let value = 0;
    let c = text.getUint8(at);
    if (isHex)
      for (let digit = hexDigit(c); digit >= 0 && at - digits < 8; digit = hexDigit(c)) {
        value = (value << 4) | digit;
        c = text.getUint8(++at);
      }
    else for (; isDigit(c) && at - digits < 10; c = text.getUint8(++at)) value = 10 * value + c - ZERO;
    if (at === first) return -1;
    const isInteger = c === COLON && at > digits && value <= 0xffff_ffff;
    this.signs[count] = isInteger ? (isNegative ? -1 : 1) : 0;
    this.values[count] = isNegative ? -value : value;
    if (isInteger) return at;
    while ((WORD[c] as number) > 0 || c === DOT || (c === MINUS && (text.getUint8(at - 1) | 0x20) === E)) c = text.getUint8(++at);
    return c === COLON && at - start <= MOST_LENGTH ? at : -1;
  }

  /** Scans options between braces; those that are not waits become part of the skeleton. Returns their end, or -1. */
  private options(text: DataView, start: number): number {
    let at = start;
    let c: number;
    do {
      at = pastBlanks(text, at + 1);
      c = text.getUint8(at);
      const pipe = text.getUint8(at + 1) === AT ? (PIPES[c] as number) : 0;
      if (c === DOLLAR) at = this.token(text, at + 1);
      else if (c === AT || pipe > 0) {
        at += pipe > 0 ? 2 : 1;
        const distance = text.getUint8(at) - ZERO;
        if (distance < 0 || distance > 7 || (this.waits & DISTANCE_BITS) !== 0) return -1;
        this.waits |= pipe | ((distance + 1) << 3);
        at++;
      } else {
        const first = at;
        this.put(OPTION);
        while ((WORD[text.getUint8(at)] as number) > 0 && at - first < MOST_LENGTH) this.put(text.getUint8(at++));
        if (at === first || at - first === MOST_LENGTH) return -1;
      }
      if (at < 0) return -1;
      c = text.getUint8(at);
    } while (c === COMMA && at - start < MOST_LENGTH);
    return c === RIGHT_BRACE ? at + 1 : -1;
  }

  /** Scans `3.dst`. Returns its end, or -1. */
  private token(text: DataView, start: number): number {
    let at = start;
    let token = 0;
    for (; isDigit(text.getUint8(at)) && at - start < 2; at++) token = 10 * token + text.getUint8(at) - ZERO;
    if (at === start || token > 31 || (this.waits & TOKEN_BITS) !== 0) return -1;
    let use = 0;
    if (text.getUint8(at) === DOT) {
      use = 1 + USES.indexOf(text.getInt32(at, true));
      if (use === 0) return -1;
      at += 4;
    }
    this.waits |= ((token + 1) << 7) | (use << 13);
    return at;
  }

  private put(c: number): void {
    this.skeleton.setUint8(this.size++, c);
    this.hash = mix(this.hash, c);
  }
}

/** The end of the line of a comment; -1 if the comment is a note, or looks like one. */
function commentEnd(text: DataView, start: number): number {
  for (let at = start + 2; ; ) {
    const four = text.getInt32(at, true);
    const marks = zeros(four ^ NEWLINES) | zeros(four ^ ZS);
    if (marks === 0) {
      at += 4;
      continue;
    }
    at += before(marks);
    if (text.getUint8(at) === NEWLINE) return at;
    if (text.getUint8(at - 3) === SLASH && text.getUint8(at - 2) === SLASH) return -1;
    at++;
  }
}

function hexDigit(c: number): number {
  if (isDigit(c)) return c - ZERO;
  const lower = c | 0x20;
  return lower >= A && lower <= F ? lower - A + 10 : -1;
}
