import { asciiText, type Bytes, byteText } from '../bytes/index.ts';
import type { Code, Reporter } from '../diag/index.ts';

const C = {
  tab: 9,
  lf: 10,
  cr: 13,
  space: 32,
  dquote: 34,
  hash: 35,
  squote: 39,
  comma: 44,
  dash: 45,
  dot: 46,
  colon: 58,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openMap: 0x7b,
  closeMap: 0x7d,
} as const;
/** First characters that begin YAML outside the dialect: anchor, alias, tag, block scalars, explicit key, directive, reserved. */
const UNSUPPORTED = '&*!|>?%@`';
/** Columns that the driver counts for a tab (intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.h). */
const TAB_COLUMNS = 4;

const special = new Uint8Array(256);
for (const c of `${UNSUPPORTED}[{"'`) special[c.charCodeAt(0)] = 1;

/** Characters that have a meaning. Engines load what is imported or exported each time: loops take a constant of their own. */
export const CHARACTERS = C;
/** First characters of values that are more than a plain word. */
export const SPECIAL = special;

/**
 * A cursor over the lines of a text: `at` is the first character of the current line's content, `indent` its column, `end` the line's
 * end, `colon` the first that ends a plain key, and `hash` the first that begins a comment where nothing is in quotes; -1 where there
 * is none. {@link parseYaml} goes on from here.
 */
export class LineCursor {
  protected readonly bytes: Bytes;
  protected readonly text: string;
  protected readonly ascii: boolean;
  protected readonly data: Uint8Array;
  protected readonly out: Reporter;
  protected readonly path: string;
  /** Where the next line begins. */
  protected next = 0;
  protected at = 0;
  protected indent = -1;
  protected end = 0;
  private colon = -1;
  private hash = -1;
  private colonAt = -1;
  private hashAt = -1;

  /** @param path what diagnostics give as their place. */
  constructor(bytes: Bytes, out: Reporter, path: string) {
    this.bytes = bytes;
    this.data = bytes.data;
    const ascii = asciiText(this.data);
    this.ascii = ascii !== undefined;
    this.text = ascii ?? byteText(this.data);
    this.out = out;
    this.path = path;
  }

  /** Moves to the next line with content; `indent` is -1 at the end. Blank lines, comments and document markers are passed over. */
  protected nextLine(): void {
    const { data, text } = this;
    const { length } = text;
    while (this.next < length) {
      let at = this.next;
      let tab = -1;
      while (data[at] === C.space) at++;
      let indent = at - this.next;
      if (data[at] === C.tab) {
        tab = at;
        for (; isBlank(data[at]); at++) indent += data[at] === C.tab ? TAB_COLUMNS : 1;
      }
      let end = indexFrom(text, '\n', at);
      this.next = end + 1;
      if (end > at && data[end - 1] === C.cr) end--;
      const first = data[at];
      if (at >= end || first === C.hash) continue;
      if (indent === 0 && (first === C.dash || first === C.dot) && isMarker(data, at, end)) continue;
      if (tab >= 0) this.report('yaml/tab', tab, tab + 1, 'a tab in the indentation');
      this.at = at;
      this.end = end;
      this.indent = indent;
      this.findMarks();
      return;
    }
    this.at = length;
    this.end = length;
    this.indent = -1;
  }

  /** Sets `colon` and `hash` of the current line. Searches go on from the last find, so that no stretch is gone through twice. */
  private findMarks(): void {
    const { data, text, at, end } = this;
    if (this.hashAt < at) this.hashAt = indexFrom(text, '#', at);
    while (this.hashAt < end && !isBlank(data[this.hashAt - 1])) this.hashAt = indexFrom(text, '#', this.hashAt + 1);
    this.hash = this.hashAt < end ? this.hashAt : -1;
    if (this.colonAt < at) this.colonAt = indexFrom(text, ':', at);
    while (this.colonAt < end && !endsKey(data, this.colonAt + 1)) this.colonAt = indexFrom(text, ':', this.colonAt + 1);
    this.colon = this.colonAt < end && (this.hash < 0 || this.colonAt < this.hash) ? this.colonAt : -1;
  }

  /** Whether the current line is an item of a list. */
  protected isItem(): boolean {
    const { data, at } = this;
    return data[at] === C.dash && (at + 1 >= this.end || isBlank(data[at + 1]));
  }

  /** Where the colon behind the key of the current line is, or -1 when the line has no key. */
  protected keyColon(): number {
    const { data, at } = this;
    const first = data[at] as number;
    if (special[first] === 0) return this.colon;
    if (first === C.openList || first === C.openMap) return -1;
    if (first !== C.dquote && first !== C.squote) return this.colon;
    let colon = quotedEnd(data, at, this.end, first);
    if (colon < 0) return -1;
    while (colon < this.end && isBlank(data[colon])) colon++;
    return colon < this.end && data[colon] === C.colon && endsKey(data, colon + 1) ? colon : -1;
  }

  /** End of a plain scalar on the current line: before a comment and before trailing blanks. */
  protected plainEnd(from: number, lineEnd = this.end): number {
    const { data } = this;
    let end = lineEnd;
    // A comment begins behind the scalar's first character. In front of it there may be a hash in a quoted key.
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

/** Where the character is next, or the end of the text. Far faster than a loop of our own. */
function indexFrom(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}

export function isBlank(c: number | undefined): boolean {
  return c === C.space || c === C.tab;
}

export function isBlankOrLine(c: number | undefined): boolean {
  return c === C.space || c === C.tab || c === C.lf || c === C.cr;
}

/** Whether what stands behind a colon makes it the end of a key: a blank, or the end of the line. */
function endsKey(data: Uint8Array, at: number): boolean {
  const c = data[at];
  if (c === C.space || c === C.lf || c === undefined || c === C.tab) return true;
  return c === C.cr && (at + 1 >= data.length || data[at + 1] === C.lf);
}

function isMarker(data: Uint8Array, at: number, end: number): boolean {
  const c = data[at];
  if (data[at + 1] !== c || data[at + 2] !== c) return false;
  return at + 3 >= end || isBlank(data[at + 3]);
}

/** The position behind the closing quote, or -1. */
export function quotedEnd(data: Uint8Array, from: number, limit: number, quote: number): number {
  for (let at = from + 1; at < limit; at++) {
    const c = data[at];
    if (c === C.backslash && quote === C.dquote) at++;
    else if (c === quote) {
      if (quote === C.squote && data[at + 1] === C.squote && at + 1 < limit) at++;
      else return at + 1;
    }
  }
  return -1;
}
