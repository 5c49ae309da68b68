/** The jobs of a scan: worker threads do them, or this thread. */
import { tableColumns } from '../../src/internal.ts';
import { doTask } from './chunk.ts';
import { type EncodedGroup, encodeGroup } from './parquet.ts';
import { rowsOfGroup } from './table.ts';
import type { Group, Result, Task } from './task.ts';

/** Inputs and outputs of jobs. */
export interface Jobs {
  scan(task: Task): Result;
  encode(group: Group): EncodedGroup;
}

export const JOBS: Jobs = { scan: doTask, encode: (group) => encodeGroup(rowsOfGroup(group), tableColumns(group.columns)) };
