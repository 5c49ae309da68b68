/**
 * Zebins for the builder to make, drawn from the tables: kernels with arguments of every kind, attributes with values of their rows'
 * types, functions, data, relocations. Only what one release reads and one version has is drawn.
 */

import { type Attribute, type EnumRows, existsIn, type Kind, type RecordRows, type Row } from '../../src/core/schema/index.ts';
import {
  coreFamily,
  type Execution,
  executionOf,
  ipValue,
  PRODUCT_CONFIGS,
  productConfig,
  productFamily,
} from '../../src/devices/index.ts';
import type {
  ArgumentBuild,
  DataBuild,
  FunctionsBuild,
  ImplicitWord,
  KernelBuild,
  RelocationBuild,
  ZebinBuild,
} from '../../src/formats/zebin/build/model.ts';
import { unread } from '../../src/formats/zebin/rule.ts';
import * as rows from '../../src/formats/zeinfo/index.ts';
import { mulberry32 } from './mutate.ts';

/** Devices with registers of 32 bytes, which `ocloc validate` takes every device for. */
export const NARROW_DEVICES = PRODUCT_CONFIGS.filter((row) => coreFamily(productFamily(row.family)?.core ?? 0)?.grfBytes === 32).map(
  (row) => row.ip,
);

const VERSIONS = ['1.14', '1.20', '1.26', '1.39', '1.49', '1.61', rows.NEWEST] as const;
const IMPLICIT: readonly ImplicitWord[] = [
  'payload_header',
  'global_id_offset',
  'enqueued_local_size',
  'const_base',
  'global_base',
  'private_base_stateless',
  'printf_buffer',
  'sync_buffer',
  'rt_global_buffer',
  'work_dimensions',
  'group_count',
  'global_size',
  'local_size',
  'region_group_dimension',
  'implicit_arg_buffer',
  'assert_buffer',
  'indirect_data_pointer',
  'scratch_pointer',
];
const VALUES = [1, 2, 4, 8, 12, 16, 3, 24, 32, 64, 128, 40];
/** Attributes that the builder or the choice of arguments decides about. */
const DECIDED = ['eu_thread_count', 'simd_size', 'grf_count', 'inline_data_payload_size', 'slm_alloc_mode'];

export class BuildGenerator {
  private readonly next: () => number;
  private version: string = rows.NEWEST;
  private readonly driver: string;
  private readonly devices: readonly string[];
  /** The limits of the device of the zebin that is drawn. */
  private execution: Execution | undefined;

  /** @param driver release of compute-runtime that is to read the files */
  constructor(seed: number, driver: string, devices: readonly string[] = NARROW_DEVICES) {
    this.next = mulberry32(seed);
    this.driver = driver;
    this.devices = devices.filter((ip) => {
      const family = productFamily(productConfig(ipValue(ip) ?? 0)?.family ?? -1);
      const until = coreFamily(family?.core ?? -1)?.driver?.until;
      return unread(family?.driver ?? {}, driver) === undefined && (until === undefined || unread({ since: until }, driver) !== undefined);
    });
    this.execution = undefined;
  }

  zebin(): ZebinBuild {
    this.version = this.pick(VERSIONS);
    const device = this.pick(this.devices);
    const { family = -1 } = productConfig(ipValue(device) ?? 0) ?? {};
    this.execution = executionOf(productFamily(family)?.core, family);
    const functions = this.knows(rows.CONTAINER.attributes.functions) && this.chance(3) ? this.functions() : undefined;
    const globals = this.chance(2) ? this.data('g') : undefined;
    const constants = this.chance(2) ? this.data('c') : undefined;
    // Next to functions, releases take variables that code refers to for functions.
    const lists = functions ? [functions.functions] : [globals?.symbols, constants?.symbols];
    const symbols = lists.flatMap((list) => (list ?? []).map(({ name }) => name));
    // The driver aborts where the address of variables is wanted and there are none.
    const bases = [...(globals ? ['global_base'] : []), ...(constants ? ['const_base'] : [])];
    const kernels = Array.from({ length: 1 + this.below(4) }, (_, i) =>
      this.kernel(`${this.pick(['k', 'saxpy', '_ZTS6kernel', 'K$', 'k::f()', 'a<b c>'])}${i}`, symbols, bases),
    );
    return {
      device,
      version: this.version as `${number}.${number}`,
      driver: this.driver,
      is64: !this.chance(4),
      kernels,
      ...(functions ? { functions } : {}),
      ...(globals ? { globals } : {}),
      ...(constants ? { constants } : {}),
      ...(this.chance(3) ? { strings: { bytes: this.bytes(32), symbols: [{ name: 'text', offset: 0, bytes: 8 }] } } : {}),
      ...(this.chance(3) ? { spirv: this.bytes(64) } : {}),
      ...(this.chance(3) ? { buildOptions: '-cl-std=CL2.0' } : {}),
      attributes: this.attributes(kernels, globals?.symbols ?? []),
    };
  }

  private attributes(
    kernels: readonly KernelBuild[],
    symbols: readonly { readonly name: string }[],
  ): NonNullable<ZebinBuild['attributes']> {
    const { global_host_access_table, kernels_misc_info, l1_cache_policy } = rows.CONTAINER.attributes;
    const policies = this.words(rows.l1CachePolicy);
    return {
      ...(symbols.length > 0
        ? this.maybe(global_host_access_table, () => ({
            global_host_access_table: symbols.map(({ name }) => ({ device_name: name, host_name: `host ${name}` })),
          }))
        : {}),
      ...this.maybe(kernels_misc_info, () => ({
        kernels_misc_info: kernels.map(({ name, args = [] }) => ({
          name,
          args_info: args.map((_, index) => ({ index, name: `a${index}`, type_name: 'float*;8', access_qualifier: 'NONE' })),
        })),
      })),
      ...(policies.length > 0 ? this.maybe(l1_cache_policy, () => ({ l1_cache_policy: this.pick(policies) })) : {}),
    };
  }

  private kernel(name: string, symbols: readonly string[], bases: readonly string[]): KernelBuild {
    const simd_size = this.pick([1, 8, 16, 32] as const);
    const grf_count = this.pick(this.execution?.threadsPerEu.map(({ grf }) => grf) ?? [128]);
    const drawn = this.record(rows.executionEnv, DECIDED);
    // Functions that are called through a stack need the implicit arguments.
    if (drawn.has_stack_calls === true) delete drawn.require_iab;
    const env = { ...drawn, ...('barrier_count' in drawn ? { barrier_count: this.below(2) } : {}), grf_count, simd_size };
    if ('required_work_group_size' in env) env.required_work_group_size = [this.below(9), 1 + this.below(8), 1 + this.below(16)];
    const bindless = this.chance(4);
    const args = Array.from({ length: this.below(8) }, () => this.argument(bindless)).filter((arg) => arg !== undefined);
    const isPossible = (word: string) => !word.endsWith('_base') || bases.includes(word);
    const implicit = IMPLICIT.filter((word) => word === 'payload_header' || this.knowsWord(rows.argumentType, word)).filter(
      (word) => this.chance(4) && isPossible(word),
    );
    // The header holds two of them already, and the driver needs the others that it patches in inline data.
    const both = implicit.includes('payload_header') ? ['global_id_offset', 'local_size', 'indirect_data_pointer', 'scratch_pointer'] : [];
    const attributes = {
      ...this.maybe(rows.kernel.attributes.user_attributes, () => {
        const drawn = this.record(rows.userAttributes);
        return { user_attributes: 'intel_reqd_sub_group_size' in drawn ? { ...drawn, intel_reqd_sub_group_size: simd_size } : drawn };
      }),
      ...this.maybe(rows.kernel.attributes.debug_env, () => {
        const debug_env = this.record(rows.debugEnv, bindless ? ['sip_surface_bti'] : []);
        return Object.keys(debug_env).length > 0 ? { debug_env } : {};
      }),
      ...this.maybe(rows.kernel.attributes.per_thread_memory_buffers, () => ({ per_thread_memory_buffers: this.memory() })),
      ...this.maybe(rows.kernel.attributes.inline_samplers, () => ({ inline_samplers: this.samplers() })),
    };
    const { per_thread_memory_buffers: memory = [] } = attributes as KernelBuild['attributes'] & object;
    // Private variables in global memory have a base.
    const base: ImplicitWord[] = memory.some(({ type }) => type === 'global') ? ['private_base_stateless'] : [];
    return {
      name,
      env: env as KernelBuild['env'],
      args,
      implicit: [...new Set([...implicit.filter((word) => !both.includes(word)), ...base])],
      localIds: this.below(4) as 0 | 1 | 2 | 3,
      code: this.bytes(64 + this.below(64)),
      entryOffset: this.below(64),
      relocations: this.relocations(64, symbols, ['R_SYM_ADDR', 'R_SYM_ADDR_32', 'R_SYM_ADDR_32_HI']),
      attributes,
    };
  }

  private argument(bindless: boolean): ArgumentBuild | undefined {
    const mode = bindless ? 'bindless' : 'stateful';
    const pay = rows.payloadArgument.attributes;
    const access = this.pick(['readonly', 'writeonly', 'readwrite'] as const);
    const fact = <W extends string>(words: readonly W[]): W[] =>
      words.filter((word) => this.knowsWord(rows.argumentType, word)).filter(() => this.chance(3));
    switch (this.below(5)) {
      case 0: {
        const bytes = this.pick(VALUES);
        if (!this.knows(pay.source_offset) || this.chance(2))
          return { kind: 'value', bytes, ...(this.knows(pay.is_ptr) && bytes === 8 && this.chance(2) ? { isPointer: true } : {}) };
        return { kind: 'value', bytes: 24, parts: [0, 8, 16].map((sourceOffset) => ({ bytes: this.pick([1, 2, 4, 8]), sourceOffset })) };
      }
      case 1: {
        const stateless = this.chance(2);
        return {
          kind: 'buffer',
          mode: stateless ? 'stateless' : mode,
          space: this.pick(['global', 'constant'] as const),
          access,
          ...(this.knows(pay.is_pipe) && this.chance(4) ? { isPipe: true } : {}),
          ...(!stateless && this.knowsWord(rows.argumentType, 'buffer_address') && this.chance(2) ? { address: true } : {}),
          ...(!stateless && this.chance(2) ? { offset: true } : {}),
          ...(!stateless && this.knowsWord(rows.argumentType, 'buffer_size') && this.chance(2) ? { size: true } : {}),
        };
      }
      case 2:
        return { kind: 'local', ...(this.chance(2) ? { align: this.pick([4, 16, 64]) } : {}) };
      case 3: {
        const types = this.words(rows.imageType);
        const facts = fact([
          'image_height',
          'image_width',
          'image_depth',
          'image_num_mip_levels',
          'image_channel_data_type',
          'image_channel_order',
          'image_array_size',
          'image_num_samples',
        ] as const);
        return types.length === 0 ? undefined : { kind: 'image', mode, type: this.pick(types), access, facts };
      }
      default: {
        const types = this.words(rows.samplerType);
        const facts = fact(['sampler_address', 'sampler_normalized', 'sampler_snap_wa'] as const);
        return types.length === 0 ? undefined : { kind: 'sampler', mode: 'stateful', type: this.pick(types), facts };
      }
    }
  }

  private functions(): FunctionsBuild {
    const code = this.bytes(256);
    const simd_size = this.pick([8, 16, 32] as const);
    const functions = Array.from({ length: 1 + this.below(4) }, (_, i) => ({
      name: `f${i}`,
      offset: 64 * i,
      bytes: 64,
      env: { barrier_count: i },
    }));
    return { code, env: { simd_size }, functions };
  }

  private data(prefix: string): DataBuild {
    const bytes = this.bytes(64);
    // Until 23.09 the driver refuses zeros.
    const zeroBytes = unread({ since: '23.09.25812.14' }, this.driver) === undefined && this.chance(2) ? 64 : 0;
    const symbols = Array.from({ length: this.below(4) }, (_, i) => ({
      name: `${prefix}${i}`,
      offset: 16 * i + zeroBytes / 2,
      bytes: 16,
      local: this.chance(3),
    }));
    return {
      bytes,
      zeroBytes,
      symbols,
      relocations: this.relocations(
        64,
        symbols.map(({ name }) => name),
        ['R_SYM_ADDR', 'R_SYM_ADDR_32'],
      ),
    };
  }

  private relocations(size: number, symbols: readonly string[], types: readonly RelocationBuild['type'][]): RelocationBuild[] {
    if (symbols.length === 0) return [];
    const addends = this.chance(3);
    return Array.from({ length: this.below(4) }, () => ({
      offset: this.below(size / 8) * 8,
      type: this.pick(types),
      symbol: this.pick(symbols),
      ...(addends ? { addend: this.below(64) - 32 } : {}),
    }));
  }

  private memory(): { type: string; usage: string; size: number; slot?: number; is_simt_thread?: boolean }[] {
    const size = () => this.pick([1, 64, 1024, 4096, 100_000]);
    const scratch = [0, 1]
      .filter(() => this.chance(2))
      .map((slot) => ({ type: 'scratch', usage: this.pick(['spill_fill_space', 'single_space', 'private_space']), size: size(), slot }));
    const global = this.chance(2) ? [{ type: 'global', usage: 'private_space', size: size(), is_simt_thread: this.chance(2) }] : [];
    return scratch.length + global.length > 0 ? [...scratch, ...global] : [{ type: 'scratch', usage: 'single_space', size: 64 }];
  }

  private samplers(): { sampler_index: number; addrmode: string; filtermode: string; normalized?: boolean }[] {
    return Array.from({ length: 1 + this.below(3) }, (_, sampler_index) => ({
      sampler_index,
      addrmode: this.pick(this.words(rows.samplerDescAddrmode)),
      filtermode: this.pick(this.words(rows.samplerDescFiltermode)),
      normalized: this.chance(2),
    }));
  }

  /** Some attributes of a record with values of their types. */
  private record(record: RecordRows, without: readonly string[] = []): Record<string, unknown> {
    const entries = Object.entries(record.attributes).filter(([key, row]) => !without.includes(key) && this.knows(row) && this.chance(3));
    const drawn = entries.flatMap(([key, row]) => {
      const value = this.value(row.type);
      return value === undefined ? [] : [[key, value] as const];
    });
    // An empty record has no text to stand for it.
    if (drawn.length > 0) return Object.fromEntries(drawn);
    const [key, row] = Object.entries(record.attributes).find(([key, row]) => !without.includes(key) && this.knows(row)) ?? [];
    return key && row ? { [key]: this.value(row.type) } : {};
  }

  private value(kind: Kind): unknown {
    switch (kind.kind) {
      case 'int32':
        return this.pick([0, 1, 2, 64, 1000, 65_535]);
      case 'bool':
        return this.chance(2);
      case 'int32xN':
        // Sizes, and orders of dimensions.
        return this.pick([
          [0, 1, 2],
          [2, 1, 0],
          [0, 0, 0],
        ]);
      case 'str':
        return this.pick(['float4', 'uses-fp64-math', 'a text of words']);
      case 'enum': {
        const words = this.words(kind.rows);
        return words.length === 0 ? undefined : this.pick(words);
      }
      default:
        return undefined;
    }
  }

  private words(rows: EnumRows): string[] {
    return rows.members.filter((row) => this.knows(row)).map((row) => row.value);
  }

  private knowsWord(rows: EnumRows, word: string): boolean {
    return rows.members.some((row) => row.value === word && this.knows(row));
  }

  /** Whether the public page, the version and the release have it. */
  private knows(row: Row | Attribute): boolean {
    return row.specified !== false && existsIn(row, this.version) && unread(row.driver, this.driver) === undefined;
  }

  private maybe<T extends object>(row: Attribute, make: () => T): T | object {
    return this.knows(row) && this.chance(3) ? make() : {};
  }

  private bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  private below(count: number): number {
    return this.next() % count;
  }

  /** True once in so many times. */
  private chance(times: number): boolean {
    return this.below(times) === 0;
  }
}
