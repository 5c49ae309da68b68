// @ts-check
/**
 * Plants one fault into each of many binaries of ZEBIN_CORPUS_RUN, and asks where their results come to differ from those of the original:
 *
 *   node scripts/oracle-against.mjs [--count N] [--seed N] [--verbose]
 *
 * Prints, for each kind of fault, how many binaries leave something else, and for how many of these the changed instruction is named, or one
 * that reads what it writes. Ends with 1 if that is less than 90 %. Some minutes for 200 faults whose results differ (the default).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyDifferent } from '../test/run/known.mjs';
import { KINDS, plant, randomOf } from '../test/run/planted.mjs';
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
  console.log('oracle-against: ZEBIN_CORPUS_RUN is not set');
  process.exit(2);
}
const corpus = ZEBIN_CORPUS_RUN;
/** @type {typeof import('../src/internal.ts')} */
const zebin = await import(new URL('dist/internal.js', ROOT).href);
/** @type {typeof import('../src/formats/eu/index.ts')} */
const eu = await import(new URL('dist/formats/eu/index.js', ROOT).href);

/** @type {typeof import('../src/run/difference/index.ts')} */
const { compareBuilds, platformOf } = await import(new URL('dist/run/difference/index.js', ROOT).href);

/** Instructions of the original: those of the other may be some times as many. */
const MOST = 3_000_000;

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
/** @type {Map<string, { planted: number, equal: number, refused: number, different: number, stopped: number, named: number }>} */
const table = new Map(KINDS.map((kind) => [kind, { planted: 0, equal: 0, refused: 0, different: 0, stopped: 0, named: 0 }]));
const total = () => [...table.values()].reduce((sum, { different, stopped }) => sum + different + stopped, 0);

for (let k = 0; total() < Number(values.count) && k < 100 * Number(values.count); k++) {
  const kind = /** @type {typeof KINDS[number]} */ (KINDS[k % KINDS.length]);
  const own = devices[Math.floor(k / KINDS.length) % devices.length] ?? [];
  const line = own[random(own.length)];
  const one = line && casesOf(line.file).find((/** @type {{ name: string }} */ { name }) => name === line.case);
  if (line === undefined || one === undefined || whyDifferent(line.zebin, line.kernel, line.case) !== undefined) continue;
  const file = new Uint8Array(readFileSync(join(corpus, line.zebin)));
  const [target] = zebin.runTargets(zebin.inspect(file).value, { kernel: line.kernel });
  if (target === undefined) continue;
  const platform = platformOf(target);
  const planted = plant(eu, file, target.kernel, platform, kind, random);
  if (planted === undefined) continue;
  const [other] = zebin.runTargets(zebin.inspect(planted.bytes).value, { kernel: line.kernel });
  if (other === undefined) continue;
  const plain = zebin.launch(target.zebin, target.kernel, { ...zebin.launchOf(one), maxInstructions: MOST });
  if (plain.stop.reason !== 'done') continue;
  const row = table.get(kind);
  if (row === undefined) continue;
  row.planted++;
  const most = plain.counts.instructions * 10 + 10_000;
  const how = { ...zebin.launchOf(one), maxInstructions: most };
  const started = performance.now();
  const found = compareBuilds({ ...target, launch: how }, { ...other, launch: how });
  const time = performance.now() - started;
  if (found.isEqual) {
    row.equal++;
    continue;
  }
  if (found.b.stop.reason === 'unsupported') {
    row.refused++;
    continue;
  }
  if (found.b.stop.reason === 'done') row.different++;
  else row.stopped++;
  const last = found.chain?.links.at(-1);
  const isNamed = [last?.a, last?.b].some((side) => side?.section === target.kernel.text?.name && side?.offset === planted.offset);
  if (isNamed) row.named++;
  if (values.verbose && !isNamed) {
    console.log(`\n${line.zebin} ${line.kernel}, ${line.case}: ${kind} at 0x${planted.offset.toString(16)}, ${Math.round(time)} ms`);
    console.log(`  ${planted.before.replace(/\s+/g, ' ')}\n  ${planted.after.replace(/\s+/g, ' ')}`);
    console.log(`  ${found.b.stop.reason} ${found.b.stop.message}: ${found.chain?.end ?? 'no chain'} after ${found.chain?.links.length}`);
    for (const { a, b, via } of found.chain?.links.slice(-4) ?? [])
      console.log(
        `    ${via ?? ''} 0x${a?.offset.toString(16)} ${a?.value} / ${b?.value}: ${a?.text}${b?.text === a?.text ? '' : `\n      ${b?.text}`}`,
      );
  }
}

console.log('kind        planted  equal  refused  different  stopped  named');
let [named, all] = [0, 0];
for (const [kind, row] of table) {
  const { planted, equal, refused, different, stopped } = row;
  named += row.named;
  all += different + stopped;
  console.log(
    kind.padEnd(10) +
      [planted, equal, refused, different, stopped, row.named].map((n, i) => `${n}`.padStart([9, 7, 9, 11, 9, 7][i] ?? 8)).join(''),
  );
}
console.log(`${named} of ${all} named (${((100 * named) / Math.max(all, 1)).toFixed(1)} %)`);
process.exitCode = named >= 0.9 * all ? 0 : 1;
