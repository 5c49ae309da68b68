/** Why two builds of a kernel do not leave the same. */
import type { Launched, WorkItem } from '../model.ts';
import type { Writer } from './outputs.ts';

/** An instruction that a thread executed. */
export interface Executed {
  readonly section: string;
  /** In bytes, in its section. */
  readonly offset: number;
  readonly text: string;
  /** How often the thread had executed it before. */
  readonly count: number;
  readonly item: WorkItem;
  /** What it wrote, or stored: the element that differs, as a number in hexadecimal digits; absent where it wrote nothing. */
  readonly value?: string;
}

/** What of an instruction differs, so that the next link is asked for. */
export type ChainVia = 'source' | 'accumulator' | 'address' | 'data' | 'predicate' | 'control' | 'memory';

/** The same step of both runs. */
export interface ChainLink {
  readonly a: Executed | undefined;
  readonly b: Executed | undefined;
  /** What differs in what it reads, and leads to the next link; absent for the last. */
  readonly via?: ChainVia;
}

/** Why the last link of a chain is the last. */
export type ChainEnd =
  /** The instruction is not the same one, and what both read is the same. */
  | 'instruction'
  /** The instruction gives different results for the same values. */
  | 'result'
  /** It reads what the threads start with: arguments, ids. */
  | 'start'
  /** It reads memory that nothing has written. */
  | 'memory'
  /** What comes before is not recorded: the runs are too long. */
  | 'cut'
  /** What leads here cannot be aligned. */
  | 'unaligned';

/** Where the first difference comes from. */
export interface Chain {
  /** From the store that differs back to the first value that does. */
  readonly links: readonly ChainLink[];
  readonly end: ChainEnd;
}

/** What two builds left. */
export interface BuildDifference {
  readonly a: Launched;
  readonly b: Launched;
  /** Whether they left the same, and ended for the same reason. */
  readonly isEqual: boolean;
  /** The first byte that differs, in the order of the work-items that stored it: in an argument, or in the buffer of printf. */
  readonly memory?: string;
  readonly byte?: number;
  /** Who stored it last in each run: undefined where nothing did. */
  readonly stores?: readonly [Writer | undefined, Writer | undefined];
  /** How many bytes differ. */
  readonly bytes: number;
  /** Absent if they are equal, or if nothing is known of the difference. */
  readonly chain?: Chain;
}
