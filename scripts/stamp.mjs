// @ts-check
/**
 * Checks whether the parts of dist/ were made from the current sources. Only names, sizes and times are compared, which takes a few
 * milliseconds; any difference, even an older time, counts as a change.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

export const ROOT = new URL('../', import.meta.url);
const FOLDER = new URL('dist/.stamp/', ROOT);
const SCRIPTS = ['build', 'command', 'library', 'licenses', 'man', 'modules', 'viewer', 'vscode'].map((name) => `scripts/${name}.mjs`);
const FILES = ['package.json', 'package-lock.json', 'tsconfig.base.json', ...SCRIPTS];

/** The parts of dist/ that are made at once, in the order of the build, and the folders that each is made from. */
export const PARTS = /** @type {const} */ ({
  library: ['src'],
  command: ['src', 'cli'],
  manual: ['src', 'cli'],
  viewer: ['src', 'cli', 'viewer'],
  vscode: ['src', 'cli', 'viewer', 'editors'],
});

/** @typedef {keyof typeof PARTS} Part */

export const ALL = /** @type {readonly Part[]} */ (Object.keys(PARTS));

/** Every file below a folder, as a path in the repository. @param {string} folder @returns {string[]} */
export function filesBelow(folder) {
  return readdirSync(new URL(`${folder}/`, ROOT), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}

/** What changes whenever a file does. @param {string} path */
export function fileStamp(path) {
  const { size, mtimeMs } = statSync(new URL(path, ROOT));
  return `${size} ${mtimeMs}`;
}

/** One line that changes whenever a file of these folders does, or what the build itself is made of. @param {readonly string[]} folders */
export function inputStamp(folders) {
  const hash = createHash('sha256');
  for (const path of [...folders.flatMap(filesBelow), ...FILES]) hash.update(`${path} ${fileStamp(path)}\n`);
  return `${hash.digest('hex')}\n`;
}

/** @param {readonly Part[]} [parts] */
export function isBuilt(parts = ALL) {
  return parts.every((part) => readStamp(part) === inputStamp(PARTS[part]));
}

/** @param {string} name @returns {string | undefined} nothing where there is none. */
export function readStamp(name) {
  const file = new URL(name, FOLDER);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** @param {string} name @param {string} stamp of the sources before the part was made, so that a change meanwhile is not missed. */
export function writeStamp(name, stamp) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL(name, FOLDER), stamp);
}
