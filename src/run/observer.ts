/** Observers: objects that follow a run. They are fixed when code is translated; without one, nothing tests for them. */
import type { Instruction, Message } from '../formats/eu/index.ts';
import type { Access } from './access.ts';
import { sequence } from './alu/kinds.ts';
import type { Mask } from './alu/masks.ts';
import type { RegisterArray } from './arrays.ts';
import type { Halt } from './halt.ts';
import type { Allocation, Memory } from './memory.ts';
import type { RegisterLayout } from './registers.ts';
import type { CodeSection } from './section.ts';
import type { Thread } from './thread.ts';

/** An instruction in its place. */
export interface Site {
  readonly instruction: Instruction;
  /** The name of its section: its offset there is that of the instruction. */
  readonly section: string;
  /** The message of a send, as far as it is known: descriptors in registers are read when it is sent. */
  readonly message: Message | undefined;
  /** The lanes that are enabled before it runs, as bits from the first lane of the instruction. */
  readonly enabled: Mask;
  /** What it reads and writes of the registers of its thread. */
  readonly accesses: () => readonly Access[];
}

/** An access of a message to memory: one element of a lane, or a part of a block. It is only of the moment: the next one is the same object. */
export interface Touch {
  /** Counted from the first lane of the message; -1 for a block, which is of the whole thread. */
  readonly lane: number;
  /** The byte of the registers where the element comes from or goes to; -1 if the message has no place for it. */
  readonly register: number;
  /** As the message says it: an address, or an offset in local memory or in a surface. */
  readonly address: number;
  /** In bytes. */
  readonly size: number;
  /** The memory, and the index of the first byte there; no memory where reads give zero and writes are dropped. */
  readonly memory: Allocation | undefined;
  readonly index: number;
  /** What the message is about, also where the access is outside of it; unknown outside of all memory. */
  readonly target: Allocation | undefined;
  /** Why the device would stop. */
  readonly fault: Halt | undefined;
}

/** What an observer does at an instruction, each time that it runs. */
export interface Watch {
  readonly before?: (t: Thread) => void;
  readonly after?: (t: Thread) => void;
  /**
   * Before bytes of memory are read or written, for each lane. The group of the message says which: `load`, `store`, `atomic`. Whether the
   * run goes on after a fault: then reads give zero, and writes are dropped.
   */
  readonly memory?: (t: Thread, touch: Touch) => boolean;
}

/** What a launch has before its first group. */
export interface Places {
  readonly layout: RegisterLayout;
  readonly memory: Memory;
  /** The memory of each argument that is a buffer or an image. */
  readonly arguments: readonly (Allocation | undefined)[];
  readonly local: Allocation;
  /** The offset in local memory of each argument that has some. */
  readonly localOffsets: readonly number[];
  /** Bytes of local memory that the kernel and its arguments declare: the allocation is rounded up. */
  readonly localSize: number;
  readonly sections: readonly CodeSection[];
  /** Lanes of a thread, and the dimension of local ids that runs fastest, and so on. */
  readonly simd: number;
  readonly order: readonly number[];
  /** Bytes of the registers that have contents when a thread starts, from the first on. */
  readonly startBytes: number;
  readonly printf: Allocation | undefined;
  readonly own: OwnMemory;
  /** Arrays of the source that are in registers: read from debug information when they are asked for. */
  readonly arrays: () => readonly RegisterArray[];
}

/** The memory that each thread has for itself, in bytes as the kernel declares it. */
export interface OwnMemory {
  /** Scratch memory of a thread by slot of its surface, and the distance between threads where it is reached by its address. */
  readonly scratch: readonly number[];
  readonly scratchStep: number;
  /** Private memory of a thread. */
  readonly privateSize: number;
  /** Whether functions have a stack in it. */
  readonly hasStack: boolean;
}

/** A group: its id in x, y, z, and its work-items, which are fewer at the edge of an uneven launch. */
export interface GroupPlace {
  readonly id: readonly number[];
  readonly local: readonly number[];
}

/** An object that follows a run. State of an observer is its own: it is not part of snapshots. */
export interface Observer {
  readonly begin?: (places: Places) => void;
  /** At the translation of an instruction: what is done each time that it runs, if anything. */
  readonly watch?: (site: Site) => Watch | undefined;
  /** A group begins; its threads have their registers. */
  readonly group?: (threads: readonly Thread[], place: GroupPlace) => void;
  /** Threads go on after a barrier that all have reached. */
  readonly released?: (threads: readonly Thread[], barrier: number) => void;
  /** All threads of the group have ended. */
  readonly ended?: (threads: readonly Thread[]) => void;
}

/** What all observers together do at an instruction. */
export function watchOf(observers: readonly Observer[], site: Site): Watch | undefined {
  const watches = observers.flatMap((one) => one.watch?.(site) ?? []);
  if (watches.length < 2) return watches[0];
  const steps = (name: 'before' | 'after') => {
    const used = watches.flatMap((one) => one[name] ?? []);
    return used.length === 0 ? {} : { [name]: sequence(...used) };
  };
  const touches = watches.flatMap(({ memory }) => memory ?? []);
  return {
    ...steps('before'),
    ...steps('after'),
    ...(touches.length === 0 ? {} : { memory: allOf(touches) }),
  };
}

type MemoryWatch = NonNullable<Watch['memory']>;

/** All of them are told, also after one that lets the run go on. */
function allOf([first, second, third, ...rest]: readonly MemoryWatch[]): MemoryWatch {
  if (first === undefined) return () => false;
  if (second === undefined) return first;
  if (third === undefined)
    return (t, touch) => {
      const goesOn = first(t, touch);
      return second(t, touch) || goesOn;
    };
  // There are many accesses, and a call for each watch.
  const others = rest.length === 0 ? undefined : allOf(rest);
  return (t, touch) => {
    const one = first(t, touch);
    const two = second(t, touch);
    const three = third(t, touch);
    return others?.(t, touch) === true || one || two || three;
  };
}
