// @ts-check
/**
 * The extension for VS Code, dist/vscode/, from editors/vscode/: its script and its workers, the page of `zebin view`, and from the tables of
 * the library its languages with their grammars. The version is that of the package.
 *
 *   node scripts/vscode.mjs            packs what was built as dist/zebin-VERSION.vsix
 *
 * `@vscode/vsce`, which packs it, brings 250 packages and 122 MB for one command, so it is not among those of `npm ci`.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licenses } from './licenses.mjs';
import { ROOT } from './stamp.mjs';
import { inElement } from './viewer.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const json = (/** @type {string} */ path) => JSON.parse(readFileSync(at(path), 'utf8'));
const FOLDER = 'dist/vscode';

/** What the debug adapter and its package import of Node. */
const NODE = ['node:path', 'node:readline', 'events', 'fs', 'net', 'path', 'url'];

export async function bundleVscode() {
  rmSync(at(FOLDER), { recursive: true, force: true });
  mkdirSync(at(`${FOLDER}/languages`), { recursive: true });
  /** @type {Set<string>} */
  const modules = new Set();
  // Each whole: a worker of the editor cannot load a second script.
  for (const [name, path] of [
    ['extension', 'src/extension.ts'],
    ['worker', 'src/worker/worker.ts'],
    ['debug', 'src/debug/worker.ts'],
  ]) {
    const bundle = await rolldown({
      cwd: at('editors/vscode'),
      input: { [/** @type {string} */ (name)]: `./${path}` },
      platform: 'browser',
      external: ['vscode'],
      // The debug adapter of the command speaks by messages here: of Node it uses next to nothing.
      resolve: { alias: Object.fromEntries(NODE.map((name) => [name, at('editors/vscode/src/debug/node.ts')])) },
      plugins: [{ name: 'modules', moduleParsed: ({ id }) => void modules.add(id) }],
    });
    await bundle.write({ dir: at(FOLDER), format: 'cjs', minify: true, entryFileNames: '[name].js', codeSplitting: false });
    await bundle.close();
  }
  writeFileSync(
    at(`${FOLDER}/LICENSES.txt`),
    `${licenses('extension', modules)}\n\n${readFileSync(at('dist/viewer/LICENSES.txt'), 'utf8')}`,
  );
  writeFileSync(at(`${FOLDER}/page.html`), pageThatRuns());
  copyFileSync(at('LICENSE'), at(`${FOLDER}/LICENSE`));
  copyFileSync(at('editors/vscode/README.md'), at(`${FOLDER}/README.md`));
  await writeManifest();
}

/** The page with the script that runs kernels in it: an editor serves no files to its pages. */
function pageThatRuns() {
  const page = readFileSync(at('dist/viewer/index.html'), 'utf8');
  const run = inElement(readFileSync(at('dist/viewer/run.js'), 'utf8'));
  const end = page.lastIndexOf('</body>');
  return `${page.slice(0, end)}<script type="text/plain" id="run">${run}</script>\n${page.slice(end)}`;
}

/** The manifest, with what follows from the tables. */
async function writeManifest() {
  const { version, description, homepage, repository } = json('package.json');
  const { contributes, ...manifest } = json('editors/vscode/manifest.json');
  const { LANGUAGES, grammarOf } = await import(new URL('dist/language/index.js', ROOT).href);
  const write = (/** @type {string} */ path, /** @type {unknown} */ value) =>
    writeFileSync(at(`${FOLDER}/${path}`), `${JSON.stringify(value, null, 1)}\n`);
  /** @type {{ id: string, title: string, extensions: string[], comment?: string }[]} */
  const languages = LANGUAGES;
  for (const row of LANGUAGES) {
    const { id, comment } = row;
    write(`languages/${id}.grammar.json`, grammarOf(row));
    write(`languages/${id}.json`, {
      ...(comment && { comments: { lineComment: comment } }),
      brackets: ['{}', '[]', '()'].map((pair) => [...pair]),
      // Registers, numbers and names; types are words of their own.
      wordPattern: '[\\w%]+',
    });
  }
  const rows = languages.map(({ id, title, extensions }) => ({
    id,
    aliases: [title],
    extensions,
    configuration: `./languages/${id}.json`,
  }));
  const grammars = languages.map(({ id }) => ({ language: id, scopeName: `source.${id}`, path: `./languages/${id}.grammar.json` }));
  write('package.json', {
    ...manifest,
    version,
    description: manifest.description ?? description,
    ...(homepage && { homepage }),
    ...(repository && { repository }),
    contributes: { languages: rows, grammars, ...contributes },
  });
}

/** What to do if the program that packs is missing. Its scripts of installation fetch programs that packing does not need. */
export const GET_VSCE = 'npm install --no-save --ignore-scripts @vscode/vsce@3.9.2, or set ZEBIN_VSCE to the path of its script';

/** @returns {string | undefined} the program that packs, if it is there. */
export function vscePath() {
  const path = process.env.ZEBIN_VSCE || at('node_modules/@vscode/vsce/vsce');
  return existsSync(path) ? path : undefined;
}

/** Packs the extension. @returns {string} the file */
export function packVscode() {
  const vsce = vscePath();
  if (vsce === undefined) throw new Error(`vsce: ${GET_VSCE}`);
  const { version } = json('package.json');
  const file = `dist/zebin-${version}.vsix`;
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', at(file)];
  const { status, stdout, stderr } = spawnSync(process.execPath, [vsce, ...args], {
    cwd: at(FOLDER),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`vsce: ${stdout}${stderr}`);
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = packVscode();
  console.log(`${file}: ${statSync(at(file)).size} bytes`);
}
