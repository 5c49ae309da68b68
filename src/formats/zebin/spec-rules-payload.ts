import { argumentType, experimentalProperties, type Kernel, type PayloadArgument } from '../zeinfo/index.ts';
import { localIdBytes } from './build/payload.ts';
import { type InfoRule, perKernel, type RuleContext } from './rule.ts';

const PAGE = 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/zeinfo.md';
const TYPES = `${PAGE}, Supported argument types`;
const MOST_DIMENSIONS = 3;
const GRF_BYTES = [32, 64];
const PACKED_ID_BYTES = 2;

/** Types for which the page states no size, and whose value is an address or an offset into a heap. */
const ADDRESSES = ['arg_bypointer', 'buffer_address', 'printf_buffer', 'const_base', 'global_base', 'inline_sampler'];
/** Types whose size the rule `argument-size` checks. */
const TESTED = ['work_dimensions', 'region_group_dimension', 'buffer_size'];

/** The sizes of arguments by type, in 64-bit files and in 32-bit files. Types that the page or other rules leave open are not here. */
const SIZES: readonly [elf64: ReadonlyMap<string, readonly number[]>, elf32: ReadonlyMap<string, readonly number[]>] = [
  sizesByType(true),
  sizesByType(false),
];

function sizesByType(is64: boolean): ReadonlyMap<string, readonly number[]> {
  return new Map(
    argumentType.members.flatMap((row) => {
      const data = 'size' in row ? row.size : undefined;
      if (TESTED.includes(row.value)) return [];
      // An argument in a table has no bytes in the payload.
      if (ADDRESSES.includes(row.value)) return [[row.value, row.value === 'arg_bypointer' ? [0, 4, 8] : [4, 8]]];
      if (data === 'int64') return [[row.value, is64 ? [8] : [4, 8]]];
      return data === 'int32' ? [[row.value, [4]]] : [];
    }),
  );
}

type PerThreadArgument = NonNullable<Kernel['per_thread_payload_arguments']>[number];

/** Rules of the specification about the payload: local ids, sizes of arguments, and what private memory needs. */
export const PAYLOAD_RULES: readonly InfoRule[] = [
  perKernel(
    {
      code: 'rule/local-id-size',
      says: 'The size of local ids is a multiple of one dimension: two bytes for each lane in whole registers for local_id, two bytes for packed_local_ids.',
      source: TYPES,
      about: ['per_thread_payload_arguments/arg_type local_id', 'per_thread_payload_arguments/arg_type packed_local_ids'],
    },
    (kernel, report, context) => {
      eachLocalId(kernel, (argument, i) => {
        const { arg_type = '', size = 0 } = argument;
        const units = unitsOf(kernel, argument, context);
        // Drivers refuse sizes of no dimension and of more than three; the rule local-ids reports them.
        const dimensions = Math.floor(size / Math.min(...units));
        if (dimensions < 1 || dimensions > MOST_DIMENSIONS || units.some((unit) => size % unit === 0)) return;
        report(pathOf(i), `the size of ${arg_type} is ${size}, which is not one to three times ${units.join(' or ')} bytes`);
      });
    },
  ),
  perKernel(
    {
      code: 'rule/packed-local-ids',
      says: 'Only kernels of SIMD size 1 have packed_local_ids.',
      source: TYPES,
      about: ['per_thread_payload_arguments/arg_type packed_local_ids'],
    },
    (kernel, report) => {
      const simd = kernel.execution_env?.simd_size;
      eachLocalId(kernel, ({ arg_type }, i) => {
        if (arg_type === 'packed_local_ids' && simd !== undefined && simd !== 1)
          report(pathOf(i), `simd_size is ${simd} and not 1, and the kernel has packed_local_ids`);
      });
    },
  ),
  perKernel(
    {
      code: 'rule/extra-local-ids',
      says: 'There are not more local ids than dimensions in work_group_walk_order_dimensions.',
      source: TYPES,
      about: ['execution_env/work_group_walk_order_dimensions'],
    },
    (kernel, report, context) => {
      const order = kernel.execution_env?.work_group_walk_order_dimensions;
      if (order === undefined) return;
      const walked = new Set(order).size;
      eachLocalId(kernel, (argument, i) => {
        const { arg_type, size = 0 } = argument;
        const ids = Math.floor(size / Math.max(...unitsOf(kernel, argument, context)));
        if (arg_type === 'local_id' && ids > walked && ids <= MOST_DIMENSIONS)
          report(pathOf(i), `there are local ids of ${ids} dimensions, and [${order.join(', ')}] has ${walked}`);
      });
    },
  ),
  perKernel(
    {
      code: 'rule/argument-data',
      says: 'Addresses have 8 bytes, and 4 in 32-bit files. Offsets into a heap have 4 or 8 bytes, single numbers 4.',
      source: TYPES,
    },
    ({ payload_arguments: args = [] }, report, { is64 = true }) => {
      const [elf64, elf32] = SIZES;
      const sizesOf = is64 ? elf64 : elf32;
      for (let i = 0; i < args.length; i++) {
        const { arg_type = '', size = 0 } = args[i] as PayloadArgument;
        const sizes = sizesOf.get(arg_type);
        if (sizes !== undefined && size >= 0 && !sizes.includes(size))
          report(`/payload_arguments[${i}]`, `${arg_type} has ${size} bytes, not ${sizes.join(' or ')}`);
      }
    },
  ),
  perKernel(
    {
      code: 'rule/private-base',
      says: 'A kernel with private memory of type global has an argument private_base_stateless.',
      source: `${PAGE}, Supported allocation types`,
      about: ['per_thread_memory_buffers/type global'],
    },
    ({ per_thread_memory_buffers: buffers = [], payload_arguments: args = [] }, report) => {
      const at = buffers.findIndex(({ type }) => type === 'global');
      if (at >= 0 && !args.some(({ arg_type }) => arg_type === 'private_base_stateless'))
        report(`/per_thread_memory_buffers[${at}]`, 'the kernel has global memory, but no argument private_base_stateless');
    },
  ),
  perKernel(
    {
      code: 'rule/experiment-values',
      says: 'Values of experimental properties are 0, 1 or -1.',
      source: `${PAGE}, Experimental Properties`,
      about: ['kernels/experimental_properties'],
    },
    ({ experimental_properties: properties }, report) => {
      if (properties === undefined) return;
      for (const [key, { values = [] }] of Object.entries(experimentalProperties.attributes)) {
        const value = properties[key as keyof typeof properties];
        if (typeof value === 'number' && !values.includes(value))
          report(`/experimental_properties/${key}`, `${key} is ${value}, and not ${values.join(', ')}`);
      }
    },
  ),
];

const pathOf = (index: number) => `/per_thread_payload_arguments[${index}]`;

function eachLocalId(
  { per_thread_payload_arguments: args = [] }: Kernel,
  visit: (argument: PerThreadArgument, index: number) => void,
): void {
  args.forEach((argument, i) => {
    if (argument.arg_type === 'local_id' || argument.arg_type === 'packed_local_ids') visit(argument, i);
  });
}

/** Bytes of one dimension, for each register width that the device may have. */
function unitsOf(
  { execution_env }: Kernel,
  { arg_type }: PerThreadArgument,
  { grfBytes, deviceKnown = true }: RuleContext,
): readonly number[] {
  if (arg_type === 'packed_local_ids') return [PACKED_ID_BYTES];
  const widths = deviceKnown ? [grfBytes] : GRF_BYTES;
  return widths.map((bytes) => localIdBytes(execution_env?.simd_size ?? 0, bytes));
}
