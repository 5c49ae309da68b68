/** Text of .ze_info: forms of YAML, keys that are unknown or there twice, lists of everything that a kernel has. */
import { buildZebin } from '../../support/build-elf.ts';
import { attacks, times } from './attack.ts';

const HEAD = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
const info = (make: (scale: number) => string) => (scale: number) =>
  buildZebin({ zeInfo: HEAD + make(scale), kernels: ['k'], notes: [{ type: 6, desc: 0x0500_4000 }] }).bytes;

export const YAML = attacks(
  'yaml',
  {
    'dashes in one another': info((scale) => `x: ${'- '.repeat(1_000 * scale)}`),
    'lists in one another': info((scale) => `x: ${'['.repeat(2_000 * scale)}`),
    'maps in one another': info((scale) => `x: ${'{a: '.repeat(500 * scale)}`),
    'blocks that zigzag': info((scale) => `x:\n${times(50 * scale, (i) => `${' '.repeat(1 + (i % 63))}a${i}:\n`)}`),
    'a scalar of many lines': info((scale) => `x: a\n${'   a\n'.repeat(400 * scale)}`),
    'a string of escapes': info((scale) => `x: "${'\\x41'.repeat(500 * scale)}"\n`),
    'lines of tabs': info((scale) => '\t\n'.repeat(1_000 * scale)),
    'lines that end in CR': info((scale) => 'a: b\r'.repeat(400 * scale)),
    'lines that end in CR LF': info((scale) => times(200 * scale, (i) => `a${i}: b\r\n`)),
    'one key again and again': info((scale) => 'version: 1.60\n'.repeat(150 * scale)),
    'one short key again and again': info((scale) => 'a: 1\n'.repeat(400 * scale)),
    'items that are words': info((scale) => '- a\n'.repeat(500 * scale)),
    'items without content': info((scale) => '-\n'.repeat(1_000 * scale)),
    'items with a key alone': info((scale) => '- a:\n'.repeat(400 * scale)),
    'keys without a value': info((scale) => 'a:\n'.repeat(700 * scale)),
    'empty lines': info((scale) => '\n'.repeat(2_000 * scale)),
    'one attribute again and again': info((scale) => '    simd_size: 16\n'.repeat(100 * scale)),
    'unknown keys': info((scale) => times(200 * scale, (i) => `u${i}: 1\n`)),
    'unknown attributes': info((scale) => times(150 * scale, (i) => `    u${i}: 1\n`)),
    'a long list of sizes': info((scale) => `    required_work_group_size: [${'1,'.repeat(1_000 * scale)}1]\n`),
    'a number of many digits': info((scale) => `    spill_size: ${'9'.repeat(2_000 * scale)}\n`),
    'a hexadecimal number of many digits': info((scale) => `    spill_size: 0x${'f'.repeat(2_000 * scale)}\n`),
    comments: info((scale) => '# c\n'.repeat(500 * scale)),
    'arguments that overlap': info(
      (scale) =>
        `  payload_arguments:\n${times(30 * scale, () => '  - arg_type: arg_byvalue\n    offset: 0\n    size: 1000000\n    arg_index: 0\n')}`,
    ),
    'entries of the binding table for one argument': info(
      (scale) =>
        `  binding_table_indices:\n${times(30 * scale, () => '  - bti_value: 1\n    arg_index: 0\n')}  payload_arguments:\n${times(20 * scale, () => '  - arg_type: arg_bypointer\n    addrmode: stateful\n    offset: 0\n    size: 8\n    arg_index: 0\n')}`,
    ),
    samplers: info(
      (scale) =>
        `  inline_samplers:\n${times(40 * scale, (i) => `  - sampler_index: ${i}\n    addrmode: none\n    filtermode: nearest\n`)}`,
    ),
    'buffers of each thread': info(
      (scale) =>
        `  per_thread_memory_buffers:\n${times(30 * scale, (i) => `  - type: scratch\n    usage: spill_fill_space\n    size: 64\n    slot: ${i}\n`)}`,
    ),
    anchors: info((scale) => `x: &a [${'*a,'.repeat(700 * scale)}]\n`),
    'keys that are merged': info((scale) => times(100 * scale, (i) => `x${i}: &a${i} {<<: *a${i - 1}}\n`)),
    documents: info((scale) => '---\n'.repeat(500 * scale)),
    'NUL characters': info((scale) => 'a: \0\n'.repeat(400 * scale)),
    'names of arguments for one kernel': info(
      (scale) =>
        `kernels_misc_info:\n${times(15 * scale, (i) => `- name: k\n  args_info:\n  - index: ${i}\n    name: a${i}\n    address_qualifier: __global\n    access_qualifier: NONE\n    type_name: int\n    type_qualifiers: NONE\n`)}`,
    ),
    'names of global variables': info(
      (scale) => `global_host_access_table:\n${times(60 * scale, (i) => `- device_name: d${i}\n  host_name: h${i}\n`)}`,
    ),
    'long lines': info((scale) => times(scale, (i) => `u${i}: ${'x'.repeat(3_000)}\n`)),
  },
  // Many of nearly one shape: the suite has the texts of other layers.
  { kind: 'ze_info', long: true },
);
