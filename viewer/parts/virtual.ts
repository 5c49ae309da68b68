/** Long lists: only the rows in view are in the document. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface VirtualRows {
  /** The rows to draw, with their distance from the top in pixels. */
  readonly rows: readonly { readonly index: number; readonly start: number }[];
  /** Height of all rows in pixels. */
  readonly height: number;
  scrollTo(index: number): void;
  /** Rows that fit into the view at once. */
  readonly page: number;
}

/** @param rowHeight in pixels, the same for every row */
export function useVirtual(
  scroller: { readonly current: HTMLElement | null },
  count: number,
  rowHeight: number,
  stickyTop = 0,
): VirtualRows {
  const [, redraw] = useState(0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: stickyTop,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    initialRect: { width: 0, height: 600 },
    // One drawing a frame is enough, and it must not come in the middle of another.
    onChange: () => redraw((n) => n + 1),
  };
  const made = useRef<Virtualizer<HTMLElement, HTMLElement> | undefined>(undefined);
  made.current ??= new Virtualizer<HTMLElement, HTMLElement>(options);
  const virtual = made.current;
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => virtual._willUpdate());
  return {
    rows: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    scrollTo: (index) => virtual.scrollToIndex(index),
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1),
  };
}
