/** Lists that come from the worker in pages: drawn as soon as the first page arrives. */
import { useEffect, useState } from 'preact/hooks';
import { ask } from './client.ts';
import type { Params, Refusal, RequestName, Result } from './worker/handlers.ts';
import type { Page } from './worker/rows.ts';

/** The requests that are answered in pages. */
type Paged = {
  [N in RequestName]: Result<N> extends Page<unknown> ? (Params<N> extends { readonly file: number } ? N : never) : never;
}[RequestName];
type Row<N extends Paged> = Result<N> extends Page<infer R> ? R : never;

export interface Pages<R> {
  readonly rows: readonly R[];
  /** Number of all rows; undefined until the first page is here. */
  readonly total?: number;
  /** Whether all rows have arrived, or as many as will come. */
  readonly done: boolean;
  readonly refusal?: Refusal;
}

/** More rows than anyone scrolls through; the total number is still shown. */
const MOST = 100_000;

const NOTHING: Pages<never> = { rows: [], done: false };

/** The rows of a request, which is sent again from the start when its params change. */
export function usePages<N extends Paged>(name: N, params: Omit<Params<N>, 'from'>): Pages<Row<N>> {
  const [pages, setPages] = useState<Pages<Row<N>> & { key?: string }>(NOTHING);
  const key = `${name} ${JSON.stringify(params)}`;
  useEffect(() => {
    let current = true;
    const load = async () => {
      let rows: readonly Row<N>[] = [];
      for (let from: number | undefined = 0; from !== undefined && current; ) {
        const answer: Page<Row<N>> = (await ask(name, { ...params, from } as unknown as Params<N>)) as Page<Row<N>>;
        rows = [...rows, ...answer.rows];
        from = rows.length < MOST ? answer.next : undefined;
        if (current) setPages({ rows, total: answer.total, done: from === undefined, key });
      }
    };
    load().catch((refusal: Refusal) => current && setPages({ rows: [], done: true, refusal, key }));
    return () => {
      current = false;
    };
  }, [key]);
  return pages.key === key ? pages : NOTHING;
}
