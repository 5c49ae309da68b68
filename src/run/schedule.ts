/** The order in which threads of a group have their turns. */
import type { Thread } from './thread.ts';

/** Instructions of a thread before another has its turn: threads may wait for each other without a barrier. */
const TURN = 20_000;
/** The same when a schedule permutes threads: short, so that what they do to memory meets. */
const SHORTEST = 16;
const SPREAD = 496;

/** By index; or permuted, reproducibly, from a seed. */
export class Schedule {
  private state: number | undefined;

  constructor(seed: number | undefined) {
    this.state = seed === undefined ? undefined : seed >>> 0;
  }

  /** The threads in the order of the next round. */
  order(threads: readonly Thread[]): readonly Thread[] {
    if (this.state === undefined) return threads;
    const list = [...threads];
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.next() % (i + 1);
      [list[i], list[j]] = [list[j] as Thread, list[i] as Thread];
    }
    return list;
  }

  /** Instructions of the next turn. */
  turn(): number {
    return this.state === undefined ? TURN : SHORTEST + (this.next() % SPREAD);
  }

  /** A generator with 32 bits of state (Marsaglia's xorshift, after a step that makes 0 another number). */
  private next(): number {
    let x = ((this.state ?? 0) + 0x9e3779b9) | 0;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return this.state;
  }
}
