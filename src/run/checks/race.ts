/** Races: two work-items access the same bytes, one writes, and nothing orders them. */
import type { Allocation } from '../memory.ts';
import type { GroupPlace, Observer, Site, Touch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { type AccessKind, accessOf, type Findings, type Hit } from './findings.ts';

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

/** The last access of a sort to each word: the number of its stretch, and the bytes of the word with the lane. */
interface Marks {
  readonly stretches: Uint32Array;
  readonly lanes: Uint16Array;
}

/** The last plain write, the last plain read and the last atomic operation of each word. */
interface Last {
  readonly write: Marks;
  readonly read: Marks;
  readonly atomic: Marks;
}

const newMarks = (words: number): Marks => ({ stretches: new Uint32Array(words), lanes: new Uint16Array(words) });

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
    const made = PRIVATE.has(memory.name) ? null : { write: newMarks(words), read: newMarks(words), atomic: newMarks(words) };
    memories[memory.id] = made;
    return made;
  };

  /** Whether a stretch comes before what the thread does now. */
  const isOrdered = (before: Stretch, t: Thread): boolean => {
    if (before.group === group) return before.thread === t.index || before.epoch !== epoch;
    if (asked < 0) return false;
    const at = published.get(before.group) ?? -1;
    return at > before.time && asked > at;
  };

  /** The access to some bytes of a word that nothing orders before what the thread does now. */
  const unordered = (marks: Marks, word: number, mask: number, own: number, t: Thread): Stretch | undefined => {
    const number = marks.stretches[word] ?? 0;
    if (number === 0 || number === own || (((marks.lanes[word] ?? 0) >> LANE_BITS) & mask) === 0) return undefined;
    const before = stretches[number] as Stretch;
    return isOrdered(before, t) ? undefined : before;
  };

  const tell = (hit: Hit, t: Thread, touch: Touch, access: AccessKind, before: Stretch, marks: Marks): void => {
    const { memory, index, size } = touch;
    const { site, place: where } = before;
    const isSame = before.group === group;
    const lane = (marks.lanes[index >> 2] ?? 0) & LANE;
    hit(t, touch.lane, () => ({
      message: `${access} of ${size} bytes at byte ${index} of ${memory?.name ?? ''}, which another work-item of ${isSame ? 'the group' : 'another group'} ${DOES[before.access]}`,
      ...{ access, memory: memory?.name ?? '', byte: index, size },
      other: {
        ...{ section: site.section, offset: site.instruction.offset, instruction: site.instruction, access: before.access },
        item: findings.itemAt(before.thread, lane, where),
      },
    }));
  };

  /** Most accesses are reads. */
  const readWord = (t: Thread, touch: Touch, hit: Hit, stretch: (t: Thread) => number, channelOffset: number): boolean => {
    const { memory, index, size, lane } = touch;
    if (memory === undefined) return false;
    const last = lastOf(memory);
    if (last === null) return false;
    const { write, read, atomic } = last;
    const own = stretch(t);
    for (let word = index >> 2; word <= (index + size - 1) >> 2; word++) {
      const mask = size === WORD && (index & 3) === 0 ? 15 : bytesIn(word, index, size);
      // Many lanes read the same word.
      if (read.stretches[word] === own && mask === 15 && (read.lanes[word] ?? 0) >> LANE_BITS === CLEAN) continue;
      let isClean = true;
      const written = write.stretches[word] ?? 0;
      if (written !== 0 && written !== own) {
        const before = unordered(write, word, mask, own, t);
        if (before !== undefined) tell(hit, t, touch, 'read', before, write);
        isClean = before === undefined;
      }
      if (atomic.stretches[word] !== 0) {
        const before = unordered(atomic, word, mask, own, t);
        isClean = false;
        // A loop around a comparison and exchange begins with a plain read.
        if (before !== undefined && !isComparing(before)) tell(hit, t, touch, 'read', before, atomic);
      }
      // The first of several readers stays: the writer may be the last one.
      const reader = read.stretches[word] ?? 0;
      if (reader !== 0 && reader !== own && !isOrdered(stretches[reader] as Stretch, t)) continue;
      read.stretches[word] = own;
      read.lanes[word] = ((isClean ? mask | NOTHING_BEFORE : mask) << LANE_BITS) | (lane < 0 ? 0 : channelOffset + lane);
    }
    return false;
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
        for (const one of memories) if (one) forget(one);
      }
      seen.add(key);
      epoch++;
      time++;
      asked = -1;
      isFenced = false;
      const shared = local === undefined ? undefined : memories[local.id];
      if (shared) forget(shared);
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
      const hit = findings.at('race', site);
      let current = 0;
      let currentThread = -1;
      let currentTime = -1;
      // An atomic operation comes before what it publishes.
      const shift = access === 'atomic' ? 1 : 0;
      const stretch = (t: Thread): number => {
        if (currentThread === t.index && currentTime === time) return current;
        currentThread = t.index;
        currentTime = time;
        current = stretches.length;
        stretches.push({ site, access, group, place, thread: t.index, epoch, time: time - shift });
        return current;
      };
      if (access === 'read') return { memory: (t, touch) => readWord(t, touch, hit, stretch, instruction.channelOffset) };
      // Where the lanes before it stored, of one execution.
      let stored: number[] = [];
      const against = AGAINST[access];
      const isCompared = access === 'atomic' && COMPARES.test(message.operation ?? '');
      return {
        before: () => {
          if (stored.length > 0) stored = [];
          if (access !== 'atomic') return;
          time++;
          if (isFenced) published.set(group, time);
          asked = time;
        },
        memory: (t, touch) => {
          const { memory, index, size } = touch;
          if (memory === undefined) return false;
          const last = lastOf(memory);
          if (last === null) return false;
          const own = stretch(t);
          const isWrite = access === 'write';
          if (isWrite && touch.lane >= 0) {
            if (last.write.stretches[index >> 2] === own && stored.includes(index) && !isUnchanged(t, touch))
              tell(hit, t, touch, access, stretches[own] as Stretch, last.write);
            stored.push(index);
          }
          const lane = touch.lane < 0 ? 0 : instruction.channelOffset + touch.lane;
          const marks = last[access];
          for (let word = index >> 2; word <= (index + size - 1) >> 2; word++) {
            const mask = bytesIn(word, index, size);
            for (let k = 0; k < against.length; k++) {
              const other = last[against[k] as AccessKind];
              const before = unordered(other, word, mask, own, t);
              if (before === undefined || (isWrite && isUnchanged(t, touch)) || (isCompared && before.access === 'read')) continue;
              tell(hit, t, touch, access, before, other);
            }
            const isOwn = isWrite && marks.stretches[word] === own;
            marks.stretches[word] = own;
            marks.lanes[word] = (isOwn ? (marks.lanes[word] ?? 0) & ~LANE : 0) | (mask << LANE_BITS) | lane;
          }
          return false;
        },
      };
    },
  };
}

/** Of the lanes of a mark: the lane, below the bytes of the word. */
const LANE_BITS = 8;
const LANE = 0xff;
/** Above the bytes: no write is unordered before the read. */
const NOTHING_BEFORE = 16;
const CLEAN = NOTHING_BEFORE | 15;

/** What an access is compared with. */
const AGAINST: Readonly<Record<'write' | 'atomic', readonly AccessKind[]>> = {
  write: ['write', 'read', 'atomic'],
  atomic: ['write', 'read'],
};

const DOES: Readonly<Record<AccessKind, string>> = { read: 'reads', write: 'writes', atomic: 'changes by an atomic operation' };
const COMPARES = /cas$/;
const isComparing = ({ access, site }: Stretch): boolean => access === 'atomic' && COMPARES.test(site.message?.operation ?? '');

function forget({ write, read, atomic }: Last): void {
  for (const { stretches } of [write, read, atomic]) stretches.fill(0);
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
