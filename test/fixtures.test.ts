/** test/fixtures and its manifest say the same, so that every file there has an origin. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIXTURES, fixtureFiles } from './support/corpus.ts';
import { ROOT } from './support/run.ts';

interface Row {
  path: string;
  sha256: string;
  size: number;
  origin: Record<string, unknown>;
}
const rows: Row[] = JSON.parse(readFileSync(join(FIXTURES, 'manifest.json'), 'utf8')).files;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the manifest of the fixtures', () => {
  test('has the size and the hash of every file it names, and where it came from', () => {
    const stated = rows.map(({ path, sha256, size }) => ({ path, sha256, size }));
    const actual = rows.map(({ path }) => {
      const bytes = readFileSync(join(FIXTURES, path));
      return { path, sha256: sha256(bytes), size: bytes.length };
    });
    expect(actual).toEqual(stated);
    expect(rows.filter((row) => Object.keys(row.origin).length === 0)).toEqual([]);
  });

  test('names every file but itself and the golden files, which are named after a fixture', () => {
    const paths = rows.map((row) => row.path);
    const known = (name: string) => name === 'manifest.json' || paths.some((path) => name === path || name.startsWith(`${path}.`));
    expect(fixtureFiles().filter((file) => !known(file.name))).toEqual([]);
  });

  test('has the file of examples/ too', () => {
    const row = rows.find(({ path }) => path === 'fat/basic-dg2-bmg.ar');
    expect(sha256(readFileSync(join(ROOT, 'examples/basic-dg2-bmg.ar')))).toBe(row?.sha256);
  });
});
