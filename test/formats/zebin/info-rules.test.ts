/**
 * Right values for every rule about .ze_info, at the edges of what it allows: nothing is said of them. The wrong ones are among the cases
 * of the codes. A rule without right values fails.
 */
import { describe, expect, test } from 'vitest';
import { DEVICE_RULES, RULES, readZebin, SPEC_RULES, validateZebin } from '../../../src/formats/zebin/index.ts';
import { argumentType, executionEnv, experimentalProperties } from '../../../src/formats/zeinfo/index.ts';
import { RULE_CASES } from '../../codes/rules.ts';
import { buildZebin, type NoteSpec } from '../../support/build-elf.ts';

const BMG: NoteSpec = { type: 6, desc: 0x05004000 };
/** A device with registers of 32 bytes and SIMD8. */
const DG2: NoteSpec = { type: 6, desc: 0x030dc000 };

interface Right {
  readonly env?: string;
  readonly kernel?: string;
  readonly after?: string;
  readonly grf?: number;
  readonly simd?: number;
  readonly note?: NoteSpec;
  readonly version?: string;
  readonly name?: string;
}

function text({ env = '', kernel = '', after = '', grf = 128, simd = 16, version = '1.73', name = 'k' }: Right): string {
  return `version: '${version}'\nkernels:\n  - name: ${name}\n    execution_env:\n      grf_count: ${grf}\n      simd_size: ${simd}\n${env}${kernel}${after}`;
}

function findingsOf(right: Right) {
  const { note = BMG, name = 'k' } = right;
  const { bytes } = buildZebin({ zeInfo: text(right), kernels: [name], notes: [note], ident: { EI_ABIVERSION: 1 } });
  const { value, diagnostics } = readZebin(bytes);
  return [...diagnostics, ...validateZebin(value)];
}

const env = (...lines: readonly string[]): Right => ({ env: lines.map((line) => `      ${line}\n`).join('') });
const list = (key: string, items: readonly string[]) =>
  `    ${key}:\n${items.map((item) => `      - ${item.replaceAll(' | ', '\n        ')}\n`).join('')}`;
const payload = (...items: readonly string[]): Right => ({ kernel: list('payload_arguments', items) });
const ids = (kind: string, size: number, more: Right = {}): Right => ({
  ...more,
  kernel: list('per_thread_payload_arguments', [`arg_type: ${kind} | offset: 0 | size: ${size}`]),
});
const memory = (...items: readonly string[]): Right => ({
  ...env('private_size: 64', 'spill_size: 64'),
  kernel: list('per_thread_memory_buffers', items),
});
const pointer = (index: number, offset: number, addrmode: string, size = 8, addrspace = 'global') =>
  `arg_type: arg_bypointer | offset: ${offset} | size: ${size} | arg_index: ${index} | addrmode: ${addrmode} | addrspace: ${addrspace} | access_type: readwrite`;
const byValue = (index: number, offset: number, size = 4) =>
  `arg_type: arg_byvalue | offset: ${offset} | size: ${size} | arg_index: ${index}`;
const entry = (bti: number, index: number) => `bti_value: ${bti} | arg_index: ${index}`;

const ORDERS = ['0, 0, 0', '0, 1, 0', '0, 1, 2', '1, 0, 0', '2, 1, 0'].map((order) =>
  env(`work_group_walk_order_dimensions: [ ${order} ]`),
);
const SAMPLER = 'sampler_index: 0 | addrmode: none | filtermode: nearest';
const data = argumentType.members.flatMap((row): Right[] => {
  const size = 'size' in row ? { int32: 4, int64: 8 }[row.size as string] : undefined;
  const index = /^(arg_|buffer_|image_|sampler_)/.test(row.value) ? ' | arg_index: 0' : '';
  return size === undefined
    ? []
    : [{ ...env('inline_data_payload_size: 64'), ...payload(`arg_type: ${row.value} | offset: 0 | size: ${size}${index}`) }];
});

const RIGHT: { readonly [rule: string]: readonly Right[] } = {
  'rule/known-names': [env('has_dpas: true', 'thread_scheduling_mode: age_based'), env('indirect_stateless_count: 1')],
  'zeinfo/not-in-version': [env('eu_thread_count: 8'), { version: '1.8', ...env('has_global_atomics: true') }],
  'rule/numbers': [env('required_work_group_size: [ 0, 0, 0 ]'), env('slm_size: 0'), env('required_work_group_size: [ 1024, 1, 1 ]')],
  'rule/names': [{ name: '_k1' }, { name: 'K_with_9_and_more' }],
  'rule/simd-size': (executionEnv.attributes.simd_size.values ?? []).map((simd) => ({ simd: Number(simd), note: DG2 })),
  'rule/slm-alloc-mode': (executionEnv.attributes.slm_alloc_mode.values ?? []).map((mode) => env(`slm_alloc_mode: ${mode}`)),
  'rule/local-ids': [1, 2, 3].map((count) => ids('local_id', 64 * count)),
  'rule/local-id-size': [
    ...[1, 2, 3].map((count) => ids('local_id', 32 * count, { note: DG2 })),
    ...[1, 2, 3].map((count) => ids('local_id', 64 * count, { simd: 32 })),
    ...[2, 4, 6].map((size) => ids('packed_local_ids', size, { simd: 1 })),
  ],
  'rule/packed-local-ids': [ids('packed_local_ids', 6, { simd: 1 })],
  'rule/extra-local-ids': [
    ids('local_id', 64, env('work_group_walk_order_dimensions: [ 0, 0, 0 ]')),
    ids('local_id', 192, env('work_group_walk_order_dimensions: [ 0, 1, 2 ]')),
  ],
  'rule/payload-kinds': [payload('arg_type: local_size | offset: 0 | size: 12'), ids('local_id', 64)],
  'rule/argument-data': [...data, payload(pointer(0, 0, 'stateless')), payload(pointer(0, 0, 'slm', 4, 'local'))],
  'rule/argument-size': [
    ...[4, 8, 12].map((size) => payload(`arg_type: group_count | offset: 0 | size: ${size}`)),
    payload('arg_type: work_dimensions | offset: 0 | size: 4'),
  ],
  'rule/argument-index': [payload(byValue(0, 0))],
  'rule/addrmode': ['stateless', 'bindless'].map((mode) => payload(pointer(0, 0, mode))),
  'rule/inline-pointers': [
    { ...env('inline_data_payload_size: 64'), ...payload('arg_type: scratch_pointer | offset: 56 | size: 8') },
    { ...env('inline_data_payload_size: 64'), ...payload('arg_type: indirect_data_pointer | offset: 0 | size: 8') },
  ],
  'rule/source-offset': [payload(byValue(0, 0), `${byValue(0, 4)} | source_offset: 4`), payload(byValue(0, 0), byValue(1, 4))],
  'rule/bindless-mixed': [
    payload(pointer(0, 0, 'bindless'), pointer(1, 8, 'bindless')),
    payload(pointer(0, 0, 'bindless'), pointer(1, 8, 'stateless')),
  ],
  'rule/payload-size': [payload(byValue(0, 65500, 4))],
  'rule/samplers': [
    { kernel: list('inline_samplers', [SAMPLER]) },
    {
      kernel: `${list('inline_samplers', [SAMPLER])}${list('payload_arguments', ['arg_type: inline_sampler | offset: 0 | size: 4 | sampler_index: 0 | addrmode: stateful | addrspace: sampler'])}`,
    },
  ],
  'rule/thread-memory': [
    memory('type: scratch | usage: spill_fill_space | size: 1', 'type: scratch | usage: private_space | size: 64 | slot: 1'),
    {
      ...memory('type: global | usage: private_space | size: 2147483646'),
      kernel: `${list('per_thread_memory_buffers', ['type: global | usage: private_space | size: 2147483646'])}${list('payload_arguments', ['arg_type: private_base_stateless | offset: 0 | size: 8'])}`,
    },
  ],
  'rule/slm-memory': [memory('type: scratch | usage: private_space | size: 64')],
  'rule/private-base': [
    {
      kernel: `${list('per_thread_memory_buffers', ['type: global | usage: private_space | size: 64'])}${list('payload_arguments', ['arg_type: private_base_stateless | offset: 0 | size: 8'])}`,
    },
    memory('type: scratch | usage: private_space | size: 64'),
  ],
  'rule/binding-table': [0, 254].map((bti) => ({
    kernel: `${list('payload_arguments', [pointer(0, 0, 'stateful', 0)])}${list('binding_table_indices', [entry(bti, 0)])}`,
  })),
  'rule/stateful-entry': [
    { kernel: `${list('payload_arguments', [pointer(0, 0, 'stateful', 0)])}${list('binding_table_indices', [entry(0, 0)])}` },
    payload(pointer(0, 0, 'stateless')),
  ],
  'rule/stateless-entry': [
    { kernel: `${list('payload_arguments', [pointer(0, 0, 'stateful', 0)])}${list('binding_table_indices', [entry(0, 0)])}` },
  ],
  'rule/experiment-values': Object.entries(experimentalProperties.attributes).flatMap(([key, { values = [] }]) =>
    values.map((value) => ({ kernel: `    experimental_properties:\n      ${key}: ${value}\n` })),
  ),
  'rule/walk-order': ORDERS,
  'rule/unlisted-walk-order': ORDERS,
  'rule/implicit-arguments': [env('has_stack_calls: true', 'require_iab: true'), env('require_iab: true'), env('has_stack_calls: true')],
  'rule/payload-overlap': [
    payload('arg_type: group_count | offset: 0 | size: 12', 'arg_type: local_size | offset: 12 | size: 12'),
    payload(pointer(0, 0, 'stateless'), byValue(1, 8)),
  ],
  'rule/payload-holes': [
    payload('arg_type: group_count | offset: 0 | size: 12', pointer(0, 16, 'stateless')),
    payload('arg_type: group_count | offset: 0 | size: 12', 'arg_type: local_size | offset: 32 | size: 12'),
  ],
  'rule/sparse-arguments': [payload(byValue(0, 0), byValue(1, 4)), payload(byValue(1, 0), byValue(0, 4))],
  'rule/narrowing': [env('required_work_group_size: [ 1024, 1, 1 ]'), payload(`${pointer(0, 0, 'slm', 4, 'local')} | slm_alignment: 255`)],
  'rule/scratch-style': [
    memory('type: scratch | usage: private_space | size: 64'),
    { version: '1.38', kernel: list('per_thread_memory_buffers', ['type: scratch | usage: private_space | size: 64']) },
  ],
  'rule/kernel-reference': [
    {
      after:
        'kernels_misc_info:\n  - name: k\n    args_info:\n      - index: 0\n        name: a\n        address_qualifier: __private\n        access_qualifier: NONE\n        type_name: "int;4"\n        type_qualifiers: NONE\n',
    },
  ],
  'rule/grf-count': [128, 256].map((grf) => ({ grf })),
  'rule/slm-size': [env('slm_size: 131072'), env('slm_size: 0')],
  'rule/device-simd-size': [{ simd: 16 }, { simd: 32 }, { simd: 8, note: DG2 }],
  'rule/barrier-count': [0, 1, 2, 4, 8, 16, 24, 32].map((count) => env(`barrier_count: ${count}`)),
  'rule/eu-thread-count': [{ ...env('eu_thread_count: 8') }, { ...env('eu_thread_count: 4'), grf: 256 }],
  'rule/scratch-size': [
    memory('type: scratch | usage: private_space | size: 262144'),
    // Only scratch buffers have the limit.
    {
      kernel: `${list('per_thread_memory_buffers', ['type: global | usage: private_space | size: 262145'])}${list('payload_arguments', ['arg_type: private_base_stateless | offset: 0 | size: 8'])}`,
    },
  ],
  'rule/work-group-size': ['1024, 1, 1', '16, 8, 8', '0, 0, 0', '0, 4, 0'].map((sizes) => env(`required_work_group_size: [ ${sizes} ]`)),
  'rule/sub-group-size': [16, 0].map((size) => ({ kernel: `    user_attributes:\n      intel_reqd_sub_group_size: ${size}\n` })),
};

const codes = [...new Set([...RULES, ...SPEC_RULES, ...DEVICE_RULES].map(({ code }) => code))];

test('every rule about .ze_info has right values, and wrong ones', () => {
  expect(Object.keys(RIGHT).sort(), 'RIGHT in this file has right values for each rule').toEqual([...codes].sort());
  const wrong: readonly string[] = Object.keys(RULE_CASES);
  // The version is checked against the rows of attributes and words.
  const without = codes.filter((code) => code.startsWith('rule/') && !wrong.includes(code));
  expect(without, 'add wrong values for these to RULE_CASES in test/codes/rules.ts').toEqual([]);
  expect(Object.entries(RIGHT).filter(([, cases]) => cases.length === 0)).toEqual([]);
});

describe.each(codes)('%s', (rule) => {
  test.each((RIGHT[rule] ?? []).map((right) => [JSON.stringify(right), right] as const))(
    'nothing is said of the right value %s',
    (_, right) => {
      const found = findingsOf(right);
      expect(found.filter(({ code }) => code === rule).map(({ message }) => message)).toEqual([]);
      expect(found.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    },
  );
});
