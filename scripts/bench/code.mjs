// @ts-check
/**
 * Machine code of Xe2, compared with `iga64 -d` and `-a` of the newest release: that of its tree (scripts/toolchains.sh igc2), which is run inside
 * it, or else that of this system, which may be older.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readElf } from '../../dist/elf/index.js';
import { assemble, disassemble, readCode, readEach } from '../../dist/eu/index.js';
import { ROOT } from '../stamp.mjs';
import { interleaved, isHere, median, run } from './measure.mjs';

const PLATFORM = '2';
const TREE = '/opt/igc2';
const INSTRUCTIONS = 100_000;
const ROUNDS = 9;

/**
 * Instructions a second: printed, decoded alone, and assembled; printed and assembled by iga64, where it is here, without the start of its
 * process.
 * @returns {Promise<{ print: number, decode: number, text: number, iga64: number | undefined, iga64Text: number | undefined } | undefined>}
 *   undefined without machine code
 */
export async function codeRates() {
  const one = machineCode();
  const count = one && countOf(one);
  if (!one || !count) return undefined;
  const copies = Math.ceil(INSTRUCTIONS / count);
  const many = Buffer.concat(Array.from({ length: copies }, () => one));
  const rate = (/** @type {number | undefined} */ microseconds) => ((copies * count) / (microseconds ?? Number.NaN)) * 1e6;
  // Each copy has labels of its own.
  const once = disassemble(one, PLATFORM).value;
  const textOf = (/** @type {number} */ times) =>
    Buffer.from(Array.from({ length: times }, (_, i) => once.replace(/\bL(?=\d)/g, `L${i}_`)).join(''), 'latin1');
  const text = textOf(copies);
  const took = await interleaved(
    { print: () => disassemble(many, PLATFORM), decode: () => readEach(many, PLATFORM, () => {}), text: () => assemble(text, PLATFORM) },
    ROUNDS,
    () => undefined,
  );
  const igaRate = (/** @type {string} */ action, /** @type {Uint8Array} */ few, /** @type {Uint8Array} */ all) => {
    const [short, long] = [timeOfIga(action, few), timeOfIga(action, all)];
    return short === undefined || long === undefined ? undefined : (((copies - 1) * count) / (long - short)) * 1000;
  };
  return {
    print: rate(took.print),
    decode: rate(took.decode),
    text: rate(took.text),
    iga64: igaRate('-d', one, many),
    iga64Text: igaRate('-a', textOf(1), text),
  };
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

/** Milliseconds for a process of iga64; undefined where it is not here. @param {string} action @param {Uint8Array} content */
function timeOfIga(action, content) {
  const inTree = existsSync(join(TREE, 'usr/bin/iga64'));
  if (!inTree && !isHere('iga64')) return undefined;
  const name = `zebin-bench-${process.pid}`;
  const [input, output] = inTree ? [`/tmp/${name}.in`, `/tmp/${name}.out`] : [join(tmpdir(), `${name}.in`), join(tmpdir(), `${name}.out`)];
  const outside = (/** @type {string} */ path) => (inTree ? TREE + path : path);
  const [command = '', ...args] = [...(inTree ? ['chroot', TREE] : []), 'iga64', action, `-p=${PLATFORM}`, input, '-o', output];
  try {
    writeFileSync(outside(input), content);
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
