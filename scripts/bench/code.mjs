// @ts-check
/**
 * Machine code of Xe2, compared with `iga64 -d` of the newest release: that of its tree (scripts/toolchains.sh igc2), which is run inside
 * it, or else that of this system, which may be older.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readElf } from '../../dist/elf/index.js';
import { disassemble, readCode, readEach } from '../../dist/eu/index.js';
import { ROOT } from '../stamp.mjs';
import { interleaved, isHere, median, run } from './measure.mjs';

const PLATFORM = '2';
const TREE = '/opt/igc2';
const INSTRUCTIONS = 100_000;
const ROUNDS = 9;

/**
 * Instructions a second: printed, decoded alone, and printed by iga64, where it is here, without the start of its process.
 * @returns {Promise<{ print: number, decode: number, iga64: number | undefined } | undefined>} undefined without machine code
 */
export async function codeRates() {
  const one = machineCode();
  const count = one && countOf(one);
  if (!one || !count) return undefined;
  const copies = Math.ceil(INSTRUCTIONS / count);
  const many = Buffer.concat(Array.from({ length: copies }, () => one));
  const rate = (/** @type {number | undefined} */ microseconds) => ((copies * count) / (microseconds ?? Number.NaN)) * 1e6;
  const took = await interleaved(
    { print: () => disassemble(many, PLATFORM), decode: () => readEach(many, PLATFORM, () => {}) },
    ROUNDS,
    () => undefined,
  );
  const few = printedByIga(one);
  const all = printedByIga(many);
  const iga64 = few === undefined || all === undefined ? undefined : (((copies - 1) * count) / (all - few)) * 1000;
  return { print: rate(took.print), decode: rate(took.decode), iga64 };
}

/** The code of all kernels of the fixtures for one device, each up to its end; that of the corpus where it is there. */
function machineCode() {
  const { ZEBIN_CORPUS } = process.env;
  const folder = ZEBIN_CORPUS ? join(ZEBIN_CORPUS, 'zebin/igc2/bmg') : fileURLToPath(new URL('test/fixtures/zebin/igc2/bmg', ROOT));
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => name.endsWith('.zebin'));
  const parts = names.sort().flatMap((name) =>
    readElf(new Uint8Array(readFileSync(join(folder, name))))
      .value.sections.filter(({ name }) => name.startsWith('.text.'))
      .map(({ bytes }) => bytes.data.subarray(0, readCode(bytes, PLATFORM).value.end)),
  );
  return Buffer.concat(parts);
}

/** @param {Uint8Array} code */
function countOf(code) {
  let count = 0;
  readEach(code, PLATFORM, () => {
    count++;
  });
  return count;
}

/** Milliseconds for a process of iga64; undefined where it is not here. @param {Uint8Array} code */
function printedByIga(code) {
  const inTree = existsSync(join(TREE, 'usr/bin/iga64'));
  if (!inTree && !isHere('iga64')) return undefined;
  const name = `zebin-bench-${process.pid}`;
  const [input, output] = inTree
    ? [`/tmp/${name}.krn`, `/tmp/${name}.asm`]
    : [join(tmpdir(), `${name}.krn`), join(tmpdir(), `${name}.asm`)];
  const outside = (/** @type {string} */ path) => (inTree ? TREE + path : path);
  const [command = '', ...args] = [...(inTree ? ['chroot', TREE] : []), 'iga64', '-d', `-p=${PLATFORM}`, input, '-o', output];
  try {
    writeFileSync(outside(input), code);
    return median(
      Array.from({ length: ROUNDS }, () => {
        const start = performance.now();
        run(command, args);
        return performance.now() - start;
      }),
    );
  } finally {
    rmSync(outside(input), { force: true });
    rmSync(outside(output), { force: true });
  }
}
