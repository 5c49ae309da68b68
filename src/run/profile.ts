/** A profile: how often each instruction ran, and for how many lanes. */
import type { Observer } from './observer.ts';

/** An instruction that has run. */
export interface ProfileRow {
  readonly section: string;
  /** Offset in the section, in bytes. */
  readonly offset: number;
  readonly runs: number;
  /** Enabled lanes of all runs together, and the lanes that the instruction has: the quotient of `lanes` and `runs * width` is the part in use. */
  readonly lanes: number;
  readonly width: number;
}

/** An observer that counts, and what it has counted so far. */
export interface Profiler {
  readonly observer: Observer;
  /** By section and offset. */
  rows(): readonly ProfileRow[];
}

/**
 * Counts instructions and lanes of a run.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * const profiler = newProfiler();
 * const out = new Uint8Array(512);
 * const observers = [profiler.observer];
 * launch(zebin, zebin.kernels[0], { global: [16], local: [16], arguments: [{ kind: 'buffer', bytes: out }], observers });
 * profiler.rows()[0].offset; // 0
 */
export function newProfiler(): Profiler {
  const rows = new Map<string, { -readonly [name in keyof ProfileRow]: ProfileRow[name] }>();
  return {
    observer: {
      watch: ({ instruction: { offset, execSize: width }, section, enabled }) => {
        const key = `${section} ${offset}`;
        const row = rows.get(key) ?? { section, offset, runs: 0, lanes: 0, width };
        rows.set(key, row);
        return {
          before: (t) => {
            row.runs++;
            row.lanes += bitCount(enabled(t));
          },
        };
      },
    },
    rows: () =>
      [...rows.values()]
        .filter(({ runs }) => runs > 0)
        .map((row) => ({ ...row }))
        .sort((a, b) => (a.section === b.section ? a.offset - b.offset : a.section < b.section ? -1 : 1)),
  };
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
