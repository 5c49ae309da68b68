/** Races: two work-items access the same bytes, one writes, and nothing orders them. */
import type { Allocation } from '../memory.ts';
import type { GroupPlace, Observer, Site, Touch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { accessOf } from './bounds.ts';
import type { AccessKind, Findings, Hit } from './findings.ts';

/** Bytes of a word: the last access of each is known. */
const WORD = 4;
/** Memory that only one thread can reach. */
const PRIVATE: ReadonlySet<string> = new Set(['scratch memory', 'private memory', 'the payload', 'the implicit arguments']);

/** Accesses of one instruction by one thread between two things that order. */
interface Stretch {
  readonly site: Site;
  readonly access: AccessKind;
  readonly group: number;
  readonly place: GroupPlace;
  readonly thread: number;
  /** Barriers that the group had passed. */
  readonly epoch: number;
  readonly time: number;
}

/** The last write and the last read of each word: the number of its stretch, its lane and the bytes of the word. */
interface Last {
  readonly writes: Uint32Array;
  readonly reads: Uint32Array;
  readonly writeLanes: Uint16Array;
  readonly readLanes: Uint16Array;
}

export function raceCheck(findings: Findings): Observer {
  const memories: (Last | null)[] = [];
  /** The first is none. */
  const stretches: (Stretch | undefined)[] = [undefined];
  let group = 0;
  let place: GroupPlace = { id: [], local: [] };
  let epoch = 0;
  let time = 0;
  let local: Allocation | undefined;
  // When a group last published what it had written, by an atomic operation after a fence; and when it last asked.
  const published = new Map<number, number>();
  let asked = -1;
  let isFenced = false;
  /** Groups of this launch: those of the next one come after all of them. */
  const seen = new Set<string>();

  const lastOf = (memory: Allocation): Last | null => {
    const known = memories[memory.id];
    if (known !== undefined) return known;
    const words = Math.ceil(memory.bytes.length / WORD);
    const made = PRIVATE.has(memory.name)
      ? null
      : {
          writes: new Uint32Array(words),
          reads: new Uint32Array(words),
          writeLanes: new Uint16Array(words),
          readLanes: new Uint16Array(words),
        };
    memories[memory.id] = made;
    return made;
  };

  /** Whether a stretch comes before what the thread does now. */
  const isOrdered = (before: Stretch, t: Thread): boolean => {
    if (before.group === group) return before.thread === t.index || before.epoch !== epoch;
    const at = published.get(before.group) ?? -1;
    return at > before.time && asked > at;
  };

  const tell = (hit: Hit, t: Thread, touch: Touch, access: AccessKind, before: Stretch, lane: number): void => {
    const { memory, index, size } = touch;
    const { site, place: where } = before;
    const isSame = before.group === group;
    hit(t, touch.lane, () => ({
      message: `${access} of ${size} bytes at byte ${index} of ${memory?.name ?? ''}, which another work-item of ${isSame ? 'the group' : 'another group'} ${before.access === 'read' ? 'reads' : 'writes'}`,
      ...{ access, memory: memory?.name ?? '', byte: index, size },
      other: {
        ...{ section: site.section, offset: site.instruction.offset, instruction: site.instruction, access: before.access },
        item: findings.itemAt(before.thread, lane, where),
      },
    }));
  };

  return {
    begin: (places) => {
      ({ local } = places);
    },
    group: (_, given) => {
      group++;
      place = given;
      const key = given.id.join();
      if (seen.has(key)) {
        seen.clear();
        for (const one of memories) for (const list of one ? [one.writes, one.reads] : []) list.fill(0);
      }
      seen.add(key);
      epoch++;
      time++;
      asked = -1;
      isFenced = false;
      const shared = local === undefined ? undefined : memories[local.id];
      if (shared) for (const list of [shared.writes, shared.reads]) list.fill(0);
    },
    released: () => {
      epoch++;
      time++;
    },
    watch: (site) => {
      const { message, instruction } = site;
      if (message === undefined) return undefined;
      if (message.operation === 'fence')
        return {
          before: () => {
            isFenced = true;
            time++;
          },
        };
      const access = accessOf(site);
      if (message.unit === 'smpl' || message.group === undefined) return undefined;
      if (access === 'atomic')
        return {
          before: () => {
            time++;
            if (isFenced) published.set(group, time);
            asked = time;
          },
        };
      const hit = findings.at('race', site);
      const isWrite = access === 'write';
      let current = 0;
      let currentThread = -1;
      let currentTime = -1;
      const stretch = (t: Thread): number => {
        if (currentThread === t.index && currentTime === time) return current;
        currentThread = t.index;
        currentTime = time;
        current = stretches.length;
        stretches.push({ site, access, group, place, thread: t.index, epoch, time });
        return current;
      };
      // Where the lanes before it stored, of one execution.
      let stored: number[] = [];
      return {
        ...(isWrite
          ? {
              before: () => {
                if (stored.length > 0) stored = [];
              },
            }
          : {}),
        memory: (t, touch) => {
          const { memory, index, size } = touch;
          if (memory === undefined) return false;
          const last = lastOf(memory);
          if (last === null) return false;
          const own = stretch(t);
          if (isWrite && touch.lane >= 0) {
            if (last.writes[index >> 2] === own && stored.includes(index) && !isUnchanged(t, touch))
              tell(hit, t, touch, access, stretches[own] as Stretch, (last.writeLanes[index >> 2] ?? 0) & 0xff);
            stored.push(index);
          }
          const lane = touch.lane < 0 ? 0 : instruction.channelOffset + touch.lane;
          for (let word = index >> 2; word <= (index + size - 1) >> 2; word++) {
            const mask = bytesIn(word, index, size);
            const written = last.writes[word] ?? 0;
            if (written !== 0 && written !== own && (((last.writeLanes[word] ?? 0) >> 8) & mask) !== 0) {
              const before = stretches[written] as Stretch;
              if (!isOrdered(before, t) && !(isWrite && isUnchanged(t, touch)))
                tell(hit, t, touch, access, before, (last.writeLanes[word] ?? 0) & 0xff);
            }
            if (!isWrite) {
              // The first of several readers stays: the writer may be the last one.
              const reader = stretches[last.reads[word] ?? 0];
              if (reader === undefined || isOrdered(reader, t)) {
                last.reads[word] = own;
                last.readLanes[word] = (mask << 8) | lane;
              }
              continue;
            }
            const read = last.reads[word] ?? 0;
            if (read !== 0 && (((last.readLanes[word] ?? 0) >> 8) & mask) !== 0) {
              const before = stretches[read] as Stretch;
              if (!isOrdered(before, t) && !isUnchanged(t, touch)) tell(hit, t, touch, access, before, (last.readLanes[word] ?? 0) & 0xff);
            }
            const isOwn = written === own;
            last.writes[word] = own;
            last.writeLanes[word] = (isOwn ? (last.writeLanes[word] ?? 0) & 0xf00 : 0) | (mask << 8) | lane;
          }
          return false;
        },
      };
    },
  };
}

/** The bytes of a word that an access has, as bits. */
function bytesIn(word: number, index: number, size: number): number {
  const from = Math.max(index - word * WORD, 0);
  const to = Math.min(index + size - word * WORD, WORD);
  return ((1 << to) - 1) & ~((1 << from) - 1);
}

/** Whether a store leaves the bytes as they are: several work-items may store the same value. */
function isUnchanged(t: Thread, { memory, index, size, register }: Touch): boolean {
  if (memory === undefined || register < 0) return false;
  for (let k = 0; k < size; k++) if (memory.bytes[index + k] !== t.bytes[register + k]) return false;
  return true;
}
