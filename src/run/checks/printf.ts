/** More printed than the buffer holds: where its counter passes the end. */
import type { Observer, Places } from '../observer.ts';
import type { Findings } from './findings.ts';

export function printfCheck(findings: Findings): Observer {
  let printf: Places['printf'];
  return {
    begin: (places) => {
      ({ printf } = places);
    },
    watch: (site) => {
      if (site.message?.group !== 'atomic' || printf === undefined) return undefined;
      const buffer = printf;
      const hit = findings.at('printf-overflow', site);
      let lane = -1;
      return {
        memory: (_, touch) => {
          if (touch.memory === buffer) ({ lane } = touch);
          return false;
        },
        after: (t) => {
          const [used, size] = [(buffer.i32[0] ?? 0) >>> 0, buffer.end - buffer.start];
          if (used > size) hit(t, lane, () => ({ message: `the kernel prints more than the ${size} bytes that its buffer holds` }));
        },
      };
    },
  };
}
