/** Samples of where threads of execution units stall, as profilers write them. */
export { type Sample, type SampledKernel, type StallSamples, sumOf } from './model.ts';
export { readSamples } from './read.ts';
export { STALL_REASONS, type StallCounts, type StallReason, type WaitedBy } from './table.ts';
