import type { Measured } from './gather.ts';
import type { MetricKey, MetricRow } from './metrics.ts';
import { type Interval, interval, type Spread, spread } from './statistics.ts';

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
  readonly hurt: readonly MetricChange[];
  /** The largest gain first. */
  readonly helped: readonly MetricChange[];
  readonly all: Totals;
  /** Over kernels whose value changed. */
  readonly affected: Totals;
  readonly helpedBy?: Changes;
  readonly hurtBy?: Changes;
  /** Of the mean change over the affected kernels; absent for fewer than two. */
  readonly interval?: { readonly absolute: Interval; readonly relative?: Interval };
  readonly verdict: Verdict;
}

/** `inconclusive` if the mean change may be 0, or if its sign differs between absolute and relative change. */
export type Verdict = 'no change' | 'helped' | 'hurt' | 'inconclusive';

export interface Totals {
  readonly base: number;
  readonly new: number;
}

export interface Changes {
  readonly absolute: Spread;
  /** New divided by base, minus 1; absent if all bases are 0. */
  readonly relative?: Spread;
}

/** Compares one metric over pairs of kernels. The helped and the hurt are distinguished, so that they do not cancel each other. */
export function compareMetric(row: MetricRow & { readonly key: MetricKey }, pairs: readonly Pair[]): MetricResult {
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
  const [hurt, helped] = [sorted.filter((one) => one.worse), sorted.filter((one) => !one.worse)];
  const found = intervals(changes);
  return {
    compared,
    unknown: pairs.length - compared,
    hurt,
    helped,
    all,
    affected: { base: sum(changes.map((one) => one.base)), new: sum(changes.map((one) => one.next)) },
    ...(helped.length > 0 ? { helpedBy: spreads(helped) } : {}),
    ...(hurt.length > 0 ? { hurtBy: spreads(hurt) } : {}),
    ...(found ? { interval: found } : {}),
    verdict: changes.length === 0 ? 'no change' : verdictOf(found, row.better),
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

/** Both intervals must be on the same side of 0, as in Mesa's shader-db (report.py). */
function verdictOf(found: MetricResult['interval'], better: MetricRow['better']): Verdict {
  const sides = found ? [found.absolute, ...(found.relative ? [found.relative] : [])].map(sideOf) : [];
  const [side = 0] = sides;
  if (side === 0 || sides.some((one) => one !== side)) return 'inconclusive';
  return side > 0 === (better === 'more') ? 'helped' : 'hurt';
}

function sideOf({ low, high }: Interval): -1 | 0 | 1 {
  if (low > 0) return 1;
  return high < 0 ? -1 : 0;
}
