import { decodeText, encodeText, parseHexBytes } from '../../../core/bytes/index.ts';
import { type Budget, type Code, diagnostic, type Facts, FormatError, type Reporter } from '../../../core/diag/index.ts';

/**
 * The text form of tables in an unpacked folder: one line per entry, words separated by spaces, `key=word` for named values, and `#` for a
 * comment to the end of the line. A word with other characters than the plain ones is in double quotes, with the escapes of JSON, so that
 * every name fits on one line.
 */
export interface Line {
  /** Words without a key, in order. */
  readonly words: readonly Word[];
  readonly keyed: ReadonlyMap<string, Word>;
  readonly file: string;
  /** Offset in the file, in bytes. */
  readonly start: number;
  readonly end: number;
}

export interface Word {
  /** Display text, without quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** An error that ends packing: a fault in a file of the folder, with its position there. */
export function fault(code: Code, place: { file: string; start: number; end: number }, message: string, data?: Facts): FormatError {
  const { file, start, end } = place;
  return new FormatError(diagnostic(code, message, { source: file, start, end }, file, data));
}

/** Counts the bytes of a file of the folder each time that a line names it. Throws `FormatError` (`limit/work`) past the limit. */
export function claim(data: Uint8Array, place: { file: string; start: number; end: number }, out: Reporter): void {
  if (!out.charge(data.length, { source: place.file, start: place.start, end: place.end }, place.file))
    throw fault('limit/work', place, 'files are named again and again: together they are far more than the folder has');
}

const PLAIN = /^[A-Za-z0-9_.$@%&*+,/:;<>?^~|()[\]{}!\\-]+$/;
/** More than any line has a use for. */
const MOST_KEYS = 64;
const KEY = /^([A-Za-z][A-Za-z_-]*)=/;

/** A word as it is written. */
function printWord(text: string): string {
  return PLAIN.test(text) ? text : JSON.stringify(text);
}

export type Keyed = readonly (readonly [key: string, text: string | undefined])[];

/** The printed words of a line. */
export type Cells = readonly string[];

/** The words of a line; keys without a text are left out. */
export function printLine(words: readonly string[], keyed: Keyed = []): Cells {
  const pairs = keyed.flatMap(([key, text]) => (text === undefined ? [] : [`${key}=${printWord(text)}`]));
  return [...words.map(printWord), ...pairs];
}

/** Maximum width of a column, so that one long name does not push all others to the right. */
const WIDEST = 40;

/** A file of lines, after a comment that describes it. The lines of a block are aligned in columns. */
export function printFile(comment: readonly string[], ...blocks: (readonly Cells[])[]): Uint8Array {
  const lines = comment.map((line) => `# ${line}`);
  for (const block of blocks) {
    const widths = widthsOf(block);
    // Joined, not added up: a line that consists of parts takes several times its memory.
    for (const cells of block) lines.push(cells.map((cell, i) => (i === cells.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join(' '));
  }
  lines.push('');
  return encodeText(lines.join('\n'));
}

/** The widths of the columns of a block. */
function widthsOf(block: readonly Cells[]): number[] {
  const widths: number[] = [];
  for (const cells of block) {
    for (let i = 0; i < cells.length; i++) {
      const { length } = cells[i] as string;
      if (length <= WIDEST && length > (widths[i] ?? 0)) widths[i] = length;
    }
  }
  return widths;
}

/**
 * The lines of a file that have words. It is a generator, because the result for a line is smaller than the line. Windows line ends are
 * allowed.
 *
 * Throws `FormatError` (`pack/syntax`) for a malformed line.
 */
export function* eachLine(data: Uint8Array, file: string, budget: Budget | undefined): Generator<Line> {
  for (let at = 0; at < data.length; ) {
    const mark = data.indexOf(10, at);
    const end = mark < 0 ? data.length : mark;
    budget?.tick();
    const line = parseLine(decodeText(data.subarray(at, end)), file, at, end);
    if (line.words.length > 0 || line.keyed.size > 0) yield line;
    at = end + 1;
  }
}

/** The words of the line at `[start, end)` of a file. Throws as {@link eachLine} does. */
export function parseLine(text: string, file: string, start: number, end: number): Line {
  const words: Word[] = [];
  const keyed = new Map<string, Word>();
  const plain = text.length === end - start;
  // Offsets are asked for in ascending order, so that only the text since the previous one is counted.
  const counted = { index: 0, bytes: 0 };
  const offset = (index: number): number => {
    if (plain) return start + index;
    for (; counted.index < index; counted.index++) counted.bytes += bytesAt(text, counted.index);
    return start + counted.bytes;
  };
  const bad = (at: number, message: string): FormatError => fault('pack/syntax', { file, start: at, end }, message);
  for (let at = 0; ; ) {
    while (at < text.length && ' \t\r'.includes(text[at] as string)) at++;
    if (at >= text.length || text[at] === '#') return { words, keyed, file, start, end };
    const from = at;
    const begin = offset(from);
    const rest = text.slice(at, at + 40);
    const key = KEY.exec(rest)?.[1];
    if (key !== undefined) at += key.length + 1;
    let value: string;
    if (text[at] === '"') {
      const close = closingQuote(text, at);
      if (close < 0) throw bad(begin, 'a word in quotes does not end');
      try {
        value = JSON.parse(text.slice(at, close + 1)) as string;
      } catch {
        throw bad(begin, 'a word in quotes has an escape or character that JSON does not know');
      }
      at = close + 1;
      if (at < text.length && !' \t\r'.includes(text[at] as string)) throw bad(offset(at), 'after a word in quotes a space is missing');
    } else {
      const first = at;
      while (at < text.length && !' \t\r'.includes(text[at] as string)) at++;
      value = text.slice(first, at);
      if (value.includes('"')) throw bad(begin, `the word ${clipped(value)} has a quote in it: put the whole word in quotes`);
    }
    const word = { text: value, start: begin, end: offset(at) };
    if (key === undefined) words.push(word);
    else if (keyed.has(key)) throw bad(begin, `${key} is given twice`);
    else if (keyed.size === MOST_KEYS) throw bad(begin, `the line has more than ${MOST_KEYS} words with a key`);
    else keyed.set(key, word);
  }
}

/** The bytes of the character at an index of display text; those of a pair of surrogates count at its first. */
function bytesAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdfff) return 3;
  if (unit < 0xdc00) return 4;
  const before = text.charCodeAt(index - 1);
  // Alone, it is a byte that is not valid UTF-8.
  return before >= 0xd800 && before < 0xdc00 ? 0 : 1;
}

function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function clipped(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

/** Reads the words of a line one by one; words that are left over at the end are a fault. */
export class LineWords {
  readonly line: Line;
  private at = 0;
  private readonly left: Set<string>;

  constructor(line: Line) {
    this.line = line;
    this.left = new Set(line.keyed.keys());
  }

  /** The next word without a key. */
  next(what: string): Word {
    const word = this.line.words[this.at++];
    if (!word) throw fault('pack/syntax', this.line, `${what} is missing`);
    return word;
  }

  /** The next word without a key, if there is one. */
  more(): Word | undefined {
    return this.line.words[this.at++];
  }

  key(name: string): Word | undefined {
    this.left.delete(name);
    return this.line.keyed.get(name);
  }

  /** Refuses words and keys that were not read. */
  done(known: readonly string[]): void {
    const extra = this.line.words[this.at];
    if (extra) throw this.wrong('pack/syntax', extra, `the word ${clipped(extra.text)} has no meaning here`);
    for (const key of this.left) {
      throw this.wrong('pack/syntax', this.line.keyed.get(key) as Word, `${key} has no meaning here; known are ${known.join(', ')}`);
    }
  }

  wrong(code: Code, word: Word, message: string): FormatError {
    return fault(code, { file: this.line.file, start: word.start, end: word.end }, message);
  }

  /** An integer from 0 to `most`, decimal or with 0x. */
  number(word: Word, what: string, most = Number.MAX_SAFE_INTEGER): number {
    return Number(this.bigint(word, what, 0n, BigInt(most)));
  }

  bigint(word: Word, what: string, least = 0n, most = 0xffff_ffff_ffff_ffffn): bigint {
    const match = /^(-?)(0x[0-9a-fA-F]{1,16}|[0-9]{1,20})$/.exec(word.text);
    const value = match?.[2] === undefined ? undefined : BigInt(match[2]) * (match[1] === '-' ? -1n : 1n);
    if (value === undefined || value < least || value > most) {
      throw this.wrong(
        'pack/value',
        word,
        `${what} is ${clipped(JSON.stringify(word.text))}, which is not a number from ${least} to ${most}`,
      );
    }
    return value;
  }
}

/** The bytes of a word of hex digits. */
export function hexWord(words: LineWords, word: Word, text: string): Uint8Array {
  const bytes = parseHexBytes(text);
  if (bytes === undefined) throw words.wrong('pack/value', word, 'this is not an even number of hex digits');
  return bytes;
}
