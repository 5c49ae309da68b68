/** Memory of one thread, or of one lane: scratch and private memory that another one has. */
import { grouped } from '../../core/diag/index.ts';
import type { Allocation } from '../memory.ts';
import type { Observer, OwnMemory, Touch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { type AccessKind, accessOf, type Findings, type Hit } from './findings.ts';

/** Who wrote each byte: the number of the lane of its thread, in the group of this number; 0 for what is not of one lane. */
interface Writers {
  readonly lanes: Uint16Array;
  readonly groups: Uint32Array;
}

/** Lanes of a thread, at most. */
const LANES = 32;
const NAMES: ReadonlySet<string> = new Set(['scratch memory', 'private memory']);

/** Whether memory is that of threads, each of which has a part. */
export const isOfThreads = (memory: Allocation | undefined): boolean => memory !== undefined && NAMES.has(memory.name);

/**
 * Private variables of lanes alternate, so an array that is indexed beyond its end is in that of another lane. It is found where one reads
 * what another wrote. Code without a mask moves whole registers: what it writes is of no lane.
 */
export function ownCheck(findings: Findings): Observer {
  const writers: Writers[] = [];
  let own: OwnMemory | undefined;
  let group = 0;
  /** By thread: the slot of private memory, which its first access names. */
  let slots: (number | undefined)[] = [];
  const writersOf = ({ id, bytes }: Allocation): Writers => {
    writers[id] ??= { lanes: new Uint16Array(bytes.length), groups: new Uint32Array(bytes.length) };
    return writers[id] as Writers;
  };
  /** The first byte of what a thread has, and how many bytes it has. */
  const partOf = (t: Thread, memory: Allocation, index: number): { readonly first: number; readonly size: number } => {
    const { privateSize = 0, scratchStep = 0, scratch: [zero = 0, one = 0] = [] } = own ?? {};
    if (memory.name === 'private memory') {
      slots[t.index] ??= Math.floor(index / privateSize);
      return { first: (slots[t.index] ?? 0) * privateSize, size: privateSize };
    }
    // Scratch memory without an address is apart for each thread.
    if (memory.start === 0) return { first: 0, size: memory === t.scratch[1] ? one : zero };
    return { first: t.index * scratchStep, size: Math.max(zero, one) };
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
      const hasOwn = own !== undefined && (own.privateSize > 0 || own.scratch.some((size) => size > 0));
      if (!hasOwn || message?.group === undefined || message.unit === 'smpl') return undefined;
      const access = accessOf(site);
      const outside = findings.at('out-of-bounds', site);
      const overflow = findings.at('stack', site);
      const isOfLanes = !instruction.noMask && instruction.execSize > 1;
      return {
        memory: (t, touch) => {
          const { size, lane } = touch;
          const memory = touch.memory ?? touch.target;
          if (memory === undefined || !NAMES.has(memory.name)) return false;
          const index = touch.memory === undefined ? touch.address : touch.index;
          const part = partOf(t, memory, index);
          const at = index - part.first;
          if (at < 0 || at + size > part.size) {
            const hit = own?.hasStack === true ? overflow : outside;
            tell(hit, t, touch, access, `at byte ${grouped(at)} of ${memory.name}, of which a thread has ${grouped(part.size)} bytes`);
            return false;
          }
          const { lanes, groups } = writersOf(memory);
          const self = isOfLanes && lane >= 0 ? t.index * LANES + instruction.channelOffset + lane + 1 : 0;
          if (access === 'read') {
            const writer = groups[index] === group ? (lanes[index] ?? 0) : 0;
            if (self !== 0 && writer !== 0 && writer !== self)
              tell(
                outside,
                t,
                touch,
                access,
                `of ${memory.name} that lane ${(writer - 1) % LANES} wrote: an array is indexed beyond its end`,
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

function tell(hit: Hit, t: Thread, { lane, memory, target, index, size }: Touch, access: AccessKind, what: string): void {
  hit(t, lane, () => ({
    message: `${access} of ${size} bytes ${what}`,
    ...{ access, memory: (memory ?? target)?.name ?? '', byte: index, size },
  }));
}
