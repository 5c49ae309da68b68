import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Attribute, compareVersions, existsIn, parseVersion, type Row } from '../../../src/core/schema/index.ts';
import type { RecordOf } from '../../../src/formats/zeinfo/model.ts';
import { CONTAINER, ENUMS, type executionEnv, type kernel, RECORDS } from '../../../src/formats/zeinfo/table/index.ts';

/** Names of the page at 1.14, as a list for each record and enumeration. */
const PAGE_1_14: Readonly<Record<string, string>> = {
  container: 'version kernels functions global_host_access_table',
  kernels:
    'name execution_env payload_arguments per_thread_payload_arguments binding_table_indices per_thread_memory_buffers experimental_properties debug_env',
  functions: 'name execution_env',
  execution_env:
    'barrier_count disable_mid_thread_preemption grf_count has_4gb_buffers has_device_enqueue has_dpas has_fence_for_image_access has_global_atomics has_multi_scratch_spaces has_no_stateless_write has_stack_calls require_disable_eufusion inline_data_payload_size offset_to_skip_per_thread_data_load offset_to_skip_set_ffid_gp required_sub_group_size required_work_group_size simd_size slm_size subgroup_independent_forward_progress thread_scheduling_mode work_group_walk_order_dimensions',
  payload_arguments: 'arg_type offset size arg_index addrmode addrspace access_type sampler_index source_offset slm_alignment',
  per_thread_payload_arguments: 'arg_type offset size',
  binding_table_indices: 'bti_value arg_index',
  per_thread_memory_buffers: 'type usage size slot is_simt_thread',
  experimental_properties: 'has_non_kernel_arg_load has_non_kernel_arg_store has_non_kernel_arg_atomic',
  debug_env: 'sip_surface_bti sip_surface_offset',
  global_host_access_table: 'device_name host_name',
  thread_scheduling_mode: 'age_based round_robin round_robin_stall',
  argument_type:
    'packed_local_ids local_id local_size group_count work_dimensions global_size enqueued_local_size global_id_offset private_base_stateless buffer_offset printf_buffer implicit_arg_buffer arg_byvalue arg_bypointer',
  memory_addressing_mode: 'stateless stateful bindless slm',
  address_space: 'global local constant image sampler',
  access_type: 'readonly writeonly readwrite',
  allocation_type: 'global scratch slm',
  memory_usage: 'private_space spill_fill_space single_space',
};

/** Names that the page at 1.65 has besides those of 1.14; nothing of 1.14 has gone. */
const ADDED_1_65: Readonly<Record<string, string>> = {
  container: 'kernels_misc_info kernels_cost_info',
  kernels: 'user_attributes inline_samplers',
  user_attributes:
    'intel_reqd_sub_group_size intel_reqd_workgroup_walk_order invalid_kernel reqd_work_group_size vec_type_hint work_group_size_hint intel_reqd_thread_group_dispatch_size',
  execution_env:
    'has_printf_calls require_assert_buffer require_sync_buffer has_indirect_calls indirect_stateless_count private_size spill_size eu_thread_count has_sample has_rtcalls quantum_size quantum_walk_order quantum_partition_dimension generate_local_id has_lsc_stores_with_non_default_l1_cache_controls require_iab',
  payload_arguments: 'image_type image_transformable sampler_type is_pipe is_ptr bti_value',
  inline_samplers: 'sampler_index addrmode filtermode normalized',
  kernels_misc_info: 'name args_info',
  args_info: 'index name address_qualifier access_qualifier type_name type_qualifiers',
  kernels_cost_info: 'name kcm_args_sym kcm_loop_count_exps Kcm_loop_costs',
  kcm_args_sym: 'argNo byteOffset sizeInBytes isInDirect',
  kcm_loop_count_exps: 'factor argsym_index C',
  Kcm_loop_costs: 'cycle bytes_loaded bytes_stored num_loops',
  argument_type:
    'buffer_address sync_buffer rt_global_buffer assert_buffer indirect_data_pointer scratch_pointer image_height image_width image_depth image_num_mip_levels image_channel_data_type image_channel_order image_srgb_channel_order image_array_size image_num_samples sampler_address sampler_normalized sampler_snap_wa inline_sampler const_base global_base region_group_size region_group_dimension region_group_wg_count region_group_barrier_buffer buffer_size',
  image_type:
    'image_buffer image_1d image_1d_array image_2d image_2d_array image_3d image_cube image_cube_array image_2d_depth image_2d_array_depth image_2d_msaa image_2d_msaa_depth image_2d_array_msaa image_2d_array_msaa_depth image_2d_media image_2d_media_block',
  sampler_type:
    'texture sample_8x8 sample_8x8_2dconvolve sample_8x8_erode sample_8x8_dilate sample_8x8_minmaxfilter sample_8x8_minmax sample_8x8_centroid sample_8x8_bool_centroid sample_8x8_bool_sum',
  sampler_desc_addrmode: 'none clamp_border clamp_edge repeat mirror',
  sampler_desc_filtermode: 'nearest linear',
};

/** Defaults of the page at 1.65 that are neither 0, false nor a list of zeros. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  'execution_env.work_group_walk_order_dimensions': [0, 1, 2],
  'payload_arguments.arg_index': -1,
  'payload_arguments.sampler_index': -1,
  'payload_arguments.source_offset': -1,
  'payload_arguments.bti_value': -1,
  'experimental_properties.has_non_kernel_arg_load': -1,
  'experimental_properties.has_non_kernel_arg_store': -1,
  'experimental_properties.has_non_kernel_arg_atomic': -1,
  'debug_env.sip_surface_bti': -1,
  'debug_env.sip_surface_offset': -1,
};

/** Optional scalars for which the page at 1.65 gives no default. */
const WITHOUT_DEFAULT = [
  'args_info.name',
  'execution_env.thread_scheduling_mode',
  'payload_arguments.access_type',
  'payload_arguments.addrmode',
  'payload_arguments.addrspace',
  'payload_arguments.image_type',
  'payload_arguments.sampler_type',
  'user_attributes.invalid_kernel',
  'user_attributes.vec_type_hint',
];

const words = (text: string | undefined): string[] => (text ?? '').split(' ').filter((word) => word !== '');

const attributes = RECORDS.flatMap((record) =>
  Object.entries(record.attributes).map(([key, row]) => ({ record, key, row, path: `${record.name}.${key}` })),
);
const members = ENUMS.flatMap((rows) => rows.members.map((row) => ({ rows, row, path: `${rows.name}.${row.value}` })));
const rows: readonly { path: string; row: Row }[] = [...attributes, ...members];

/** Names of the specified rows that exist in a version, for each record and enumeration. */
function namesIn(version: string): Map<string, string[]> {
  const here = (row: Row) => row.specified !== false && existsIn(row, version);
  const names = new Map<string, string[]>();
  for (const record of RECORDS) {
    const keys = Object.entries(record.attributes).filter(([, row]) => here(row));
    names.set(
      record.name,
      keys.map(([key]) => key),
    );
  }
  for (const list of ENUMS) {
    names.set(
      list.name,
      list.members.filter(here).map((row) => row.value),
    );
  }
  return names;
}

describe('ze_info rows', () => {
  it('have every record and enumeration once', () => {
    const names = [...RECORDS, ...ENUMS].map((item) => item.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have every word once in its enumeration', () => {
    expect(new Set(members.map(({ path }) => path)).size).toBe(members.length);
  });

  it('list exactly what the root reaches', () => {
    const records = new Set<unknown>();
    const enums = new Set<unknown>();
    const visit = (record: (typeof RECORDS)[number]) => {
      records.add(record);
      for (const { type } of Object.values(record.attributes)) {
        if (type.kind === 'enum') enums.add(type.rows);
        else if (type.kind === 'record' || type.kind === 'list') visit(type.rows);
      }
    };
    visit(CONTAINER);
    expect(records).toEqual(new Set(RECORDS));
    expect(enums).toEqual(new Set(ENUMS));
  });

  it('explain themselves in sentences', () => {
    const texts = [
      ...rows.map(({ path, row }) => [path, row.doc]),
      ...[...RECORDS, ...ENUMS].map(({ name, doc }) => [name, doc]),
      ...rows.flatMap(({ path, row }) => (row.driver.note === undefined ? [] : [[path, row.driver.note]])),
    ];
    for (const [path, text] of texts) {
      expect(text, path).toMatch(/^[A-Z0-9-].*\.$/);
      expect(text?.length, path).toBeGreaterThanOrEqual(15);
    }
  });

  it('have versions that are known, and in order', () => {
    for (const { path, row } of rows) {
      for (const version of [row.since, row.until, row.deprecated]) {
        if (version === undefined) continue;
        expect(parseVersion(version), path).toBe(version);
        expect(compareVersions(version, '1.0'), path).toBeGreaterThanOrEqual(0);
      }
      if (row.since !== undefined && row.until !== undefined) expect(compareVersions(row.since, row.until), path).toBeLessThan(0);
    }
  });

  it('name driver releases in full and in order', () => {
    for (const { path, row } of rows) {
      const { since, until } = row.driver;
      for (const release of [since, until]) if (release !== undefined) expect(release, path).toMatch(/^(\d\d\.\d\d\.\d{5}(\.\d+)?|next)$/);
      if (until !== undefined) expect(compareVersions(since ?? until, until), path).toBeLessThan(0);
    }
  });

  it('that are not specified are read by some driver and have no version', () => {
    for (const { path, row } of rows) {
      if (row.specified !== false) continue;
      expect(row.driver.since, path).toBeDefined();
      expect(row.since ?? row.until, path).toBeUndefined();
    }
  });

  it('have conditions that other rows of the record can meet', () => {
    for (const { record, row, path } of attributes) {
      for (const all of row.when ?? []) {
        for (const [key, values] of Object.entries(all)) {
          const type = record.attributes[key]?.type;
          expect(type?.kind, `${path} when ${key}`).toBe('enum');
          const known = type?.kind === 'enum' ? type.rows.members.map(({ value }) => value) : [];
          expect(known, `${path} when ${key}`).toEqual(expect.arrayContaining([...values]));
        }
      }
    }
  });

  it('have defaults of their own type, on optional scalars only', () => {
    const kindOf = (row: Attribute) => (Array.isArray(row.default) ? 'int32xN' : typeof row.default === 'boolean' ? 'bool' : 'int32');
    for (const { path, row } of attributes) {
      if (row.default === undefined) continue;
      expect(row.required, path).toBeUndefined();
      expect(kindOf(row), path).toBe(row.type.kind);
    }
  });
});

describe('the specification at 1.14', () => {
  const names = namesIn('1.14');
  it.each([...names.keys()])('%s', (name) => {
    expect(names.get(name)?.sort()).toEqual(words(PAGE_1_14[name]).sort());
  });
});

describe('the specification at 1.65', () => {
  const names = namesIn('1.65');
  it.each([...names.keys()])('%s', (name) => {
    expect(names.get(name)?.sort()).toEqual([...words(PAGE_1_14[name]), ...words(ADDED_1_65[name])].sort());
  });

  const scalars = attributes.filter(
    ({ row }) =>
      row.specified !== false && existsIn(row, '1.65') && row.required === undefined && !['record', 'list', 'strs'].includes(row.type.kind),
  );

  it('has its defaults', () => {
    const trivial = (value: unknown) => value === 0 || value === false || (Array.isArray(value) && value.every((item) => item === 0));
    const own = scalars.filter(({ row }) => row.default !== undefined && !trivial(row.default));
    expect(Object.fromEntries(own.map(({ path, row }) => [path, row.default]))).toEqual(DEFAULTS);
  });

  it('leaves the same attributes without a default', () => {
    const without = scalars.filter(({ row }) => row.default === undefined).map(({ path }) => path);
    expect(without.sort()).toEqual(WITHOUT_DEFAULT);
  });
});

describe('names that came or went', () => {
  const ranges = (path: string) => {
    const row = rows.find((candidate) => candidate.path === path)?.row;
    return [row?.since, row?.until];
  };
  it.each([
    ['execution_env.actual_kernel_start_offset', undefined, '1.6'],
    ['execution_env.implicit_arg_buffer_used_by_code', '1.54', '1.55'],
    ['execution_env.require_iab', '1.54', undefined],
    ['execution_env.has_bindless_image_read', '1.67', undefined],
    ['execution_env.slm_alloc_mode', '1.73', undefined],
    ['container.l1_cache_policy', '1.69', undefined],
    ['memory_addressing_mode.shared_local_memory', undefined, '1.0'],
    ['memory_addressing_mode.slm', '1.0', undefined],
    ['argument_type.group_size', undefined, '1.0'],
    ['argument_type.implicit_local_id_buffer', '1.7', '1.12'],
    ['argument_type.flat_image_pitch', '1.15', '1.64'],
    ['argument_type.image_srgb_channel_order', '1.15', '1.66'],
  ])('%s', (path, since, until) => {
    expect(ranges(path)).toEqual([since, until]);
  });
});

describe('types that derive from the rows', () => {
  it('are those of the values', () => {
    expectTypeOf<RecordOf<typeof executionEnv>['grf_count']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<RecordOf<typeof executionEnv>['required_work_group_size']>().toEqualTypeOf<readonly number[] | undefined>();
    expectTypeOf<NonNullable<RecordOf<typeof kernel>['payload_arguments']>[number]['access_type']>().toEqualTypeOf<
      'readonly' | 'writeonly' | 'readwrite' | (string & {}) | undefined
    >();
    expectTypeOf<NonNullable<RecordOf<typeof kernel>['payload_arguments']>[number]['is_ptr']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<RecordOf<typeof CONTAINER>['required_libs']>().toEqualTypeOf<readonly string[] | undefined>();
  });
});
