// @ts-check
/**
 * The real tools: those that ZEBIN_IGA64 and ZEBIN_OCLOC_XE2 name, those in the tree of the newest release (scripts/toolchains.sh igc2), or
 * those of this system, which may be older and then do not know every platform.
 */
import { existsSync, lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isHere } from './process.mjs';

/** @typedef {(...args: readonly string[]) => string[]} Tool the command line; files in it must be below {@link SCRATCH} */

const TREE = '/opt/igc2';
/** Where files are that tools read. The tree does not see those outside of it. */
export const SCRATCH = existsSync(join(TREE, 'tmp')) ? join(TREE, 'tmp') : tmpdir();

/** @param {string} name @param {string | undefined} path @returns {Tool | undefined} */
function find(name, path) {
  if (path) return (...args) => [path, ...args];
  // A link in the tree leads nowhere from outside, so the link itself counts.
  if (lstatSync(join(TREE, 'usr/bin', name), { throwIfNoEntry: false }))
    return (...args) => ['chroot', TREE, name, ...args.map((arg) => arg.replace(SCRATCH, SCRATCH.slice(TREE.length)))];
  return isHere(name) ? (...args) => [name, ...args] : undefined;
}

/** PoCL through the library of OpenCL: Debian's package pocl-opencl-icd registers it with this file. @returns {Tool | undefined} */
function findPocl() {
  const vendor = '/etc/OpenCL/vendors/pocl.icd';
  const script = fileURLToPath(new URL('pocl.py', import.meta.url));
  return existsSync(vendor) ? (...args) => ['env', `OCL_ICD_VENDORS=${vendor}`, 'python3', script, ...args] : undefined;
}

/** @type {Readonly<Record<'iga64' | 'ocloc' | 'oclgrind' | 'pocl', Tool | undefined>>} */
export const TOOLS = {
  iga64: find('iga64', process.env.ZEBIN_IGA64),
  ocloc: find('ocloc', process.env.ZEBIN_OCLOC_XE2),
  oclgrind: find('oclgrind-kernel', undefined),
  pocl: findPocl(),
};
