// @ts-check
/**
 * The driver's decoder, compared with ours: `oclocInvoke("validate")` in a separate process, through scripts/decoder/harness.c, which
 * prints nanoseconds for a call on bytes in memory. 22.43 is the ocloc of this system, 26.27 that of its tree (scripts/toolchains.sh).
 */
import { copyFileSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildHarness } from '../../test/oracle/decoder.mjs';
import { isHere, run } from './measure.mjs';

const TREE = '/opt/igc2';
const INSIDE = '/tmp/zebin-bench-harness';
/** Where the large file is kept: it takes a while to compile. */
const CACHE = join(tmpdir(), 'zebin-bench-cache');
const LARGE_KERNELS = 1_200;

/** @typedef {{ name: '22.43' | '26.27', nanoseconds: (bytes: Uint8Array, rounds: number) => number }} Driver */

/**
 * @template T
 * @param {'22.43' | '26.27'} release @param {(driver: Driver) => Promise<T>} use
 * @returns {Promise<T | undefined>} undefined when the release is not here.
 */
export async function withDriver(release, use) {
  const newest = release === '26.27';
  if (newest ? !lstatSync(join(TREE, 'usr/bin/ocloc'), { throwIfNoEntry: false }) : !isHere('ocloc')) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'zebin-bench-'));
  try {
    const harness = join(folder, 'harness');
    buildHarness(harness);
    if (newest) copyFileSync(harness, TREE + INSIDE);
    const [command, ...args] = newest ? ['chroot', TREE, INSIDE] : [harness];
    /** @type {Driver['nanoseconds']} */
    const nanoseconds = (bytes, rounds) => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(bytes.length);
      const { stdout } = run(command ?? '', [...args, '-t', String(rounds)], { input: Buffer.concat([size, bytes]) });
      // Newer releases print of their own.
      return Number(String(stdout).trim().split('\n').at(-1));
    };
    return await use({ name: release, nanoseconds });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (newest) rmSync(TREE + INSIDE, { force: true });
  }
}

/** A zebin of 5 MB with 1,200 kernels, all different; undefined without ocloc. */
export function largeZebin() {
  const path = join(CACHE, `large-${LARGE_KERNELS}.zebin`);
  if (!existsSync(path)) {
    if (!isHere('ocloc')) return undefined;
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(join(CACHE, 'large.cl'), source(LARGE_KERNELS));
    const output = `compiling-${process.pid}`;
    const options = ['-device', 'dg2', '-internal_options', '-ze-allow-zebin', '-output_no_suffix', '-output', output];
    run('ocloc', ['compile', '-file', 'large.cl', ...options], { cwd: CACHE });
    renameSync(join(CACHE, output), path);
  }
  return new Uint8Array(readFileSync(path));
}

/** @param {number} kernels */
function source(kernels) {
  const operators = ['+', '-', '*', '^', '&', '|'];
  const lines = Array.from({ length: kernels }, (_, i) => {
    const scalars = Array.from({ length: i % 7 }, (_, k) => `a${k}`);
    const parameters = ['global int *p', ...scalars.map((name) => `int ${name}`)].join(', ');
    const sum = ['p[i]', String(i + 1), ...scalars].join(` ${operators[i % 6]} `);
    const name = `k${String(i).padStart(4, '0')}_${'x'.repeat(i % 40)}`;
    return `kernel void ${name}(${parameters}) { size_t i = get_global_id(${i % 3}); p[i] = ${sum}; }`;
  });
  return `${lines.join('\n')}\n`;
}
