/** The payload of a launch: the arguments, in registers and in memory, as the driver and the hardware place them. */

import type { ZebinKernel } from '../formats/zebin/index.ts';
import type { PayloadArgument } from '../formats/zeinfo/index.ts';
import { Unsupported } from './alu/index.ts';
import type { ImageShape } from './image-formats.ts';
import { channelNumber, orderOf, pixelBytes } from './image-formats.ts';
import type { Allocation, Memory } from './memory.ts';
import type { Argument, Launch } from './model.ts';
import type { LoadedModule } from './program.ts';
import {
  HEAP_ADDRESS,
  type ImageSurface,
  SAMPLER_ADDRESS,
  type SamplerState,
  STATE_BYTES,
  type Surface,
  type Surfaces,
} from './surfaces.ts';

/** Sizes of one walk over groups: groups at the edge of an uneven launch are smaller, and have a walk of their own. */
export interface Walk {
  /** The first group, and the number of groups, in each dimension. */
  readonly first: readonly number[];
  readonly groups: readonly number[];
  readonly local: readonly number[];
}

/** What the arguments became. */
export interface Placed {
  /** The memory of each buffer or image argument. */
  readonly memory: readonly (Allocation | undefined)[];
  /** Bytes of local memory for arguments, after what the kernel itself declares, and the offset of each argument there. */
  readonly localOffsets: readonly number[];
  readonly localSize: number;
  readonly printf: Allocation | undefined;
}

/** Addresses of the implicit arguments, and of the table of local ids. */
export interface ImplicitPlaces {
  readonly structure: number;
  readonly ids: number;
}

/** The name of the memory of what is printed. */
export const PRINTF_MEMORY = 'the buffer of printf';
const PRINTF_BYTES = 4 << 20;
const ALLOCATION_UNIT = 4096;

/** Places the memory of all arguments. */
export function placeArguments(kernel: ZebinKernel, { arguments: given }: Launch, memory: Memory, usesPrintf: boolean): Placed {
  const places = given.map((one, index) => {
    if (one.kind !== 'buffer' && one.kind !== 'image') return undefined;
    const allocation = memory.allocate(`argument ${index}`, Math.max(one.bytes.length, 1));
    allocation.bytes.set(one.bytes);
    return allocation;
  });
  for (const [index, one] of given.entries()) {
    if (one.kind !== 'buffer') continue;
    for (const { at, arg, offset } of one.pointers ?? []) {
      const view = new DataView((places[index] as Allocation).bytes.buffer);
      view.setBigUint64(at, BigInt((places[arg]?.start ?? 0) + offset), true);
    }
  }
  const printf = usesPrintf ? memory.allocate(PRINTF_MEMORY, PRINTF_BYTES) : undefined;
  if (printf !== undefined) printf.i32[0] = 4;
  return { memory: places, ...placeLocals(kernel, given), printf };
}

/** Places what arguments have of local memory, after what the kernel itself declares. */
export function placeLocals({ zeInfo }: ZebinKernel, given: Launch['arguments']): Pick<Placed, 'localOffsets' | 'localSize'> {
  let end = Math.max(zeInfo.execution_env?.slm_size ?? 0, 0);
  const alignments: (number | undefined)[] = [];
  for (const { arg_index = -1, addrspace, slm_alignment = 0 } of zeInfo.payload_arguments ?? [])
    if (addrspace === 'local' && arg_index >= 0 && arg_index < given.length) alignments[arg_index] ??= slm_alignment;
  const localOffsets = given.map((one, index) => {
    if (one.kind !== 'local') return 0;
    const alignment = Math.max(alignments[index] ?? 0, 4);
    const start = Math.ceil(end / alignment) * alignment;
    end = start + one.size;
    return start;
  });
  return { localOffsets, localSize: end };
}

/**
 * What a kernel gets to know of a sampler: numbers of their own, not those of the API.
 *
 * Source: SAMPLER_PATCH_ENUM in opencl/source/helpers/sampler_helpers.h of intel/compute-runtime.
 */
const ADDRESSINGS = ['none', 'clamp', 'clamp_to_edge', 'repeat', 'mirrored_repeat'];
const NORMALIZED = 8;

const imageFacts: Readonly<Record<string, (image: ImageShape) => number>> = {
  image_width: ({ width }) => width,
  image_height: ({ height }) => height,
  image_depth: ({ depth }) => depth,
  image_array_size: ({ layers }) => layers,
  image_num_samples: () => 0,
  image_num_mip_levels: () => 0,
  image_channel_data_type: channelNumber,
  image_channel_order: (image) => orderOf(image).number,
  image_srgb_channel_order: (image) => orderOf(image).number,
  flat_image_width: (image) => image.width * pixelBytes(image) - 1,
  flat_image_height: ({ height }) => height - 1,
  flat_image_pitch: (image) => image.width * pixelBytes(image) - 1,
};

/** What fills the payload of a kernel. */
export class PayloadWriter {
  private readonly kernel: ZebinKernel;
  private readonly launch: Launch;
  private readonly module: LoadedModule;
  private readonly placed: Placed;
  private readonly surfaces: Surfaces;
  /** Offset of the state of each argument, and of its sampler. */
  private readonly states: (number | undefined)[] = [];
  private readonly samplerStates: (number | undefined)[] = [];
  private readonly inlineStates: (number | undefined)[] = [];
  private readonly privateBase: Allocation | undefined;
  private readonly implicit: ImplicitPlaces;
  private readonly absolute: boolean;
  private readonly memory: Memory;

  constructor(
    kernel: ZebinKernel,
    launch: Launch,
    module: LoadedModule,
    placed: Placed,
    surfaces: Surfaces,
    privateBase: Allocation | undefined,
    implicit: ImplicitPlaces,
    memory: Memory,
  ) {
    this.kernel = kernel;
    this.launch = launch;
    this.module = module;
    this.placed = placed;
    this.surfaces = surfaces;
    this.privateBase = privateBase;
    this.implicit = implicit;
    this.memory = memory;
    this.absolute = module.platform === '3pxpc';
    this.addSurfaces();
  }

  private addSurfaces(): void {
    const { surfaces } = this;
    this.launch.arguments.forEach((one, index) => {
      if (one.kind === 'sampler') this.samplerStates[index] = surfaces.addSampler(one);
      const surface = this.surfaceOf(one, index);
      if (surface !== undefined) this.states[index] = surfaces.add(surface);
    });
    for (const { bti_value, arg_index } of this.kernel.zeInfo.binding_table_indices ?? []) {
      if (bti_value === undefined || arg_index === undefined || bti_value < 0 || bti_value > 255) continue;
      surfaces.table[bti_value] = surfaces.atOffset(this.states[arg_index] ?? -1);
    }
    for (const entry of this.kernel.zeInfo.payload_arguments ?? []) {
      const { arg_index = -1, sampler_index = -1, bti_value = -1, arg_type } = entry;
      const sampler = this.launch.arguments[arg_index];
      if (sampler_index >= 0 && sampler?.kind === 'sampler') surfaces.samplers[sampler_index] = sampler;
      const segment = this.segmentOf(arg_type);
      if (bti_value >= 0 && segment !== undefined)
        surfaces.table[bti_value] = { kind: 'buffer', memory: segment, size: segment.end - segment.start };
    }
    for (const { sampler_index = -1, addrmode, filtermode, normalized = false } of this.kernel.zeInfo.inline_samplers ?? []) {
      if (sampler_index < 0) continue;
      const state: SamplerState = {
        normalized,
        addressing: INLINE_ADDRESSINGS[addrmode ?? ''] ?? 'none',
        filter: filtermode === 'linear' ? 'linear' : 'nearest',
      };
      surfaces.samplers[sampler_index] = state;
      this.inlineStates[sampler_index] = surfaces.addSampler(state);
    }
  }

  /** A buffer reaches to the end of its allocation, of which the size is rounded up to 4 bytes. */
  private surfaceOf(one: Argument, index: number): Surface | undefined {
    const memory = this.placed.memory[index];
    if (memory === undefined) return undefined;
    if (one.kind === 'image') {
      const { dim, channel, order, width, height, depth, layers } = one;
      return { kind: 'image', memory, dim, channel, order, width, height, depth, layers } satisfies ImageSurface;
    }
    return { kind: 'buffer', memory, size: Math.ceil((memory.end - memory.start) / 4) * 4 };
  }

  private segmentOf(type: string | undefined): Allocation | undefined {
    if (type === 'const_base') return this.module.constants;
    if (type === 'global_base') return this.module.variables;
    return undefined;
  }

  /** The cross-thread data of a walk. */
  crossThread(walk: Walk, size: number): Uint8Array {
    const bytes = new Uint8Array(size);
    const view = new DataView(bytes.buffer);
    for (const entry of this.kernel.zeInfo.payload_arguments ?? []) {
      const { offset = -1, size: length = 0 } = entry;
      if (offset < 0 || length <= 0 || offset + length > size) continue;
      const value = this.valueOf(entry, walk);
      if (value instanceof Uint8Array) bytes.set(value.subarray(0, length), offset);
      else if (typeof value === 'number') {
        if (length >= 8) view.setBigUint64(offset, BigInt.asUintN(64, BigInt(value)), true);
        else if (length >= 4) view.setUint32(offset, value >>> 0, true);
        else bytes[offset] = value;
      } else if (value !== undefined)
        value.slice(0, Math.floor(length / 4)).forEach((word, i) => {
          view.setUint32(offset + 4 * i, word >>> 0, true);
        });
    }
    return bytes;
  }

  private valueOf(entry: PayloadArgument, walk: Walk): number | readonly number[] | Uint8Array | undefined {
    const { arg_type = '', arg_index = -1, source_offset = -1, size = 0 } = entry;
    const { global, local, offset = [] } = this.launch;
    const three = (list: readonly number[], missing: number): readonly number[] => [0, 1, 2].map((i) => list[i] ?? missing);
    const given = this.launch.arguments[arg_index];
    switch (arg_type) {
      case 'global_id_offset':
        return three(offset, 0);
      case 'local_size':
      case 'group_size':
        return three(walk.local, 1);
      case 'enqueued_local_size':
        return three(local, 1);
      case 'group_count':
        return three(groupCounts(this.launch), 1);
      case 'global_size':
        return three(global, 1);
      case 'work_dimensions':
        return global.length;
      case 'private_base_stateless':
        return this.privateBase?.start ?? 0;
      case 'printf_buffer':
        return this.placed.printf?.start ?? 0;
      case 'implicit_arg_buffer':
        return this.implicit.structure;
      case 'implicit_local_id_buffer':
        return this.implicit.ids;
      case 'const_base':
      case 'global_base': {
        const segment = this.segmentOf(arg_type);
        if (segment === undefined) return 0;
        return entry.addrmode === 'bindless'
          ? this.stateValue(this.surfaces.add({ kind: 'buffer', memory: segment, size: segment.end - segment.start }))
          : segment.start;
      }
      case 'arg_byvalue':
        if (given?.kind === 'value') return part(given.bytes, source_offset, size);
        if (given?.kind === 'address') return (this.placed.memory[given.arg]?.start ?? 0) + given.offset;
        return undefined;
      case 'arg_bypointer':
        return this.pointerOf(entry, given, arg_index);
      case 'buffer_address':
        return this.addressOf(given, arg_index);
      case 'buffer_size':
        return given?.kind === 'buffer' ? given.bytes.length : 0;
      case 'buffer_offset':
        return 0;
      case 'sampler_address':
        return given?.kind === 'sampler' ? ADDRESSINGS.indexOf(given.addressing) : 0;
      case 'sampler_normalized':
        return given?.kind === 'sampler' && given.normalized ? NORMALIZED : 0;
      case 'sampler_snap_wa':
        return given?.kind === 'sampler' && given.addressing === 'clamp' && given.filter === 'nearest' ? 0xffffffff : 0;
      case 'sync_buffer':
      case 'region_group_barrier_buffer':
        return this.memory.allocate('the buffer of barriers', ALLOCATION_UNIT).start;
      case 'flat_image_baseoffset':
        return this.placed.memory[arg_index]?.start ?? 0;
      case 'inline_sampler':
        return this.samplerValue(this.inlineStates[entry.sampler_index ?? -1] ?? 0);
      case 'indirect_data_pointer':
      case 'scratch_pointer':
        return undefined;
      default: {
        const fact = imageFacts[arg_type];
        if (fact !== undefined) return given?.kind === 'image' ? fact(given) : 0;
        throw new Unsupported(`the argument type ${arg_type}`);
      }
    }
  }

  private pointerOf({ addrmode, addrspace }: PayloadArgument, given: Argument | undefined, index: number): number | undefined {
    if (addrspace === 'local' || addrmode === 'slm' || addrmode === 'shared_local_memory') return this.placed.localOffsets[index] ?? 0;
    if (addrmode === 'bindless') {
      if (addrspace === 'sampler' || given?.kind === 'sampler') return this.samplerValue(this.samplerStates[index] ?? 0);
      const state = this.states[index];
      return state === undefined ? 0 : this.stateValue(state);
    }
    return this.addressOf(given, index);
  }

  private addressOf(given: Argument | undefined, index: number): number {
    if (given?.kind === 'address') return (this.placed.memory[given.arg]?.start ?? 0) + given.offset;
    return this.placed.memory[index]?.start ?? 0;
  }

  private samplerValue(offset: number): number {
    return this.absolute ? SAMPLER_ADDRESS + offset : offset;
  }

  /** A surface state as a kernel gets it: its offset, or its address; before Xe-HP the number of the state is in the upper bits. */
  private stateValue(offset: number): number {
    if (this.absolute) return HEAP_ADDRESS + offset;
    return ['8', '9', '10', '11', '12p1'].includes(this.module.platform) ? (offset / STATE_BYTES) * 4096 : offset;
  }
}

const INLINE_ADDRESSINGS: Readonly<Record<string, SamplerState['addressing']>> = {
  none: 'none',
  clamp_border: 'clamp',
  clamp_edge: 'clamp_to_edge',
  repeat: 'repeat',
  mirror: 'mirrored_repeat',
};

const part = (bytes: Uint8Array, offset: number, size: number): Uint8Array => (offset < 0 ? bytes : bytes.subarray(offset, offset + size));

export const groupCounts = ({ global, local }: Launch): readonly number[] => global.map((size, i) => Math.ceil(size / (local[i] ?? 1)));

/** The walks of a launch: one, and up to seven more where the global size is not a multiple of the local one. */
export function walksOf({ global, local }: Launch): readonly Walk[] {
  const parts = [0, 1, 2].map((i) => {
    const [size, each] = [global[i] ?? 1, local[i] ?? 1];
    const whole = Math.floor(size / each);
    const rest = size - whole * each;
    return [
      ...(whole > 0 ? [{ first: 0, groups: whole, local: each }] : []),
      ...(rest > 0 ? [{ first: whole, groups: 1, local: rest }] : []),
    ];
  });
  const [xs = [], ys = [], zs = []] = parts;
  return zs.flatMap((z) =>
    ys.flatMap((y) =>
      xs.map((x) => ({ first: [x.first, y.first, z.first], groups: [x.groups, y.groups, z.groups], local: [x.local, y.local, z.local] })),
    ),
  );
}
