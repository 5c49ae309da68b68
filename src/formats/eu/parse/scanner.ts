/** A position in assembly, and functions that read words, numbers and punctuation from it. */
import { CHAR } from '../../../core/bytes/index.ts';
import { type Code, Fault } from '../../../core/diag/index.ts';
import { didYouMean } from '../../../core/schema/index.ts';

const { tab: TAB, newline: NEWLINE, return: RETURN, space: SPACE, asterisk: ASTERISK, slash: SLASH, semicolon: SEMICOLON } = CHAR;
const { zero: ZERO, nine: NINE } = CHAR;

/** 1 for letters and `_`, which can start a word; 2 for digits. */
const WORD = new Uint8Array(256);
for (const range of ['az', 'AZ', '__']) for (let c = range.charCodeAt(0); c <= range.charCodeAt(1); c++) WORD[c] = 1;
for (let c = ZERO; c <= NINE; c++) WORD[c] = 2;

export class Scanner {
  /** The text, with a line feed at its end so that no function reads past it. */
  text = '\n';
  at = 0;

  /** @param text one character for each byte */
  constructor(text: string) {
    this.restart(text);
  }

  /** Moves to the start of another text. */
  restart(text: string): void {
    this.text = text.endsWith('\n') ? text : `${text}\n`;
    this.at = 0;
  }

  /** Skips blanks and comments between slashes and stars, and returns the character after them. */
  next(): number {
    const { text } = this;
    let { at } = this;
    for (;;) {
      const c = text.charCodeAt(at);
      if (c === SPACE || c === TAB || c === RETURN) at++;
      else if (c === SLASH && text.charCodeAt(at + 1) === ASTERISK) {
        const end = text.indexOf('*/', at + 2);
        if (end < 0) throw new Fault('eu-text/expected', 'the comment has no end', at, at + 2);
        at = end + 2;
      } else {
        this.at = at;
        return c;
      }
    }
  }

  /** Whether nothing but a comment follows in the statement. */
  atEnd(): boolean {
    const c = this.next();
    return c === NEWLINE || c === SEMICOLON || (c === SLASH && this.text.charCodeAt(this.at + 1) === SLASH);
  }

  /** Consumes the character `c` if it is next; returns whether it is. */
  accept(c: number): boolean {
    if (this.next() !== c) return false;
    this.at++;
    return true;
  }

  /** Consumes the character `c`, which must be next. */
  expect(c: number): void {
    if (this.text.charCodeAt(this.at) !== c && this.next() !== c) this.expected(`'${String.fromCharCode(c)}'`);
    this.at++;
  }

  /** A word of letters, digits and `_`; `''` if there is none. */
  word(): string {
    const { text } = this;
    if (WORD[this.next()] !== 1) return '';
    const start = this.at;
    this.at = this.wordEnd(start);
    return text.slice(start, this.at);
  }

  /** Consumes `word` if it is next, as a whole word; returns whether it is. */
  acceptWord(word: string): boolean {
    this.next();
    const end = this.at + word.length;
    if (!this.text.startsWith(word, this.at) || (WORD[this.text.charCodeAt(end)] ?? 0) > 0) return false;
    this.at = end;
    return true;
  }

  /** Whether a word begins here, and whether a number does. */
  atWord(): boolean {
    return WORD[this.next()] === 1;
  }

  atNumber(): boolean {
    return WORD[this.next()] === 2;
  }

  /** A number without a sign, decimal, hexadecimal or binary, up to `most`. */
  integer(what: string, most = 0x7fff_ffff): number {
    const { text } = this;
    let c = this.next();
    if (WORD[c] !== 2) this.expected(what);
    const start = this.at;
    let value = c - ZERO;
    c = text.charCodeAt(start + 1);
    if (WORD[c] === 0) this.at = start + 1;
    else if (value === 0 && WORD[c] === 1) {
      this.at = this.wordEnd(start);
      value = Number(text.slice(start, this.at));
      if (Number.isNaN(value)) this.fail('eu-text/number', `${text.slice(start, this.at)} is not a number`, start);
    } else {
      let at = start + 1;
      for (; WORD[c] === 2; c = text.charCodeAt(++at)) value = value * 10 + (c - ZERO);
      this.at = at;
    }
    if (value > most) this.fail('eu-text/number', `${what} is at most ${most}`, start);
    return value;
  }

  /** The end of a word that begins at a position. */
  wordEnd(from: number): number {
    let at = from;
    while ((WORD[this.text.charCodeAt(at)] ?? 0) > 0) at++;
    return at;
  }

  /** Throws that the text here is not `what`; suggests the nearest of the words that are valid here. */
  expected(what: string, words: Iterable<string> = []): never {
    this.next();
    const start = this.at;
    const end = Math.max(this.wordEnd(start), start + 1);
    const word = this.text.slice(start, Math.min(end, start + 40));
    const isEnd = start >= this.text.length - 1 || this.atEnd();
    const instead = isEnd ? 'the line ends' : `'${word}' is here`;
    throw new Fault('eu-text/expected', () => `expected ${what}, but ${instead}${didYouMean(word, words)}`, start, end);
  }

  /** Throws that the word from `start` to here is unknown. */
  unknown(code: Code, what: string, start: number, words: Iterable<string>): never {
    const word = this.text.slice(start, this.at);
    this.fail(code, () => `${word.slice(0, 40)} is not ${what}${didYouMean(word, words)}`, start);
  }

  /** Throws a fault in the text from `start` to here. */
  fail(code: Code, message: string | (() => string), start: number, end = this.at): never {
    throw new Fault(code, message, start, Math.max(end, start + 1));
  }

  /** Moves to the line feed at the end of the line. */
  skipLine(): void {
    this.at = this.text.indexOf('\n', this.at);
  }
}
