/** What the debug adapter of the command has of Node, for a worker, in which nothing of the system is there. */

/** The name at the end of a path, or of an address, which editors send with `%20` for a blank. */
export function basename(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return /^[a-z][\w+.-]+:/i.test(path) ? decoded(name) : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The protocol is spoken by messages: nothing listens to streams. */
export class EventEmitter {
  on(): this {
    return this;
  }
  emit(): boolean {
    return false;
  }
}

/** A terminal, which a worker does not have. */
export const createInterface = (): never => {
  throw new Error('there is no terminal');
};
