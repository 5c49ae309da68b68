// @ts-check
/** Releases of ocloc that the scripts ask: the one in PATH, and those of other Debian releases in their own trees (scripts/toolchains.sh). */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

/** @typedef {{ exit: number | string, output: string }} Ran */
/**
 * @typedef {object} Ocloc
 * @property {string} folder for its files; the working directory of what is run
 * @property {(args: readonly string[], env?: Readonly<Record<string, string>>) => Ran} run
 * @property {(script: string) => string} shell what a script prints
 * @property {string} version of Debian's package
 */
/** @typedef {{ source: string, flags?: readonly string[], options?: string, env?: Readonly<Record<string, string>> }} Source */

/** @param {string} message @returns {never} */
export function stop(message) {
  console.error(`oracle: ${message}`);
  process.exit(2);
}

/** @param {import('node:child_process').SpawnSyncReturns<any>} result @param {string} what */
export function must({ status, error, stdout, stderr }, what) {
  if (status !== 0) stop(`${what} failed: ${error?.message ?? `${stdout ?? ''}${stderr ?? ''}`}`);
}

/** @type {string[]} */
const folders = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** @param {'igc0' | 'igc2'} name as scripts/toolchains.sh calls it, which makes a tree that is missing @returns {Ocloc} */
export function openTree(name) {
  const tree = `/opt/${name}`;
  // A link that leads somewhere only inside the tree.
  if (!lstatSync(join(tree, 'usr/bin/ocloc'), { throwIfNoEntry: false })) {
    must(spawnSync(fileURLToPath(new URL('scripts/toolchains.sh', ROOT)), [name], { stdio: 'inherit' }), `scripts/toolchains.sh ${name}`);
  }
  const folder = mkdtempSync(join(tree, 'tmp', 'oracle-'));
  return opened(folder, ['chroot', tree], `/tmp/${basename(folder)}`);
}

/** The release in PATH, if there is one. @returns {Ocloc | undefined} */
export function openHost() {
  if (spawnSync('ocloc', ['--help']).error) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'zebin-oracle-'));
  return opened(folder, [], folder);
}

/** @param {string} folder @param {readonly string[]} prefix of each command @param {string} inside the folder as commands see it @returns {Ocloc} */
function opened(folder, prefix, inside) {
  folders.push(folder);
  const spawn = (/** @type {readonly string[]} */ command, /** @type {Readonly<Record<string, string>>} */ env = {}) => {
    const [program = '', ...args] = [...prefix, ...command];
    const ran = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 1 << 28 });
    if (ran.error) stop(ran.error.message);
    return ran;
  };
  const { stdout } = spawn(['dpkg-query', '-W', 'intel-ocloc', 'intel-opencl-icd']);
  return {
    folder,
    run: (args, env) => {
      const { status, signal, stdout, stderr } = spawn(['/bin/sh', '-c', 'cd "$0" && exec "$@"', inside, 'ocloc', ...args], env);
      return { exit: signal ? `crash ${constants.signals[signal]}` : (status ?? -1), output: stdout + stderr };
    },
    shell: (script) => spawn(['/bin/sh', '-c', `cd ${inside} && ${script}`]).stdout,
    version: /\t(\S+)/.exec(stdout)?.[1] ?? '',
  };
}

/** @param {Ocloc} ocloc @param {Source} source @param {string} devices @returns {{ log: string, bytes?: Uint8Array }} */
export function compile({ folder, run }, source, devices) {
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  // 20.44 writes no archive into a folder that does not exist, and says that it has.
  mkdirSync(out);
  writeFileSync(join(folder, 'in.cl'), source.source);
  const options = [...(source.flags ?? []), ...(source.options ? ['-options', source.options] : [])];
  const command = ['compile', '-file', 'in.cl', '-device', devices, '-output', 'x', '-output_no_suffix', '-out_dir', 'out', ...options];
  const { exit, output } = run(command, source.env);
  // Releases differ in whether they take `-output_no_suffix` at its word.
  const path = [join(out, 'x'), join(out, 'x.bin')].find((path) => existsSync(path));
  return exit === 0 && path ? { log: output, bytes: new Uint8Array(readFileSync(path)) } : { log: output };
}
