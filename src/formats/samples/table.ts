/**
 * Why a thread of an execution unit does not issue an instruction: a row for each reason that the hardware counts.
 *
 * Source: level_zero/core/source/gfx_core_helpers of intel/compute-runtime (getStallSamplingReportMetrics; before Xe2
 * level_zero/tools/source/metrics/metric_ip_sampling_source.cpp) for the names of unitrace; src/profile.cpp of intel/iaprof for its
 * columns.
 */

/** What identifies the instruction that is waited for: a scoreboard token, or a distance. */
export type WaitedBy = 'token' | 'distance';

interface StallReasonRow<N extends string = string> {
  readonly name: N;
  /** The metric of Level Zero, which unitrace writes with its unit: `SbidStall[Events]`. */
  readonly metric: string;
  /** One sentence. */
  readonly doc: string;
  readonly waitedBy?: WaitedBy;
}

const reason = <const N extends string>(name: N, metric: string, doc: string, waitedBy?: WaitedBy): StallReasonRow<N> => ({
  name,
  metric,
  doc,
  ...(waitedBy === undefined ? {} : { waitedBy }),
});

/** In the order of the columns that iaprof writes. */
export const STALL_REASONS = [
  reason('active', 'Active', 'The instruction was issued.'),
  reason('control', 'ControlStall', 'It waited for a branch.'),
  reason('pipe', 'PipeStall', 'It was ready, but its pipe did not accept it.'),
  reason('send', 'SendStall', 'It is a message that the shared function did not accept yet.'),
  reason('dist', 'DistStall', 'It waited for an instruction of an in-order pipe.', 'distance'),
  reason('sbid', 'SbidStall', 'It waited for a token of the scoreboard: a message, `dpas` or `math`.', 'token'),
  reason('sync', 'SyncStall', 'It is a `sync` that waited, as at a barrier.', 'token'),
  reason('fetch', 'InstrFetchStall', 'The instruction was not fetched yet.'),
  reason('other', 'OtherStall', 'It waited for something else.'),
  reason('order', 'PSDepStall', 'It waited for the order of pixels; since Xe2. iaprof calls it `tdr`.'),
] as const satisfies readonly StallReasonRow[];

export type StallReason = (typeof STALL_REASONS)[number]['name'];

/** The number of samples of each reason, in the order of {@link STALL_REASONS}. */
export type StallCounts = readonly number[];
