import { Bytes, ByteText, byteText, CHAR } from '../../core/bytes/index.ts';
import { COST, type Code, LIMITS, type Outcome, Reporter, type Span } from '../../core/diag/index.ts';
import { isBlank, isBlankOrLine, LineCursor, quotedEnd, SPECIAL } from './lines.ts';
import type { YamlDocument } from './model.ts';
import { badEscape } from './scalar.ts';
import { LIST, MAP, SCALAR, type YamlNode, YamlTree } from './tree.ts';

const C = CHAR;
const special = SPECIAL;
/** Items of a short list. */
const FEW_NUMBERS = 8;

/**
 * Parses the YAML dialect that ze_info is written in: block maps and lists, inline lists and maps, plain and quoted scalars, comments,
 * document markers. Lenient: an invalid line is reported and skipped, and its neighbours are still read.
 *
 * Never throws for any input. Spans are absolute; `path` is what diagnostics give as their place.
 */
export function parseYaml(input: Uint8Array | Bytes, reporter?: Reporter, path = ''): Outcome<YamlDocument> {
  const bytes = Bytes.from(input);
  const out = reporter ?? new Reporter(bytes.length);
  const document = new Parser(bytes, out, path).document();
  return { value: document, diagnostics: out.diagnostics };
}

/** Each method that reads a value leaves the cursor on the line after it. */
class Parser extends LineCursor {
  private readonly tree: YamlTree;
  private readonly whole: Span;

  constructor(bytes: Bytes, out: Reporter, path: string) {
    super(bytes, out, path);
    this.tree = new YamlTree(bytes.length);
    this.whole = bytes.span();
  }

  document(): YamlDocument {
    // A byte-order mark, as three bytes.
    const marked = this.data[0] === 0xef && this.data[1] === 0xbb && this.data[2] === 0xbf;
    if (marked) this.skipTo(3);
    this.nextLine();
    if (this.indent >= 0) this.value(-1, -1, this.indent, 0);
    else this.tree.add(SCALAR, -1, -1, this.at, this.at);
    while (this.indent >= 0)
      this.skip('yaml/indentation', 'the line is indented less than the first line, or follows a value that is already complete');
    return new Document(this.bytes, this.tree);
  }

  /** A block or scalar whose first line is the current one, at column `indent`. */
  private value(keyStart: number, keyEnd: number, indent: number, depth: number): number {
    if (depth > LIMITS.yamlDepth) return this.tooDeep(keyStart, keyEnd, indent);
    if (this.isItem()) return this.list(keyStart, keyEnd, indent, depth);
    if (this.keyColon() >= 0) return this.map(keyStart, keyEnd, indent, depth);
    const first = this.data[this.at];
    // At the top level a plain word is not a document: the text is read as a map, and each such line is reported.
    if (depth === 0 && first !== C.leftBracket && first !== C.leftBrace) return this.map(keyStart, keyEnd, indent, depth);
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
      while (isBlank(data[at])) at++;
      end = tree.endOf(this.item(at, indent, depth));
      if (this.indent > indent) this.skipDeeper(indent);
    }
    tree.close(node, end);
    return node;
  }

  /** The item of a list on the current line, whose content, if any, is at `at`. */
  private item(at: number, indent: number, depth: number): number {
    if (this.data[at] === C.hash || this.isEnd(at)) return this.nested(-1, -1, this.at + 1, indent + 1, depth);
    // The rest of the line is a separate block, at the column where it begins.
    const column = indent + (at - this.at);
    this.at = at;
    this.indent = column;
    return this.value(-1, -1, column, depth + 1);
  }

  /** The value after a colon, on the same line or nested below. */
  private entry(keyStart: number, keyEnd: number, from: number, indent: number, depth: number): number {
    const { data } = this;
    let at = from;
    while (isBlank(data[at])) at++;
    if ((data[at] === C.hash && at > from) || this.isEnd(at)) {
      // A list may be at the column of its key.
      return this.nested(keyStart, keyEnd, from, indent + 1, depth, indent);
    }
    return this.lineValue(keyStart, keyEnd, at);
  }

  /** A block on the following lines at `atLeast` or deeper (a list also at `listAt`), or an empty value. */
  private nested(keyStart: number, keyEnd: number, emptyAt: number, atLeast: number, depth: number, listAt = -1): number {
    this.nextLine();
    if (this.indent >= atLeast) return this.value(keyStart, keyEnd, this.indent, depth + 1);
    if (this.indent >= 0 && this.indent === listAt && this.isItem()) return this.value(keyStart, keyEnd, this.indent, depth + 1);
    return this.tree.add(SCALAR, keyStart, keyEnd, emptyAt, emptyAt);
  }

  /** A scalar or inline value that begins at `at` on the current line; moves to the line after it. */
  private lineValue(keyStart: number, keyEnd: number, at: number): number {
    const first = this.data[at] ?? 0;
    if (special[first] !== 0) {
      if (first === C.leftBracket || first === C.leftBrace) return this.flowValue(keyStart, keyEnd, at);
      if (first === C.quote || first === C.apostrophe) return this.quotedValue(keyStart, keyEnd, at, first);
      return this.unsupported(keyStart, keyEnd, at, first);
    }
    const end = this.wordEnd(at);
    this.nextLine();
    return this.tree.add(SCALAR, keyStart, keyEnd, at, end);
  }

  private quotedValue(keyStart: number, keyEnd: number, at: number, quote: number): number {
    let end = this.plainQuoteEnd(at, quote);
    if (end >= 0) {
      this.nextLine();
      return this.tree.add(SCALAR, keyStart, keyEnd, at, end);
    }
    end = quotedEnd(this.data, at, this.end, quote);
    if (end < 0) {
      end = this.plainEnd(at);
      this.report('yaml/quote', at, end, 'the quote is not closed on this line');
    } else {
      if (!this.blankFrom(end)) {
        this.report('yaml/quote', end, this.end, 'there is text after the closing quote');
        end = this.plainEnd(end);
      }
      if (quote === C.quote) this.checkEscapes(at, end);
    }
    this.nextLine();
    return this.tree.add(SCALAR, keyStart, keyEnd, at, end);
  }

  private checkEscapes(start: number, end: number): void {
    const bad = badEscape(byteText(this.data.subarray(start, end)));
    if (bad >= 0) this.report('yaml/escape', start + bad, Math.min(start + bad + 2, end), 'this escape is not defined');
  }

  private unsupported(keyStart: number, keyEnd: number, at: number, first: number): number {
    let end = this.plainEnd(at);
    const indent = this.indent;
    const block = first === C.bar || first === C.greater;
    this.nextLine();
    // A block scalar owns the deeper lines after it.
    while (block && this.indent > indent) {
      end = this.end;
      this.nextLine();
    }
    this.report(
      'yaml/unsupported',
      at,
      end,
      `a value that begins with \`${String.fromCharCode(first)}\` is outside the dialect; it is kept as text`,
    );
    return this.tree.add(SCALAR, keyStart, keyEnd, at, end);
  }

  private flowValue(keyStart: number, keyEnd: number, at: number): number {
    const { tree } = this;
    const before = tree.end;
    const numbers = this.numbers(keyStart, keyEnd, at);
    if (numbers >= 0) {
      this.nextLine();
      return numbers;
    }
    tree.drop(before);
    const { end: lineEnd } = this;
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
      // The value spans several lines: the line on which it ends is the current one.
      const end = this.data.indexOf(C.newline, nodeEnd);
      this.end = end < 0 ? this.data.length : end;
    }
    if (!this.blankFrom(nodeEnd)) this.report('yaml/flow', nodeEnd, this.end, 'there is text after the inline value');
    this.nextLine();
    return node;
  }

  /** A short list of numbers, as compilers write it, with nothing after it; -1 for anything else. */
  private numbers(keyStart: number, keyEnd: number, start: number): number {
    const { data, tree } = this;
    if (data[start] !== C.leftBracket) return -1;
    const node = tree.add(LIST, keyStart, keyEnd, start, start);
    let at = start + 1;
    for (let count = 0; count < FEW_NUMBERS; count++) {
      while (data[at] === C.space) at++;
      const end = this.numberEnd(at);
      if (end > at) tree.add(SCALAR, -1, -1, at, end);
      else if (count > 0 || data[at] !== C.rightBracket) return -1;
      at = end;
      while (data[at] === C.space) at++;
      const c = data[at++];
      if (c === C.comma) continue;
      if (c !== C.rightBracket || !this.endsLine(at)) return -1;
      tree.close(node, at);
      return node;
    }
    return -1;
  }

  /** An inline list or map at `at`, over any number of lines; -1 when it is not closed. */
  private flow(keyStart: number, keyEnd: number, start: number, depth: number): number {
    if (depth > LIMITS.yamlDepth) {
      this.report('limit/depth', start, start + 1, `inline values nest deeper than ${LIMITS.yamlDepth}`);
      return -1;
    }
    const { data, tree } = this;
    const isMap = data[start] === C.leftBrace;
    const close = isMap ? C.rightBrace : C.rightBracket;
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
      if (first === C.leftBracket || first === C.leftBrace) {
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
      if (isBlank(c) || c === C.newline || c === C.return) at++;
      else if (c === C.hash && isBlankOrLine(data[at - 1])) {
        at = data.indexOf(C.newline, at);
        if (at < 0) return data.length;
      } else return at;
    }
  }

  private flowScalarEnd(from: number, isKey: boolean): number {
    const { data } = this;
    const first = data[from];
    if (first === C.quote || first === C.apostrophe) {
      const end = quotedEnd(data, from, data.length, first);
      if (end >= 0 && first === C.quote) this.checkEscapes(from, end);
      return end;
    }
    let at = from;
    for (; at < data.length; at++) {
      const c = data[at];
      if (c === C.comma || c === C.rightBracket || c === C.rightBrace || c === C.leftBracket || c === C.leftBrace || c === C.newline) break;
      if (isKey && c === C.colon) break;
      if (c === C.hash && at > from && isBlank(data[at - 1])) break;
    }
    while (at > from && isBlankOrLine(data[at - 1])) at--;
    return at;
  }

  /** Reports lines that are deeper than the block which just ended an entry: they belong to no value. */
  private skipDeeper(indent: number): void {
    while (this.indent > indent)
      this.skip('yaml/indentation', 'the line is indented deeper than its neighbours and belongs to no value', indent);
  }

  /** Reports the current line and moves on. Deeper lines below a skipped line are skipped too. */
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

  /** Whether a text of this size can have one more node; if not, the rest of it is left unread. */
  private mayAdd(): boolean {
    if (this.out.charge(COST.node, this.whole, this.path)) return true;
    this.skipTo(this.data.length);
    this.nextLine();
    return false;
  }
}

class Document implements YamlDocument {
  readonly bytes: Bytes;
  readonly tree: YamlTree;
  readonly root: YamlNode;
  readonly parts: ByteText;

  constructor(bytes: Bytes, tree: YamlTree) {
    this.bytes = bytes;
    this.tree = tree;
    this.root = tree.view(0);
    this.parts = new ByteText(bytes.data);
  }

  get text(): string {
    return this.parts.whole;
  }
}
