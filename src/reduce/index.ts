export { type Keeps, keepTest } from './keep.ts';
export { type Reduction, reduce, reductions } from './reduce.ts';
export type { Search } from './search.ts';
