/** Crafted inputs, given to every verb: the counted work must not grow faster than the input. `node scripts/attacks.mjs` says more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALLOWANCES, grouped, LIMITS } from '../../src/core/diag/index.ts';
import { CODES } from '../../src/internal.ts';
import { ROOT, runNode } from '../support/run.ts';

test('no verb does more work than in proportion to its input', () => {
  // In a process of its own, which counts in place of the functions of the language. The script tries all options of each verb.
  const { status, stdout, stderr } = runNode(['scripts/attacks.mjs', '--quiet', '--turns']);
  expect(stderr + stdout).toMatch(/^\d+ runs of verbs at no fault\n$/);
  expect(status).toBe(0);
});

describe('the page on security', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

  test.each(Object.keys(CODES).filter((code) => code.startsWith('limit/')))('names %s', (code) => {
    expect(page).toContain(`\`${code}\``);
  });

  test.each(Object.entries(ALLOWANCES))('has the figures of %s', (resource, { floor, perByte, code }) => {
    const base = floor >= 1 << 20 ? `${floor / 2 ** 20} MiB` : grouped(floor);
    const each = perByte < 1 ? `1/${1 / perByte}` : perByte;
    expect(page).toMatch(new RegExp(`^\\| ${resource}: .* \\| ${base} \\| ${each} \\| \`${code}\` \\|$`, 'm'));
  });

  const KIB = 1_024;
  test.each([
    ['the work of a file', `${LIMITS.workFloor / KIB} KiB, and ${LIMITS.workPerByte} for each byte`],
    ['entries', `${grouped(LIMITS.entriesFloor)}, and one for each ${LIMITS.bytesPerEntry} bytes`],
    [
      'a stream',
      `${LIMITS.inflatedRatio} for each byte, at least ${LIMITS.inflatedFloor / KIB ** 2} MiB and at most ${LIMITS.inflatedBytes / KIB ** 3} GiB`,
    ],
    ['nesting', `${LIMITS.yamlDepth}, ${LIMITS.containerDepth}, ${LIMITS.jsonDepth}`],
    ['a name', `${LIMITS.nameLength / KIB} KiB`],
    ['findings', `${LIMITS.diagnosticsFloor}, and one for each ${LIMITS.bytesPerDiagnostic} bytes, at most ${grouped(LIMITS.diagnostics)}`],
    ['spans', `${grouped(LIMITS.spansFloor)}, and one for each ${LIMITS.bytesPerSpan} bytes`],
    ['sections of the host', grouped(LIMITS.hostSections)],
    ['a search of the host', `twice its size, at most ${LIMITS.hostScan / KIB ** 2} MiB`],
  ])('has the limit of %s', (_, limit) => {
    expect(page).toContain(` | ${limit} | `);
  });
});
