/** The columns of times, which `zebin scan --times` adds to the table of kernels. */
import type { KernelTime } from '../formats/samples/index.ts';

interface TimeColumn {
  readonly name: string;
  readonly unit?: string;
  /** One sentence. */
  readonly doc: string;
  readonly value: (time: KernelTime) => number | null;
}

const average = ({ calls, total }: KernelTime) => (calls === 0 ? null : Math.round(total / calls));

export const TIME_COLUMNS: readonly TimeColumn[] = [
  { name: 'calls', doc: 'How often the kernel was started, as the profiler counted.', value: ({ calls }) => calls },
  { name: 'total_ns', doc: 'Time of all calls.', value: ({ total }) => total, unit: 'ns' },
  { name: 'average_ns', doc: 'Time of a call on average.', value: average, unit: 'ns' },
  { name: 'min_ns', doc: 'Time of the shortest call; VTune does not write it.', value: ({ least }) => least ?? null, unit: 'ns' },
  { name: 'max_ns', doc: 'Time of the longest call; VTune does not write it.', value: ({ most }) => most ?? null, unit: 'ns' },
];
