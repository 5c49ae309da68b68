import { type Bytes, CHAR, decodeOrdinaryBase64, displayText, foreignCharacter } from '../../core/bytes/index.ts';
import { COST, type Reporter } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { KnownKeys } from './known-keys.ts';
import type { PropertyValue, Props, PropsLine } from './model.ts';
import { jsonValue } from './print-json.ts';

/**
 * Parses property sets in the JSON form of upstream LLVM: an object of sets, each an object of properties. A 32-bit integer is a
 * number; a byte array is a string in ordinary Base64 (RFC 4648, padded) without a bit count.
 *
 * `parseProps` calls this for data that {@link isJsonProps} accepts. Each set and each property becomes a line of the model. A member
 * that cannot be read stays as it is, with the reason as an error; so does everything after a syntax error.
 *
 * Source: llvm/llvm-project llvm/lib/Frontend/Offloading/PropertySet.cpp.
 */
export function parseJsonProps(bytes: Bytes, out: Reporter): Props {
  const text = bytes.text();
  const lines: PropsLine[] = [];
  const known = new KnownKeys(out);
  const tokens = new Tokens(text);
  const keep = (from: number, to: number) =>
    lines.push({ kind: 'unreadable', text: displayText(text.slice(from, to)), end: '', span: bytes.span(from, to) });
  try {
    members(tokens, (name, key) => {
      if (!out.charge(COST.node, bytes.span(key.start, key.end), '')) throw new SyntaxFault(key, '');
      if (tokens.peek().text !== '{') {
        const value = skipValue(tokens);
        out.report('props/json-value', bytes.span(value.start, value.end), clip(name, 120), 'a set is an object of properties');
        keep(key.start, value.end);
        return;
      }
      known.enter(name, bytes.span(key.start, key.end));
      lines.push({ kind: 'set', name, after: '', end: '', span: bytes.span(key.start, key.end) });
      members(tokens, (property, at) => {
        const token = skipValue(tokens);
        const span = bytes.span(at.start, token.end);
        if (!out.charge(COST.node + token.end - at.start, span, known.path)) throw new SyntaxFault(at, '');
        const value = valueOfToken(token);
        if ('code' in value) {
          out.report(value.code, bytes.span(token.start, token.end), known.pathOf(property), value.message);
          keep(at.start, token.end);
          return;
        }
        const fault = known.add(property);
        if (fault) out.report(fault.code, bytes.span(at.start, at.end), fault.path, fault.message);
        const spelling = displayText(token.text);
        // Two literals: a spread takes longer than all else of a line.
        if (jsonValue(value) === spelling) lines.push({ kind: 'property', key: property, value, end: '', span });
        else lines.push({ kind: 'property', key: property, value, spelling, end: '', span });
      });
    });
    const rest = tokens.peek();
    if (rest.kind !== 'end') throw new SyntaxFault(rest, 'there is text after the end of the object');
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    const { token, message } = error;
    // A fault without a message means that a budget is used up, which is already reported.
    if (message !== '') out.report('props/json-syntax', bytes.span(token.start, token.end), known.path, message);
    keep(token.start, text.length);
  }
  return { kind: 'props', form: 'json', lines, read: { lines, text: displayText(text) } };
}

/** Bytes at the start that {@link isJsonProps} looks at. */
const SAMPLE = 4096;

/** Whether data is JSON whose first member is a property set: its name has two parts with a slash between them. */
export function isJsonProps(bytes: Bytes): boolean {
  const text = bytes.sub(0, Math.min(bytes.length, SAMPLE)).text();
  return /^[ \t\r\n]{0,64}\{[ \t\r\n]{0,64}"(?:SYCL|SYCLBIN)\/[A-Za-z0-9_ .+/-]+"[ \t\r\n]{0,64}:[ \t\r\n]{0,64}\{/.test(text);
}

interface ValueFault {
  readonly code: 'props/number' | 'props/json-value' | 'props/base64';
  readonly message: string;
}

function valueOfToken(token: Token): PropertyValue | ValueFault {
  if (token.kind === 'number') {
    const value = Number(token.text);
    if (/^[0-9]+$/.test(token.text) && value <= 0xffff_ffff) return { type: 1, value };
    return { code: 'props/number', message: 'the value is not a 32-bit integer' };
  }
  if (token.kind !== 'string') return { code: 'props/json-value', message: 'a value is a number or a string' };
  const encoded = stringOf(token);
  const content = encoded.replace(/={1,2}$/, '');
  if (encoded.length % 4 !== 0 || foreignCharacter(content) >= 0)
    return { code: 'props/base64', message: 'the value is not Base64 of RFC 4648, with its padding' };
  const data = decodeOrdinaryBase64(content);
  return { type: 2, bits: data.length * 8, data };
}

interface Token {
  readonly kind: 'string' | 'number' | 'word' | 'mark' | 'end' | 'other';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Ends the reading at a token. It is caught in this file, which keeps the rest of the text as it is. */
class SyntaxFault extends Error {
  readonly token: Token;
  constructor(token: Token, message: string) {
    super(message);
    this.token = token;
  }
}

const MARKS = '{}[],:';
/** Numbers and words are read up to this length: longer ones are invalid. */
const LONGEST_WORD = 40;

/** The tokens of JSON, in byte text. Each character is looked at once. */
class Tokens {
  private next: Token | undefined;
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  peek(): Token {
    this.next ??= this.read();
    return this.next;
  }

  take(): Token {
    const token = this.peek();
    this.next = undefined;
    return token;
  }

  private read(): Token {
    const { text } = this;
    while (this.at < text.length && ' \t\r\n'.includes(text.charAt(this.at))) this.at++;
    const start = this.at;
    if (start === text.length) return this.token('end', start);
    const first = text.charAt(start);
    if (MARKS.includes(first)) return this.token('mark', start + 1);
    if (first === '"') return this.string(start);
    const word = /^(?:(true|false|null)|-?[0-9][0-9.eE+-]*)/.exec(text.slice(start, start + LONGEST_WORD));
    if (!word || word[0].length === LONGEST_WORD) return this.token('other', start + 1);
    return this.token(word[1] === undefined ? 'number' : 'word', start + word[0].length);
  }

  private string(start: number): Token {
    const { text } = this;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < CHAR.space) return this.token('other', at);
      if (code === CHAR.quote) return this.token('string', at + 1);
      if (code === CHAR.backslash) at++;
    }
    return this.token('other', text.length);
  }

  private token(kind: Token['kind'], end: number): Token {
    const start = this.at;
    this.at = end;
    return { kind, text: this.text.slice(start, end), start, end };
  }
}

/** Calls `visit` with the name of each member of an object, when its value is next. `visit` reads the value. */
function members(tokens: Tokens, visit: (name: string, key: Token) => void): void {
  expect(tokens, '{');
  if (tokens.peek().text === '}') {
    tokens.take();
    return;
  }
  for (;;) {
    const key = tokens.take();
    if (key.kind !== 'string') throw new SyntaxFault(key, 'the name of a member is needed here');
    const name = stringOf(key);
    expect(tokens, ':');
    visit(name, key);
    const mark = tokens.take();
    if (mark.text === '}') return;
    if (mark.text !== ',') throw new SyntaxFault(mark, 'a comma or a closing brace is needed here');
  }
}

function expect(tokens: Tokens, mark: string): void {
  const token = tokens.take();
  if (token.text !== mark) throw new SyntaxFault(token, `${JSON.stringify(mark)} is needed here`);
}

/** The next value, whole: a scalar as its token, anything else as one token of kind `other`. */
function skipValue(tokens: Tokens): Token {
  const first = tokens.take();
  if (first.text !== '{' && first.text !== '[') {
    if (first.kind === 'mark' || first.kind === 'end' || first.kind === 'other') throw new SyntaxFault(first, 'a value is needed here');
    return first;
  }
  let last = first;
  for (let depth = 1; depth > 0; ) {
    last = tokens.take();
    if (last.kind === 'end' || last.kind === 'other') throw new SyntaxFault(last, 'the value does not end');
    if (last.text === '{' || last.text === '[') depth++;
    if (last.text === '}' || last.text === ']') depth--;
  }
  return { kind: 'other', text: '', start: first.start, end: last.end };
}

/** The content of a string token, as display text. */
function stringOf(token: Token): string {
  const text = displayText(token.text);
  // The parser takes a microsecond for each call, and most strings have neither escapes nor what needs one.
  if (!/[\\\p{Cc}]/u.test(text)) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new SyntaxFault(token, 'the string has an escape that JSON does not have');
  }
}
