/** Who writes to registers and memory: watched bytes, and the last write before now. */
import { messageOf } from '../../formats/eu/index.ts';
import type { Access } from '../access.ts';
import type { Machine } from '../machine.ts';
import type { Site, Touch } from '../observer.ts';
import { siteOf } from '../site.ts';
import type { Thread } from '../thread.ts';
import type { Listed, Listing } from './listing.ts';
import type { Tracker } from './tracker.ts';

/** A write to registers or memory. */
export interface Write {
  /** Instructions that were executed before it. */
  readonly moment: number;
  readonly group: readonly number[];
  readonly thread: number;
  /** -1 for what is written for the whole thread. */
  readonly lane: number;
  readonly at: Listed | undefined;
}

/** Bytes of registers or of memory. */
export interface Bytes {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly size: number;
}

/** Whether a message writes to some of the bytes. */
const touches = ({ memory, index, size }: Touch, ranges: readonly Bytes[]): boolean =>
  memory !== undefined && ranges.some((one) => one.bytes === memory.bytes && index < one.at + one.size && index + size > one.at);

/** The lanes for which an instruction is about to write to some of the bytes, as places in its accesses; -1 if it is for all. */
function writesTo(t: Thread, accesses: readonly Access[], ranges: readonly Bytes[]): number | undefined {
  const own = ranges.filter(({ bytes }) => bytes === t.bytes);
  if (own.length === 0) return undefined;
  for (const access of accesses) {
    if (!access.writes) continue;
    access.locate?.(t);
    const lanes = access.lanes(t);
    if (lanes === 0) continue;
    for (const [i, place] of access.places.entries()) {
      if (place < 0 || (access.isOfLanes && ((lanes >> i) & 1) === 0)) continue;
      if (own.some((one) => overlaps(t, one, place, access.cells))) return access.isOfLanes ? i : -1;
    }
  }
  return undefined;
}

/** Bits of flags are cells after all bytes. */
function overlaps({ layout }: Thread, { at, size }: Bytes, place: number, cells: number): boolean {
  if (place < layout.size) return place < at + size && place + cells > at;
  const [first, last] = [place, place + cells - 1].map((cell) => layout.of('f') + ((cell - layout.size) >> 3)) as [number, number];
  return first < at + size && last >= at;
}

/** What is called while somebody waits for writes. */
export interface Watching {
  /** Before memory is written. */
  readonly write: (t: Thread, site: Site, touch: Touch) => void;
  /** Before each instruction. */
  readonly look: (t: Thread) => void;
}

export class Watch {
  private readonly listing: Listing;
  private readonly tracker: Tracker;
  private readonly machine: Machine;
  private readonly accesses = new Map<number, readonly Access[]>();

  constructor(listing: Listing, tracker: Tracker, machine: Machine) {
    [this.listing, this.tracker, this.machine] = [listing, tracker, machine];
  }

  /** Calls `found` for each write to some bytes, before it happens. */
  of<P extends { readonly ranges: readonly Bytes[] }>(all: readonly P[], found: (of: P, write: Write) => void): Watching {
    const hasRegisters = all.some(({ ranges }) => ranges.some(({ bytes }) => this.machine.current.some((t) => t.bytes === bytes)));
    const writeOf = ({ index: thread }: Thread, lane: number, at: Listed | undefined): Write => {
      const { machine, tracker } = this;
      return { moment: machine.instructions, group: tracker.group, thread, lane, at };
    };
    return {
      write: (t, { section, instruction }, touch) => {
        for (const one of all) {
          if (!touches(touch, one.ranges)) continue;
          const lane = touch.lane < 0 ? -1 : touch.lane + instruction.channelOffset;
          found(one, writeOf(t, lane, this.listing.in(section, instruction.offset)));
        }
      },
      look: (t) => {
        const at = hasRegisters ? this.listing.at(t.ip) : undefined;
        if (at === undefined) return;
        for (const one of all) {
          const lane = writesTo(t, this.accessesAt(t, at), one.ranges);
          if (lane !== undefined) found(one, writeOf(t, lane < 0 ? -1 : lane + at.instruction.channelOffset, at));
        }
      },
    };
  }

  private accessesAt({ layout }: Thread, { instruction, section, address }: Listed): readonly Access[] {
    const known = this.accesses.get(address);
    if (known) return known;
    const message = instruction.send === undefined ? undefined : messageOf(instruction, layout.platform);
    const made = siteOf(layout, section, instruction, message).accesses();
    this.accesses.set(address, made);
    return made;
  }
}
