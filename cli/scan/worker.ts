/** The entry of a worker thread: does jobs, one after another. */
import { parentPort } from 'node:worker_threads';
import { refusal } from '../refusal.ts';
import { JOBS, type Jobs } from './jobs.ts';

export interface Request<J extends keyof Jobs = keyof Jobs> {
  readonly id: number;
  readonly job: J;
  readonly input: Parameters<Jobs[J]>[0];
}

/** A reply: an output of a job, or that there are no more of it, and why if it failed. */
export interface Answer {
  readonly id: number;
  readonly output?: unknown;
  readonly isDone?: true;
  readonly failure?: string;
}

function* answers({ id, job, input }: Request): Generator<Answer> {
  try {
    const outputs = JOBS[job] as (input: unknown) => Iterable<unknown>;
    for (const output of outputs(input)) yield { id, output };
    yield { id, isDone: true };
  } catch (error) {
    // A part that cannot be written: a full disk.
    yield { id, isDone: true, failure: refusal(error) };
  }
}

parentPort?.on('message', (request: Request) => {
  for (const answer of answers(request)) parentPort?.postMessage(answer);
});
