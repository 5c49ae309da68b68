import {
  isAnswer,
  type Launched,
  machineOf,
  Programs,
  printedOf,
  type RunCase,
  type RunPrinted,
  reportsOf,
  runDocument,
  runTotals,
  signatureDocument,
  signatureOf,
} from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { oneForm } from '../forms.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { byHand, isNothingGiven } from '../launch/by-hand.ts';
import { casesOfFile, casesOfManifest } from '../launch/cases.ts';
import { knownReports } from '../launch/known.ts';
import { findingsText, reportsText } from '../launch/report-text.ts';
import { printedText, resultLine, signatureText, totalsLine } from '../launch/result-text.ts';
import { Interruption, type Runs, runOf, runOptions } from '../launch/runs.ts';
import { deviceOption, openToRun, targetOf } from '../launch/targets.ts';
import { Watchers } from '../launch/watchers.ts';
import { visibleLines } from '../text.ts';
import { VERSION } from './program.ts';
import type { Context, OptionsOf } from './rows.ts';

/** @param start what makes the machine of a launch */
export async function run({ arguments: [file, pattern], options, io }: Context<'run'>, start = machineOf): Promise<number> {
  checkOptions(file, options);
  io.ready();
  const interruption = new Interruption();
  try {
    if (options.against !== undefined && file !== undefined) {
      const { runAgainst } = await import('../launch/against.ts');
      return await runAgainst(file, pattern, options, interruption, io);
    }
    const known = options.known === undefined ? undefined : await knownReports(options.known, io);
    const watchers = new Watchers(options);
    const programs = new Programs();
    const runs: Runs = {
      start,
      programs,
      options: runOptions(options),
      folder: options.dir,
      outputs: watchers.paths,
      watchers,
      io,
      interruption,
      known,
    };
    if (options.manifest !== undefined) return await runManifest(options, runs, io);
    if (file === undefined) throw new UsageError('give a file and the name of a kernel in it, or a list of cases with --manifest');
    if (options.case !== undefined) {
      const code = await answer(await casesOfFile(file, pattern, options, runs, io), watchers, options, io);
      return interruption.noticed ? EXIT.unusable : code;
    }
    return await runByHand(file, pattern, options, runs, watchers, io);
  } finally {
    interruption.release();
  }
}

async function runManifest(options: OptionsOf<'run'>, runs: Runs, io: Io): Promise<number> {
  const cases = await casesOfManifest(options, runs, io, (one) => {
    // One after the other: a run that is ended has said what it knew.
    if (!options.json && !options.sarif && !isGood(one))
      io.print(`${resultLine(one, io)}${findingsText([one])}\n${reportsText(reportsOf(one), io)}`);
  });
  if (options.json || options.sarif) await printDocument(cases, options, io);
  else io.print(`${totalsLine(runTotals(cases))}${findingsText(cases)}\n`);
  return runs.interruption.noticed ? EXIT.unusable : exitCode(cases);
}

async function runByHand(
  file: string,
  pattern: string | undefined,
  options: OptionsOf<'run'>,
  runs: Runs,
  watchers: Watchers,
  io: Io,
): Promise<number> {
  const opened = await openToRun(file, options, io);
  const target = targetOf(opened, pattern, deviceOption(options.device));
  const parameters = signatureOf(target.zebin, target.kernel);
  if (isNothingGiven(options)) {
    const document = signatureDocument(target);
    if (options.json) printJson(io, document);
    else io.print(signatureText(document, file, io));
    return EXIT.yes;
  }
  const { one, defaults, printed, files } = byHand(target, options, io);
  for (const text of defaults) io.warn(text);
  let left: Launched['arguments'] = [];
  const outputs = [...watchers.paths, ...files.map(({ path }) => path)];
  const done = await runOf(target, one, opened.budget, { ...runs, outputs }, (launched) => {
    left = launched.arguments;
  });
  const { writeWhole } = await import('../write/index.ts');
  for (const { argument, path } of files) {
    const bytes = left[argument];
    if (bytes) await writeWhole(path, [bytes], io.inputs);
  }
  const contents = printed.flatMap(({ argument, type, most }): RunPrinted[] => {
    const bytes = left[argument];
    return bytes ? [printedOf(argument, type, bytes, most)] : [];
  });
  const code = await answer([contents.length === 0 ? done : { ...done, printed: contents }], watchers, options, io);
  if (!options.json && !options.sarif) for (const content of contents) io.print(printedText(content, parameters[content.argument]?.name));
  return code;
}

export const KNOWN_ALONE = '--known is about what --checks finds: give --checks too';

/** Options that exclude each other, which would otherwise be ignored. */
function checkOptions(file: string | undefined, options: OptionsOf<'run'>): void {
  oneForm(options);
  if (options.checks === undefined && (options.known !== undefined || options.sarif))
    throw new UsageError(options.sarif ? '--sarif is about what --checks finds: give --checks too' : KNOWN_ALONE);
  const { manifest, case: cases, only, dir, against, out, print, profile, trace } = options;
  if (manifest !== undefined && file !== undefined) throw new UsageError('--manifest names the files: give either a file or --manifest');
  if (manifest !== undefined && cases !== undefined) throw new UsageError('--manifest names the cases: give either --case or --manifest');
  if (manifest !== undefined && dir !== undefined) throw new UsageError('--dir is for one case');
  if (only !== undefined && manifest === undefined && cases === undefined)
    throw new UsageError('--only names a case of --case or --manifest');
  if (against !== undefined && (manifest !== undefined || dir !== undefined || out.length > 0 || print.length > 0))
    throw new UsageError('--against compares what two builds leave: it cannot be combined with --manifest, --dir, --out and --print');
  if ((profile ?? trace) !== undefined && (manifest ?? against) !== undefined)
    throw new UsageError('--profile and --trace cannot be combined with --manifest and --against');
  const byCase = manifest !== undefined || cases !== undefined;
  if (byCase && !isNothingGiven({ ...options, dir: undefined }))
    throw new UsageError(
      'the case says sizes and arguments: --global, --local, --offset, --arg, --out and --print are for runs without one',
    );
}

/** Prints what runs gave, and returns the exit code. */
async function answer(cases: readonly RunCase[], watchers: Watchers, options: OptionsOf<'run'>, io: Io): Promise<number> {
  await watchers.write(io);
  const profile = watchers.rows();
  if (options.sarif) await printDocument(cases, options, io);
  else if (options.json) printJson(io, profile === undefined ? runDocument(cases) : { ...runDocument(cases), profile });
  else {
    if (cases.length !== 1) io.print(`${totalsLine(runTotals(cases))}${findingsText(cases)}\n`);
    for (const one of cases)
      io.print(`${resultLine(one, io)}${findingsText([one])}\n${reportsText(reportsOf(one), io)}${printedLines(one.stdout, io)}`);
  }
  return exitCode(cases);
}

async function printDocument(cases: readonly RunCase[], { sarif }: OptionsOf<'run'>, io: Io): Promise<void> {
  const document = runDocument(cases);
  if (!sarif) return printJson(io, document);
  const { runSarif } = await import('../findings.ts');
  printJson(io, runSarif(document, VERSION));
}

export const isGood = (one: RunCase): boolean => (one.result === 'equal' || one.result === 'completed') && reportsOf(one).length === 0;

/** That of the worst case: what checks find is an answer, also where a run did not end. */
export function exitCode(cases: readonly RunCase[]): number {
  if (cases.some((one) => reportsOf(one).length > 0)) return EXIT.no;
  if (cases.some(({ result }) => !isAnswer(result))) return EXIT.unusable;
  return cases.every(isGood) ? EXIT.yes : EXIT.no;
}

/** What a kernel printed: as it is, unless a terminal would obey it. */
function printedLines(text: string, { standard }: Io): string {
  const lines = standard.columns === undefined ? text : visibleLines(text);
  return text === '' || text.endsWith('\n') ? lines : `${lines}\n`;
}
