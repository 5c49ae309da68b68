/**
 * The table of resources that users see: a row here for each column. Numbers of a kernel come first; the caller adds the name.
 */
import type { KernelInfo } from './info.ts';

export interface ResourceColumn {
  /** Member of {@link KernelInfo} that the column is sorted by. */
  readonly key: keyof KernelInfo;
  /** Lines of the heading; the unit comes last. */
  readonly title: readonly string[];
  /** Name for `explain`, if the column is a single attribute. */
  readonly explain?: string;
  /** Text of the cell: a dash for a default that the file does not have, `?` for an unknown value. */
  text(kernel: KernelInfo): string;
}

export const RESOURCE_COLUMNS: readonly ResourceColumn[] = [
  { key: 'simd_size', title: ['SIMD', 'lanes'], explain: 'execution_env/simd_size', text: written('simd_size') },
  { key: 'grf_count', title: ['GRF', '/thread'], explain: 'execution_env/grf_count', text: written('grf_count') },
  { key: 'eu_thread_count', title: ['threads', '/EU'], explain: 'execution_env/eu_thread_count', text: written('eu_thread_count') },
  { key: 'slm_size', title: ['SLM', 'bytes', '/group'], explain: 'execution_env/slm_size', text: written('slm_size') },
  {
    key: 'spill_size',
    title: ['spill bytes', '/thread', '(/lane)'],
    explain: 'execution_env/spill_size',
    text: (k) => perLane(k, 'spill_size'),
  },
  {
    key: 'private_size',
    title: ['private bytes', '/thread', '(/lane)'],
    explain: 'execution_env/private_size',
    text: (k) => perLane(k, 'private_size'),
  },
  { key: 'scratch_size', title: ['scratch', 'bytes', '/thread'], text: (k) => (k.scratch_size === 0 ? '-' : String(k.scratch_size)) },
  { key: 'barrier_count', title: ['barriers'], explain: 'execution_env/barrier_count', text: written('barrier_count') },
  {
    key: 'has_stack_calls',
    title: ['stack', 'calls'],
    explain: 'execution_env/has_stack_calls',
    text: (k) => (k.has_stack_calls ? 'yes' : '-'),
  },
  { key: 'code_size', title: ['code', 'bytes'], explain: '.text.{kernel}', text: (k) => String(k.code_size) },
  {
    key: 'cross_thread_size',
    title: ['payload', 'bytes', '+ /thread'],
    text: (k) => `${k.cross_thread_size} + ${k.per_thread_size}`,
  },
];

/** `!` for a kernel that spills, `?` for one that may spill. */
export function spillMark(kernel: KernelInfo): ' ' | '!' | '?' {
  if (kernel.spill_size === 0) return ' ';
  return kernel.memory_source === 'single-space' ? '?' : '!';
}

/** Text after the number of kernels that are marked `?`. */
export const MAY_SPILL = 'before 1.39 one scratch buffer can hold spills and private memory, and only its size is written';

function written(key: keyof KernelInfo): (kernel: KernelInfo) => string {
  return (kernel) => number(kernel, key);
}

/** A number, or a dash for a default that the file does not have. */
function number(kernel: KernelInfo, key: keyof KernelInfo): string {
  const value = kernel[key];
  if (value === null) return '?';
  return kernel.defaults.includes(key) ? '-' : String(value);
}

/** Bytes per hardware thread, and per lane in brackets. */
function perLane(kernel: KernelInfo, key: 'spill_size' | 'private_size'): string {
  const size = kernel[key];
  if (size === 0) return kernel.memory_source === 'attributes' ? number(kernel, key) : kernel.memory_source === 'single-space' ? '?' : '-';
  const bound = key === 'spill_size' && kernel.memory_source === 'single-space' ? '≤' : '';
  const lanes = kernel.simd_size;
  return lanes === null || lanes < 2 ? `${bound}${size}` : `${bound}${size} (${Math.round((size / lanes) * 10) / 10})`;
}
