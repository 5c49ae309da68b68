/** Memory of one thread, or of one lane: scratch and private memory that another one has. */
import { grouped } from '../../core/diag/index.ts';
import type { Allocation } from '../memory.ts';
import type { Observer, OwnMemory, Touch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { type AccessKind, accessOf, type Findings, type Hit } from './findings.ts';

/** Lanes of a thread, at most. */
const LANES = 32;
const PRIVATE = 'private memory';
const SCRATCH = 'scratch memory';

/** Whether memory is that of threads, each of which has a part. */
export const isOfThreads = (memory: Allocation | undefined): boolean =>
  memory !== undefined && (memory.name === PRIVATE || memory.name === SCRATCH);

/** The parts of memory that threads have. */
interface Parts {
  /** The first byte of what a thread has: that of the thread of this index, or of the slot that its first access names. */
  readonly firstOf: (t: Thread, index: number) => number;
  readonly size: number;
  /** Who wrote each byte: the number of the lane of its thread, in the group of this number; 0 for what is not of one lane. */
  readonly lanes: Uint16Array;
  readonly groups: Uint32Array;
}

/**
 * Private variables of lanes alternate, so an array that is indexed beyond its end is in that of another lane. It is found where one reads
 * what another wrote. Code without a mask moves whole registers: what it writes is of no lane.
 */
export function ownCheck(findings: Findings): Observer {
  const known: (Parts | null)[] = [];
  let own: OwnMemory = { scratch: [], scratchStep: 0, privateSize: 0, hasStack: false };
  let group = 0;
  /** By thread: the slot of private memory. */
  let slots: (number | undefined)[] = [];
  let overflow: Hit | undefined;
  const partsOf = (t: Thread, memory: Allocation): Parts | null => {
    const made = isOfThreads(memory)
      ? {
          ...rangeOf(t, memory),
          lanes: new Uint16Array(memory.bytes.length),
          groups: new Uint32Array(memory.bytes.length),
        }
      : null;
    known[memory.id] = made;
    return made;
  };
  const rangeOf = ({ scratch }: Thread, { name, start, id }: Allocation): Pick<Parts, 'firstOf' | 'size'> => {
    const { privateSize, scratchStep } = own;
    const [zero = 0, one = 0] = own.scratch;
    if (name === PRIVATE) {
      const firstOf = ({ index: thread }: Thread, index: number): number => {
        const slot = slots[thread] ?? Math.floor(index / privateSize);
        slots[thread] = slot;
        return slot * privateSize;
      };
      return { firstOf, size: privateSize };
    }
    // Scratch memory without an address is apart for each thread.
    if (start === 0) return { firstOf: () => 0, size: scratch[1]?.id === id ? one : zero };
    return { firstOf: ({ index }) => index * scratchStep, size: Math.max(zero, one) };
  };
  return {
    begin: (places) => {
      ({ own } = places);
    },
    group: () => {
      group++;
      slots = [];
    },
    watch: (site) => {
      const { message, instruction } = site;
      const isThere = own.privateSize > 0 || own.scratch.some((size) => size > 0);
      if (!isThere || message?.group === undefined || message.unit === 'smpl') return undefined;
      const access = accessOf(site);
      const outside = findings.at('out-of-bounds', site);
      const full = findings.at('stack', site);
      const { noMask, execSize, channelOffset } = instruction;
      const isOfLanes = !noMask && execSize > 1;
      return {
        memory: (t, touch) => {
          const { size, lane } = touch;
          const memory = touch.memory ?? touch.target;
          if (memory === undefined) return false;
          const parts = known[memory.id] === undefined ? partsOf(t, memory) : known[memory.id];
          if (!parts) return false;
          const index = touch.memory === undefined ? touch.address : touch.index;
          const at = index - parts.firstOf(t, index);
          if (at < 0 || at + size > parts.size) {
            // A stack that is full is one finding, where it happened first.
            if (own.hasStack) overflow ??= full;
            const hit = own.hasStack ? overflow : outside;
            const what = (): string => `at byte ${grouped(at)} of ${memory.name}, of which a thread has ${grouped(parts.size)} bytes`;
            tell(hit ?? outside, t, touch, access, what);
            return false;
          }
          const { lanes, groups } = parts;
          const self = isOfLanes && lane >= 0 ? t.index * LANES + channelOffset + lane + 1 : 0;
          if (access === 'read') {
            const writer = groups[index] === group ? (lanes[index] ?? 0) : 0;
            if (self !== 0 && writer !== 0 && writer !== self)
              tell(
                outside,
                t,
                touch,
                access,
                () => `of ${memory.name} that lane ${(writer - 1) % LANES} wrote: an array is indexed beyond its end`,
              );
            return false;
          }
          for (let k = index; k < index + size; k++) {
            lanes[k] = self;
            groups[k] = group;
          }
          return false;
        },
      };
    },
  };
}

function tell(hit: Hit, t: Thread, { lane, memory, target, index, size }: Touch, access: AccessKind, what: () => string): void {
  hit(t, lane, () => ({
    message: `${access} of ${size} bytes ${what()}`,
    ...{ access, memory: (memory ?? target)?.name ?? '', byte: index, size },
  }));
}
