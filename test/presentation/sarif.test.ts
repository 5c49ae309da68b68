/** SARIF logs hold to the schema that the Multitool of the format comes with. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { FormatError } from '../../src/core/diag/index.ts';
import { completeness, completenessOf, findingsOf, inspect, sarifLog, validateDocument } from '../../src/internal.ts';
import { buildAr, buildMember, buildZebin } from '../support/build-elf.ts';
import { archives, probes, zebins } from '../support/corpus.ts';
import { ROOT } from '../support/run.ts';
import { syclFiles } from '../support/sycl.ts';

/** The package of each system has the schema next to its program. */
const PACKAGES = join(ROOT, 'node_modules/@microsoft');
const SCHEMA = readdirSync(PACKAGES)
  .filter((name) => name.startsWith('sarif-multitool-'))
  .map((name) => join(PACKAGES, name, 'sarif-2.1.0.json'))[0];
const fits = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(
  JSON.parse(readFileSync(SCHEMA ?? '', 'utf8')),
);

const SITE = 'https://zebin.example/docs';

function documentOf(bytes: Uint8Array) {
  const root = inspect(bytes).value;
  return validateDocument(findingsOf(root), completenessOf(root));
}

/** What the schema has against the log of a file; the number of its results. */
function results(bytes: Uint8Array, path: string): number {
  const log = JSON.parse(JSON.stringify(sarifLog(documentOf(bytes), path, '1.2.3', SITE)));
  expect([path, fits(log), fits.errors ?? []]).toEqual([path, true, []]);
  return log.runs[0].results.length;
}

const HOSTILE = buildZebin({
  zeInfo: "version: '1.73'\nkernels:\n  - name: 'k<script>`|\u0001'\n    execution_env:\n      simd_size: 4\n      gfr_count\u0085: 1\n",
  kernels: ['k\u202e'],
  sections: [{ name: '.t\ud800|<b>', data: 'x' }],
}).bytes;

test('of a file without errors, with errors, of containers and of names that are made up to hurt', { tags: ['corpus'] }, () => {
  expect(results(buildAr([buildMember('a b!%/', HOSTILE)]), '../a b/c#?<x>.ar')).toBeGreaterThan(5);
  expect(results(HOSTILE, '\ud800\u202e`x`')).toBeGreaterThan(5);
  const files = [...zebins(), ...probes(), ...archives()].filter((_, i) => i % 7 === 0);
  const counts = files.map((file) => results(file.bytes(), file.name));
  expect(counts.some((count) => count > 0)).toBe(true);
});

test.each([SITE, `${SITE}/`])('rules point to their pages on the site %s, and nowhere without one', (site) => {
  const document = documentOf(HOSTILE);
  const rules = sarifLog(document, 'k.zebin', '1', site).runs[0]?.tool.driver.rules ?? [];
  expect(rules.length).toBeGreaterThan(0);
  for (const { id, helpUri } of rules) expect(helpUri).toBe(`${SITE}/reference/diagnostic/${id}/`);
  expect(sarifLog(document, 'k.zebin', '1').runs[0]?.tool.driver.rules.filter((rule) => 'helpUri' in rule)).toEqual([]);
});

test('of containers of SYCL', { tags: ['corpus'] }, () => {
  let logs = 0;
  for (const file of ['syclbin', 'offload-binary', 'property-sets'].flatMap(syclFiles)) {
    try {
      results(file.bytes(), file.name);
      logs++;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  expect(logs).toBeGreaterThan(3);
});

test.each([
  ['a b.zebin', 'a%20b.zebin'],
  ['dir/a#b', 'dir/a%23b'],
  ['/tmp/a', 'file:///tmp/a'],
  ['C:\\x\\a', 'file:///C:/x/a'],
  ['\\\\server\\x', 'file://server/x'],
])('the path %s is the reference %s', (path, uri) => {
  expect(sarifLog(validateDocument([], completeness([])), path, '1').runs[0]?.artifacts[0]?.location.uri).toBe(uri);
});

test('the schema refuses what is not a log', () => {
  expect(fits({ version: '2.1.0', runs: [{ tool: {}, results: [{ message: 'text' }] }] })).toBe(false);
});
