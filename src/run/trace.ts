/** A trace: the instructions that run, one after the other, with what they read and write. */
import { type Instruction, InstructionPrinter } from '../formats/eu/index.ts';
import type { Access } from './access.ts';
import type { Observer, Site, Touch, Watch } from './observer.ts';
import type { RegisterLayout } from './registers.ts';
import type { Thread } from './thread.ts';

/** Which instructions are traced: those for which all that is given holds. */
export interface TraceFilter {
  /** Offsets in bytes from the start of a section: the first, and the end. */
  readonly address?: readonly [number, number];
  /** Instructions that read or write this general register. */
  readonly register?: number;
  /** Instructions that run for this lane of a thread, or for the thread as a whole: only what is read and written for it. */
  readonly lane?: number;
  /** Messages that read or write these bytes: of the memory of a name, as `argument 2`, or by address. */
  readonly memory?: { readonly name?: string; readonly start: number; readonly end: number };
  /** The group of a thread, and its place there. */
  readonly group?: readonly number[];
  readonly thread?: number;
}

/** A value that an instruction reads or writes, in the order of the access's places. */
export interface TracedValue {
  readonly role: Access['role'];
  readonly writes: boolean;
  /** The lane of the instruction; null for what is of all lanes. */
  readonly lane: number | null;
  /** The first byte of the registers, or the first bit of the flags. */
  readonly place: string;
  /** As a number in hexadecimal digits. */
  readonly value: string;
}

/** A line of a trace. */
export interface Traced {
  readonly group: readonly number[];
  /** The thread in its group. */
  readonly thread: number;
  readonly section: string;
  readonly offset: number;
  readonly text: string;
  /** The enabled lanes, as bits from the first lane of the instruction. */
  readonly lanes: number;
  readonly values: readonly TracedValue[];
  /** What its message reads or writes. */
  readonly touches: readonly Pick<Touch, 'lane' | 'address' | 'size'>[];
}

/**
 * An observer that calls `tell` for each instruction that passes the filter, after it has run. The objects are made for each call.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * let last = -1;
 * const tracer = newTracer({ thread: 0, lane: 3 }, ({ offset }) => {
 *   last = offset;
 * });
 * const buffer = Object.freeze({ kind: 'buffer', bytes: new Uint8Array(512) });
 * launch(zebin, zebin.kernels[0], { global: [16], local: [16], arguments: [buffer], observers: [tracer] });
 * last > 0; // true
 */
export function newTracer(filter: TraceFilter, tell: (line: Traced) => void): Observer {
  let layout: RegisterLayout | undefined;
  let printer: InstructionPrinter | undefined;
  const now: Now = { group: [], only: undefined, isAll: false };
  return {
    begin: (places) => {
      layout = places.layout;
      printer = new InstructionPrinter(layout.platform);
    },
    group: (threads) => {
      const [first] = threads;
      now.group = [first?.u32[1] ?? 0, first?.u32[6] ?? 0, first?.u32[7] ?? 0];
      const isGroup = filter.group === undefined || now.group.every((id, d) => id === (filter.group?.[d] ?? 0));
      now.isAll = isGroup && filter.thread === undefined;
      now.only = isGroup && filter.thread !== undefined ? threads[filter.thread] : undefined;
    },
    watch: (site) => {
      if (layout === undefined || printer === undefined || !isWatched(filter, site, layout)) return undefined;
      const text = printer.print(site.instruction).replace(/\s+/g, ' ').trim();
      return new Line(filter, site, layout, text).watch(now, tell);
    },
  };
}

/** The group that runs, and which of its threads are traced: one, all, or none. */
interface Now {
  group: readonly number[];
  only: Thread | undefined;
  isAll: boolean;
}

/** Whether an instruction may pass a filter. */
function isWatched({ address, register, memory }: TraceFilter, site: Site, layout: RegisterLayout): boolean {
  const { offset } = site.instruction;
  if (address !== undefined && (offset < address[0] || offset >= address[1])) return false;
  if (memory !== undefined && site.message === undefined) return false;
  if (register === undefined) return true;
  const start = register * layout.grfBytes;
  const end = start + layout.grfBytes;
  return site
    .accesses()
    .some(({ locate, places, cells }) => locate !== undefined || places.some((place) => place + cells > start && place < end));
}

/** What is collected at an instruction, from before it runs until after. */
class Line {
  private readonly filter: TraceFilter;
  private readonly site: Site;
  private readonly layout: RegisterLayout;
  private readonly text: string;
  private readonly accesses: readonly Access[];
  private values: TracedValue[] = [];
  private touches: Touch[] = [];
  private lanes = 0;
  private isOn = false;

  constructor(filter: TraceFilter, site: Site, layout: RegisterLayout, text: string) {
    this.filter = filter;
    this.site = site;
    this.layout = layout;
    this.text = text;
    this.accesses = site.accesses();
  }

  watch(now: Now, tell: (line: Traced) => void): Watch {
    const { section, instruction, enabled, message } = this.site;
    const bit = laneBit(instruction, this.filter.lane);
    return {
      before: (t) => {
        this.isOn = false;
        // Most runs of an instruction are of other threads.
        if (now.only !== t && !now.isAll) return;
        this.lanes = enabled(t);
        this.isOn = bit === undefined || (bit >= 0 && ((this.lanes >> bit) & 1) === 1);
        if (!this.isOn) return;
        this.touches = [];
        this.values = [];
        for (const access of this.accesses) access.locate?.(t);
        this.add(t, false, bit);
      },
      after: (t) => {
        if (!this.isOn) return;
        this.add(t, true, bit);
        if (!this.passes()) return;
        const touches = this.touches.map(({ lane, address, size }) => ({ lane, address, size }));
        const { text, lanes, values } = this;
        tell({ group: now.group, thread: t.index, section, offset: instruction.offset, text, lanes, values, touches });
      },
      ...(message === undefined
        ? {}
        : {
            memory: (_, touch: Touch) => {
              if (this.isOn && (bit === undefined || touch.lane < 0 || touch.lane === bit)) this.touches.push({ ...touch });
              return false;
            },
          }),
    };
  }

  /** The values of places that are read, or that are written. */
  private add(t: Thread, writes: boolean, bit: number | undefined): void {
    for (const access of this.accesses) {
      if (access.writes !== writes) continue;
      const { places, cells, isOfLanes, role } = access;
      for (let i = 0; i < places.length; i++) {
        const place = places[i] ?? -1;
        if (place < 0 || (isOfLanes && (bit === undefined ? ((this.lanes >> i) & 1) === 0 : i !== bit))) continue;
        this.values.push({ role, writes, lane: isOfLanes ? i : null, place: nameOf(this.layout, place), value: digitsOf(t, place, cells) });
      }
    }
  }

  private passes(): boolean {
    const { register, memory } = this.filter;
    if (memory !== undefined) {
      const { name, start, end } = memory;
      const isIn = (one: Touch): boolean => {
        const first = name === undefined ? one.address : one.index;
        return (name === undefined || one.memory?.name === name) && first < end && first + one.size > start;
      };
      if (!this.touches.some(isIn)) return false;
    }
    return register === undefined || this.values.some(({ place }) => place.startsWith(`r${register}.`));
  }
}

/** The bit of a lane of the thread in the mask of an instruction; -1 if the instruction is not for it. Of the whole thread, all count. */
function laneBit({ noMask, channelOffset, execSize }: Instruction, lane: number | undefined): number | undefined {
  if (lane === undefined || noMask) return undefined;
  const bit = lane - channelOffset;
  return bit >= 0 && bit < execSize ? bit : -1;
}

/** `r12.4` in bytes, `f0.1`: a bit of a flag, or the byte of another register. */
function nameOf(layout: RegisterLayout, place: number): string {
  if (place >= layout.size) return `f${(place - layout.size) >> 5}.${(place - layout.size) & 31}`;
  if (place < layout.generalBytes) return `r${Math.floor(place / layout.grfBytes)}.${place % layout.grfBytes}`;
  const area = (['cr', 'sr', 's', 'a', 'acc'] as const).find((name) => place >= layout.of(name));
  return area === undefined ? `+${place}` : `${area}+${place - layout.of(area)}`;
}

function digitsOf(t: Thread, place: number, cells: number): string {
  const { layout, bytes, i32 } = t;
  let text = '';
  if (place < layout.size) {
    for (let c = 0; c < cells; c++) text = (bytes[place + c] ?? 0).toString(16).padStart(2, '0') + text;
    return `0x${text}`;
  }
  const bit = place - layout.size;
  for (let c = 0; c < cells; c++) text = (((i32[(layout.of('f') >> 2) + ((bit + c) >> 5)] ?? 0) >>> ((bit + c) & 31)) & 1) + text;
  return cells === 1 ? text : `0b${text}`;
}
