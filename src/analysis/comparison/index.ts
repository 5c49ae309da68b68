/** Two builds of the same kernels: what differs, what got better or worse, and whether a gate accepts it. */
export { type Baseline, hasCodeMetrics, parseBaseline, printBaseline } from './baseline.ts';
export { type ChangedKernel, type Changes, changedKernels, compareMetric, type MetricChange, type Pair } from './compare.ts';
export { imageDifferences, kernelDifferences } from './differences.ts';
export type { Difference } from './facts.ts';
export {
  type EffectiveThresholds,
  gate,
  isBeyond,
  lastOfEach,
  type Moved,
  parseThreshold,
  printThreshold,
  type Threshold,
  unknownCode,
} from './gate.ts';
export {
  entriesOf as sideEntries,
  imagesOf,
  kernelsOf as sideKernels,
  type Measured,
  measuredOf,
  type Side,
  type SideFile,
  type SideImage,
  type SideKernel,
  unreadOfSide,
} from './gather.ts';
export { type Matches, match } from './match.ts';
export { type CodeMetric, codeBytes, METRICS, type MetricKey, type MetricRow, type ResourceMetric } from './metrics.ts';
export { interval, type Spread, spread, studentQuantile } from './statistics.ts';
export { GATE_FAILURES, type GateFailure, UNMATCHED, type Unmatched, VERDICTS, type Verdict, verdictOf } from './words.ts';
