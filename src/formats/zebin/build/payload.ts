import type { PayloadArgument, payloadArgument } from '../../zeinfo/index.ts';

type ArgumentWord = (typeof payloadArgument)['attributes']['arg_type']['type']['rows']['members'][number]['value'];

/** A kind of value in the payload. */
export interface PayloadKind {
  readonly arg_type: ArgumentWord;
  /** Only entries with these attributes; of several rows for one arg_type, the first match is used. */
  readonly addrspace?: string;
  readonly addrmode?: string;
  /** Bytes of one value. `pointer` is 8, or 4 in ELF32; `given` is set by the generator; 0 takes no space. */
  readonly bytes: number | 'pointer' | 'given';
  /** Number of values, one for each dimension; 1 by default. */
  readonly count?: 3;
}

const image = (arg_type: ArgumentWord): PayloadKind => ({ arg_type, bytes: 4 });

/**
 * The kinds of entries in the payload, in the order of the compiler. Entries with the same row keep the order of the kernel's arguments.
 *
 * Source: intel/intel-graphics-compiler IGC/Compiler/Optimizer/OpenCLPasses/KernelArgs/KernelArgs.cpp (KernelArgsOrder, the indirect
 * layout), and intel/compute-runtime zeinfo_decoder.cpp (populateKernelPayloadArgument) for the required sizes.
 */
export const PAYLOAD_KINDS: readonly PayloadKind[] = [
  { arg_type: 'indirect_data_pointer', bytes: 8 },
  { arg_type: 'scratch_pointer', bytes: 8 },
  { arg_type: 'global_id_offset', bytes: 4, count: 3 },
  { arg_type: 'enqueued_local_size', bytes: 4, count: 3 },
  { arg_type: 'arg_bypointer', addrspace: 'local', bytes: 'pointer' },
  { arg_type: 'arg_bypointer', addrmode: 'stateless', bytes: 'pointer' },
  { arg_type: 'arg_bypointer', addrmode: 'bindless', addrspace: 'global', bytes: 'pointer' },
  { arg_type: 'arg_bypointer', addrmode: 'bindless', addrspace: 'constant', bytes: 'pointer' },
  { arg_type: 'buffer_address', bytes: 'pointer' },
  { arg_type: 'arg_byvalue', bytes: 'given' },
  { arg_type: 'const_base', addrmode: 'bindless', bytes: 4 },
  { arg_type: 'const_base', bytes: 'pointer' },
  { arg_type: 'global_base', addrmode: 'bindless', bytes: 4 },
  { arg_type: 'global_base', bytes: 'pointer' },
  { arg_type: 'private_base_stateless', bytes: 'pointer' },
  { arg_type: 'printf_buffer', bytes: 'pointer' },
  { arg_type: 'sync_buffer', bytes: 'pointer' },
  { arg_type: 'rt_global_buffer', bytes: 'pointer' },
  { arg_type: 'buffer_offset', bytes: 4 },
  { arg_type: 'work_dimensions', bytes: 4 },
  { arg_type: 'group_count', bytes: 4, count: 3 },
  { arg_type: 'global_size', bytes: 4, count: 3 },
  { arg_type: 'local_size', bytes: 4, count: 3 },
  { arg_type: 'region_group_size', bytes: 4, count: 3 },
  { arg_type: 'region_group_dimension', bytes: 4 },
  { arg_type: 'region_group_wg_count', bytes: 4 },
  { arg_type: 'region_group_barrier_buffer', bytes: 'pointer' },
  { arg_type: 'implicit_arg_buffer', bytes: 'pointer' },
  { arg_type: 'assert_buffer', bytes: 'pointer' },
  image('image_height'),
  image('image_width'),
  image('image_depth'),
  image('image_num_mip_levels'),
  image('image_channel_data_type'),
  image('image_channel_order'),
  image('image_array_size'),
  image('image_num_samples'),
  { arg_type: 'sampler_address', bytes: 4 },
  { arg_type: 'sampler_normalized', bytes: 4 },
  { arg_type: 'sampler_snap_wa', bytes: 4 },
  { arg_type: 'inline_sampler', bytes: 8 },
  { arg_type: 'buffer_size', bytes: 8 },
  { arg_type: 'arg_bypointer', addrmode: 'bindless', addrspace: 'sampler', bytes: 8 },
  { arg_type: 'arg_bypointer', addrmode: 'bindless', addrspace: 'image', bytes: 8 },
  { arg_type: 'arg_bypointer', addrmode: 'stateful', bytes: 0 },
];

/** Index of an entry's row in {@link PAYLOAD_KINDS}; -1 if the entry is not in the payload that all threads share. */
export function payloadRank({ arg_type, addrspace, addrmode }: PayloadArgument): number {
  return PAYLOAD_KINDS.findIndex(
    (row) =>
      row.arg_type === arg_type &&
      (row.addrspace === undefined || row.addrspace === addrspace) &&
      (row.addrmode === undefined || row.addrmode === addrmode),
  );
}

/** Properties of a device and kernel that the places of arguments depend on, in bytes. */
export interface PayloadTarget {
  /** Width of a general register. */
  readonly grfBytes: number;
  /** Bytes that the dispatch delivers inline; 0 for none. */
  readonly inlineBytes: number;
  /** Size of the per-thread payload, which comes first. */
  readonly perThreadBytes: number;
  /** Whether the kernel loads its payload itself. */
  readonly loadsPayload: boolean;
}

export interface PayloadItem {
  /** 0 for an entry without space in the payload, such as a buffer in the binding table. */
  readonly bytes: number;
  /** A power of two, in bytes. */
  readonly align: number;
}

/** Space is allocated in units of this many bytes. */
const UNIT = 4;

/**
 * The offset of each item in the payload, in bytes and in their order. Each item is aligned as requested, and starts a new register if it
 * would otherwise be in two. The first item that does not fit in the inline part comes directly after that part.
 *
 * Alignment applies to register positions: register 0 is the header, followed by the per-thread payload and then by these items. If the
 * first item has to be moved for its alignment there, the offsets in the payload still start at 0.
 *
 * Source: intel/intel-graphics-compiler IGC/Compiler/CISACodeGen/OpenCLKernelCodeGen.cpp, COpenCLKernel::AllocatePayload.
 */
export function placePayload(items: readonly PayloadItem[], target: PayloadTarget): number[] {
  const { grfBytes, inlineBytes, loadsPayload } = target;
  const start = payloadStart(target);
  let at = start;
  let correction = 0;
  let inline = inlineBytes > 0;
  let first = true;
  return items.map(({ bytes, align }) => {
    if (bytes === 0) return 0;
    const space = alignUp(bytes, UNIT);
    at = alignUp(at, align);
    if (Math.floor(at / grfBytes) !== Math.floor((at + space - 1) / grfBytes)) at = alignUp(at, grfBytes);
    if (first && loadsPayload && inlineBytes === 0) correction = at - start;
    first = false;
    if (inline && at + space - start > inlineBytes) {
      inline = false;
      if (grfBytes > inlineBytes) at = alignUp(at, grfBytes);
      correction = at - inlineBytes - start;
    }
    const offset = at - start - correction;
    at += space;
    return offset;
  });
}

/**
 * The offset of one more item after items that end at `end`: where {@link placePayload} would put it as the last of them.
 *
 * @param end the end of the other items, in whole units; 0 if there are none
 */
export function placeAfter(end: number, { bytes, align }: PayloadItem, target: PayloadTarget): number {
  const { grfBytes, inlineBytes } = target;
  if (bytes === 0) return 0;
  const space = alignUp(bytes, UNIT);
  const placed = (from: number) => {
    const at = alignUp(from, align);
    return Math.floor(at / grfBytes) === Math.floor((at + space - 1) / grfBytes) ? at : alignUp(at, grfBytes);
  };
  const start = payloadStart(target);
  if (end <= inlineBytes && inlineBytes > 0) {
    const offset = placed(start + end) - start;
    // An item that does not fit starts directly after the inline part.
    return offset + space <= inlineBytes ? offset : inlineBytes;
  }
  if (end === 0) return target.loadsPayload ? 0 : placed(start) - start;
  const from = registerByte(end, target);
  return end + placed(from) - from;
}

/** The byte of the register file at which the shared payload starts: after the header and the per-thread payload. */
export function payloadStart({ grfBytes, perThreadBytes, loadsPayload }: PayloadTarget): number {
  // Where the hardware fills the registers, a thread always has per-thread payload.
  return grfBytes + (alignUp(perThreadBytes, grfBytes) || (loadsPayload ? 0 : grfBytes));
}

/**
 * The byte of the register file that holds a byte of the payload when the kernel's own code starts. The inline part has registers of its
 * own, which it may not fill.
 *
 * Source: intel/intel-graphics-compiler visa/PrologEpilog.cpp, the picture before PayloadLoader.
 */
export function registerByte(offset: number, target: PayloadTarget): number {
  const { grfBytes, inlineBytes } = target;
  const start = payloadStart(target);
  return inlineBytes === 0 || offset < inlineBytes ? start + offset : start + alignUp(inlineBytes, grfBytes) + offset - inlineBytes;
}

/**
 * Bytes of the local ids of one dimension: 16 bits per lane for at least 16 lanes, in whole registers.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp, populateKernelPerThreadPayloadArgument.
 */
export function localIdBytes(simdSize: number, grfBytes: number): number {
  return alignUp((simdSize === 32 ? 32 : 16) * 2, grfBytes);
}

export function alignUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

/** The default alignment for a value of this size: the largest power of two that divides it, at most 128. */
export function naturalAlign(bytes: number): number {
  let align = 1;
  while (align < 128 && bytes % (align * 2) === 0 && bytes > 0) align *= 2;
  return align;
}
