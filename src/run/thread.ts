/** A hardware thread: its registers, and which of its lanes are where. */
import type { Allocation } from './memory.ts';
import type { Pixels } from './message/pixels.ts';
import type { RegisterLayout } from './registers.ts';
import type { ImageSurface, Surfaces } from './surfaces.ts';

/** Why a thread does not run. */
export type ThreadState = 'ready' | 'waiting' | 'ended';

/** No lane is parked here. */
export const NOWHERE = -1;

/** The state of a thread at one moment. */
export interface ThreadCopy {
  readonly bytes: Uint8Array;
  readonly scratch: readonly Uint8Array[];
  readonly parked: Int32Array;
  readonly numbers: Readonly<Pick<Thread, 'mask' | 'lanes' | 'ip' | 'waiting' | 'called' | 'state' | 'index' | 'notifications'>>;
}

/** What a message reads or writes. */
export interface Target {
  /** After `at`: the memory that has the bytes. */
  memory: Allocation;
  bytes: Uint8Array;
  /**
   * The index of a byte in `bytes`; -1 where reads give zero and writes are dropped. Throws `Halt` outside of all memory.
   *
   * @param lane for which lane, and for which byte of the registers of its thread: only observers ask
   */
  at(address: number, size: number, lane: number, register: number): number;
}

/** The launch that a thread is of, as its instructions need it. */
export interface Surroundings {
  /** All memory, by address. */
  readonly flat: Target;
  readonly surfaces: Surfaces;
  /** Images that have been read, by their surfaces. */
  readonly pixels: Map<ImageSurface, Pixels>;
  /** The local memory of the group that runs. */
  readonly local: Target;
  /** A thread signals a barrier. */
  readonly signal: (t: Thread, id: number, producers: number, consumers: number, kind: number) => void;
  /** The other thread of the pair that executes together, on devices whose units are in pairs. */
  readonly partner: (t: Thread) => Thread | undefined;
  readonly counts: { messages: number; bytesRead: number; bytesWritten: number };
}

/** The state of one thread. Operands are offsets in `bytes`, of which the other arrays are views. */
export class Thread {
  readonly layout: RegisterLayout;
  /** The launch that it is of. */
  readonly around: Surroundings;
  readonly bytes: Uint8Array;
  readonly i8: Int8Array;
  readonly u16: Uint16Array;
  readonly i16: Int16Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly q: BigInt64Array;
  /** The scratch memory of this thread, by slot. */
  readonly scratch: readonly Allocation[];

  /** Lanes that run now, as bits. */
  mask = 0;
  /** Lanes that exist: the dispatch mask. */
  lanes = 0;
  /** Address of the next instruction, in bytes from the start of the code window. */
  ip = 0;
  /** Where each lane that does not run resumes; `NOWHERE` for those that run. */
  readonly parked: Int32Array = new Int32Array(32).fill(NOWHERE);
  /** Lanes that are parked, as bits. */
  waiting = 0;
  /** Lanes of the function that runs. Others are parked by its callers: they do not resume in it, though it may be the same function. */
  called = -1;
  state: ThreadState = 'ready';
  /** Place in the group. */
  index = 0;
  /** Barriers that were passed, and the barrier whose notification is awaited. */
  notifications = 0;

  constructor(layout: RegisterLayout, around: Surroundings, scratch: readonly Allocation[] = []) {
    this.layout = layout;
    this.around = around;
    this.scratch = scratch;
    const buffer = new ArrayBuffer((layout.size + 7) & ~7);
    this.bytes = new Uint8Array(buffer);
    this.i8 = new Int8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.i16 = new Int16Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.q = new BigInt64Array(buffer);
  }

  /** As at the start of a thread with these lanes. */
  reset(index: number, lanes: number, ip: number): void {
    this.bytes.fill(0);
    for (const { bytes } of this.scratch) bytes.fill(0);
    this.parked.fill(NOWHERE);
    this.waiting = 0;
    this.called = -1;
    this.mask = lanes;
    this.lanes = lanes;
    this.ip = ip;
    this.index = index;
    this.state = 'ready';
    this.notifications = 0;
  }

  /** Parks lanes until the thread comes to an address. */
  park(lanes: number, address: number): void {
    this.waiting |= lanes;
    for (let left = lanes; left !== 0; left &= left - 1) this.parked[31 - Math.clz32(left & -left)] = address;
    this.mask &= ~lanes;
  }

  /** Lets the lanes run that are parked at an address. */
  resume(address: number): void {
    for (let left = this.waiting & this.called; left !== 0; left &= left - 1) {
      const lane = 31 - Math.clz32(left & -left);
      if (this.parked[lane] !== address) continue;
      this.parked[lane] = NOWHERE;
      this.waiting &= ~(1 << lane);
      this.mask |= 1 << lane;
    }
  }

  /** Lets the lanes run that are parked at the next instruction: executing it begins with this. */
  arrive(): void {
    if (this.waiting !== 0) this.resume(this.ip);
  }

  copy(): ThreadCopy {
    const { mask, lanes, ip, waiting, called, state, index, notifications } = this;
    return {
      bytes: this.bytes.slice(),
      scratch: this.scratch.map(({ bytes }) => bytes.slice()),
      parked: this.parked.slice(),
      numbers: { mask, lanes, ip, waiting, called, state, index, notifications },
    };
  }

  restore({ bytes, scratch, parked, numbers }: ThreadCopy): void {
    this.bytes.set(bytes);
    for (const [slot, one] of scratch.entries()) this.scratch[slot]?.bytes.set(one);
    this.parked.set(parked);
    Object.assign(this, numbers);
  }
}

/** How many lanes a mask has. */
export function bitCount(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

/** The stretches of numbers that follow each other, from the first to the last of each. */
export function rangesOf(numbers: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  for (const one of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === one - 1) last[1] = one;
    else ranges.push([one, one]);
  }
  return ranges;
}
