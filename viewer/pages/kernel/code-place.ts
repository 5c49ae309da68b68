/** The selected line of the code, which is also in the address of the page: a step to another instruction can be undone with Back. */
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useStill } from '../../parts/still.ts';
import { go as goTo, route } from '../../state.ts';
import type { CodeView } from '../../worker/code-view.ts';
import { lineAt } from './instruction-links.ts';

interface CodePlace {
  /** Where the cursor is: a signal, so that not all is drawn again at each step. */
  readonly line: ReadonlySignal<number | undefined>;
  /** The same when it does not move: what is shown of a line, and the address of the page, follow then. */
  readonly still: number | undefined;
  /** A new object moves the cursor. */
  readonly goto: { readonly line: number } | undefined;
  /** The cursor was moved to a line: with the pointer, or with keys, which may be held. */
  choose(line: number, by: 'pointer' | 'keys'): void;
  /** A step to a line from elsewhere. */
  go(line: number): void;
  /** Undoes the last step; false if there is none. */
  back(): boolean;
}

/** The text of a line. */
export function textAt({ text }: CodeView, line: number): string {
  let start = 0;
  for (let n = 0; n < line; n++) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? undefined : end);
}

export function useCodePlace(code: CodeView): CodePlace {
  const line = useSignal<number>();
  const [goto, setGoto] = useState<{ readonly line: number }>();
  const { still, follow, settle } = useStill<number>();
  const steps = useRef(0);
  const { instruction } = route.value;
  // What the cursor has put into the address does not lead it back when it has moved on.
  const own = useRef<{ readonly code: CodeView; readonly instruction: number | undefined }>(undefined);
  const put = (at: number | undefined, { replace }: { replace: boolean }) => {
    const offset = code.offsets[at ?? -1] ?? -1;
    own.current = { code, instruction: offset < 0 ? undefined : offset };
    if (!replace || own.current.instruction !== instruction) goTo({ instruction: own.current.instruction }, { replace });
  };
  useEffect(() => {
    if (own.current?.code === code && own.current.instruction === instruction) return;
    const to = instruction === undefined ? undefined : lineAt(code, instruction);
    if (to === undefined) return;
    setGoto({ line: to });
    line.value = to;
    settle(to);
  }, [code, instruction]);
  useEffect(() => {
    if (still !== undefined) put(still, { replace: true });
  }, [still]);
  return {
    line,
    still,
    goto,
    choose: (to, by) => {
      line.value = to;
      if (by === 'pointer') settle(to);
      else follow(to);
    },
    go: (to) => {
      steps.current++;
      // Back leads to where the cursor was, not to where it was when it was still.
      if (line.value !== still) put(line.value, { replace: true });
      setGoto({ line: to });
      line.value = to;
      settle(to);
      put(to, { replace: false });
    },
    back: () => {
      if (steps.current === 0) return false;
      steps.current--;
      history.back();
      return true;
    },
  };
}
