/** The entry of a worker thread: does jobs, one after another. */
import { parentPort } from 'node:worker_threads';
import { tableColumns } from '../../src/internal.ts';
import { refusal } from '../refusal.ts';
import { doTask } from './chunk.ts';
import { type EncodedGroup, encodeGroup } from './parquet.ts';
import { rowsOfGroup } from './table.ts';
import type { Group, Result, Task } from './task.ts';

/** The jobs of a worker, with their inputs and outputs. */
export interface Jobs {
  scan(task: Task): Result;
  encode(group: Group): EncodedGroup;
}

export const JOBS: Jobs = { scan: doTask, encode: (group) => encodeGroup(rowsOfGroup(group), tableColumns(group.columns)) };

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
