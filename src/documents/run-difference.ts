/** Two builds of a kernel, compared by what they leave: `zebin run --against`. */
import { hex } from '../core/bytes/index.ts';
import { grouped } from '../core/diag/index.ts';
import type { Case } from '../run/case/index.ts';
import { type ComparingPart, type ComparingProgress, comparingBuilds, whole } from '../run/difference/index.ts';
import { type BuildDifference, type ChainLink, type Executed, signatureOf } from '../run/index.ts';
import { prepareRun, unrunCase } from './run.ts';
import type { RunBuildDifference, RunCase, RunLink, RunOptions, RunTarget, TwoOf } from './run-model.ts';
import { Sources } from './run-sources.ts';

export type { ComparingProgress } from '../run/difference/index.ts';

/** What two builds leave of a case. */
export interface ComparedRun {
  readonly a: RunCase;
  readonly b: RunCase;
  /** Null if they leave the same, or if one of them was not run. */
  readonly difference: RunBuildDifference | null;
}

/**
 * Runs a case with two builds of a kernel, and says where what they leave begins to differ: `zebin run --against`. Builds whose code is at the
 * same places are compared instruction by instruction.
 *
 * @example
 * const [target] = runTargets(inspect(bytes).value, { kernel: 'clock' });
 * compareRun(target, target, readCases(cases).value.cases[0]).difference; // null
 */
export function compareRun(a: RunTarget, b: RunTarget, one: Case, options: RunOptions = {}): ComparedRun {
  return whole(comparingRun(a, b, one, options));
}

/** The work of {@link compareRun}, which pauses in long runs. */
export function* comparingRun(a: RunTarget, b: RunTarget, one: Case, options: RunOptions = {}): Generator<ComparingProgress, ComparedRun> {
  const [own, other] = [prepareRun(a, one, options), prepareRun(b, one, options)];
  if ('result' in own || 'result' in other) {
    const rowOf = (prepared: typeof own, target: RunTarget): RunCase =>
      'result' in prepared ? prepared : notRun(target, one, 'the other build cannot be run');
    return { a: rowOf(own, a), b: rowOf(other, b), difference: null };
  }
  try {
    const found = yield* comparingBuilds({ ...a, launch: own.launch }, { ...b, launch: other.launch });
    return { a: own.finish(found.a), b: other.finish(found.b), difference: found.isEqual ? null : differenceOf(a, b, one, found) };
  } catch (error) {
    return { a: own.failed(error), b: other.failed(error), difference: null };
  }
}

const WHERE: Readonly<Record<ComparingPart, string>> = {
  a: 'of the first build',
  b: 'of the second build',
  search: 'of a run that looks for where they begin to differ: what they leave is different',
};

/** What is said of a comparison that was interrupted. */
export function interruptedComparison(
  { address, kernel }: RunTarget,
  { name }: Case,
  { part, instructions }: ComparingProgress,
): ComparedRun {
  const message = `interrupted after ${grouped(instructions)} instructions ${WHERE[part]}`;
  const row = unrunCase({ address, kernel: kernel.name, name: name === '' ? null : name }, 'limit', message, 'run/limit');
  return { a: row, b: row, difference: null };
}

const notRun = ({ address, kernel: { name } }: RunTarget, one: Case, message: string): RunCase => ({
  ...{ name: one.name === '' ? null : one.name, address, kernel: name, label: name, result: 'invalid', message, code: 'run/case' },
  ...{ first_difference: null, different_outputs: 0, stop: null, counts: null, stdout: '' },
});

function differenceOf(a: RunTarget, b: RunTarget, one: Case, found: BuildDifference): RunBuildDifference {
  const sources: TwoOf<Sources> = { a: new Sources(a.zebin), b: new Sources(b.zebin) };
  const chain = (found.chain?.links ?? []).map((link) => linkOf(link, sources));
  const argument = /^argument (\d+)$/.exec(found.memory ?? '')?.[1];
  const index = argument === undefined ? null : Number(argument);
  return {
    case: one.name === '' ? null : one.name,
    argument: index,
    name: index === null ? null : (signatureOf(a.zebin, a.kernel)[index]?.name ?? null),
    memory: found.memory ?? null,
    byte: found.byte ?? null,
    bytes: found.bytes,
    store: chain[0] ?? null,
    origin: found.chain !== undefined && ENDS_AT_ORIGIN.has(found.chain.end) ? (chain.at(-1) ?? null) : null,
    end: found.chain?.end ?? null,
    chain,
  };
}

/** The ends of a chain whose last link is where the first difference is. */
const ENDS_AT_ORIGIN: ReadonlySet<string> = new Set(['instruction', 'result', 'start', 'memory']);

function linkOf({ a, b, via }: ChainLink, sources: TwoOf<Sources>): RunLink {
  const of = <T>(what: (side: Executed, from: Sources) => T): TwoOf<T | null> => ({
    a: a === undefined ? null : what(a, sources.a),
    b: b === undefined ? null : what(b, sources.b),
  });
  return {
    section: of(({ section }) => section),
    address: of(({ offset }) => hex(offset)),
    text: of(({ text }) => text),
    source: of(({ section, offset }, from) => from.at(section, offset)[0] ?? null),
    count: of(({ count }) => count),
    item: (a ?? (b as Executed)).item,
    values: of(({ value }) => value ?? null),
    via: via ?? null,
  };
}
