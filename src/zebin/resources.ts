import { compareVersions, parseVersion } from '../schema/index.ts';
import type { ExecutionEnv, Kernel } from '../zeinfo/index.ts';
import type { ZebinKernel } from './model.ts';

/** First version whose spill_size and private_size count; before it the driver takes the scratch buffers. */
const SIZES_SINCE = '1.39';

/** What a kernel needs of the machine. Required values that are missing are null. */
export interface KernelResources {
  /** Lanes per hardware thread. */
  readonly simd_size: number | null;
  /** Registers per hardware thread. */
  readonly grf_count: number | null;
  /** Hardware threads per execution unit as written; 0 when the file leaves it to the register count. */
  readonly eu_thread_count: number;
  /** Shared local memory per work group, in bytes, for local variables of fixed size. */
  readonly slm_size: number;
  /** Register spill, in bytes per hardware thread. */
  readonly spill_size: number;
  /** Private memory, in bytes per hardware thread. */
  readonly private_size: number;
  /** Scratch buffers together, in bytes per hardware thread. */
  readonly scratch_size: number;
  /**
   * Where spill_size and private_size come from: the attributes (from 1.39 on), the scratch buffers by slot, or one scratch buffer
   * for everything: spill_size is then an upper bound that includes private memory.
   */
  readonly memory_source: 'attributes' | 'scratch-buffers' | 'single-space';
  readonly barrier_count: number;
  readonly has_stack_calls: boolean;
  /** Size of the section .text.NAME in bytes, with its padding; 0 without one. */
  readonly code_size: number;
  /** Bytes of arguments that all threads share: where the last one ends. */
  readonly cross_thread_size: number;
  /** Bytes of arguments that each hardware thread has for itself. */
  readonly per_thread_size: number;
  readonly inline_data_payload_size: number;
}

/** The resources of a kernel; attributes that are not written count with their defaults. */
export function kernelResources(kernel: ZebinKernel, version: string | undefined): KernelResources {
  const env: ExecutionEnv = kernel.zeInfo.execution_env ?? {};
  return {
    simd_size: env.simd_size ?? null,
    grf_count: env.grf_count ?? null,
    eu_thread_count: env.eu_thread_count ?? 0,
    slm_size: env.slm_size ?? 0,
    ...threadMemory(kernel.zeInfo, env, version),
    barrier_count: env.barrier_count ?? 0,
    has_stack_calls: env.has_stack_calls ?? false,
    code_size: kernel.text?.sh_size ?? 0,
    cross_thread_size: endOf(kernel.zeInfo.payload_arguments),
    per_thread_size: endOf(kernel.zeInfo.per_thread_payload_arguments),
    inline_data_payload_size: env.inline_data_payload_size ?? 0,
  };
}

function endOf(args: readonly { offset?: number; size?: number }[] | undefined): number {
  return (args ?? []).reduce((end, arg) => Math.max(end, (arg.offset ?? 0) + (arg.size ?? 0)), 0);
}

/**
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp: before 1.39, scratch slot 0 is spill
 * and slot 1 private memory; a buffer with is_simt_thread counts once per lane.
 */
function threadMemory(
  kernel: Kernel,
  env: ExecutionEnv,
  version: string | undefined,
): Pick<KernelResources, 'spill_size' | 'private_size' | 'scratch_size' | 'memory_source'> {
  const buffers = kernel.per_thread_memory_buffers ?? [];
  const scratch = buffers.filter((buffer) => buffer.type === 'scratch');
  const scratch_size = scratch.reduce((sum, buffer) => sum + (buffer.size ?? 0), 0);
  const known = version === undefined ? undefined : parseVersion(version);
  const attributes = known !== undefined && compareVersions(known, SIZES_SINCE) >= 0;
  if (attributes || env.spill_size !== undefined || env.private_size !== undefined) {
    return { spill_size: env.spill_size ?? 0, private_size: env.private_size ?? 0, scratch_size, memory_source: 'attributes' };
  }
  const lanes = env.simd_size ?? 1;
  const slot = (n: number) => scratch.filter((buffer) => (buffer.slot ?? 0) === n).reduce((sum, buffer) => sum + (buffer.size ?? 0), 0);
  const global = buffers
    .filter((buffer) => buffer.type === 'global')
    .reduce((sum, b) => sum + (b.size ?? 0) * (b.is_simt_thread ? lanes : 1), 0);
  return {
    spill_size: slot(0),
    private_size: slot(1) + global,
    scratch_size,
    memory_source: scratch.some((buffer) => buffer.usage === 'single_space') ? 'single-space' : 'scratch-buffers',
  };
}
