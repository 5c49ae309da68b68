/** In which order the rows of a table are, and which of them are shown. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { go, route } from '../state.ts';
import { parseSort, printSort, type Sort } from './table-column.ts';

interface Order {
  readonly text: string;
  readonly sort: Sort | undefined;
  /** @param isFinal whether the field is left with it */
  setText(text: string, isFinal?: boolean): void;
  setSort(sort: Sort | undefined): void;
}

/** Milliseconds after the last key until the text is in the address: all of the page is drawn again then. */
const PAUSE = 300;

/**
 * @param isPlaced whether text and order are in the address of the page, so that a link and Back lead to the same rows
 * @param first how the rows are sorted at first
 */
export function useOrder(isPlaced: boolean, first: Sort | undefined): Order {
  const [own, setOwn] = useState<Sort | undefined>(first);
  const [typed, setTyped] = useState<string>();
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!isPlaced) return { text: '', sort: own, setText: () => undefined, setSort: setOwn };
  const { filter = '', sort } = route.value;
  const place = (text: string) => {
    setTyped(undefined);
    go({ filter: text }, { replace: true });
  };
  return {
    text: typed ?? filter,
    sort: sort === undefined ? first : parseSort(sort),
    setText: (text, isFinal = false) => {
      clearTimeout(timer.current);
      if (isFinal) return place(text);
      setTyped(text);
      timer.current = window.setTimeout(place, PAUSE, text);
    },
    // Without an order, the rows are as given, also where they are sorted at first.
    setSort: (to) => go({ sort: printSort(to) ?? (first ? '' : undefined) }, { replace: true }),
  };
}
