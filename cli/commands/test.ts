import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineOf, Programs, type RunCase, reportsOf, type TestDocument, type TestFile, testDocument } from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readBinary } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { knownReports } from '../launch/known.ts';
import { Interruption, type Runs, runOptions } from '../launch/runs.ts';
import { deviceOption } from '../launch/targets.ts';
import { Blessing } from '../suite/bless.ts';
import { type Cases, findCases, Kernels } from '../suite/find.ts';
import { type NamedDevice, runFile, type Suite } from '../suite/run-file.ts';
import { testLines } from '../suite/text.ts';
import { count, listNames } from '../text.ts';
import type { Context, OptionsOf } from './rows.ts';
import { exitCode, KNOWN_ALONE } from './run.ts';

/** @param start what makes the machine of a launch */
export async function run({ arguments: names, options, io }: Context<'test'>, start = machineOf): Promise<number> {
  const given = names.filter((name) => name !== undefined);
  const paths = given.length === 0 ? ['.'] : given;
  const devices = devicesOf(options.device);
  const { files, unread } = findCases(paths, io);
  const chosen = files.map((file) => ({
    file,
    cases: file.cases.filter(({ name }) => options.only === undefined || name === options.only),
  }));
  if (unread.length === 0) refuseNothing(paths, options.only, files);
  if (options.known !== undefined && options.checks === undefined) throw new UsageError(KNOWN_ALONE);
  const known = options.known === undefined ? undefined : await knownReports(options.known, io);
  await refuseOutputs(options, chosen, io);
  const interruption = new Interruption();
  const folder = mkdtempSync(join(tmpdir(), 'zebin-test-'));
  try {
    const runs: Runs = {
      ...{ start, programs: new Programs(), options: runOptions(options), folder: undefined },
      ...{ io, interruption, known },
    };
    const suite: Suite = { runs, kernels: new Kernels(io), devices, command: options.compile, folder, io };
    const done: TestFile[] = [];
    let isRefused = false;
    for (const { file, cases } of chosen) {
      if (cases.length === 0) continue;
      const answered = await answersOf(file, cases, suite, options.bless);
      isRefused ||= answered.isRefused;
      done.push(answered.file);
    }
    const document = testDocument(done, [...unread, ...suite.kernels.unread]);
    if (done.every(({ cases }) => cases.length === 0) && document.unread.length === 0)
      throw new UsageError('all cases are for other devices than those of --device', { code: 'command/no-match' });
    const isWritten = await report(document, options, io);
    if (!isWritten || isRefused || interruption.noticed || document.unread.length > 0) return EXIT.unusable;
    return exitCode(done.flatMap(unblessed));
  } finally {
    interruption.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws `UsageError` for what could not be written after the tests, which may take minutes. */
async function refuseOutputs({ junit, markdown, bless }: OptionsOf<'test'>, chosen: readonly { file: Cases }[], io: Io): Promise<void> {
  io.ready();
  const paths = [junit, markdown].filter((path) => path !== undefined);
  const blessed = bless ? chosen.map(({ file }) => file.path) : [];
  if (paths.length + blessed.length === 0) return;
  const { refuseUnwritable } = await import('../write/index.ts');
  for (const path of paths) refuseUnwritable(path, io.inputs);
  for (const path of blessed) {
    io.inputs.mayReplace(path);
    refuseUnwritable(path, io.inputs);
  }
}

/** The devices of `--device`, each once. */
function devicesOf(given: readonly string[]): readonly NamedDevice[] {
  const names = new Set(given.flatMap((list) => list.split(',')).map((name) => name.trim()));
  return [...names].flatMap((name) => {
    const config = deviceOption(name);
    return config ? [{ name, config }] : [];
  });
}

/** Without anything to run, no answer would be a good one. */
function refuseNothing(paths: readonly string[], only: string | undefined, files: readonly Cases[]): void {
  const names = files.flatMap(({ cases }) => cases.map(({ name }) => name));
  const noMatch = { code: 'command/no-match', file: paths[0] ?? '.' } as const;
  if (names.length === 0) throw new UsageError(`${listNames(paths)}: there are no cases (docs/kernel-tests.md has the format)`, noMatch);
  if (only !== undefined && !names.includes(only))
    throw new UsageError(`${listNames(paths)}: there is no case ${only}; available: ${listNames(names)}`, noMatch);
}

interface Answered {
  readonly file: TestFile;
  /** Whether results were not written that should have been. */
  readonly isRefused: boolean;
}

async function answersOf(file: Cases, cases: Cases['cases'], suite: Suite, bless: boolean): Promise<Answered> {
  const answers: RunCase[] = [];
  const blessing = bless ? new Blessing() : undefined;
  await runFile(file, cases, suite, (one, done, left) => {
    answers.push(done);
    blessing?.put(one, done, left);
  });
  const { path } = file;
  if (!blessing) return { file: { path, cases: answers }, isRefused: false };
  const { blessed, refused } = blessing;
  for (const sentence of refused) suite.io.warn(`${path}: ${sentence}`);
  if (blessed.length > 0) await rewrite(path, blessing, suite.io);
  for (const { name, outputs } of blessed) suite.io.note(`${path}: ${name}: wrote ${count(outputs.length, 'result')} as expected`);
  return { file: { path, cases: answers, blessed }, isRefused: refused.length > 0 };
}

async function rewrite(path: string, blessing: Blessing, io: Io): Promise<void> {
  const { writeWhole } = await import('../write/index.ts');
  const data = readBinary(path, io);
  io.inputs.mayReplace(path);
  await writeWhole(path, [blessing.edited(data)], io.inputs);
}

/** The answers that `--bless` has not made right. */
function unblessed({ cases, blessed = [] }: TestFile): RunCase[] {
  const names = new Set(blessed.map(({ name }) => name));
  return cases.filter((one) => one.result !== 'different' || one.name === null || !names.has(one.name) || reportsOf(one).length > 0);
}

/** Whether all reports are written: after a long run, one that cannot be does not keep back the others. */
async function report(document: TestDocument, options: OptionsOf<'test'>, io: Io): Promise<boolean> {
  let isWritten = true;
  const write = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      io.warn(error.message);
      isWritten = false;
    }
  };
  const { junit, markdown } = options;
  if (junit !== undefined) {
    const { junitText } = await import('../suite/junit.ts');
    const { writeWhole } = await import('../write/index.ts');
    await write(() => writeWhole(junit, [junitText(document)], io.inputs));
  }
  if (markdown !== undefined) {
    const { testMarkdown } = await import('../suite/markdown.ts');
    const { appendWhole } = await import('../write/index.ts');
    await write(() => appendWhole(markdown, testMarkdown(document), io.inputs));
  }
  if (options.json) printJson(io, document);
  else for (const line of testLines(document, io)) io.print(line);
  return isWritten;
}
