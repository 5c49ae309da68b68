/**
 * What the driver makes of the arguments of a kernel, by their kind.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp (populateKernelPayloadArgument,
 * populateKernelPerThreadPayloadArgument, populateKernelBindingTableIndicies).
 */
import type { argumentType } from '../zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import { DriverStop } from './stop.ts';
import type { DriverRecord } from './values.ts';

export type ArgumentWord = (typeof argumentType)['members'][number]['value'];

/** What an explicit argument is to the driver, once something of it was read; it cannot become another thing. */
type Descriptor = 'unknown' | 'pointer' | 'image' | 'sampler' | 'value';

/**
 * How a kind of argument is taken: `vector` needs 4, 8 or 12 bytes; a number exactly so many; a descriptor makes the explicit
 * argument that arg_index names into that; `plain` is taken as it is; `per-thread` and `none` are refused among payload arguments.
 */
type Taken = { readonly size?: 'vector' | number; readonly of?: Descriptor } | 'bypointer' | 'byvalue' | 'inline-sampler' | 'base' | 'none';

const TAKEN = {
  packed_local_ids: 'none',
  local_id: 'none',
  local_size: { size: 'vector' },
  group_size: { size: 'vector' },
  group_count: { size: 'vector' },
  work_dimensions: { size: 4 },
  global_size: { size: 'vector' },
  enqueued_local_size: { size: 'vector' },
  global_id_offset: { size: 'vector' },
  private_base_stateless: {},
  buffer_address: { of: 'pointer' },
  buffer_offset: { size: 4, of: 'pointer' },
  buffer_size: { size: 8, of: 'pointer' },
  printf_buffer: {},
  arg_byvalue: 'byvalue',
  arg_bypointer: 'bypointer',
  image_height: { of: 'image' },
  image_width: { of: 'image' },
  image_depth: { of: 'image' },
  image_channel_data_type: { of: 'image' },
  image_channel_order: { of: 'image' },
  image_array_size: { of: 'image' },
  image_num_samples: { of: 'image' },
  image_num_mip_levels: { of: 'image' },
  flat_image_baseoffset: { of: 'image' },
  flat_image_height: { of: 'image' },
  flat_image_width: { of: 'image' },
  flat_image_pitch: { of: 'image' },
  sampler_address: { of: 'sampler' },
  sampler_normalized: { of: 'sampler' },
  sampler_snap_wa: { of: 'sampler' },
  image_srgb_channel_order: 'none',
  implicit_arg_buffer: {},
  implicit_local_id_buffer: 'none',
  sync_buffer: {},
  rt_global_buffer: {},
  const_base: 'base',
  global_base: 'base',
  assert_buffer: {},
  indirect_data_pointer: {},
  scratch_pointer: {},
  region_group_size: { size: 'vector' },
  region_group_dimension: { size: 4 },
  region_group_wg_count: { size: 4 },
  region_group_barrier_buffer: {},
  inline_sampler: 'inline-sampler',
} as const satisfies Partial<Record<ArgumentWord, Taken>>;

/** A list of more explicit arguments, or a binding table of more entries, does not fit 4 GiB of memory. */
const MOST_ARGUMENTS = 49_000_000;
const MOST_BINDINGS = 22_000_000;

/** Where an entry is in the text, for messages. */
export type Place = () => readonly [start: number, end: number];
const NOWHERE: Place = () => [0, 0];

/** Explicit arguments of one kernel. */
export class DriverArguments {
  /** How many there are: one more than the largest arg_index. */
  private readonly count: number;
  private readonly explicit = new Map<number, Descriptor>();
  private readonly elements = new Map<number, number>();
  /** Arguments for which an access_type was read. */
  private readonly accessed = new Set<number>();
  private readonly behaviour: Behaviour;
  /** Entries of the sampler table so far. */
  samplers = 0;
  private greatest = 0;
  /** Entries of the binding table so far. */
  bindings = 0;

  constructor(count: number, behaviour: Behaviour, place: Place = NOWHERE) {
    if (count > MOST_ARGUMENTS) throw new DriverStop('driver/memory-abort', `a kernel has ${count} explicit arguments`, ...place());
    this.count = count;
    this.behaviour = behaviour;
  }

  /** What the explicit argument is; stops where the driver reads outside its list. */
  at(index: number, place: Place): Descriptor {
    if (index < 0 || index >= this.count)
      throw new DriverStop(
        'driver/argument-index-abort',
        `an argument has arg_index ${index}, and the kernel has ${this.count} explicit arguments`,
        ...place(),
      );
    return this.explicit.get(index) ?? 'unknown';
  }

  private become(index: number, what: Descriptor, place: Place): void {
    const now = this.at(index, place);
    if (now !== 'unknown' && now !== what)
      throw new DriverStop('driver/argument-kind-abort', `argument ${index} is ${now} in one entry and ${what} in another`, ...place());
    this.explicit.set(index, what);
  }

  /** One entry of payload_arguments. */
  payload(record: DriverRecord, place: Place): void {
    const word = record.word('arg_type');
    const size = record.number('size', 0);
    const index = record.number('arg_index', -1);
    const refuse = (why: string) => new DriverStop('driver/argument', why, ...place());
    const taken: Taken = Object.hasOwn(TAKEN, word) ? ((TAKEN as Record<string, Taken>)[word] ?? 'none') : 'none';
    switch (taken) {
      case 'none':
        throw refuse(`an argument of type ${word || '(none)'} cannot be in payload_arguments`);
      case 'bypointer':
        this.pointer(record, index, place);
        return;
      case 'byvalue':
        this.become(index, 'value', place);
        if (record.number('source_offset', -1) === -1 && (this.elements.get(index) ?? 0) > 0)
          throw refuse('a further part of an argument has no source_offset');
        this.elements.set(index, (this.elements.get(index) ?? 0) + 1);
        return;
      case 'inline-sampler':
        if (this.samplers < record.number('sampler_index', -1))
          throw refuse('an inline_sampler has a sampler_index beyond the samplers of the kernel');
        return;
      case 'base':
        if (record.word('addrmode') !== 'bindless') this.bind(record.number('bti_value', -1), place);
        return;
      default: {
        if (taken.size === 'vector' ? ![4, 8, 12].includes(size) : taken.size !== undefined && size !== taken.size)
          throw refuse(`${word} has ${size} bytes, and ${taken.size === 'vector' ? '4, 8 or 12' : taken.size} are expected`);
        if (taken.of) this.become(index, taken.of, place);
      }
    }
  }

  private pointer(record: DriverRecord, index: number, place: Place): void {
    const space = record.word('addrspace');
    this.become(index, space === 'image' || space === 'sampler' ? space : 'pointer', place);
    const what = this.at(index, place);
    if (record.word('access_type') !== '') this.accessed.add(index);
    else if (this.accessed.has(index))
      throw new DriverStop(
        'driver/argument-kind-abort',
        `argument ${index} has an access_type in one entry and none in another`,
        ...place(),
      );
    switch (record.word('addrmode')) {
      case 'stateful':
      case 'bindless':
        if (what === 'sampler') this.samplers = Math.max(this.samplers, (record.number('sampler_index', -1) + 1) & 0xff);
        return;
      case 'stateless':
        if (what !== 'pointer') throw new DriverStop('driver/argument', `argument ${index} is ${what} and stateless`, ...place());
        return;
      case 'slm':
      case 'shared_local_memory':
        if (what !== 'pointer')
          throw new DriverStop('driver/argument-kind-abort', `argument ${index} is ${what} and in shared local memory`, ...place());
        return;
      default:
        throw new DriverStop('driver/argument', `argument ${index} has no addrmode`, ...place());
    }
  }

  /** The explicit argument that an entry of the binding table is for: what comes after the list is treated as nothing. */
  boundTo(index: number, place: Place): Descriptor {
    return index >= this.count ? 'unknown' : this.at(index, place);
  }

  /** A place in the binding table. */
  bind(bti: number, place: Place): void {
    if (this.behaviour.does('sectionsFirst')) {
      if (bti !== -1) this.bindings = Math.max(this.bindings, (bti + 1) & 0xff);
      return;
    }
    // Compared without sign, counted with it.
    this.greatest = Math.max(this.greatest, bti >>> 0);
    this.bindings = (this.greatest | 0) + 1;
    if (this.bindings < 0 || this.bindings > MOST_BINDINGS)
      throw new DriverStop('driver/memory-abort', `the binding table has an entry ${bti}`, ...place());
  }
}

/** One entry of per_thread_payload_arguments; gives the SIMD size that counts from then on. */
export function perThreadArgument(record: DriverRecord, simd: number, grfBytes: number, place: Place): number {
  const word = record.word('arg_type');
  const size = record.number('size', -1);
  const refuse = (why: string) => new DriverStop('driver/argument', why, ...place());
  if (word !== 'local_id' && word !== 'packed_local_ids')
    throw refuse(`an argument of type ${word || '(none)'} cannot be in per_thread_payload_arguments`);
  if (record.number('offset', -1) !== 0) throw refuse(`the offset of ${word} has to be 0`);
  const lanes = simd === 32 ? 32 : 16;
  const channel = word === 'packed_local_ids' ? 2 : Math.ceil((lanes * 2) / grfBytes) * grfBytes;
  const channels = Math.floor((size >>> 0) / channel);
  if (channels < 1 || channels > 3) throw refuse(`${size} bytes of ${word} are not one, two or three times ${channel}`);
  return word === 'packed_local_ids' ? 1 : simd;
}
