// @ts-check
/** vISA, compared with a disassembler of machine code on its own format. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseVisa, printVisa, readVisa } from '../../dist/visa/index.js';
import { interleaved, median } from './measure.mjs';

const INSTRUCTIONS = 100_000;
const ROUNDS = 9;

/** @typedef {import('../../dist/visa/index.js').VisaObject} VisaObject */

/**
 * Instructions a second: printed and parsed by us, those of the longest object in a folder, repeated into one routine; and printed by
 * `iga64 -d`, where it is here, the machine code that the compiler made of them.
 * @param {string} folder
 */
export async function visaRates(folder) {
  const objects = readdirSync(folder)
    .filter((name) => name.endsWith('.isa'))
    .map((name) => readVisa(new Uint8Array(readFileSync(join(folder, name)))).value);
  const longest = objects.toSorted((a, b) => instructionsOf(b).length - instructionsOf(a).length)[0];
  if (!longest) throw new Error(`${folder} has no objects`);
  const copies = Math.ceil(INSTRUCTIONS / instructionsOf(longest).length);
  const instructions = Array.from({ length: copies }, () => instructionsOf(longest)).flat();
  const kernels = longest.kernels.map((entry) => ({
    ...entry,
    routine: entry.routine && { ...entry.routine, instructions: { instructions } },
  }));
  const large = { ...longest, kernels };
  const text = Buffer.from(printVisa(large));
  const took = await interleaved({ print: () => printVisa(large), parse: () => parseVisa(text) }, ROUNDS, () => undefined);
  const rate = (/** @type {number | undefined} */ microseconds) => (instructions.length / (microseconds ?? Number.NaN)) * 1e6;
  return { print: rate(took.print), parse: rate(took.parse), iga64: machineRate(longest) };
}

/** @param {VisaObject} object */
function instructionsOf(object) {
  return object.kernels.flatMap((kernel) => kernel.routine?.instructions.instructions ?? []);
}

/** The start-up time of the process is subtracted. @param {VisaObject} object */
function machineRate(object) {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-bench-'));
  const code = join(folder, 'code.krn');
  const disassemble = () => spawnSync('iga64', ['-d', '-p=9', code, '-o', join(folder, 'code.asm')]);
  try {
    if (disassemble().error) return undefined;
    const one = object.kernels.map((kernel) => kernel.gen_binaries[0]?.bytes ?? new Uint8Array());
    /** @param {number} times */
    const timed = (times) => {
      writeFileSync(code, Buffer.concat(Array.from({ length: times }, () => one).flat()));
      const runs = Array.from({ length: ROUNDS }, () => {
        const start = performance.now();
        if (disassemble().status !== 0) return Number.NaN;
        return performance.now() - start;
      });
      const lines = readFileSync(join(folder, 'code.asm'), 'latin1').split('\n');
      return { milliseconds: median(runs), instructions: lines.filter((line) => /^\s*(\(|\w.*\()/.test(line)).length };
    };
    const few = timed(1);
    const many = timed(200);
    return ((many.instructions - few.instructions) / (many.milliseconds - few.milliseconds)) * 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
