/** The generated interfaces of the records are what follows from the rows: the compiler checks this file. */
import { expect, test } from 'vitest';
import type { CONTAINER, Container, ExecutionEnv, executionEnv, RecordOf } from '../../../src/formats/zeinfo/index.ts';
import type { Same } from '../../support/types.ts';

test('the interface of a whole section, and of all records in it, is that of its rows', () => {
  const same: Same<Container, RecordOf<typeof CONTAINER>> = true;
  expect(same).toBe(true);
});

test('the comparison finds an attribute that is missing, and one of another type', () => {
  type Rows = RecordOf<typeof executionEnv>;
  const same: Same<ExecutionEnv, Rows> = true;
  const missing: Same<Omit<ExecutionEnv, 'spill_size'>, Rows> = false;
  const other: Same<Omit<ExecutionEnv, 'spill_size'> & { readonly spill_size?: string }, Rows> = false;
  expect([same, missing, other]).toEqual([true, false, false]);
});
