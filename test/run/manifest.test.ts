/**
 * A sample of the cases of ZEBIN_CORPUS_RUN over all devices and compilers: every case is equal to what is expected, or its binary is known
 * to compute something else (known.json). `npm run oracle` runs all of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CaseFile, inspect, type RunTarget, readCases, runCase, runTargets } from '../../src/internal.ts';
import { whyDifferent } from './known.mjs';

interface Line {
  readonly zebin: string;
  readonly kernel: string;
  readonly file: string;
  readonly case: string;
  readonly device: string;
}

const { ZEBIN_CORPUS_RUN: CORPUS = '' } = process.env;
/** Of so many lines one is run: some 600 of 13,000. */
const EACH = 21;

const manifest = join(CORPUS, 'manifest.jsonl');
const all = CORPUS !== '' && existsSync(manifest) ? readFileSync(manifest, 'utf8').trim().split('\n') : [];
const lines = all.filter((_, index) => index % EACH === 0).map((line) => JSON.parse(line) as Line);
const devices = [...new Set(lines.map(({ device }) => device))];

describe.skipIf(lines.length === 0)('a sample of all cases [needs ZEBIN_CORPUS_RUN]', { tags: ['corpus'] }, () => {
  const files = new Map<string, CaseFile>();
  const caseOf = ({ file, case: name }: Line) => {
    const known = files.get(file) ?? readCases(readFileSync(join(CORPUS, file))).value;
    files.set(file, known);
    return known.cases.find((one) => one.name === name);
  };

  test.each(devices)(
    '%s computes what is expected',
    (device) => {
      const wrong: string[] = [];
      for (const line of lines.filter((one) => one.device === device)) {
        const one = caseOf(line);
        const [target] = runTargets(inspect(readFileSync(join(CORPUS, line.zebin))).value, { kernel: line.kernel });
        if (one === undefined || target === undefined) throw new Error(`${line.zebin}: ${line.kernel}, ${line.case} is missing`);
        const { result, message, first_difference } = runCase(target as RunTarget, one, { maxInstructions: 5e7 });
        const why = whyDifferent(line.zebin, line.kernel, line.case);
        if ((result === 'equal') === (why === undefined)) continue;
        wrong.push(`${line.zebin} ${line.kernel}, ${line.case}: ${result} ${message ?? JSON.stringify(first_difference)} ${why ?? ''}`);
      }
      expect(wrong).toEqual([]);
    },
    240_000,
  );
});
