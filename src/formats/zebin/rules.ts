import { applied, compareVersions, type Row } from '../../core/schema/index.ts';
import { CONTAINER, type Visit, visitRecord } from '../zeinfo/index.ts';
import {
  addressModeFault,
  argumentRow,
  argumentSizeFault,
  bufferSizeFault,
  bufferTypeFault,
  bufferUseFault,
  inlinePointerFault,
  inlineSamplerFault,
  localIdsFault,
  type MemoryBuffer,
  mixedFault,
  simdSizeFault,
  slmModeFault,
} from './constraints.ts';
import { DEVICE_RULES } from './device-rules.ts';
import { crossThreadBytes } from './link-values.ts';
import { type InfoRule, isInt32, perArgument, perKernel, type RuleContext, unread, type Violation } from './rule.ts';
import { BEHAVIOURS } from './table.ts';

const DECODER = 'intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp';
const LARGEST_PAYLOAD = 0xffff;
/** An entry of per_thread_memory_buffers, with defaults for absent attributes. */
function memoryBuffer({ type = '', usage = '', size = 0, slot = 0, is_simt_thread = false }: Partial<MemoryBuffer>): MemoryBuffer {
  return { type, usage, size, slot, is_simt_thread };
}

const TABLED = ['global', 'constant', 'image'];

/**
 * The driver's rules about .ze_info, grouped by subject. There are none about sections here, because the layout writes only valid ones.
 */
export const RULES: readonly InfoRule[] = [
  {
    code: 'rule/known-names',
    says: 'The release reads every attribute and word in the file.',
    source: `${DECODER}, encounterUnknownZeInfoAttribute and readEnumChecked`,
    check({ container, driver }, report) {
      visitRecord(CONTAINER, container, '', (visit) => {
        const { key, attribute } = visit;
        const why = unread(attribute.driver, driver);
        if (why !== undefined) report(placeOf(visit), `${key}: ${why}`);
        if (attribute.type.kind !== 'enum') return;
        const { member } = visit;
        const whyWord = member === undefined ? 'no version has it' : unread(member.driver, driver);
        if (whyWord !== undefined) report(placeOf(visit), `${key} ${visit.value}: ${whyWord}`);
      });
    },
  },
  {
    code: 'zeinfo/not-in-version',
    says: 'Every attribute and word exists in the version of the file.',
    source: 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/version.md',
    check({ container, version }, report) {
      visitRecord(CONTAINER, container, '', (visit) => {
        const check = (name: string, { since, until }: Row) => {
          if (since !== undefined && compareVersions(version, since) < 0)
            report(placeOf(visit), `${name} exists from ${since} on, and the version is ${version}`);
          if (until !== undefined && compareVersions(version, until) >= 0)
            report(placeOf(visit), `${name} was removed in ${until}, and the version is ${version}`);
        };
        check(visit.key, visit.attribute);
        if (visit.member) check(`${visit.key} ${visit.value}`, visit.member);
      });
    },
  },
  {
    code: 'rule/numbers',
    says: 'Numbers are 32-bit integers. A list has exactly three numbers, and none of them is negative.',
    source: `${DECODER}, readZeInfoValueChecked; shared/source/device_binary_format/yaml/yaml_parser.h`,
    check({ container }, report) {
      visitRecord(CONTAINER, container, '', (visit) => {
        const { value } = visit;
        const { kind } = visit.attribute.type;
        if (kind === 'int32' && !isInt32(value)) report(placeOf(visit), `${value} is not a 32-bit integer`);
        if (kind !== 'int32xN') return;
        const list = value as readonly number[];
        if (list.length !== 3) report(placeOf(visit), `the list has ${list.length} numbers instead of three`);
        if (!list.every((one) => isInt32(one) && one >= 0))
          report(placeOf(visit), 'a number of the list is not a 32-bit integer from 0 on');
      });
    },
  },
  {
    code: 'rule/names',
    says: 'Kernels and functions have unique names that the parser can read. A name with kernels_misc_info in it would end the text there.',
    source:
      'intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.h, isNameIdentifierCharacter; zebin_decoder.cpp, getKernelHeap',
    check({ container, driver }, report) {
      const plain = driver === undefined || compareVersions(driver, BEHAVIOURS.dashesInNames.since) >= 0;
      for (const [list, records] of [
        ['kernels', container.kernels ?? []],
        ['functions', container.functions ?? []],
      ] as const) {
        const names = new Set<string>();
        records.forEach(({ name = '' }, i) => {
          const twice = names.has(name);
          names.add(name);
          if (!twice && /^\w+$/.test(name) && !name.includes('kernels_misc_info')) return;
          const complain = (message: string) => report(`${list}[${i}]/name`, message);
          if (name === '' || twice) complain(name === '' ? 'the name is empty' : `the name ${name} occurs twice`);
          if (/['"\x00-\x1f\x7f]/.test(name)) complain('the name contains a quote or a control character');
          // The compiler writes these names without quotes, but the driver's parser does not read them completely.
          if (/^[\w.,^ -]*$/.test(name) && (plain ? /[,^]/ : /[.,^ -]/).test(name))
            complain(`the driver would read only a part of ${name}`);
          if (name.includes('kernels_misc_info')) complain('the name contains kernels_misc_info');
        });
      }
    },
  },
  {
    code: 'rule/simd-size',
    says: 'simd_size of a kernel or function is 1, 8, 16 or 32.',
    source: `${DECODER}, readZeInfoExecutionEnvironment`,
    check({ container }, report) {
      for (const [list, records] of [
        ['kernels', container.kernels ?? []],
        ['functions', container.functions ?? []],
      ] as const) {
        records.forEach(({ execution_env }, i) => {
          const fault = simdSizeFault(execution_env?.simd_size);
          if (fault !== undefined) report(`${list}[${i}]/execution_env/simd_size`, fault);
        });
      }
    },
  },
  perKernel(
    {
      code: 'rule/slm-alloc-mode',
      says: 'slm_alloc_mode is 0 or 1. Any other value aborts the process.',
      source: `${DECODER}, populateKernelExecutionEnvironment`,
      driver: { since: BEHAVIOURS.slmModes.since },
      about: ['execution_env/slm_alloc_mode'],
    },
    ({ execution_env }, report) => {
      const fault = slmModeFault(execution_env?.slm_alloc_mode ?? 0);
      if (fault !== undefined) report('/execution_env/slm_alloc_mode', fault);
    },
  ),
  perKernel(
    {
      code: 'rule/local-ids',
      says: 'The payload of a thread has local ids only. They begin at 0 and have one to three dimensions.',
      source: `${DECODER}, populateKernelPerThreadPayloadArgument`,
      about: ['kernels/per_thread_payload_arguments'],
    },
    ({ execution_env, per_thread_payload_arguments = [] }, report, { grfBytes }) => {
      per_thread_payload_arguments.forEach(({ arg_type = '', offset = 0, size = 0 }, i) => {
        const fault = localIdsFault(arg_type, offset, size, execution_env?.simd_size ?? 0, grfBytes);
        if (fault !== undefined) report(`/per_thread_payload_arguments[${i}]`, fault);
      });
    },
  ),
  perArgument(
    {
      code: 'rule/payload-kinds',
      says: 'Local ids are not among payload_arguments.',
      source: `${DECODER}, populateKernelPayloadArgument`,
      about: ['payload_arguments/arg_type local_id', 'payload_arguments/arg_type packed_local_ids'],
    },
    ({ arg_type = '' }) =>
      argumentRow(arg_type)?.place === 'per-thread' ? `${arg_type} belongs in per_thread_payload_arguments` : undefined,
  ),
  perArgument(
    {
      code: 'rule/argument-size',
      says: 'Sizes and offsets are not negative. Vectors have 4, 8 or 12 bytes, offsets of buffers and numbers of dimensions 4, sizes of buffers 8.',
      source: `${DECODER}, populateArgVec and populateWithOffsetChecked`,
    },
    ({ arg_type = '', size = 0, offset = 0 }) => {
      if (size < 0 || offset < -1) return `${arg_type} has size ${size} and offset ${offset}`;
      return argumentSizeFault(arg_type, size);
    },
  ),
  perArgument(
    {
      code: 'rule/argument-index',
      says: 'An entry for an argument of the kernel has an arg_index. Without it the driver reads outside its table.',
      source: `${DECODER}, populateKernelPayloadArgument`,
    },
    ({ arg_type = '', arg_index = -1 }) =>
      arg_index < 0 && argumentRow(arg_type)?.of !== undefined ? `${arg_type} has no arg_index` : undefined,
  ),
  perArgument(
    {
      code: 'rule/addrmode',
      says: 'arg_bypointer has an addrmode. Images and samplers are not stateless.',
      source: `${DECODER}, populateKernelPayloadArgument`,
      about: ['payload_arguments/arg_type arg_bypointer'],
    },
    ({ arg_type, addrmode, addrspace }) => (arg_type === 'arg_bypointer' ? addressModeFault(addrmode, addrspace) : undefined),
  ),
  perArgument(
    {
      code: 'rule/inline-pointers',
      says: 'scratch_pointer and indirect_data_pointer end within inline_data_payload_size.',
      source: `${DECODER}, populateArgToInlineData`,
      driver: { since: BEHAVIOURS.inlinePointers.since },
      about: ['payload_arguments/arg_type scratch_pointer', 'payload_arguments/arg_type indirect_data_pointer'],
    },
    ({ arg_type = '', offset = -1, size = 0 }, { execution_env }) =>
      inlinePointerFault(arg_type, offset, size, () => execution_env?.inline_data_payload_size ?? 0),
  ),
  perKernel(
    {
      code: 'rule/source-offset',
      says: 'The second and later parts of one argument have a source_offset: their place in the structure.',
      source: `${DECODER}, populateKernelPayloadArgument`,
      about: ['payload_arguments/arg_type arg_byvalue'],
    },
    ({ payload_arguments = [] }, report) => {
      let indices: Set<string> | undefined;
      let last = Number.NEGATIVE_INFINITY;
      payload_arguments.forEach(({ arg_type, arg_index = -1, source_offset }, i) => {
        if (arg_type !== 'arg_byvalue') return;
        // Arguments are nearly always in the order of their indices.
        const further = arg_index <= last && indices?.has(`${arg_index}`);
        if (further && source_offset === undefined)
          report(`/payload_arguments[${i}]`, `a later part of argument ${arg_index} has no source_offset`);
        indices ??= new Set();
        indices.add(`${arg_index}`);
        last = Math.max(last, arg_index);
      });
    },
  ),
  perKernel(
    {
      code: 'rule/bindless-mixed',
      says: 'A kernel does not mix bindless and stateful buffers, or bindless and stateful images. With bindless ones, bases have no binding table entry.',
      source: `${DECODER}, decodeZeInfoKernelPayloadArguments`,
      driver: { since: BEHAVIOURS.bindlessAlone.since },
      about: ['payload_arguments/addrmode bindless'],
    },
    ({ payload_arguments = [], debug_env }, report) => {
      // Without bindless arguments there can be no mix.
      if (!payload_arguments.some(({ addrmode }) => addrmode === 'bindless')) return;
      const bases = payload_arguments.filter(({ arg_type }) => arg_type === 'const_base' || arg_type === 'global_base');
      const has = (image: boolean, mode: string) =>
        payload_arguments.some(
          ({ addrspace, addrmode, arg_type }) =>
            arg_type === 'arg_bypointer' && addrmode === mode && addrspace !== 'sampler' && (addrspace === 'image') === image,
        );
      const fault = mixedFault({
        bindlessBuffer: has(false, 'bindless') || bases.some(({ addrmode }) => addrmode === 'bindless'),
        bindlessImage: has(true, 'bindless'),
        statefulBuffer: has(false, 'stateful'),
        statefulImage: has(true, 'stateful'),
        // Entries of the binding table that the driver knows when it makes this check.
        table: debug_env?.sip_surface_bti === 0 || bases.some(({ bti_value = -1 }) => bti_value >= 0),
      });
      if (fault !== undefined) report('/payload_arguments', fault);
    },
  ),
  perKernel(
    {
      code: 'rule/payload-size',
      says: 'The size of the cross-thread data fits 16 bits, and so does that of its inline part.',
      source: `${DECODER}, populateKernelPayloadArgument and populateKernelExecutionEnvironment`,
    },
    ({ payload_arguments = [], execution_env }, report) => {
      let end = 0;
      for (const { offset = 0, size = 0 } of payload_arguments) end = Math.max(end, offset + size);
      if (end > crossThreadBytes(payload_arguments)) report('/payload_arguments', `the payload ends at byte ${end}`);
      const inline = execution_env?.inline_data_payload_size ?? 0;
      if (inline < 0 || inline > LARGEST_PAYLOAD)
        report('/execution_env/inline_data_payload_size', `inline_data_payload_size is ${inline}`);
    },
  ),
  perKernel(
    {
      code: 'rule/samplers',
      says: 'An inline sampler has an index from 0 on and all settings. An argument inline_sampler refers to a sampler of the kernel.',
      source: `${DECODER}, populateKernelInlineSampler and populateInlineSampler`,
      about: ['kernels/inline_samplers', 'payload_arguments/arg_type inline_sampler'],
    },
    ({ inline_samplers = [], payload_arguments = [] }, report) => {
      let count = 0;
      inline_samplers.forEach(({ sampler_index = -1, addrmode = '', filtermode = '' }, i) => {
        const fault = inlineSamplerFault(sampler_index >= 0, addrmode, filtermode);
        if (fault !== undefined) report(`/inline_samplers[${i}]`, fault);
        count = Math.max(count, sampler_index + 1);
      });
      payload_arguments.forEach(({ arg_type, addrspace, sampler_index = -1 }, i) => {
        if (arg_type === 'inline_sampler' && sampler_index > count)
          report(`/payload_arguments[${i}]`, `the kernel has no sampler ${sampler_index}`);
        if (addrspace === 'sampler') count = Math.max(count, sampler_index + 1);
      });
    },
  ),
  perKernel(
    {
      code: 'rule/thread-memory',
      says: 'Scratch memory is in slot 0 or 1, each used once. Global memory is for private variables. Sizes are from 1 to below 2 GiB.',
      source: `${DECODER}, populateKernelPerThreadMemoryBuffer`,
      about: ['kernels/per_thread_memory_buffers'],
    },
    ({ per_thread_memory_buffers = [], execution_env }, report) => {
      if (per_thread_memory_buffers.length === 0) return;
      const slots: boolean[] = [];
      for (const [i, written] of per_thread_memory_buffers.entries()) {
        const buffer = memoryBuffer(written);
        const size = bufferSizeFault(buffer, execution_env?.simd_size ?? 1);
        const use = bufferUseFault(buffer, slots);
        for (const fault of [size, use]) if (fault !== undefined) report(`/per_thread_memory_buffers[${i}]`, fault);
        if (buffer.type === 'scratch' && (buffer.slot === 0 || buffer.slot === 1)) slots[buffer.slot] = true;
      }
    },
  ),
  perKernel(
    {
      code: 'rule/slm-memory',
      says: 'The type of a per-thread memory buffer is scratch or global, not slm.',
      source: `${DECODER}, populateKernelPerThreadMemoryBuffer`,
      about: ['kernels/per_thread_memory_buffers'],
    },
    ({ per_thread_memory_buffers = [] }, report) => {
      for (const [i, buffer] of per_thread_memory_buffers.entries()) {
        const fault = bufferTypeFault(memoryBuffer(buffer));
        if (fault !== undefined) report(`/per_thread_memory_buffers[${i}]`, fault);
      }
    },
  ),
  perKernel(
    {
      code: 'rule/binding-table',
      says: 'Entries of the binding table are for arguments that are buffers or images. Their numbers fit 8 bits.',
      source: `${DECODER}, populateKernelBindingTableIndicies`,
      about: ['kernels/binding_table_indices'],
    },
    ({ binding_table_indices = [], payload_arguments = [] }, report) => {
      if (binding_table_indices.length === 0) return;
      const spaces = new Map<string, string>();
      for (const { arg_index = -1, addrspace } of payload_arguments) if (addrspace !== undefined) spaces.set(`${arg_index}`, addrspace);
      binding_table_indices.forEach(({ arg_index = -1, bti_value = -1 }, i) => {
        const complain = (message: string) => report(`/binding_table_indices[${i}]`, message);
        if (bti_value < 0 || bti_value > 254) complain(`bti_value is ${bti_value}`);
        if (!TABLED.includes(spaces.get(`${arg_index}`) ?? '')) complain(`argument ${arg_index} is neither a buffer nor an image`);
      });
    },
  ),
];

/** The path of an attribute, relative to the container. */
function placeOf({ path }: Visit): string {
  return path.slice(1);
}

/** The violations of a release's rules in a .ze_info, each with its rule. */
export function violations(context: RuleContext): readonly Violation[] {
  const { driver } = context;
  const violated: Violation[] = [];
  const rules = [...RULES, ...DEVICE_RULES].filter(
    (rule) => driver === undefined || rule.driver?.since === undefined || compareVersions(driver, rule.driver.since) >= 0,
  );
  applied(rules, (rule, _, path, message) => violated.push({ path, message, rule }))(context);
  return violated;
}
