import { threadsPerEu } from '../../devices/index.ts';
import type { Zebin, ZebinKernel } from './model.ts';
import { targetExecution } from './payload-map.ts';
import { kernelResources } from './resources.ts';

/** What keeps more threads of a kernel from running at once. */
export type OccupancyLimit = 'none' | 'registers' | 'slm' | 'barriers' | 'group-size';

/**
 * An estimate of how many threads of a kernel run at once on a core of the device. A core is what a work-group must fit into: a Xe-core,
 * dual sub-slice or sub-slice. Members that depend on an unknown fact are null.
 */
export interface Occupancy {
  /** Threads of an execution unit if registers are not the limit. */
  readonly max_threads_per_eu: number;
  /** Threads of an execution unit with the kernel's number of registers. */
  readonly threads_per_eu: number;
  readonly eus_per_core: number | null;
  /** Work-items of a group, from the kernel or from the caller. */
  readonly group_size: number | null;
  /** Hardware threads of a group. */
  readonly group_threads: number | null;
  /** Groups that each resource of a core allows; null for a resource that the kernel does not use. */
  readonly groups: { readonly threads: number | null; readonly slm: number | null; readonly barriers: number | null };
  /** Threads that run at once on a core, or on an execution unit if the core or the group is unknown; and the maximum. */
  readonly resident_threads: number;
  readonly max_threads: number;
  /** In whole percent, rounded down. */
  readonly percent: number;
  readonly limit: OccupancyLimit;
}

/**
 * groups = min(threads of the core ÷ threads of a group, local memory ÷ need of a group, barriers ÷ barriers of a group), each rounded
 * down; resident threads = groups × threads of a group. Local memory that is passed as an argument is not counted, because only the
 * application knows its size.
 *
 * @param groupSize work-items of a group; by default the size that the kernel requires, if it does
 * @returns undefined if the device is unknown, or if the kernel has more registers than the device supports
 *
 * Source: intel/compute-runtime shared/source/helpers/kernel_helpers.cpp, KernelHelper::getMaxWorkGroupCount, for one core.
 *
 * @example
 * const zebin = readZebin(bytes).value;
 * occupancy(zebin, zebin.kernels[0], 256) !== undefined; // true
 */
export function occupancy(zebin: Zebin, kernel: ZebinKernel, groupSize?: number): Occupancy | undefined {
  const { target } = zebin;
  const execution = targetExecution(target);
  const { simd_size, grf_count, slm_size, barrier_count } = kernelResources(kernel, zebin.version);
  const threads = execution && threadsPerEu(execution, grf_count ?? 128);
  if (!execution || threads === undefined) return undefined;

  const most = Math.max(...execution.threadsPerEu.map((row) => row.threads));
  const group = groupSize ?? requiredGroupSize(kernel);
  const groupThreads = group === undefined || !simd_size || simd_size < 1 ? undefined : Math.ceil(group / simd_size);
  const eus = execution.eusPerCore;
  const slmNeed = slm_size > 0 ? (execution.slmSizes.find((size) => size >= slm_size) ?? slm_size) : 0;
  const groups = {
    threads: groupThreads === undefined || eus === undefined ? null : Math.floor((threads * eus) / groupThreads),
    slm: slmNeed > 0 ? Math.floor(execution.slmBytes / slmNeed) : null,
    barriers: barrier_count > 0 ? Math.floor(execution.barriers / barrier_count) : null,
  };
  const limits = [groups.threads, groups.slm, groups.barriers].filter((limit) => limit !== null);
  const whole = groups.threads !== null;
  const resident = whole ? Math.min(...limits) * (groupThreads ?? 0) : threads;
  const max = whole ? most * (eus ?? 0) : most;
  return {
    max_threads_per_eu: most,
    threads_per_eu: threads,
    eus_per_core: eus ?? null,
    group_size: group ?? null,
    group_threads: groupThreads ?? null,
    groups,
    resident_threads: resident,
    max_threads: max,
    percent: Math.floor((resident * 100) / max),
    limit: limitOf(groups, resident, max, threads < most),
  };
}

function limitOf(groups: Occupancy['groups'], resident: number, max: number, fewRegisters: boolean): OccupancyLimit {
  if (resident >= max) return 'none';
  const { threads, slm, barriers } = groups;
  if (threads !== null) {
    if (slm !== null && slm < threads && slm <= (barriers ?? slm)) return 'slm';
    if (barriers !== null && barriers < threads) return 'barriers';
  }
  return fewRegisters ? 'registers' : 'group-size';
}

function requiredGroupSize({ zeInfo }: ZebinKernel): number | undefined {
  const sizes = zeInfo.user_attributes?.reqd_work_group_size ?? zeInfo.execution_env?.required_work_group_size ?? [];
  return sizes.length === 3 && sizes.every((size) => size > 0) ? sizes.reduce((product, size) => product * size, 1) : undefined;
}
