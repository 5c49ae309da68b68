// @ts-check
/**
 * Compares our replay of the driver's decoder with the real one, on seeded mutations of real zebins.
 *
 *   node scripts/tools/differential.mjs [--cases N] [--seed N] [--show N] [--bless]
 *
 * Asks ocloc of this system, and ocloc 26.27 in its tree (scripts/toolchains.sh igc2) where that is there. Files are those of
 * ZEBIN_CORPUS, or the fixtures. Prints the agreement by kind of change, and the kinds of disagreement; ends with 1 when fewer than
 * 99.5 % of the answered cases agree, when a file that crashes the real decoder counts as valid here, or when there is a kind of
 * disagreement that test/oracle/expected/disagreements.json does not have. `--bless` writes the verdicts of 26.27 that the suite uses,
 * and drops kinds of disagreement that no longer occur; a new kind has to be written into that file by hand, with its cause.
 */
import { copyFileSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, bases, buildHarness, changedFiles, count, emptyTally, RELEASES } from '../../test/oracle/decoder.mjs';
import { scriptOptions } from '../options.mjs';
import { ROOT } from '../stamp.mjs';

const { values } = scriptOptions({
  options: {
    cases: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '0' },
    bless: { type: 'boolean', default: false },
  },
});
const [cases, seed, show] = [Number(values.cases), Number(values.seed), Number(values.show)];
const { bless } = values;

const TREE = '/opt/igc2';
const EXPECTED = fileURLToPath(new URL('test/oracle/expected/', ROOT));
/** Cases from which on what does not occur counts as gone. */
const LONG = 50_000;
/** Cases of the suite. */
const SLICE = { cases: 5_000, seed: 1 };

/** @type {typeof import('../../src/driver/index.ts')} */
const { oclocValidate } = await import(process.env.ZEBIN_DRIVER ?? new URL('dist/driver/index.js', ROOT).href);

const folder = mkdtempSync(join(tmpdir(), 'zebin-decoder-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const harness = join(folder, 'harness');
buildHarness(harness);
/** @type {{ release: string, command: string[] }[]} */
const decoders = [{ release: RELEASES.igc1, command: [harness] }];
if (lstatSync(join(TREE, 'usr/bin/ocloc'), { throwIfNoEntry: false })) {
  const inside = '/tmp/zebin-decoder';
  copyFileSync(harness, TREE + inside);
  decoders.push({ release: RELEASES.igc2, command: ['chroot', TREE, inside] });
}

const { ZEBIN_CORPUS } = process.env;
const files = ZEBIN_CORPUS
  ? readdirSync(ZEBIN_CORPUS, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.zebin'))
      .sort()
      .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(ZEBIN_CORPUS, name))) }))
      .filter(({ bytes }) => bytes.length < 60_000)
  : bases();

/** @type {Map<string, Map<string, import('../../test/oracle/decoder.mjs').Tally>>} */
const tables = new Map(decoders.map(({ release }) => [release, new Map()]));
/** @type {Map<string, number>} */
const differences = new Map();
let shown = 0;
/** @type {import('../../test/oracle/decoder.mjs').Case[]} */
let batch = [];
let took = 0;

function flush() {
  for (const { release, command } of decoders) {
    const answers = ask(command, batch);
    const table = tables.get(release);
    batch.forEach(({ kind, name, seed: caseSeed, bytes }, i) => {
      const real = answers[i] ?? { verdict: 'crash', messages: '' };
      const before = performance.now();
      const { verdict, reason } = oclocValidate(bytes, release);
      took += performance.now() - before;
      const tally = table?.get(kind) ?? emptyTally();
      table?.set(kind, tally);
      count(tally, real.verdict, verdict);
      if (verdict === real.verdict || (real.verdict === 'crash' && verdict !== 'valid')) return;
      const cause = `${release.slice(0, 5)} ${real.verdict}, here ${verdict} (${reason?.code ?? 'no reason'})`;
      differences.set(cause, (differences.get(cause) ?? 0) + 1);
      if (shown++ < show)
        console.log(
          `${release} ${name} ${JSON.stringify(kind)} ${caseSeed}: real ${real.verdict}, here ${verdict}: ${reason?.message ?? ''}\n    ${real.messages.slice(0, 400)}`,
        );
    });
  }
  batch = [];
}

for (const changed of changedFiles(files, cases, seed)) if (batch.push(changed) === 2_000) flush();
if (batch.length > 0) flush();

let failed = false;
for (const [release, table] of tables) {
  const all = emptyTally();
  console.log(`\n${release}\n${'change'.padEnd(28)}answered   agree        %  crashed  also here  valid here`);
  const line = (/** @type {string} */ name, /** @type {ReturnType<typeof emptyTally>} */ t) =>
    [
      name.padEnd(28),
      String(t.answered).padStart(8),
      String(t.agree).padStart(8),
      ((100 * t.agree) / Math.max(t.answered, 1)).toFixed(2).padStart(9),
    ].join('') + [String(t.crashed).padStart(9), String(t.crashedHere).padStart(11), String(t.validHere).padStart(12)].join('');
  for (const [kind, tally] of table) {
    console.log(line(kind, tally));
    for (const key of /** @type {(keyof typeof all)[]} */ (Object.keys(all))) all[key] += tally[key];
  }
  console.log(line('all', all));
  if (all.agree / all.answered < 0.995 || all.validHere > 0) failed = true;
}
console.log(`\nour side: ${Math.round((cases * decoders.length * 1000) / took)} files/s\n\ndisagreements`);

const list = join(EXPECTED, 'disagreements.json');
/** @type {{ about: string, causes: Record<string, string> }} */
const known = JSON.parse(readFileSync(list, 'utf8'));
for (const [cause, times] of [...differences].sort((a, b) => b[1] - a[1])) {
  const why = known.causes[cause];
  console.log(`${String(times).padStart(6)}  ${cause}${why ? `: ${why}` : ' -- NEW'}`);
  if (!why) failed = true;
}
if (bless) {
  const causes = Object.fromEntries(Object.entries(known.causes).filter(([cause]) => differences.has(cause) || cases < LONG));
  writeFileSync(list, `${JSON.stringify({ about: known.about, causes }, null, 2)}\n`);
  const tree = decoders[1];
  if (tree) {
    const verdicts = ask(tree.command, [...changedFiles(bases(), SLICE.cases, SLICE.seed)]).map(({ verdict }) => verdict[2] ?? '');
    const about =
      'What ocloc 26.27 says of the cases of test/driver/ocloc-validate.test.ts, one letter each: the third of the verdict. Written by scripts/tools/differential.mjs.';
    writeFileSync(
      join(EXPECTED, 'igc2-verdicts.json'),
      `${JSON.stringify({ about, release: tree.release, ...SLICE, verdicts: verdicts.join('') }, null, 2)}\n`,
    );
  }
}
process.exit(failed ? 1 : 0);
