// @ts-check
/** The licences that go with bundled code. */
import { readdirSync, readFileSync } from 'node:fs';
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
