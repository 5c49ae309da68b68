import { compareVersions } from '../schema/index.ts';
import { localIdBytes, PAYLOAD_KINDS } from './build/payload.ts';
import { crossThreadBytes } from './link-values.ts';
import { isInt32, namesOf, perArgument, perKernel, type Rule, type RuleContext, unread, type Violation } from './rule.ts';

const DECODER = 'shared/source/device_binary_format/zebin/zeinfo_decoder.cpp';
const BUFFER_SIZE_END = 2 ** 31 - 1;
/** Release from which on names may have dots, dashes and spaces without quotes. */
const DOTS_SINCE = '23.13.26032.7';
const LARGEST_PAYLOAD = 0xffff;
const VECTOR_SIZES = [4, 8, 12];
const DIMENSIONS = [1, 2, 3];
/** Entries of payload_arguments whose size is tested, besides vectors. */
const TESTED = ['buffer_offset', 'work_dimensions', 'region_group_dimension', 'buffer_size'];
const TABLED = ['global', 'constant', 'image'];

/**
 * The rules that decide about .ze_info, by what they are about. Rules about sections are the layout's to keep: it writes no other.
 */
export const RULES: readonly Rule[] = [
  {
    name: 'known-names',
    doc: 'Every attribute and word is one that the release reads.',
    source: `${DECODER}, encounterUnknownZeInfoAttribute and readEnumChecked`,
    *find({ container, driver }) {
      for (const { path, name, range } of namesOf(container)) {
        const why = range === undefined ? 'no version has it' : unread(range, driver);
        if (why !== undefined) yield { path, message: `${name}: ${why}` };
      }
    },
  },
  {
    name: 'version',
    doc: 'Every attribute and word exists in the version that the file says it has.',
    source: 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/version.md',
    *find({ container, version }) {
      for (const { path, name, row } of namesOf(container)) {
        const { since, until } = row;
        if (since !== undefined && compareVersions(version, since) < 0)
          yield { path, message: `${name} came with ${since}, after ${version}` };
        if (until !== undefined && compareVersions(version, until) >= 0)
          yield { path, message: `${name} went with ${until}, and this is ${version}` };
      }
    },
  },
  {
    name: 'numbers',
    doc: 'Numbers are integers of 32 bits, lists of three have three, and none in a list is negative.',
    source: `${DECODER}, readZeInfoValueChecked; shared/source/device_binary_format/yaml/yaml_parser.h`,
    *find({ container }) {
      for (const { path, kind, value } of namesOf(container)) {
        if (kind === 'int32' && !isInt32(value)) yield { path, message: `${value} is no integer of 32 bits` };
        if (kind !== 'int32xN') continue;
        const list = value as readonly number[];
        if (list.length !== 3) yield { path, message: `${list.length} numbers where three are needed` };
        if (!list.every((one) => isInt32(one) && one >= 0)) yield { path, message: 'a list holds integers of 32 bits from 0 on' };
      }
    },
  },
  {
    name: 'names',
    doc: 'Kernels and functions have names, each its own, that the parser reads back; kernels_misc_info in one would end the text there.',
    source: 'shared/source/device_binary_format/yaml/yaml_parser.h, isNameIdentifierCharacter; zebin_decoder.cpp, getKernelHeap',
    *find({ container, driver }) {
      const plain = driver === undefined || compareVersions(driver, DOTS_SINCE) >= 0;
      for (const [list, records] of [
        ['kernels', container.kernels ?? []],
        ['functions', container.functions ?? []],
      ] as const) {
        const seen = new Set<string>();
        for (const [i, { name = '' }] of records.entries()) {
          const path = `${list}[${i}]/name`;
          if (name === '' || seen.has(name)) yield { path, message: name === '' ? 'a name is empty' : `there are two of the name ${name}` };
          if (/['"\x00-\x1f\x7f]/.test(name)) yield { path, message: 'a name has a quote or a control character in it' };
          // What the compiler's printer writes without quotes, and the parser does not take so.
          if (/^[\w.,^ -]*$/.test(name) && (plain ? /[,^]/ : /[.,^ -]/).test(name))
            yield { path, message: `${name} would not be read whole` };
          if (name.includes('kernels_misc_info')) yield { path, message: 'a name holds kernels_misc_info' };
          seen.add(name);
        }
      }
    },
  },
  {
    name: 'simd-size',
    doc: 'simd_size is 1, 8, 16 or 32, for functions too.',
    source: `${DECODER}, readZeInfoExecutionEnvironment`,
    *find({ container }) {
      for (const [list, records] of [
        ['kernels', container.kernels ?? []],
        ['functions', container.functions ?? []],
      ] as const) {
        for (const [i, { execution_env }] of records.entries()) {
          const size = execution_env?.simd_size;
          if (![1, 8, 16, 32].includes(size ?? 0))
            yield { path: `${list}[${i}]/execution_env/simd_size`, message: `simd_size is ${size ?? 'missing'}` };
        }
      }
    },
  },
  perKernel(
    {
      name: 'slm-alloc-mode',
      doc: 'slm_alloc_mode is 0 or 1; anything else ends the process.',
      source: `${DECODER}, populateKernelExecutionEnvironment`,
      since: '26.27.39122.10',
    },
    function* ({ execution_env }) {
      const mode = execution_env?.slm_alloc_mode ?? 0;
      if (mode !== 0 && mode !== 1) yield ['/execution_env/slm_alloc_mode', `slm_alloc_mode is ${mode}`];
    },
  ),
  perKernel(
    {
      name: 'local-ids',
      doc: 'Local ids begin at 0 and are one to three dimensions large; nothing else is in the payload of a thread.',
      source: `${DECODER}, populateKernelPerThreadPayloadArgument`,
    },
    function* ({ execution_env, per_thread_payload_arguments = [] }, { grfBytes }) {
      for (const [i, { arg_type, offset = 0, size = 0 }] of per_thread_payload_arguments.entries()) {
        const path = `/per_thread_payload_arguments[${i}]`;
        const one = arg_type === 'packed_local_ids' ? 2 : localIdBytes(execution_env?.simd_size ?? 0, grfBytes);
        if (arg_type !== 'packed_local_ids' && arg_type !== 'local_id') yield [path, `${arg_type} is in the payload of a thread`];
        else if (offset !== 0) yield [path, `${arg_type} begins at ${offset}`];
        else if (!DIMENSIONS.includes(Math.floor(size / one))) yield [path, `${size} bytes are not one to three times ${one}`];
      }
    },
  ),
  perArgument(
    { name: 'payload-kinds', doc: 'Local ids are not among payload_arguments.', source: `${DECODER}, populateKernelPayloadArgument` },
    ({ arg_type }) => (arg_type === 'local_id' || arg_type === 'packed_local_ids' ? `${arg_type} belongs to each thread` : undefined),
  ),
  perArgument(
    {
      name: 'argument-size',
      doc: 'No size or place is negative. Vectors have 4, 8 or 12 bytes; offsets of buffers and numbers of dimensions 4, sizes of buffers 8.',
      source: `${DECODER}, populateArgVec and populateWithOffsetChecked`,
    },
    ({ arg_type = '', size = 0, offset = 0 }) => {
      if (size < 0 || offset < -1) return `${arg_type} has ${size} bytes at ${offset}`;
      const kind = PAYLOAD_KINDS.find((row) => row.arg_type === arg_type);
      if (kind?.count === 3) return VECTOR_SIZES.includes(size) ? undefined : `${arg_type} has ${size} bytes, not 4, 8 or 12`;
      return TESTED.includes(arg_type) && size !== kind?.bytes ? `${arg_type} has ${size} bytes, not ${kind?.bytes}` : undefined;
    },
  ),
  perArgument(
    {
      name: 'argument-index',
      doc: 'What belongs to an argument of the kernel says to which; without that the driver reads outside its table.',
      source: `${DECODER}, populateKernelPayloadArgument`,
    },
    ({ arg_type = '', arg_index = -1 }) =>
      /^(arg_|buffer_|image_|sampler_)/.test(arg_type) && arg_index < 0 ? `${arg_type} has no arg_index` : undefined,
  ),
  perArgument(
    {
      name: 'addrmode',
      doc: 'An argument by pointer says how it is addressed, and only pointers are stateless.',
      source: `${DECODER}, populateKernelPayloadArgument`,
    },
    ({ arg_type, addrmode, addrspace }) => {
      if (arg_type !== 'arg_bypointer') return undefined;
      if (addrmode === undefined) return 'arg_bypointer has no addrmode';
      return addrmode === 'stateless' && (addrspace === 'image' || addrspace === 'sampler') ? `a ${addrspace} is stateless` : undefined;
    },
  ),
  perArgument(
    {
      name: 'inline-pointers',
      doc: 'scratch_pointer and indirect_data_pointer lie within inline_data_payload_size.',
      source: `${DECODER}, populateArgToInlineData`,
      since: '26.32',
    },
    ({ arg_type, offset = -1, size = 0 }, { execution_env }) => {
      const inline = execution_env?.inline_data_payload_size ?? 0;
      if (arg_type !== 'scratch_pointer' && arg_type !== 'indirect_data_pointer') return undefined;
      return offset !== -1 && offset + size > inline ? `${arg_type} ends at ${offset + size}, and ${inline} bytes are inline` : undefined;
    },
  ),
  perKernel(
    {
      name: 'source-offset',
      doc: 'From the second part of one argument on, source_offset says where it lies in the structure.',
      source: `${DECODER}, populateKernelPayloadArgument`,
    },
    function* ({ payload_arguments = [] }) {
      const seen = new Set<number>();
      for (const [i, { arg_type, arg_index = -1, source_offset }] of payload_arguments.entries()) {
        if (arg_type !== 'arg_byvalue') continue;
        if (seen.has(arg_index) && source_offset === undefined) yield [`/payload_arguments[${i}]`, 'a further part has no source_offset'];
        seen.add(arg_index);
      }
    },
  ),
  perKernel(
    {
      name: 'bindless-mixed',
      doc: 'A kernel does not address some buffers, or some images, by heap and others by binding table; beside a heap, bases have no entry there.',
      source: `${DECODER}, decodeZeInfoKernelPayloadArguments`,
      since: '23.22.26516.8',
    },
    function* ({ payload_arguments = [], debug_env }) {
      const bases = payload_arguments.filter(({ arg_type }) => arg_type === 'const_base' || arg_type === 'global_base');
      const has = (image: boolean, mode: string) =>
        payload_arguments.some(
          ({ addrspace, addrmode, arg_type }) =>
            arg_type === 'arg_bypointer' && addrmode === mode && addrspace !== 'sampler' && (addrspace === 'image') === image,
        );
      const buffers = has(false, 'bindless') || bases.some(({ addrmode }) => addrmode === 'bindless');
      const images = has(true, 'bindless');
      // Entries of the binding table that the driver knows when it comes to this.
      const table = debug_env?.sip_surface_bti === 0 || bases.some(({ bti_value = -1 }) => bti_value >= 0);
      if ((buffers && has(false, 'stateful')) || (images && has(true, 'stateful')) || ((buffers || images) && table))
        yield ['/payload_arguments', 'bindless and stateful arguments are mixed'];
    },
  ),
  perKernel(
    {
      name: 'payload-size',
      doc: 'The payload that all threads share is counted in 16 bits, and so is its inline part.',
      source: `${DECODER}, populateKernelPayloadArgument and populateKernelExecutionEnvironment`,
    },
    function* ({ payload_arguments = [], execution_env }) {
      const end = payload_arguments.reduce((most, { offset = 0, size = 0 }) => Math.max(most, offset + size), 0);
      if (end > crossThreadBytes(payload_arguments)) yield ['/payload_arguments', `the payload ends at ${end}`];
      const inline = execution_env?.inline_data_payload_size ?? 0;
      if (inline < 0 || inline > LARGEST_PAYLOAD) yield ['/execution_env/inline_data_payload_size', `${inline} bytes are inline`];
    },
  ),
  perKernel(
    {
      name: 'samplers',
      doc: 'Samplers written in the source have an index from 0 on and all of their settings; an inline_sampler refers to one of the kernel.',
      source: `${DECODER}, populateKernelInlineSampler and populateInlineSampler`,
    },
    function* ({ inline_samplers = [], payload_arguments = [] }) {
      let count = 0;
      for (const [i, { sampler_index = -1, addrmode, filtermode }] of inline_samplers.entries()) {
        if (sampler_index < 0 || addrmode === undefined || filtermode === undefined)
          yield [`/inline_samplers[${i}]`, 'a sampler has no index, addrmode or filtermode'];
        count = Math.max(count, sampler_index + 1);
      }
      for (const [i, { arg_type, addrspace, sampler_index = -1 }] of payload_arguments.entries()) {
        if (arg_type === 'inline_sampler' && sampler_index > count)
          yield [`/payload_arguments[${i}]`, `there is no sampler ${sampler_index}`];
        if (addrspace === 'sampler') count = Math.max(count, sampler_index + 1);
      }
    },
  ),
  perKernel(
    {
      name: 'thread-memory',
      doc: 'Memory of threads is scratch, in slot 0 or 1 and each slot once, or global for private variables; its size is from 1 to below 2 GiB.',
      source: `${DECODER}, populateKernelPerThreadMemoryBuffer`,
    },
    function* ({ per_thread_memory_buffers = [], execution_env }) {
      const slots = new Set<number>();
      for (const [i, { type, usage, size = 0, slot = 0, is_simt_thread }] of per_thread_memory_buffers.entries()) {
        const path = `/per_thread_memory_buffers[${i}]`;
        const lanes = is_simt_thread ? (execution_env?.simd_size ?? 1) : 1;
        if (size < 1 || size >= BUFFER_SIZE_END || size * lanes >= 2 ** 32) yield [path, `${size} bytes for ${lanes} lanes`];
        if (type !== 'scratch' && type !== 'global') yield [path, `the type is ${type}`];
        if (type === 'global' && usage !== 'private_space') yield [path, `global memory for ${usage}`];
        if (type !== 'scratch') continue;
        if (slot < 0 || slot > 1 || slots.has(slot)) yield [path, slots.has(slot) ? `slot ${slot} is there twice` : `slot ${slot}`];
        slots.add(slot);
      }
    },
  ),
  perKernel(
    {
      name: 'binding-table',
      doc: 'Entries of the binding table are for buffers and images among the arguments, and are counted in 8 bits.',
      source: `${DECODER}, populateKernelBindingTableIndicies`,
    },
    function* ({ binding_table_indices = [], payload_arguments = [] }) {
      const spaces = new Map(payload_arguments.map(({ arg_index = -1, addrspace }) => [arg_index, addrspace]));
      for (const one of payload_arguments) if (one.addrspace !== undefined) spaces.set(one.arg_index ?? -1, one.addrspace);
      for (const [i, { arg_index = -1, bti_value = -1 }] of binding_table_indices.entries()) {
        const path = `/binding_table_indices[${i}]`;
        if (bti_value < 0 || bti_value > 254) yield [path, `the entry is number ${bti_value}`];
        if (!TABLED.includes(spaces.get(arg_index) ?? '')) yield [path, `argument ${arg_index} is no buffer and no image`];
      }
    },
  ),
];

/** What the rules of a release forbid in a .ze_info, by rule. */
export function violations(context: RuleContext): (Violation & { readonly rule: Rule })[] {
  const { driver } = context;
  return RULES.filter(({ since }) => since === undefined || driver === undefined || compareVersions(driver, since) >= 0).flatMap((rule) =>
    [...rule.find(context)].map((violation) => ({ ...violation, rule })),
  );
}
