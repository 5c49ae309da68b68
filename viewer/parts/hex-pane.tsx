/** Bytes in rows, of any number: only the rows in view are in the document. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Blocks } from './hex-blocks.ts';
import { caretAfter, type Stretch, usePointer } from './hex-caret.ts';
import { HexRow } from './hex-row.tsx';
import { ROW, useHexScroll, useHexView } from './hex-scroll.ts';
import { count, hex } from './shown.ts';

export interface HexPaneProps {
  readonly label: string;
  readonly blocks: Blocks;
  readonly caret: number;
  readonly selection: Stretch | undefined;
  /** Where it is to be scrolled to; a new object scrolls again. */
  readonly target: { readonly offset: number } | undefined;
  /** @param extend whether the selection grows to there */
  onCaret(offset: number, extend: boolean): void;
  /** Keys other than those that move. */
  onKey?(event: KeyboardEvent): void;
}

export function HexPane({ label, blocks, caret, selection, target, onCaret, onKey }: HexPaneProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const end = blocks.start + blocks.size;
  const digits = Math.max(6, end.toString(16).length);
  const { height, perRow } = useHexView(scroller, digits);
  const rowCount = Math.ceil(blocks.size / perRow);
  const scroll = useHexScroll(scroller, rowCount, height);
  const { top, full } = scroll;
  const rowOf = (offset: number) => Math.floor((offset - blocks.start) / perRow);
  // A row stays in view when rows become shorter, or when another source is shown.
  useLayoutEffect(() => {
    if (!target) return;
    const row = rowOf(target.offset);
    if (row < top || row >= top + full - 1) scroll.scrollTo(row - Math.floor(height / ROW / 4));
  }, [target, perRow, blocks]);
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = caretAfter(event, caret, { start: blocks.start, end }, perRow, Math.max(1, full - 1));
    if (moved === undefined) return onKey?.(event);
    event.preventDefault();
    const to = Math.min(Math.max(moved, blocks.start), end - 1);
    scroll.show(rowOf(to));
    onCaret(to, event.shiftKey);
  };
  const pointer = usePointer(caret, onCaret);
  const first = Math.floor(top);
  const rows = Array.from({ length: Math.min(Math.ceil(height / ROW) + 1, rowCount - first) }, (_, i) => first + i);
  const caretRow = rowOf(caret);
  void blocks.version.value;
  return (
    <>
      <div
        class="hex"
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount}
        aria-colcount={perRow + 1}
        aria-activedescendant={caretRow >= first && caretRow < first + rows.length ? `byte-${caret}` : undefined}
        tabIndex={0}
        ref={scroller}
        onScroll={scroll.onScroll}
        onKeyDown={onKeyDown}
        {...pointer}
      >
        <div class="whole" role="presentation" style={{ height: `${scroll.height}px` }}>
          <div class="window" role="presentation" style={{ height: `${height}px` }}>
            <div role="rowgroup" style={{ transform: `translateY(${-Math.round((top - first) * ROW)}px)` }}>
              {rows.map((row) => (
                <HexRow key={row} row={row} blocks={blocks} perRow={perRow} digits={digits} caret={caret} selection={selection} />
              ))}
            </div>
          </div>
        </div>
      </div>
      <p class="on-paper">
        Only the bytes that were in view are on paper: {hex(blocks.start + first * perRow)} to{' '}
        {hex(Math.min(end, blocks.start + (first + full) * perRow) - 1)} of {count(blocks.size, 'byte')}.
      </p>
    </>
  );
}
