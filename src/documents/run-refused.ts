/** Launches that a driver refuses. */
import { grouped } from '../core/diag/index.ts';
import { MOST_WORK_ITEMS } from '../devices/index.ts';
import { targetExecution } from '../formats/zebin/index.ts';
import type { Launch } from '../run/index.ts';
import { placeLocals } from '../run/payload.ts';
import type { RunTarget } from './run-model.ts';

/** Why drivers do not launch groups of a size; undefined if they do. OpenCL answers CL_INVALID_WORK_GROUP_SIZE. */
export function groupProblem({ kernel: { zeInfo } }: RunTarget, local: readonly number[]): string | undefined {
  const items = local.reduce((product, size) => product * size, 1);
  if (items > MOST_WORK_ITEMS) return `a group has at most ${MOST_WORK_ITEMS} work-items, and these have ${items}`;
  const required = zeInfo.execution_env?.required_work_group_size ?? [];
  if (!required.some((size) => size > 0) || required.every((size, i) => size === (local[i] ?? 1))) return undefined;
  return `the kernel requires groups of ${required.join(',')} work-items, and these have ${local.join(',')}`;
}

/** Why the device has too little memory for the groups and threads of a launch. OpenCL answers CL_OUT_OF_RESOURCES. */
export function memoryProblem({ zebin, kernel }: RunTarget, { arguments: given }: Launch): string | undefined {
  const execution = targetExecution(zebin.target);
  if (execution === undefined) return undefined;
  const { slmBytes, scratchBytes } = execution;
  const { localSize } = placeLocals(kernel, given);
  if (localSize > slmBytes)
    return `kernel and arguments have ${grouped(localSize)} bytes of local memory for a group, and the device has ${grouped(slmBytes)}`;
  const buffers = kernel.zeInfo.per_thread_memory_buffers ?? [];
  const large = buffers.find(({ type, size = 0 }) => type === 'scratch' && size > scratchBytes);
  if (large === undefined) return undefined;
  return `a thread has ${grouped(large.size ?? 0)} bytes of scratch memory, and the device allows ${grouped(scratchBytes)}`;
}
