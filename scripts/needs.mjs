// @ts-check
/** Which parts of dist/ test files need: those that they name, or the modules and scripts that they import or name do. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { ALL, ROOT } from './stamp.mjs';

/** @typedef {import('./stamp.mjs').Part} Part */

/** Texts by which parts are named. Any other of dist/ is a module of the library, of which there always is a fresh one. */
const NAMED = /** @type {const} */ ([
  ['dist/cli/', ['command']],
  ['dist/man', ['command', 'manual']],
  ['dist/viewer/', ['viewer']],
  ['dist/vscode', ['viewer', 'vscode']],
  // The whole package: packing it, and the types that are compiled.
  ['/npm.mjs', ALL],
  ['/bin/tsc', ALL],
]);

/** What dist/ is made by is not what a test needs. */
const BUILD = ['scripts/build.mjs', 'scripts/stamp.mjs'];

const isFile = (/** @type {URL} */ url) => existsSync(url) && statSync(url).isFile();

/** @param {readonly string[]} tests paths in the repository @returns {Part[]} in the order of the build. */
export function partsFor(tests) {
  /** @type {Set<Part>} */
  const parts = new Set();
  const paths = new Set(tests);
  for (const path of paths) {
    const here = new URL(path, ROOT);
    for (const text of stringsOf(readFileSync(here, 'utf8'))) {
      for (const [name, needed] of NAMED) if (text.includes(name)) for (const part of needed) parts.add(part);
      if (!/^[\w./-]+\.m?[jt]s$/.test(text)) continue;
      const named = new URL(text, text.startsWith('.') ? here : ROOT);
      const path = named.href.slice(ROOT.href.length);
      if (/^(test|scripts|site)\//.test(path) && !BUILD.includes(path) && isFile(named)) paths.add(path);
    }
  }
  return ALL.filter((part) => parts.has(part));
}

/** The texts between quotes, without those of comments. @param {string} source */
function stringsOf(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(([, ...texts]) => texts.find((text) => text !== undefined) ?? '');
}
