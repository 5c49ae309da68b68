import { byteText, CHAR, displayText, encodeText, hexDigits } from '../../core/bytes/index.ts';
import { Fault } from '../../core/diag/index.ts';

export { Fault };

const { space: SPACE, tab: TAB, newline: NEWLINE, return: RETURN, slash: SLASH, quote: QUOTE, backslash: BACKSLASH } = CHAR;

/** 1 for letters, digits, `_` and `%`; 2 for `.` and `$`, which function names have. */
const WORD = new Uint8Array(256);
for (const range of ['az', 'AZ', '09', '__', '%%']) for (let c = range.charCodeAt(0); c <= range.charCodeAt(1); c++) WORD[c] = 1;
WORD['.'.charCodeAt(0)] = 2;
WORD['$'.charCodeAt(0)] = 2;
for (let c = 0x80; c < 256; c++) WORD[c] = 1;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ...[...'abfnrtv'].map((c, i) => [c, '\x07\b\f\n\r\t\v'[i] ?? ''] as const),
  ...[...'\'"\\'].map((c) => [c, c] as const),
  ['e', '\x1b'],
]);

/** A position in a text, one character per byte, with methods that read words, numbers and marks. */
export class Scanner {
  readonly text: string;
  at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** Character at the place, or -1 at the end. */
  next(): number {
    return this.at < this.text.length ? this.text.charCodeAt(this.at) : -1;
  }

  blanks(): void {
    const text = this.text;
    let at = this.at;
    for (;;) {
      const c = text.charCodeAt(at);
      if (c !== SPACE && c !== TAB && c !== RETURN) break;
      at++;
    }
    this.at = at;
  }

  /** Reads `mark` if it is next; blanks before it are skipped. */
  take(mark: string): boolean {
    this.blanks();
    if (!this.text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }

  /** Reads the character `c`, which must be next. */
  expect(c: number): void {
    if (this.text.charCodeAt(this.at) !== c) {
      this.blanks();
      if (this.text.charCodeAt(this.at) !== c) this.expected(`'${String.fromCharCode(c)}'`);
    }
    this.at++;
  }

  /** Reads `literal`; a blank in it stands for any number of blanks. */
  literal(literal: string): void {
    const text = this.text;
    for (let i = 0; i < literal.length; i++) {
      const c = literal.charCodeAt(i);
      if (c === SPACE) this.blanks();
      else if (text.charCodeAt(this.at) === c) this.at++;
      else this.expected(`'${literal.slice(i).trimEnd()}'`);
    }
  }

  /** A word of letters, digits, `_` and `%`; `''` when there is none. */
  word(): string {
    const text = this.text;
    const start = this.at;
    let at = start;
    while (WORD[text.charCodeAt(at)] === 1) at++;
    this.at = at;
    return text.slice(start, at);
  }

  /** A word in which `.` and `$` count as letters too. */
  longWord(): string {
    const start = this.at;
    while (WORD[this.text.charCodeAt(this.at)] !== undefined && WORD[this.text.charCodeAt(this.at)] !== 0) this.at++;
    return this.text.slice(start, this.at);
  }

  /** An unsigned decimal number, or a hexadecimal one after `0x`, up to `most`. */
  number(most = 0xffff_ffff): number {
    const text = this.text;
    const start = this.at;
    let at = start;
    let value = 0;
    if (text.charCodeAt(at) === CHAR.zero && (text.charCodeAt(at + 1) | 0x20) === CHAR.x) {
      at += 2;
      for (let d = digit(text.charCodeAt(at)); d < 16; d = digit(text.charCodeAt(++at))) value = value * 16 + d;
      if (at === start + 2) at = start;
    } else {
      for (let c = text.charCodeAt(at); c >= CHAR.zero && c <= CHAR.nine; c = text.charCodeAt(++at)) value = value * 10 + c - CHAR.zero;
    }
    if (at === start) this.expected('a number');
    this.at = at;
    if (value > most) throw new Fault('visa-text/number', `${text.slice(start, at)} is more than ${most}`, start, at);
    return value;
  }

  /** A number that may have a sign. */
  signed(least: number, most: number): number {
    const start = this.at;
    const negative = this.next() === CHAR.minus;
    if (negative || this.next() === CHAR.plus) this.at++;
    const value = this.number();
    const signed = negative ? -value : value;
    if (signed < least || signed > most) {
      throw new Fault('visa-text/number', `${signed} is not from ${least} to ${most}`, start, this.at);
    }
    return signed;
  }

  /** Text in double quotes, with the escapes of C. */
  quoted(): string {
    this.blanks();
    const start = this.at;
    if (this.next() !== QUOTE) this.expected('text in quotes');
    let value = '';
    let from = ++this.at;
    for (; ; this.at++) {
      const c = this.next();
      if (c === QUOTE) break;
      if (c < 0 || c === NEWLINE) throw new Fault('visa-text/quote', 'the closing quote is missing', start, this.at);
      if (c !== BACKSLASH) continue;
      value += this.text.slice(from, this.at);
      value += this.escape();
      from = this.at + 1;
    }
    value += this.text.slice(from, this.at);
    this.at++;
    return displayText(value);
  }

  /** The character that an escape stands for; leaves the place at its last character. */
  private escape(): string {
    const c = this.text[++this.at] ?? '';
    const known = ESCAPES.get(c);
    if (known !== undefined) return known;
    const high = digit(this.text.charCodeAt(this.at + 1));
    const low = digit(this.text.charCodeAt(this.at + 2));
    if (c === 'x' && high < 16 && low < 16) {
      this.at += 2;
      return String.fromCharCode(high * 16 + low);
    }
    return c;
  }

  /** Whether nothing but blanks and a comment is left of the line. */
  atLineEnd(): boolean {
    this.blanks();
    const c = this.next();
    return c === NEWLINE || c < 0 || (c === SLASH && this.text.charCodeAt(this.at + 1) === SLASH);
  }

  /** Moves to the first character of the next line, or to the end. */
  nextLine(): void {
    const { text } = this;
    // The rest is mostly a short comment: starting a search of the runtime would cost more than it saves.
    let at = this.at;
    while (at < text.length && text.charCodeAt(at) !== NEWLINE) at++;
    this.at = at < text.length ? at + 1 : at;
  }

  /** Throws: `what` was expected here. */
  expected(what: string): never {
    const start = this.at;
    let end = start;
    while (WORD[this.text.charCodeAt(end)] === 1) end++;
    if (end === start && end < this.text.length && this.text.charCodeAt(end) !== NEWLINE) end++;
    const instead = end === start ? 'the line ends' : `'${this.text.slice(start, end)}' is there`;
    throw new Fault('visa-text/expected', `${what} is expected here, but ${instead}`, start, end);
  }
}

/** Value of a hexadecimal digit, or 99. */
function digit(c: number): number {
  if (c >= CHAR.zero && c <= CHAR.nine) return c - CHAR.zero;
  const lower = c | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 99;
}

const QUOTED: ReadonlyMap<string, string> = new Map([...ESCAPES].map(([name, character]) => [character, `\\${name}`]));
const PLAIN = /^[ !#-&(-[\]-~]*$/;

/** `text` in quotes, so that {@link Scanner.quoted} returns it unchanged. */
export function quote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  let out = '"';
  for (const c of byteText(encodeText(text))) {
    const code = c.charCodeAt(0);
    const known = QUOTED.get(c);
    if (known !== undefined) out += known;
    else out += code >= 0x20 && code < 0x7f ? c : `\\x${hexDigits(code & 0xff, 2)}`;
  }
  return `${out}"`;
}
