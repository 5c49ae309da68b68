/** What runs left, and who wrote the bytes in which they differ. */
import type { WorkItem } from '../model.ts';
import type { Observer } from '../observer.ts';
import { type Build, gridOf, type Paused, runBuild } from './build.ts';
import { Clock, itemOf, laneOf, type Moment } from './moment.ts';

/** The bytes that are looked at, from the first that differs on: who wrote each of them takes memory. */
const MOST_BYTES = 1 << 22;

/** Bytes of the memory of a name: an argument, or what was printed. */
export interface Output {
  readonly memory: string;
  readonly bytes: Uint8Array;
}

/** A stretch of an output whose first byte differs. */
export interface Stretch {
  readonly memory: string;
  readonly start: number;
  /** For each byte whether it differs. */
  readonly differs: Uint8Array;
}

/** Bytes of outputs that differ, and how many they are. */
export interface Differing {
  readonly stretches: readonly Stretch[];
  readonly bytes: number;
}

/** Compares what two runs left. */
export function differing(a: readonly Output[], b: readonly Output[]): Differing {
  const stretches: Stretch[] = [];
  let bytes = 0;
  let left = MOST_BYTES;
  for (const { memory, bytes: one } of a) {
    const other = b.find((output) => output.memory === memory)?.bytes;
    if (other === undefined) continue;
    let start = -1;
    let last = -1;
    for (let i = 0; i < one.length; i++) {
      if (one[i] === other[i]) continue;
      if (start < 0) start = i;
      last = i;
      bytes++;
    }
    if (start < 0 || left <= 0) continue;
    const differs = new Uint8Array(Math.min(last + 1 - start, left));
    left -= differs.length;
    for (let i = 0; i < differs.length; i++) differs[i] = one[start + i] === other[start + i] ? 0 : 1;
    stretches.push({ memory, start, differs });
  }
  return { stretches, bytes };
}

/** Who wrote a byte last. */
export interface Writer {
  readonly moment: Moment;
  readonly item: WorkItem;
}

/** Who wrote each byte of stretches last. */
export interface Writers {
  of(stretch: number, byte: number): Writer | undefined;
  /** The number of a thread of the group that ran last. */
  readonly lastGroup: (thread: number) => number;
}

/** Finds who wrote the bytes of stretches last. */
export function* writersOf(build: Build, stretches: readonly Stretch[]): Paused<Writers> {
  const clock = new Clock();
  const grid = gridOf(build);
  const spots: { readonly section: string; readonly offset: number }[] = [];
  const groups: (readonly number[])[] = [];
  const groupNumbers: number[] = [];
  let firstThread = 0;
  const all = stretches.map(({ differs }) => ({
    spot: new Int32Array(differs.length).fill(-1),
    count: new Int32Array(differs.length),
    group: new Int32Array(differs.length),
    thread: new Int16Array(differs.length),
    lane: new Int8Array(differs.length),
  }));
  const wanted = new Map(stretches.map(({ memory }, index) => [memory, index]));
  const observer: Observer = {
    group: (threads) => {
      groups.push(clock.group);
      firstThread = threads[0] === undefined ? 0 : clock.threadOf(threads[0]);
      groupNumbers.push(firstThread);
    },
    watch: (site) => {
      const group = site.message?.group;
      if (group !== 'store' && group !== 'atomic') return undefined;
      const { section, instruction } = site;
      const spot = spots.push({ section, offset: instruction.offset }) - 1;
      const counted = clock.at(site);
      let count = 0;
      return {
        before: (t) => {
          count = counted(t);
        },
        memory: (t, { memory, index, size, lane }) => {
          const which = memory === undefined ? undefined : wanted.get(memory.name);
          if (which === undefined) return false;
          const { start, differs } = stretches[which] as Stretch;
          const one = all[which];
          if (one === undefined) return false;
          for (let k = Math.max(index - start, 0); k < Math.min(index + size - start, differs.length); k++) {
            if (differs[k] === 0) continue;
            one.spot[k] = spot;
            one.count[k] = count;
            one.group[k] = groups.length - 1;
            one.thread[k] = t.index;
            one.lane[k] = laneOf(instruction, lane) ?? -1;
          }
          return false;
        },
      };
    },
  };
  yield* runBuild(build, [clock.observer, observer]);
  return {
    lastGroup: (thread) => firstThread + thread,
    of: (stretch, byte) => {
      const one = all[stretch];
      const place = spots[one?.spot[byte] ?? -1];
      if (one === undefined || place === undefined) return undefined;
      const group = one.group[byte] ?? 0;
      const thread = one.thread[byte] ?? 0;
      const lane = one.lane[byte] ?? -1;
      const moment = { ...place, thread: (groupNumbers[group] ?? 0) + thread, count: one.count[byte] ?? 0 };
      return { moment, item: itemOf(grid, groups[group] ?? [], thread, lane < 0 ? null : lane) };
    },
  };
}
