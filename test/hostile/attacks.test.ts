/** Crafted inputs, given to every verb: the counted work must not grow faster than the input. `node scripts/attacks.mjs` says more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINE } from '../../scripts/engine.mjs';
import { ALLOWANCES } from '../../src/diag/index.ts';
import { CODES } from '../../src/internal.ts';
import { ROOT, runNode } from '../support/run.ts';

test('no verb does more work than in proportion to its input', () => {
  // In a process of its own, which counts in place of the functions of the language. The script tries all options of each verb.
  const { status, stdout, stderr } = runNode([...ENGINE, 'scripts/attacks.mjs', '--quiet', '--turns']);
  expect(stderr + stdout).toMatch(/^\d+ runs of verbs at no fault\n$/);
  expect(status).toBe(0);
});

describe('the page on security', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

  test.each(Object.keys(CODES).filter((code) => code.startsWith('limit/')))('names %s', (code) => {
    expect(page).toContain(`\`${code}\``);
  });

  test.each(Object.entries(ALLOWANCES))('has the figures of %s', (resource, allowance) => {
    const { floor, perByte, code } = allowance;
    const beyond = 'beyond' in allowance ? allowance.beyond : perByte;
    const size = floor >= 1 << 20 ? `${floor / 2 ** 20} MiB` : `${floor / 1024} KiB`;
    expect(page).toMatch(new RegExp(`^\\| ${resource}: .* \\| ${size} \\| ${perByte} \\| ${beyond} \\| \`${code}\` \\|$`, 'm'));
  });
});
