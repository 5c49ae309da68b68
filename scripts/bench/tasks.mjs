// @ts-check
/**
 * What `npm run bench` measures. Each task returns rows: what was measured, in which unit, for us and for the tool that it is compared with
 * in the same run, and the target, if any. Nothing is kept between rounds: each call gets its own copy of the bytes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open as openElfInfo } from 'elfinfo';
// @ts-expect-error It has no types.
import elfy from 'elfy';
import { load as parseJsYaml } from 'js-yaml';
import { parse as parseYamlPackage } from 'yaml';
import { readElf } from '../../dist/elf/index.js';
import { inspect } from '../../dist/internal.js';
import { readZebin, validateZebin } from '../../dist/zebin/index.js';
import { readZeInfo } from '../../dist/zeinfo/index.js';
import { ROOT } from '../stamp.mjs';
import { analysisRates } from './analysis.mjs';
import { codeRates } from './code.mjs';
import { largeZebin, withDriver } from './driver.mjs';
import { visaRates } from './machine-code.mjs';
import { interleaved, median, run } from './measure.mjs';
import { bundleSize } from './sizes.mjs';
import { withSparseLibrary } from './sparse.mjs';
import { withTree } from './tree.mjs';

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {string} unit
 * @property {number} ours
 * @property {string} [than] what it is compared with
 * @property {number} [theirs]
 * @property {string} [ratio] as a sentence part
 * @property {string} [target]
 * @property {boolean} [met]
 */

/** @typedef {{ name: string, run: () => Promise<Row[]> | Row[] }} Task */

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const CORPUS = process.env.ZEBIN_CORPUS;
const SMALL = at('test/fixtures/zebin/igc1-10840/skl/basic.zebin');

const small = () => new Uint8Array(readFileSync(SMALL));

/** Files that all releases accept, by size. */
function zebins() {
  const inCorpus = (/** @type {string} */ name) => (CORPUS ? join(CORPUS, 'zebin', name) : '');
  const paths = [SMALL, inCorpus('igc2/bmg/spill-auto-grf.zebin'), inCorpus('igc2/bmg/many.zebin')];
  const large = largeZebin();
  return [...paths.filter(existsSync).map((path) => new Uint8Array(readFileSync(path))), ...(large ? [large] : [])];
}

/** Rounds of a measurement: many for what takes microseconds. @param {Uint8Array} bytes */
const roundsFor = (bytes) => Math.max(7, Math.min(201, Math.floor(2 ** 24 / bytes.length)));
const CYCLES = 5;
const kilobytes = (/** @type {Uint8Array} */ bytes) => `${Math.round(bytes.length / 1000).toLocaleString('en')} KB`;

/**
 * Read into the typed model and validated, compared with the driver: in cycles, of which each measures both, since the driver runs in a
 * process of its own. @param {'22.43' | '26.27'} release @returns {Promise<Row[]>}
 */
async function driver(release) {
  const rows = await withDriver(release, async ({ nanoseconds }) => {
    const found = [];
    for (const bytes of zebins()) {
      const rounds = roundsFor(bytes);
      /** @type {number[]} */
      const ours = [];
      const theirs = [];
      for (let cycle = 0; cycle < CYCLES; cycle++) {
        theirs.push(nanoseconds(bytes, rounds) / 1000);
        const took = await interleaved({ ours: (input) => validateZebin(readZebin(input).value) }, rounds, () => bytes.slice());
        ours.push(took.ours ?? Number.NaN);
      }
      const ratio = median(ours) / median(theirs);
      found.push({
        what: `zebin of ${kilobytes(bytes)}: read and validated`,
        unit: 'µs',
        ours: median(ours),
        than: `ocloc ${release}, in process`,
        theirs: median(theirs),
        ratio: `${ratio.toFixed(2)} × the time`,
        target: '≤ 1.00 × the time',
        met: ratio <= 1,
      });
    }
    return found;
  });
  return rows ?? [];
}

/** @param {string} what @param {Record<string, number>} took @param {string} target @param {number} [factor] of the first that it is compared with @returns {Row[]} */
function compared(what, took, target = '', factor) {
  const { ours = Number.NaN, ...others } = took;
  return Object.entries(others).map(([than, theirs], i) => ({
    what,
    unit: 'µs',
    ours,
    than,
    theirs,
    ratio: `${(theirs / ours).toFixed(1)} × as fast`,
    ...(i === 0 && factor !== undefined ? { target, met: theirs / ours >= factor } : {}),
  }));
}

/** @type {Task[]} */
export const TASKS = [
  { name: 'driver', run: () => driver('22.43') },
  {
    name: 'ze_info',
    async run() {
      const info =
        readElf(small())
          .value.sections.find(({ name }) => name === '.ze_info')
          ?.bytes.data.slice() ?? new Uint8Array();
      const text = Buffer.from(info).toString();
      const took = await interleaved(
        { ours: (bytes) => readZeInfo(bytes), 'js-yaml': () => parseJsYaml(text), yaml: () => parseYamlPackage(text) },
        101,
        () => info.slice(),
      );
      return compared(`ze_info of ${kilobytes(info)}: read into the typed model`, took, '≥ 20 × as fast', 20);
    },
  },
  {
    name: 'elf',
    async run() {
      const bytes = small();
      const took = await interleaved(
        { ours: (input) => readElf(input), elfy: (input) => elfy.parse(Buffer.from(input)), elfinfo: (input) => openElfInfo(input) },
        401,
        () => bytes.slice(),
      );
      return compared(`ELF of ${kilobytes(bytes)}, with symbols, notes and relocations`, took);
    },
  },
  {
    name: 'visa',
    async run() {
      const { print, parse, iga64 } = await visaRates(at('test/fixtures/visa/igc1-10840/skl'));
      const row = (/** @type {string} */ what, /** @type {number} */ ours) => ({
        what,
        unit: 'instructions/s',
        ours,
        ...(iga64 === undefined
          ? {}
          : { than: 'iga64 -d, on its own format', theirs: iga64, ratio: `${(ours / iga64).toFixed(2)} × as fast` }),
      });
      return [row('vISA printed', print), row('vISA parsed', parse)];
    },
  },
  {
    name: 'machine-code',
    run() {
      const rates = codeRates();
      if (!rates) return [];
      const { iga64, platforms, count } = rates;
      const of = `machine code, ${count.toLocaleString('en')} instructions of ${platforms} platforms,`;
      /** @param {string} what @param {number} ours @param {number | undefined} theirs @param {string} than @param {number} [factor] */
      const row = (what, ours, theirs, than, factor) => ({
        what,
        unit: 'instructions/s',
        ours,
        ...(theirs === undefined ? {} : { than, theirs, ratio: `${(ours / theirs).toFixed(1)} × as fast` }),
        ...(theirs === undefined || factor === undefined ? {} : { target: `≥ ${factor} × as fast`, met: ours / theirs >= factor }),
      });
      /**
       * @param {string} what @param {'print' | 'decode' | 'assemble'} task @param {string} than
       * @param {{ whole: { wall: number, cpu: number }, alone: { wall: number, cpu: number } } | undefined} theirs @param {number} factor
       */
      const rows = (what, task, than, theirs, factor) => [
        row(`${of} ${what}`, rates[task].wall, theirs?.alone.wall, `${than} without its start`, factor),
        row('the same', rates[task].wall, theirs?.whole.wall, `${than} with its start`),
        row('the same, in processor time', rates[task].cpu, theirs?.alone.cpu, `${than} without its start`),
      ];
      return [
        ...rows('decoded and printed', 'print', 'iga64 -d', iga64?.disassemble, 10),
        ...rows('decoded alone', 'decode', 'iga64 -d', iga64?.disassemble, 25),
        ...rows('assembled', 'assemble', 'iga64 -a', iga64?.assemble, 10),
      ];
    },
  },
  {
    name: 'analysis',
    async run() {
      const { milliseconds, ours, iga64 } = await analysisRates(at('test/fixtures/zebin/igc2/ptl-h/spill-two-scratch.zebin'));
      return [
        {
          what: '20,000 instructions: flow, live registers, waits',
          unit: 'ms',
          ours: milliseconds,
          target: '< 500 ms',
          met: milliseconds < 500,
        },
        {
          what: '2,000 instructions: the same',
          unit: 'instructions/s',
          ours,
          ...(Number.isNaN(iga64) ? {} : { than: 'iga64 -Xprint-defs', theirs: iga64, ratio: `${(ours / iga64).toFixed(0)} × as fast` }),
        },
      ];
    },
  },
  {
    name: 'sparse',
    run() {
      return withSparseLibrary(small(), (source, fetched) => {
        const times = Array.from({ length: 5 }, () => {
          const start = performance.now();
          inspect(source);
          return performance.now() - start;
        });
        return [
          { what: 'static library of 4 GiB, a hole between 40 zebins: walked, each read', unit: 'ms', ours: median(times) },
          {
            what: 'the same: fetched',
            unit: 'bytes',
            ours: fetched() / times.length,
            target: '< 0.1 % of the file',
            met: fetched() / times.length < source.size / 1000,
          },
        ];
      });
    },
  },
  {
    name: 'scan',
    run() {
      const FILES = 5_000;
      return withTree([small()], FILES, (folder) => {
        /** @param {number} workers */
        const scan = (workers) => {
          const output = join(folder, `${workers}.parquet`);
          const start = performance.now();
          run(process.execPath, [at('dist/cli/main.js'), 'scan', join(folder, 'tree'), '--workers', String(workers), '-o', output]);
          return performance.now() - start;
        };
        const one = scan(1);
        const two = scan(2);
        const rate = (/** @type {number} */ milliseconds) => (FILES / milliseconds) * 1000;
        return [
          { what: `tree of ${FILES.toLocaleString('en')} zebins scanned, one worker`, unit: 'files/s', ours: rate(one) },
          {
            what: 'the same, two workers',
            unit: 'files/s',
            ours: rate(two),
            than: 'one worker',
            theirs: rate(one),
            ratio: `${(one / two).toFixed(2)} × as fast`,
            target: '≥ 1.7 × as fast',
            met: one / two >= 1.7,
          },
        ];
      });
    },
  },
  {
    name: 'command',
    async run() {
      const node = (/** @type {string[]} */ ...args) => run(process.execPath, args, { cwd: at('.') });
      const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
      const took = await interleaved(
        {
          bare: () => node('-e', '0'),
          info: () => node('dist/cli/main.js', 'info', SMALL),
          json: () => node('dist/cli/main.js', 'info', '--json', SMALL),
          cold: () => run(process.execPath, ['dist/cli/main.js', 'info', SMALL], { cwd: at('.'), env }),
        },
        21,
        () => undefined,
      );
      const { bare = Number.NaN, info = Number.NaN, json = Number.NaN, cold = Number.NaN } = took;
      const row = (/** @type {string} */ what, /** @type {number} */ ours) => ({
        what,
        unit: 'ms',
        ours: ours / 1000,
        than: 'node -e 0',
        theirs: bare / 1000,
        ratio: `${((ours - bare) / 1000).toFixed(1)} ms more`,
        target: '≤ 20 ms more',
        met: ours - bare <= 20_000,
      });
      return [
        row('zebin info, 20 KB', info),
        row('zebin info --json, 20 KB', json),
        row('zebin info, 20 KB, without what V8 compiled in an earlier run', cold),
      ];
    },
  },
  {
    name: 'sizes',
    async run() {
      const rows = [];
      for (const [what, entry, names, limit] of /** @type {const} */ ([
        ['readZebin alone, in a page', 'index.js', ['readZebin'], 40_000],
        ['readZebin and validateZebin', 'index.js', ['readZebin', 'validateZebin'], undefined],
        ['all of zebin/zebin', 'api/zebin.js', [], undefined],
        ['all of zebin', 'index.js', [], undefined],
      ])) {
        const { bytes, compressed } = await bundleSize(entry, names);
        const target = limit === undefined ? {} : { target: `≤ ${limit.toLocaleString('en')} bytes`, met: compressed <= limit };
        rows.push({
          what: `${what}: compressed`,
          unit: 'bytes',
          ours: compressed,
          ratio: `${bytes.toLocaleString('en')} minified`,
          ...target,
        });
      }
      return rows;
    },
  },
];

/** Not among those of every run: the release needs its tree. @type {Task} */
export const NEWEST_DRIVER = { name: 'driver-26.27', run: () => driver('26.27') };
