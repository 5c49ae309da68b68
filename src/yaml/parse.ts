import { asciiText, Bytes, byteText } from '../bytes/index.ts';
import { COST, type Code, LIMITS, type Outcome, Reporter, type Span } from '../diag/index.ts';
import type { YamlDocument } from './model.ts';
import { badEscape } from './scalar.ts';
import { LIST, MAP, SCALAR, YamlTree } from './tree.ts';

const C = { tab: 9, lf: 10, cr: 13, space: 32, dquote: 34, hash: 35, squote: 39, comma: 44, dash: 45, dot: 46, colon: 58 } as const;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const BACKSLASH = 0x5c;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;
/** First characters that begin YAML outside the dialect: anchor, alias, tag, block scalars, explicit key, directive, reserved. */
const UNSUPPORTED = '&*!|>?%@`';
/** Columns that the driver counts for a tab (intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.h). */
const TAB_COLUMNS = 4;

/** First characters of values that are more than a plain word. */
const SPECIAL = new Uint8Array(256);
for (const c of `${UNSUPPORTED}[{"'`) SPECIAL[c.charCodeAt(0)] = 1;

/**
 * Parses the YAML dialect that ze_info is written in: block maps and lists, inline lists and maps, plain and quoted scalars,
 * comments, document markers. Lenient: what does not fit is reported and skipped, and its neighbours are still read.
 *
 * Never throws for any input. Spans are absolute; `path` is what diagnostics give as their place.
 */
export function parseYaml(input: Uint8Array | Bytes, reporter?: Reporter, path = ''): Outcome<YamlDocument> {
  const bytes = Bytes.from(input);
  const out = reporter ?? new Reporter(bytes.length);
  const document = new Parser(bytes, out, path).document();
  return { value: document, diagnostics: out.diagnostics };
}

/**
 * A cursor over lines: `at` is the first character of the current line's content, `indent` its column, `end` the line's end, `colon`
 * the first that ends a plain key, and `hash` the first that begins a comment where nothing is in quotes; -1 where there is none.
 */
class Parser {
  private readonly bytes: Bytes;
  private readonly text: string;
  private readonly ascii: boolean;
  private readonly data: Uint8Array;
  private readonly tree: YamlTree;
  private readonly out: Reporter;
  private readonly path: string;
  private readonly whole: Span;
  private next = 0;
  private at = 0;
  private indent = -1;
  private end = 0;
  private colon = -1;
  private hash = -1;
  private colonAt = -1;
  private hashAt = -1;

  constructor(bytes: Bytes, out: Reporter, path: string) {
    this.bytes = bytes;
    this.data = bytes.data;
    const ascii = asciiText(this.data);
    this.ascii = ascii !== undefined;
    this.text = ascii ?? byteText(this.data);
    this.tree = new YamlTree(bytes.length);
    this.out = out;
    this.path = path;
    this.whole = bytes.span();
  }

  document(): YamlDocument {
    // A byte-order mark, as three bytes.
    if (this.text.startsWith('\xef\xbb\xbf')) this.next = 3;
    this.nextLine();
    if (this.indent >= 0) this.value(-1, -1, this.indent, 0);
    else this.tree.add(SCALAR, -1, -1, this.at, this.at);
    while (this.indent >= 0)
      this.skip('yaml/indentation', 'the line is indented less than the first line, or follows a value that is already whole');
    const { bytes, text, ascii, tree } = this;
    return { bytes, text, ascii, tree, root: tree.view(0) };
  }

  /** Moves to the next line with content; `indent` is -1 at the end. Blank lines, comments and document markers are passed over. */
  private nextLine(): void {
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

  /** A block or scalar whose first line is the current one, at column `indent`. */
  private value(keyStart: number, keyEnd: number, indent: number, depth: number): number {
    if (depth > LIMITS.yamlDepth) return this.tooDeep(keyStart, keyEnd, indent);
    if (this.isItem()) return this.list(keyStart, keyEnd, indent, depth);
    if (this.keyColon() >= 0) return this.map(keyStart, keyEnd, indent, depth);
    const first = this.data[this.at];
    // At the top a plain word is no document: taken as a map, each such line is reported.
    if (depth === 0 && first !== OPEN_LIST && first !== OPEN_MAP) return this.map(keyStart, keyEnd, indent, depth);
    return this.lineValue(keyStart, keyEnd, this.at);
  }

  private map(keyStart: number, keyEnd: number, indent: number, depth: number): number {
    const { tree, data } = this;
    const start = this.at;
    let end = start;
    const node = tree.add(MAP, keyStart, keyEnd, start, start);
    while (this.indent === indent && !this.isItem()) {
      const colon = this.keyColon();
      if (colon < 0) {
        this.skip('yaml/no-colon', 'the line is neither `key: value` nor `- item`', indent);
        continue;
      }
      if (!this.mayAdd()) break;
      let keyLast = colon;
      while (keyLast > this.at && isBlank(data[keyLast - 1])) keyLast--;
      end = tree.endOf(this.entry(this.at, keyLast, colon + 1, indent, depth));
      if (this.indent > indent) this.skipDeeper(indent);
    }
    tree.close(node, end);
    return node;
  }

  private list(keyStart: number, keyEnd: number, indent: number, depth: number): number {
    const { tree, data } = this;
    const start = this.at;
    let end = start;
    const node = tree.add(LIST, keyStart, keyEnd, start, start);
    while (this.indent === indent && this.isItem() && this.mayAdd()) {
      let at = this.at + 1;
      while (at < this.end && isBlank(data[at])) at++;
      let item: number;
      if (at >= this.end || data[at] === C.hash) {
        item = this.nested(-1, -1, this.at + 1, indent + 1, depth);
      } else {
        // The rest of the line is a block of its own, at the column where it begins.
        const column = indent + (at - this.at);
        this.at = at;
        this.indent = column;
        item = this.value(-1, -1, column, depth + 1);
      }
      end = tree.endOf(item);
      if (this.indent > indent) this.skipDeeper(indent);
    }
    tree.close(node, end);
    return node;
  }

  /** The value behind a colon, on the same line or nested below. */
  private entry(keyStart: number, keyEnd: number, from: number, indent: number, depth: number): number {
    const { data, end } = this;
    let at = from;
    while (at < end && isBlank(data[at])) at++;
    if (at >= end || (data[at] === C.hash && at > from)) {
      // A list may stand at the column of its key.
      return this.nested(keyStart, keyEnd, from, indent + 1, depth, indent);
    }
    return this.lineValue(keyStart, keyEnd, at);
  }

  /** A block on the following lines at `atLeast` or deeper (a list also at `listAt`), or an empty value. */
  private nested(keyStart: number, keyEnd: number, emptyAt: number, atLeast: number, depth: number, listAt = -1): number {
    this.nextLine();
    if (this.indent >= atLeast || (this.indent >= 0 && this.indent === listAt && this.isItem())) {
      return this.value(keyStart, keyEnd, this.indent, depth + 1);
    }
    return this.tree.add(SCALAR, keyStart, keyEnd, emptyAt, emptyAt);
  }

  /** A scalar or inline value that begins at `at` on the current line; moves to the line behind it. */
  private lineValue(keyStart: number, keyEnd: number, at: number): number {
    const first = this.data[at] as number;
    if (SPECIAL[first] !== 0) {
      if (first === OPEN_LIST || first === OPEN_MAP) return this.flowValue(keyStart, keyEnd, at);
      if (first === C.dquote || first === C.squote) return this.quotedValue(keyStart, keyEnd, at, first);
      return this.unsupported(keyStart, keyEnd, at, first);
    }
    const end = this.plainEnd(at);
    this.nextLine();
    return this.tree.add(SCALAR, keyStart, keyEnd, at, end);
  }

  private quotedValue(keyStart: number, keyEnd: number, at: number, quote: number): number {
    let end = quotedEnd(this.data, at, this.end, quote);
    if (end < 0) {
      end = this.plainEnd(at);
      this.report('yaml/quote', at, end, 'the quote is not closed on this line');
    } else {
      if (!this.blankFrom(end)) {
        this.report('yaml/quote', end, this.end, 'there is text behind the closing quote');
        end = this.plainEnd(end);
      }
      if (quote === C.dquote) this.checkEscapes(at, end);
    }
    this.nextLine();
    return this.tree.add(SCALAR, keyStart, keyEnd, at, end);
  }

  private checkEscapes(start: number, end: number): void {
    const bad = badEscape(this.text.slice(start, end));
    if (bad >= 0) this.report('yaml/escape', start + bad, Math.min(start + bad + 2, end), 'this escape is not defined');
  }

  private unsupported(keyStart: number, keyEnd: number, at: number, first: number): number {
    let end = this.plainEnd(at);
    const indent = this.indent;
    const block = first === 0x7c || first === 0x3e;
    this.nextLine();
    // A block scalar owns the deeper lines behind it.
    while (block && this.indent > indent) {
      end = this.end;
      this.nextLine();
    }
    this.report('yaml/unsupported', at, end, `a value that begins with \`${this.text[at]}\` is outside the dialect; it is kept as text`);
    return this.tree.add(SCALAR, keyStart, keyEnd, at, end);
  }

  private flowValue(keyStart: number, keyEnd: number, at: number): number {
    const { tree, end: lineEnd } = this;
    const before = tree.end;
    const node = this.flow(keyStart, keyEnd, at, 0);
    if (node < 0) {
      tree.drop(before);
      const end = this.plainEnd(at, lineEnd);
      if (!this.out.exhausted) this.report('yaml/flow', at, end, 'the inline value is not closed, or nests too deep');
      this.nextLine();
      return this.tree.add(SCALAR, keyStart, keyEnd, at, end);
    }
    const nodeEnd = tree.endOf(node);
    if (nodeEnd > this.end) {
      // It went over several lines: the line that it ends on is the current one.
      let end = this.text.indexOf('\n', nodeEnd);
      if (end < 0) end = this.text.length;
      this.end = end;
      this.next = end + 1;
    }
    if (!this.blankFrom(nodeEnd)) this.report('yaml/flow', nodeEnd, this.end, 'there is text behind the inline value');
    this.nextLine();
    return node;
  }

  /** An inline list or map at `at`, over any number of lines; -1 when it is not closed. */
  private flow(keyStart: number, keyEnd: number, start: number, depth: number): number {
    if (depth > LIMITS.yamlDepth) {
      this.report('limit/depth', start, start + 1, `inline values nest deeper than ${LIMITS.yamlDepth}`);
      return -1;
    }
    const { data, tree } = this;
    const isMap = data[start] === OPEN_MAP;
    const close = isMap ? CLOSE_MAP : CLOSE_LIST;
    const node = tree.add(isMap ? MAP : LIST, keyStart, keyEnd, start, start);
    let at = this.flowSpace(start + 1);
    for (;;) {
      if (at >= data.length) return -1;
      if (data[at] === close) {
        tree.close(node, at + 1);
        return node;
      }
      if (!this.mayAdd()) return -1;
      let itemKey = -1;
      let itemKeyEnd = -1;
      if (isMap) {
        itemKey = at;
        itemKeyEnd = this.flowScalarEnd(at, true);
        at = this.flowSpace(itemKeyEnd);
        if (itemKeyEnd < 0 || data[at] !== C.colon) return -1;
        at = this.flowSpace(at + 1);
      }
      const first = data[at];
      if (first === OPEN_LIST || first === OPEN_MAP) {
        const inner = this.flow(itemKey, itemKeyEnd, at, depth + 1);
        if (inner < 0) return -1;
        at = tree.endOf(inner);
      } else {
        const end = this.flowScalarEnd(at, false);
        if (end < 0) return -1;
        tree.add(SCALAR, itemKey, itemKeyEnd, at, end);
        at = end;
      }
      at = this.flowSpace(at);
      if (data[at] === C.comma) at = this.flowSpace(at + 1);
      else if (data[at] !== close) return -1;
    }
  }

  private flowSpace(from: number): number {
    const { data } = this;
    let at = from;
    for (;;) {
      const c = data[at];
      if (isBlank(c) || c === C.lf || c === C.cr) at++;
      else if (c === C.hash && isBlankOrLine(data[at - 1])) {
        at = data.indexOf(C.lf, at);
        if (at < 0) return data.length;
      } else return at;
    }
  }

  private flowScalarEnd(from: number, isKey: boolean): number {
    const { data } = this;
    const first = data[from];
    if (first === C.dquote || first === C.squote) {
      const end = quotedEnd(data, from, data.length, first);
      if (end >= 0 && first === C.dquote) this.checkEscapes(from, end);
      return end;
    }
    let at = from;
    for (; at < data.length; at++) {
      const c = data[at];
      if (c === C.comma || c === CLOSE_LIST || c === CLOSE_MAP || c === OPEN_LIST || c === OPEN_MAP || c === C.lf) break;
      if (isKey && c === C.colon) break;
      if (c === C.hash && at > from && isBlank(data[at - 1])) break;
    }
    while (at > from && isBlankOrLine(data[at - 1])) at--;
    return at;
  }

  /** Whether the current line is an item of a list. */
  private isItem(): boolean {
    const { data, at } = this;
    return data[at] === C.dash && (at + 1 >= this.end || isBlank(data[at + 1]));
  }

  /** Where the colon behind the key of the current line is, or -1 when the line has no key. */
  private keyColon(): number {
    const { data, at } = this;
    const first = data[at] as number;
    if (SPECIAL[first] === 0) return this.colon;
    if (first === OPEN_LIST || first === OPEN_MAP) return -1;
    if (first !== C.dquote && first !== C.squote) return this.colon;
    let colon = quotedEnd(data, at, this.end, first);
    if (colon < 0) return -1;
    while (colon < this.end && isBlank(data[colon])) colon++;
    return colon < this.end && data[colon] === C.colon && endsKey(data, colon + 1) ? colon : -1;
  }

  /** End of a plain scalar on the current line: before a comment and before trailing blanks. */
  private plainEnd(from: number, lineEnd = this.end): number {
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

  private blankFrom(from: number): boolean {
    const { data } = this;
    let at = from;
    while (at < this.end && isBlankOrLine(data[at])) at++;
    return at >= this.end || (data[at] === C.hash && at > from);
  }

  /** Reports lines that are deeper than the block which just ended an entry: they belong to no value. */
  private skipDeeper(indent: number): void {
    while (this.indent > indent)
      this.skip('yaml/indentation', 'the line is indented deeper than its neighbours and belongs to no value', indent);
  }

  /** Reports the current line and moves on. After a line is skipped, deeper lines below it go with it. */
  private skip(code: Code, message: string, indent = Number.MAX_SAFE_INTEGER): void {
    this.report(code, this.at, this.end, message);
    this.nextLine();
    while (this.indent > indent) this.nextLine();
  }

  private tooDeep(keyStart: number, keyEnd: number, indent: number): number {
    const start = this.at;
    let end = this.end;
    this.report('limit/depth', start, end, `blocks nest deeper than ${LIMITS.yamlDepth}; this one is kept as text`);
    this.nextLine();
    while (this.indent >= indent) {
      end = this.end;
      this.nextLine();
    }
    return this.tree.add(SCALAR, keyStart, keyEnd, start, end);
  }

  /** Whether one more node is within the work that the input may be; if not, the rest of the text is left unread. */
  private mayAdd(): boolean {
    if (this.out.spend(COST.node, this.whole, this.path)) return true;
    this.next = this.text.length;
    this.nextLine();
    return false;
  }

  private report(code: Code, start: number, end: number, message: string): void {
    this.out.report(code, this.bytes.span(start, end), this.path, message);
  }
}

/** Where the character is next, or the end of the text. Far faster than a loop of our own. */
function indexFrom(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}

function isBlank(c: number | undefined): boolean {
  return c === C.space || c === C.tab;
}

function isBlankOrLine(c: number | undefined): boolean {
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
function quotedEnd(data: Uint8Array, from: number, limit: number, quote: number): number {
  for (let at = from + 1; at < limit; at++) {
    const c = data[at];
    if (c === BACKSLASH && quote === C.dquote) at++;
    else if (c === quote) {
      if (quote === C.squote && data[at + 1] === C.squote && at + 1 < limit) at++;
      else return at + 1;
    }
  }
  return -1;
}
