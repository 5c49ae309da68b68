/** Barriers that not all work-items of a group reach. */
import type { Observer, Site } from '../observer.ts';
import { bitCount } from '../thread.ts';
import type { Findings } from './findings.ts';

export function barrierCheck(findings: Findings): Observer {
  let size = 0;
  /** By thread: where it signalled last. */
  let signals: (Site | undefined)[] = [];
  return {
    group: (threads) => {
      size = threads.length;
      signals = [];
    },
    released: (threads, barrier) => {
      const [first] = threads;
      const site = first === undefined ? undefined : signals[first.index];
      if (barrier !== 0 || first === undefined || site === undefined || threads.length >= size) return;
      findings.at('barrier', site)(first, -1, () => ({ message: `${threads.length} of ${size} threads of the group reach the barrier` }));
    },
    watch: (site) => {
      if (site.message?.operation !== 'signal_barrier') return undefined;
      const hit = findings.at('barrier', site);
      return {
        before: (t) => {
          signals[t.index] = site;
          if (t.waiting === 0) return;
          const missing = bitCount(t.waiting);
          hit(t, -1, () => ({ message: `${missing} of ${missing + bitCount(t.mask)} work-items of the thread do not reach the barrier` }));
        },
      };
    },
  };
}
