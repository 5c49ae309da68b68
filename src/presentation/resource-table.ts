/**
 * The table of resources that users see: a row here for each column. Numbers of a kernel come first; the caller adds the name.
 */

import type { KernelInfo } from '../documents/info.ts';
import { KERNEL_RESOURCES, type ResourceName, type ResourceRow } from '../formats/zebin/index.ts';

export interface ResourceColumn {
  /** The resource that the column is sorted by. */
  readonly key: ResourceName;
  /** Lines of the heading; the unit comes last. */
  readonly title: readonly string[];
  /** Name for `explain`, if the column is a single attribute. */
  readonly explain?: string;
  /** Text of the cell: a dash for a default that the file does not have, `?` for an unknown value. */
  text(kernel: KernelInfo): string;
}

const column = (key: ResourceName, title: readonly string[], text = (kernel: KernelInfo) => number(kernel, key)): ResourceColumn => {
  const { attribute }: ResourceRow = KERNEL_RESOURCES[key];
  return { key, title, ...(attribute ? { explain: `execution_env/${key}` } : {}), text };
};

export const RESOURCE_COLUMNS: readonly ResourceColumn[] = [
  column('simd_size', ['SIMD', 'lanes']),
  column('grf_count', ['GRF', '/thread']),
  column('eu_thread_count', ['threads', '/EU']),
  column('slm_size', ['SLM', 'bytes', '/group']),
  column('spill_size', ['spill bytes', '/thread', '(/lane)'], (k) => perLane(k, 'spill_size')),
  column('private_size', ['private bytes', '/thread', '(/lane)'], (k) => perLane(k, 'private_size')),
  column('scratch_size', ['scratch', 'bytes', '/thread'], (k) => (k.scratch_size === 0 ? '-' : String(k.scratch_size))),
  column('barrier_count', ['barriers']),
  column('has_stack_calls', ['stack', 'calls'], (k) => (k.has_stack_calls ? 'yes' : '-')),
  { ...column('code_size', ['code', 'bytes']), explain: '.text.{kernel}' },
  column('cross_thread_size', ['payload', 'bytes', '+ /thread'], (k) => `${k.cross_thread_size} + ${k.per_thread_size}`),
];

/** `!` for a kernel that spills, `?` for one that may spill. */
export function spillMark(kernel: KernelInfo): ' ' | '!' | '?' {
  if (kernel.spill_size === 0) return ' ';
  return kernel.memory_source === 'single-space' ? '?' : '!';
}

/** Text after the number of kernels that are marked `?`. */
export const MAY_SPILL = 'before 1.39 one scratch buffer can hold spills and private memory, and only its size is written';

/** A number, or a dash for a default that the file does not have. */
function number(kernel: KernelInfo, key: ResourceName): string {
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
