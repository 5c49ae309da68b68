/** Races: two work-items access the same bytes, one writes, and nothing orders them. */
import type { Allocation } from '../memory.ts';
import type { Observer, Touch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { type AccessKind, accessOf, type Findings, type Hit } from './findings.ts';
import { type AccessSite, Stretches } from './stretches.ts';

/** Bytes of a word: the last access of each is known. */
const WORD = 4;
/** Memory that only one thread can reach. */
const PRIVATE: ReadonlySet<string> = new Set(['scratch memory', 'private memory', 'the payload', 'the implicit arguments']);

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
  const stretches = new Stretches();
  let group = 0;
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
  const isOrdered = (before: number, t: Thread): boolean => {
    const other = stretches.groupOf(before);
    if (other === group) return stretches.epochOf(before) !== epoch || stretches.threadOf(before) === t.index;
    if (asked < 0) return false;
    const at = published.get(other) ?? -1;
    return at > stretches.timeOf(before) && asked > at;
  };

  /** The access to some bytes of a word that nothing orders before what the thread does now; 0 for none. */
  const unordered = (marks: Marks, word: number, mask: number, own: number, t: Thread): number => {
    const before = marks.stretches[word] ?? 0;
    if (before === 0 || before === own || (((marks.lanes[word] ?? 0) >> LANE_BITS) & mask) === 0) return 0;
    return isOrdered(before, t) ? 0 : before;
  };

  const tell = (hit: Hit, t: Thread, touch: Touch, access: AccessKind, before: number, marks: Marks): void => {
    const { memory, index, size } = touch;
    const { site, access: earlier } = stretches.siteOf(before);
    const isSame = stretches.groupOf(before) === group;
    const lane = (marks.lanes[index >> 2] ?? 0) & LANE;
    hit(t, touch.lane, () => ({
      message: `${access} of ${size} bytes at byte ${index} of ${memory?.name ?? ''}, which another work-item of ${isSame ? 'the group' : 'another group'} ${DOES[earlier]}`,
      ...{ access, memory: memory?.name ?? '', byte: index, size },
      other: {
        ...{ section: site.section, offset: site.instruction.offset, instruction: site.instruction, access: earlier },
        item: findings.itemAt(stretches.threadOf(before), lane, stretches.placeOf(before)),
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
        if (before !== 0) tell(hit, t, touch, 'read', before, write);
        isClean = before === 0;
      }
      if (atomic.stretches[word] !== 0) {
        const before = unordered(atomic, word, mask, own, t);
        isClean = false;
        // A loop around a comparison and exchange begins with a plain read.
        if (before !== 0 && !isComparing(stretches.siteOf(before))) tell(hit, t, touch, 'read', before, atomic);
      }
      // The first of several readers stays: the writer may be the last one.
      const reader = read.stretches[word] ?? 0;
      if (reader !== 0 && reader !== own && !isOrdered(reader, t)) continue;
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
      group = stretches.group(given);
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
      const number = stretches.site({ site, access });
      let current = 0;
      let currentThread = -1;
      let currentTime = -1;
      // An atomic operation comes before what it publishes.
      const shift = access === 'atomic' ? 1 : 0;
      const stretch = (t: Thread): number => {
        if (currentThread === t.index && currentTime === time) return current;
        currentThread = t.index;
        currentTime = time;
        current = stretches.add(number, group, t.index, epoch, time - shift);
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
              tell(hit, t, touch, access, own, last.write);
            stored.push(index);
          }
          const lane = touch.lane < 0 ? 0 : instruction.channelOffset + touch.lane;
          const marks = last[access];
          for (let word = index >> 2; word <= (index + size - 1) >> 2; word++) {
            const mask = bytesIn(word, index, size);
            for (let k = 0; k < against.length; k++) {
              const other = last[against[k] as AccessKind];
              const before = unordered(other, word, mask, own, t);
              if (before === 0 || (isWrite && isUnchanged(t, touch)) || (isCompared && stretches.siteOf(before).access === 'read'))
                continue;
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
const isComparing = ({ access, site }: AccessSite): boolean => access === 'atomic' && COMPARES.test(site.message?.operation ?? '');

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
