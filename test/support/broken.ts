/**
 * A model of ze_info for each way to break a rule, and what two releases of the decoder make of it: the exit codes of `ocloc validate`.
 * 0 is a file that is accepted and then misread.
 */
import { encodeText } from '../../src/core/bytes/index.ts';
import { printZeInfo } from '../../src/formats/zeinfo/index.ts';
import { buildZebin, latin1 } from './build-elf.ts';

export interface Broken {
  readonly rule: string;
  /** Attributes of the one kernel; of two where it says so. */
  readonly kernel: object;
  readonly twice?: true;
  /** Exit codes of 22.43 and 26.27. */
  readonly exits: readonly [old: number, current: number];
}

const env = { grf_count: 128, simd_size: 16 };
const image = { arg_type: 'arg_bypointer', offset: 0, size: 0, addrspace: 'image', access_type: 'readonly', image_type: 'image_2d' };
const value = { arg_type: 'arg_byvalue', offset: 0, size: 4, arg_index: 0 };
const scratch = { type: 'scratch', usage: 'single_space', size: 8 };
const REFUSED = [2, 2] as const;
const MISREAD = [0, 0] as const;
/** By a signal; the shell and the test runner number them differently, and so does reading outside of memory. */
export const CRASHED = 134;

const payload = (...payload_arguments: object[]) => ({ payload_arguments });
const threads = (argument: object) => ({ per_thread_payload_arguments: [argument] });

export const BROKEN: readonly Broken[] = [
  { rule: 'rule/known-names', kernel: { execution_env: { ...env, quantum_size: 1 } }, exits: [0, 4] },
  { rule: 'rule/known-names', kernel: payload({ ...image, arg_index: 0, addrmode: 'stateful', image_type: 'image_cube' }), exits: REFUSED },
  { rule: 'rule/numbers', kernel: { execution_env: { ...env, slm_size: 2 ** 31 } }, exits: REFUSED },
  { rule: 'rule/numbers', kernel: { execution_env: { ...env, required_work_group_size: [1, 2] } }, exits: REFUSED },
  { rule: 'rule/numbers', kernel: { execution_env: { ...env, required_work_group_size: [1, 2, -1] } }, exits: REFUSED },
  { rule: 'rule/names', kernel: {}, twice: true, exits: MISREAD },
  { rule: 'rule/names', kernel: { name: '' }, exits: MISREAD },
  { rule: 'rule/names', kernel: { name: 'a,b' }, exits: REFUSED },
  { rule: 'rule/names', kernel: { name: "it's" }, exits: REFUSED },
  { rule: 'rule/names', kernel: { name: 'kernels_misc_info' }, exits: [2, CRASHED] },
  { rule: 'rule/simd-size', kernel: { execution_env: { ...env, simd_size: 4 } }, exits: REFUSED },
  { rule: 'rule/slm-alloc-mode', kernel: { execution_env: { ...env, slm_alloc_mode: 2 } }, exits: [0, CRASHED] },
  { rule: 'rule/local-ids', kernel: threads({ arg_type: 'local_id', offset: 0, size: 16 }), exits: REFUSED },
  { rule: 'rule/local-ids', kernel: threads({ arg_type: 'local_id', offset: 4, size: 96 }), exits: REFUSED },
  { rule: 'rule/local-ids', kernel: threads({ arg_type: 'local_size', offset: 0, size: 96 }), exits: REFUSED },
  { rule: 'rule/payload-kinds', kernel: payload({ arg_type: 'local_id', offset: 0, size: 64 }), exits: REFUSED },
  { rule: 'rule/argument-size', kernel: payload({ arg_type: 'local_size', offset: 0, size: 16 }), exits: REFUSED },
  { rule: 'rule/argument-size', kernel: payload({ arg_type: 'work_dimensions', offset: 0, size: 8 }), exits: REFUSED },
  { rule: 'rule/argument-size', kernel: payload({ arg_type: 'buffer_size', offset: 0, size: 4, arg_index: 0 }), exits: REFUSED },
  { rule: 'rule/argument-size', kernel: payload({ ...value, size: -4 }), exits: MISREAD },
  { rule: 'rule/argument-size', kernel: payload({ ...value, offset: -8 }), exits: MISREAD },
  { rule: 'rule/argument-index', kernel: payload({ ...value, arg_index: undefined }), exits: [CRASHED, CRASHED] },
  { rule: 'rule/addrmode', kernel: payload({ arg_type: 'arg_bypointer', offset: 0, size: 8, arg_index: 0 }), exits: REFUSED },
  { rule: 'rule/addrmode', kernel: payload({ ...image, arg_index: 0, addrmode: 'stateless' }), exits: REFUSED },
  // 22.43 does not know the word; the rule came after 26.27.
  { rule: 'rule/inline-pointers', kernel: payload({ arg_type: 'scratch_pointer', offset: 0, size: 8 }), exits: [2, 0] },
  { rule: 'rule/source-offset', kernel: payload(value, { ...value, offset: 4 }), exits: REFUSED },
  {
    rule: 'rule/bindless-mixed',
    kernel: payload({ ...image, arg_index: 0, addrmode: 'stateful' }, { ...image, size: 8, arg_index: 1, addrmode: 'bindless' }),
    exits: [0, 2],
  },
  {
    rule: 'rule/bindless-mixed',
    kernel: { debug_env: { sip_surface_bti: 0 }, ...payload({ ...image, size: 8, arg_index: 0, addrmode: 'bindless' }) },
    exits: [0, 2],
  },
  { rule: 'rule/payload-size', kernel: payload({ ...value, offset: 65_536 }), exits: MISREAD },
  { rule: 'rule/samplers', kernel: { inline_samplers: [{ addrmode: 'none', filtermode: 'nearest' }] }, exits: REFUSED },
  { rule: 'rule/samplers', kernel: { inline_samplers: [{ sampler_index: 0 }] }, exits: REFUSED },
  {
    rule: 'rule/samplers',
    kernel: payload({ arg_type: 'inline_sampler', offset: 0, size: 8, addrmode: 'bindless', addrspace: 'sampler', sampler_index: 3 }),
    exits: REFUSED,
  },
  { rule: 'rule/thread-memory', kernel: { per_thread_memory_buffers: [{ ...scratch, size: 0 }] }, exits: REFUSED },
  { rule: 'rule/slm-memory', kernel: { per_thread_memory_buffers: [{ ...scratch, type: 'slm' }] }, exits: REFUSED },
  { rule: 'rule/thread-memory', kernel: { per_thread_memory_buffers: [{ ...scratch, type: 'global' }] }, exits: REFUSED },
  { rule: 'rule/thread-memory', kernel: { per_thread_memory_buffers: [{ ...scratch, slot: 2 }] }, exits: REFUSED },
  { rule: 'rule/thread-memory', kernel: { per_thread_memory_buffers: [scratch, scratch] }, exits: REFUSED },
  {
    rule: 'rule/binding-table',
    kernel: { ...payload({ ...image, arg_index: 0, addrmode: 'stateful' }), binding_table_indices: [{ bti_value: 255, arg_index: 0 }] },
    exits: MISREAD,
  },
  { rule: 'rule/binding-table', kernel: { ...payload(value), binding_table_indices: [{ bti_value: 0, arg_index: 0 }] }, exits: REFUSED },
];

/** The model of a row, for registers of 32 bytes and a version that has all of it. */
export function brokenContainer({ kernel, twice }: Broken): { version: string; kernels: { name: string }[] } {
  const one = { name: 'k', execution_env: env, ...kernel };
  return { version: '1.73', kernels: twice ? [one, one] : [one] };
}

/** The file of a row: everything but .ze_info is right. */
export function brokenFile(row: Broken): Uint8Array {
  const container = brokenContainer(row);
  const text = Buffer.from(encodeText(printZeInfo(container))).toString('latin1');
  return buildZebin({ zeInfo: text, kernels: container.kernels.map(({ name }) => Buffer.from(latin1(name)).toString('latin1')) }).bytes;
}
