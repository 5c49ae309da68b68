import { bool, enumeration, int32, type RecordRows } from '../../../core/schema/index.ts';
import { allocationType, memoryUsage } from './enums.ts';
import { samplerDescAddrmode, samplerDescFiltermode } from './image-sampler.ts';
import { optional, required } from './row.ts';

/** Smaller blocks of a kernel: memory for threads, inline samplers, experiments, debugging. */

const INLINE = { since: '1.20', driver: { since: '22.42.24548' } } as const;
const EXPERIMENT = {
  since: '1.1',
  default: -1,
  values: [-1, 0, 1],
  driver: { since: '21.08.19096', note: 'Read only in a list of maps, the form of 1.1 to 1.6; ignored in a plain map.' },
} as const;

export const perThreadMemoryBuffer = {
  name: 'per_thread_memory_buffers',
  doc: 'Memory that the driver must provide for each thread, for use by the compiler.',
  attributes: {
    type: required(enumeration(allocationType), 'Kind of the memory.', { driver: { since: '20.36.17813' } }),
    usage: required(enumeration(memoryUsage), 'What the compiler uses the memory for.', { driver: { since: '20.36.17813' } }),
    size: required(int32, 'Bytes for each hardware thread, or for each lane when is_simt_thread is set.', {
      unit: 'bytes per thread',
      driver: { since: '20.36.17813', note: 'Refused below 1 and at 2147483647, and when the bytes of all lanes do not fit 32 bits.' },
    }),
    slot: optional(int32, 'Which scratch space it is, when there are several.', {
      since: '1.0',
      default: 0,
      when: [{ type: ['scratch'] }],
      driver: { since: '20.45.18403', note: 'Refused above 1, or twice in one kernel.' },
    }),
    is_simt_thread: optional(bool, 'The size is that of one lane; unset, that of a whole hardware thread.', {
      default: false,
      when: [{ type: ['global'] }],
      driver: { since: '20.43.18277', note: 'If it is true, the size is multiplied by simd_size.' },
    }),
  },
} as const satisfies RecordRows;

export const inlineSampler = {
  name: 'inline_samplers',
  doc: 'A sampler whose settings are written in the source of the kernel.',
  attributes: {
    sampler_index: required(int32, 'Place in the table of samplers of the kernel.', {
      since: '1.20',
      driver: { since: '22.42.24548', note: 'Refused when it is missing or -1.' },
    }),
    addrmode: required(enumeration(samplerDescAddrmode), 'What happens with coordinates outside the image.', INLINE),
    filtermode: required(enumeration(samplerDescFiltermode), 'How a value between texels comes about.', INLINE),
    normalized: optional(bool, 'Coordinates run from 0 to 1 instead of counting texels.', { ...INLINE, default: false }),
  },
} as const satisfies RecordRows;

export const experimentalProperties = {
  name: 'experimental_properties',
  doc: 'Results of analyses in the compiler, for experiments. They do not affect how a kernel runs. A list of maps until 1.7, one map since.',
  attributes: {
    has_non_kernel_arg_load: optional(
      int32,
      'Whether a load uses an address that does not come from an argument: 0 no, 1 yes, -1 unknown.',
      EXPERIMENT,
    ),
    has_non_kernel_arg_store: optional(
      int32,
      'Whether a store uses an address that does not come from an argument: 0 no, 1 yes, -1 unknown.',
      EXPERIMENT,
    ),
    has_non_kernel_arg_atomic: optional(
      int32,
      'Whether an atomic uses an address that does not come from an argument: 0 no, 1 yes, -1 unknown.',
      EXPERIMENT,
    ),
  },
} as const satisfies RecordRows;

export const debugEnv = {
  name: 'debug_env',
  doc: 'What a debugger needs: the surface of the system routine (SIP).',
  attributes: {
    sip_surface_bti: optional(int32, 'Place of the surface of the system routine in the binding table; -1 when it has none.', {
      since: '1.7',
      default: -1,
      driver: { since: '21.38.21026', note: 'Used only when it is 0.' },
    }),
    sip_surface_offset: optional(int32, 'Place of the surface of the system routine in the surface heap; -1 when it has none.', {
      unit: 'bytes',
      since: '1.7',
      default: -1,
      driver: { since: '24.45.31740.8', note: 'Parsed, but not used.' },
    }),
  },
} as const satisfies RecordRows;
