/**
 * Values that the driver derives from a kernel or device when it links: sizes that the compiler leaves to it.
 */
import type { PayloadArgument } from '../zeinfo/index.ts';
import type { Zebin, ZebinKernel } from './model.ts';
import { FUNCTIONS_KERNEL } from './table.ts';

/** Size of a surface state in bytes, on every device that reads zebins. */
export const SURFACE_STATE_BYTES = 64n;

/**
 * Sizes of the implicit arguments in bytes, rounded up as the driver does, by the version of their layout. Devices without note 8 use
 * version 0.
 *
 * Source: intel/compute-runtime shared/source/kernel/implicit_args_base.h and definitions/implicit_args.h.
 */
export const IMPLICIT_ARGUMENT_BYTES = [128n, 192n, 160n] as const;

/** The unit in bytes that cross-thread data is rounded up to; it is the same on every device. */
export const CROSS_THREAD_UNIT = 32;

/** The kernels that the driver has code for, by name. The functions of `.text` count as one, without an entry in .ze_info. */
export function compiledKernels(zebin: Zebin): ReadonlyMap<string, ZebinKernel | undefined> {
  const kernels = new Map<string, ZebinKernel | undefined>(zebin.kernelEntries.map((kernel) => [kernel.name, kernel]));
  const functions = zebin.elf.sections.some((section) => section.name === '.text' && section.bytes.length > 0);
  if (zebin.zeInfo && functions && !kernels.has(FUNCTIONS_KERNEL)) kernels.set(FUNCTIONS_KERNEL, undefined);
  return kernels;
}

/**
 * Size of the cross-thread data in bytes, computed as the driver does: the end of the last argument in 16 bits, rounded up.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp.
 */
export function crossThreadBytes(args: readonly Pick<PayloadArgument, 'offset' | 'size'>[] | undefined): number {
  let end = 0;
  for (const { offset, size = 0 } of args ?? []) if (offset !== undefined && offset !== -1) end = Math.max(end, (offset + size) & 0xffff);
  return (Math.ceil(end / CROSS_THREAD_UNIT) * CROSS_THREAD_UNIT) & 0xffff;
}

/** Offset of the per-thread data, after the cross-thread data that is not inline, in bytes. */
export function perThreadOffset(kernel: ZebinKernel | undefined): number {
  const size = crossThreadBytes(kernel?.zeInfo.payload_arguments);
  return size - Math.min(size, (kernel?.zeInfo.execution_env?.inline_data_payload_size ?? 0) & 0xffff);
}

/** Whether the driver passes implicit arguments to a kernel whose code contains a relocation for their size. */
export function needsImplicitArguments(kernel: ZebinKernel | undefined): boolean {
  const env = kernel?.zeInfo.execution_env;
  if (env?.require_iab || env?.has_stack_calls) return true;
  return (kernel?.zeInfo.payload_arguments ?? []).some((arg) => arg.arg_type === 'implicit_arg_buffer');
}
