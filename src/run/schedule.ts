/** The order in which threads of a group have their turns. */
import type { Thread } from './thread.ts';

/** Instructions of a thread before another has its turn: threads may wait for each other without a barrier. */
const TURN = 20_000;
/** The same when a schedule permutes threads: short, so that what they do to memory meets. */
const SHORTEST = 16;
const SPREAD = 496;

/** Whose turn it is: a place in a round, in which each thread has one turn. A run that pauses goes on in the same place. */
export interface Turns {
  /** Indices of the threads. */
  readonly order: readonly number[];
  readonly position: number;
  /** Instructions that are left of the turn; it has not begun without them. */
  readonly left: number | undefined;
  /** Whether a thread has run in this round. */
  readonly hasRun: boolean;
}

/** By index; or permuted, reproducibly, from a seed. */
export class Schedule {
  private state: number | undefined;
  private turns: Turns = NO_TURNS;

  constructor(seed: number | undefined) {
    this.state = seed === undefined ? undefined : seed >>> 0;
  }

  /** Begins a round. */
  round(count: number): void {
    const order = Array.from({ length: count }, (_, index) => index);
    if (this.state !== undefined)
      for (let i = count - 1; i > 0; i--) {
        const j = this.next() % (i + 1);
        [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
      }
    this.turns = { ...NO_TURNS, order };
  }

  /** The thread that has its turn; `undefined` at the end of the round. */
  current(threads: readonly Thread[]): Thread | undefined {
    return threads[this.turns.order[this.turns.position] ?? -1];
  }

  /** Instructions that are left of the turn. */
  left(): number {
    return this.turns.left ?? this.turn();
  }

  /** A thread has run: so many instructions are left. */
  ran(left: number): void {
    this.turns = { ...this.turns, left, hasRun: true };
  }

  /** The turn is over. */
  advance(): void {
    this.turns = { ...this.turns, position: this.turns.position + 1, left: undefined };
  }

  get hasRun(): boolean {
    return this.turns.hasRun;
  }

  copy(): readonly [state: number | undefined, turns: Turns] {
    return [this.state, this.turns];
  }

  restore([state, turns]: ReturnType<Schedule['copy']>): void {
    this.state = state;
    this.turns = turns;
  }

  private turn(): number {
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

const NO_TURNS: Turns = { order: [], position: 0, left: undefined, hasRun: false };
