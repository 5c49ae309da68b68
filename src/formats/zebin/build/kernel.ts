import type { CoreFamily } from '../../../devices/index.ts';
import type { Kernel, PayloadArgument } from '../../zeinfo/index.ts';
import type { ArgumentBuild, ImplicitWord, KernelBuild } from './model.ts';
import { localIdBytes, naturalAlign, PAYLOAD_KINDS, payloadRank, placePayload } from './payload.ts';

/** Registers of a thread unless the generator specifies another number. */
export const GRF_COUNT = 128;
/** The header of the payload: two vectors, and eight bytes without a name. */
const HEADER = { bytes: 32, local_size: 12, align: 4 } as const;
const PACKED_ID_BYTES = 2;

/** What a kernel entry depends on in the device and the file. */
export interface KernelTarget {
  readonly core: CoreFamily & { readonly grfBytes: number };
  readonly is64: boolean;
}

/** An entry of the payload before its offset is known. */
interface Entry {
  readonly argument: PayloadArgument;
  readonly bytes: number;
  readonly align: number;
  /** The argument that contains this one, and the offset in it. */
  readonly within?: { readonly argument: PayloadArgument; readonly at: number };
}

/**
 * The entry of .ze_info for a kernel: arguments in the order and at the offsets that the compiler would choose, binding table entries and
 * sampler indices in the order of the arguments, local ids as the device needs them.
 */
export function kernelRecord(kernel: KernelBuild, { core, is64 }: KernelTarget): Kernel {
  const { name, env, args = [], implicit = [], attributes = {} } = kernel;
  const pointerBytes = is64 ? 8 : 4;
  const tables = { samplers: attributes.inline_samplers?.length ?? 0, bindings: 0 };
  const binding_table_indices: { bti_value: number; arg_index: number }[] = [];
  const entries = [
    ...implicit.map((word) => implicitEntry(word, pointerBytes)),
    ...args.flatMap((arg, arg_index) => {
      const stateful = (arg.kind === 'buffer' || arg.kind === 'image') && arg.mode === 'stateful';
      if (stateful) binding_table_indices.push({ bti_value: tables.bindings++, arg_index });
      return argumentEntries(arg, arg_index, pointerBytes, () => tables.samplers++);
    }),
  ];
  const sorted = entries
    .map((entry) => ({ entry, rank: payloadRank(entry.argument) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
  const inline = env.inline_data_payload_size ?? (sorted.some((entry) => entry.bytes > 0) ? (core.inlineDataBytes ?? 0) : 0);
  const threads = perThread(kernel, core.grfBytes);
  const offsets = placePayload(sorted, {
    grfBytes: core.grfBytes,
    inlineBytes: inline,
    perThreadBytes: threads.reduce((sum, one) => sum + one.size, 0),
    loadsPayload: core.loadsPayload === true,
  });
  const payload_arguments = sorted.flatMap(({ argument, within }, i): PayloadArgument[] => {
    const { arg_type, ...rest } = argument;
    const offset = offsets[i] ?? 0;
    const placed = { arg_type, offset, ...rest } as PayloadArgument;
    return within ? [placed, { ...within.argument, offset: offset + within.at }] : [placed];
  });
  const execution_env = { grf_count: GRF_COUNT, ...(inline > 0 ? { inline_data_payload_size: inline } : {}), ...env };
  return {
    name,
    ...attributes,
    execution_env,
    ...(payload_arguments.length > 0 ? { payload_arguments } : {}),
    ...(threads.length > 0 ? { per_thread_payload_arguments: threads } : {}),
    ...(binding_table_indices.length > 0 ? { binding_table_indices } : {}),
  };
}

function perThread({ env, localIds = 0 }: KernelBuild, grfBytes: number): { arg_type: string; offset: number; size: number }[] {
  if (localIds === 0) return [];
  if (env.simd_size === 1) return [{ arg_type: 'packed_local_ids', offset: 0, size: localIds * PACKED_ID_BYTES }];
  return [{ arg_type: 'local_id', offset: 0, size: localIds * localIdBytes(env.simd_size, grfBytes) }];
}

function implicitEntry(word: ImplicitWord, pointerBytes: number): Entry {
  if (word !== 'payload_header') return entry({ arg_type: word }, pointerBytes);
  const within = { argument: { arg_type: 'local_size', offset: 0, size: 12 }, at: HEADER.local_size };
  return { argument: { arg_type: 'global_id_offset', size: 12 }, bytes: HEADER.bytes, align: HEADER.align, within };
}

/** An entry with the size of its kind. `valueBytes` is the size of a value, which only the generator knows. */
function entry(argument: PayloadArgument, pointerBytes: number, valueBytes = 0, align?: number): Entry {
  const kind = PAYLOAD_KINDS[payloadRank(argument)];
  if (!kind) throw new TypeError(`${argument.arg_type} has no place in the payload`);
  const one = kind.bytes === 'pointer' ? pointerBytes : kind.bytes === 'given' ? valueBytes : kind.bytes;
  const size = one * (kind.count ?? 1);
  return { argument: { ...argument, size }, bytes: size, align: align ?? (kind.count ? one : naturalAlign(size)) };
}

/** The payload entries of an argument, before they have offsets. */
export function argumentEntries(arg: ArgumentBuild, arg_index: number, pointerBytes: number, sampler: () => number): Entry[] {
  const make = (argument: PayloadArgument, valueBytes?: number, align?: number) => entry(argument, pointerBytes, valueBytes, align);
  switch (arg.kind) {
    case 'value': {
      const pointer = arg.isPointer ? { is_ptr: true } : {};
      if (!arg.parts) return [make({ arg_type: 'arg_byvalue', arg_index, ...pointer }, arg.bytes, arg.align)];
      return arg.parts.map((part) =>
        make({ arg_type: 'arg_byvalue', arg_index, source_offset: part.sourceOffset, ...pointer }, part.bytes, part.align),
      );
    }
    case 'buffer': {
      const { mode, space = 'global', access = 'readwrite' } = arg;
      const pipe = arg.isPipe ? { is_pipe: true } : {};
      return [
        make({ arg_type: 'arg_bypointer', arg_index, addrmode: mode, addrspace: space, access_type: access, ...pipe }),
        ...(arg.address ? [make({ arg_type: 'buffer_address', arg_index })] : []),
        ...(arg.offset ? [make({ arg_type: 'buffer_offset', arg_index })] : []),
        ...(arg.size ? [make({ arg_type: 'buffer_size', arg_index })] : []),
      ];
    }
    case 'local': {
      const align = arg.align === undefined ? {} : { slm_alignment: arg.align };
      return [make({ arg_type: 'arg_bypointer', arg_index, addrmode: 'slm', addrspace: 'local', access_type: 'readwrite', ...align })];
    }
    case 'image': {
      const { mode, type, access, transformable, facts = [] } = arg;
      const image = { addrmode: mode, addrspace: 'image', access_type: access, image_type: type };
      return [
        make({ arg_type: 'arg_bypointer', arg_index, ...image, ...(transformable ? { image_transformable: true } : {}) }),
        ...facts.map((fact) => make({ arg_type: fact, arg_index })),
      ];
    }
    case 'sampler': {
      const { mode, type, facts = [] } = arg;
      const access = { addrmode: mode, addrspace: 'sampler', access_type: 'readwrite', sampler_index: sampler() };
      return [
        make({ arg_type: 'arg_bypointer', arg_index, ...access, ...(type === undefined ? {} : { sampler_type: type }) }),
        ...facts.map((fact) => make({ arg_type: fact, arg_index })),
      ];
    }
  }
}
