/** The keys of the page: what `?` lists. A page handles its own keys; here they are said. */
import type { View } from './state.ts';

export interface KeyRow {
  readonly keys: string;
  readonly does: string;
  /** Absent for those of every page. */
  readonly view?: View;
}

export const KEYS: readonly KeyRow[] = [
  { keys: '?', does: 'this list' },
  { keys: '/', does: 'find a kernel by its name' },
  { keys: 'o', does: 'open files' },
  { keys: '1 2 3 4', does: 'overview, kernel, bytes, compare' },
  { keys: '[ ]', does: 'the file before, the file after' },
  { keys: 't', does: 'light, dark, or what the system prefers' },
  { keys: 'Esc', does: 'close what is open; put an explanation away' },
  { keys: 'Tab', does: 'the next table, tree or control' },
  { keys: '↑ ↓ ← →', does: 'the next cell, row, tile or tab' },
  { keys: 'Home End PgUp PgDn', does: 'far in a table, tree or list' },
  { keys: 'Enter', does: 'open the row; sort by the heading; go into the tile' },
  { keys: 'Backspace', does: 'out of the tile again', view: 'overview' },
  { keys: 'g f', does: 'go to an offset; find bytes or text', view: 'bytes' },
  { keys: 'n p', does: 'the next field, the field before', view: 'bytes' },
  { keys: 'Shift ← →', does: 'more or fewer bytes', view: 'bytes' },
  { keys: 'Ctrl C', does: 'copy the bytes as hexadecimal; with Shift as text', view: 'bytes' },
  { keys: 'p n', does: 'the kernel before, the kernel after', view: 'kernel' },
  { keys: 'Ctrl+F', does: 'search in the code, when the focus is there', view: 'kernel' },
];
