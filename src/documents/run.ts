import { hex } from '../core/bytes/index.ts';
import { caughtFinding, type Diagnostic } from '../core/diag/index.ts';
import { kernelLabel } from '../formats/demangle/index.ts';
import { type Case, type CaseCheck, checkOf, type Difference, launchOf } from '../run/case/index.ts';
import { type Counts, type Launch, type Launched, launch, newChecks, type Stop, signatureOf } from '../run/index.ts';
import { argumentProblem } from './run-arguments.ts';
import { launchReport, runReports } from './run-checks.ts';
import type {
  RunCase,
  RunCounts,
  RunDifference,
  RunDocument,
  RunOptions,
  RunReport,
  RunResult,
  RunSignature,
  RunStop,
  RunTarget,
  RunTotals,
} from './run-model.ts';
import { groupProblem, memoryProblem } from './run-refused.ts';
import { Sources } from './run-sources.ts';
import { whyNotRun } from './run-target.ts';

/** A case that is ready to be launched. */
export interface PreparedRun {
  readonly launch: Launch;
  /** What is said of it after the launch. */
  finish(launched: Launched): RunCase;
  /** What is said if the launch throws: throws the error again if it is not about the case. */
  failed(error: unknown): RunCase;
}

/** A kernel and what it is given: `zebin run` without anything to run it with. */
export function signatureDocument({ address, zebin, kernel }: RunTarget): RunDocument & { readonly signature: RunSignature } {
  const { name } = kernel;
  return {
    schema: 'zebin/run/1',
    signature: {
      address,
      target: zebin.target.names,
      kernel: name,
      label: kernelLabel(name),
      simd_size: kernel.zeInfo.execution_env?.simd_size ?? null,
      arguments: signatureOf(zebin, kernel).map((one) => ({
        index: one.index,
        name: one.name ?? null,
        type: one.type ?? null,
        kind: one.kind ?? null,
        size: one.size ?? null,
        access: one.access ?? null,
        used: one.isUsed,
      })),
    },
    cases: [],
    totals: runTotals([]),
  };
}

/** The document of cases that were run. */
export function runDocument(all: readonly RunCase[]): RunDocument {
  const reports = all.some((one) => one.reports !== undefined) ? { reports: all.flatMap(reportsOf) } : {};
  const cases = all.map(({ reports: _, ...rest }): RunCase => rest);
  return { schema: 'zebin/run/1', cases, totals: runTotals(cases), ...reports };
}

/** What checks found of a case. */
export const reportsOf = ({ reports = [] }: RunCase): readonly RunReport[] => reports;

/** How many cases ended how. */
export function runTotals(cases: readonly RunCase[]): RunTotals {
  const totals = { equal: 0, different: 0, completed: 0, unsupported: 0, limit: 0, fault: 0, invalid: 0 };
  for (const { result } of cases) totals[result]++;
  return totals;
}

/** Whether a result answers the question: the others say why there is no answer. */
export const isAnswer = (result: RunResult): boolean => result === 'equal' || result === 'different' || result === 'completed';

/** Prepares a case for a kernel. What is wrong with it is its answer: then there is nothing to launch. */
export function prepareRun(target: RunTarget, one: Case, options: RunOptions = {}): PreparedRun | RunCase {
  const { maxInstructions, schedule } = options;
  const failed = (error: unknown): RunCase => failedCase(target, one, caughtFinding(error));
  try {
    const parameters = signatureOf(target.zebin, target.kernel);
    const needed = parameters.reduce((last, { index, isUsed }) => (isUsed ? index : last), -1);
    if (needed >= one.args.length)
      return refusedCase(
        target,
        one,
        'invalid',
        `the kernel has an argument ${needed}, and the case has ${one.args.length} arguments`,
        'run/case',
      );
    const wrong = argumentProblem(parameters, one.args);
    if (wrong !== undefined) return refusedCase(target, one, 'invalid', wrong, 'run/case');
    const refuse = (problem: string): RunCase => {
      const refused = refusedCase(target, one, 'invalid', problem, 'run/case');
      return options.checks?.includes('launch') ? { ...refused, reports: [launchReport(target, one, problem)] } : refused;
    };
    const size = groupProblem(target, one.local);
    if (size !== undefined) return refuse(size);
    const why = whyNotRun(target);
    if (why !== undefined) return refusedCase(target, one, 'invalid', why, 'run/case');
    const check = checkOf(one, options.budget);
    const given = launchOf(one, options);
    const memory = memoryProblem(target, given);
    if (memory !== undefined) return refuse(memory);
    const checks = options.checks === undefined ? undefined : newChecks(given, options.checks);
    return {
      launch: {
        ...given,
        ...(maxInstructions === undefined ? {} : { maxInstructions }),
        ...(options.maxMemory === undefined ? {} : { maxMemory: options.maxMemory }),
        ...(schedule === undefined ? {} : { schedule }),
        ...(options.checks?.includes('hang') ? { endsIfRepeating: true } : {}),
        ...(checks === undefined && options.observers === undefined
          ? {}
          : { observers: [...(checks?.observers ?? []), ...(options.observers ?? [])] }),
        ...(options.budget === undefined ? {} : { budget: options.budget }),
      },
      finish: (launched) => {
        const finished = finishedCase(target, one, check, launched);
        return checks === undefined ? finished : { ...finished, reports: runReports(target, one, checks.findings(launched.stop)) };
      },
      failed,
    };
  } catch (error) {
    return failed(error);
  }
}

/**
 * Runs a case with a kernel, and compares what it left: `zebin run --case`.
 *
 * @example
 * const [target] = runTargets(inspect(bytes).value, { kernel: 'clock' });
 * runCase(target, readCases(cases).value.cases[0]).result; // 'completed'
 */
export function runCase(target: RunTarget, one: Case, options: RunOptions = {}): RunCase {
  const prepared = prepareRun(target, one, options);
  if ('result' in prepared) return prepared;
  try {
    return prepared.finish(launch(options.programs?.of(target.zebin) ?? target.zebin, target.kernel, prepared.launch));
  } catch (error) {
    return prepared.failed(error);
  }
}

const headOf = ({ address, kernel }: RunTarget, { name }: Case) => ({
  name: name === '' ? null : name,
  address,
  kernel: kernel.name,
  label: kernelLabel(kernel.name),
});

/** A case that was not run. */
function refusedCase(target: RunTarget, one: Case, result: RunResult, message: string, code: string): RunCase {
  return unrunCase(headOf(target, one), result, message, code);
}

/** What is said of a case that was not run, because of what the message says. */
export function unrunCase(
  head: Pick<RunCase, 'name' | 'kernel'> & Partial<Pick<RunCase, 'file' | 'address'>>,
  result: RunResult,
  message: string,
  code: string | null = null,
): RunCase {
  return {
    ...{ address: '', ...head, label: kernelLabel(head.kernel) },
    ...{ result, message, code, first_difference: null, different_outputs: 0, stop: null, counts: null, stdout: '' },
  };
}

function failedCase(target: RunTarget, one: Case, { code, path, message }: Diagnostic): RunCase {
  const result = code === 'run/limit' ? 'limit' : 'invalid';
  return refusedCase(target, one, result, `${path === '' ? '' : `${path}: `}${message}`, code);
}

function finishedCase(target: RunTarget, one: Case, check: CaseCheck, launched: Launched): RunCase {
  const { stop, counts, printf: stdout } = launched;
  const differences = stop.reason === 'done' ? check.differences(launched) : [];
  const [first] = differences;
  return {
    ...headOf(target, one),
    result: resultOf(stop, check, first),
    message: stop.reason === 'done' ? null : stop.message,
    code: stop.reason === 'done' ? null : `run/${stop.reason}`,
    first_difference: first ? differenceOf(target, first) : null,
    different_outputs: differences.length,
    stop: stopOf(target, stop),
    counts: countsOf(counts),
    stdout,
  };
}

function resultOf({ reason }: Stop, { isExpected }: CaseCheck, first: Difference | undefined): RunResult {
  if (reason === 'breakpoint') return 'limit';
  if (reason !== 'done') return reason;
  if (!isExpected) return 'completed';
  return first ? 'different' : 'equal';
}

function differenceOf({ zebin, kernel }: RunTarget, found: Difference): RunDifference {
  const bits = (value: bigint | undefined): string | null => (value === undefined ? null : hex(value));
  const { argument = null } = found;
  return {
    argument,
    name: argument === null ? null : (signatureOf(zebin, kernel)[argument]?.name ?? null),
    what: found.what,
    index: found.index,
    type: found.type ?? null,
    expected: found.expected ?? null,
    got: found.got ?? null,
    expected_bits: bits(found.expectedBits),
    got_bits: bits(found.gotBits),
    different: found.different,
    of: found.of,
  };
}

function stopOf({ zebin }: RunTarget, { reason, section, offset, text, group, thread }: Stop): RunStop | null {
  if (reason === 'done') return null;
  // The position in the source is read only for a run that stops.
  return {
    ...{
      reason,
      section: section ?? null,
      offset: offset ?? null,
      text: text?.replace(/\s+/g, ' ').trim() ?? null,
      group: group ?? null,
      thread: thread ?? null,
    },
    source: section === undefined || offset === undefined ? null : stopSource(zebin, section, offset),
  };
}

function stopSource(zebin: RunTarget['zebin'], section: string, offset: number): RunStop['source'] {
  const [place] = new Sources(zebin).at(section, offset);
  return place === undefined ? null : { file: place.path, line: place.line };
}

function countsOf(counts: Counts): RunCounts {
  return {
    threads: counts.threads,
    instructions: counts.instructions,
    by_operation: counts.byOperation,
    messages: counts.messages,
    bytes_read: counts.bytesRead,
    bytes_written: counts.bytesWritten,
  };
}
