/**
 * The resources of a kernel, one row each. The columns of `info` and of the table of `scan`, the metrics of `compare` and the descriptions
 * in the JSON Schemas derive from the rows.
 */
import { compareVersions, parseVersion } from '../../core/schema/index.ts';
import { type ExecutionEnv, executionEnv, type Kernel } from '../zeinfo/index.ts';
import type { ZebinKernel } from './model.ts';

/** First version whose spill_size and private_size drivers use; before it they use the scratch buffers. */
const SIZES_SINCE = '1.39';

/**
 * Source of spill_size and private_size: the attributes, the scratch buffers by slot, or one scratch buffer for everything. In the last
 * case spill_size is an upper bound that includes private memory.
 */
export type MemorySource = 'attributes' | 'scratch-buffers' | 'single-space';

/**
 * The resources of a kernel. Absent attributes have their defaults; required attributes that are missing are null. The rows of
 * {@link KERNEL_RESOURCES} describe the members and must have the same names; the type is spelled out for the generator of JSON Schemas.
 */
export interface KernelResources {
  /** Work-items that a hardware thread runs at once. */
  readonly simd_size: number | null;
  /** General registers of each hardware thread. */
  readonly grf_count: number | null;
  /** Hardware threads of an execution unit; 0 when the file does not say. */
  readonly eu_thread_count: number;
  /** Shared local memory, in bytes per thread group. */
  readonly slm_size: number;
  /** Memory for spilled registers, in bytes per hardware thread. */
  readonly spill_size: number;
  /** Memory for private variables, in bytes per hardware thread. */
  readonly private_size: number;
  /** All scratch memory, in bytes per hardware thread. */
  readonly scratch_size: number;
  readonly memory_source: MemorySource;
  /** Hardware barriers per thread group. */
  readonly barrier_count: number;
  readonly has_stack_calls: boolean;
  /** In bytes. */
  readonly code_size: number;
  /** Data that all threads of a dispatch share, in bytes. */
  readonly cross_thread_size: number;
  /** Data of each hardware thread, in bytes. */
  readonly per_thread_size: number;
  /** The part of the cross-thread data that the walker delivers itself, in bytes. */
  readonly inline_data_payload_size: number;
}

export type ResourceName = keyof KernelResources;

/** The input for the values. */
interface KernelFacts {
  readonly kernel: ZebinKernel;
  readonly env: ExecutionEnv;
  readonly memory: ThreadMemory;
}

type ThreadMemory = Pick<KernelResources, 'spill_size' | 'private_size' | 'scratch_size' | 'memory_source'>;

export interface ResourceRow<V = unknown> {
  readonly type: 'integer' | 'boolean' | 'text';
  /** Heading for users. */
  readonly title: string;
  readonly unit?: string;
  /** One or more sentences. */
  readonly doc: string;
  /** Which direction is an improvement. If absent, builds are not compared by it. */
  readonly better?: 'less' | 'more';
  /** Whether it is the attribute of execution_env with the same name. */
  readonly attribute?: true;
  /** The value; null for a required attribute that is missing. */
  value(facts: KernelFacts): V;
}

type Details = Pick<ResourceRow, 'title' | 'better'>;

/** Type, unit and description from the row of an attribute. */
const described = (name: keyof typeof executionEnv.attributes): Pick<ResourceRow, 'type' | 'doc' | 'unit' | 'attribute'> => {
  const { type, doc, unit }: { type: { kind: string }; doc: string; unit?: string } = executionEnv.attributes[name];
  return { type: type.kind === 'bool' ? 'boolean' : 'integer', doc, attribute: true, ...(unit === undefined ? {} : { unit }) };
};

const optional = <const N extends 'eu_thread_count' | 'slm_size' | 'barrier_count' | 'has_stack_calls' | 'inline_data_payload_size'>(
  name: N,
  details: Details,
): ResourceRow<KernelResources[N]> => {
  const missing = executionEnv.attributes[name].default as KernelResources[N];
  return { ...described(name), ...details, value: ({ env }) => (env[name] as KernelResources[N] | undefined) ?? missing };
};

const required = (name: 'simd_size' | 'grf_count', details: Details): ResourceRow<number | null> => ({
  ...described(name),
  ...details,
  value: ({ env }) => env[name] ?? null,
});

/** In the order of the documents. */
export const KERNEL_RESOURCES: { readonly [N in ResourceName]: ResourceRow<KernelResources[N]> } = {
  simd_size: required('simd_size', { title: 'SIMD', better: 'more' }),
  grf_count: required('grf_count', { title: 'GRF', better: 'less' }),
  eu_thread_count: optional('eu_thread_count', { title: 'threads', better: 'more' }),
  slm_size: optional('slm_size', { title: 'SLM', better: 'less' }),
  spill_size: {
    ...described('spill_size'),
    title: 'spill',
    better: 'less',
    value: ({ memory }) => memory.spill_size,
  },
  private_size: {
    ...described('private_size'),
    title: 'private',
    better: 'less',
    value: ({ memory }) => memory.private_size,
  },
  scratch_size: {
    type: 'integer',
    title: 'scratch',
    unit: 'bytes per hardware thread',
    doc: 'Size of all scratch buffers together.',
    better: 'less',
    value: ({ memory }) => memory.scratch_size,
  },
  memory_source: {
    type: 'text',
    title: 'source of memory sizes',
    doc: 'Source of spill_size and private_size: attributes, scratch-buffers or single-space. With single-space, spill_size is an upper bound.',
    value: ({ memory }) => memory.memory_source,
  },
  barrier_count: optional('barrier_count', { title: 'barriers', better: 'less' }),
  has_stack_calls: optional('has_stack_calls', { title: 'stack calls', better: 'less' }),
  code_size: {
    type: 'integer',
    title: 'code section',
    unit: 'bytes',
    doc: 'Size of the section .text.NAME, with its padding; 0 without such a section.',
    value: ({ kernel }) => kernel.text?.sh_size ?? 0,
  },
  cross_thread_size: {
    type: 'integer',
    title: 'payload',
    unit: 'bytes',
    doc: 'End of the last argument that all threads share.',
    better: 'less',
    value: ({ kernel }) => endOf(kernel.zeInfo.payload_arguments),
  },
  per_thread_size: {
    type: 'integer',
    title: 'thread payload',
    unit: 'bytes per hardware thread',
    doc: 'Size of the arguments that each hardware thread has for itself.',
    better: 'less',
    value: ({ kernel }) => endOf(kernel.zeInfo.per_thread_payload_arguments),
  },
  inline_data_payload_size: optional('inline_data_payload_size', { title: 'inline data' }),
};

const NAMES = Object.keys(KERNEL_RESOURCES) as ResourceName[];

/**
 * What a kernel needs of a hardware thread and of a work-group: SIMD size, registers, memory, barriers.
 *
 * @example
 * const zebin = readZebin(bytes).value;
 * kernelResources(zebin.kernels[0], zebin.version).simd_size; // 32
 */
export function kernelResources(kernel: ZebinKernel, version: string | undefined): KernelResources {
  const env: ExecutionEnv = kernel.zeInfo.execution_env ?? {};
  const facts = { kernel, env, memory: threadMemory(kernel.zeInfo, env, version) };
  const resources = {} as Record<ResourceName, unknown>;
  for (const name of NAMES) resources[name] = KERNEL_RESOURCES[name].value(facts);
  return resources as KernelResources;
}

function endOf(args: readonly { offset?: number; size?: number }[] | undefined): number {
  return (args ?? []).reduce((end, arg) => Math.max(end, (arg.offset ?? 0) + (arg.size ?? 0)), 0);
}

/**
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp: before 1.39, scratch slot 0 is spill
 * and slot 1 private memory; a global buffer with is_simt_thread counts once per lane.
 */
function threadMemory(kernel: Kernel, env: ExecutionEnv, version: string | undefined): ThreadMemory {
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
