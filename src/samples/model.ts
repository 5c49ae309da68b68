import type { StallCounts } from './table.ts';

/** Samples of stalls, as a profiler wrote them, summed over devices and time. */
export interface StallSamples {
  /** Which program wrote the file; `csv` for the plain form. */
  readonly form: 'unitrace' | 'iaprof' | 'csv';
  readonly kernels: readonly SampledKernel[];
}

export interface SampledKernel {
  /** The name as the profiler wrote it, without quotes; `undefined` if the file names no kernels. */
  readonly name: string | undefined;
  /** By rising offset. */
  readonly samples: readonly Sample[];
}

/** Samples of one address. */
export interface Sample {
  /** In bytes from the start of the kernel's code. */
  readonly offset: number;
  readonly counts: StallCounts;
  /** The operation there, which iaprof writes: `send`. */
  readonly operation: string | undefined;
}

/** All samples of a list of counts. */
export const sumOf = (counts: StallCounts): number => counts.reduce((sum, count) => sum + count, 0);
