import { int32, int32x3, list, one, type RecordRows, str } from '../../../core/schema/index.ts';
import { debugEnv, experimentalProperties, inlineSampler, perThreadMemoryBuffer } from './buffers.ts';
import { executionEnv } from './execution-env.ts';
import { bindingTableIndex, payloadArgument, perThreadPayloadArgument } from './payload.ts';
import { optional, required } from './row.ts';

/** Kernels and external functions, and the attributes of a kernel in its source. */

const FIRST = { since: '20.32.17625' };
const SIGNATURE = { since: '1.18', driver: { since: '22.38.24278' } } as const;

export const userAttributes = {
  name: 'user_attributes',
  doc: 'Attributes of the kernel in its source. The driver accepts any other key that contains _hint, and reports it in queries.',
  attributes: {
    intel_reqd_sub_group_size: optional(int32, 'Sub-group size that the author fixed; 0 when it is open.', {
      unit: 'work-items',
      since: '1.18',
      default: 0,
      driver: { since: '22.38.24278', note: 'Stored in 8 bits, without a check.' },
    }),
    intel_reqd_workgroup_walk_order: optional(int32x3, 'Order of dimensions of the local id that the author fixed, fastest first.', {
      since: '1.18',
      default: [0, 0, 0],
      driver: {
        since: '22.38.24278',
        note: 'Its presence makes the order binding; the order itself is read from execution_env.work_group_walk_order_dimensions.',
      },
    }),
    invalid_kernel: optional(str, 'Why the kernel cannot run, such as uses-fp64-math on a device without doubles.', {
      since: '1.18',
      driver: { since: '22.38.24278', note: 'With any text, even an empty one, the kernel cannot be created.' },
    }),
    reqd_work_group_size: optional(int32x3, 'Work-group size in x, y, z that the author fixed.', {
      unit: 'work-items',
      ...SIGNATURE,
      default: [0, 0, 0],
    }),
    vec_type_hint: optional(str, 'Type that the kernel mostly computes with, according to its author.', SIGNATURE),
    work_group_size_hint: optional(int32x3, 'Work-group size in x, y, z that the author expects.', {
      unit: 'work-items',
      ...SIGNATURE,
      default: [0, 0, 0],
    }),
    intel_reqd_thread_group_dispatch_size: optional(
      int32,
      'Thread groups that the hardware dispatches at a time; 0 leaves the choice to the driver.',
      {
        unit: 'thread groups',
        since: '1.41',
        default: 0,
        driver: { since: '25.22.33944.4', note: 'Stored in 8 bits, without a check. The device must support the number.' },
      },
    ),
  },
} as const satisfies RecordRows;

export const kernel = {
  name: 'kernels',
  doc: 'A kernel: its name, what it needs to run, and where its arguments are.',
  attributes: {
    name: required(str, 'Name of the kernel; its code is in the section .text. followed by this name.', { driver: FIRST }),
    user_attributes: optional(one(userAttributes), 'Attributes that the source gives the kernel.', SIGNATURE),
    execution_env: required(one(executionEnv), 'What the kernel needs of hardware and driver.', { driver: FIRST }),
    payload_arguments: optional(list(payloadArgument), 'Values in the part of the payload that all threads share.', { driver: FIRST }),
    per_thread_payload_arguments: optional(list(perThreadPayloadArgument), 'Values that each thread gets separately.', {
      driver: FIRST,
    }),
    binding_table_indices: optional(list(bindingTableIndex), 'Entries of the binding table for arguments.', { driver: FIRST }),
    per_thread_memory_buffers: optional(list(perThreadMemoryBuffer), 'Memory to provide for each thread.', {
      driver: { since: '20.36.17813' },
    }),
    inline_samplers: optional(list(inlineSampler), 'Samplers that are written in the source.', {
      since: '1.20',
      driver: { since: '22.42.24548' },
    }),
    experimental_properties: optional(one(experimentalProperties), 'Findings of the compiler for experiments.', {
      since: '1.1',
      listUntil: '1.7',
      driver: { since: '21.08.19096', note: 'Read only as a list of maps, the form of 1.1 to 1.6. A plain map is ignored.' },
    }),
    debug_env: optional(one(debugEnv), 'What a debugger needs.', { since: '1.7', driver: { since: '21.38.21026' } }),
  },
} as const satisfies RecordRows;

export const externalFunction = {
  name: 'functions',
  doc: 'A function that code outside its section can call.',
  attributes: {
    name: required(str, 'Name of the function and of its symbol.', { since: '1.13', driver: { since: '22.11.22682' } }),
    execution_env: required(one(executionEnv), 'What the function needs; callers inherit part of it.', {
      since: '1.13',
      driver: {
        since: '22.11.22682',
        note: 'Only barrier_count, grf_count, simd_size, has_rtcalls, has_printf_calls, has_indirect_calls and the two require_ flags for buffers count.',
      },
    }),
  },
} as const satisfies RecordRows;
