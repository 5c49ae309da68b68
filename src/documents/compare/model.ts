import type { GateFailure, Unmatched, Verdict } from '../../analysis/comparison/index.ts';
import type { Unread } from '../../walk/damage.ts';
import type { Real } from '../json.ts';
import type { ChangeCounts } from './diff-code.ts';

/** `zebin compare --json`: how the measures of kernels changed from one build to another. */
export interface CompareDocument {
  readonly schema: 'zebin/compare/4';
  /** Whether both sides were read whole. */
  readonly complete: boolean;
  /** What was not; empty if all was read. */
  readonly unread: readonly SideUnread[];
  readonly base: CompareSide;
  readonly new: CompareSide;
  /** Whether the two builds have no device in common. If each is for one, their kernels are compared nevertheless. */
  readonly other_devices: boolean;
  /** Whether both sides have the same files, byte by byte. */
  readonly identical: boolean;
  /** Kernels that both sides have. */
  readonly matched: number;
  /** The verdict on all measures of all kernels; null if no kernel was compared. */
  readonly verdict: Verdict | null;
  /** The kernels of which a measure changed, the worst first. */
  readonly kernels: readonly KernelComparison[];
  readonly not_compared: readonly UncomparedKernel[];
  readonly metrics: readonly MetricComparison[];
  /** How the instructions differ, ignoring registers, addresses and waits; absent unless the code was compared. */
  readonly code?: CodeComparison;
  /** Absent without a gate. */
  readonly gate?: GateAnswer;
}

/** A part of a side that was not read. */
export interface SideUnread extends Unread {
  readonly side: SideName;
}

export type SideName = 'base' | 'new';

export interface CompareSide {
  /** A file, a folder or a baseline, as the caller gave it. */
  readonly path: string;
  /** What distinguishes its path from that of the other side, or the title that the caller gave. */
  readonly title: string;
  readonly kernels: number;
  /** Whether it has code for a device: a baseline with kernels, or a zebin. */
  readonly compiled: boolean;
  /** The devices of its kernels. */
  readonly devices: readonly string[];
}

export interface ComparedKernel {
  readonly name: string;
  /** The demangled name. */
  readonly label: string;
  readonly device: string;
  /** Path of the file in the given folder, and address of the image in the file. */
  readonly place: string;
}

/** A kernel that changed. */
export interface KernelComparison extends ComparedKernel {
  readonly verdict: Verdict;
  /** The measures that changed, in the order of `metrics` of the document. */
  readonly metrics: readonly ChangedMetric[];
}

export interface ChangedMetric extends BaseAndNew {
  readonly metric: string;
  readonly change: 'worse' | 'better';
}

/** A kernel that only one side has, or that has no counterpart on the other. */
export interface UncomparedKernel extends ComparedKernel {
  /** The side that has it. */
  readonly side: SideName;
  readonly reason: Unmatched;
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

export interface MetricComparison {
  readonly metric: string;
  readonly title: string;
  readonly unit: string;
  /** The direction that is better. */
  readonly better: 'less' | 'more';
  readonly verdict: Verdict;
  /** Kernels by what became of their value. */
  readonly counts: VerdictCounts;
  /** Kernels that have the value on both sides. */
  readonly compared: number;
  /** Kernels that lack the value on one side or both. */
  readonly unknown: number;
  readonly total: BaseAndNew;
  /** The kernels that got better and those that got worse. */
  readonly affected: BaseAndNew;
  readonly better_by: ChangeSpread | null;
  readonly worse_by: ChangeSpread | null;
  /** Confidence interval (95 %) of the mean change of the affected kernels; null for fewer than ten. */
  readonly interval: { readonly absolute: IntervalJson; readonly relative: IntervalJson | null } | null;
  /** The largest losses, the largest first. */
  readonly worst: readonly KernelChange[];
  /** The largest gains, the largest first. */
  readonly best: readonly KernelChange[];
}

export interface VerdictCounts {
  readonly worse: number;
  readonly better: number;
  readonly same: number;
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
  /** Why it failed; empty if it passed. */
  readonly reasons: readonly GateFailure[];
  readonly thresholds: readonly string[];
  /** What moved beyond the thresholds. Kernels that could not be read are in `not_compared` alone. */
  readonly moved: readonly MovedKernel[];
  /** Whether kernels in `unknown` were ignored. Otherwise they fail. */
  readonly certain: boolean;
  /** Whether the gate passes although `complete` of the document is false. */
  readonly allow_damaged: boolean;
  /** Kernels whose code has no metrics on a side, so that they were not compared; none unless the code was compared. */
  readonly unknown: readonly ComparedKernel[];
}

export interface MovedKernel extends ComparedKernel {
  /** What became of the measure, or why the kernel has no counterpart. */
  readonly change: 'worse' | 'better' | Unmatched;
  /** The side that has the kernel; absent if both have it. */
  readonly side?: SideName;
  /** Absent for kernels that only one side has. */
  readonly metric?: string;
  readonly base?: number;
  readonly new?: number;
}
