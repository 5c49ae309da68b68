/** What a launch of a kernel is given, and what it gives. */

import type { Budget } from '../core/diag/index.ts';
import type { StopCause } from './halt.ts';
import type { ImageShape } from './image-formats.ts';
import type { Observer } from './observer.ts';

/** A place in a buffer that holds an address: 8 bytes at `at` become the address of argument `arg` plus `offset`. */
export interface Pointer {
  readonly at: number;
  readonly arg: number;
  readonly offset: number;
}

/** One argument of a kernel. */
export type Argument =
  /** A pointer to memory of the device, which has these bytes before the launch. */
  | {
      readonly kind: 'buffer';
      readonly bytes: Uint8Array;
      readonly pointers?: readonly Pointer[];
      /** Whether checks take it that the bytes are not the program's: what reads them before it writes them is a finding. */
      readonly uninitialized?: boolean;
    }
  /** A scalar, vector or structure by value. */
  | { readonly kind: 'value'; readonly bytes: Uint8Array }
  /** A pointer to so many bytes of local memory. */
  | { readonly kind: 'local'; readonly size: number }
  /** The pixels without gaps: x fastest, then y or the layer of a 1D array, then z or the layer. */
  | ({ readonly kind: 'image'; readonly bytes: Uint8Array } & ImageShape)
  | {
      readonly kind: 'sampler';
      readonly normalized: boolean;
      readonly addressing: 'none' | 'clamp_to_edge' | 'clamp' | 'repeat' | 'mirrored_repeat';
      readonly filter: 'nearest' | 'linear';
    }
  /** A null pointer. */
  | { readonly kind: 'null' }
  /** The address of a buffer plus an offset, as a 64-bit number. */
  | { readonly kind: 'address'; readonly arg: number; readonly offset: number };

/** A launch: sizes in work-items, of one to three dimensions, and the arguments in the order of the source. */
export interface Launch {
  readonly global: readonly number[];
  readonly local: readonly number[];
  /** The global offset; 0 if absent. */
  readonly offset?: readonly number[];
  readonly arguments: readonly Argument[];
  /** How often the kernel is launched in a row, with the memory that the launch before left; 1 if absent. */
  readonly times?: number;
  /** Executed instructions of all threads after which the run ends with the reason `limit`; 10⁹ if absent. */
  readonly maxInstructions?: number;
  /** Bytes of memory of the device that may be allocated; 10⁹ if absent. */
  readonly maxMemory?: number;
  /** Permutes threads at waits and messages, reproducibly. Without it threads run in the order of their ids. */
  readonly schedule?: number;
  /** Whether the run ends, with the reason `limit`, when all threads and all memory are as they were before: it would not end. */
  readonly endsIfRepeating?: boolean;
  /** Observers of the run. */
  readonly observers?: readonly Observer[];
  /** Whose deadline ends the run: then `limit/time` is thrown. */
  readonly budget?: Budget;
}

/** Why a machine stopped. */
export type StopReason =
  /** All threads have ended. */
  | 'done'
  /** So many instructions as were asked for, or as are allowed, have been executed. */
  | 'limit'
  | 'breakpoint'
  /** What the device could not do: an access outside of all memory, a message that is not valid, a deadlock. */
  | 'fault'
  /** An instruction or message that has no semantics here. */
  | 'unsupported';

/** Where and why a run stopped, unless it is done. */
export interface Stop {
  readonly reason: StopReason;
  /** What it was; only of faults and limits. */
  readonly cause?: StopCause;
  /** In words; empty when done. */
  readonly message: string;
  /** The section of the instruction, and its offset in bytes there; absent when done. */
  readonly section?: string;
  readonly offset?: number;
  /** The instruction as text. */
  readonly text?: string;
  /** The group (x, y, z) and the thread in it; absent when done. */
  readonly group?: readonly number[];
  readonly thread?: number;
}

/** A work-item, and who executes it. */
export interface WorkItem {
  /** Ids in x, y, z. */
  readonly global: readonly number[];
  readonly local: readonly number[];
  readonly group: readonly number[];
  /** Index of the thread in the group. */
  readonly thread: number;
  /** Null for what is of the whole thread: then the work-item is that of its first lane. */
  readonly lane: number | null;
}

/** What was executed. */
export interface Counts {
  readonly threads: number;
  readonly instructions: number;
  /** Executed instructions by mnemonic. */
  readonly byOperation: Readonly<Record<string, number>>;
  readonly messages: number;
  /** Bytes that messages read and wrote, by lanes that are enabled. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/** What a launch left. */
export interface Launched {
  readonly stop: Stop;
  /** For each argument the bytes of its buffer or image after the launch; `undefined` for the others. */
  readonly arguments: readonly (Uint8Array | undefined)[];
  /** What the kernel printed. */
  readonly printf: string;
  readonly counts: Counts;
}
