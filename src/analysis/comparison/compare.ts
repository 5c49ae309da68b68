import type { Measured } from './gather.ts';
import type { MetricKey, MetricRow } from './metrics.ts';
import { type Interval, interval, type Spread, spread } from './statistics.ts';
import { type Verdict, verdictOf } from './words.ts';

export type Pair = readonly [base: Measured, next: Measured];

/** A metric that differs between two builds of a kernel. */
export interface MetricChange {
  readonly pair: Pair;
  readonly base: number;
  readonly next: number;
  readonly worse: boolean;
}

/** The change of a metric over all kernels. */
export interface MetricResult {
  /** Kernels for which both sides have a value. */
  readonly compared: number;
  /** Kernels for which a side has no value. */
  readonly unknown: number;
  /** The largest loss first. */
  readonly worse: readonly MetricChange[];
  /** The largest gain first. */
  readonly better: readonly MetricChange[];
  readonly all: Totals;
  /** Over kernels whose value changed. */
  readonly affected: Totals;
  readonly betterBy?: Changes;
  readonly worseBy?: Changes;
  /** Confidence interval of the mean change over the affected kernels; absent for fewer than {@link INTERVAL_FROM}. */
  readonly interval?: { readonly absolute: Interval; readonly relative?: Interval };
  readonly verdict: Verdict;
}

/** Affected kernels from which the interval of their mean change says something. */
export const INTERVAL_FROM = 10;

export interface Totals {
  readonly base: number;
  readonly new: number;
}

export interface Changes {
  readonly absolute: Spread;
  /** New divided by base, minus 1; absent if all bases are 0. */
  readonly relative?: Spread;
}

/** Compares one metric over pairs of kernels. The better and the worse are distinguished, so that they do not cancel each other. */
export function compareMetric(row: MetricRow, pairs: readonly Pair[]): MetricResult {
  const changes: MetricChange[] = [];
  let compared = 0;
  const all = { base: 0, new: 0 };
  for (const pair of pairs) {
    const [base, next] = [pair[0].values[row.key], pair[1].values[row.key]];
    if (base === null || next === null) continue;
    compared++;
    all.base += base;
    all.new += next;
    if (base !== next) changes.push({ pair, base, next, worse: next > base === (row.better === 'less') });
  }
  const sorted = [...changes].sort((a, b) => Math.abs(b.next - b.base) - Math.abs(a.next - a.base));
  const [worse, better] = [sorted.filter((one) => one.worse), sorted.filter((one) => !one.worse)];
  const bounds = changes.length < INTERVAL_FROM ? undefined : intervals(changes);
  return {
    compared,
    unknown: pairs.length - compared,
    worse,
    better,
    all,
    affected: { base: sum(changes.map((one) => one.base)), new: sum(changes.map((one) => one.next)) },
    ...(better.length > 0 ? { betterBy: spreads(better) } : {}),
    ...(worse.length > 0 ? { worseBy: spreads(worse) } : {}),
    ...(bounds ? { interval: bounds } : {}),
    verdict: verdictOf({ worse: worse.length, better: better.length }),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const absolute = (changes: readonly MetricChange[]): number[] => changes.map(({ base, next }) => next - base);
const relative = (changes: readonly MetricChange[]): number[] =>
  changes.filter(({ base }) => base !== 0).map(({ base, next }) => (next - base) / base);

function spreads(changes: readonly MetricChange[]): Changes {
  const parts = relative(changes);
  return { absolute: spread(absolute(changes)), ...(parts.length > 0 ? { relative: spread(parts) } : {}) };
}

function intervals(changes: readonly MetricChange[]): MetricResult['interval'] {
  const whole = interval(absolute(changes));
  const parts = interval(relative(changes));
  return whole && { absolute: whole, ...(parts ? { relative: parts } : {}) };
}

/** A kernel of which a measure changed. */
export interface ChangedKernel {
  readonly pair: Pair;
  readonly verdict: Verdict;
  /** In the order of the metrics. */
  readonly changes: readonly (MetricChange & { readonly metric: MetricKey })[];
}

/** The pairs of which a measure changed: the largest loss in the first metric first, then the smallest gain. */
export function changedKernels(rows: readonly MetricRow[], pairs: readonly Pair[]): ChangedKernel[] {
  const kernels = pairs.flatMap((pair): (ChangedKernel & { losses: readonly number[] })[] => {
    const changes = rows.flatMap(({ key: metric, better }) => {
      const [base, next] = [pair[0].values[metric], pair[1].values[metric]];
      if (base === null || next === null || base === next) return [];
      return [{ pair, metric, base, next, worse: next > base === (better === 'less') }];
    });
    if (changes.length === 0) return [];
    const worse = changes.filter((one) => one.worse).length;
    const losses = rows.map(({ key, better }) => lossOf(pair, key, better));
    return [{ pair, changes, verdict: verdictOf({ worse, better: changes.length - worse }), losses }];
  });
  return kernels
    .sort((a, b) => first(a.losses, b.losses, (loss) => Math.max(loss, 0)) || first(a.losses, b.losses, (loss) => loss))
    .map(({ losses: _, ...kernel }) => kernel);
}

function lossOf([base, next]: Pair, metric: MetricKey, better: MetricRow['better']): number {
  const [before, after] = [base.values[metric], next.values[metric]];
  if (before === null || after === null) return 0;
  return better === 'less' ? after - before : before - after;
}

/** The order of two kernels by the first metric in which their losses differ. */
function first(a: readonly number[], b: readonly number[], of: (loss: number) => number): number {
  for (const [i, loss] of a.entries()) {
    const difference = of(b[i] ?? 0) - of(loss);
    if (difference !== 0) return difference;
  }
  return 0;
}
