/** The ways of the debugger, with their keys: forwards those that most debuggers have, backwards those of WinDbg with the names of gdb. */
import type { DebugMotion } from '../../../worker/run/debug-messages.ts';

export interface Way {
  readonly motion: DebugMotion;
  readonly title: string;
  /** The key, and whether it is pressed with Shift. */
  readonly key: string;
  readonly isShift: boolean;
  readonly about: string;
}

const way = (motion: DebugMotion, title: string, keys: string, about: string): Way => ({
  ...{ motion, title, about },
  key: keys.replace('Shift+', ''),
  isShift: keys.startsWith('Shift+'),
});

export const FORWARDS: readonly Way[] = [
  way('continue', 'Continue', 'F5', 'run on, to a breakpoint or to the end'),
  way('over', 'Step over', 'F10', 'run to another line of the source, or to the next instruction, but over calls'),
  way('into', 'Step into', 'F11', 'the same, but into calls'),
  way('out', 'Step out', 'Shift+F11', 'run out of the function, or of the inlined call'),
  way('barrier', 'To the barrier', 'b', 'run until all threads of the group have reached a barrier'),
];

export const BACKWARDS: readonly Way[] = [
  way('reverse-continue', 'reverse-continue', 'Shift+F5', 'run back to a breakpoint, or to the beginning'),
  way('reverse-over', 'reverse-next', 'Shift+F10', 'go back to the beginning of the line, or by an instruction, but over calls'),
  way('reverse-into', 'reverse-step', 'Shift+F8', 'the same, but into calls'),
  way('reverse-out', 'reverse-finish', 'Shift+F7', 'go back to the call of the function'),
  way('reverse-barrier', 'reverse-until barrier', 'Shift+B', 'go back to where all threads of a group had reached a barrier'),
];

/** The way of a key. A letter says itself whether Shift is pressed. */
export function wayOf(pressed: string, isShift: boolean): Way | undefined {
  return [...FORWARDS, ...BACKWARDS].find((one) => one.key === pressed && one.isShift === isShift);
}

export const keysOf = ({ key, isShift }: Way): string => (isShift ? `Shift+${key}` : key);
