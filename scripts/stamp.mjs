// @ts-check
/**
 * Checks whether dist/ was built from the current sources. Only names, sizes and times are compared, which takes a few milliseconds; any
 * difference, even an older time, counts as a change.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

export const ROOT = new URL('../', import.meta.url);
const STAMP = new URL('dist/.stamp', ROOT);
const FOLDERS = ['src', 'cli', 'viewer'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', 'scripts/viewer.mjs'];

/**
 * One line that changes whenever an input of the build changes.
 * @param {readonly string[]} more folders that it reads too
 */
export function inputStamp(more = []) {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ path) => {
    const { size, mtimeMs } = statSync(new URL(path, ROOT));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  const addFolder = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(new URL(`${folder}/`, ROOT), { withFileTypes: true })) {
      if (entry.isDirectory()) addFolder(`${folder}/${entry.name}`);
      else add(`${folder}/${entry.name}`);
    }
  };
  [...FOLDERS, ...more].forEach(addFolder);
  FILES.forEach(add);
  return `${hash.digest('hex')}\n`;
}

export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputStamp();
}

/** @param {string} stamp what {@link inputStamp} said before the build began, so that a change during the build is not missed. */
export function writeStamp(stamp) {
  writeFileSync(STAMP, stamp);
}
