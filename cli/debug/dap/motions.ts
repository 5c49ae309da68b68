/** What a session does, one after the other: it has one motion at a time, and a client may ask for the next before it knows of the end. */
import type { DebugContext } from '../context.ts';

export class Motions {
  private readonly interruption: DebugContext['interruption'];
  private last: Promise<void> = Promise.resolve();
  private count = 0;
  private ended = false;

  constructor(interruption: DebugContext['interruption']) {
    this.interruption = interruption;
  }

  /** Whether something runs, or waits to. */
  get areRunning(): boolean {
    return this.count > 0;
  }

  /** Whether the session has ended: nothing is begun any more. */
  get isOver(): boolean {
    return this.ended;
  }

  /** Does something after what runs. */
  add(act: () => Promise<void>): void {
    this.count++;
    const done = async (): Promise<void> => {
      // A pause that came when nothing ran, or for what ran before.
      this.interruption.noticed = false;
      try {
        if (!this.ended) await act();
      } finally {
        this.count--;
      }
    };
    this.last = this.last.then(done);
  }

  /** Ends what runs. */
  interrupt(): void {
    this.interruption.noticed = true;
  }

  end(): void {
    this.ended = true;
    this.interrupt();
  }
}
