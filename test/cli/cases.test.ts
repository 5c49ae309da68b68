/** What the command prints for given input: each file of cases/ is a test (case-file.ts). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { ROOT } from '../support/run.ts';
import { played, titleOf } from './case-file.ts';

const FOLDER = join(ROOT, 'test/cli/cases');
const CASES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.case'))
  .map((name) => name.replaceAll('\\', '/'))
  .sort()
  .map((name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8').replaceAll('\r\n', '\n');
    return [`${name.replace(/\.case$/, '')}: ${titleOf(text)}`, name, text] as const;
  });

test.each(CASES)('prints what the case has: %s', async (_, name, text) => {
  expectGolden(`../cli/cases/${name}`, await played(text));
});

test('every case says what it shows, and runs something', () => {
  expect(CASES.filter(([, , text]) => titleOf(text) === '' || !/^\$ zebin /m.test(text)).map(([, name]) => name)).toEqual([]);
});
