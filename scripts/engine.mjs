// @ts-check
/** Switches of V8 for processes that run many tests: compiling and collecting garbage is a large part of their processor time. */

const [major = 0] = process.versions.v8.split('.').map(Number);

/** @type {readonly string[]} */
export const ENGINE = [
  // Most objects of a test are soon garbage: with more space for new objects, test/hostile.test.ts takes a twelfth less processor time.
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  // Tests run much code a few times. Optimising it later takes a seventh less processor time in that file. Node 22 and later have a
  // compiler between, and not this switch.
  ...(major < 12 ? ['--interrupt-budget=400000'] : []),
];
