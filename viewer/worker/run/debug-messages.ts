/** What the page and the worker say to each other about a kernel that is debugged. */
import type { ElementType, RunCount } from '../../../src/internal.ts';
import type { RunOutcome, ValueFormat } from './messages.ts';

/** The ways of a debugger, each also backwards. */
export type DebugMotion =
  | 'continue'
  | 'over'
  | 'into'
  | 'out'
  | 'barrier'
  | 'reverse-continue'
  | 'reverse-over'
  | 'reverse-into'
  | 'reverse-out'
  | 'reverse-barrier'
  | 'restart';

export interface DebugPlace {
  readonly section: string;
  /** In its section, in bytes. */
  readonly offset: number;
  /** The position in the source; null without one. */
  readonly file: string | null;
  readonly line: number | null;
}

export interface DebugThread {
  readonly index: number;
  readonly state: 'ready' | 'waiting' | 'ended';
  /** Null for one that has ended. */
  readonly at: DebugPlace | null;
  /** Lanes that run, and those that there are, as `0-7,9`. */
  readonly runs: string;
  readonly lanes: string;
}

export interface DebugFrame extends DebugPlace {
  readonly name: string;
  readonly isInlined: boolean;
}

export interface DebugLane {
  readonly lane: number;
  readonly item: string;
  readonly flags: readonly number[];
  readonly runs: boolean;
  /** Where a lane that is off continues: an address. */
  readonly until: string | null;
}

export interface DebugPoint {
  readonly id: number;
  readonly kind: 'breakpoint' | 'watchpoint';
  /** The location or the expression, as it was given. */
  readonly text: string;
  /** Empty for none. */
  readonly condition: string;
  readonly isEnabled: boolean;
  readonly hits: number;
  readonly places: readonly DebugPlace[];
}

/** Memory that can be shown. */
export interface DebugMemory {
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly type: ElementType;
  /** The pointer to its first byte, in the syntax of expressions, and the word before the type that it is cast to. */
  readonly pointer: string;
  readonly space: '' | 'local ' | 'scratch ';
}

/** Where a kernel is that is debugged. */
export interface DebugView {
  /** Counts the answers: the panels ask again when there is a new one. */
  readonly number: number;
  /** Why it stopped; empty where a step has arrived. */
  readonly said: string;
  readonly tone: 'good' | 'bad' | 'warn' | '';
  /** The lane that it is about; null for none in particular. */
  readonly lane: number | null;
  /** Instructions that were executed. */
  readonly moment: number;
  readonly group: readonly number[];
  readonly groupsBefore: number;
  readonly groups: number;
  readonly thread: number;
  readonly threads: readonly DebugThread[];
  /** Where the selected thread is. */
  readonly at: DebugPlace | null;
  readonly frames: readonly DebugFrame[];
  readonly lanes: readonly DebugLane[];
  readonly points: readonly DebugPoint[];
  /** How often each instruction has run until now. */
  readonly runs: readonly RunCount[];
  readonly memories: readonly DebugMemory[];
  readonly hasLines: boolean;
  /** What is said of the case, when the kernel has ended. */
  readonly outcome: Pick<RunOutcome, 'document' | 'text'> | null;
}

/** Values of a register. */
export interface RegisterRow {
  readonly name: string;
  readonly isOfLanes: boolean;
  readonly cells: readonly { readonly text: string; readonly isChanged: boolean; readonly isOff: boolean }[];
}

/** Which registers are shown: those of the instruction, all general ones, or accumulators, addresses, flags and state. */
export type RegisterSet = 'instruction' | 'general' | 'state';

/** A value in the tree of variables. */
export interface VariableNode {
  /** The expression of it. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** The value in the lane; or why there is none. */
  readonly text: string;
  readonly isKnown: boolean;
  readonly isChanged: boolean;
  /** Its values in all lanes, where they are not the same. */
  readonly all: string;
  readonly hasParts: boolean;
  readonly parts: readonly VariableNode[];
}

export interface MemoryParams {
  readonly key: string;
  readonly format: ValueFormat;
  readonly from: number;
  readonly count: number;
}

/** Elements of a buffer as texts. */
export interface ElementTexts {
  readonly texts: readonly string[];
  /** Places in {@link texts} of those that have changed since the stop before. */
  readonly changed: readonly number[];
}
