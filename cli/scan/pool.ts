/** Worker threads, started when there is work for them. */
import { Worker } from 'node:worker_threads';
import { UsageError } from '../exit.ts';
import type { Answer, Jobs, Request } from './worker.ts';

/** Room for what a worker makes and soon drops: with less, much of its time goes into moving what is still in use. */
const YOUNG_MB = 64;

/** Inputs per worker that are given out and not yet taken back: workers go on while rows are written, and memory stays bounded. */
const AHEAD = 4;

/** As many inputs as these it costs a worker to do a job for the first time: its code has to be compiled until it is fast. */
const NEW_JOB = 4;

export class Pool {
  private readonly lanes: Lane[] = [];
  private readonly most: number;
  private readonly entry: URL;

  /**
   * @param most workers
   * @param entry the module that they run
   */
  constructor(most: number, entry: URL) {
    this.most = most;
    this.entry = entry;
  }

  do<J extends keyof Jobs>(job: J, input: Parameters<Jobs[J]>[0]): Promise<ReturnType<Jobs[J]>> {
    const load = (one: Lane) => one.waiting + (one.jobs.has(job) ? 0 : NEW_JOB);
    let [lane] = [...this.lanes].sort((a, b) => load(a) - load(b));
    if (!lane || (lane.waiting > 0 && this.lanes.length < this.most)) {
      lane = new Lane(this.entry);
      this.lanes.push(lane);
    }
    return lane.do(job, input) as Promise<ReturnType<Jobs[J]>>;
  }

  /** Outputs in the order of the inputs: what comes of them does not depend on how many workers there are. */
  async *inOrder<J extends keyof Jobs>(job: J, inputs: AsyncIterable<Parameters<Jobs[J]>[0]>): AsyncGenerator<ReturnType<Jobs[J]>> {
    const pending: Promise<ReturnType<Jobs[J]>>[] = [];
    for await (const input of inputs) {
      const output = this.do(job, input);
      // It is looked at in its turn; until then a failure must not end the process.
      output.catch(() => {});
      pending.push(output);
      const [first] = pending;
      if (!first || pending.length < this.most * AHEAD) continue;
      yield await first;
      pending.shift();
    }
    for (const output of pending) yield await output;
  }

  async end(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.end()));
  }
}

interface Waiting {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** A worker, and who waits for what it has been given. */
class Lane {
  /** What it has been given to do so far. */
  readonly jobs = new Set<keyof Jobs>();
  private readonly worker: Worker;
  private readonly asked = new Map<number, Waiting>();
  private id = 0;

  constructor(entry: URL) {
    this.worker = new Worker(entry, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    this.worker.on('message', ({ id, output, failure }: Answer) => {
      const waiting = this.asked.get(id);
      this.asked.delete(id);
      if (failure === undefined) waiting?.resolve(output);
      else waiting?.reject(new UsageError(`the scan stopped: ${failure}`));
    });
    this.worker.on('error', (error) => this.fail(error instanceof Error ? error.message : String(error)));
    this.worker.on('exit', (code) => this.fail(`it ended with code ${code}`));
  }

  get waiting(): number {
    return this.asked.size;
  }

  do(job: keyof Jobs, input: Request['input']): Promise<unknown> {
    this.jobs.add(job);
    return new Promise((resolve, reject) => {
      const id = this.id++;
      this.asked.set(id, { resolve, reject });
      const request: Request = { id, job, input };
      this.worker.postMessage(request);
    });
  }

  private fail(why: string): void {
    for (const { reject } of this.asked.values()) reject(new UsageError(`the scan stopped, because a worker failed: ${why}`));
    this.asked.clear();
  }

  async end(): Promise<void> {
    this.asked.clear();
    await this.worker.terminate();
  }
}
