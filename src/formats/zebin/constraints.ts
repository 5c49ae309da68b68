/**
 * The constraints of the driver's decoder on single entries of .ze_info, each stated once. `validate` and the builder report a violation
 * (rules.ts); the replay of a driver's decision stops at it, in the decoder's order and with its crashes (src/driver). Each function
 * returns how the values violate its constraint, or undefined if they do not.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp; each comment here names the function there.
 */
import { type argumentType, executionEnv } from '../zeinfo/index.ts';
import { localIdBytes } from './build/payload.ts';

export type ArgumentWord = (typeof argumentType)['members'][number]['value'];

/** The driver's class of an argument. The first entry determines it; later entries cannot change it. */
export type ArgumentNature = 'pointer' | 'image' | 'sampler' | 'value';

/** How the driver reads an entry of payload_arguments with this arg_type. */
export interface ArgumentRow {
  /** The list that the entry belongs to, by default payload_arguments. `none`: the driver refuses it there, and no other list is known. */
  readonly place?: 'per-thread' | 'none';
  /** Required size in bytes: a number, or that of one to three dimensions. Not checked if absent. */
  readonly bytes?: number | 'vector';
  /**
   * The class of the argument that arg_index names. `by-address-space`: addrspace determines it; `any`: the entry does not. Absent: the
   * entry has no argument.
   */
  readonly of?: ArgumentNature | 'by-address-space' | 'any';
}

/** populateKernelPayloadArgument, by arg_type. Other words are refused. */
const ARGUMENT_ROWS: { readonly [W in ArgumentWord]: ArgumentRow } = {
  packed_local_ids: { place: 'per-thread' },
  local_id: { place: 'per-thread' },
  local_size: { bytes: 'vector' },
  group_size: { bytes: 'vector' },
  group_count: { bytes: 'vector' },
  work_dimensions: { bytes: 4 },
  global_size: { bytes: 'vector' },
  enqueued_local_size: { bytes: 'vector' },
  global_id_offset: { bytes: 'vector' },
  private_base_stateless: {},
  buffer_address: { of: 'pointer' },
  buffer_offset: { bytes: 4, of: 'pointer' },
  buffer_size: { bytes: 8, of: 'pointer' },
  printf_buffer: {},
  arg_byvalue: { of: 'value' },
  arg_bypointer: { of: 'by-address-space' },
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
  image_srgb_channel_order: { place: 'none' },
  implicit_arg_buffer: {},
  implicit_local_id_buffer: { place: 'none' },
  sync_buffer: {},
  rt_global_buffer: {},
  const_base: {},
  global_base: {},
  assert_buffer: {},
  indirect_data_pointer: {},
  scratch_pointer: {},
  region_group_size: { bytes: 'vector' },
  region_group_dimension: { bytes: 4 },
  region_group_wg_count: { bytes: 4 },
  region_group_barrier_buffer: {},
  inline_sampler: {},
  vme_mb_block_type: { of: 'any' },
  vme_sad_adjust_mode: { of: 'any' },
  vme_search_path_type: { of: 'any' },
  vme_subpixel_mode: { of: 'any' },
};

const BY_WORD: ReadonlyMap<string, ArgumentRow> = new Map(Object.entries(ARGUMENT_ROWS));

/** The row of an arg_type; undefined if it is not one. */
export function argumentRow(word: string): ArgumentRow | undefined {
  return BY_WORD.get(word);
}

const { simd_size: simdRow, slm_alloc_mode: slmRow } = executionEnv.attributes;
const SIMD_SIZES: readonly number[] = simdRow.values ?? [];
const SLM_MODES: readonly number[] = slmRow.values ?? [];

/** readZeInfoExecutionEnvironment. */
export function simdSizeFault(size: number | undefined): string | undefined {
  return SIMD_SIZES.includes(size ?? 0) ? undefined : `simd_size is ${size ?? 'missing'}, and one of ${SIMD_SIZES.join(', ')} is expected`;
}

/** populateKernelExecutionEnvironment. Any other value aborts the process. */
export function slmModeFault(mode: number): string | undefined {
  return SLM_MODES.includes(mode) ? undefined : `slm_alloc_mode is ${mode}, and ${SLM_MODES.join(' or ')} is expected`;
}

/** Sizes of one to three dimensions. */
const VECTOR_SIZES = [4, 8, 12];

/** populateArgVec and populateWithOffsetChecked. */
export function argumentSizeFault(word: string, size: number): string | undefined {
  const bytes = argumentRow(word)?.bytes;
  if (bytes === 'vector') return VECTOR_SIZES.includes(size) ? undefined : `${word} has ${size} bytes, and 4, 8 or 12 are expected`;
  return bytes === undefined || size === bytes ? undefined : `${word} has ${size} bytes, and ${bytes} are expected`;
}

/** populateArgToInlineData. Offset -1 means that the entry has none. */
export function inlinePointerFault(word: string, offset: number, size: number, inlineBytes: () => number): string | undefined {
  if ((word !== 'scratch_pointer' && word !== 'indirect_data_pointer') || offset === -1 || offset + size <= inlineBytes()) return undefined;
  return `${word} ends at ${offset + size}, and inline_data_payload_size is ${inlineBytes()}`;
}

/** populateKernelPayloadArgument, for arg_bypointer. */
export function addressModeFault(mode: string | undefined, space: string | undefined): string | undefined {
  if (mode === undefined || mode === '') return 'arg_bypointer has no addrmode';
  return mode === 'stateless' && isObject(space) ? `an argument of addrspace ${space} is stateless` : undefined;
}

/** Whether objects of an address space have a state of their own. */
export const isObject = (space: string | undefined): space is 'image' | 'sampler' => space === 'image' || space === 'sampler';

/** populateKernelPerThreadPayloadArgument. Sizes are compared as unsigned. */
export function localIdsFault(word: string, offset: number, size: number, lanes: number, grfBytes: number): string | undefined {
  if (argumentRow(word)?.place !== 'per-thread') return `${word || '(nothing)'} cannot be in per_thread_payload_arguments`;
  if (offset !== 0) return `${word} begins at ${offset} instead of 0`;
  const one = word === 'packed_local_ids' ? 2 : localIdBytes(lanes, grfBytes);
  const dimensions = Math.floor((size >>> 0) / one);
  return dimensions >= 1 && dimensions <= 3 ? undefined : `${word} has ${size} bytes, and one to three times ${one} are expected`;
}

/** An entry of per_thread_memory_buffers, with defaults for absent attributes. */
export interface MemoryBuffer {
  readonly type: string;
  readonly usage: string;
  readonly size: number;
  readonly slot: number;
  readonly is_simt_thread: boolean;
}

const MAX_INT32 = 0x7fff_ffff;
const MAX_UINT32 = 0xffff_ffff;

/** populateKernelPerThreadMemoryBuffer: the size of a buffer. Older releases do not check the upper limits. */
export function bufferSizeFault({ size, is_simt_thread }: MemoryBuffer, lanes: number): string | undefined {
  const all = is_simt_thread ? size * lanes : size;
  return size <= 0 || size >= MAX_INT32 || all > MAX_UINT32
    ? `a per-thread buffer has ${size} bytes${is_simt_thread ? ` for each of ${lanes} lanes` : ''}`
    : undefined;
}

/** populateKernelPerThreadMemoryBuffer: the type of a buffer. */
export function bufferTypeFault({ type }: MemoryBuffer): string | undefined {
  return type === 'scratch' || type === 'global' ? undefined : `a per-thread buffer is of type ${type || '(nothing)'}`;
}

/**
 * populateKernelPerThreadMemoryBuffer: the usage of a buffer, or its slot. A negative slot aborts the process.
 *
 * @param slots true for the slots of earlier buffers
 */
export function bufferUseFault({ type, usage, slot }: MemoryBuffer, slots: readonly boolean[]): string | undefined {
  if (type === 'global') return usage === 'private_space' ? undefined : `the usage of a global buffer is ${usage || '(nothing)'}`;
  if (type !== 'scratch') return undefined;
  if (slot < 0 || slot > 1) return `a per-thread buffer has slot ${slot}`;
  return slots[slot] ? `slot ${slot} of per-thread buffers is used twice` : undefined;
}

/** populateKernelInlineSampler. */
export function inlineSamplerFault(hasIndex: boolean, addrmode: string, filtermode: string): string | undefined {
  return !hasIndex || addrmode === '' || filtermode === '' ? 'an inline sampler has no index, addrmode or filtermode' : undefined;
}

/** The addressing modes of a kernel's arguments that the driver compares. */
export interface AddressedBy {
  readonly bindlessBuffer: boolean;
  readonly bindlessImage: boolean;
  readonly statefulBuffer: boolean;
  readonly statefulImage: boolean;
  /** Whether the binding table has an entry when the driver makes the comparison. */
  readonly table: boolean;
}

/** decodeZeInfoKernelPayloadArguments. */
export function mixedFault({ bindlessBuffer, bindlessImage, statefulBuffer, statefulImage, table }: AddressedBy): string | undefined {
  const mixed = (bindlessBuffer && statefulBuffer) || (bindlessImage && statefulImage) || ((bindlessBuffer || bindlessImage) && table);
  return mixed ? 'bindless and stateful arguments are mixed in one kernel' : undefined;
}
