import { bool, enumeration, int32, type RecordRows } from '../../../core/schema/index.ts';
import { argumentType } from './argument-type.ts';
import { accessType, addressSpace, memoryAddressingMode } from './enums.ts';
import { imageType, samplerType } from './image-sampler.ts';
import { optional, required } from './row.ts';

/**
 * The input of a kernel when it starts: cross-thread data, per-thread data, and the binding table.
 *
 * `when` follows the specification, and has more where the compiler and the driver accept more: arg_index also with buffer_address and
 * buffer_size, is_ptr also with const_base and global_base (intel/intel-graphics-compiler
 * IGC/Compiler/CISACodeGen/OpenCLKernelCodeGen.cpp).
 */

const FIRST = { since: '20.32.17625' };
const IMAGES = { since: '22.34.24023' };

export const payloadArgument = {
  name: 'payload_arguments',
  doc: 'A value in the cross-thread data: an argument of the kernel, or one that the compiler added.',
  attributes: {
    arg_type: required(enumeration(argumentType), 'Kind of the value. It determines whether the application or the driver fills it.', {
      driver: FIRST,
    }),
    offset: required(int32, 'Offset of the value in the payload.', {
      unit: 'bytes',
      driver: {
        since: '20.32.17625',
        note: '-1 means that the value is not in the payload. The whole payload must be smaller than 64 KiB.',
      },
    }),
    size: required(int32, 'Size of the value; 0 when a table refers to it instead. Until 1.51 it was rounded up to a multiple of 4.', {
      unit: 'bytes',
      driver: FIRST,
    }),
    arg_index: optional(int32, 'Index of the argument that the entry is or belongs to, counted from 0.', {
      default: -1,
      when: [
        {
          arg_type: [
            'arg_bypointer',
            'arg_byvalue',
            'buffer_address',
            'buffer_offset',
            'buffer_size',
            'image_height',
            'image_width',
            'image_depth',
            'image_num_mip_levels',
            'image_channel_data_type',
            'image_channel_order',
            'image_srgb_channel_order',
            'image_array_size',
            'image_num_samples',
            'flat_image_baseoffset',
            'flat_image_height',
            'flat_image_width',
            'flat_image_pitch',
            'sampler_address',
            'sampler_normalized',
            'sampler_snap_wa',
          ],
        },
      ],
      driver: { since: '20.32.17625', note: 'If it is missing where it is needed, the driver uses -1 as an index without a check.' },
    }),
    // That arg_bypointer needs it too is already a rule of drivers.
    addrmode: optional(enumeration(memoryAddressingMode), 'How the kernel accesses what the argument refers to.', {
      needed: [{ arg_type: ['inline_sampler'] }],
      when: [{ arg_type: ['arg_bypointer', 'const_base', 'global_base', 'inline_sampler'] }],
      driver: FIRST,
    }),
    addrspace: optional(enumeration(addressSpace), 'The kind of memory or object that the argument refers to.', {
      needed: true,
      when: [{ arg_type: ['arg_bypointer', 'inline_sampler'] }],
      driver: FIRST,
    }),
    access_type: optional(enumeration(accessType), 'Whether the kernel reads, writes or both.', {
      needed: true,
      when: [{ arg_type: ['arg_bypointer'] }],
      driver: FIRST,
    }),
    sampler_index: optional(int32, "Index of the sampler in the kernel's table of samplers.", {
      since: '1.4',
      default: -1,
      needed: true,
      when: [{ arg_type: ['arg_bypointer'], addrspace: ['sampler'] }, { arg_type: ['inline_sampler'] }],
      driver: { since: '21.22.19967' },
    }),
    source_offset: optional(
      int32,
      'Offset of this part in the structure that the application passes, when a structure is split into parts.',
      {
        unit: 'bytes',
        since: '1.9',
        default: -1,
        when: [{ arg_type: ['arg_byvalue'] }],
        driver: { since: '21.52.22081', note: 'The second and later parts of one argument need it. If it is left out, the driver uses 0.' },
      },
    ),
    slm_alignment: optional(int32, 'Alignment that the shared local memory of this argument needs.', {
      unit: 'bytes',
      since: '1.14',
      default: 0,
      when: [{ arg_type: ['arg_bypointer'], addrmode: ['slm'], addrspace: ['local'] }],
      driver: {
        since: '22.14.22890',
        note: 'If it is left out, the driver uses 16, not 0. Read as 8 bits. An explicit 0 after another local argument aborts the process.',
      },
    }),
    image_type: optional(enumeration(imageType), 'Shape of the image.', {
      since: '1.15',
      needed: true,
      when: [{ addrspace: ['image'] }],
      driver: IMAGES,
    }),
    image_transformable: optional(
      bool,
      'A 3D image that is read only at integer coordinates, so it may be passed as an array of 2D images.',
      {
        since: '1.15',
        default: false,
        when: [{ addrspace: ['image'] }],
        driver: { since: '22.34.24023', note: 'Stored, but not used.' },
      },
    ),
    sampler_type: optional(enumeration(samplerType), 'The hardware unit that the sampler is for.', {
      since: '1.15',
      needed: [{ arg_type: ['arg_bypointer'], addrspace: ['sampler'] }],
      when: [{ addrspace: ['sampler'] }],
      driver: { since: '22.34.24023', note: 'The driver must know the word, but does not use it.' },
    }),
    is_pipe: optional(bool, 'The argument is an OpenCL pipe.', {
      since: '1.23',
      default: false,
      when: [{ arg_type: ['arg_bypointer'] }],
      driver: { since: '22.49.25018.14' },
    }),
    is_ptr: optional(
      bool,
      'The value is used as a pointer. Since 1.42 also for the base of global variables or constants that contain pointers.',
      {
        since: '1.25',
        default: false,
        when: [{ arg_type: ['arg_byvalue', 'const_base', 'global_base'] }],
        driver: {
          since: '22.49.25018.14',
          note: 'Marks the kernel as one that accesses memory that no argument names. Ignored for const_base.',
        },
      },
    ),
    bti_value: optional(int32, 'Index in the binding table, when constants or global variables are accessed through it.', {
      since: '1.28',
      default: -1,
      when: [{ arg_type: ['const_base', 'global_base'] }],
      driver: { since: '22.49.25018.14' },
    }),
  },
} as const satisfies RecordRows;

export const perThreadPayloadArgument = {
  name: 'per_thread_payload_arguments',
  doc: 'A value that each hardware thread has for itself: the local ids of its work-items.',
  attributes: {
    arg_type: required(enumeration(argumentType), 'Layout of the local ids.', {
      driver: { since: '20.32.17625', note: 'Refused except for local_id and packed_local_ids.' },
    }),
    offset: required(int32, 'Offset of the value in the per-thread data.', {
      unit: 'bytes',
      driver: { since: '20.32.17625', note: 'Refused except for 0.' },
    }),
    size: required(int32, 'Size of the value. It determines how many of the dimensions x, y, z there are.', {
      unit: 'bytes',
      driver: { since: '20.32.17625', note: 'An entry of size 0 is skipped with a warning.' },
    }),
  },
} as const satisfies RecordRows;

export const bindingTableIndex = {
  name: 'binding_table_indices',
  doc: 'Entry of the binding table for an argument with the addrmode stateful.',
  attributes: {
    bti_value: required(int32, 'Index in the binding table.', {
      driver: { since: '20.32.17625', note: 'Stored in 8 bits, without a check.' },
    }),
    arg_index: required(int32, 'Index of the argument that the entry is for, counted from 0.', {
      driver: { since: '20.32.17625', note: 'Not compared with the number of arguments. Refused except for buffers and images.' },
    }),
  },
} as const satisfies RecordRows;
