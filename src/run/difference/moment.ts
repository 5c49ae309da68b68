/** Moments of a run, which can be found again in another run: a thread comes to an instruction for the nth time. */

import type { Instruction } from '../../formats/eu/index.ts';
import { localId } from '../dispatch.ts';
import type { WorkItem } from '../model.ts';
import type { Observer, Site } from '../observer.ts';
import type { Thread } from '../thread.ts';

export interface Moment {
  /** Counts the threads of the run: all those of a group, then those of the next. */
  readonly thread: number;
  /** The section of the instruction, and its offset there in bytes. */
  readonly section: string;
  readonly offset: number;
  /** How often the thread had come here before. */
  readonly count: number;
}

export const areSame = (a: Moment, b: Moment): boolean =>
  a.thread === b.thread && a.offset === b.offset && a.count === b.count && a.section === b.section;

/** How work-items are spread over threads. */
export interface Grid {
  readonly global: readonly number[];
  readonly local: readonly number[];
  readonly offset: readonly number[];
  readonly simd: number;
  /** The dimension of local ids that runs fastest, and so on. */
  readonly order: readonly number[];
}

/** The work-item of a lane. */
export function itemOf(
  { global, local, offset, simd, order }: Grid,
  group: readonly number[],
  thread: number,
  lane: number | null,
): WorkItem {
  // Groups at the end of a launch may be smaller.
  const size = [0, 1, 2].map((d) => Math.min(local[d] ?? 1, (global[d] ?? 1) - (group[d] ?? 0) * (local[d] ?? 1)));
  const ids = localId(order, size, thread * simd + Math.max(lane ?? 0, 0));
  const place = ids.map((id, d) => (offset[d] ?? 0) + (group[d] ?? 0) * (local[d] ?? 1) + id);
  return { global: place, local: ids, group, thread, lane };
}

/** Who executes a work-item: its group, the thread there, and the lane. */
export function placeOfItem(
  { local, offset, simd, order }: Grid,
  id: readonly number[],
): { group: number[]; thread: number; lane: number } {
  const size = [0, 1, 2].map((d) => local[d] ?? 1);
  const place = size.map((_, d) => Math.max((id[d] ?? 0) - (offset[d] ?? 0), 0));
  const group = place.map((at, d) => Math.floor(at / (size[d] ?? 1)));
  const inGroup = place.map((at, d) => at % (size[d] ?? 1));
  const [first = 0, second = 1, third = 2] = order;
  const item = ((inGroup[third] ?? 0) * (size[second] ?? 1) + (inGroup[second] ?? 0)) * (size[first] ?? 1) + (inGroup[first] ?? 0);
  return { group, thread: Math.floor(item / simd), lane: item % simd };
}

/** The place of a work-item in the order of all. */
export const orderOf = ({ global: [gx = 1, gy = 1] }: Grid, { global: [x = 0, y = 0, z = 0] }: WorkItem): number => (z * gy + y) * gx + x;

/** The lane of the thread that a lane of an instruction is; null for a block, which is of the whole thread. */
export const laneOf = ({ noMask, channelOffset }: Instruction, lane: number): number | null =>
  lane < 0 ? null : noMask ? lane : channelOffset + lane;

/** Counts how often the threads of the current group come to the instructions that it is asked about. */
export class Clock {
  /** Groups that began so far, and the threads of all those before the current one. */
  private threadsBefore = 0;
  private threadsNow = 0;
  private readonly counts = new Map<string, Int32Array>();
  private ids: readonly number[] = [];

  readonly observer: Observer = {
    group: (threads) => {
      this.threadsBefore += this.threadsNow;
      this.threadsNow = threads.length;
      const [first] = threads;
      this.ids = [first?.u32[1] ?? 0, first?.u32[6] ?? 0, first?.u32[7] ?? 0];
      for (const counts of this.counts.values()) counts.fill(0);
    },
  };

  /** The group that runs. */
  get group(): readonly number[] {
    return this.ids;
  }

  threadOf(t: Thread): number {
    return this.threadsBefore + t.index;
  }

  /** Counts an instruction: the function returns how often the thread had come here before, and is to be called each time. */
  at({ section, instruction: { offset } }: Site): (t: Thread) => number {
    const key = `${section} ${offset}`;
    const counts = this.counts.get(key) ?? new Int32Array(MOST_THREADS);
    this.counts.set(key, counts);
    return (t) => {
      const count = counts[t.index] ?? 0;
      counts[t.index] = count + 1;
      return count;
    };
  }
}

/** Threads of a group: 1,024 work-items of one lane. */
const MOST_THREADS = 1024;
