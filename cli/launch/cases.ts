/** Cases of files, and manifests of many. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Case,
  type CaseFile,
  type Diagnostic,
  FormatError,
  grouped,
  isForDevice,
  Programs,
  parseJson,
  type RunCase,
  readCases,
  unrunCase,
} from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { UsageError } from '../exit.ts';
import { type Opened, openWhole, readBinary, readText } from '../input/input.ts';
import type { Io } from '../io.ts';
import { inputName, orUsageError } from '../refusal.ts';
import { listNames, visible } from '../text.ts';
import { type Runs, runOf } from './runs.ts';
import { deviceOption, openToRun, Targets, targetOf } from './targets.ts';

type CaseOptions = Pick<OptionsOf<'run'>, 'case' | 'only'>;

/** The cases of a file for a kernel, or for all kernels of the image; one of them if `--only` names it. */
export async function casesOfFile(
  file: string,
  pattern: string | undefined,
  options: OptionsOf<'run'>,
  runs: Runs,
  io: Io,
): Promise<RunCase[]> {
  const opened = await openToRun(file, options, io);
  const { case: path = '', only } = options;
  const device = deviceOption(options.device);
  const wanted = chosenCases(opened, pattern, options, io);
  if (options.dir !== undefined && wanted.length > 1)
    throw new UsageError(`--dir is for one case, and these are ${wanted.length}: name one with --only`);
  const targets = new Targets(opened, new Set(wanted.map((one) => one.kernel)), device);
  const done: RunCase[] = [];
  for (const [i, one] of wanted.entries()) {
    const target = targets.of(one.kernel);
    if (only === undefined && one.devices && !isForDevice(one.devices, target.zebin.target.names, options.device)) {
      io.warn(`${one.name}: left out, because it is for ${listNames(one.devices)}`);
      continue;
    }
    done.push(await runOf(target, one, opened.budget, runs));
    if (!runs.interruption.noticed) continue;
    io.warn(`interrupted after ${grouped(i + 1)} of ${grouped(wanted.length)} cases`);
    break;
  }
  if (done.length > 0) return done;
  const all = wanted.length === 1 ? `the case ${wanted[0]?.name} is` : `all ${grouped(wanted.length)} cases are`;
  throw new UsageError(`${inputName(path)}: ${all} for other devices; --only NAME runs one all the same`, {
    code: 'command/no-match',
    file: path,
  });
}

/** The cases of `--case` that are for the kernel of an opened file, or for any of its kernels. Throws `UsageError` if there are none. */
export function chosenCases(opened: Opened, pattern: string | undefined, options: OptionsOf<'run'>, io: Io): readonly Case[] {
  const kernelOf = (): string | undefined =>
    pattern === undefined ? undefined : targetOf(opened, pattern, deviceOption(options.device)).kernel.name;
  return casesFor(kernelOf, options, io);
}

/**
 * The cases of `--case` for a kernel, or for any; one of them if `--only` names it. Throws `UsageError` if there is none.
 *
 * @param kernelOf is asked after the file has been read: what is wrong with it is said first
 */
export function casesFor(kernelOf: () => string | undefined, { case: path = '', only }: CaseOptions, io: Io): readonly Case[] {
  const { cases } = caseFile(path, io);
  const kernel = kernelOf();
  const wanted = cases.filter((one) => (kernel === undefined || one.kernel === kernel) && (only === undefined || one.name === only));
  if (wanted.length > 0) return wanted;
  throw new UsageError(`${inputName(path)} has ${whyNone(cases, kernel, only)}`, { code: 'command/no-match', file: path });
}

/** Why none of the cases of a file is meant. */
function whyNone(cases: readonly Case[], kernel: string | undefined, only: string | undefined): string {
  if (cases.length === 0) return 'no cases';
  const own = cases.filter((one) => kernel === undefined || one.kernel === kernel);
  if (own.length === 0)
    return `no case of the kernel ${kernel}; its cases are of ${listNames([...new Set(cases.map((one) => one.kernel))])}`;
  const other = cases.find(({ name }) => name === only);
  if (other) return `the case ${only} of the kernel ${other.kernel}, not of ${kernel}`;
  return `no case ${only}; available: ${listNames(own.map(({ name }) => name))}`;
}

/** A file of cases is read whole, as a string. */
const MOST_BYTES = 1 << 28;

/** Whether a file has more bytes than a file of cases may have. */
export const isTooLarge = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES;

/** The cases of a file. Throws `UsageError` if anything is wrong with it. */
function caseFile(path: string, io: Io): CaseFile {
  if (isTooLarge(path)) throw new UsageError(`${inputName(path)} is too large for a file of cases`, { file: path });
  const bytes = readBinary(path, io);
  const said = ({ path: place, message, code }: Diagnostic): string =>
    `${inputName(path)}: ${place === '' ? '' : `${place}: `}${message} [${code}]`;
  const { value, diagnostics } = orUsageError(path, () => readCases(bytes, { budget: io.budgets.open(bytes.length) }), said);
  const [first] = diagnostics;
  if (!first) return value;
  const more = diagnostics.length > 1 ? ` (and ${diagnostics.length - 1} more)` : '';
  throw new UsageError(`${said(first)}${more}`, { file: path, diagnostic: first });
}

/** A line of a manifest. It may have other members, which say how the file was made. */
interface Line {
  readonly zebin: string;
  readonly kernel: string;
  readonly file: string;
  readonly case: string;
}

/** Runs all lines of a manifest, and calls `each` with every answer. A line that cannot be run does not prevent the others. */
export async function casesOfManifest(options: OptionsOf<'run'>, runs: Runs, io: Io, each: (one: RunCase) => void): Promise<RunCase[]> {
  const { manifest: path = '', only } = options;
  const lines = linesOf(readText(path, io), path).filter((line) => only === undefined || line.case === only);
  if (lines.length === 0)
    throw new UsageError(`${path} has no ${only === undefined ? 'lines' : `case ${only}`}`, { code: 'command/no-match', file: path });
  const folder = dirname(path);
  const files = new Map<string, CasesOf>();
  const device = deviceOption(options.device);
  const kernels = new Map<string, Set<string>>();
  for (const { zebin, kernel } of lines) {
    const known = kernels.get(zebin);
    if (known) known.add(kernel);
    else kernels.set(zebin, new Set([kernel]));
  }
  const fileOf = async (zebin: string): Promise<ManifestFile | UsageError> => {
    try {
      const opened = await openWhole(resolve(folder, zebin), {}, io);
      const targets = new Targets(opened, kernels.get(zebin) ?? new Set(), device);
      return { targets, budget: opened.budget, runs: { ...runs, programs: new Programs() } };
    } catch (error) {
      if (error instanceof UsageError) return error;
      throw error;
    }
  };
  let last: { readonly zebin: string; readonly file: ManifestFile | UsageError } | undefined;
  const answerTo = async (line: Line): Promise<RunCase> => {
    try {
      const one = caseOf(line, folder, files, io);
      if (last?.zebin !== line.zebin) last = { zebin: line.zebin, file: await fileOf(line.zebin) };
      if (last.file instanceof UsageError) throw last.file;
      const { targets, budget, runs } = last.file;
      return { ...(await runOf(targets.of(line.kernel), one, budget, runs)), file: line.zebin };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return unrunCase({ name: line.case, file: line.zebin, kernel: line.kernel }, 'invalid', error.message);
    }
  };
  const done: RunCase[] = [];
  for (const [i, line] of lines.entries()) {
    io.standard.progress?.(`running ${grouped(i + 1)} of ${grouped(lines.length)}: ${visible(line.zebin)} ${visible(line.case)}`);
    const one = await answerTo(line);
    each(one);
    done.push(one);
    if (!runs.interruption.noticed) continue;
    io.warn(`interrupted after ${grouped(i + 1)} of ${grouped(lines.length)} cases`);
    break;
  }
  return done;
}

/** A file of a manifest, while lines name it. */
interface ManifestFile extends Pick<Opened, 'budget'> {
  readonly targets: Targets;
  readonly runs: Runs;
}

/** The cases of a file by their names; or why it has none, which is said of each line that names it. */
type CasesOf = ReadonlyMap<string, Case> | UsageError;

function caseOf(line: Line, folder: string, files: Map<string, CasesOf>, io: Io): Case {
  const cases = files.get(line.file) ?? casesByName(resolve(folder, line.file), io);
  files.set(line.file, cases);
  if (cases instanceof UsageError) throw cases;
  const one = cases.get(line.case);
  if (one) return one;
  throw new UsageError(`${line.file} has no case ${line.case}`);
}

function casesByName(path: string, io: Io): CasesOf {
  try {
    return new Map(caseFile(path, io).cases.map((one) => [one.name, one]));
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

function linesOf(text: string, path: string): Line[] {
  const lines: Line[] = [];
  for (const [i, one] of text.split('\n').entries()) {
    if (one.trim() === '') continue;
    const line = lineOf(one);
    if (!line) throw new UsageError(`${path}: line ${i + 1} is not an object with the texts zebin, kernel, file and case`, { file: path });
    lines.push(line);
  }
  return lines;
}

function lineOf(text: string): Line | undefined {
  try {
    const value = parseJson(text, (why) => new UsageError(why)) as Partial<Record<string, unknown>> | null;
    const isLine = ['zebin', 'kernel', 'file', 'case'].every((key) => typeof value?.[key] === 'string');
    return isLine ? (value as unknown as Line) : undefined;
  } catch (error) {
    if (error instanceof UsageError || error instanceof FormatError) return undefined;
    throw error;
  }
}
