import { Bytes } from '../bytes/index.ts';
import { COST, type Code, LIMITS, type Outcome, Reporter, type Span } from '../diag/index.ts';
import type { YamlDocument, YamlNode } from './model.ts';
import { badEscape } from './scalar.ts';

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

const NO_ITEMS: readonly YamlNode[] = [];

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

/** A cursor over lines: `at` is the first character of the current line's content, `indent` its column, `end` the line's end. */
class Parser {
  private readonly bytes: Bytes;
  private readonly text: string;
  private readonly out: Reporter;
  private readonly path: string;
  private readonly whole: Span;
  private next = 0;
  private at = 0;
  private indent = -1;
  private end = 0;

  constructor(bytes: Bytes, out: Reporter, path: string) {
    this.bytes = bytes;
    this.text = bytes.text();
    this.out = out;
    this.path = path;
    this.whole = bytes.span();
  }

  document(): YamlDocument {
    // A byte-order mark, as three bytes.
    if (this.text.startsWith('\xef\xbb\xbf')) this.next = 3;
    this.nextLine();
    const start = this.at;
    let root: YamlNode = { kind: 'scalar', keyStart: -1, keyEnd: -1, start, end: start, items: NO_ITEMS };
    if (this.indent >= 0) root = this.value(-1, -1, this.indent, 0);
    while (this.indent >= 0)
      this.skip('yaml/indentation', 'the line is indented less than the first line, or follows a value that is already whole');
    return { bytes: this.bytes, text: this.text, root };
  }

  /** Moves to the next line with content; `indent` is -1 at the end. Blank lines, comments and document markers are passed over. */
  private nextLine(): void {
    const { text } = this;
    while (this.next < text.length) {
      let at = this.next;
      let indent = 0;
      let tab = -1;
      let c = text.charCodeAt(at);
      while (c === C.space || c === C.tab) {
        if (c === C.tab && tab < 0) tab = at;
        indent += c === C.tab ? TAB_COLUMNS : 1;
        c = text.charCodeAt(++at);
      }
      let end = text.indexOf('\n', at);
      if (end < 0) end = text.length;
      this.next = end + 1;
      if (end > at && text.charCodeAt(end - 1) === C.cr) end--;
      if (at >= end || c === C.hash) continue;
      if (indent === 0 && isMarker(text, at, end)) continue;
      if (tab >= 0) this.report('yaml/tab', tab, tab + 1, 'a tab in the indentation');
      this.at = at;
      this.end = end;
      this.indent = indent;
      return;
    }
    this.at = text.length;
    this.end = text.length;
    this.indent = -1;
  }

  /** A block or scalar whose first line is the current one, at column `indent`. */
  private value(keyStart: number, keyEnd: number, indent: number, depth: number): YamlNode {
    if (depth > LIMITS.yamlDepth) return this.tooDeep(keyStart, keyEnd, indent);
    if (this.isItem()) return this.list(keyStart, keyEnd, indent, depth);
    if (this.colon() >= 0) return this.map(keyStart, keyEnd, indent, depth);
    const first = this.text.charCodeAt(this.at);
    // At the top a plain word is no document: taken as a map, each such line is reported.
    if (depth === 0 && first !== OPEN_LIST && first !== OPEN_MAP) return this.map(keyStart, keyEnd, indent, depth);
    return this.lineValue(keyStart, keyEnd, this.at);
  }

  private map(keyStart: number, keyEnd: number, indent: number, depth: number): YamlNode {
    const start = this.at;
    let end = start;
    const items: YamlNode[] = [];
    while (this.indent === indent && !this.isItem()) {
      const colon = this.colon();
      if (colon < 0) {
        this.skip('yaml/no-colon', 'the line is neither `key: value` nor `- item`', indent);
        continue;
      }
      if (!this.mayAdd()) break;
      let keyLast = colon;
      while (keyLast > this.at && isBlank(this.text.charCodeAt(keyLast - 1))) keyLast--;
      const entry = this.entry(this.at, keyLast, colon + 1, indent, depth);
      items.push(entry);
      end = entry.end;
      this.skipDeeper(indent);
    }
    return { kind: 'map', keyStart, keyEnd, start, end: Math.max(end, start), items };
  }

  private list(keyStart: number, keyEnd: number, indent: number, depth: number): YamlNode {
    const start = this.at;
    let end = start;
    const items: YamlNode[] = [];
    while (this.indent === indent && this.isItem() && this.mayAdd()) {
      let at = this.at + 1;
      while (at < this.end && isBlank(this.text.charCodeAt(at))) at++;
      let item: YamlNode;
      if (at >= this.end || this.text.charCodeAt(at) === C.hash) {
        item = this.nested(-1, -1, this.at + 1, indent + 1, depth);
      } else {
        // The rest of the line is a block of its own, at the column where it begins.
        const column = indent + (at - this.at);
        this.at = at;
        this.indent = column;
        item = this.value(-1, -1, column, depth + 1);
      }
      items.push(item);
      end = item.end;
      this.skipDeeper(indent);
    }
    return { kind: 'list', keyStart, keyEnd, start, end: Math.max(end, start), items };
  }

  /** The value behind a colon, on the same line or nested below. */
  private entry(keyStart: number, keyEnd: number, from: number, indent: number, depth: number): YamlNode {
    let at = from;
    while (at < this.end && isBlank(this.text.charCodeAt(at))) at++;
    if (at >= this.end || (this.text.charCodeAt(at) === C.hash && at > from)) {
      // A list may stand at the column of its key.
      return this.nested(keyStart, keyEnd, from, indent + 1, depth, indent);
    }
    return this.lineValue(keyStart, keyEnd, at);
  }

  /** A block on the following lines at `atLeast` or deeper (a list also at `listAt`), or an empty value. */
  private nested(keyStart: number, keyEnd: number, emptyAt: number, atLeast: number, depth: number, listAt = -1): YamlNode {
    this.nextLine();
    if (this.indent >= atLeast || (this.indent >= 0 && this.indent === listAt && this.isItem())) {
      return this.value(keyStart, keyEnd, this.indent, depth + 1);
    }
    return { kind: 'scalar', keyStart, keyEnd, start: emptyAt, end: emptyAt, items: NO_ITEMS };
  }

  /** A scalar or inline value that begins at `at` on the current line; moves to the line behind it. */
  private lineValue(keyStart: number, keyEnd: number, at: number): YamlNode {
    const first = this.text.charCodeAt(at);
    if (first === OPEN_LIST || first === OPEN_MAP) return this.flowValue(keyStart, keyEnd, at);
    if (first === C.dquote || first === C.squote) return this.quotedValue(keyStart, keyEnd, at, first);
    if (UNSUPPORTED.includes(this.text[at] ?? ' ')) return this.unsupported(keyStart, keyEnd, at, first);
    const end = plainEnd(this.text, at, this.end);
    this.nextLine();
    return { kind: 'scalar', keyStart, keyEnd, start: at, end, items: NO_ITEMS };
  }

  private quotedValue(keyStart: number, keyEnd: number, at: number, quote: number): YamlNode {
    let end = quotedEnd(this.text, at, this.end, quote);
    if (end < 0) {
      end = plainEnd(this.text, at, this.end);
      this.report('yaml/quote', at, end, 'the quote is not closed on this line');
    } else {
      if (!this.blankFrom(end)) {
        this.report('yaml/quote', end, this.end, 'there is text behind the closing quote');
        end = plainEnd(this.text, end, this.end);
      }
      if (quote === C.dquote) this.checkEscapes(at, end);
    }
    this.nextLine();
    return { kind: 'scalar', keyStart, keyEnd, start: at, end, items: NO_ITEMS };
  }

  private checkEscapes(start: number, end: number): void {
    const bad = badEscape(this.text.slice(start, end));
    if (bad >= 0) this.report('yaml/escape', start + bad, Math.min(start + bad + 2, end), 'this escape is not defined');
  }

  private unsupported(keyStart: number, keyEnd: number, at: number, first: number): YamlNode {
    let end = plainEnd(this.text, at, this.end);
    const indent = this.indent;
    const block = first === 0x7c || first === 0x3e;
    this.nextLine();
    // A block scalar owns the deeper lines behind it.
    while (block && this.indent > indent) {
      end = this.end;
      this.nextLine();
    }
    this.report('yaml/unsupported', at, end, `a value that begins with \`${this.text[at]}\` is outside the dialect; it is kept as text`);
    return { kind: 'scalar', keyStart, keyEnd, start: at, end, items: NO_ITEMS };
  }

  private flowValue(keyStart: number, keyEnd: number, at: number): YamlNode {
    const lineEnd = this.end;
    const node = this.flow(keyStart, keyEnd, at, 0);
    if (!node) {
      const end = plainEnd(this.text, at, lineEnd);
      if (!this.out.exhausted) this.report('yaml/flow', at, end, 'the inline value is not closed, or nests too deep');
      this.nextLine();
      return { kind: 'scalar', keyStart, keyEnd, start: at, end, items: NO_ITEMS };
    }
    if (node.end > this.end) {
      // It went over several lines: the line that it ends on is the current one.
      let end = this.text.indexOf('\n', node.end);
      if (end < 0) end = this.text.length;
      this.end = end;
      this.next = end + 1;
    }
    if (!this.blankFrom(node.end)) this.report('yaml/flow', node.end, this.end, 'there is text behind the inline value');
    this.nextLine();
    return node;
  }

  /** An inline list or map at `at`, over any number of lines; undefined when it is not closed. */
  private flow(keyStart: number, keyEnd: number, start: number, depth: number): YamlNode | undefined {
    if (depth > LIMITS.yamlDepth) {
      this.report('limit/depth', start, start + 1, `inline values nest deeper than ${LIMITS.yamlDepth}`);
      return undefined;
    }
    const { text } = this;
    const isMap = text.charCodeAt(start) === OPEN_MAP;
    const close = isMap ? CLOSE_MAP : CLOSE_LIST;
    const items: YamlNode[] = [];
    let at = this.flowSpace(start + 1);
    for (;;) {
      if (at >= text.length) return undefined;
      if (text.charCodeAt(at) === close) return { kind: isMap ? 'map' : 'list', keyStart, keyEnd, start, end: at + 1, items };
      if (!this.mayAdd()) return undefined;
      let itemKey = -1;
      let itemKeyEnd = -1;
      if (isMap) {
        itemKey = at;
        itemKeyEnd = this.flowScalarEnd(at, true);
        at = this.flowSpace(itemKeyEnd);
        if (itemKeyEnd < 0 || text.charCodeAt(at) !== C.colon) return undefined;
        at = this.flowSpace(at + 1);
      }
      const first = text.charCodeAt(at);
      if (first === OPEN_LIST || first === OPEN_MAP) {
        const inner = this.flow(itemKey, itemKeyEnd, at, depth + 1);
        if (!inner) return undefined;
        items.push(inner);
        at = inner.end;
      } else {
        const end = this.flowScalarEnd(at, false);
        if (end < 0) return undefined;
        items.push({ kind: 'scalar', keyStart: itemKey, keyEnd: itemKeyEnd, start: at, end, items: NO_ITEMS });
        at = end;
      }
      at = this.flowSpace(at);
      if (text.charCodeAt(at) === C.comma) at = this.flowSpace(at + 1);
      else if (text.charCodeAt(at) !== close) return undefined;
    }
  }

  private flowSpace(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      const c = text.charCodeAt(at);
      if (isBlank(c) || c === C.lf || c === C.cr) at++;
      else if (c === C.hash && isBlankOrLine(text.charCodeAt(at - 1))) {
        at = text.indexOf('\n', at);
        if (at < 0) return text.length;
      } else return at;
    }
  }

  private flowScalarEnd(from: number, isKey: boolean): number {
    const { text } = this;
    const first = text.charCodeAt(from);
    if (first === C.dquote || first === C.squote) {
      const end = quotedEnd(text, from, text.length, first);
      if (end >= 0 && first === C.dquote) this.checkEscapes(from, end);
      return end;
    }
    let at = from;
    for (; at < text.length; at++) {
      const c = text.charCodeAt(at);
      if (c === C.comma || c === CLOSE_LIST || c === CLOSE_MAP || c === OPEN_LIST || c === OPEN_MAP || c === C.lf) break;
      if (isKey && c === C.colon) break;
      if (c === C.hash && at > from && isBlank(text.charCodeAt(at - 1))) break;
    }
    while (at > from && isBlankOrLine(text.charCodeAt(at - 1))) at--;
    return at;
  }

  /** Whether the current line is an item of a list. */
  private isItem(): boolean {
    if (this.text.charCodeAt(this.at) !== C.dash) return false;
    return this.at + 1 >= this.end || isBlank(this.text.charCodeAt(this.at + 1));
  }

  /** Where the colon behind the key of the current line is, or -1 when the line has no key. */
  private colon(): number {
    const { text, end } = this;
    let at = this.at;
    const first = text.charCodeAt(at);
    if (first === C.dquote || first === C.squote) {
      at = quotedEnd(text, at, end, first);
      if (at < 0) return -1;
      while (at < end && isBlank(text.charCodeAt(at))) at++;
      return at < end && text.charCodeAt(at) === C.colon && this.endsKey(at) ? at : -1;
    }
    if (first === OPEN_LIST || first === OPEN_MAP) return -1;
    for (; at < end; at++) {
      const c = text.charCodeAt(at);
      if (c === C.colon && this.endsKey(at)) return at;
      if (c === C.hash && at > this.at && isBlank(text.charCodeAt(at - 1))) return -1;
    }
    return -1;
  }

  private endsKey(colon: number): boolean {
    return colon + 1 >= this.end || isBlank(this.text.charCodeAt(colon + 1));
  }

  private blankFrom(from: number): boolean {
    let at = from;
    while (at < this.end && isBlankOrLine(this.text.charCodeAt(at))) at++;
    return at >= this.end || (this.text.charCodeAt(at) === C.hash && at > from);
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

  private tooDeep(keyStart: number, keyEnd: number, indent: number): YamlNode {
    const start = this.at;
    let end = this.end;
    this.report('limit/depth', start, end, `blocks nest deeper than ${LIMITS.yamlDepth}; this one is kept as text`);
    this.nextLine();
    while (this.indent >= indent) {
      end = this.end;
      this.nextLine();
    }
    return { kind: 'scalar', keyStart, keyEnd, start, end, items: NO_ITEMS };
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

function isBlank(c: number): boolean {
  return c === C.space || c === C.tab;
}

function isBlankOrLine(c: number): boolean {
  return c === C.space || c === C.tab || c === C.lf || c === C.cr;
}

function isMarker(text: string, at: number, end: number): boolean {
  const c = text.charCodeAt(at);
  if (c !== C.dash && c !== C.dot) return false;
  if (text.charCodeAt(at + 1) !== c || text.charCodeAt(at + 2) !== c) return false;
  return at + 3 >= end || isBlank(text.charCodeAt(at + 3));
}

/** End of a plain scalar: before a comment and before trailing blanks. */
function plainEnd(text: string, from: number, lineEnd: number): number {
  let end = lineEnd;
  for (let at = from + 1; at < lineEnd; at++) {
    if (text.charCodeAt(at) === C.hash && isBlank(text.charCodeAt(at - 1))) {
      end = at;
      break;
    }
  }
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

/** The position behind the closing quote, or -1. */
function quotedEnd(text: string, from: number, limit: number, quote: number): number {
  for (let at = from + 1; at < limit; at++) {
    const c = text.charCodeAt(at);
    if (c === BACKSLASH && quote === C.dquote) at++;
    else if (c === quote) {
      if (quote === C.squote && text.charCodeAt(at + 1) === C.squote && at + 1 < limit) at++;
      else return at + 1;
    }
  }
  return -1;
}
