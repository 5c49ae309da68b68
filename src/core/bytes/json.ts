import { diagnostic, FormatError, LIMITS, NOWHERE, type Span } from '../diag/index.ts';
import { CHAR } from './characters.ts';

/** Where a document comes from, for findings. */
interface Place {
  readonly span: Span;
  readonly path: string;
}

const NO_PLACE: Place = { span: NOWHERE, path: '' };

/**
 * The value of a JSON document of others. Its nesting is looked at before it is parsed, because the memory of the parser grows with it.
 *
 * Throws `FormatError` (`limit/depth`), and what `refusal` returns for text that is not JSON; `why` is the sentence of the parser.
 */
export function parseJson(text: string, refusal: (why: string) => Error, place = NO_PLACE): unknown {
  // Anything else is a value without parts, or refused at its first character.
  if (/^\s*[[{]/.test(text)) checkDepth(text, place);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : String(error));
  }
}

/** The error for a value that is not what is needed. `path` is `''` for the document itself; `need` is a noun, such as `a list`. */
export type JsonRefusal = (path: string, need: string) => FormatError;

/**
 * A value of a JSON document of others, with its path: `images[0].strings`. Positions in JSON are known to its parser alone. Each method
 * throws what `refusal` returns if the value is not what the method returns.
 */
export class JsonValue {
  readonly value: unknown;
  private readonly refusal: JsonRefusal;
  /** What it is in, and its key or index there. */
  private readonly above: JsonValue | undefined;
  private readonly step: string | number;

  constructor(value: unknown, refusal: JsonRefusal, above?: JsonValue, step: string | number = '') {
    this.value = value;
    this.refusal = refusal;
    this.above = above;
    this.step = step;
  }

  /** Made when it is asked for: a document may be nothing but numbers. */
  get path(): string {
    const { above, step } = this;
    if (above === undefined) return '';
    if (typeof step === 'number') return `${above.path}[${step}]`;
    return above.path === '' ? step : `${above.path}.${step}`;
  }

  get isMissing(): boolean {
    return this.value === undefined;
  }

  get isNull(): boolean {
    return this.value === null;
  }

  get isObject(): boolean {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value);
  }

  /** A member of the object, which may be missing. Every object has others, such as `constructor`, which are not those of the document. */
  at(key: string): JsonValue {
    const { object } = this;
    return new JsonValue(Object.hasOwn(object, key) ? object[key] : undefined, this.refusal, this, key);
  }

  /** As {@link at}; undefined without the member. */
  optional(key: string): JsonValue | undefined {
    const member = this.at(key);
    return member.isMissing ? undefined : member;
  }

  members(): [key: string, value: JsonValue][] {
    return Object.entries(this.object).map(([key, value]) => [key, new JsonValue(value, this.refusal, this, key)]);
  }

  list(): JsonValue[] {
    return this.listOf((value) => value);
  }

  /** The list that is a member. */
  listAt(key: string): JsonValue[] {
    return this.at(key).list();
  }

  /** What `each` makes of the values of the list, which are there one at a time: a list may be very long. */
  listOf<T>(each: (value: JsonValue) => T): T[] {
    return this.items.map((value, i) => each(new JsonValue(value, this.refusal, this, i)));
  }

  /** The numbers of the list that is a member: integers from 0 to `most`. */
  numbersAt(key: string, most: number): readonly number[] {
    const list = this.at(key);
    const { items } = list;
    for (let i = 0; i < items.length; i++) if (!isCount(items[i], most)) new JsonValue(items[i], this.refusal, list, i).number(most);
    return items as readonly number[];
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.refuse('a text');
  }

  /** An integer from 0 to `most`. */
  number(most: number): number {
    const { value } = this;
    return isCount(value, most) ? value : this.refuse(`an integer from 0 to ${most}`);
  }

  /** False if it is missing. */
  flag(): boolean {
    const value = this.value ?? false;
    return typeof value === 'boolean' ? value : this.refuse('true or false');
  }

  refuse(need: string): never {
    throw this.refusal(this.path, need);
  }

  private get object(): Readonly<Record<string, unknown>> {
    return this.isObject ? (this.value as Readonly<Record<string, unknown>>) : this.refuse('an object');
  }

  private get items(): readonly unknown[] {
    return Array.isArray(this.value) ? this.value : this.refuse('a list');
  }
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

/** The text need not be JSON: then the parser refuses it. */
function checkDepth(text: string, { span, path }: Place): void {
  const { quote, leftBrace, leftBracket, rightBrace, rightBracket } = CHAR;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at + 1);
    } else if (code === leftBrace || code === leftBracket) {
      depth++;
      if (depth > LIMITS.jsonDepth) {
        const message = `lists and objects nest deeper than ${LIMITS.jsonDepth}`;
        throw new FormatError(diagnostic('limit/depth', message, span, path));
      }
    } else if (code === rightBrace || code === rightBracket) {
      depth--;
    }
  }
}

/** Where the quote after a string is, or the end of the text. */
function endOfString(text: string, start: number): number {
  const { quote, backslash } = CHAR;
  let at = start;
  for (; at < text.length && text.charCodeAt(at) !== quote; at++) if (text.charCodeAt(at) === backslash) at++;
  return at;
}
