/** The entry of a worker thread: does jobs, one after another. */
import { parentPort } from 'node:worker_threads';
import { refusal } from '../refusal.ts';
import { JOBS, type Jobs } from './jobs.ts';

export interface Request<J extends keyof Jobs = keyof Jobs> {
  readonly id: number;
  readonly job: J;
  readonly input: Parameters<Jobs[J]>[0];
}

/** The reply: the output of a job, or why there is none. */
export interface Answer {
  readonly id: number;
  readonly output?: unknown;
  readonly failure?: string;
}

function answer({ id, job, input }: Request): Answer {
  try {
    return { id, output: (JOBS[job] as (input: unknown) => unknown)(input) };
  } catch (error) {
    // A part that cannot be written: a full disk.
    return { id, failure: refusal(error) };
  }
}

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)));
