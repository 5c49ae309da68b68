/** Worker threads, started when there is work for them. */
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../exit.ts';
import type { Jobs } from './jobs.ts';
import type { Answer, Request } from './worker.ts';

/**
 * Inputs per worker that are taken from the tree and whose rows are not yet written: workers continue meanwhile, and memory stays bounded.
 */
const AHEAD = 4;

/** Inputs that a worker holds at a time: the next is ready when one is done, and the last ones are distributed evenly. */
const GIVEN = 2;

/** This many inputs have to wait before another worker starts on a job: its code runs slowly there until it is compiled. */
const WORTH_LEARNING = 3;

/** What does jobs: the threads of a {@link Pool}, or this thread. */
export interface Workers {
  /** The first output. */
  do<J extends keyof Jobs>(job: J, input: Parameters<Jobs[J]>[0]): Promise<ReturnType<Jobs[J]>>;
  /** All outputs, in the order of the inputs: the result does not depend on the number of workers. */
  inOrder<J extends keyof Jobs>(job: J, inputs: AsyncIterable<Parameters<Jobs[J]>[0]>): AsyncGenerator<ReturnType<Jobs[J]>>;
}

/** A job could not be done: a part or the table cannot be written. */
export const stoppedBy = (why: string): UsageError => new UsageError(`the scan stopped: ${why}`);

export class Pool implements Workers {
  private readonly lanes: Lane[] = [];
  private readonly most: number;
  private readonly entry: URL | string;
  /** Writing comes before reading: rows take up space until they are written. */
  private readonly queues = { encode: [] as Waiting[], scan: [] as Waiting[] } satisfies Record<keyof Jobs, Waiting[]>;

  /**
   * @param most workers
   * @param entry the address of the file that they run, or its text
   */
  constructor(most: number, entry: URL | string) {
    this.most = most;
    this.entry = entry;
  }

  do<J extends keyof Jobs>(job: J, input: Parameters<Jobs[J]>[0]): Promise<ReturnType<Jobs[J]>> {
    return new Promise((resolve, reject) => {
      this.add({ job, input, put: (output) => resolve(output as ReturnType<Jobs[J]>), end() {}, fail: reject });
    });
  }

  private add(waiting: Waiting): void {
    this.queues[waiting.job].push(waiting);
    this.give();
  }

  /** Passes waiting inputs to workers that can take more. */
  private give(): void {
    for (const queue of Object.values(this.queues)) {
      for (let [first] = queue; first; [first] = queue) {
        const lane = this.laneFor(first.job, queue.length);
        if (!lane) break;
        queue.shift();
        lane.do(first);
      }
    }
  }

  private laneFor(job: keyof Jobs, waiting: number): Lane | undefined {
    const free = this.lanes.filter((lane) => lane.taskCount < GIVEN).sort((a, b) => a.taskCount - b.taskCount);
    const able = free.find((lane) => lane.jobs.has(job));
    if (able) return able;
    if (waiting < WORTH_LEARNING && this.lanes.some((lane) => lane.jobs.has(job))) return undefined;
    // What one works on may be a large file, for which others should not wait.
    if (free[0]?.taskCount === 0 || this.lanes.length === this.most) return free[0];
    const lane = new Lane(this.entry, () => this.give());
    this.lanes.push(lane);
    return lane;
  }

  async *inOrder<J extends keyof Jobs>(job: J, inputs: AsyncIterable<Parameters<Jobs[J]>[0]>): AsyncGenerator<ReturnType<Jobs[J]>> {
    const pending: AsyncGenerator<ReturnType<Jobs[J]>>[] = [];
    for await (const input of inputs) {
      pending.push(this.outputsOf(job, input));
      const [first] = pending;
      if (!first || pending.length < this.most * AHEAD) continue;
      yield* first;
      pending.shift();
    }
    for (const outputs of pending) yield* outputs;
  }

  /** All outputs of an input, which is worked on from now on. A failure is thrown in its turn: after the outputs that came before it. */
  private outputsOf<J extends keyof Jobs>(job: J, input: Parameters<Jobs[J]>[0]): AsyncGenerator<ReturnType<Jobs[J]>> {
    const outputs = new Readable({ objectMode: true, read() {} });
    let failure: Error | undefined;
    const end = () => void outputs.push(null);
    const fail = (error: Error) => {
      failure = error;
      end();
    };
    this.add({ job, input, put: (output) => outputs.push(output), end, fail });
    return (async function* () {
      yield* outputs;
      if (failure) throw failure;
    })();
  }

  async end(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.end()));
  }
}

interface Waiting {
  readonly job: keyof Jobs;
  readonly input: Request['input'];
  /** Is called with each output. */
  put(output: unknown): void;
  /** After the last output. */
  end(): void;
  fail(error: Error): void;
}

/** A worker, and the callers that wait for its inputs. */
class Lane {
  /** What it has been given to do so far. */
  readonly jobs = new Set<keyof Jobs>();
  private readonly worker: Worker;
  private readonly requests = new Map<number, Waiting>();
  private id = 0;
  private failed: UsageError | undefined;

  /** @param free is called when more can be added. */
  constructor(entry: URL | string, free: () => void) {
    this.worker = new Worker(entry, { eval: typeof entry === 'string' });
    this.worker.on('message', ({ id, output, isDone, failure }: Answer) => {
      const waiting = this.requests.get(id);
      if (!isDone) {
        waiting?.put(output);
        return;
      }
      this.requests.delete(id);
      if (failure === undefined) waiting?.end();
      else waiting?.fail(stoppedBy(failure));
      free();
    });
    this.worker.on('error', (error) => this.fail(error instanceof Error ? error.message : String(error)));
    this.worker.on('exit', (code) => this.fail(`it ended with code ${code}`));
  }

  /** How many inputs it has. */
  get taskCount(): number {
    return this.requests.size;
  }

  do(waiting: Waiting): void {
    if (this.failed) {
      waiting.fail(this.failed);
      return;
    }
    this.jobs.add(waiting.job);
    const id = this.id++;
    this.requests.set(id, waiting);
    const request: Request = { id, job: waiting.job, input: waiting.input };
    this.worker.postMessage(request);
  }

  private fail(why: string): void {
    this.failed ??= new UsageError(`the scan stopped, because a worker failed: ${why}`);
    for (const { fail } of this.requests.values()) fail(this.failed);
    this.requests.clear();
  }

  async end(): Promise<void> {
    this.requests.clear();
    await this.worker.terminate();
  }
}
