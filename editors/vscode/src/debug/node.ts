/** What the debug adapter of the command has of Node, for a worker, in which nothing of the system is there. */
export const basename = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

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
