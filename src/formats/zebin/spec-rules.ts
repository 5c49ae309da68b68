import { clip, compareVersions } from '../../core/schema/index.ts';
import type { PayloadArgument } from '../zeinfo/index.ts';
import { type InfoRule, perArgument, perKernel } from './rule.ts';
import { PAYLOAD_RULES } from './spec-rules-payload.ts';

const PAGE = 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/zeinfo.md';
const DECODER = 'intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp';

/** The orders that the specification lists. The compiler also writes others if the source requires them. */
const LISTED_ORDERS = ['0,0,0', '0,1,0', '0,1,2', '1,0,0', '2,1,0'];
const OTHER_ORDERS = ['0,2,1', '1,0,2', '1,2,0', '2,0,1'];
const ORDERS = [...LISTED_ORDERS, ...OTHER_ORDERS];
/** First version in which drivers use spill_size and private_size. */
const SIZES_SINCE = '1.39';
const LARGEST_GROUP = 0xffff;
const LARGEST_ALIGNMENT = 0xff;
/** Alignments of arguments in bytes, up to the largest vector or two registers. */
const ALIGNMENTS = [1, 2, 4, 8, 16, 32, 64, 128];

/**
 * Rules of the specification about .ze_info that concern more than one attribute. The driver's rules are in `RULES`.
 */
export const SPEC_RULES: readonly InfoRule[] = [
  ...PAYLOAD_RULES,
  perKernel(
    {
      code: 'rule/walk-order',
      says: 'work_group_walk_order_dimensions is an order of dimensions.',
      source: `${PAGE}, Execution Environment`,
      about: ['execution_env/work_group_walk_order_dimensions'],
    },
    ({ execution_env }, report) => {
      const order = execution_env?.work_group_walk_order_dimensions;
      if (order !== undefined && !ORDERS.includes(order.join()))
        report('/execution_env/work_group_walk_order_dimensions', `[${clip(order.join(', '))}] is not an order of dimensions`);
    },
  ),
  perKernel(
    {
      code: 'rule/unlisted-walk-order',
      says: 'work_group_walk_order_dimensions is one of the five orders that the specification lists.',
      source: `${PAGE}, Execution Environment`,
      about: ['execution_env/work_group_walk_order_dimensions'],
    },
    ({ execution_env }, report) => {
      const order = execution_env?.work_group_walk_order_dimensions;
      if (order !== undefined && OTHER_ORDERS.includes(order.join()))
        report('/execution_env/work_group_walk_order_dimensions', `the specification does not list the order [${order.join(', ')}]`);
    },
  ),
  perKernel(
    {
      code: 'rule/implicit-arguments',
      says: 'require_iab is not false in a kernel with has_stack_calls.',
      source: `${PAGE}, Execution Environment`,
      about: ['execution_env/require_iab'],
    },
    ({ execution_env }, report) => {
      if (execution_env?.require_iab === false && execution_env.has_stack_calls === true)
        report('/execution_env/require_iab', 'require_iab is false, and the kernel has stack calls');
    },
  ),
  perKernel(
    { code: 'rule/payload-overlap', says: 'Arguments do not share bytes of the payload.', source: `${PAGE}, Payload Arguments` },
    ({ payload_arguments = [] }, report) => {
      if (areApart(payload_arguments)) return;
      const placed = placedArguments(payload_arguments);
      let last = placed[0];
      for (const one of placed.slice(1)) {
        if (last && one.offset < last.end) {
          const bytes = `${one.offset} to ${Math.min(one.end, last.end)}`;
          report(`/payload_arguments[${one.i}]`, `${one.arg_type} shares bytes ${bytes} with payload_arguments[${last.i}]`);
        }
        if (!last || one.end > last.end) last = one;
      }
    },
  ),
  perKernel(
    {
      code: 'rule/payload-holes',
      says: 'Unused bytes between the arguments of the payload come from alignment only.',
      source: `${PAGE}, Payload Arguments`,
    },
    ({ payload_arguments = [] }, report) => {
      const holes: string[] = [];
      let end = 0;
      for (const { offset = -1, size = 0 } of areApart(payload_arguments) ? payload_arguments : placedArguments(payload_arguments)) {
        if (offset < 0 || size <= 0) continue;
        if (offset > end && !ALIGNMENTS.some((unit) => Math.ceil(end / unit) * unit === offset)) holes.push(`${end} to ${offset}`);
        end = Math.max(end, offset + size);
      }
      if (holes.length > 0)
        report('/payload_arguments', `no argument uses bytes ${holes.slice(0, 8).join(', ')}${holes.length > 8 ? ', …' : ''}`);
    },
  ),
  perKernel(
    {
      code: 'rule/stateful-entry',
      says: 'Each stateful argument, except for samplers, has an entry in binding_table_indices.',
      source: `${PAGE}, Supported memory addressing modes`,
      about: ['payload_arguments/addrmode stateful'],
    },
    ({ payload_arguments = [], binding_table_indices = [] }, report) => {
      if (!payload_arguments.some(isStateful)) return;
      const entries = new Set(binding_table_indices.map(({ arg_index }) => `${arg_index}`));
      payload_arguments.forEach((argument, i) => {
        if (isStateful(argument) && !entries.has(`${argument.arg_index}`))
          report(`/payload_arguments[${i}]`, `argument ${argument.arg_index} is stateful and has no entry in binding_table_indices`);
      });
    },
  ),
  perKernel(
    {
      code: 'rule/stateless-entry',
      says: 'Each entry of binding_table_indices is for a stateful argument.',
      source: `${PAGE}, Binding Table Indices`,
      about: ['kernels/binding_table_indices'],
    },
    ({ payload_arguments = [], binding_table_indices = [] }, report) => {
      if (binding_table_indices.length === 0) return;
      const stateful = new Set<string>();
      for (const argument of payload_arguments) if (isStateful(argument)) stateful.add(`${argument.arg_index}`);
      binding_table_indices.forEach(({ arg_index }, i) => {
        if (!stateful.has(`${arg_index}`)) report(`/binding_table_indices[${i}]`, `argument ${arg_index} is not stateful`);
      });
    },
  ),
  perKernel(
    { code: 'rule/sparse-arguments', says: 'Arguments are numbered without gaps.', source: `${PAGE}, Payload Arguments` },
    ({ payload_arguments = [] }, report) => {
      if (areNumbered(payload_arguments)) return;
      const indices = payload_arguments
        .map(({ arg_index = -1 }) => arg_index)
        .filter((index) => index >= 0)
        .sort((a, b) => a - b);
      const missing: string[] = [];
      let from = 0;
      for (const index of indices) {
        if (index > from) missing.push(index - 1 === from ? String(from) : `${from} to ${index - 1}`);
        from = index + 1;
      }
      if (missing.length === 0) return;
      report('/payload_arguments', `no entry has the arg_index ${missing.slice(0, 8).join(', ')}${missing.length > 8 ? ', …' : ''}`);
    },
  ),
  perKernel(
    {
      code: 'rule/narrowing',
      name: 'work-group',
      says: 'required_work_group_size fits the 16 bits in which drivers store each dimension.',
      source: `${DECODER}, populateKernelExecutionEnvironment`,
      about: ['execution_env/required_work_group_size'],
    },
    ({ execution_env }, report) => {
      const sizes = execution_env?.required_work_group_size;
      if (sizes?.some((size) => size < 0 || size > LARGEST_GROUP))
        report('/execution_env/required_work_group_size', `[${clip(sizes.join(', '))}] has a number that does not fit 16 bits`);
    },
  ),
  perArgument(
    {
      code: 'rule/narrowing',
      name: 'alignment',
      says: 'slm_alignment fits the 8 bits in which drivers store it.',
      source: `${DECODER}, readZeInfoPayloadArguments`,
      about: ['payload_arguments/slm_alignment'],
    },
    ({ slm_alignment: bytes = 0 }) =>
      bytes < 0 || bytes > LARGEST_ALIGNMENT ? `slm_alignment is ${bytes}, which does not fit 8 bits` : undefined,
  ),
  perKernel(
    {
      code: 'rule/scratch-style',
      says: 'From 1.39 on, a kernel with scratch buffers has spill_size or private_size too.',
      source: `${DECODER}, populateKernelPerThreadMemoryBuffer`,
      about: ['per_thread_memory_buffers/type scratch'],
    },
    ({ execution_env, per_thread_memory_buffers = [] }, report, { version }) => {
      if (per_thread_memory_buffers.length === 0 || compareVersions(version, SIZES_SINCE) < 0) return;
      const sizes = execution_env?.spill_size !== undefined || execution_env?.private_size !== undefined;
      const at = per_thread_memory_buffers.findIndex(({ type }) => type === 'scratch');
      if (at >= 0 && !sizes)
        report(
          `/per_thread_memory_buffers[${at}]`,
          `the kernel has scratch memory, but neither spill_size nor private_size, which drivers use from ${SIZES_SINCE} on`,
        );
    },
  ),
  {
    code: 'rule/kernel-reference',
    says: 'kernels_misc_info and kernels_cost_info refer to kernels and numbers that exist.',
    source: `${PAGE}, Kernel Misc Info and Kernel Cost Info`,
    about: ['container/kernels_misc_info', 'container/kernels_cost_info'],
    check({ container }, report) {
      const names = new Set((container.kernels ?? []).map(({ name }) => name));
      for (const list of ['kernels_misc_info', 'kernels_cost_info'] as const) {
        for (const [i, { name }] of (container[list] ?? []).entries()) {
          if (!names.has(name)) report(`${list}[${i}]/name`, `there is no kernel ${name}`);
        }
      }
      for (const [i, cost] of (container.kernels_cost_info ?? []).entries()) {
        const numbers = cost.kcm_args_sym?.length ?? 0;
        for (const [j, { argsym_index = -1 }] of (cost.kcm_loop_count_exps ?? []).entries()) {
          if (argsym_index < -1 || argsym_index >= numbers)
            report(
              `kernels_cost_info[${i}]/kcm_loop_count_exps[${j}]/argsym_index`,
              `argsym_index is ${argsym_index}, and kcm_args_sym has ${numbers} entries`,
            );
        }
      }
    },
  },
];

/** Arguments that have bytes in the payload, in the order of the payload. */
function placedArguments(args: readonly PayloadArgument[]) {
  const placed: { i: number; offset: number; size: number; end: number; arg_type: string }[] = [];
  for (const [i, { offset = -1, size = 0, arg_type = '' }] of args.entries())
    if (offset >= 0 && size > 0) placed.push({ i, offset, size, end: offset + size, arg_type });
  return placed.sort((a, b) => a.offset - b.offset || a.size - b.size);
}

function isStateful({ arg_type, addrmode, addrspace }: PayloadArgument): boolean {
  return arg_type === 'arg_bypointer' && addrmode === 'stateful' && addrspace !== 'sampler';
}

/** Whether each argument starts after the end of those before it. In this common order no arguments overlap. */
function areApart(args: readonly PayloadArgument[]): boolean {
  let last = 0;
  for (const { offset = -1, size = 0 } of args) {
    if (offset < 0 || size <= 0) continue;
    if (offset < last) return false;
    last = offset + size;
  }
  return true;
}

/** Whether arguments are in the order of their indices, without gaps. */
function areNumbered(args: readonly PayloadArgument[]): boolean {
  let next = 0;
  for (const { arg_index = -1 } of args) {
    if (arg_index > next) return false;
    if (arg_index === next) next++;
  }
  return true;
}
