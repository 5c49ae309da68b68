/** The caret of the bytes: where keys and the pointer put it. */
import { useRef } from 'preact/hooks';

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a key moves the caret to, which may be outside the bytes; undefined for keys that do not move it.
 *
 * @param page rows of a page
 */
export function caretAfter(event: KeyboardEvent, caret: number, { start, end }: Stretch, perRow: number, page: number): number | undefined {
  const rowStart = caret - ((caret - start) % perRow);
  const far = event.ctrlKey || event.metaKey;
  if (event.altKey || (far && !/^(?:Home|End)$/.test(event.key))) return undefined;
  const moves: { readonly [key: string]: number } = {
    ArrowLeft: caret - 1,
    ArrowRight: caret + 1,
    ArrowUp: caret - perRow < start ? caret : caret - perRow,
    ArrowDown: caret + perRow >= end ? caret : caret + perRow,
    PageUp: caret - page * perRow,
    PageDown: caret + page * perRow,
    Home: far ? start : rowStart,
    End: far ? end - 1 : rowStart + perRow - 1,
  };
  return moves[event.key];
}

/** Handlers that put the caret where the pointer presses, and extend the selection while it is moved pressed. */
export function usePointer(caret: number, onCaret: (offset: number, extend: boolean) => void) {
  const dragging = useRef(false);
  return {
    onPointerDown(event: PointerEvent & { readonly currentTarget: HTMLElement }) {
      const at = event.button === 0 ? byteUnder(event) : undefined;
      if (at === undefined) return;
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      dragging.current = true;
      onCaret(at, event.shiftKey);
    },
    onPointerMove(event: PointerEvent) {
      if (event.buttons !== 1) dragging.current = false;
      const at = dragging.current ? byteUnder(event) : undefined;
      if (at !== undefined && at !== caret) onCaret(at, true);
    },
  };
}

/** The byte under the pointer. The target of the event stays the same while the pointer is pressed. */
function byteUnder({ clientX, clientY }: PointerEvent): number | undefined {
  const byte = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-byte]')?.dataset.byte;
  return byte === undefined ? undefined : Number(byte);
}
