import type { Io } from './io.ts';
import { visibleJson } from './visible.ts';

/** Characters that are printed at a time: a document is never in memory as one string, which could exceed the longest string. */
const PRINTED = 1 << 16;
/** Characters of a value that is made at once. */
const PIECE = 1 << 18;
/** Characters of a number, or of the brackets and blanks of an object. */
const ROUGHLY = 8;

/** A list that is printed as an array is, but whose items are requested when they are printed. */
export class Listed {
  readonly items: Iterable<unknown>;

  constructor(items: Iterable<unknown>) {
    this.items = items;
  }
}

/**
 * One JSON document, two spaces deep, with a line feed at its end, printed piece by piece. An iterable is a list whose items are requested
 * when they are printed. There may be very many, such as the instructions of a file, so each is on one line: that takes a third of the
 * characters, and lines can be searched and counted.
 */
export function printJson(io: Io, document: unknown): void {
  let piece = '';
  const put = (text: string): void => {
    piece += text;
    if (piece.length < PRINTED) return;
    io.print(visibleJson(piece));
    piece = '';
  };
  write(document, '\n', put);
  io.print(visibleJson(`${piece}\n`));
}

/** A document that is small. */
export function jsonText(document: unknown): string {
  return visibleJson(`${small(document, '\n')}\n`);
}

/** @param line the line feed and indentation of the line that the value begins on */
function write(value: unknown, line: string, put: (text: string) => void): void {
  if (typeof value !== 'object' || value === null || spaceAfter(value, PIECE) > 0) {
    put(small(value, line));
    return;
  }
  const deeper = `${line}  `;
  let before = deeper;
  const stream = value instanceof Listed ? value.items : isStream(value) ? value : undefined;
  if (stream) {
    put('[');
    for (const one of stream) {
      put(before);
      if (stream === value && spaceAfter(one, PIECE) > 0) put(oneLine(one));
      else write(one, deeper, put);
      before = `,${deeper}`;
    }
    put(before === deeper ? ']' : `${line}]`);
    return;
  }
  const list = Array.isArray(value);
  put(list ? '[' : '{');
  for (const key of list ? value.keys() : Object.keys(value)) {
    const one = (value as Record<string | number, unknown>)[key];
    // A list omits what is undefined.
    if (one === undefined && !list) continue;
    put(list ? before : `${before}${small(key, '')}: `);
    write(one, deeper, put);
    before = `,${deeper}`;
  }
  put(`${line}${list ? ']' : '}'}`);
}

/** The text of a value that is formatted at once. Strings contain no line feeds: they are escaped. */
function small(value: unknown, line: string): string {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  return line === '\n' ? text : text.replaceAll('\n', line);
}

const oneLine = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** A list whose items are produced one after the other. */
const isStream = (value: object): value is Iterable<unknown> => Symbol.iterator in value && !Array.isArray(value);

/** What is left of `space` after the characters of a value, roughly; stops when nothing is left. */
function spaceAfter(value: unknown, space: number): number {
  if (typeof value === 'string') return space - value.length;
  let left = space - ROUGHLY;
  if (typeof value !== 'object' || value === null) return left;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left > 0; i++) left = spaceAfter(value[i], left);
    return left;
  }
  if (isStream(value) || value instanceof Listed) return 0;
  for (const key in value) {
    if (left <= 0) break;
    left = spaceAfter((value as Record<string, unknown>)[key], left - key.length);
  }
  return left;
}
