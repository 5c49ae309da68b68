/** The cell of a table that can have the focus, and the keys that move it. */
import { useState } from 'preact/hooks';
import { useFocusAfterDraw } from './focus.ts';
import { roving } from './roving.ts';
import type { VirtualRows } from './virtual.ts';

export interface ActiveCell {
  /** Row 0 is the heading. */
  readonly row: number;
  readonly column: number;
}

/** @param size rows without the heading, and columns */
export function useActiveCell(scroller: { readonly current: HTMLElement | null }, size: ActiveCell, virtual: VirtualRows) {
  const [chosen, choose] = useState<ActiveCell>({ row: 0, column: 0 });
  const active = { row: Math.min(chosen.row, size.row), column: Math.min(chosen.column, size.column - 1) };
  const askFocus = useFocusAfterDraw(scroller, active.row === 0);
  const move = (row: number, column: number): true => {
    askFocus();
    if (row > 0) virtual.scrollTo(row - 1);
    choose({ row, column });
    return true;
  };
  return {
    active,
    choose,
    /** Whether the key was one that moves the focus. */
    onKeyDown(event: KeyboardEvent): boolean {
      const row = roving(event, active.row, size.row + 1, 'column', virtual.page);
      if (row !== undefined) return move(row, active.column);
      const column = roving(event, active.column, size.column, 'row');
      return column !== undefined && move(active.row, column);
    },
  };
}
