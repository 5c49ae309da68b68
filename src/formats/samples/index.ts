/** Stall samples: where hardware threads stall, as profilers record it. */
export { type Sample, type SampledKernel, type StallSamples, sumOf } from './model.ts';
export { readSamples } from './read.ts';
export { STALL_REASONS, type StallCounts, type StallReason, type WaitedBy } from './table.ts';
