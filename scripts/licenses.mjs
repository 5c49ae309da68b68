// @ts-check
/** The licences that go with bundled code. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

/**
 * The licences of the packages that modules come from: they need to go with every copy of the code.
 * @param {string} what is bundled: `command`
 * @param {Iterable<string>} modules paths of files, and names that the bundler gives to code of its own
 */
export function licenses(what, modules) {
  const folders = [...modules].flatMap((id) => {
    if (id.includes('rolldown/runtime')) return [at('node_modules/rolldown')];
    return /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? [];
  });
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} is bundled and has no file with its licence (package.json says ${license})`);
    return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  });
  texts.sort();
  return `The ${what} is bundled with code of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** Where packages of Node keep its licence, seen from the folder of the executable: archives of nodejs.org, and Debian's. */
const NODE_LICENCES = ['LICENSE', '../LICENSE', '../share/doc/nodejs/copyright'];

/**
 * The licences of an executable: of all that it is made of.
 * @param {string} node path of the Node that is in it
 * @param {string} version of that Node: `v20.19.5`
 */
export function executableLicenses(node, version) {
  const folder = dirname(realpathSync(node));
  const file = NODE_LICENCES.map((path) => join(folder, path)).find((path) => existsSync(path));
  const text = file
    ? readFileSync(file, 'utf8').trim()
    : `The licence was not found next to this Node. Add it before you distribute the executable: the file LICENSE of nodejs/node ${version}.`;
  const parts = ['dist/cli/LICENSES.txt', 'dist/viewer/LICENSES.txt'].map((path) => readFileSync(at(path), 'utf8').trim());
  return `${[...parts, `The executable contains Node.js ${version}.\n\n${text}`].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}
