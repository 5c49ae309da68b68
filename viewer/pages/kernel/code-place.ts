/** The selected line of the code, which is also in the address of the page: a step to another instruction can be undone with Back. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { go as goTo, goWhenStill, route } from '../../state.ts';
import type { CodeView } from '../../worker/code-view.ts';
import { lineAt } from './instruction-links.ts';

interface CodePlace {
  readonly line: number | undefined;
  /** A new object moves the cursor. */
  readonly goto: { readonly line: number } | undefined;
  /** The cursor was moved to a line. */
  choose(line: number): void;
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
  const [line, setLine] = useState<number>();
  const [goto, setGoto] = useState<{ readonly line: number }>();
  const steps = useRef(0);
  const { instruction } = route.value;
  const own = line === undefined ? -1 : (code.offsets[line] ?? -1);
  useEffect(() => {
    const to = instruction === undefined || instruction === own ? undefined : lineAt(code, instruction);
    if (to === undefined) return;
    setGoto({ line: to });
    setLine(to);
  }, [code, instruction]);
  const put = (to: number, goTo: typeof goWhenStill) => {
    const offset = code.offsets[to] ?? -1;
    setLine(to);
    goTo({ instruction: offset < 0 ? undefined : offset });
  };
  return {
    line,
    goto,
    choose: (to) => put(to, goWhenStill),
    go: (to) => {
      steps.current++;
      setGoto({ line: to });
      put(to, goTo);
    },
    back: () => {
      if (steps.current === 0) return false;
      steps.current--;
      history.back();
      return true;
    },
  };
}
