// @ts-check
/**
 * Part of `npm run oracle`: all cases of ZEBIN_CORPUS_RUN (manifest.jsonl), whose results come from implementations that share nothing with
 * ours. Alone, some two minutes; without root and other tools:
 *
 *   node scripts/oracle-run.mjs [--checks] [--part K/N]
 *
 * With --checks, a finding that test/run/known-findings.json does not explain is wrong; some twenty minutes. --part 1/2 runs each second
 * case, and 2/2 the others.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyDifferent, whyFound } from '../test/run/known.mjs';
import { scriptOptions } from './options.mjs';
import { ROOT } from './stamp.mjs';

/** @typedef {import('../test/oracle/ocloc.mjs').Answer} Answer */
/** @typedef {{ zebin: string, kernel: string, file: string, case: string }} Line */

/**
 * One answer for each line: `equal`, or `known` for a binary that computes something else than its source; with the findings of checks that
 * are not known.
 *
 * @param {string} corpus
 * @param {typeof import('../src/internal.ts')} zebin
 * @param {{ readonly checks?: boolean, readonly part?: number, readonly parts?: number }} [options]
 * @returns {Answer[]}
 */
export function runAll(corpus, zebin, { checks = false, part = 1, parts = 1 } = {}) {
  const text = readFileSync(join(corpus, 'manifest.jsonl'), 'utf8').trim();
  /** @type {readonly Line[]} */
  const all = text.split('\n').map((line) => JSON.parse(line));
  const lines = all.filter((_, i) => i % parts === part - 1);
  const options = checks ? { checks: zebin.USUAL_CHECKS } : {};
  const files = new Map(lines.map(({ file }) => [file, zebin.readCases(readFileSync(join(corpus, file))).value]));
  return lines.map((line) => {
    const [target] = zebin.runTargets(zebin.inspect(readFileSync(join(corpus, line.zebin))).value, { kernel: line.kernel });
    const one = files.get(line.file)?.cases.find(({ name }) => name === line.case);
    const what = `${line.zebin} ${line.kernel}, ${line.case}`;
    if (target === undefined || one === undefined) return { what, ours: 'missing', theirs: 'equal' };
    const row = zebin.runCase(target, one, options);
    const { result, message } = row;
    const found = zebin
      .reportsOf(row)
      .filter(({ kind }) => whyFound(line.zebin, line.kernel, line.case, kind) === undefined)
      .map(({ kind, address, message: text }) => `; ${kind} at ${address}: ${text}`)
      .join('');
    if (whyDifferent(line.zebin, line.kernel, line.case) === undefined)
      return { what, ours: `${result === 'equal' ? result : `${result} ${message ?? ''}`}${found}`, theirs: 'equal' };
    // With checks, a run goes on after a fault: its result may be right by chance.
    return { what, ours: `${result === 'equal' && !checks ? result : 'known'}${found}`, theirs: 'known' };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ZEBIN_CORPUS_RUN } = process.env;
  if (!ZEBIN_CORPUS_RUN) {
    console.log('oracle-run: ZEBIN_CORPUS_RUN is not set');
    process.exit(2);
  }
  const { values } = scriptOptions({ options: { checks: { type: 'boolean' }, part: { type: 'string', default: '1/1' } } });
  const [part = 1, parts = 1] = (values.part ?? '').split('/').map(Number);
  const zebin = await import(new URL('dist/internal.js', ROOT).href);
  const answers = runAll(ZEBIN_CORPUS_RUN, zebin, { checks: values.checks === true, part, parts });
  const wrong = answers.filter(({ ours, theirs }) => ours !== theirs);
  for (const { what, ours, theirs } of wrong) console.log(`${what}: ${ours}, not ${theirs}`);
  console.log(`${answers.length} cases, ${answers.filter(({ ours }) => ours === 'known').length} known to differ, ${wrong.length} wrong`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
