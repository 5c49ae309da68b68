/** What a smaller case still shows. */
import { caughtFinding } from '../../core/diag/index.ts';
import { prepareRun } from '../../documents/run.ts';
import type { RunCase, RunReport, RunTarget } from '../../documents/run-model.ts';
import type { Case } from '../../run/case/index.ts';
import { type CheckKind, launch, leftSame } from '../../run/index.ts';

/** Instructions of a smaller case, as a multiple of those of the original, and those that any may have. */
const MOST_RATIO = 4;
const MOST_FLOOR = 100_000;

export interface KeepRunOptions {
  /** Another build, which leaves something else. */
  readonly against?: RunTarget | undefined;
  /** Checks, one of which finds something. */
  readonly checks?: readonly CheckKind[] | undefined;
  /** Instructions of the original at most; by default those of a launch. */
  readonly maxInstructions?: number | undefined;
}

/**
 * The test for what a case shows with a kernel: the first finding of `checks`, by its kind and instruction; or that `against` leaves something
 * else; or, with neither, the first result that is not as expected. A smaller case has no findings but those of the original.
 *
 * @returns undefined if the original shows nothing
 *
 * @example
 * const [target] = runTargets(inspect(bytes).value, { kernel: 'clock' });
 * keepRunTest(target, readCases(cases).value.cases[0], { checks: ['race'] }) === undefined; // true
 */
export function keepRunTest(target: RunTarget, original: Case, options: KeepRunOptions): ((candidate: Case) => boolean) | undefined {
  const { against, checks, maxInstructions } = options;
  let most = maxInstructions;
  let executed = 0;
  const run = (one: RunTarget, case_: Case) => {
    const prepared = prepareRun(one, case_, { checks, maxInstructions: most });
    if ('result' in prepared) return { row: prepared as RunCase, launched: undefined };
    try {
      const launched = launch(one.zebin, one.kernel, prepared.launch);
      executed = Math.max(executed, launched.counts.instructions);
      return { row: prepared.finish(launched), launched };
    } catch (error) {
      caughtFinding(error);
      return { row: prepared.failed(error), launched: undefined };
    }
  };
  const findings = (case_: Case): string[] => reportsOf(run(target, case_).row).map(placeOf);
  const shownBy = (case_: Case): string | undefined => {
    const { row, launched } = run(target, case_);
    if (against === undefined) return differenceOf(row);
    const other = run(against, case_).launched;
    if (launched === undefined || other === undefined || leftSame(launched, other)) return undefined;
    return `${launched.stop.reason} ${other.stop.reason}`;
  };
  const all = checks === undefined ? [] : findings(original);
  const first = checks === undefined ? shownBy(original) : all[0];
  if (first === undefined) return undefined;
  most = Math.min(executed * MOST_RATIO + MOST_FLOOR, maxInstructions ?? Number.POSITIVE_INFINITY);
  if (checks === undefined) return (candidate) => shownBy(candidate) === first;
  return (candidate) => {
    const found = findings(candidate);
    return found.includes(first) && found.every((one) => all.includes(one));
  };
}

/** The first element that is not as expected. Those after it are not stored by a smaller launch. */
const differenceOf = ({ first_difference: one }: RunCase): string | undefined =>
  one === null ? undefined : `${one.argument} ${one.index} ${one.expected_bits ?? one.expected} ${one.got_bits ?? one.got}`;

const placeOf = ({ kind, section, address }: RunReport): string => `${kind} ${section} ${address}`;
const reportsOf = (row: RunCase): readonly RunReport[] => ('reports' in row ? (row.reports as readonly RunReport[]) : []);
