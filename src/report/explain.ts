import { type Entry, explain } from '../explain/explain.ts';

/** `zebin explain --json`: what a name means. */
export interface ExplainDocument {
  readonly schema: 'zebin/explain/1';
  /** The name as asked for; null for the list of everything. */
  readonly query: string | null;
  readonly entries: readonly Entry[];
}

/** @param more entries to look through when the tables of the formats have no such name; made only then */
export function explainDocument(query: string, more: () => readonly Entry[] = () => []): ExplainDocument {
  const entries = explain(query);
  return { schema: 'zebin/explain/1', query, entries: entries.length > 0 ? entries : explain(query, more()) };
}
