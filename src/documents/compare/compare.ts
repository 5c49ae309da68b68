/** Two builds next to each other: measures, attributes and code of kernels that are in both. */
import {
  type ChangedKernel,
  type Changes,
  changedKernels,
  compareMetric,
  eachCodePair,
  type GateFailure,
  gate,
  type Matches,
  METRICS,
  type Measured,
  type MetricChange,
  type MetricRow,
  match,
  measuredOf,
  printThreshold,
  type Side,
  type Threshold,
  type Unmatched,
  unknownCode,
  verdictOf,
} from '../../analysis/comparison/index.ts';
import type { Budget } from '../../core/diag/index.ts';
import { FiguresOf } from '../kernel/code-measures.ts';
import { type ChangeCounts, type CodeDiff, CodeDiffs } from './diff-code.ts';
import type {
  ChangeSpread,
  CodeComparison,
  CompareDocument,
  ComparedKernel,
  GateAnswer,
  KernelChange,
  KernelComparison,
  MetricComparison,
  MovedKernel,
  SideName,
  SideUnread,
  UncomparedKernel,
} from './model.ts';
import { areIdentical, describeSide, isAcrossDevices, isForOtherDevices, type MeasuredSide, Reasons } from './sides.ts';

export type * from './model.ts';
export { type MeasuredSide, measuredSide } from './sides.ts';

export interface CompareOptions {
  /** Kernels listed for each metric and direction; 10 if it is left out. */
  readonly top?: number;
  /** Applies the gate too, with these thresholds. */
  readonly thresholds?: readonly Threshold[];
  /** Whether the gate ignores kernels whose code has no metrics on a side. */
  readonly certain?: boolean;
  /** Whether the gate ignores what was not read. */
  readonly allowDamaged?: boolean;
  /** Compares the code too: the kernels need metrics of code, see {@link measuredKernels}. */
  readonly code?: boolean;
  /** The budget of the run, for its deadline. */
  readonly budget?: Budget | undefined;
}

/**
 * The kernels of a side with their metrics.
 *
 * @param isChosen is asked with the name in the file
 * @param code whether to decode the code, for the metrics that need it
 */
export function measuredKernels(side: Side, isChosen: (name: string) => boolean, code: boolean, budget?: Budget): Measured[] {
  if (!code) return measuredOf(side, isChosen);
  return measuredOf(side, isChosen, ({ zebin }) => {
    const figures = new FiguresOf(zebin, budget);
    return (kernel) => figures.of(kernel);
  });
}

/** Matches the kernels of two builds, and says of each kernel and each metric what became better and what became worse. */
export function compareDocument(base: MeasuredSide, next: MeasuredSide, options: CompareOptions = {}): CompareDocument {
  const { top = 10, thresholds, code = false } = options;
  const matches = match(base.kernels, next.kernels, isAcrossDevices(base, next));
  const rows = METRICS.filter(({ ofCode }) => code || !ofCode);
  const kernels = changedKernels(rows, matches.pairs);
  const metrics = rows.map((row) => metricComparison(row, matches, top));
  const unread = [...unreadOn('base', base), ...unreadOn('new', next)];
  const total = (word: 'worse' | 'better') => metrics.reduce((sum, { counts }) => sum + counts[word], 0);
  const document = {
    schema: 'zebin/compare/4',
    complete: unread.length === 0,
    unread,
    base: describeSide(base, next),
    new: describeSide(next, base),
    other_devices: isForOtherDevices(base, next),
    identical: areIdentical(base, next),
    matched: matches.pairs.length,
    verdict: matches.pairs.length === 0 ? null : verdictOf({ worse: total('worse'), better: total('better') }),
    kernels: kernels.map(kernelComparison),
    not_compared: [...uncompared('base', matches.onlyBase, next, 'not in new'), ...uncompared('new', matches.onlyNew, base, 'not in base')],
    metrics,
    ...(code ? { code: codeComparison(base, next, matches, top, options.budget) } : {}),
  } as const;
  return thresholds ? { ...document, gate: gateAnswer(document, matches, thresholds, options) } : document;
}

function unreadOn(side: SideName, { unread = [] }: MeasuredSide): SideUnread[] {
  return unread.map((one) => ({ side, ...one }));
}

function uncompared(side: SideName, kernels: readonly Measured[], other: MeasuredSide, otherwise: Unmatched): UncomparedKernel[] {
  if (kernels.length === 0) return [];
  const reasons = new Reasons(other, otherwise);
  return kernels.map((kernel) => ({ ...place(kernel), side, reason: reasons.of(kernel) }));
}

function kernelComparison({ pair, verdict, changes }: ChangedKernel): KernelComparison {
  const metrics = changes.map(({ metric, base, next, worse }) => ({ metric, change: changeOf(worse), base, new: next }));
  return { ...place(pair[1]), verdict, metrics };
}

const changeOf = (worse: boolean): 'worse' | 'better' => (worse ? 'worse' : 'better');

function metricComparison(row: MetricRow, { pairs }: Matches<Measured, Measured>, top: number): MetricComparison {
  const { worse, better, interval, verdict, compared, unknown, all, affected, betterBy, worseBy } = compareMetric(row, pairs);
  return {
    metric: row.key,
    title: row.title,
    unit: row.unit,
    better: row.better,
    verdict,
    counts: { worse: worse.length, better: better.length, same: compared - worse.length - better.length },
    compared,
    unknown,
    total: all,
    affected,
    better_by: spreads(betterBy),
    worse_by: spreads(worseBy),
    interval: interval ? { absolute: interval.absolute, relative: interval.relative ?? null } : null,
    worst: worse.slice(0, top).map(change),
    best: better.slice(0, top).map(change),
  };
}

/** Sums the aligned differences of the kernels that both sides have; a baseline has no code to compare. */
function codeComparison(
  base: MeasuredSide,
  next: MeasuredSide,
  { pairs }: Matches<Measured, Measured>,
  top: number,
  budget: Budget | undefined,
): CodeComparison {
  const codes = new CodeDiffs(({ changes: _, ...counts }) => counts, budget);
  const diffs = new Map<number | undefined, Omit<CodeDiff, 'changes'>>();
  if (base.files && next.files) {
    for (const [{ content }, other] of eachCodePair({ files: base.files }, { files: next.files }, pairs)) {
      const diff = codes.of(content, other.content);
      if (diff) diffs.set(other.number, diff);
    }
  }
  const compared = pairs.flatMap(([, other]) => {
    const diff = diffs.get(other.number);
    return diff ? [{ next: other, diff }] : [];
  });
  const counts = { same: 0, changed: 0, new: 0, gone: 0 };
  const operations = new Map<string, { changed: number; new: number; gone: number }>();
  for (const { diff } of compared) {
    for (const kind of ['same', 'changed', 'new', 'gone'] as const) counts[kind] += diff[kind];
    for (const [name, one] of Object.entries(diff.by_operation)) {
      const row = operations.get(name) ?? { changed: 0, new: 0, gone: 0 };
      for (const kind of ['changed', 'new', 'gone'] as const) row[kind] += one[kind];
      operations.set(name, row);
    }
  }
  const size = (diff: ChangeCounts): number => diff.changed + diff.new + diff.gone;
  const changed = compared.filter(({ diff }) => size(diff) > 0).sort((a, b) => size(b.diff) - size(a.diff));
  return {
    compared: compared.length,
    unknown: pairs.length - compared.length,
    kernels: changed.length,
    ...counts,
    by_operation: Object.fromEntries([...operations].sort(([, a], [, b]) => size(b) - size(a))),
    most: changed.slice(0, top).map(({ next, diff }) => ({
      ...place(next),
      same: diff.same,
      changed: diff.changed,
      new: diff.new,
      gone: diff.gone,
    })),
  };
}

function spreads(changes: Changes | undefined): ChangeSpread | null {
  return changes ? { absolute: changes.absolute, relative: changes.relative ?? null } : null;
}

function change({ pair, base, next }: MetricChange): KernelChange {
  return { ...place(pair[1]), base, new: next };
}

function place({ name, label, device, path, address }: Measured): ComparedKernel {
  return { name, label, device, place: path + address };
}

function gateAnswer(
  { complete, base, new: next, other_devices, not_compared }: Omit<CompareDocument, 'gate'>,
  matches: Matches<Measured, Measured>,
  thresholds: readonly Threshold[],
  { code = false, certain = false, allowDamaged = false }: CompareOptions,
): GateAnswer {
  const measures = gate(matches.pairs, thresholds).map(
    ({ change, pair, metric, base, next }): MovedKernel => ({ change, ...place(pair[1]), metric, base, new: next }),
  );
  const kernels = not_compared.flatMap(({ reason, ...kernel }) => (reason === 'unread' ? [] : [{ change: reason, ...kernel }]));
  const moved = [...measures, ...kernels];
  const unknown = code ? unknownCode(matches.pairs).map(([, other]) => place(other)) : [];
  const failures: readonly (readonly [GateFailure, boolean])[] = [
    ['not read whole', !complete && !allowDamaged],
    ['nothing compiled to compare', !base.compiled || !next.compiled],
    ['other device', other_devices],
    ['changed', moved.length > 0],
    ['code not analysed', unknown.length > 0 && !certain],
  ];
  const reasons = failures.flatMap(([word, holds]) => (holds ? [word] : []));
  const passed = reasons.length === 0;
  return { passed, reasons, thresholds: thresholds.map(printThreshold), moved, certain, allow_damaged: allowDamaged, unknown };
}
