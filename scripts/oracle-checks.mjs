// @ts-check
/**
 * Removes one wait from each of many binaries of ZEBIN_CORPUS_RUN, and asks whether a run with checks names it:
 *
 *   node scripts/oracle-checks.mjs [--count N] [--seed N] [--verbose]
 *
 * A wait was needed where the static hazards of the patched code are not those of the original, and a thread executes both instructions;
 * it was redundant where they are the same. Prints how many of each kind there are, how many needed ones are reported at the instruction
 * of the hazard, and how many redundant ones are reported. Ends with 1 if less than 90 % of those, or any of these. Some minutes for 200
 * needed waits (the default).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plant, randomOf } from '../test/run/planted.mjs';
import { scriptOptions } from './options.mjs';
import { ROOT } from './stamp.mjs';

const { values } = scriptOptions({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const { ZEBIN_CORPUS_RUN } = process.env;
if (!ZEBIN_CORPUS_RUN) {
  console.log('oracle-checks: ZEBIN_CORPUS_RUN is not set');
  process.exit(2);
}
const corpus = ZEBIN_CORPUS_RUN;
/** @type {typeof import('../src/internal.ts')} */
const zebin = await import(new URL('dist/internal.js', ROOT).href);
/** @type {typeof import('../src/formats/eu/index.ts')} */
const eu = await import(new URL('dist/formats/eu/index.js', ROOT).href);
/** @type {typeof import('../src/analysis/instructions/index.ts')} */
const { flowOf, hazardsOf } = await import(new URL('dist/analysis/instructions/index.js', ROOT).href);
/** @type {typeof import('../src/run/difference/index.ts')} */
const { platformOf } = await import(new URL('dist/run/difference/index.js', ROOT).href);

/** Instructions of a run that is used. */
const MOST = 1_000_000;

/** @typedef {{ readonly at: number, readonly on: number }} Hazard offsets of the later and of the earlier instruction */

/**
 * The hazards in code, by text.
 *
 * @param {Uint8Array} data
 * @param {import('../src/formats/eu/index.ts').Platform} platform
 * @returns {Map<string, Hazard>}
 */
function hazardsIn(data, platform) {
  const code = eu.readCode(data, platform).value;
  const offsetOf = (/** @type {number} */ index) => code.instructions[index]?.offset ?? -1;
  return new Map(
    hazardsOf(code, flowOf(code))
      .filter(({ kind }) => kind !== 'unchecked')
      .map(({ kind, unit, at, on }) => [`${kind} ${unit} ${at} ${on}`, { at: offsetOf(at), on: offsetOf(on) }]),
  );
}

/**
 * Notes whether a thread executes the earlier instruction of a hazard, and then the later one.
 *
 * @param {string} section
 * @param {readonly Hazard[]} hazards
 */
function pathOf(section, hazards) {
  const path = { isExecuted: false };
  /** By hazard, the threads of the group that executed the earlier one. */
  const open = hazards.map(() => new Set());
  /** @type {import('../src/run/index.ts').Observer} */
  const observer = {
    group: () => {
      for (const one of open) one.clear();
    },
    watch: (site) => {
      const { offset } = site.instruction;
      if (site.section !== section || !hazards.some(({ at, on }) => at === offset || on === offset)) return undefined;
      return {
        before: (t) => {
          for (const [i, { at, on }] of hazards.entries()) {
            if (at === offset && open[i]?.has(t.index) && site.enabled(t) !== 0) path.isExecuted = true;
            if (on === offset) open[i]?.add(t.index);
          }
        },
      };
    },
  };
  return { path, observer };
}

/** @type {readonly { zebin: string, kernel: string, file: string, case: string, device: string }[]} */
const lines = readFileSync(join(corpus, 'manifest.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const devices = [...new Set(lines.map(({ device }) => device))]
  .map((device) => lines.filter((line) => line.device === device))
  .filter((of) => of.length > 100);
const cases = new Map();
/** @param {string} file */
const casesOf = (file) => {
  if (!cases.has(file)) cases.set(file, zebin.readCases(readFileSync(join(corpus, file))).value.cases);
  return cases.get(file);
};

const random = randomOf(Number(values.seed));
const total = { planted: 0, needed: 0, executed: 0, named: 0, redundant: 0, reported: 0 };
for (let k = 0; total.executed < Number(values.count) && k < 100 * Number(values.count); k++) {
  const own = devices[k % devices.length] ?? [];
  const line = own[random(own.length)];
  const one = line && casesOf(line.file).find((/** @type {{ name: string }} */ { name }) => name === line.case);
  if (line === undefined || one === undefined) continue;
  const file = new Uint8Array(readFileSync(join(corpus, line.zebin)));
  const [target] = zebin.runTargets(zebin.inspect(file).value, { kernel: line.kernel });
  const section = target?.kernel.text;
  if (target === undefined || section === undefined) continue;
  const platform = platformOf(target);
  const planted =
    eu.PLATFORMS.indexOf(platform) < eu.PLATFORMS.indexOf('12p1') ? undefined : plant(eu, file, target.kernel, platform, 'wait', random);
  if (planted === undefined) continue;
  const [other] = zebin.runTargets(zebin.inspect(planted.bytes).value, { kernel: line.kernel });
  if (other?.kernel.text === undefined) continue;
  total.planted++;
  const before = hazardsIn(section.bytes.data, platform);
  const hazards = [...hazardsIn(other.kernel.text.bytes.data, platform)].flatMap(([key, hazard]) => (before.has(key) ? [] : [hazard]));
  const { path, observer } = pathOf(section.name, hazards);
  const options = { checks: /** @type {const} */ (['missing-wait']), maxInstructions: MOST, observers: [observer] };
  const reports = zebin.reportsOf(zebin.runCase(other, one, options)).map(({ address, message }) => ({ at: Number(address), message }));
  const known = new Set(zebin.reportsOf(zebin.runCase(target, one, { ...options, observers: [] })).map(({ address }) => Number(address)));
  const found = reports.filter(({ at }) => !known.has(at));
  const tell = (/** @type {string} */ what) => {
    if (!values.verbose) return;
    console.log(`${what}: ${line.zebin} ${line.kernel}, ${line.case}, at 0x${planted.offset.toString(16)}`);
    console.log(`  ${planted.before.replace(/\s+/g, ' ')}\n  ${planted.after.replace(/\s+/g, ' ')}`);
    for (const { at, on } of hazards) console.log(`  0x${at.toString(16)} after 0x${on.toString(16)}`);
    for (const { at, message } of found) console.log(`  0x${at.toString(16)}: ${message}`);
  };
  if (hazards.length === 0) {
    total.redundant++;
    if (found.length === 0) continue;
    total.reported++;
    tell('reported although redundant');
    continue;
  }
  total.needed++;
  if (!path.isExecuted) continue;
  total.executed++;
  if (found.some((report) => hazards.some(({ at }) => at === report.at))) total.named++;
  else tell('not named');
}

const { planted, needed, executed, named, redundant, reported } = total;
console.log(`${planted} waits removed: ${needed} were needed, ${redundant} redundant`);
console.log(`${named} of ${executed} that were needed and executed are named (${((100 * named) / Math.max(executed, 1)).toFixed(1)} %)`);
console.log(`${reported} of ${redundant} redundant ones are reported`);
process.exitCode = named >= 0.9 * executed && reported === 0 ? 0 : 1;
