/** How often the replay of drivers decodes a kernel: once for each group of releases that decode it differently, not for each release. */
import { expect, test, vi } from 'vitest';
import { RELEASES, TABLES } from '../../src/driver/index.ts';
import { DriverRecord } from '../../src/driver/record.ts';
import { checkDocument, driverVerdict, inspect } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';

/** How many kernels are decoded: the names of all their entries are looked up once each time. */
function decodesOf(ask: () => unknown): number {
  const lookUps = vi.spyOn(DriverRecord.prototype, 'unknownKeys');
  ask();
  const { calls } = lookUps.mock;
  lookUps.mockRestore();
  return calls.filter(([what]) => what === 'a kernel').length;
}

/**
 * Groups of releases that `check` asks about a kernel without special attributes; there are hundreds of releases. A name that an old release
 * does not know, and skips, makes no group.
 */
const GROUPS = 4;

test.each([
  ['clock', 1],
  ['globals', 5],
])('%s: `info` decodes each of %i kernels once, `check` at most once for each group of releases', (name, kernels) => {
  const { bytes } = fixture(`zebin/igc2/bmg/${name}.zebin`);
  const opened = () => inspect(bytes()).value;
  expect(decodesOf(() => driverVerdict(opened(), { tables: TABLES }, { newestOnly: true }))).toBe(kernels);
  expect(decodesOf(() => driverVerdict(opened(), { tables: TABLES }))).toBe(kernels);
  const checks = decodesOf(() => checkDocument(opened(), { release: RELEASES.at(-1) ?? '', tables: TABLES }));
  expect(checks).toBeGreaterThan(kernels);
  expect(checks).toBeLessThanOrEqual(GROUPS * kernels);
});
