import {
  type Changes,
  compareMetric,
  gate,
  imagesOf,
  type Matches,
  METRICS,
  type Measured,
  type MetricChange,
  match,
  printThreshold,
  type Side,
  type SideKernel,
  sideKernels,
  type Threshold,
  unknownCode,
} from '../diff/index.ts';
import { FiguresOf } from './code-measures.ts';
import { type ChangeCounts, CodeDiffs } from './diff-code.ts';
import type { Real } from './json.ts';

/** `zebin compare --json`: how the measures of kernels changed from one build to another. */
export interface CompareDocument {
  readonly schema: 'zebin/compare/3';
  readonly base: CompareSide;
  readonly new: CompareSide;
  /** Kernels that both sides have. */
  readonly matched: number;
  readonly only_base: readonly ComparedKernel[];
  readonly only_new: readonly ComparedKernel[];
  readonly metrics: readonly MetricComparison[];
  /** How the instructions differ, ignoring registers, addresses and waits; absent unless the code was compared. */
  readonly code?: CodeComparison;
  /** Absent without a gate. */
  readonly gate?: GateAnswer;
}

/** The aligned code of all kernels that both sides have. The counts are as in `code` of a kernel in `diff`. */
export interface CodeComparison extends ChangeCounts {
  /** Kernels whose code was compared. */
  readonly compared: number;
  /** Kernels whose code cannot be compared: for different instruction sets, unknown devices, or one side is a baseline. */
  readonly unknown: number;
  /** Kernels with an instruction that differs. */
  readonly kernels: number;
  readonly same: number;
  readonly by_operation: { readonly [operation: string]: ChangeCounts };
  /** The kernels with the most differences, the most first. */
  readonly most: readonly KernelCodeChange[];
}

export interface KernelCodeChange extends ComparedKernel, ChangeCounts {
  readonly same: number;
}

export interface CompareSide {
  /** A file, a folder or a baseline, as the caller gave it. */
  readonly path: string;
  readonly kernels: number;
}

export interface ComparedKernel {
  readonly name: string;
  /** The demangled name. */
  readonly label: string;
  readonly device: string;
  /** Path of the file in the given folder, and address of the image in the file. */
  readonly place: string;
}

export interface MetricComparison {
  readonly metric: string;
  readonly title: string;
  readonly unit: string;
  readonly better: 'less' | 'more';
  /** Kernels that have the value on both sides. */
  readonly compared: number;
  /** Kernels that lack the value on one side or both. */
  readonly unknown: number;
  readonly helped: number;
  readonly hurt: number;
  readonly same: number;
  readonly total: BaseAndNew;
  /** The kernels that improved and those that got worse. */
  readonly affected: BaseAndNew;
  readonly helped_by: ChangeSpread | null;
  readonly hurt_by: ChangeSpread | null;
  /** Confidence interval (95 %) of the mean change of the affected kernels; null for fewer than two. */
  readonly interval: { readonly absolute: IntervalJson; readonly relative: IntervalJson | null } | null;
  readonly verdict: 'no change' | 'helped' | 'hurt' | 'inconclusive';
  /** The largest losses, the largest first. */
  readonly worst: readonly KernelChange[];
  /** The largest gains, the largest first. */
  readonly best: readonly KernelChange[];
}

export interface BaseAndNew {
  readonly base: number;
  readonly new: number;
}

export interface ChangeSpread {
  readonly absolute: SpreadJson;
  /** As a fraction of the base; null when every base is 0. */
  readonly relative: SpreadJson | null;
}

export interface SpreadJson {
  readonly minimum: Real;
  readonly maximum: Real;
  readonly mean: Real;
  readonly median: Real;
}

export interface IntervalJson {
  readonly low: Real;
  readonly mean: Real;
  readonly high: Real;
}

export interface KernelChange extends ComparedKernel {
  readonly base: number;
  readonly new: number;
}

/** Whether everything stayed within the thresholds. */
export interface GateAnswer {
  readonly passed: boolean;
  readonly thresholds: readonly string[];
  readonly moved: readonly MovedKernel[];
  /** Whether kernels in `unknown` were ignored. Otherwise they fail. */
  readonly certain: boolean;
  /** Kernels whose code has no metrics on a side, so that they were not compared; none unless the code was compared. */
  readonly unknown: readonly ComparedKernel[];
}

export interface MovedKernel extends ComparedKernel {
  readonly change: 'worse' | 'better' | 'gone' | 'new';
  /** Absent for kernels that were removed or added. */
  readonly metric?: string;
  readonly base?: number;
  readonly new?: number;
}

/** The kernels of one side, and its name. */
export interface MeasuredSide {
  readonly path: string;
  readonly kernels: readonly Measured[];
}

export interface CompareOptions {
  /** Kernels listed for each metric and direction; 10 if it is left out. */
  readonly top?: number;
  /** Applies the gate too, with these thresholds. */
  readonly thresholds?: readonly Threshold[];
  /** Whether the gate ignores kernels whose code has no metrics on a side. */
  readonly certain?: boolean;
  /** Compares the code too: the kernels need metrics of code, see {@link measuredKernels}. */
  readonly code?: boolean;
}

/**
 * The kernels of a side with their metrics.
 *
 * @param wanted is asked with the name in the file
 * @param code whether to decode the code, for the metrics that need it
 */
export function measuredKernels(side: Side, wanted: (name: string) => boolean, code: boolean): SideKernel[] {
  return sideKernels(imagesOf(side), wanted, ({ zebin, item }) => {
    const figures = code ? new FiguresOf(zebin, item.budget) : undefined;
    return (kernel) => figures?.of(kernel);
  });
}

/** Matches the kernels of two builds, and reports for each metric which kernels improved and which got worse. */
export function compareDocument(
  base: MeasuredSide,
  next: MeasuredSide,
  { top = 10, thresholds, code = false, certain = false }: CompareOptions = {},
): CompareDocument {
  const matches = match(base.kernels, next.kernels);
  return {
    schema: 'zebin/compare/3',
    base: { path: base.path, kernels: base.kernels.length },
    new: { path: next.path, kernels: next.kernels.length },
    matched: matches.pairs.length,
    only_base: matches.onlyBase.map(place),
    only_new: matches.onlyNew.map(place),
    metrics: METRICS.filter(({ ofCode }) => code || !ofCode).map((row): MetricComparison => {
      const result = compareMetric(row, matches.pairs);
      const { helped, hurt, interval } = result;
      return {
        metric: row.key,
        title: row.title,
        unit: row.unit,
        better: row.better,
        compared: result.compared,
        unknown: result.unknown,
        helped: helped.length,
        hurt: hurt.length,
        same: result.compared - helped.length - hurt.length,
        total: result.all,
        affected: result.affected,
        helped_by: spreads(result.helpedBy),
        hurt_by: spreads(result.hurtBy),
        interval: interval ? { absolute: interval.absolute, relative: interval.relative ?? null } : null,
        verdict: result.verdict,
        worst: hurt.slice(0, top).map(change),
        best: helped.slice(0, top).map(change),
      };
    }),
    ...(code ? { code: codeComparison(matches, top) } : {}),
    ...(thresholds ? { gate: gateAnswer(matches, thresholds, { code, certain }) } : {}),
  };
}

/** Sums the aligned differences of the kernels that both sides have; a baseline has no code to compare. */
function codeComparison({ pairs }: Matches<Measured, Measured>, top: number): CodeComparison {
  const codes = new CodeDiffs();
  const found = pairs.map(([base, next]) => ({ next, diff: isOfFile(base) && isOfFile(next) ? codes.of(base, next) : undefined }));
  const compared = found.flatMap(({ next, diff }) => (diff ? [{ next, diff }] : []));
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

const isOfFile = (kernel: Measured): kernel is SideKernel => 'kernel' in kernel;

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
  matches: Matches<Measured, Measured>,
  thresholds: readonly Threshold[],
  { code, certain }: { readonly code: boolean; readonly certain: boolean },
): GateAnswer {
  const moved = gate(matches, thresholds).map((one): MovedKernel => {
    if ('kernel' in one) return { change: one.change, ...place(one.kernel) };
    return { change: one.change, ...place(one.pair[1]), metric: one.metric, base: one.base, new: one.next };
  });
  const unknown = code ? unknownCode(matches).map(([, next]) => place(next)) : [];
  const passed = moved.length === 0 && (certain || unknown.length === 0);
  return { passed, thresholds: thresholds.map(printThreshold), moved, certain, unknown };
}
