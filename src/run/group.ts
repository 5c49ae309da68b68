/** A work-group: threads that share local memory and barriers. */
import { halt } from './halt.ts';
import type { Thread } from './thread.ts';

interface Barrier {
  producers: number;
  consumers: Thread[];
}

export class Group {
  threads: readonly Thread[] = [];
  private readonly released: (threads: readonly Thread[], barrier: number) => void;
  private readonly barriers: Barrier[] = [];

  /** @param released is told of the threads that go on after a barrier */
  constructor(released: (threads: readonly Thread[], barrier: number) => void) {
    this.released = released;
  }

  start(threads: readonly Thread[]): void {
    this.threads = threads;
    this.barriers.length = 0;
  }

  /**
   * A thread signals a barrier. The barrier of the whole group, with the number 0, waits for as many signals as there are threads that have
   * not ended, and notifies all of them: before Xe-HPC, IGC lets each thread signal twice and wait twice for a split barrier, and the
   * signals of a part of the threads must not be the notifications of this part. Other barriers say how many signals they wait for.
   */
  signal(t: Thread, id: number, producers: number, consumers: number, kind: number): void {
    this.barriers[id] ??= { producers: 0, consumers: [] };
    const barrier = this.barriers[id] as Barrier;
    // Kinds: both, producer only, consumer only.
    if (kind !== 2) barrier.producers++;
    if (kind !== 1) barrier.consumers.push(t);
    const isWhole = id === 0 || (producers === 0 && consumers === 0);
    const [needed, released] = isWhole ? [this.running(), this.running()] : [producers, consumers];
    if (barrier.producers < needed || barrier.consumers.length < Math.min(released, this.threads.length)) return;
    this.release(barrier, id);
  }

  /** A thread has ended: who waits for all threads waits for one less. */
  ended(): void {
    const [barrier] = this.barriers;
    if (barrier !== undefined && barrier.producers > 0 && barrier.producers >= this.running()) this.release(barrier, 0);
  }

  /** How many threads have not ended. */
  running(): number {
    return this.threads.filter(({ state }) => state !== 'ended').length;
  }

  private release(barrier: Barrier, id: number): void {
    const notified = id === 0 ? this.threads.filter(({ state }) => state !== 'ended') : barrier.consumers;
    for (const one of notified) {
      one.notifications++;
      if (one.state === 'waiting') one.state = 'ready';
    }
    this.released(notified, id);
    barrier.producers = 0;
    barrier.consumers = [];
  }

  /** Throws if no thread can go on although not all have ended. */
  checkProgress(): void {
    const waiting = this.threads.filter(({ state }) => state === 'waiting').length;
    if (waiting > 0) throw halt('deadlock', waiting, this.threads.length);
  }

  /** The barriers at this moment: signals, and indices of the threads that wait. */
  copy(): readonly { readonly producers: number; readonly consumers: readonly number[] }[] {
    return this.barriers.map(({ producers, consumers }) => ({ producers, consumers: consumers.map(({ index }) => index) }));
  }

  restore(barriers: ReturnType<Group['copy']>): void {
    for (const [id, { producers, consumers }] of barriers.entries())
      this.barriers[id] = { producers, consumers: consumers.map((index) => this.threads[index] as Thread) };
  }
}
