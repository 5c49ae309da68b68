/** Long lists: only the rows in view are in the document. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { options } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface VirtualRow {
  readonly index: number;
  /** Distance from the top, in pixels. */
  readonly start: number;
}

export interface VirtualRows {
  /** The rows to draw. */
  readonly rows: readonly VirtualRow[];
  /** Height of all rows in pixels. */
  readonly height: number;
  scrollTo(index: number): void;
  /** Rows that fit into the view at once. */
  readonly page: number;
  /** Rows that are left out on paper; 0 on the screen. */
  readonly unprinted: number;
}

/** Rows that are drawn for paper: about sixty pages. */
const PRINTED = 2_000;

/** Draws a change before it returns: the browser does not wait for the next frame. */
function drawnAtOnce(change: () => void): void {
  const { debounceRendering } = options;
  options.debounceRendering = (draw) => draw();
  change();
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
}

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useLayoutEffect(() => {
    const begin = () => drawnAtOnce(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

interface VirtualOptions {
  /** Height of what stays at the top of the view, in pixels. */
  readonly stickyTop?: number;
  /** Whether the rows scroll with the page that the list is in. */
  readonly flows?: boolean;
}

/** @param rowHeight in pixels, the same for every row */
export function useVirtual(
  list: { readonly current: HTMLElement | null },
  count: number,
  rowHeight: number,
  { stickyTop = 0, flows = false }: VirtualOptions = {},
): VirtualRows {
  const [, redraw] = useState(0);
  const isPrinting = usePrinting();
  const [above, setAbove] = useState(0);
  const scroller = () => (flows ? (list.current?.closest('main') ?? null) : list.current);
  // What is above the list may arrive later than the list.
  useLayoutEffect(() => {
    const [outer, inner] = [scroller(), list.current];
    if (!flows || !outer || !inner) return;
    const measure = () =>
      setAbove(Math.round(inner.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop + stickyTop));
    const observer = new ResizeObserver(measure);
    for (const child of outer.children) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, [flows, stickyTop]);
  const settings = {
    count,
    scrollMargin: above,
    getScrollElement: scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: stickyTop,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    initialRect: { width: 0, height: 600 },
    // One rendering per frame is enough, and it must not start within another.
    onChange: () => redraw((n) => n + 1),
  };
  const made = useRef<Virtualizer<HTMLElement, HTMLElement> | undefined>(undefined);
  made.current ??= new Virtualizer<HTMLElement, HTMLElement>(settings);
  const virtual = made.current;
  virtual.setOptions(settings);
  useLayoutEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => virtual._willUpdate());
  if (isPrinting) {
    const printed = Math.min(count, PRINTED);
    return {
      rows: Array.from({ length: printed }, (_, index) => ({ index, start: index * rowHeight })),
      height: printed * rowHeight,
      scrollTo: () => undefined,
      page: printed,
      unprinted: count - printed,
    };
  }
  return {
    unprinted: 0,
    rows: virtual.getVirtualItems().map(({ index, start }) => ({ index, start: start - above })),
    height: virtual.getTotalSize(),
    scrollTo: (index) => virtual.scrollToIndex(index),
    page: Math.max(1, Math.floor((scroller()?.clientHeight ?? rowHeight) / rowHeight) - 1),
  };
}

/**
 * The rows to draw and the active one, which stays in the document when it is scrolled out of view: the focus would be lost with it.
 *
 * @param active negative when no row is active
 */
export function withActive(rows: readonly VirtualRow[], active: number, rowHeight: number): readonly VirtualRow[] {
  if (active < 0 || rows.some(({ index }) => index === active)) return rows;
  return [...rows, { index: active, start: active * rowHeight }];
}
