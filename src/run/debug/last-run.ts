/** The last run of instructions of one line, looked for backwards. */
import type { Thread } from '../thread.ts';

interface Run {
  readonly moment: number;
  readonly key: string;
}

/**
 * What a replay of the past is asked, part by part: where the last run begins.
 *
 * @param keyOf the line of the next instruction of a thread; undefined for what belongs to no run
 */
export function lastRun(
  keyOf: (t: Thread) => string | undefined,
  now: () => number,
): { readonly look: (t: Thread) => void; readonly found: (isOldest: boolean) => number | undefined } {
  /** Runs of the part that is replayed, and the first of the parts after it, which may have begun before. */
  let runs: Run[] = [];
  let open: Run | undefined;
  return {
    look: (t) => {
      const key = keyOf(t);
      if (key !== undefined && runs.at(-1)?.key !== key) runs.push({ moment: now(), key });
    },
    found: (isOldest) => {
      const part = runs;
      runs = [];
      const last = part.at(-1);
      if (open !== undefined && last !== undefined && last.key !== open.key) return open.moment;
      open = last ?? open;
      return part.length > 1 || isOldest ? open?.moment : undefined;
    },
  };
}
