/** Local memory that is read after a barrier, and that its writer did not fence before it: the bytes may still be under way. */
import { PLATFORMS } from '../../formats/eu/index.ts';
import type { Observer, Places, Touch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { type AccessKind, accessOf, type Findings, type Hit } from './findings.ts';

/** Before, messages to local memory keep their order. */
const FIRST = PLATFORMS.indexOf('12p1');
const WORD = 4;
/** Threads of a group, at most. */
const MOST_THREADS = 1024;
/** The index in the binding table that stands for local memory. */
const LOCAL = 254;

export function fenceCheck(findings: Findings): Observer {
  let places: Places | undefined;
  /** By word of local memory: the thread that wrote it last, counted from 1, the fences that it had sent then, and the barriers passed. */
  let writers = new Uint16Array(0);
  let fences = new Uint32Array(0);
  let epochs = new Uint32Array(0);
  /** The thread, in its stretch between two barriers, that read a word last: many lanes read the same one. */
  let readers = new Uint32Array(0);
  let epoch = 0;
  /** By thread: fences that it has sent, and those before the last barrier. */
  const sent: number[] = [];
  let before: number[] = [];
  return {
    begin: (given) => {
      places = given;
      const words = Math.ceil(given.local.bytes.length / WORD);
      writers = new Uint16Array(words);
      fences = new Uint32Array(words);
      epochs = new Uint32Array(words);
      readers = new Uint32Array(words);
    },
    group: (threads) => {
      writers.fill(0);
      for (const { index } of threads) sent[index] = 0;
      before = [];
    },
    released: (threads, barrier) => {
      if (barrier !== 0) return;
      epoch++;
      for (const { index } of threads) before[index] = sent[index] ?? 0;
    },
    watch: (site) => {
      const { message } = site;
      if (message === undefined || places === undefined || places.layout.platform < FIRST) return undefined;
      const { local } = places;
      if (message.operation === 'fence')
        return {
          before: ({ index }) => {
            sent[index] = (sent[index] ?? 0) + 1;
          },
        };
      if (message.unit !== 'slm' && message.shared !== true && message.surface !== LOCAL) return undefined;
      const access = accessOf(site);
      const hit = findings.at('missing-wait', site);
      return {
        memory: (t, touch) => {
          const { memory, index, size } = touch;
          if (memory !== local) return false;
          const reader = epoch * MOST_THREADS + t.index + 1;
          for (let word = index >> 2; word <= (index + size - 1) >> 2; word++) {
            if (access === 'read' && readers[word] === reader) continue;
            const writer = (writers[word] ?? 0) - 1;
            const isLater = writer >= 0 && writer !== t.index && epochs[word] !== epoch;
            if (access !== 'write' && isLater && before[writer] === fences[word]) tell(hit, t, touch, access, writer);
            readers[word] = access === 'read' ? reader : 0;
            if (access === 'read') continue;
            writers[word] = t.index + 1;
            fences[word] = sent[t.index] ?? 0;
            epochs[word] = epoch;
          }
          return false;
        },
      };
    },
  };
}

/** Apart from the loop over words: a function within would allocate what both share at each call. */
function tell(hit: Hit, t: Thread, { lane, memory, index, size }: Touch, access: AccessKind, writer: number): void {
  hit(t, lane, () => ({
    message: `local memory is read that thread ${writer} wrote, which sent no fence between its store and the barrier`,
    ...{ access, memory: memory?.name ?? '', byte: index, size },
  }));
}
