// @ts-check
/**
 * `npm run bench [FOLDER…]`: how fast it is, as ratios measured side by side in one run, since machines differ and are noisy.
 * Each task runs in interleaved rounds and the medians are compared. Files are the fixtures, or all zebins below the folders.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { readElf } from '../dist/elf/index.js';
import { parseVisa, printVisa, readVisa } from '../dist/visa/index.js';
import { readZebin } from '../dist/zebin/index.js';
import { readZeInfo } from '../dist/zeinfo/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = process.argv.length > 2 ? process.argv.slice(2) : [join(root, 'test/fixtures/zebin')];
const ROUNDS = 21;
const VISA_INSTRUCTIONS = 100_000;

/** @param {number[]} times */
const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/**
 * Milliseconds of each task: medians of interleaved rounds, after one round that is not counted.
 * @param {Record<string, () => unknown>} tasks
 */
function measure(tasks) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(tasks)) {
      const start = performance.now();
      run();
      if (round > 0) times[name]?.push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** @param {string} folder */
function zebins(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.zebin'));
  return files.map((entry) => new Uint8Array(readFileSync(join(entry.parentPath, entry.name))));
}

/** @param {...string} args */
const node = (...args) => spawnSync(process.execPath, args, { cwd: root });

const small = 'test/fixtures/zebin/igc1-10840/skl/basic.zebin';
const command = measure({
  'node -e 0': () => node('-e', '0'),
  'zebin info, 20 KB': () => node('dist/cli/main.js', 'info', small),
  'zebin info --json, 20 KB': () => node('dist/cli/main.js', 'info', '--json', small),
});
console.log('command (ms for a whole process)');
for (const [name, ms] of Object.entries(command)) {
  console.log(`  ${name.padEnd(28)}${ms.toFixed(1).padStart(8)}   over node -e 0: ${(ms - (command['node -e 0'] ?? 0)).toFixed(1)}`);
}

const files = folders.flatMap(zebins);
const bytes = files.reduce((sum, file) => sum + file.length, 0);
const all = measure({ read: () => files.forEach((file) => void readZebin(file)) });
const perFile = ((all.read ?? 0) * 1000) / files.length;
console.log(`\nfull read: ${files.length} files, ${bytes} bytes: ${(all.read ?? 0).toFixed(1)} ms a pass, ${perFile.toFixed(0)} µs a file`);

const file = new Uint8Array(readFileSync(join(root, small)));
const info = readElf(file).value.sections.find((section) => section.name === '.ze_info')?.bytes.data ?? new Uint8Array();
const text = Buffer.from(info).toString();
const parts = measure({
  'whole zebin': () => readZebin(file),
  ELF: () => readElf(file),
  ze_info: () => readZeInfo(info),
  'yaml package': () => parse(text),
});
console.log(`\none file of ${file.length} bytes, ${info.length} of them ze_info (µs)`);
for (const [name, ms] of Object.entries(parts)) console.log(`  ${name.padEnd(28)}${(ms * 1000).toFixed(0).padStart(8)}`);
console.log(`  yaml package / ze_info: ${((parts['yaml package'] ?? 0) / (parts.ze_info ?? 1)).toFixed(0)} ×`);

// vISA: the instructions of every fixture, repeated into one routine, beside a disassembler of machine code on its own format.
const visaFolder = join(root, 'test/fixtures/visa/igc1-10840/skl');
const objects = readdirSync(visaFolder)
  .filter((name) => name.endsWith('.isa'))
  .map((name) => readVisa(new Uint8Array(readFileSync(join(visaFolder, name)))).value);
const longest = objects.toSorted((a, b) => instructionsOf(b).length - instructionsOf(a).length)[0];
if (!longest) throw new Error(`${visaFolder} has no objects`);
const copies = Math.ceil(VISA_INSTRUCTIONS / instructionsOf(longest).length);
const instructions = Array.from({ length: copies }, () => instructionsOf(longest)).flat();
const large = { ...longest, kernels: longest.kernels.map((entry) => ({ ...entry, routine: withInstructions(entry.routine) })) };
const assembly = Buffer.from(printVisa(large));
const visa = measure({ print: () => printVisa(large), parse: () => parseVisa(assembly) });
console.log(`\nvISA: ${instructions.length} instructions, ${assembly.length} bytes of text (instructions a second)`);
const rates = Object.entries(visa).map(([name, ms]) => /** @type {const} */ ([name, (instructions.length / ms) * 1000]));
const theirs = machineRate(longest);
for (const [name, rate] of rates) {
  const ratio = theirs === undefined ? '' : `   iga64 -d: ${(rate / theirs).toFixed(1)} ×`;
  console.log(`  ${name.padEnd(28)}${rate.toFixed(0).padStart(8)}${ratio}`);
}
console.log(
  theirs === undefined
    ? '  iga64 is not here to compare with (scripts/toolchains.sh igc1)'
    : `  ${'iga64 -d'.padEnd(28)}${theirs.toFixed(0).padStart(8)}`,
);

/** @param {import('../dist/visa/index.js').VisaObject} object */
function instructionsOf(object) {
  return object.kernels.flatMap((kernel) => kernel.routine?.instructions.instructions ?? []);
}

/** @param {import('../dist/visa/index.js').KernelRoutine | undefined} routine */
function withInstructions(routine) {
  return routine && { ...routine, instructions: { instructions } };
}

/**
 * Instructions a second that `iga64 -d` prints of the machine code of an object for SKL, repeated as often; the start of the process is
 * taken off. @param {import('../dist/visa/index.js').VisaObject} object
 */
function machineRate(object) {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-bench-'));
  const code = join(folder, 'code.krn');
  const run = () => spawnSync('iga64', ['-d', '-p=9', code, '-o', join(folder, 'code.asm')]);
  try {
    const one = object.kernels.map((kernel) => kernel.gen_binaries[0]?.bytes ?? new Uint8Array());
    /** @param {number} times */
    const timed = (times) => {
      writeFileSync(code, Buffer.concat(Array.from({ length: times }, () => one).flat()));
      const runs = Array.from({ length: 5 }, () => {
        const start = performance.now();
        if (run().status !== 0) return Number.NaN;
        return performance.now() - start;
      });
      return median(runs);
    };
    if (run().error) return undefined;
    const few = timed(1);
    const lines = () =>
      readFileSync(join(folder, 'code.asm'), 'latin1')
        .split('\n')
        .filter((line) => /^\s*(\(|\w.*\()/.test(line)).length;
    const fewLines = lines();
    const many = timed(200);
    return ((lines() - fewLines) / (many - few)) * 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
