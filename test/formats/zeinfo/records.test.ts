/** The generated interfaces of the records are what follows from the rows: the compiler checks this file, and the run that it can fail. */
import { expect, test } from 'vitest';
import type { AnyRecord, CONTAINER, Container, ExecutionEnv, executionEnv, RecordOf } from '../../../src/formats/zeinfo/index.ts';

/** A record and those in it as one type of properties, whatever names and intersections they are written with. */
type Plain<T> = T extends readonly (infer U)[]
  ? readonly Plain<U>[]
  : T extends AnyRecord
    ? { readonly [K in Exclude<keyof T, keyof AnyRecord>]: Plain<T[K]> }
    : T;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

test('the interface of a whole section, and of all records in it, is that of its rows', () => {
  const same: Same<Plain<Container>, Plain<RecordOf<typeof CONTAINER>>> = true;
  expect(same).toBe(true);
});

test('the comparison finds an attribute that is missing, and one of another type', () => {
  type Rows = Plain<RecordOf<typeof executionEnv>>;
  const same: Same<Plain<ExecutionEnv>, Rows> = true;
  const missing: Same<Plain<Omit<ExecutionEnv, 'spill_size'>>, Rows> = false;
  const other: Same<Plain<Omit<ExecutionEnv, 'spill_size'> & { readonly spill_size?: string }>, Rows> = false;
  expect([same, missing, other]).toEqual([true, false, false]);
});
