import type { StallCounts } from './table.ts';

/** Stall samples as a profiler wrote them, summed over devices and time. */
export interface StallSamples {
  /** The program that wrote the file; `csv` for the plain form. */
  readonly form: 'unitrace' | 'iaprof' | 'csv';
  readonly kernels: readonly SampledKernel[];
}

export interface SampledKernel {
  /** The name as the profiler wrote it, without quotes; `undefined` if the file names no kernels. */
  readonly name: string | undefined;
  /** In ascending order of the offset. */
  readonly samples: readonly Sample[];
}

/** Samples of one address. */
export interface Sample {
  /** In bytes from the start of the kernel's code. */
  readonly offset: number;
  readonly counts: StallCounts;
  /** The operation at the offset, which iaprof writes: `send`. */
  readonly operation: string | undefined;
}

/** The sum of all counts. */
export const sumOf = (counts: StallCounts): number => counts.reduce((sum, count) => sum + count, 0);

/** Times of kernels as a profiler wrote them, summed over shapes, tiles and queues. */
export interface KernelTimes {
  readonly form: 'unitrace' | 'vtune';
  readonly kernels: readonly KernelTime[];
}

/** Times are in nanoseconds. */
export interface KernelTime {
  /** Without what the profiler adds: see {@link plainName}. */
  readonly name: string;
  /** The GPU, as VTune calls it, if the file names it. */
  readonly device: string | undefined;
  readonly calls: number;
  readonly total: number;
  /** Of one call; `undefined` where the profiler does not write it. */
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/** A kernel's name without what profilers add: what `c++filt` says of a type, and the shape of a dispatch. */
export const plainName = (name: string): string => name.replace(/^typeinfo name for /, '').replace(/\[SIMD(?:_ANY|[0-9]+)[^[\]]*\]$/, '');

/** Samples in ascending order of their offset, those of one offset added up. */
export function summedSamples(samples: readonly Sample[]): readonly Sample[] {
  // A file may have very many kernels.
  if (samples.length === 1) return samples;
  const sorted = [...samples].sort((a, b) => a.offset - b.offset);
  const sums: Sample[] = [];
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    const first = sorted[from] as Sample;
    for (to = from + 1; sorted[to]?.offset === first.offset; ) to++;
    sums.push(to === from + 1 ? first : { ...first, counts: totalsOf(sorted.slice(from, to), first.counts.length) });
  }
  return sums;
}

const totalsOf = (samples: readonly Sample[], reasons: number): number[] =>
  Array.from({ length: reasons }, (_, reason) => samples.reduce((sum, { counts }) => sum + (counts[reason] ?? 0), 0));
