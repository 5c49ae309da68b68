import type { Io } from './io.ts';

/** One JSON document, two spaces deep, with a line feed at its end. */
export function printJson(io: Io, document: unknown): void {
  io.print(`${JSON.stringify(document, null, 2)}\n`);
}
