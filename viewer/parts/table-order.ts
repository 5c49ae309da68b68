/** In which order the rows of a table are, and which of them are shown. */
import { useState } from 'preact/hooks';
import { go, route } from '../state.ts';
import { parseSort, printSort, type Sort } from './table-column.ts';

interface Order {
  readonly text: string;
  readonly sort: Sort | undefined;
  setText(text: string): void;
  setSort(sort: Sort | undefined): void;
}

/**
 * @param isPlaced whether text and order are in the address of the page, so that a link and Back lead to the same rows
 * @param first how the rows are sorted at first
 */
export function useOrder(isPlaced: boolean, first: Sort | undefined): Order {
  const [own, setOwn] = useState<Sort | undefined>(first);
  if (!isPlaced) return { text: '', sort: own, setText: () => undefined, setSort: setOwn };
  const { filter = '', sort } = route.value;
  return {
    text: filter,
    sort: sort === undefined ? first : parseSort(sort),
    setText: (text) => go({ filter: text }, { replace: true }),
    // Without an order, the rows are as given, also where they are sorted at first.
    setSort: (to) => go({ sort: printSort(to) ?? (first ? '' : undefined) }, { replace: true }),
  };
}
