/**
 * The tokens of ze_info as the driver splits them. Its dialect is a small part of YAML with rules of its own; see docs/oracles.md.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.{h,cpp}.
 */
import { CHAR } from '../core/bytes/index.ts';
import type { Behaviour } from './behaviour.ts';
import { ByteText, isSpace } from './byte-text.ts';
import { Cells } from './cells.ts';
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

/** Fields of a token, and bytes of text for each token of a common text. */
const [KIND, START, END, BYTES_PER_TOKEN] = [0, 1, 2, 6];

/** The tokens of a text, by their numbers. */
export class Tokens {
  readonly text: string;
  /** The byte after the text in memory. */
  readonly after: number;
  private readonly cells: Cells;

  constructor({ text, after }: ByteText) {
    this.text = text;
    this.after = after;
    this.cells = new Cells(3, Math.ceil(text.length / BYTES_PER_TOKEN), text.length + 1);
  }

  get length(): number {
    return this.cells.length;
  }

  add(kind: number, start: number, end: number): void {
    const token = this.cells.add();
    this.cells.put(token, KIND, kind);
    this.cells.put(token, START, start);
    this.cells.put(token, END, end);
  }

  kind(token: number): number {
    return this.cells.at(token, KIND);
  }

  start(token: number): number {
    return this.cells.at(token, START);
  }

  end(token: number): number {
    return this.cells.at(token, END);
  }

  textOf(token: number): string {
    return this.text.slice(this.start(token), this.end(token));
  }
}

/** A line with an entry of a map or an item of a list. */
export interface Line {
  readonly kind: 'map' | 'list';
  /** The number of lines before it, of all kinds. */
  readonly index: number;
  readonly indent: number;
  /** Indices of the first token and of the line feed. */
  readonly first: number;
  readonly last: number;
  readonly inline: boolean;
}

/** Fields of a line, and bytes of text for each line of a common text. */
const [FLAGS, INDEX, INDENT, FIRST, LAST, BYTES_PER_LINE] = [0, 1, 2, 3, 4, 24];
const [IS_LIST, IS_INLINE] = [1, 2];

/** The lines of a text with an entry or item; the others only count. */
export class Lines {
  /** How many lines of all kinds there are. */
  count = 0;
  private readonly cells: Cells;

  /** @param bytes of the text */
  constructor(bytes: number) {
    this.cells = new Cells(5, Math.ceil(bytes / BYTES_PER_LINE), bytes + 1);
  }

  get length(): number {
    return this.cells.length;
  }

  /** Adds the next line. */
  add(kind: LineKind, indent: number, first: number, last: number, inline: boolean): void {
    const index = this.count++;
    if (kind !== 'map' && kind !== 'list') return;
    const line = this.cells.add();
    this.cells.put(line, FLAGS, (kind === 'list' ? IS_LIST : 0) | (inline ? IS_INLINE : 0));
    this.cells.put(line, INDEX, index);
    this.cells.put(line, INDENT, indent);
    this.cells.put(line, FIRST, first);
    this.cells.put(line, LAST, last);
  }

  at(line: number): Line {
    const { cells } = this;
    return {
      kind: (cells.at(line, FLAGS) & IS_LIST) !== 0 ? 'list' : 'map',
      index: cells.at(line, INDEX),
      indent: cells.at(line, INDENT),
      first: cells.at(line, FIRST),
      last: cells.at(line, LAST),
      inline: (cells.at(line, FLAGS) & IS_INLINE) !== 0,
    };
  }
}

/** The tokens of a text, and the lines that they form. */
export interface Tokenized {
  readonly tokens: Tokens;
  readonly lines: Lines;
}

/**
 * Splits `text` (one character per byte) into tokens and lines.
 *
 * @param after the byte after the text in memory, which ends a last line that has no line feed
 */
export function tokenize(text: string, after: number, behaviour: Behaviour): Tokenized {
  return new Tokenizer(new ByteText(text, after), behaviour).all();
}

/** Kinds of lines, by the kind of their first token. */
const TOKEN_LINES: { readonly [token: number]: LineKind } = { [TOKEN.identifier]: 'map', [TOKEN.section]: 'section' };
/** Kinds of lines, by their first character. */
const CHARACTER_LINES: { readonly [character: number]: LineKind } = { [CHAR.hash]: 'comment', [CHAR.minus]: 'list' };

const TAB_INDENT = 4;

class Tokenizer {
  private readonly source: ByteText;
  private readonly behaviour: Behaviour;
  private readonly tokens: Tokens;
  private readonly lines: Lines;
  private at = 0;
  /** The current line: its offset, first token and indent, whether only blanks were read so far, and whether it has a list or a colon. */
  private lineStart = 0;
  private first = 0;
  private indent = 0;
  private isIndent = true;
  private isInline = false;
  private hasColon = false;

  constructor(source: ByteText, behaviour: Behaviour) {
    this.source = source;
    this.behaviour = behaviour;
    this.tokens = new Tokens(source);
    this.lines = new Lines(source.text.length);
  }

  all(): Tokenized {
    const { source, tokens, lines } = this;
    while (this.at < source.text.length) this.token(source.code(this.at));
    // The driver does not notice an error in a last line without line feed: it only drops the line.
    if (tokens.length > 0 && source.code(tokens.start(tokens.length - 1)) !== CHAR.newline) this.lastLine();
    return { tokens, lines };
  }

  private token(c: number): void {
    switch (c) {
      case CHAR.space:
        this.blank(1);
        break;
      case CHAR.tab:
        this.blank(TAB_INDENT);
        break;
      case CHAR.return:
      case 0:
        this.at++;
        break;
      case CHAR.newline:
        this.line();
        break;
      case CHAR.leftBracket:
        this.list();
        break;
      case CHAR.rightBracket:
      case CHAR.comma:
        if (!this.isInline) this.refuse(`${String.fromCharCode(c)} is outside an inline list`);
        this.push(c === CHAR.comma ? TOKEN.character : TOKEN.listEnd, this.at + 1);
        break;
      case CHAR.leftBrace:
      case CHAR.rightBrace:
        this.refuse('inline maps are not supported');
        break;
      default: {
        const isFirst = this.isIndent;
        this.isIndent = false;
        this.word(c, isFirst);
      }
    }
  }

  /** Reads a token that ends the indent of a line. */
  private word(c: number, isFirst: boolean): void {
    const { source, at } = this;
    switch (c) {
      case CHAR.hash:
        this.comment();
        break;
      case CHAR.quote:
      case CHAR.apostrophe: {
        const to = source.closingQuote(at);
        if (to >= source.text.length) this.refuse('a quote is not closed');
        this.push(TOKEN.string, to + 1);
        break;
      }
      case CHAR.minus:
      case CHAR.dot: {
        const marker = c === CHAR.minus ? '---' : '...';
        if (isFirst && source.text.startsWith(marker, at)) this.push(TOKEN.section, at + marker.length);
        else this.sign(c);
        break;
      }
      case CHAR.colon:
        this.hasColon = true;
        this.push(TOKEN.character, at + 1);
        break;
      default:
        this.nameOrNumber();
    }
  }

  /** Reads a dot, a dash, or a negative number. */
  private sign(c: number): void {
    const to = c === CHAR.minus ? this.source.numberEnd(this.at, this.behaviour) : this.at;
    if (to > this.at + 1) this.push(TOKEN.number, to);
    else this.push(TOKEN.character, this.at + 1);
  }

  private nameOrNumber(): void {
    const { source, behaviour, at } = this;
    const name = source.nameEnd(at, behaviour);
    if (name === at) {
      const to = source.numberEnd(at, behaviour);
      if (to <= at) this.refuse('neither a word nor a number');
      this.push(TOKEN.number, to);
      return;
    }
    let to = name;
    while (to > at && isSpace(source.code(to - 1))) to--;
    this.push(this.hasColon ? TOKEN.string : TOKEN.identifier, to);
    this.at = name;
  }

  private comment(): void {
    this.push(TOKEN.character, this.at + 1);
    const { text } = this.source;
    const feed = text.indexOf('\n', this.at);
    const to = feed < 0 ? text.length : feed;
    if (to !== this.at) this.push(TOKEN.comment, to);
  }

  private list(): void {
    if (!this.source.isInlineList(this.at, this.behaviour))
      this.refuse('an inline list has to be words or numbers, without sign, dot or quotes, between commas');
    this.isInline = true;
    this.push(TOKEN.listBegin, this.at + 1);
  }

  private blank(columns: number): void {
    if (this.isIndent) this.indent += columns;
    this.at++;
  }

  private push(type: number, to: number): void {
    this.tokens.add(type, this.at, to);
    this.at = to;
  }

  private line(): void {
    const last = this.tokens.length;
    this.push(TOKEN.character, this.at + 1);
    const { first, indent, isInline: inline } = this;
    this.lines.add(last === first ? 'empty' : this.lineKind(first), indent & 0xffff, first, last, inline);
    this.indent = 0;
    this.first = this.tokens.length;
    this.lineStart = this.at;
    this.isIndent = true;
    this.isInline = false;
    this.hasColon = false;
  }

  private lineKind(first: number): LineKind {
    const type = this.tokens.kind(first);
    const lead = this.source.code(this.tokens.start(first));
    const kind = type === TOKEN.character ? CHARACTER_LINES[lead] : TOKEN_LINES[type];
    if (kind !== undefined) return kind;
    if (type === TOKEN.character) this.refuse(`a line cannot begin with ${String.fromCharCode(lead)}`);
    return this.refuse('a line has to begin with an unquoted name or with a dash');
  }

  private lastLine(): void {
    try {
      this.line();
    } catch (error) {
      if (!(error instanceof DriverStop)) throw error;
    }
  }

  private refuse(why: string): never {
    throw new DriverStop('driver/yaml', why, this.lineStart, Math.min(this.at + 1, this.source.text.length));
  }
}
