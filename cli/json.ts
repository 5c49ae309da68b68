import type { Io } from './io.ts';
import { visibleJson } from './visible.ts';

/** One JSON document, two spaces deep, with a line feed at its end. */
export function printJson(io: Io, document: unknown): void {
  io.print(jsonText(document));
}

export function jsonText(document: unknown): string {
  return `${visibleJson(JSON.stringify(document, null, 2))}\n`;
}
