/** Who wrote a byte of memory, one after the other. */
import type { Observer } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { type Build, Enough, type Paused, runBuild } from './build.ts';
import { areSame, Clock, type Moment } from './moment.ts';

/** Writes that are remembered: those before are forgotten. */
const MOST = 1 << 17;

/** A byte of memory. Allocations have the same names in all runs of a launch. */
export interface MemoryByte {
  readonly memory: string;
  readonly index: number;
  /** The thread whose own it is, for memory that no other thread reaches. */
  readonly own?: number;
}

export interface Write extends Moment {
  readonly isAtomic: boolean;
  /** The byte before it. */
  readonly before: number;
}

/** The writes of a byte, up to a moment. */
export interface History {
  readonly writes: readonly Write[];
  /** The byte at the moment. */
  readonly value: number;
  readonly isCut: boolean;
}

/** The writes of a byte, before a thread comes to a moment, or all of them. */
export function* historyOf(build: Build, byte: MemoryByte, until?: Moment): Paused<History> {
  const clock = new Clock();
  const writes: Write[] = [];
  let isCut = false;
  let read: () => number = () => 0;
  const observer: Observer = {
    group: () => {
      if (byte.memory === 'local memory') writes.length = 0;
    },
    watch: (site) => {
      if (site.message === undefined) return undefined;
      const { section, instruction } = site;
      const counted = clock.at(site);
      let count = 0;
      const before = (t: Thread): void => {
        count = counted(t);
        if (until && areSame(until, { thread: clock.threadOf(t), section, offset: instruction.offset, count })) throw new Enough();
      };
      const { group } = site.message;
      if (group !== 'store' && group !== 'atomic') return { before };
      return {
        before,
        memory: (t, { memory, index, size }) => {
          if (memory?.name !== byte.memory || byte.index < index || byte.index >= index + size) return false;
          const thread = clock.threadOf(t);
          if (byte.own !== undefined && byte.own !== thread) return false;
          read = () => memory.bytes[byte.index] ?? 0;
          writes.push({ thread, section, offset: instruction.offset, count, isAtomic: group === 'atomic', before: read() });
          if (writes.length > 2 * MOST) {
            writes.splice(0, MOST);
            isCut = true;
          }
          return false;
        },
      };
    },
  };
  yield* runBuild(build, [clock.observer, observer]);
  return { writes, value: read(), isCut };
}

/**
 * The writes of the same byte in two runs that say why it differs: the last ones, or, where these are atomic operations, the first that
 * left something else.
 */
export function differingWrites(a: History, b: History): readonly (Write | undefined)[] {
  const [lastA, lastB] = [a.writes.at(-1), b.writes.at(-1)];
  if (!lastA?.isAtomic && !lastB?.isAtomic) return [lastA, lastB];
  const after = ({ writes, value }: History, i: number): number => writes[i + 1]?.before ?? value;
  for (let i = 0; i < Math.max(a.writes.length, b.writes.length); i++) {
    const [one, other] = [a.writes[i], b.writes[i]];
    if (one === undefined || other === undefined || !areSame(one, other) || after(a, i) !== after(b, i)) return [one, other];
  }
  return [lastA, lastB];
}
