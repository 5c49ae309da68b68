import { type Bytes, CHAR } from '../../core/bytes/index.ts';
import type { Code, Reporter } from '../../core/diag/index.ts';

const C = CHAR;
/** First characters that begin YAML outside the dialect: anchor, alias, tag, block scalars, explicit key, directive, reserved. */
const UNSUPPORTED = '&*!|>?%@`';
/** Columns that the driver counts for a tab (intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.h). */
const TAB_COLUMNS = 4;

const special = new Uint8Array(256);
for (const c of `${UNSUPPORTED}[{"'`) special[c.charCodeAt(0)] = 1;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Characters of common keys and words. */
const worded = new Uint8Array(256);
for (const c of `${LETTERS}${LETTERS.toUpperCase()}_0123456789`) worded[c.charCodeAt(0)] = 1;
/** Characters of common keys and words, and what may come between two words. */
const joined = new Uint8Array(worded);
for (const c of ' -.') joined[c.charCodeAt(0)] = 1;
/** Characters of common numbers. */
const numeral = new Uint8Array(256);
for (const c of '0123456789') numeral[c.charCodeAt(0)] = 1;

/** First characters of values that are more than a plain word. */
export const SPECIAL: Uint8Array = special;

/**
 * A cursor over the lines of a text: `at` is the first character of the current line's content, `indent` its column, `end` the line's end,
 * `colon` the first that ends a plain key, and `hash` the first that begins a comment if nothing is in quotes; -1 if there is none. The
 * last three are found on demand. `parseYaml` continues from here.
 */
export class LineCursor {
  protected readonly bytes: Bytes;
  protected readonly data: Uint8Array;
  protected readonly out: Reporter;
  protected readonly path: string;
  protected at = 0;
  protected indent = -1;
  /** Where the next line begins; -1 if the end of the current one is not known yet. */
  private next = 0;
  private lineEnd = 0;
  private colon = -1;
  private hash = -1;

  /** @param path what diagnostics give as their place. */
  constructor(bytes: Bytes, out: Reporter, path: string) {
    this.bytes = bytes;
    this.data = bytes.data;
    this.out = out;
    this.path = path;
  }

  /** Moves to the next line with content; `indent` is -1 at the end. Blank lines, comments and document markers are ignored. */
  protected nextLine(): void {
    const { data } = this;
    const { length } = data;
    let next = this.next < 0 ? this.findEnd() : this.next;
    while (next < length) {
      let at = next;
      while (data[at] === C.space) at++;
      let indent = at - next;
      const first = data[at] ?? 0;
      // Neither blank nor a comment nor a marker.
      const isPlain = first > C.hash && (indent > 0 || (first !== C.minus && first !== C.dot));
      if (!isPlain) {
        const tab = at;
        if (first === C.tab) for (; isBlank(data[at]); at++) indent += data[at] === C.tab ? TAB_COLUMNS : 1;
        let feed = at;
        while (feed < length && data[feed] !== C.newline) feed++;
        const end = feed > at && data[feed - 1] === C.return ? feed - 1 : feed;
        next = feed + 1;
        if (at >= end || data[at] === C.hash) continue;
        if (indent === 0 && (first === C.minus || first === C.dot) && isMarker(data, at, end)) continue;
        if (at > tab) this.report('yaml/tab', tab, tab + 1, 'a tab in the indentation');
      }
      this.at = at;
      this.indent = indent;
      this.next = -1;
      return;
    }
    this.end = length;
    this.at = length;
    this.indent = -1;
  }

  /** The next line is the one that begins at `next`, wherever the current one ends. */
  protected skipTo(next: number): void {
    this.lineEnd = next;
    this.next = next;
  }

  protected get end(): number {
    if (this.next < 0) this.findEnd();
    return this.lineEnd;
  }

  /** The current line ends here, at a line feed or at the end of the text. */
  protected set end(end: number) {
    this.lineEnd = end;
    this.next = end + 1;
  }

  /** Finds the end of the current line and its separators, and returns where the next one begins. */
  private findEnd(): number {
    const { data, at } = this;
    const { length } = data;
    let feed = at;
    let colon = -1;
    let hash = -1;
    for (; feed < length; feed++) {
      const c = data[feed];
      if (c === C.newline) break;
      if (hash >= 0) continue;
      if (c === C.hash && isBlank(data[feed - 1])) hash = feed;
      else if (c === C.colon && colon < 0 && endsKey(data, feed + 1)) colon = feed;
    }
    this.colon = colon;
    this.hash = hash;
    this.lineEnd = feed > at && data[feed - 1] === C.return ? feed - 1 : feed;
    this.next = feed + 1;
    return this.next;
  }

  /** Whether the current line has nothing from `at` on, where `at` is after blanks. */
  protected isEnd(at: number): boolean {
    const c = this.data[at];
    return this.endsLine(at) || ((c === C.return || c === undefined) && at >= this.end);
  }

  /** Whether the current line is an item of a list. */
  protected isItem(): boolean {
    const { data, at } = this;
    return data[at] === C.minus && (isBlank(data[at + 1]) || at + 1 >= this.end);
  }

  /** Where the colon after the key of the current line is, or -1 when the line has no key. */
  protected keyColon(): number {
    const { data, at } = this;
    let colon = at;
    while (worded[data[colon] ?? 0] === 1) colon++;
    return data[colon] === C.colon && colon > at && endsKey(data, colon + 1) ? colon : this.anyColon();
  }

  /** Where the colon after an unusual key is. */
  private anyColon(): number {
    const { data, at, end } = this;
    const first = data[at] ?? 0;
    if (special[first] === 0) return this.colon;
    if (first === C.leftBracket || first === C.leftBrace) return -1;
    if (first !== C.quote && first !== C.apostrophe) return this.colon;
    let colon = quotedEnd(data, at, end, first);
    if (colon < 0) return -1;
    while (colon < end && isBlank(data[colon])) colon++;
    return colon < end && data[colon] === C.colon && endsKey(data, colon + 1) ? colon : -1;
  }

  /** End of a plain scalar on the current line. Nearly all are a word with nothing after it. */
  protected wordEnd(from: number): number {
    const { data } = this;
    let end = from;
    const form = numeral[data[from] ?? 0] === 1 ? numeral : worded;
    while (form[data[end] ?? 0] === 1) end++;
    let c = data[end] ?? 0;
    if (c !== C.newline && form === worded && end > from) while (joined[c] === 1) c = data[++end] ?? 0;
    if (c !== C.newline || data[end - 1] === C.space) {
      while (c > C.space && c !== C.hash) c = data[++end] ?? 0;
      if (c !== C.newline || data[end - 1] === C.space) return this.plainEnd(from);
    }
    if (this.next < 0) this.end = end;
    return end;
  }

  /** End of a quoted scalar without escapes and with nothing after it; -1 for any other. */
  protected plainQuoteEnd(from: number, quote: number): number {
    const { data } = this;
    let end = from + 1;
    let c = data[end] ?? 0;
    while (c >= C.space && c !== quote && c !== C.backslash) c = data[++end] ?? 0;
    return c === quote && this.endsLine(end + 1) ? end + 1 : -1;
  }

  /** End of the digits at `at`. */
  protected numberEnd(at: number): number {
    let end = at;
    while (numeral[this.data[end] ?? 0] === 1) end++;
    return end;
  }

  /** Whether the line feed is here; the current line then ends with it. */
  protected endsLine(at: number): boolean {
    if (this.data[at] !== C.newline) return false;
    if (this.next < 0) this.end = at;
    return true;
  }

  /** End of a plain scalar on the current line: before a comment and before trailing blanks. */
  protected plainEnd(from: number, lineEnd = this.end): number {
    const { data } = this;
    let end = lineEnd;
    // A comment begins after the scalar's first character. Before it there may be a hash in a quoted key.
    if (this.hash > from) end = this.hash;
    else if (this.hash >= 0) {
      for (let at = from + 1; at < lineEnd; at++) {
        if (data[at] !== C.hash || !isBlank(data[at - 1])) continue;
        end = at;
        break;
      }
    }
    while (end > from && isBlank(data[end - 1])) end--;
    return end;
  }

  protected blankFrom(from: number): boolean {
    const { data } = this;
    let at = from;
    while (at < this.end && isBlankOrLine(data[at])) at++;
    return at >= this.end || (data[at] === C.hash && at > from);
  }

  protected report(code: Code, start: number, end: number, message: string): void {
    this.out.report(code, this.bytes.span(start, end), this.path, message);
  }
}

export function isBlank(c: number | undefined): boolean {
  return c === C.space || c === C.tab;
}

export function isBlankOrLine(c: number | undefined): boolean {
  return c === C.space || c === C.tab || c === C.newline || c === C.return;
}

/** Whether a colon ends a key: a blank or the end of the line follows. */
function endsKey(data: Uint8Array, at: number): boolean {
  const c = data[at];
  if (c === C.space || c === C.newline || c === undefined || c === C.tab) return true;
  return c === C.return && (at + 1 >= data.length || data[at + 1] === C.newline);
}

function isMarker(data: Uint8Array, at: number, end: number): boolean {
  const c = data[at];
  if (data[at + 1] !== c || data[at + 2] !== c) return false;
  return at + 3 >= end || isBlank(data[at + 3]);
}

/** The position after the closing quote, or -1. */
export function quotedEnd(data: Uint8Array, from: number, limit: number, quote: number): number {
  for (let at = from + 1; at < limit; at++) {
    const c = data[at];
    if (c === C.backslash && quote === C.quote) at++;
    else if (c === quote) {
      if (quote === C.apostrophe && data[at + 1] === C.apostrophe && at + 1 < limit) at++;
      else return at + 1;
    }
  }
  return -1;
}
