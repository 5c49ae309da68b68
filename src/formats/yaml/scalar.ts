import { CHAR, displayText } from '../../core/bytes/index.ts';
import type { YamlDocument, YamlNode } from './model.ts';

/** What the one-character escapes of a double-quoted scalar stand for (YAML 1.2.2, section 5.7). */
const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};
const HEX_ESCAPES: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** The key of an entry as display text, without quotes. */
export function keyText(document: YamlDocument, node: YamlNode): string {
  return unquote(document.parts.slice(node.keyStart, node.keyEnd));
}

/** The value of a scalar as display text, with quotes and escapes resolved; for a block, its source text. */
export function scalarText(document: YamlDocument, node: YamlNode): string {
  const text = document.parts.slice(node.start, node.end);
  return node.kind === 'scalar' ? unquote(text) : displayText(text);
}

/** The value as it is, as display text; the lines of a block with their indentation counted from the first. */
export function sourceText(document: YamlDocument, node: YamlNode): string {
  const text = document.parts.slice(node.start, node.end);
  if (node.kind === 'scalar' || !text.includes('\n')) return displayText(text);
  const column = node.start - (document.text.lastIndexOf('\n', node.start - 1) + 1);
  const dedented = text.split('\n').map((line, i) => {
    const blanks = line.length - line.trimStart().length;
    return i === 0 ? line : line.slice(Math.min(column, blanks));
  });
  return displayText(dedented.map((line) => line.trimEnd()).join('\n'));
}

/** Byte text of a scalar, as it is, to display text. */
export function unquote(text: string): string {
  const quote = text.charCodeAt(0);
  const closed = text.length >= 2 && text.charCodeAt(text.length - 1) === quote;
  if (quote === CHAR.apostrophe && closed) return displayText(text.slice(1, -1).replaceAll("''", "'"));
  if (quote === CHAR.quote && closed) return resolveEscapes(displayText(text.slice(1, -1)));
  return displayText(text);
}

const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])/g;

function resolveEscapes(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPE, resolveEscape) : text;
}

function resolveEscape(sequence: string): string {
  if (sequence.length === 2) return ESCAPES[sequence.charAt(1)] ?? sequence;
  const code = Number.parseInt(sequence.slice(2), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : sequence;
}

/**
 * Where in the byte text of a double-quoted scalar the first undefined escape is, or -1.
 * @param text with its quotes.
 */
export function badEscape(text: string): number {
  for (let i = 1; i < text.length - 1; i++) {
    if (text.charCodeAt(i) !== CHAR.backslash) continue;
    const digits = HEX_ESCAPES[text[i + 1] ?? ''];
    if (digits === undefined) {
      if (ESCAPES[text[i + 1] ?? ''] === undefined) return i;
      i++;
    } else {
      const hex = text.slice(i + 2, i + 2 + digits);
      if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex) || Number.parseInt(hex, 16) > 0x10ffff) return i;
      i += 1 + digits;
    }
  }
  return -1;
}
