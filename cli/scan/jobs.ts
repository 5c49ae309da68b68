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

/** Makes the outputs for an input, one after another: of `scan` there are several. */
export const JOBS: { readonly [J in keyof Jobs]: (input: Parameters<Jobs[J]>[0]) => Iterable<ReturnType<Jobs[J]>> } = {
  scan: doTask,
  *encode(group) {
    yield encodeGroup(rowsOfGroup(group), tableColumns(group.columns));
  },
};
