/** Samples of stalls that were given with a binary: kept until others are given. */
import { FormatError, readSamples, type StallSamples } from '../../src/internal.ts';
import { type GivenContent, rangesOf } from './files.ts';

let stallSamples: StallSamples | undefined;

/** What code is asked with, as long as the page shows samples. */
export const givenSamples = (): StallSamples | undefined => stallSamples;

export interface SamplesInfo {
  readonly form: StallSamples['form'];
  /** Kernels that are named, as many as are shown; the profiler may have shortened the names. */
  readonly kernels: readonly string[];
  /** Rows that could not be read. */
  readonly unread: number;
  /** Why the first of them could not. */
  readonly reason: string;
}

/** A larger file is not one of samples. */
const MOST = 64 << 20;
const HEAD = 4_096;
const NAMED = 100;

export const SAMPLES_HANDLERS = {
  /** Keeps a file of samples; null when it is something else. */
  samples: ({ content }: { content: GivenContent }): SamplesInfo | null => {
    const source = rangesOf(content);
    // Profilers write text.
    if (source.size > MOST || source.read(0, Math.min(HEAD, source.size)).includes(0)) return null;
    const bytes = source.read(0, source.size);
    try {
      const { value, diagnostics } = readSamples(bytes);
      stallSamples = value;
      const kernels = value.kernels.flatMap(({ name }) => name ?? []).slice(0, NAMED);
      return { form: value.form, kernels, unread: diagnostics.length, reason: diagnostics[0]?.message ?? '' };
    } catch (error) {
      if (error instanceof FormatError && error.diagnostic.code === 'samples/format') return null;
      throw error;
    }
  },
  dropSamples: () => {
    stallSamples = undefined;
  },
};
