import { type Entry, explain } from '../explain/explain.ts';

/** `zebin explain --json`: what a name means. */
export interface ExplainDocument {
  readonly schema: 'zebin/explain/1';
  /** The name as asked for; null for the list of everything. */
  readonly query: string | null;
  readonly entries: readonly Entry[];
}

export function explainDocument(query: string): ExplainDocument {
  return { schema: 'zebin/explain/1', query, entries: explain(query) };
}
