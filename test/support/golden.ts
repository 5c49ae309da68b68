/**
 * Golden files: what a command prints of a fixture, committed next to the fixture under the fixture's name with something after it
 * (`basic.zebin.info.txt`). `npm test -- --bless` rewrites them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { FIXTURES } from './corpus.ts';

const { BLESS } = process.env;

/**
 * @param path within test/fixtures
 * @param text compared as it is, except for line ends
 */
export function expectGolden(path: string, text: string): void {
  const file = join(FIXTURES, path);
  const actual = text.replaceAll('\r\n', '\n');
  if (BLESS === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  let golden: string | undefined;
  try {
    golden = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    // Stays undefined, which no text equals.
  }
  const state = golden === undefined ? 'does not exist' : 'differs';
  expect(actual, `test/fixtures/${path} ${state}; if the new text is right: npm test -- --bless`).toBe(golden);
}
