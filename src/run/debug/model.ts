/** What a session says: why it stopped, and where it is. */
import type { Stop } from '../model.ts';
import type { Listed } from './listing.ts';
import type { Point } from './points.ts';
import type { Write } from './watch.ts';

/** Why a session stopped. */
export type HaltReason =
  /** Where the user wanted to go. */
  | 'step'
  | 'breakpoint'
  | 'watchpoint'
  /** All threads of the group have reached a barrier. */
  | 'barrier'
  /** The thread that was stepped has ended. */
  | 'ended'
  /** There is nothing before. */
  | 'beginning'
  | Stop['reason'];

export interface Halt {
  readonly reason: HaltReason;
  /** In words, where the reason alone does not say it. */
  readonly message?: string;
  readonly point?: Point;
  readonly write?: Write;
}

/** A function that has not returned, or a call that is inlined. */
export interface Frame {
  readonly name: string;
  readonly at: Listed;
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | undefined;
  readonly isInlined: boolean;
}
