/**
 * The words of ze_info as the driver cuts them. Its dialect is a small part of YAML with rules of its own; see docs/oracles.md.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.{h,cpp}.
 */
import type { Behaviour } from './behaviour.ts';
import { DriverStop } from './stop.ts';

export const TOKEN = {
  identifier: 0,
  string: 1,
  number: 2,
  character: 3,
  comment: 4,
  section: 5,
  listBegin: 6,
  listEnd: 7,
} as const;

export type LineKind = 'empty' | 'comment' | 'section' | 'map' | 'list';

/** The words of a text, and which of them make a line. */
export interface Tokens {
  readonly text: string;
  /** The byte after the text in memory. */
  readonly after: number;
  readonly kind: readonly number[];
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly lines: readonly Line[];
}

export interface Line {
  readonly kind: LineKind;
  readonly indent: number;
  /** Indices of the first token and of the line feed. */
  readonly first: number;
  readonly last: number;
  readonly inline: boolean;
}

const isDigit = (c: number) => c >= 0x30 && c <= 0x39;
const isLetter = (c: number) => (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a);
const isHexDigit = (c: number) => isDigit(c) || (c >= 0x61 && c <= 0x66) || (c >= 0x41 && c <= 0x46);
const isBlank = (c: number) => c === 0x20 || c === 0x09;
const isSpace = (c: number) => isBlank(c) || c === 0x0a || c === 0x0d;

/**
 * Cuts `text` (one character per byte).
 * @param after the byte after the text in memory, which counts as the line feed of a last line that has none
 */
export function tokenize(text: string, after: number, behaviour: Behaviour): Tokens {
  const kind: number[] = [];
  const start: number[] = [];
  const end: number[] = [];
  const lines: Line[] = [];
  const size = text.length;
  let at = 0;
  let indent = 0;
  let indenting = true;
  let first = 0;
  let lineStart = 0;
  let inline = false;
  let keyed = false;

  const code = (i: number) => (i < size ? text.charCodeAt(i) : after);
  const push = (type: number, to: number) => {
    kind.push(type);
    start.push(at);
    end.push(to);
    at = to;
  };
  const refuse = (why: string): never => {
    throw new DriverStop('driver/yaml', why, lineStart, Math.min(at + 1, size));
  };
  const endLine = () => {
    const last = kind.length;
    push(TOKEN.character, at + 1);
    let type: LineKind = 'empty';
    if (last !== first) {
      const lead = code(start[first] ?? 0);
      switch (kind[first]) {
        case TOKEN.character:
          if (lead === 0x23) type = 'comment';
          else if (lead === 0x2d) type = 'list';
          else refuse(`a line cannot begin with ${String.fromCharCode(lead)}`);
          break;
        case TOKEN.identifier:
          type = 'map';
          break;
        case TOKEN.section:
          type = 'section';
          break;
        default:
          refuse('a line has to begin with an unquoted name or with a dash');
      }
    }
    lines.push({ kind: type, indent: indent & 0xffff, first, last, inline });
    indent = 0;
    first = kind.length;
    lineStart = at;
    indenting = true;
    inline = false;
    keyed = false;
  };
  /** End of a number or sign at `from`; `from` itself when there is none. */
  const numberEnd = (from: number, sign: boolean): number => {
    const hex = code(from) === 0x30 && from + 2 <= size && (code(from + 1) | 0x20) === 0x78 && behaviour.does('wholeNumbers');
    if (isDigit(code(from)) || hex) {
      let to = from + (hex ? 2 : 1);
      while (to < size && (hex ? isHexDigit(code(to)) : isDigit(code(to)) || text[to] === '.')) to++;
      return to < size && isLetter(code(to)) ? from : to;
    }
    if (sign && (text[from] === '+' || text[from] === '-')) return from + 1 < size ? numberEnd(from + 1, false) : from + 1;
    return from;
  };
  const nameEnd = (from: number): number => {
    const c = code(from);
    if (!isLetter(c) && c !== 0x5f) return from;
    let to = from + 1;
    for (; to < size; to++) {
      const next = code(to);
      if (isLetter(next) || isDigit(next) || next === 0x5f) continue;
      const dash = next === 0x2d || next === 0x2e;
      if (!(dash && behaviour.does('dashesInNames')) && !(isBlank(next) && behaviour.does('spacesInNames'))) break;
    }
    return to;
  };

  while (at < size) {
    const c = code(at);
    switch (c) {
      case 0x20:
        if (indenting) indent++;
        at++;
        break;
      case 0x09:
        if (indenting) indent += 4;
        at++;
        break;
      case 0x0d:
      case 0x00:
        at++;
        break;
      case 0x23: {
        indenting = false;
        push(TOKEN.character, at + 1);
        const feed = text.indexOf('\n', at);
        const to = feed < 0 ? size : feed;
        if (to !== at) push(TOKEN.comment, to);
        break;
      }
      case 0x0a:
        endLine();
        break;
      case 0x22:
      case 0x27: {
        indenting = false;
        let to = at + 1;
        while (to < size && !(code(to) === c && text[to - 1] !== '\\')) to++;
        if (to >= size) refuse('a quote is not closed');
        push(TOKEN.string, to + 1);
        break;
      }
      case 0x2d:
        if (indenting && text.startsWith('---', at)) push(TOKEN.section, at + 3);
        else {
          const to = numberEnd(at, true);
          if (to > at + 1) push(TOKEN.number, to);
          else push(TOKEN.character, at + 1);
        }
        indenting = false;
        break;
      case 0x2e:
        if (indenting && text.startsWith('...', at)) push(TOKEN.section, at + 3);
        else push(TOKEN.character, at + 1);
        indenting = false;
        break;
      case 0x5b:
        if (!isInlineList(text, at, behaviour))
          refuse('an inline list has to be words or numbers, without sign, dot or quotes, between commas');
        inline = true;
        push(TOKEN.listBegin, at + 1);
        break;
      case 0x5d:
      case 0x2c:
        if (!inline) refuse(`${String.fromCharCode(c)} stands outside an inline list`);
        push(c === 0x5d ? TOKEN.listEnd : TOKEN.character, at + 1);
        break;
      case 0x7b:
      case 0x7d:
        refuse('inline maps are not supported');
        break;
      case 0x3a:
        keyed = true;
        indenting = false;
        push(TOKEN.character, at + 1);
        break;
      default: {
        indenting = false;
        const name = nameEnd(at);
        if (name !== at) {
          let to = name;
          while (to > at && isSpace(code(to - 1))) to--;
          push(keyed ? TOKEN.string : TOKEN.identifier, to);
          at = name;
          break;
        }
        const to = numberEnd(at, true);
        if (to <= at) refuse('neither a word nor a number');
        push(TOKEN.number, to);
      }
    }
  }
  if (kind.length > 0 && code(start[kind.length - 1] ?? 0) !== 0x0a) {
    // What is wrong with this line is not noticed: it is only left out.
    try {
      endLine();
    } catch (error) {
      if (!(error instanceof DriverStop)) throw error;
    }
  }
  return { text, after, kind, start, end, lines };
}

/** From `[` to the end of the line: letters and digits between commas, and nothing but white space after. */
function isInlineList(text: string, open: number, behaviour: Behaviour): boolean {
  let at = open + 1;
  let item = false;
  let closed = false;
  while (at < text.length && text[at] !== '\n') {
    const c = text.charCodeAt(at);
    if (isSpace(c)) at++;
    else if (closed) return false;
    else if (!item) {
      if (c === 0x5d && behaviour.does('emptyLists')) {
        closed = true;
        at++;
      } else if (isLetter(c) || isDigit(c)) {
        while (at < text.length && (isLetter(text.charCodeAt(at)) || isDigit(text.charCodeAt(at)))) at++;
        item = true;
      } else return false;
    } else if (c === 0x2c) {
      item = false;
      at++;
    } else if (c === 0x5d) {
      closed = true;
      at++;
    } else return false;
  }
  return closed;
}
