/** The keys of the page, which `?` lists. Each page handles its own keys; here they are only described. */
import { VIEW_NAMES, type View } from './state.ts';

export interface KeyRow {
  readonly keys: string;
  readonly does: string;
  /** Absent for keys of every page. */
  readonly view?: View;
}

export const KEYS: readonly KeyRow[] = [
  { keys: '?', does: 'this list' },
  { keys: 'g /', does: 'go to a kernel by its name, an instruction or a byte by its address, an argument' },
  { keys: 'o', does: 'open files' },
  { keys: VIEW_NAMES.map((_, i) => i + 1).join(' '), does: VIEW_NAMES.join(', ') },
  { keys: '[ ]', does: 'previous file, next file' },
  { keys: 'y', does: 'copy the link to this place' },
  { keys: 't', does: 'light, dark or system theme' },
  { keys: 'Esc', does: 'close the dialog or explanation' },
  { keys: 'Tab', does: 'next table, tree or control' },
  { keys: '↑ ↓ ← →', does: 'next cell, row, tile or tab' },
  { keys: 'Home End PgUp PgDn', does: 'jump in a table, tree or list' },
  { keys: 'Enter', does: 'open the row; sort by the column; enter the tile' },
  { keys: 'Backspace', does: 'leave the tile', view: 'overview' },
  { keys: 'g f', does: 'go to an offset; find bytes or text', view: 'bytes' },
  { keys: 'n p', does: 'next field, previous field', view: 'bytes' },
  { keys: 'Shift ← →', does: 'more or fewer bytes', view: 'bytes' },
  { keys: 'Ctrl C', does: 'copy the bytes as hex; with Shift as text', view: 'bytes' },
  { keys: 'p n', does: 'previous kernel, next kernel', view: 'kernel' },
  { keys: 'm', does: 'in the code: where most registers are live', view: 'kernel' },
  { keys: 's l', does: 'in the code: next spill or fill, next loop; with Shift the one before', view: 'kernel' },
  { keys: 'h', does: 'in the code: the instruction with most samples, then the next; with Shift the one before', view: 'kernel' },
  { keys: 'd u', does: 'in the code: what defines a value, what uses it', view: 'kernel' },
  { keys: 'w b', does: 'in the code: what is waited for, where a branch leads', view: 'kernel' },
  { keys: 'r', does: 'in the code: mark the next register of the instruction, and all instructions that it is in', view: 'kernel' },
  { keys: 'z Z', does: 'in the code: fold the block, the loop, or unfold it', view: 'kernel' },
  { keys: 'Backspace', does: 'in the code: back to where such a step began', view: 'kernel' },
  { keys: 'F5 F10 F11', does: 'in the debugger: continue, step over calls, step into them', view: 'kernel' },
  { keys: 'Shift+F11 b F7', does: 'in the debugger: step out, to the barrier, to the cursor', view: 'kernel' },
  { keys: 'Shift+F5 Shift+F10', does: 'in the debugger, backwards: reverse-continue, reverse-next', view: 'kernel' },
  { keys: 'Shift+F8 Shift+F7', does: 'in the debugger, backwards: reverse-step, reverse-finish', view: 'kernel' },
  { keys: 'B', does: 'in the debugger, backwards: reverse-until barrier', view: 'kernel' },
  { keys: 'F9', does: 'in the debugger: set a breakpoint at the cursor, or remove it', view: 'kernel' },
  { keys: 'i Backspace', does: 'in the debugger: steps by line or by instruction; back to where the last jump began', view: 'kernel' },
  { keys: 'c', does: 'in the code: next change; with Shift the one before', view: 'compare' },
  { keys: 'Ctrl+F', does: 'search in the code, if it has the focus', view: 'kernel' },
];
