import type { Pair } from './compare.ts';
import { hasFigures, METRICS, type MetricKey } from './metrics.ts';

/** How far a metric may move before a gate sees it. */
export interface Threshold {
  /** Absent: all metrics. */
  readonly metric?: MetricKey;
  readonly amount: number;
  /** `%` of the value in the base, else in the metric's unit. */
  readonly percent: boolean;
}

/** Something that a gate rejects: a measure of a kernel that got worse or better. */
export interface Moved {
  readonly change: 'worse' | 'better';
  readonly pair: Pair;
  readonly metric: MetricKey;
  readonly base: number;
  readonly next: number;
}

/** Kernels of which a side has no metrics of code: whether these moved is not known. */
export function unknownCode(pairs: readonly Pair[]): Pair[] {
  return pairs.filter((pair) => !pair.every(({ values }) => hasFigures(values)));
}

/** `64`, `2%`, `code_bytes=2%`; undefined when the text is none of these, or names no metric. */
export function parseThreshold(text: string): Threshold | undefined {
  const [, name, digits = '', percent] = /^(?:([a-z_]+)=)?([0-9]{1,12}(?:\.[0-9]{1,6})?)(%?)$/.exec(text) ?? [];
  if (digits === '') return undefined;
  const metric = METRICS.find((row) => row.key === name)?.key;
  if (name !== undefined && metric === undefined) return undefined;
  return { ...(metric ? { metric } : {}), amount: Number(digits), percent: percent === '%' };
}

/** The inverse of {@link parseThreshold}. */
export function printThreshold({ metric, amount, percent }: Threshold): string {
  return `${metric === undefined ? '' : `${metric}=`}${amount}${percent ? '%' : ''}`;
}

/**
 * What moved beyond the thresholds, in both directions: an unrecorded improvement would hide the next regression. Of several thresholds for
 * a metric the last counts; one for the metric takes precedence over one for all.
 */
export function gate(pairs: readonly Pair[], thresholds: readonly Threshold[] = []): Moved[] {
  const moved: Moved[] = [];
  const limits = lastOfEach(thresholds);
  for (const { key, better } of METRICS) {
    for (const pair of pairs) {
      const [base, next] = [pair[0].values[key], pair[1].values[key]];
      if (base === null || next === null || base === next || !isBeyond(limits, key, base, next)) continue;
      moved.push({ change: next > base === (better === 'less') ? 'worse' : 'better', pair, metric: key, base, next });
    }
  }
  return moved;
}

/** The thresholds that count, by their metric; that for all metrics has no key. */
export type EffectiveThresholds = ReadonlyMap<MetricKey | undefined, Threshold>;

/** The last threshold for each metric. A file may have many thresholds, and each metric of each kernel asks for one. */
export function lastOfEach(thresholds: readonly Threshold[]): EffectiveThresholds {
  return new Map(thresholds.map((threshold) => [threshold.metric, threshold]));
}

/** Whether a metric moved more than its threshold allows; without a threshold, any change is too much. */
export function isBeyond(thresholds: EffectiveThresholds, metric: MetricKey, base: number, next: number): boolean {
  return Math.abs(next - base) > allowed(base, thresholds.get(metric) ?? thresholds.get(undefined));
}

function allowed(base: number, threshold: Threshold | undefined): number {
  if (!threshold) return 0;
  return threshold.percent ? (base * threshold.amount) / 100 : threshold.amount;
}
