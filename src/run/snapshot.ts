/** All that a run changes, at one moment. */
import type { Group } from './group.ts';
import type { Contents } from './memory.ts';
import type { Schedule } from './schedule.ts';
import type { ThreadCopy } from './thread.ts';

/** Which group runs: the launch of several in a row, the walk, and the place in it. */
interface Progress {
  readonly times: number;
  readonly walk: number;
  readonly place: number;
  readonly isInGroup: boolean;
  readonly started: number;
  readonly executed: number;
}

/** All that a run changes. */
export interface Snapshot {
  readonly progress: Progress;
  readonly turns: ReturnType<Schedule['copy']>;
  readonly threads: readonly ThreadCopy[];
  readonly barriers: ReturnType<Group['copy']>;
  readonly local: Uint8Array;
  readonly memory: Contents;
}
