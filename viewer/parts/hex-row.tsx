/** One row of bytes: its offset, the bytes in hexadecimal digits, and as characters. */
import { useMemo } from 'preact/hooks';
import type { Block } from '../worker/bytes.ts';
import { type Blocks, indexAt } from './hex-blocks.ts';
import type { Stretch } from './hex-caret.ts';
import { hexDigits } from './shown.ts';

interface RowProps {
  readonly blocks: Blocks;
  readonly caret: number;
  readonly selection: Stretch | undefined;
  readonly row: number;
  readonly perRow: number;
  readonly digits: number;
}

export function HexRow({ row, blocks, perRow, digits, caret, selection }: RowProps) {
  const offset = blocks.start + row * perRow;
  const end = Math.min(offset + perRow, blocks.start + blocks.size);
  // A row is in one block: both are powers of two.
  const block = blocks.around(offset);
  const position = caret >= offset && caret < end ? caret : undefined;
  const from = Math.min(Math.max(selection?.start ?? end, offset), end);
  const to = Math.min(Math.max(selection?.end ?? end, from), end);
  // Most rows stay as they are when the caret moves.
  return useMemo(() => {
    const cells = Array.from({ length: end - offset }, (_, i) => cell(block, offset + i, position, { start: from, end: to }));
    return (
      <div role="row" class="hexrow" aria-rowindex={row + 1}>
        <span role="rowheader" class="offset">
          {hexDigits(offset, digits)}
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
  }, [block, offset, end, digits, position, from, to]);
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
    text: byte === undefined ? '··' : hexDigits(byte, 2),
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
