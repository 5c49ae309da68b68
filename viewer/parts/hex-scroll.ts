/**
 * Scrolls rows of bytes, of any number. Browsers cannot scroll an element that is higher than some ten million pixels, so a pixel of the
 * scroll bar of a larger source represents more than a pixel, and wheel and keys move by rows.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Height of a row in pixels. */
export const ROW = 20;
/** Pixels that every browser takes. */
const HIGHEST = 8_000_000;
/** The greatest height of the view, in pixels: where nothing bounds its height, as on paper, it does not become that of all rows. */
const TALLEST = 4_000;
/** A digit is not wider than this many pixels, and the space between the columns. */
const DIGIT = 7.25;
const GUTTERS = 52;

interface Scroller {
  readonly current: HTMLElement | null;
}

/** The height of the view in pixels, and how many bytes fit in a row. */
export function useHexView(scroller: Scroller, digits: number) {
  const [view, setView] = useState({ height: 400, perRow: 16 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () =>
      setView({
        height: Math.min(element.clientHeight, TALLEST),
        perRow: element.clientWidth < (digits + 16 * 4 + 1) * DIGIT + GUTTERS ? 8 : 16,
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return view;
}

/**
 * @param count of all rows
 * @param viewHeight in pixels
 */
export function useHexScroll(scroller: Scroller, count: number, viewHeight: number) {
  const [top, setTop] = useState(0);
  /** Where the code scrolled to: the scroll event that follows is not the user's. */
  const expected = useRef(-1);
  const whole = count * ROW;
  const height = Math.min(whole, HIGHEST);
  const scale = height > viewHeight ? (whole - viewHeight) / (height - viewHeight) : 1;
  const last = Math.max(0, count - viewHeight / ROW);
  /** Rows that are whole in the view. */
  const full = Math.floor(viewHeight / ROW);
  const scrollTo = (row: number) => {
    const next = Math.min(Math.max(row, 0), last);
    setTop(next);
    expected.current = Math.round((next * ROW) / scale);
    if (scroller.current) scroller.current.scrollTop = expected.current;
  };
  useWheel(scroller, (event) => {
    if (scale === 1 || event.ctrlKey) return;
    event.preventDefault();
    scrollTo(top + (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / ROW));
  });
  return {
    /** The row at the upper edge, with a fraction. */
    top,
    full,
    /** Height of the element that is scrolled, in pixels. */
    height,
    scrollTo,
    /** Scrolls as little as shows a row. */
    show(row: number) {
      if (row < top) scrollTo(row);
      else if (row >= top + full) scrollTo(row - full + 1);
    },
    onScroll() {
      const at = scroller.current?.scrollTop ?? 0;
      if (Math.abs(at - expected.current) < 1) return;
      expected.current = -1;
      setTop(Math.min((at * scale) / ROW, last));
    },
  };
}

/** The browser treats listeners of JSX as passive, so they cannot prevent its own scrolling. */
function useWheel(scroller: Scroller, onWheel: (event: WheelEvent) => void): void {
  const now = useRef(onWheel);
  now.current = onWheel;
  useEffect(() => {
    const element = scroller.current;
    const listener = (event: WheelEvent) => now.current(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, []);
}
