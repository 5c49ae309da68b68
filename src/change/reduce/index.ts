/** The smallest file that still has a property. */
export type { CaseJson } from './case.ts';
export { type KeepOptions, type Keeps, keepTest } from './keep.ts';
export { type KeepRunOptions, keepRunTest } from './keep-run.ts';
export { type Reduction, reduce, reduceRun } from './reduce.ts';
export type { Search } from './search.ts';
