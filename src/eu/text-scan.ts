/**
 * The skeleton of a statement: its text without numbers of registers, immediates and waits, and with one blank between its parts.
 *
 * Texts are looked at four bytes at a time where that is possible: half of a listing is blanks, and steps of one byte take most of the time
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

/** What a skeleton has in place of a number, or of a label as they are printed: `L24`. */
export const REGISTER = 1;
export const SUBREGISTER = 2;
export const IMMEDIATE = 3;
export const LABEL = 4;
/** What comes before an option that is not a wait. */
const OPTION = 5;
/** What comes before the numbers that are a part of a form. */
const SPELLED = 6;

/** Among numbers that are a part of a form, the waits; the others are bits below. */
export const FIXED_WAITS = 1 << 16;

/** The most characters of a skeleton, numbers in it, and characters of an immediate or of options. */
const MOST = 200;
const MOST_NUMBERS = 16;
const MOST_LENGTH = 64;

/** 1 for letters and `_`, 2 for digits. */
const WORD = new Uint8Array(256);
for (const range of ['az', 'AZ', '__']) for (let c = range.charCodeAt(0); c <= range.charCodeAt(1); c++) WORD[c] = 1;
for (let c = ZERO; c <= NINE; c++) WORD[c] = 2;

/** Of letters before `@`, one more than their place here; what is done with a token, by the four characters that say it. */
const PIPES = new Uint8Array(256);
for (const [place, pipe] of [...'AFILMS'].entries()) PIPES[pipe.charCodeAt(0)] = place + 1;
const fourOf = (text: string): number => [...text].reduceRight((four, letter) => (four << 8) | letter.charCodeAt(0), 0);
const USES = ['.src', '.dst', '.inc'].map(fourOf);

/** The numbers that waits can be, see `StatementScan.waits`. */
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

/** Marks by their top bits which of four bytes are 0; what it says of those after the first one is of no use. */
const zeros = (four: number): number => (four - ONES) & ~four & TOPS;
/** Likewise those that are blank, not ASCII, or `r`. */
const stops = (four: number): number => (((four - (SPACE + 1) * ONES) & ~four) | four | zeros(four ^ RS)) & TOPS;
/** How many bytes come before the first that is marked. */
const before = (marks: number): number => (31 - Math.clz32(marks & -marks)) >> 3;

const mix = (hash: number, four: number): number => Math.imul(hash ^ four ^ (four >>> 16), 0x9e37_79b1);

const isDigit = (c: number): boolean => c >= ZERO && c <= NINE;

/** The place after blanks, one of which is here. */
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

/** The statement that was scanned last. */
export class StatementScan {
  private readonly skeleton = new DataView(new ArrayBuffer(MOST + 3 * MOST_LENGTH + 8 * MOST_NUMBERS));
  /** The skeleton, four characters at a time. */
  readonly fours = new Int32Array(this.skeleton.buffer);
  size = 0;
  hash = 0;
  /** Numbers: what they are, and where those are in the text that are not of registers. */
  readonly kinds = new Uint8Array(MOST_NUMBERS);
  readonly starts = new Int32Array(MOST_NUMBERS);
  readonly ends = new Int32Array(MOST_NUMBERS);
  /** The values of those of registers, of labels, and of integers of at most 32 bits; the signs of such immediates: 1, -1, or 0 for any other. */
  readonly values = new Int32Array(MOST_NUMBERS);
  readonly signs = new Int8Array(MOST_NUMBERS);
  count = 0;
  /** The waits between braces, as a number below `WAITS`: from bit 0 the pipe, the distance, the token and what is done with it. */
  waits = 0;
  /** The numbers that are a part of the form, and were added to the skeleton. */
  fixed = 0;
  /** Where the statement ends, and the line. */
  stop = 0;
  end = 0;

  /**
   * Scans the line that a statement is alone in; false where it is not in a common form. Where it is more than a statement is seen when it is
   * parsed: see `isSound`.
   *
   * @param text a line feed comes at least four bytes before its end, and not before the statement
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
          // Up to three digits at once: their ends cannot be foreseen by processors.
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

  /** Options and a comment, and the end of the line. */
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
    // So that the last four characters can be compared.
    this.skeleton.setInt32(this.size, 0);
    this.end = at;
    return text.getUint8(at) === NEWLINE;
  }

  /** The skeleton as a string. */
  get text(): string {
    return String.fromCharCode(...new Uint8Array(this.fours.buffer, 0, this.size));
  }

  /**
   * Whether a statement that the parser saw end at a place was all that was scanned: it may have been one of several, or have had comments or
   * options in an unusual place.
   */
  isSound(end: number): boolean {
    return end === this.stop && !/[/{]/.test(this.text);
  }

  /** Whether numbers can be a part of a form: the values of some immediates are not known. */
  canSpell(fixed: number): boolean {
    const { kinds, signs, count } = this;
    for (let i = 0; i < count; i++)
      if (((fixed >> i) & 1) === 1 && (kinds[i] === LABEL || (kinds[i] === IMMEDIATE && signs[i] === 0))) return false;
    return true;
  }

  /** Adds numbers to the skeleton, since the form depends on them: a bit for each; false when there are none, or they cannot be added. */
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

  /** A label as they are printed; the result is where it ends, or -1 if it has more digits, or is spelled in another way. */
  private label(text: DataView, start: number, count: number): number {
    let at = start;
    let value = 0;
    for (let c = text.getUint8(at); isDigit(c) && at - start < 9; c = text.getUint8(++at)) value = 10 * value + c - ZERO;
    this.values[count] = value;
    const isUsual = (WORD[text.getUint8(at)] as number) === 0 && (text.getUint8(start) !== ZERO || at === start + 1);
    return isUsual ? at : -1;
  }

  /** An immediate, if a type follows; then the result is where it ends, and otherwise -1. */
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

  /** Options between braces: those that are not waits are a part of the skeleton. The result is where they end, or -1. */
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

  /** `3.dst`; the result is where it ends, or -1. */
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

/** Where the line of a comment ends; -1 where the comment is a note, or looks like one. */
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
