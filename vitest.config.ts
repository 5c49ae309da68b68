import { defineConfig } from 'vitest/config';

/** So that no test depends on how fast the machine is or what else it does: this only ends what would never end. */
const FOREVER = 10 * 60_000;

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/browser-host.ts'],
    pool: 'forks',
    // Files share a process, and with it the modules that they all import: half of the time of a run was spent on loading those again.
    isolate: false,
    maxWorkers: 2,
    testTimeout: FOREVER,
    hookTimeout: FOREVER,
    expect: { poll: { timeout: FOREVER } },
  },
});
