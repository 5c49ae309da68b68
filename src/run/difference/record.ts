/** What a thread does: each instruction, with the values that it reads and writes for all lanes. */
import type { Instruction, Message } from '../../formats/eu/index.ts';
import { type Access, FLAG_BITS } from '../access.ts';
import type { Observer, Site, Touch, Watch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { type Build, Enough, type Paused, runBuild } from './build.ts';
import { Clock, type Moment } from './moment.ts';

/** Bytes and instructions of a record, and elements of messages. What comes after is counted only. */
const MOST_BYTES = 96 << 20;
const MOST_EVENTS = 1 << 20;
const MOST_TOUCHES = 1 << 21;

/** An instruction of a record, and where its values are. */
export interface Spot {
  readonly section: string;
  readonly instruction: Instruction;
  readonly message: Message | undefined;
  readonly accesses: readonly Access[];
  /** For each access its place in the bytes of an event: lanes, places if they depend on registers, values. */
  readonly places: readonly number[];
  readonly bytes: number;
}

/** An element of a message, in memory and in a register. */
export interface RecordedTouch {
  readonly lane: number;
  readonly register: number;
  readonly address: number;
  readonly size: number;
  /** The name of the memory; undefined where there is none. */
  readonly memory: string | undefined;
  readonly index: number;
  /** Whether only its thread reaches the memory. */
  readonly isOwn: boolean;
  readonly isFault: boolean;
}

/** The instructions of a thread from the first one on, or the last ones before its end. */
export interface ThreadRecord {
  readonly thread: number;
  /** Its group, and its place there. */
  readonly group: readonly number[];
  readonly index: number;
  readonly layoutSize: number;
  /** How many instructions came before the first event. */
  readonly first: number;
  readonly length: number;
  /** Whether the thread came to the moment, which then is the last event. */
  readonly reached: boolean;
  spot(event: number): Spot;
  /** The lanes of the thread that run, before the instruction. */
  mask(event: number): number;
  touches(event: number): readonly RecordedTouch[];
  lanes(event: number, access: number): number;
  placeAt(event: number, access: number, i: number): number;
  /** The values of a place, in bytes, or a byte for each bit of a flag. */
  values(event: number, access: number, i: number): Uint8Array;
  /** How often the thread had come to the instruction before, and the event of a moment. */
  countOf(event: number): number;
  eventOf(section: string, offset: number, count: number): number;
}

/** Records a thread until a moment, or until it has executed so many instructions. */
export function* recordOf(
  build: Build,
  thread: number,
  until: Moment | undefined,
  mostEvents = Number.POSITIVE_INFINITY,
): Paused<ThreadRecord> {
  const record = new Recorder(thread, until, mostEvents, 0);
  yield* record.run(build);
  if (record.isWhole) return record;
  // What was reached last counts: where values come from is asked backwards.
  const last = new Recorder(thread, until, mostEvents, record.executed - Math.floor(record.length * 0.9));
  yield* last.run(build);
  return last;
}

class Recorder implements ThreadRecord {
  readonly thread: number;
  readonly first: number;
  group: readonly number[] = [];
  index = 0;
  layoutSize = 0;
  length = 0;
  executed = 0;
  reached = false;
  isWhole = true;
  private readonly until: Moment | undefined;
  private readonly most: number;
  private readonly clock = new Clock();
  private readonly spots: Spot[] = [];
  private spotOf = new Int32Array(1024);
  private masks = new Int32Array(1024);
  private at = new Int32Array(1024);
  private touchAt = new Int32Array(1024);
  private log = new Uint8Array(1 << 16);
  private words = new Int32Array(this.log.buffer);
  private used = 0;
  private readonly touched: RecordedTouch[] = [];
  /** Of each instruction: how often it was executed before the first event, and its events. */
  private readonly before = new Map<string, number>();
  private readonly events = new Map<string, number[]>();
  private counts: Int32Array | undefined;

  constructor(thread: number, until: Moment | undefined, most: number, first: number) {
    this.thread = thread;
    this.until = until;
    this.most = most;
    this.first = Math.max(first, 0);
  }

  *run(build: Build): Paused<void> {
    const observer: Observer = { begin: ({ layout }) => (this.layoutSize = layout.size), watch: (site) => this.watch(site) };
    yield* runBuild(build, [this.clock.observer, observer]);
  }

  private watch(site: Site): Watch {
    const { section, instruction, message } = site;
    const { offset } = instruction;
    const accesses = site.accesses();
    const places: number[] = [];
    let bytes = 0;
    for (const access of accesses) {
      places.push(bytes);
      bytes += 4 + (access.locate ? access.places.length * 4 : 0) + ((access.places.length * access.cells + 3) & ~3);
    }
    const spot = { section, instruction, message, accesses, places, bytes };
    const number = this.spots.push(spot) - 1;
    const key = `${section} ${offset}`;
    const { until, clock } = this;
    const isLast = until !== undefined && until.section === section && until.offset === offset;
    let isOn = false;
    let isEnd = false;
    return {
      before: (t: Thread) => {
        isOn = clock.threadOf(t) === this.thread;
        if (!isOn) return;
        this.group = clock.group;
        this.index = t.index;
        const count = (this.before.get(key) ?? 0) + (this.events.get(key)?.length ?? 0);
        isEnd = isLast && count === until.count;
        if (this.executed >= this.most) throw new Enough();
        const isSkipped = this.executed++ < this.first || !this.isWhole;
        if (this.length >= MOST_EVENTS || this.used + bytes > MOST_BYTES || this.touched.length > MOST_TOUCHES) this.isWhole = false;
        if (isSkipped || !this.isWhole) {
          this.before.set(key, (this.before.get(key) ?? 0) + 1);
          isOn = false;
          if (isEnd) this.end();
          return;
        }
        this.add(number, key, t, spot);
      },
      after: (t: Thread) => {
        if (!isOn) return;
        this.store(t, spot, true);
        if (isEnd) this.end();
      },
      ...(message === undefined
        ? {}
        : {
            memory: (t: Thread, touch: Touch) => {
              if (isOn)
                this.touched.push({
                  ...{ lane: touch.lane, register: touch.register, address: touch.address, size: touch.size, index: touch.index },
                  memory: touch.memory?.name,
                  isOwn: touch.memory !== undefined && t.scratch.includes(touch.memory),
                  isFault: touch.fault !== undefined,
                });
              return false;
            },
          }),
    };
  }

  private end(): never {
    this.reached = true;
    throw new Enough();
  }

  private add(number: number, key: string, t: Thread, spot: Spot): void {
    if (this.length === this.spotOf.length) this.grow();
    if (this.used + spot.bytes > this.log.length) {
      const log = new Uint8Array(Math.max(this.log.length * 2, this.used + spot.bytes + 4) & ~3);
      log.set(this.log);
      this.log = log;
      this.words = new Int32Array(log.buffer);
    }
    const event = this.length++;
    this.spotOf[event] = number;
    this.masks[event] = t.mask;
    this.at[event] = this.used;
    this.touchAt[event] = this.touched.length;
    this.used += spot.bytes;
    const list = this.events.get(key);
    if (list === undefined) this.events.set(key, [event]);
    else list.push(event);
    this.store(t, spot, false);
  }

  private grow(): void {
    const size = this.length * 2;
    const larger = (old: Int32Array): Int32Array => {
      const array = new Int32Array(size);
      array.set(old);
      return array;
    };
    this.spotOf = larger(this.spotOf) as typeof this.spotOf;
    this.masks = larger(this.masks) as typeof this.masks;
    this.at = larger(this.at) as typeof this.at;
    this.touchAt = larger(this.touchAt) as typeof this.touchAt;
  }

  /** Before the instruction: lanes and places of all accesses, and what is read. After it: what was written. */
  private store(t: Thread, { accesses, places: starts }: Spot, isAfter: boolean): void {
    const base = this.at[this.length - 1] ?? 0;
    for (const [k, access] of accesses.entries()) {
      const { writes, cells, locate } = access;
      let at = base + (starts[k] ?? 0);
      if (!isAfter) {
        locate?.(t);
        this.words[at >> 2] = access.lanes(t);
        if (locate !== undefined) this.words.set(access.places, (at >> 2) + 1);
      }
      if (writes !== isAfter) continue;
      at += 4 + (locate ? access.places.length * 4 : 0);
      const from = (base + (starts[k] ?? 0) + 4) >> 2;
      for (let i = 0; i < access.places.length; i++) {
        const place = (locate ? this.words[from + i] : access.places[i]) ?? -1;
        for (let c = 0; c < cells; c++) this.log[at++] = place < 0 ? 0 : cellOf(t, place + c);
      }
    }
  }

  spot(event: number): Spot {
    return this.spots[this.spotOf[event] ?? 0] as Spot;
  }

  mask(event: number): number {
    return this.masks[event] ?? 0;
  }

  touches(event: number): readonly RecordedTouch[] {
    return this.touched.slice(this.touchAt[event], event + 1 < this.length ? this.touchAt[event + 1] : undefined);
  }

  lanes(event: number, access: number): number {
    return this.words[((this.at[event] ?? 0) + (this.spot(event).places[access] ?? 0)) >> 2] ?? 0;
  }

  placeAt(event: number, access: number, i: number): number {
    const { accesses, places } = this.spot(event);
    const one = accesses[access];
    if (one?.locate === undefined) return one?.places[i] ?? -1;
    return this.words[(((this.at[event] ?? 0) + (places[access] ?? 0)) >> 2) + 1 + i] ?? -1;
  }

  values(event: number, access: number, i: number): Uint8Array {
    const { accesses, places } = this.spot(event);
    const one = accesses[access] as Access;
    const at = (this.at[event] ?? 0) + (places[access] ?? 0) + 4 + (one.locate ? one.places.length * 4 : 0) + i * one.cells;
    return this.log.subarray(at, at + one.cells);
  }

  countOf(event: number): number {
    this.counts ??= this.numbered();
    return this.counts[event] ?? 0;
  }

  private numbered(): Int32Array {
    const counts = new Int32Array(this.length);
    for (const [key, list] of this.events) for (const [i, event] of list.entries()) counts[event] = (this.before.get(key) ?? 0) + i;
    return counts;
  }

  eventOf(section: string, offset: number, count: number): number {
    const key = `${section} ${offset}`;
    return this.events.get(key)?.[count - (this.before.get(key) ?? 0)] ?? -1;
  }
}

/** A byte of the registers, or a bit of a flag. */
function cellOf(t: Thread, cell: number): number {
  const { size } = t.layout;
  if (cell < size) return t.bytes[cell] ?? 0;
  const bit = cell - size;
  return ((t.i32[(t.layout.of('f') >> 2) + Math.floor(bit / FLAG_BITS)] ?? 0) >>> (bit % FLAG_BITS)) & 1;
}
