import type { Real } from './json.ts';

/** `zebin query --json`: the result of an SQL query. */
export interface QueryDocument {
  readonly schema: 'zebin/query/1';
  readonly columns: readonly QueryColumn[];
  /** Values in the order of the columns. */
  readonly rows: readonly (readonly QueryValue[])[];
}

export interface QueryColumn {
  readonly name: string;
  /** Name of the type in DuckDB: `VARCHAR`, `BIGINT`. */
  readonly type: string;
}

/** A value. Integers above 2⁵³ and values of other types are text, as DuckDB writes them. */
export type QueryValue = string | Real | boolean | null;
