// @ts-check
/**
 * Part of `npm run oracle`: all cases of ZEBIN_CORPUS_RUN (manifest.jsonl), whose results come from implementations that share nothing with
 * ours. Alone: `node scripts/oracle-run.mjs`, some two minutes; without root and other tools.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyDifferent } from '../test/run/known.mjs';
import { ROOT } from './stamp.mjs';

/** @typedef {import('../test/oracle/ocloc.mjs').Answer} Answer */
/** @typedef {{ zebin: string, kernel: string, file: string, case: string }} Line */

/**
 * One answer for each line: `equal`, or `known` for a binary that computes something else than its source.
 *
 * @param {string} corpus
 * @param {typeof import('../src/internal.ts')} zebin
 * @returns {Answer[]}
 */
export function runAll(corpus, zebin) {
  const text = readFileSync(join(corpus, 'manifest.jsonl'), 'utf8').trim();
  /** @type {readonly Line[]} */
  const lines = text.split('\n').map((line) => JSON.parse(line));
  const files = new Map(lines.map(({ file }) => [file, zebin.readCases(readFileSync(join(corpus, file))).value]));
  return lines.map((line) => {
    const [target] = zebin.runTargets(zebin.inspect(readFileSync(join(corpus, line.zebin))).value, { kernel: line.kernel });
    const one = files.get(line.file)?.cases.find(({ name }) => name === line.case);
    const what = `${line.zebin} ${line.kernel}, ${line.case}`;
    if (target === undefined || one === undefined) return { what, ours: 'missing', theirs: 'equal' };
    const { result, message } = zebin.runCase(target, one);
    if (whyDifferent(line.zebin, line.kernel, line.case) === undefined)
      return { what, ours: result === 'equal' ? result : `${result} ${message ?? ''}`, theirs: 'equal' };
    return { what, ours: result === 'equal' ? result : 'known', theirs: 'known' };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ZEBIN_CORPUS_RUN } = process.env;
  if (!ZEBIN_CORPUS_RUN) {
    console.log('oracle-run: ZEBIN_CORPUS_RUN is not set');
    process.exit(2);
  }
  const zebin = await import(new URL('dist/internal.js', ROOT).href);
  const answers = runAll(ZEBIN_CORPUS_RUN, zebin);
  const wrong = answers.filter(({ ours, theirs }) => ours !== theirs);
  for (const { what, ours, theirs } of wrong) console.log(`${what}: ${ours}, not ${theirs}`);
  console.log(`${answers.length} cases, ${answers.filter(({ ours }) => ours === 'known').length} known to differ, ${wrong.length} wrong`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
