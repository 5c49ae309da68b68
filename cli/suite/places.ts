/** Where the values of a JSON document are in its text. */

/** A value: from its first character to the one after its last. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** Of an object. Of two members with one name the last counts, as for `JSON.parse`. */
  readonly members: ReadonlyMap<string, Place>;
  /** Of a list. */
  readonly items: readonly Place[];
}

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y;
const NO_MEMBERS: ReadonlyMap<string, Place> = new Map();

/** @param text that `JSON.parse` accepts */
export function placesOf(text: string): Place {
  let at = 0;
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  /** What follows until a bracket closes, which is passed. */
  const each = (close: string, read: () => void): void => {
    at++;
    for (match(SPACE); text[at] !== close; match(SPACE)) {
      if (text[at] === ',') at++;
      match(SPACE);
      read();
    }
    at++;
  };
  const value = (): Place => {
    match(SPACE);
    const start = at;
    const items: Place[] = [];
    if (text[at] === '[') {
      each(']', () => items.push(value()));
      return { start, end: at, members: NO_MEMBERS, items };
    }
    if (text[at] !== '{') {
      match(SCALAR);
      return { start, end: at, members: NO_MEMBERS, items };
    }
    const members = new Map<string, Place>();
    each('}', () => {
      const name = JSON.parse(match(SCALAR)) as string;
      match(SPACE);
      at++;
      members.set(name, value());
    });
    return { start, end: at, members, items };
  };
  return value();
}
