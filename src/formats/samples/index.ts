/** What profilers record of kernels: where hardware threads stall, and how long kernels take. */
export {
  type KernelTime,
  type KernelTimes,
  plainName,
  type Sample,
  type SampledKernel,
  type StallSamples,
  summedSamples,
  sumOf,
} from './model.ts';
export { readSamples } from './read.ts';
export { STALL_REASONS, type StallCounts, type StallReason, type WaitedBy } from './table.ts';
export { readTimes, summed, TIMES_FORMS, type TimesForm } from './times.ts';
