/** The page's side of the worker that runs kernels. */
import { startWorker } from '../../start-worker.ts';
import type { Refusal } from '../../worker/handlers.ts';
import type { RunAnswer, RunParams, RunRequest, RunRequestName, RunResultOf } from '../../worker/run/handlers.ts';

export class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(refusal: Refusal): void }>();
  private requests = 0;
  private refusal: Refusal | undefined;

  /**
   * @param script what follows the script of the worker
   * @param onProgress is called with the instructions so far
   */
  constructor(script: string, onProgress: (instructions: number) => void) {
    this.worker = startWorker(script);
    this.worker.onmessage = ({ data: { id, value, refusal, instructions } }: MessageEvent<RunAnswer>) => {
      if (id === undefined) return onProgress(instructions ?? 0);
      const question = this.waiting.get(id);
      this.waiting.delete(id);
      if (refusal) question?.reject(refusal);
      else question?.resolve(value);
    };
    // Such as memory that is exhausted: it answers nothing any more.
    this.worker.onerror = ({ message }) => this.end(`the run stopped: ${message || 'it cannot be started here'}`);
  }

  /** Asks the worker; the promise is rejected with a {@link Refusal}. */
  ask<N extends RunRequestName>(name: N, params: RunParams<N>): Promise<RunResultOf<N>> {
    return new Promise<RunResultOf<N>>((resolve, reject) => {
      if (this.refusal) return reject(this.refusal);
      const request: RunRequest = { id: this.requests++, name, params };
      this.waiting.set(request.id, { resolve: resolve as (value: unknown) => void, reject });
      this.worker.postMessage(request);
    });
  }

  /** Ends the worker, whatever it does. */
  end(message: string): void {
    this.refusal = { message };
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(this.refusal);
    this.waiting.clear();
  }
}
