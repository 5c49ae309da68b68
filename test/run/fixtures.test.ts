/** Kernels of the fixtures compute what a model and implementations for CPUs agree on: every line of the manifest of the cases. */
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { inspect, type RunTarget, readCases, runCase, runTargets } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { whyDifferent } from './known.mjs';

interface Line {
  readonly zebin: string;
  readonly kernel: string;
  readonly file: string;
  readonly case: string;
}

const MANIFEST = 'run/manifest.jsonl';
const lines = new TextDecoder()
  .decode(fixture(MANIFEST).bytes())
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);
const at = (path: string): string => join(dirname(MANIFEST), path).replaceAll('\\', '/');
const zebins = [...new Set(lines.map(({ zebin }) => zebin))];

test.each(zebins)('the kernels of %s compute what is expected', (zebin) => {
  const root = inspect(fixture(at(zebin)).bytes()).value;
  const wrong: string[] = [];
  for (const line of lines.filter((one) => one.zebin === zebin)) {
    const [target] = runTargets(root, { kernel: line.kernel });
    const one = readCases(fixture(at(line.file)).bytes()).value.cases.find(({ name }) => name === line.case);
    if (!one) throw new Error(`${line.file} has no case ${line.case}`);
    const { result, message, first_difference } = runCase(target as RunTarget, one, { maxInstructions: 1e7 });
    if ((result === 'equal') !== (whyDifferent(line.zebin, line.kernel, line.case) === undefined))
      wrong.push(`${line.kernel}, ${line.case}: ${result} ${message ?? JSON.stringify(first_difference)}`);
  }
  expect(wrong).toEqual([]);
});
