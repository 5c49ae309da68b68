// @ts-check
/** The analysis of machine code, compared with that of `iga64 -Xprint-defs` on the same bytes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyseCode } from '../../dist/analysis/index.js';
import { readElf } from '../../dist/elf/index.js';
import { readCode } from '../../dist/eu/index.js';
import { interleaved, median } from './measure.mjs';

const INSTRUCTIONS = 20_000;
const ROUNDS = 9;
/** iga64 takes quadratic time, so it gets only a part that takes it about a second. */
const PART = 2_000;

/**
 * Milliseconds for 20,000 instructions, those of the longest kernel of a zebin of Xe3 one after the other; and instructions a second of a
 * part of them, by us and by iga64 where it is here and new enough.
 * @param {string} path
 */
export async function analysisRates(path) {
  const code = readElf(new Uint8Array(readFileSync(path)))
    .value.sections.filter(({ name }) => name.startsWith('.text.'))
    .map(({ bytes }) => bytes.data)
    .toSorted((a, b) => b.length - a.length)[0];
  if (!code) throw new Error(`${path} has no code`);
  const one = readCode(code, '3').value.instructions.length;
  const many = Buffer.concat(Array.from({ length: Math.ceil(INSTRUCTIONS / one) }, () => code));
  const whole = readCode(new Uint8Array(many), '3').value;
  const large = { ...whole, instructions: whole.instructions.slice(0, INSTRUCTIONS) };
  const part = { ...large, instructions: large.instructions.slice(0, PART) };
  const took = await interleaved({ large: () => analyseCode(large), part: () => analyseCode(part) }, ROUNDS, () => undefined);
  const last = /** @type {{ offset: number, size: number }} */ (part.instructions.at(-1));
  return {
    milliseconds: (took.large ?? Number.NaN) / 1000,
    ours: (PART / (took.part ?? Number.NaN)) * 1e6,
    iga64: machineRate(new Uint8Array(many).slice(0, last.offset + last.size)),
  };
}

/** The start-up time of the process is subtracted. @param {Uint8Array} bytes */
function machineRate(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-bench-'));
  const path = join(folder, 'code.krn');
  /** @param {Uint8Array} code */
  const timed = (code) => {
    writeFileSync(path, code);
    const runs = Array.from({ length: 3 }, () => {
      const start = performance.now();
      const { error, stdout } = spawnSync('iga64', ['-d', '-p=3', '-Xprint-json', '-Xprint-defs', path], { maxBuffer: 2 ** 28 });
      return error || !stdout.includes('liveTotals') ? Number.NaN : performance.now() - start;
    });
    return median(runs);
  };
  try {
    return (PART / (timed(bytes) - timed(bytes.slice(0, 160)))) * 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
