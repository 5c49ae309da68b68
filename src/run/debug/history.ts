/**
 * The past of a run. What a launch does next depends on nothing but its state, so any moment can be reached again: from a copy that was made
 * before it, by running on. A moment is a number: how many instructions of all threads have been executed.
 */
import { isPause, type Machine, type Pausing, pauses } from '../machine.ts';
import type { Stop } from '../model.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Thread } from '../thread.ts';

/** State that belongs to a run and that snapshots of the machine have not. */
export interface Notes<N> {
  copy(): N;
  restore(notes: N): void;
}

interface Checkpoint<N> {
  readonly moment: number;
  readonly snapshot: Snapshot;
  readonly notes: N;
}

/** What was changed by hand, before the instruction of a moment: it is changed again whenever the run comes there. */
interface Edit {
  readonly moment: number;
  readonly apply: () => void;
}

/** Work that is done in parts, so that pages stay alive and Ctrl-C is noticed. Ended early, it leaves the run where it was. */
export type Motion<T> = Generator<undefined, T>;

/** Copies that are kept: close to each other near the present, and far from each other long before it. */
const MOST_CHECKPOINTS = 32;
/** Instructions between copies at the least; in long runs, this part of all. */
const INTERVAL = 20_000;
const PART = 32;
/** Bytes that are compared for a copy in the time of an instruction: a copy of much memory is made seldom. */
const COMPARED = 64;
/** A way back that is shorter than this needs no further copies. */
const NEAR = 1_000;
/** Instructions between the parts of a motion. */
const SLICE = 200_000;

export class History<N> {
  /** Instructions that were executed in fact: those of replays too. */
  work = 0;
  private readonly machine: Machine;
  private readonly notes: Notes<N>;
  /** Bytes of memory. */
  private readonly size: number;
  private checkpoints: Checkpoint<N>[] = [];
  private edits: Edit[] = [];
  private end: { readonly moment: number; readonly stop: Stop } | undefined;

  constructor(machine: Machine, notes: Notes<N>) {
    this.machine = machine;
    this.notes = notes;
    machine.runExactly(0);
    this.keep();
    const pages = this.checkpoints[0]?.snapshot.memory ?? [];
    this.size = pages.flat().reduce((sum, page) => sum + page.length, 0);
  }

  /** Instructions that have been executed. */
  get moment(): number {
    return this.machine.instructions;
  }

  /** How many copies there are. */
  get copies(): number {
    return this.checkpoints.length;
  }

  /** Why the run ends here, if it does. */
  get ended(): Stop | undefined {
    return this.end?.moment === this.moment ? this.end.stop : undefined;
  }

  /** Runs on until `pausing` says so, or to the end. The first instruction is executed in any case. */
  *forward(pausing: Pausing): Motion<Stop> {
    for (let isFirst = true; ; isFirst = false) {
      const stop = this.advance(this.moment + SLICE, pausing, isFirst);
      if (!isPause(stop)) return stop;
      yield;
    }
  }

  /**
   * Replays the past, the latest part first, until one has what is looked for; goes there, and returns its moment. Without one the run stays
   * where it is.
   *
   * @param look is called before each instruction
   * @param found asked after each part: the moment to go to, if it is known. `isOldest` after the last part
   * @param oldest the moment at which the past begins
   */
  *backward(look: (t: Thread) => void, found: (isOldest: boolean) => number | undefined, oldest = 0): Motion<number | undefined> {
    const now = this.moment;
    let target: number | undefined;
    try {
      for (let end = now; end > oldest; ) {
        const start = this.before(end - 1);
        this.restore(start);
        if (start.moment < oldest) this.advance(oldest);
        const asked: Pausing = (t) => {
          look(t);
          return false;
        };
        while (this.moment < end) {
          this.advance(Math.min(end, this.moment + SLICE), asked, false);
          yield;
        }
        end = Math.max(start.moment, oldest);
        target = found(end <= oldest);
        if (target !== undefined) break;
      }
      return target;
    } finally {
      this.seek(target ?? now);
    }
  }

  /** Goes to a moment that has been, or to the end if that comes first. */
  seek(moment: number): void {
    const start = this.before(moment);
    if (this.moment > moment || this.moment < start.moment) this.restore(start);
    while (moment - this.moment > NEAR) {
      const half = this.moment + Math.ceil((moment - this.moment) / 2);
      this.advance(half);
      if (this.moment < half) return;
      this.keep();
    }
    this.advance(moment);
  }

  /** Changes something by hand, now. What came after this moment has not been. */
  edit(apply: () => void): void {
    const { moment } = this;
    apply();
    this.edits = [...this.edits.filter((one) => one.moment <= moment), { moment, apply }];
    this.end = undefined;
    this.checkpoints = this.checkpoints.filter((one) => one.moment < moment || one.moment === 0);
    if (moment > 0) this.keep();
  }

  /**
   * Runs to a moment, past edits and checkpoints on the way.
   *
   * @param isFirst whether the next instruction is executed without asking
   */
  private advance(until: number, pausing?: Pausing, isFirst = true): Stop {
    const { machine } = this;
    for (let asks = !isFirst; ; asks = true) {
      if (this.end !== undefined && this.moment >= this.end.moment) return this.end.stop;
      this.applyEdits();
      const { next } = machine;
      if (asks && this.moment < until && pausing !== undefined && next !== undefined && pauses(next, pausing))
        return { reason: 'breakpoint', message: '' };
      // A fault that is known is not run into again, so that the state stays the one before it.
      const to = Math.min(until, this.dueAt(), this.end?.moment ?? until, this.nextEdit());
      const before = this.moment;
      const stop = machine.runExactly(to - before, pausing);
      this.work += this.moment - before;
      if (!isPause(stop)) return stop.reason === 'breakpoint' ? stop : this.ending(stop);
      if (this.moment >= this.dueAt()) this.keep();
      if (this.moment >= until) {
        this.applyEdits();
        return stop;
      }
    }
  }

  /** The run ends here: after a fault, the state is that before the instruction. */
  private ending(stop: Stop): Stop {
    const { moment } = this;
    const isKnown = this.end !== undefined;
    this.end = { moment, stop };
    if (stop.reason !== 'done' && stop.reason !== 'limit' && !isKnown) {
      this.restore(this.before(moment));
      this.advance(moment);
    }
    return stop;
  }

  private applyEdits(): void {
    const { moment } = this;
    for (const one of this.edits) if (one.moment === moment) one.apply();
  }

  /** The moment of the next change by hand. */
  private nextEdit(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { moment } of this.edits) if (moment > this.moment && moment < next) next = moment;
    return next;
  }

  /** The last copy that is not after a moment. */
  private before(moment: number): Checkpoint<N> {
    const found = this.checkpoints.filter((one) => one.moment <= moment).at(-1);
    return found ?? (this.checkpoints[0] as Checkpoint<N>);
  }

  /** When the next copy is to be made: none where copies of a later moment are. */
  private dueAt(): number {
    const { moment } = this;
    const last = this.checkpoints.at(-1)?.moment ?? 0;
    const distance = Math.max(INTERVAL, Math.floor(this.size / COMPARED), Math.floor(moment / PART));
    return last > moment ? Number.POSITIVE_INFINITY : last + distance;
  }

  private restore({ snapshot, notes }: Checkpoint<N>): void {
    this.machine.restore(snapshot);
    this.notes.restore(notes);
  }

  private keep(): void {
    const { moment, machine } = this;
    if (this.checkpoints.some((one) => one.moment === moment)) return;
    const before = this.checkpoints.filter((one) => one.moment < moment).at(-1);
    const one = { moment, snapshot: machine.snapshot(before?.snapshot), notes: this.notes.copy() };
    this.checkpoints = [...this.checkpoints, one].sort((a, b) => a.moment - b.moment);
    if (this.checkpoints.length > MOST_CHECKPOINTS) this.thin();
  }

  /** Drops the copy that is missed least: whose neighbours are close to each other, seen from the present. */
  private thin(): void {
    const { checkpoints, moment } = this;
    let least = 1;
    let smallest = Number.POSITIVE_INFINITY;
    for (let i = 1; i + 1 < checkpoints.length; i++) {
      const [a, b, c] = checkpoints.slice(i - 1, i + 2) as [Checkpoint<N>, Checkpoint<N>, Checkpoint<N>];
      const gap = (c.moment - a.moment) / (Math.abs(moment - b.moment) + NEAR);
      if (gap < smallest) [smallest, least] = [gap, i];
    }
    this.checkpoints = checkpoints.filter((_, i) => i !== least);
  }
}
