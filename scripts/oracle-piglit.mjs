// @ts-check
/**
 * Part of `npm run oracle`: the OpenCL tests of piglit (Debian's package `piglit`), compiled by the real compilers and run by us. Their
 * results are piglit's own; PoCL (`pocl-opencl-icd`) says which of them an implementation for processors reaches.
 *
 *   node scripts/oracle-piglit.mjs [WORD]... [--device NAME]... [--keep FOLDER] [--sample N]
 *
 * Only files whose path has one of the words; every Nth file with `--sample`. What compilers and PoCL made is kept in FOLDER (a folder
 * below the system's temporary one if absent) for the next time: all of it takes more than an hour at first, then some minutes. Needs root for
 * chroot where the device is one of the newer compiler. Exit code 1: a result differs that is not known to.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, openHost, openTree } from './ocloc.mjs';
import { scriptOptions } from './options.mjs';
import { caseOf } from './piglit/case.mjs';
import { whyDifferent } from './piglit/known.mjs';
import { askPocl, hasPocl, poclResults } from './piglit/pocl.mjs';
import { findPiglit, readProgram, testFiles } from './piglit/read.mjs';
import { ROOT } from './stamp.mjs';

/** @typedef {import('./piglit/read.mjs').Program} Program */
/** @typedef {import('./piglit/read.mjs').Test} Test */
/** @typedef {import('./ocloc.mjs').Ocloc} Ocloc */
/** @typedef {typeof import('../src/internal.ts')} Library */
/**
 * What a test gave on a device: `refused` by the compiler, `skipped` for the size of its groups, or the result of a case; `known` where the test or the compiler is wrong
 * (piglit/known.mjs). `pocl` is what PoCL gave.
 * @typedef {{ device: string, path: string, name: string, result: string, message: string, pocl: string }} Row
 */

/** One of each generation, and the compiler that knows it. */
const DEVICES = /** @type {const} */ ({
  ...{ skl: 'igc1', tgllp: 'igc1', dg2: 'igc1', pvc: 'igc1' },
  ...{ 'bmg-g21': 'igc2', 'ptl-h': 'igc2' },
});

/** Devices without images: their compiler leaves reads out. */
const WITHOUT_IMAGES = ['pvc'];

/** The content of a file of the folder, which is made once. @param {string} folder @param {string} name @param {() => string | Uint8Array} make */
function kept(folder, name, make) {
  const path = join(folder, name);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, make());
  }
  return new Uint8Array(readFileSync(path));
}

/** 22.43 makes zebins for these devices only if asked to. */
const FLAGS = ['-internal_options', '-ze-allow-zebin'];

const hashOf = (/** @type {readonly string[]} */ parts) => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);

/** The binary, or what the compiler said. @param {Library} zebin @param {string} keep @param {Ocloc} ocloc @param {string} device @param {Program} program */
function compiled(zebin, keep, ocloc, device, { source, options }) {
  const bytes = kept(join(keep, device), hashOf([ocloc.version, options, source]), () => {
    const { bytes, log } = compile(ocloc, { source, options, flags: FLAGS }, device);
    return bytes ?? log;
  });
  return zebin.detect(bytes) === 'zebin' ? { bytes } : { log: Buffer.from(bytes).toString() };
}

/** The results of PoCL, one for each test. @param {string} keep @param {string} piglit @param {Program} program */
function ofPocl(keep, piglit, { path, source, options }) {
  if (!hasPocl()) return [];
  return poclResults(Buffer.from(kept(join(keep, 'pocl'), hashOf([path, options, source]), () => askPocl(piglit, path))).toString());
}

/** Work-items of a group on these devices; piglit skips tests with larger ones. */
const MOST_ITEMS = 1024;

/** The first error of a compiler. @param {string} log */
const firstError = (log) => /^.*\b(?:error|undefined reference)\b.*$/im.exec(log)?.[0].trim() ?? log.trim().slice(0, 200);

/** @param {Library} zebin @param {Uint8Array} bytes @param {Test} test */
function runTest(zebin, bytes, test) {
  if (test.local.reduce((items, size) => items * size, 1) > MOST_ITEMS) return { result: 'skipped', message: '' };
  const [target] = zebin.runTargets(zebin.inspect(bytes).value, { kernel: test.kernel });
  if (target === undefined) return { result: 'missing', message: `there is no kernel ${test.kernel}` };
  const parameters = zebin.signatureOf(target.zebin, target.kernel);
  const { value, diagnostics } = zebin.readCases(Buffer.from(JSON.stringify({ cases: [caseOf(test, parameters)] })));
  const [one] = value.cases;
  if (one === undefined) return { result: 'invalid', message: diagnostics[0]?.message ?? '' };
  const { result, message, first_difference: found } = zebin.runCase(target, one);
  const text = found ? `argument ${found.argument}, element ${found.index}: ${found.got}, not ${found.expected}` : (message ?? '');
  const isRight = test.fails ? result === 'different' : result === 'equal';
  return { result: isRight ? 'equal' : result === 'equal' ? 'different' : result, message: text };
}

/**
 * All tests on all devices; nothing if a package is missing, which is said.
 *
 * @param {Library} zebin
 * @param {{ igc1: Ocloc | undefined, igc2: () => Ocloc }} compilers
 * @param {{ words?: readonly string[] | undefined, devices?: readonly string[] | undefined, keep?: string | undefined, sample?: number | undefined }} options
 * @returns {Row[]}
 */
export function runPiglit(
  zebin,
  compilers,
  { words = [], devices = Object.keys(DEVICES), keep = join(tmpdir(), 'zebin-piglit'), sample = 1 },
) {
  const piglit = findPiglit();
  if (piglit === undefined) {
    console.log("piglit's tests are not here, so they are not run (apt-get install piglit pocl-opencl-icd)");
    return [];
  }
  const asked = testFiles(piglit).filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
  const programs = asked.filter((_, i) => i % sample === 0).map((path) => readProgram(piglit, path));
  return Object.entries(DEVICES).flatMap(([device, compiler]) => {
    if (!devices.includes(device)) return [];
    const ocloc = compiler === 'igc2' ? compilers.igc2() : compilers.igc1;
    if (ocloc === undefined) {
      console.log(`22.43 is not in PATH, so nothing is run for ${device} (scripts/toolchains.sh igc1)`);
      return [];
    }
    // A test for devices of others has their built-in functions; piglit skips tests with images where there are none.
    return programs
      .filter((program) => program.device === undefined && !(program.images && WITHOUT_IMAGES.includes(device)))
      .flatMap((program) => {
        const { bytes, log = '' } = compiled(zebin, keep, ocloc, device, program);
        const pocl = ofPocl(keep, piglit, program);
        return program.tests.map((test, i) => {
          const head = { device, path: program.path, name: test.name, pocl: pocl[i] ?? 'none' };
          if (bytes === undefined) return { ...head, result: 'refused', message: firstError(log) };
          const { result, message } = runTest(zebin, bytes, test);
          const isKnown = result === 'different' && whyDifferent(device, program.path, test.name) !== undefined;
          return { ...head, result: isKnown ? 'known' : result, message };
        });
      });
  });
}

/** One answer for each test that was run. @param {readonly Row[]} rows @returns {import('../test/oracle/ocloc.mjs').Answer[]} */
export const piglitAnswers = (rows) =>
  rows
    .filter(({ result }) => result !== 'refused' && result !== 'skipped')
    .map(({ device, path, name, result, message, pocl }) => ({
      what: `${device} ${path}, ${name} (PoCL: ${pocl})`,
      ours: result === 'equal' || result === 'known' ? result : `${result}: ${message}`,
      theirs: result === 'known' ? result : 'equal',
    }));

/** One line for each device. @param {readonly Row[]} rows */
function summary(rows) {
  const results = [...new Set(rows.map(({ result }) => result))].sort();
  const line = (/** @type {readonly unknown[]} */ cells) => cells.map((cell) => String(cell).padStart(12)).join('');
  const lines = [...new Set(rows.map(({ device }) => device))].map((device) => {
    const own = rows.filter((row) => row.device === device);
    const count = (/** @type {string} */ name) => own.filter(({ result }) => result === name).length;
    const passed = own.filter(({ pocl, result }) => pocl === 'pass' && result !== 'refused');
    const shareOf = (/** @type {readonly string[]} */ names) => {
      const found = passed.filter(({ result }) => names.includes(result)).length;
      return passed.length === 0 ? '' : `${((100 * found) / passed.length).toFixed(2)} %`;
    };
    return line([device, own.length, ...results.map(count), passed.length, shareOf(['equal']), shareOf(['equal', 'known'])]);
  });
  return [line(['device', 'tests', ...results, 'PoCL passes', 'equal', 'or known']), ...lines].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = scriptOptions({
    allowPositionals: true,
    options: {
      device: { type: 'string', multiple: true },
      keep: { type: 'string' },
      sample: { type: 'string', default: '1' },
    },
  });
  const zebin = await import(new URL('dist/internal.js', ROOT).href);
  const compilers = { igc1: openHost(), igc2: () => openTree('igc2') };
  const { device: devices, keep, sample } = values;
  const rows = runPiglit(zebin, compilers, { words: positionals, devices, keep, sample: Number(sample) });
  const wrong = piglitAnswers(rows).filter(({ ours, theirs }) => ours !== theirs);
  for (const { what, ours } of wrong) console.log(`${what}: ${ours}`);
  /** @type {Map<string, number>} */
  const refusals = new Map();
  for (const { device, result, message } of rows)
    if (result === 'refused') refusals.set(`${device}: ${message}`, (refusals.get(`${device}: ${message}`) ?? 0) + 1);
  for (const [why, count] of refusals) console.log(`refused ${count} times, ${why}`);
  console.log(summary(rows));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
