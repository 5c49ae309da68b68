// @ts-check
/** What the scripts that make packages of the executable share: the executable, its version, what it needs of a system. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

export const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

/** Of the npm package, and so of every package. @type {string} */
export const VERSION = JSON.parse(readFileSync(at('package.json'), 'utf8')).version;

/** What a program prints. Ends with a sentence when it fails. @param {string} program @param {readonly string[]} args */
export function run(program, args, cwd = at('.')) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}

/**
 * A folder with the executable, its licences and the manual: the given one, or standalone/, made now, without symbols if `strip` is there.
 *
 * @param {string | undefined} given
 */
export function standaloneFolder(given) {
  if (given !== undefined) return resolve(given);
  const canStrip = spawnSync('strip', ['--version']).status === 0;
  run(process.execPath, ['scripts/standalone.mjs', ...(canStrip ? ['--strip'] : [])]);
  return at('standalone');
}

/** The version of glibc that an executable needs, as in its symbols: `2.28`. @param {string} executable */
export function glibcOf(executable) {
  const versions = [
    ...readFileSync(executable)
      .toString('latin1')
      .matchAll(/\bGLIBC_2\.(\d+)\b/g),
  ].map(([, minor]) => Number(minor));
  return `2.${Math.max(...versions)}`;
}

/**
 * Who makes a package of Debian, as for debchange: without DEBFULLNAME and DEBEMAIL the author of package.json, then who is logged in here.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function maintainer({ DEBFULLNAME, DEBEMAIL, EMAIL } = process.env) {
  const { author = '' } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  // `Name <address> (page)`, as npm has it.
  const [, name = '', address] = /^([^<(]*?)\s*(?:<([^>]*)>)?\s*(?:\(|$)/.exec(author) ?? [];
  const { username } = userInfo();
  const mailName = '/etc/mailname';
  const host = existsSync(mailName) ? readFileSync(mailName, 'utf8').trim() : hostname();
  return `${DEBFULLNAME || name || username} <${DEBEMAIL || EMAIL || address || `${username}@${host}`}>`;
}
