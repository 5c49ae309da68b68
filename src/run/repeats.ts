/**
 * Runs that come back to a state that they had: they do not end. One earlier state is kept, and replaced ever more rarely, so that any
 * period is found.
 *
 * Source: R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20, 1980.
 */
import { halt } from './halt.ts';
import type { Snapshot } from './snapshot.ts';
import type { Thread } from './thread.ts';

/** Rounds of a group before the first state is kept. */
const FIRST = 16;

export class Repeats {
  private kept: Snapshot | undefined;
  private rounds = 0;
  private next = FIRST;

  /** A group begins. */
  begin(): void {
    this.kept = undefined;
    this.rounds = 0;
    this.next = FIRST;
  }

  /** After a round, in which each thread had a turn of the same length. Throws `Halt` if all is as it was before. */
  round(threads: readonly Thread[], snapshot: (before?: Snapshot) => Snapshot): void {
    const { kept } = this;
    if (kept !== undefined && threads.every((t, index) => isAs(t, kept, index))) {
      const now = snapshot(kept);
      if (areEqual(now, kept)) throw halt('repeats', now.progress.executed - kept.progress.executed);
    }
    if (++this.rounds < this.next) return;
    this.kept = snapshot(kept);
    this.next *= 2;
  }
}

function isAs(t: Thread, { threads }: Snapshot, index: number): boolean {
  const before = threads[index];
  if (before === undefined) return false;
  const { numbers, bytes, scratch, parked } = before;
  return (
    (Object.keys(numbers) as (keyof typeof numbers)[]).every((name) => t[name] === numbers[name]) &&
    areSame(t.parked, parked) &&
    areSame(t.bytes, bytes) &&
    scratch.every((own, slot) => areSame(t.scratch[slot]?.bytes ?? [], own))
  );
}

/** What is not of the threads. Pages of memory that are equal are the same. */
const areEqual = (a: Snapshot, b: Snapshot): boolean =>
  JSON.stringify(a.barriers) === JSON.stringify(b.barriers) &&
  areSame(a.local, b.local) &&
  a.memory.every((pages, index) => areSame(pages, b.memory[index] ?? []));

function areSame<T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
