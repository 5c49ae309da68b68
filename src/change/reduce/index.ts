/** The smallest file that still has a property. */
export { type KeepOptions, type Keeps, keepTest } from './keep.ts';
export { type Reduction, reduce } from './reduce.ts';
export type { Search } from './search.ts';
