/**
 * Bytes in rows, of any number: only the rows in view are in the document. Browsers cannot scroll an element that is higher than some
 * ten million pixels, so the bar of a larger source stands for more than a pixel of it, and wheel and keys move by rows.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Block } from '../worker/bytes.ts';
import { type Blocks, indexAt } from './hex-blocks.ts';

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface HexPaneProps {
  readonly label: string;
  readonly blocks: Blocks;
  readonly caret: number;
  readonly selection: Stretch | undefined;
  /** Where it is to be scrolled to; a new object scrolls again. */
  readonly target: { readonly offset: number } | undefined;
  /** @param extend whether the selection grows to there */
  onCaret(offset: number, extend: boolean): void;
  /** Keys that are not about moving. */
  onKey?(event: KeyboardEvent): void;
}

const ROW = 20;
/** Pixels that every browser takes. */
const HIGHEST = 8_000_000;
/** Of the view, in pixels: where nothing bounds its height, as on paper, it does not become that of all rows. */
const TALLEST = 4_000;
/** A digit is not wider than so many pixels, and the room between the columns. */
const DIGIT = 7.25;
const ROOM = 52;

export function HexPane({ label, blocks, caret, selection, target, onCaret, onKey }: HexPaneProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ height: 400, perRow: 16 });
  const [top, setTop] = useState(0);
  const expected = useRef(-1);
  const dragging = useRef(false);
  const { perRow } = view;
  const digits = Math.max(6, (blocks.start + blocks.size).toString(16).length);
  const count = Math.ceil(blocks.size / perRow);
  const shown = Math.ceil(view.height / ROW) + 1;
  const whole = count * ROW;
  const height = Math.min(whole, HIGHEST);
  const scale = height > view.height ? (whole - view.height) / (height - view.height) : 1;
  const last = Math.max(0, count - view.height / ROW);

  const scrollTo = (row: number) => {
    const next = Math.min(Math.max(row, 0), last);
    setTop(next);
    expected.current = Math.round((next * ROW) / scale);
    if (scroller.current) scroller.current.scrollTop = expected.current;
  };
  const scrollIntoView = (offset: number) => {
    const row = Math.floor((offset - blocks.start) / perRow);
    const full = Math.floor(view.height / ROW);
    if (row < top) scrollTo(row);
    else if (row >= top + full) scrollTo(row - full + 1);
  };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () =>
      setView({
        height: Math.min(element.clientHeight, TALLEST),
        perRow: element.clientWidth < (digits + 16 * 4 + 1) * DIGIT + ROOM ? 8 : 16,
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  // A row of what was looked at stays in view when rows become shorter, or when something else is looked at.
  useLayoutEffect(() => {
    if (!target) return;
    const row = Math.floor((target.offset - blocks.start) / perRow);
    if (row < top || row >= top + Math.floor(view.height / ROW) - 1) scrollTo(row - Math.floor(view.height / ROW / 4));
  }, [target, perRow, blocks]);
  const wheel = useRef<(event: WheelEvent) => void>(() => undefined);
  wheel.current = (event) => {
    if (scale === 1 || event.ctrlKey) return;
    event.preventDefault();
    scrollTo(top + (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / ROW));
  };
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent) => wheel.current(event);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  const onScroll = () => {
    const at = scroller.current?.scrollTop ?? 0;
    if (Math.abs(at - expected.current) < 1) return;
    expected.current = -1;
    setTop(Math.min((at * scale) / ROW, last));
  };
  const move = (offset: number, extend: boolean) => {
    const to = Math.min(Math.max(offset, blocks.start), blocks.start + blocks.size - 1);
    scrollIntoView(to);
    onCaret(to, extend);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / ROW) - 1) * perRow;
    const start = caret - ((caret - blocks.start) % perRow);
    const far = event.ctrlKey || event.metaKey;
    const moves: { readonly [key: string]: number } = {
      ArrowLeft: caret - 1,
      ArrowRight: caret + 1,
      ArrowUp: caret - perRow < blocks.start ? caret : caret - perRow,
      ArrowDown: caret + perRow >= blocks.start + blocks.size ? caret : caret + perRow,
      PageUp: caret - page,
      PageDown: caret + page,
      Home: far ? blocks.start : start,
      End: far ? blocks.start + blocks.size - 1 : start + perRow - 1,
    };
    const to = event.altKey || (far && !/^(?:Home|End)$/.test(event.key)) ? undefined : moves[event.key];
    if (to === undefined) return onKey?.(event);
    event.preventDefault();
    move(to, event.shiftKey);
  };
  const offsetOf = (event: PointerEvent): number | undefined => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-byte]')?.dataset.byte;
    return found === undefined ? undefined : Number(found);
  };
  const onPointerDown = (event: PointerEvent) => {
    const at = event.button === 0 ? offsetOf(event) : undefined;
    if (at === undefined) return;
    event.preventDefault();
    scroller.current?.focus({ preventScroll: true });
    dragging.current = true;
    onCaret(at, event.shiftKey);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons !== 1) dragging.current = false;
    const at = dragging.current ? offsetOf(event) : undefined;
    if (at !== undefined && at !== caret) onCaret(at, true);
  };

  const first = Math.floor(top);
  const rows = Array.from({ length: Math.min(shown, count - first) }, (_, i) => first + i);
  const caretRow = Math.floor((caret - blocks.start) / perRow);
  void blocks.version.value;
  return (
    <div
      class="hex"
      role="grid"
      aria-label={label}
      aria-rowcount={count}
      aria-colcount={perRow + 1}
      aria-activedescendant={caretRow >= first && caretRow < first + rows.length ? `byte-${caret}` : undefined}
      tabIndex={0}
      ref={scroller}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      <div class="whole" role="presentation" style={{ height: `${height}px` }}>
        <div class="window" role="presentation" style={{ height: `${view.height}px` }}>
          <div role="rowgroup" style={{ transform: `translateY(${-Math.round((top - first) * ROW)}px)` }}>
            {rows.map((row) => (
              <HexRow key={row} row={row} blocks={blocks} perRow={perRow} digits={digits} caret={caret} selection={selection} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

interface RowProps extends Pick<HexPaneProps, 'blocks' | 'caret' | 'selection'> {
  readonly row: number;
  readonly perRow: number;
  readonly digits: number;
}

function HexRow({ row, blocks, perRow, digits, caret, selection }: RowProps) {
  const offset = blocks.start + row * perRow;
  const end = Math.min(offset + perRow, blocks.start + blocks.size);
  // A row lies in one block: both are powers of two.
  const block = blocks.around(offset);
  const own = caret >= offset && caret < end ? caret : undefined;
  const from = Math.min(Math.max(selection?.start ?? end, offset), end);
  const to = Math.min(Math.max(selection?.end ?? end, from), end);
  // Most rows stay as they are when the caret moves.
  return useMemo(() => {
    const cells = Array.from({ length: end - offset }, (_, i) => cell(block, offset + i, own, { start: from, end: to }));
    return (
      <div role="row" class="hexrow" aria-rowindex={row + 1}>
        <span role="rowheader" class="offset">
          {offset.toString(16).padStart(digits, '0')}
        </span>
        {cells.map(({ at, text, look, isCaret, isSelected }) => (
          <span role="gridcell" key={at} id={`byte-${at}`} class={`byte ${look}`} data-byte={at} aria-selected={isSelected || isCaret}>
            {text}
          </span>
        ))}
        <span class="ascii" aria-hidden="true">
          {cells.map(({ at, look, character }) => (
            <span key={at} class={look} data-byte={at}>
              {character}
            </span>
          ))}
        </span>
      </div>
    );
  }, [block, offset, end, digits, own, from, to]);
}

function cell(block: Block | undefined, at: number, caret: number | undefined, selection: Stretch) {
  const byte = block?.bytes[at - block.start];
  const span = block?.spans[indexAt(block.spans, at)];
  const isSelected = at >= selection.start && at < selection.end;
  const isCaret = at === caret;
  const look = [span?.role ?? 'waiting', span?.odd ? 'odd' : '', isSelected ? 'selected' : '', isCaret ? 'caret' : '']
    .filter(Boolean)
    .join(' ');
  return {
    at,
    text: byte === undefined ? '··' : byte.toString(16).padStart(2, '0'),
    character: byte === undefined ? ' ' : (ascii(byte) ?? '.'),
    look,
    isSelected,
    isCaret,
  };
}

/** The character of a byte, when it has one that can be seen. */
export function ascii(byte: number): string | undefined {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : undefined;
}
