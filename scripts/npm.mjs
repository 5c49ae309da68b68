// @ts-check
/** Runs npm from a script: the npm that runs the script where there is one, so that both are the same version. */
import { spawnSync } from 'node:child_process';

/**
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
export function npm(args, options) {
  const { npm_execpath } = process.env;
  if (npm_execpath && /npm-cli\.[cm]?js$/.test(npm_execpath)) return spawnSync(process.execPath, [npm_execpath, ...args], options);
  // On Windows npm is a batch file, which only a shell can start.
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}
