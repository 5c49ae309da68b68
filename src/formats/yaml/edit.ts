/**
 * Changes of a text that leave everything else unchanged, including comments and spacing. Each change is one {@link Splice}, with the
 * indentation and line ends of the text around it.
 */
import { ByteWriter, encodeText } from '../../core/bytes/index.ts';
import { isEmpty, isFlow, type YamlDocument, type YamlNode } from './model.ts';
import { LLVM_STYLE, printKey, type YamlStyle } from './print.ts';

/** Bytes `[start, end)` of the document, and the display text that replaces them. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The bytes of a document with changes applied. They come in any order and do not overlap. */
export function spliced({ bytes: { data } }: YamlDocument, splices: readonly Splice[]): Uint8Array {
  const out = new ByteWriter(data.length);
  let at = 0;
  for (const { start, end, text } of [...splices].sort((a, b) => a.start - b.start)) {
    out.bytes(data.subarray(at, start)).bytes(encodeText(text));
    at = end;
  }
  return out.bytes(data.subarray(at)).finish();
}

/** Number of entries that are examined to determine the layout of a text. */
const SAMPLE = 256;

/** The layout of the text. What the text does not show is as the compiler writes it. */
export function styleOf({ text, root }: YamlDocument): YamlStyle {
  const aligned = { yes: 0, no: 0 };
  let indent: number | undefined;
  let listIndent: number | undefined;
  const waiting: { readonly node: YamlNode; readonly column: number }[] = [{ node: root, column: 0 }];
  for (let i = 0; i < waiting.length && i < SAMPLE; i++) {
    const { node, column } = waiting[i] as (typeof waiting)[number];
    if (isFlowText(text, node)) continue;
    for (const item of node.items.slice(0, SAMPLE)) {
      const at = item.keyStart < 0 ? item.start : item.keyStart;
      if (item.items.length > 0) waiting.push({ node: item, column: columnOf(text, at) });
      // A key that is nearly as long as the column, or longer, has one space after it in any layout.
      const gap = item.kind === 'scalar' && item.keyStart >= 0 && !isEmpty(item) ? item.start - item.keyStart : 0;
      if (gap > 0 && item.keyEnd - item.keyStart < LLVM_STYLE.valueColumn - 2) aligned[gap === LLVM_STYLE.valueColumn ? 'yes' : 'no']++;
    }
    if (node.keyStart < 0 || node.items.length === 0) continue;
    const deeper = columnOf(text, node.start) - column;
    if (node.kind === 'list') listIndent ??= deeper;
    else if (deeper > 0) indent ??= deeper;
  }
  return {
    valueColumn: aligned.no > aligned.yes ? 0 : LLVM_STYLE.valueColumn,
    indent: indent ?? LLVM_STYLE.indent,
    listIndent: listIndent !== undefined && listIndent >= 0 ? listIndent : LLVM_STYLE.listIndent,
  };
}

/** Replaces a scalar, or adds one if there is nothing after the key yet. */
export function replaceScalar({ text }: YamlDocument, node: YamlNode, value: string, style: YamlStyle): Splice {
  if (!isEmpty(node)) return { start: node.start, end: node.end, text: value };
  const length = node.start - node.keyStart;
  const gap = node.keyStart < 0 || text[node.start - 1] !== ':' ? 1 : Math.max(1, style.valueColumn - length);
  return { start: node.start, end: node.end, text: ' '.repeat(gap) + value };
}

/** Replaces an entry of a map by lines, the first of which begins with a key. */
export function replaceEntry(document: YamlDocument, node: YamlNode, lines: readonly string[]): Splice {
  return { start: node.keyStart, end: node.end, text: joined(document, lines, blanksBefore(document.text, node.keyStart)) };
}

/** Replaces an entry of a list by lines, except for its dash. */
export function replaceItem(document: YamlDocument, node: YamlNode, lines: readonly string[]): Splice {
  const gap = isEmpty(node) ? ' ' : '';
  return { start: node.start, end: node.end, text: gap + joined(document, lines, blanksBefore(document.text, node.start) + gap) };
}

/**
 * Adds an entry to a map, after `previous`, or first if there is none.
 * @param flow the entry for a map in brackets.
 * @param lines the entry for any other.
 */
export function insertEntry(
  document: YamlDocument,
  map: YamlNode,
  previous: YamlNode | undefined,
  entry: { readonly lines: readonly string[]; readonly flow: string },
  style: YamlStyle,
): Splice {
  const { text } = document;
  if (isFlow(document, map)) return insertFlow(map, previous, entry.flow);
  if (previous) {
    const at = lineEnd(text, previous.end);
    const blanks = blanksBefore(text, previous.keyStart);
    return { start: at, end: at, text: endOfLine(document) + blanks + joined(document, entry.lines, blanks) };
  }
  const first = map.items[0];
  if (first) {
    const blanks = blanksBefore(text, first.keyStart);
    return { start: first.keyStart, end: first.keyStart, text: joined(document, entry.lines, blanks) + endOfLine(document) + blanks };
  }
  if (map.keyStart < 0) return replaceItem(document, map, entry.lines);
  const blanks = blanksBefore(text, map.keyStart) + ' '.repeat(style.indent);
  return { start: map.start, end: map.end, text: endOfLine(document) + blanks + joined(document, entry.lines, blanks) };
}

/** Adds an entry at the end of a list that is not empty. */
export function appendItem(
  document: YamlDocument,
  list: YamlNode,
  item: { readonly lines: readonly string[]; readonly flow: string },
): Splice {
  const { text } = document;
  const last = list.items.at(-1);
  if (isFlow(document, list)) return insertFlow(list, last, item.flow);
  const at = lineEnd(text, list.end);
  const dash = last ? dashOf(text, list, list.items.length - 1) : list.start;
  const sameLine = last && !isEmpty(last) && lineStart(text, last.start) === lineStart(text, dash);
  const gap = sameLine ? ' '.repeat(last.start - dash - 1) : ' ';
  const blanks = blanksBefore(text, dash);
  return { start: at, end: at, text: `${endOfLine(document)}${blanks}-${gap}${joined(document, item.lines, `${blanks} ${gap}`)}` };
}

/** Removes an entry from a map, with the rest of its line; comments on other lines stay. */
export function removeEntry(document: YamlDocument, map: YamlNode, index: number): Splice {
  const { text } = document;
  const item = map.items[index] as YamlNode;
  if (isFlow(document, map)) return removeFlow(map, index);
  if (map.items.length === 1 && map !== document.root) return emptied(document, map, '{}');
  return removeLines(text, item.keyStart, item.end, map.items[index + 1] !== undefined);
}

/** Removes an entry from a list. */
export function removeItem(document: YamlDocument, list: YamlNode, index: number): Splice {
  if (isFlow(document, list)) return removeFlow(list, index);
  if (list.items.length === 1) return emptied(document, list, '[]');
  const dash = dashOf(document.text, list, index);
  return removeLines(document.text, dash, (list.items[index] as YamlNode).end, list.items[index + 1] !== undefined);
}

function emptied(document: YamlDocument, node: YamlNode, brackets: string): Splice {
  if (node.keyStart < 0) return { start: node.start, end: node.end, text: brackets };
  const key = document.text.slice(node.keyStart, node.keyEnd);
  const gap = printKey('', styleOf(document)).length;
  return { start: node.keyStart, end: node.end, text: `${`${key}:`.padEnd(gap - 1)} ${brackets}` };
}

/** Whole lines; if a line begins with something else, such as the dash of an entry, only the part after that. */
function removeLines(text: string, from: number, end: number, more: boolean): Splice {
  const start = lineStart(text, from);
  const next = lineEnd(text, end) + lineBreak(text, lineEnd(text, end)).length;
  if (text.slice(start, from).trim() !== '' && more) {
    let at = next;
    while (at < text.length && /\s/.test(text[at] as string)) at++;
    return { start: from, end: at, text: '' };
  }
  // The last line of a text may have no line end; the line before it then loses its own.
  if (next >= text.length && lineBreak(text, lineEnd(text, end)) === '' && start > 0) {
    return { start: start - (text[start - 2] === '\r' ? 2 : 1), end: next, text: '' };
  }
  return { start, end: next, text: '' };
}

function insertFlow(node: YamlNode, previous: YamlNode | undefined, entry: string): Splice {
  if (previous) return { start: previous.end, end: previous.end, text: `, ${entry}` };
  const first = node.items[0];
  const at = first ? (first.keyStart < 0 ? first.start : first.keyStart) : node.start + 1;
  return { start: at, end: at, text: first ? `${entry}, ` : entry };
}

function removeFlow(node: YamlNode, index: number): Splice {
  const item = node.items[index] as YamlNode;
  const begin = (one: YamlNode) => (one.keyStart < 0 ? one.start : one.keyStart);
  const before = node.items[index - 1];
  const next = node.items[index + 1];
  if (next) return { start: begin(item), end: begin(next), text: '' };
  return before ? { start: before.end, end: item.end, text: '' } : { start: node.start + 1, end: node.end - 1, text: '' };
}

/** Where the dash of an entry is: on its line, or above it when nothing but a comment is after the dash. */
function dashOf(text: string, list: YamlNode, index: number): number {
  if (index === 0) return list.start;
  const column = list.start - lineStart(text, list.start);
  const least = (list.items[index - 1] as YamlNode).end;
  let line = lineStart(text, (list.items[index] as YamlNode).start);
  while (line > least) {
    if (text[line + column] === '-' && text.slice(line, line + column).trim() === '') return line + column;
    line = lineStart(text, line - 1);
  }
  // Tabs make columns that are not counted in characters.
  return text.lastIndexOf('-', (list.items[index] as YamlNode).start - 1);
}

function joined(document: YamlDocument, lines: readonly string[], blanks: string): string {
  return lines.join(endOfLine(document) + blanks);
}

/** The line end of the text: that of its first line. */
function endOfLine({ text }: YamlDocument): string {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The indentation that brings another line to the column of `at`: the blanks before it, and a space for any other character. */
function blanksBefore(text: string, at: number): string {
  return text.slice(lineStart(text, at), at).replace(/[^\t ]/g, ' ');
}

function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

function lineStart(text: string, at: number): number {
  const start = at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  // After a byte-order mark, which is in no column.
  return start === 0 && at >= 3 && text.startsWith('\xef\xbb\xbf') ? 3 : start;
}

/** Where the line ends, before its line break. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end < 0) return text.length;
  return end > at && text[end - 1] === '\r' ? end - 1 : end;
}

function lineBreak(text: string, at: number): string {
  return text.startsWith('\r\n', at) ? '\r\n' : text[at] === '\n' ? '\n' : '';
}

function isFlowText(text: string, node: YamlNode): boolean {
  return text[node.start] === '[' || text[node.start] === '{';
}
