import type { Entry } from '../explain/entry.ts';
import { explain } from '../explain/explain.ts';

/** `zebin explain --json`: what a name means. */
export interface ExplainDocument {
  readonly schema: 'zebin/explain/1';
  /** The requested name; null for the list of all names. */
  readonly query: string | null;
  readonly entries: readonly Entry[];
}

/**
 * The meaning, versions and drivers of an attribute, word, section, note, relocation, field, device or diagnostic code: `zebin explain`.
 *
 * @param more makes the entries to search when the tables of the formats do not have the name
 *
 * @example
 * explainDocument('spill_size').entries.length > 0; // true
 */
export function explainDocument(query: string, more: () => readonly Entry[] = () => []): ExplainDocument {
  const entries = explain(query);
  return { schema: 'zebin/explain/1', query, entries: entries.length > 0 ? entries : explain(query, more()) };
}
