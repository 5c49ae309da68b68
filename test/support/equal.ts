/**
 * Compares bytes at once, where vitest makes an entry of each, in 3 µs a byte: a tenth of the time of test/code, test/inflate and test/props.
 * Given to vitest as a set-up file, which runs before each test file of a process.
 */
import { expect } from 'vitest';

const DONE = Symbol.for('zebin.equalBytes');
const state = globalThis as { [DONE]?: true };

if (!state[DONE]) {
  state[DONE] = true;
  expect.addEqualityTesters([
    (a: unknown, b: unknown) =>
      a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor ? Buffer.compare(a, b) === 0 : undefined,
  ]);
}
