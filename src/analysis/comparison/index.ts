/** Two builds of the same kernels: what differs, what got better or worse, and whether a gate accepts it. */
export { type Baseline, hasCodeMetrics, parseBaseline, printBaseline } from './baseline.ts';
export { type ChangedKernel, type Changes, changedKernels, compareMetric, type MetricChange, type Pair } from './compare.ts';
export { CodesOf, type ImageContent, type KernelCode, type KernelContent } from './content.ts';
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
export { eachImage, type Measured, measuredOf, type Side, type SideFile, unreadOfSide } from './gather.ts';
export { type Matches, match } from './match.ts';
export { CodeEnds, type CodeMetric, METRICS, type MetricKey, type MetricRow, type ResourceMetric } from './metrics.ts';
export {
  type Compared,
  eachCodePair,
  eachPair,
  PairResults,
  type SurveyedImage,
  type SurveyedKernel,
  surveyOf,
} from './pairs.ts';
export { interval, type Spread, spread, studentQuantile } from './statistics.ts';
export { GATE_FAILURES, type GateFailure, UNMATCHED, type Unmatched, VERDICTS, type Verdict, verdictOf } from './words.ts';
