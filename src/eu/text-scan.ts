/** The skeleton of a statement: its text without numbers of registers, immediates and waits, and with one blank between its parts. */
import { CHAR } from '../bytes/index.ts';

const { tab: TAB, newline: NEWLINE, return: RETURN, space: SPACE, slash: SLASH, semicolon: SEMICOLON, colon: COLON, dot: DOT } = CHAR;
const { zero: ZERO, nine: NINE, minus: MINUS, less: LESS, leftBracket: LEFT_BRACKET } = CHAR;
const { leftBrace: LEFT_BRACE, rightBrace: RIGHT_BRACE } = CHAR;
const L = 0x4c;
const R = 0x72;

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

const isDigit = (c: number): boolean => c >= ZERO && c <= NINE;
const isBlank = (c: number): boolean => c === SPACE || c === TAB || c === RETURN;

const isEnd = (text: string, at: number): boolean => {
  const c = text.charCodeAt(at);
  return c === NEWLINE || isBlank(c) || (c === SLASH && text.charCodeAt(at + 1) === SLASH);
};

/** Whether a semicolon is that of a region: `<8;8,1>`. Others end statements. */
function isInRegion(text: string, semicolon: number): boolean {
  let at = semicolon - 1;
  while (isDigit(text.charCodeAt(at))) at--;
  return text.charCodeAt(at) === LESS;
}

/** Characters that stay what they are wherever they are, except digits and `-` after a blank. */
const PLAIN = new Uint8Array(256);
for (let c = SPACE + 1; c < 0x7f; c++) PLAIN[c] = [R, SEMICOLON, SLASH, LEFT_BRACKET, LEFT_BRACE].includes(c) ? 0 : 1;

/** The statement that was scanned last. */
export class StatementScan {
  private readonly skeleton = new Uint8Array(MOST + 2 * MOST_LENGTH);
  /** The skeleton, four characters at a time. */
  readonly fours = new Int32Array(this.skeleton.buffer);
  size = 0;
  hash = 0;
  /** Numbers: what they are, the values of those of registers, and where immediates and labels are in the text. */
  readonly kinds = new Uint8Array(MOST_NUMBERS);
  readonly values = new Int32Array(MOST_NUMBERS);
  readonly ends = new Int32Array(MOST_NUMBERS);
  count = 0;
  /** Where the options between braces are in the text; both 0 without any. */
  optionsStart = 0;
  optionsEnd = 0;
  /** Where the line ends. */
  end = 0;

  /** Scans the line that a statement is alone in; false where it may be more than that, or is not in a common form. */
  scan(text: string, start: number): boolean {
    this.size = 0;
    this.hash = 0;
    this.count = 0;
    this.optionsStart = 0;
    this.optionsEnd = 0;
    const { skeleton } = this;
    let at = start;
    for (;;) {
      // Most characters mean nothing by themselves: they are copied without a call (bench: machine-code).
      let { size, hash } = this;
      let c = text.charCodeAt(at);
      for (; PLAIN[c] === 1 && size < MOST; c = text.charCodeAt(++at)) {
        skeleton[size++] = c;
        hash = Math.imul(hash ^ c, 0x0100_0193);
      }
      this.size = size;
      this.hash = hash;
      if (c === NEWLINE) break;
      if (c === SLASH && text.charCodeAt(at + 1) === SLASH) {
        at = text.indexOf('\n', at);
        break;
      }
      if (size >= MOST || this.count >= MOST_NUMBERS - 1) return false;
      if (isBlank(c)) at = this.blanks(text, at);
      else if (c === LEFT_BRACE) at = this.options(text, at);
      else at = this.special(text, at, c);
      if (at < 0 || (this.optionsEnd !== 0 && !isEnd(text, at))) return false;
    }
    this.end = at;
    return true;
  }

  /** Blanks, and an immediate or a label if one follows. The result is where it ends. */
  private blanks(text: string, start: number): number {
    let at = start + 1;
    let c = text.charCodeAt(at);
    while (isBlank(c)) c = text.charCodeAt(++at);
    if (this.size === 0 || isEnd(text, at) || c === LEFT_BRACE) return at;
    this.put(SPACE);
    if (isDigit(c) || (c === MINUS && isDigit(text.charCodeAt(at + 1)))) return this.literal(text, at);
    if (c !== L || !isDigit(text.charCodeAt(at + 1))) return at;
    const label = at++;
    while ((WORD[text.charCodeAt(at)] as number) > 0) at++;
    this.mark(LABEL, label, at);
    return at;
  }

  /** A character that may begin a register, or that is left to the parser where it is not in a region. */
  private special(text: string, start: number, c: number): number {
    if (c === SEMICOLON && !isInRegion(text, start)) return -1;
    if (c !== R && c !== SEMICOLON) return -1;
    this.put(c);
    const isRegister = c === R && isDigit(text.charCodeAt(start + 1)) && (start === 0 || WORD[text.charCodeAt(start - 1)] === 0);
    if (!isRegister) return start + 1;
    const at = this.number(text, start + 1, REGISTER);
    if (at < 0 || text.charCodeAt(at) !== DOT || !isDigit(text.charCodeAt(at + 1))) return at;
    this.put(DOT);
    return this.number(text, at + 1, SUBREGISTER);
  }

  private put(c: number): void {
    this.skeleton[this.size++] = c;
    this.hash = Math.imul(this.hash ^ c, 0x0100_0193);
  }

  private mark(kind: number, value: number, end: number): void {
    const { count } = this;
    this.kinds[count] = kind;
    this.values[count] = value;
    this.ends[count] = end;
    this.count++;
    this.put(kind);
  }

  /** A number of at most three digits; the result is where it ends, or -1. */
  private number(text: string, start: number, kind: number): number {
    let at = start;
    let value = 0;
    let c = text.charCodeAt(at);
    for (; isDigit(c); c = text.charCodeAt(++at)) value = value * 10 + (c - ZERO);
    if (at - start > 3 || (WORD[c] as number) > 0) return -1;
    this.mark(kind, value, at);
    return at;
  }

  /** An immediate, if it has a type; otherwise its characters are a part of the skeleton. The result is where it ends. */
  private literal(text: string, start: number): number {
    let at = start + 1;
    for (let c = text.charCodeAt(at); (WORD[c] as number) > 0 || c === DOT || (c === MINUS && isExponent(text, at)); )
      c = text.charCodeAt(++at);
    if (text.charCodeAt(at) === COLON && at - start <= MOST_LENGTH) this.mark(IMMEDIATE, start, at);
    else {
      at = Math.min(at, start + MOST_LENGTH);
      for (let i = start; i < at && this.size < MOST; i++) this.put(text.charCodeAt(i));
    }
    return at;
  }

  /** Options between braces; the result is where they end, or -1. */
  private options(text: string, start: number): number {
    let at = start + 1;
    let c = text.charCodeAt(at);
    while (c !== RIGHT_BRACE) {
      if (c < SPACE || c === SLASH || c === SEMICOLON || at - start > MOST_LENGTH) return -1;
      c = text.charCodeAt(++at);
    }
    this.optionsStart = start + 1;
    this.optionsEnd = at;
    return at + 1;
  }

  /** Ends the skeleton, so that the last four of its characters can be compared. */
  fill(): void {
    for (let at = this.size; at % 4 !== 0; at++) this.skeleton[at] = 0;
  }

  /** Adds the options that are not waits to the skeleton. */
  addOptions(options: string): void {
    this.put(LEFT_BRACE);
    for (let i = 0; i < options.length; i++) this.put(options.charCodeAt(i));
  }
}

const isExponent = (text: string, at: number): boolean => (text.charCodeAt(at - 1) | 0x20) === 0x65;
