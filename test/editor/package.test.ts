/** The extension as it is packed. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { GET_VSCE, packVscode, vscePath } from '../../scripts/vscode.mjs';
import { readZip } from '../../src/formats/zip/index.ts';
import { LANGUAGES } from '../../src/internal.ts';
import { EXTENSION } from './workbench.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'));

describe('the manifest of the extension', () => {
  const manifest = json(`${EXTENSION}/package.json`);

  test('has the version of the package, and runs where VS Code has no Node', () => {
    expect(manifest.version).toBe(json('package.json').version);
    expect(manifest.main).toBeUndefined();
    expect(existsSync(at(`${EXTENSION}/${manifest.browser}`))).toBe(true);
  });

  test('has the languages of the library, each with a grammar and brackets', () => {
    const { languages, grammars } = manifest.contributes;
    expect(languages.map(({ id, extensions }: { id: string; extensions: string[] }) => [id, extensions])).toEqual(
      LANGUAGES.map(({ id, extensions }) => [id, extensions]),
    );
    for (const { configuration } of languages) expect(json(`${EXTENSION}/${configuration}`).brackets.length).toBe(3);
    for (const { path } of grammars) expect(json(`${EXTENSION}/${path}`).patterns.length).toBeGreaterThan(3);
  });

  test('has each command that it gives a place in a menu', () => {
    const { commands, menus } = manifest.contributes;
    const names = commands.map(({ command }: { command: string }) => command);
    for (const { command } of Object.values(menus).flat() as { command: string }[]) expect(names).toContain(command);
  });
});

test.skipIf(vscePath() === undefined)(`the extension is packed with its three scripts, the page and licences (${GET_VSCE})`, () => {
  const file = packVscode();
  const names = readZip(readFileSync(at(file))).value.entries.map(({ name }) => name);
  for (const name of [
    'extension.js',
    'worker.js',
    'debug.js',
    'page.html',
    'LICENSES.txt',
    'package.json',
    'languages/eu-assembly.grammar.json',
  ])
    expect(names).toContain(`extension/${name}`);
});
