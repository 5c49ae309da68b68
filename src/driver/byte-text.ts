/**
 * Finds where the words of the driver's dialect of YAML end.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.{h,cpp}.
 */
import { CHAR } from '../core/bytes/index.ts';
import type { Behaviour } from './behaviour.ts';

const UNDERSCORE = 0x5f;
const LOWER_CASE = 0x20;

const isDigit = (c: number) => c >= CHAR.zero && c <= CHAR.nine;
const isLetter = (c: number) => (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a);
const isHexDigit = (c: number) => isDigit(c) || (c >= 0x61 && c <= 0x66) || (c >= 0x41 && c <= 0x46);
const isBlank = (c: number) => c === CHAR.space || c === CHAR.tab;
export const isSpace = (c: number) => isBlank(c) || c === CHAR.newline || c === CHAR.return;

/** A text (one character per byte), and the byte after it in memory. */
export class ByteText {
  readonly text: string;
  readonly after: number;

  constructor(text: string, after: number) {
    this.text = text;
    this.after = after;
  }

  code(at: number): number {
    return at < this.text.length ? this.text.charCodeAt(at) : this.after;
  }

  /** The end of a number, or of a lone sign; `from` if there is neither. */
  numberEnd(from: number, behaviour: Behaviour, sign = true): number {
    const { text } = this;
    const { length } = text;
    const isHex =
      this.code(from) === CHAR.zero &&
      from + 2 <= length &&
      (this.code(from + 1) | LOWER_CASE) === CHAR.x &&
      behaviour.does('wholeNumbers');
    if (isDigit(this.code(from)) || isHex) {
      let to = from + (isHex ? 2 : 1);
      while (to < length && (isHex ? isHexDigit(this.code(to)) : isDigit(this.code(to)) || text[to] === '.')) to++;
      return to < length && isLetter(this.code(to)) ? from : to;
    }
    if (!sign || (text[from] !== '+' && text[from] !== '-')) return from;
    return from + 1 < length ? this.numberEnd(from + 1, behaviour, false) : from + 1;
  }

  /** The end of a name without quotes; `from` if there is none. */
  nameEnd(from: number, behaviour: Behaviour): number {
    const isStart = (c: number) => isLetter(c) || c === UNDERSCORE;
    if (!isStart(this.code(from))) return from;
    let to = from + 1;
    for (; to < this.text.length; to++) {
      const next = this.code(to);
      if (isStart(next) || isDigit(next)) continue;
      const isDash = next === CHAR.minus || next === CHAR.dot;
      if (!(isDash && behaviour.does('dashesInNames')) && !(isBlank(next) && behaviour.does('spacesInNames'))) break;
    }
    return to;
  }

  /** The position of the quote that closes the text quoted at `from`; the length of the text if there is none. */
  closingQuote(from: number): number {
    const { text } = this;
    let to = from + 1;
    while (to < text.length && !(text[to] === text[from] && text[to - 1] !== '\\')) to++;
    return to;
  }

  /** Whether the rest of the line is an inline list: `[`, letters and digits between commas, `]`, and only white space after it. */
  isInlineList(open: number, behaviour: Behaviour): boolean {
    const { text } = this;
    let at = open + 1;
    let state: 'before-item' | 'after-item' | 'closed' = 'before-item';
    while (at < text.length && text[at] !== '\n') {
      const c = this.code(at);
      if (isSpace(c)) at++;
      else if (state === 'closed') return false;
      else if (state === 'before-item' && (isLetter(c) || isDigit(c))) {
        while (at < text.length && (isLetter(this.code(at)) || isDigit(this.code(at)))) at++;
        state = 'after-item';
      } else if (c === CHAR.rightBracket && (state === 'after-item' || behaviour.does('emptyLists'))) {
        state = 'closed';
        at++;
      } else if (c === CHAR.comma && state === 'after-item') {
        state = 'before-item';
        at++;
      } else return false;
    }
    return state === 'closed';
  }
}
