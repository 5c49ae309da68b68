import { bool, enumeration, int32, type RecordRows } from '../../schema/index.ts';
import { argumentType } from './argument-type.ts';
import { accessType, addressSpace, memoryAddressingMode } from './enums.ts';
import { imageType, samplerType } from './image-sampler.ts';
import { optional, required } from './row.ts';

/**
 * What a kernel finds when it starts: payload that all threads share, payload of each thread, and the binding table.
 *
 * `when` follows the specification, widened where the compiler and the driver go further: arg_index also with buffer_address and
 * buffer_size, is_ptr also with const_base and global_base (intel/intel-graphics-compiler
 * IGC/Compiler/CISACodeGen/OpenCLKernelCodeGen.cpp).
 */

const FIRST = { since: '20.32.17625' };
const IMAGES = { since: '22.34.24023' };

export const payloadArgument = {
  name: 'payload_arguments',
  doc: 'A value in the part of the payload that all threads share: an argument of the kernel, or one that the compiler added.',
  attributes: {
    arg_type: required(enumeration(argumentType), 'What the value is, and so who fills it: the application or the driver.', {
      driver: FIRST,
    }),
    offset: required(int32, 'Place of the value from the start of the payload.', {
      unit: 'bytes',
      driver: { since: '20.32.17625', note: '-1 means that the value has no place. The payload as a whole has to stay below 64 KiB.' },
    }),
    size: required(int32, 'Bytes of the value; 0 when a table leads to it instead. Until 1.51 it was rounded up to a multiple of 4.', {
      unit: 'bytes',
      driver: FIRST,
    }),
    arg_index: optional(int32, 'Which argument of the kernel, counted from 0, the entry is or belongs to.', {
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
      driver: { since: '20.32.17625', note: 'Missing where it is needed, it indexes a table with -1, unchecked.' },
    }),
    // That arg_bypointer needs it too is a rule of drivers already.
    addrmode: optional(enumeration(memoryAddressingMode), 'How the kernel gets at what the argument refers to.', {
      needed: [{ arg_type: ['inline_sampler'] }],
      when: [{ arg_type: ['arg_bypointer', 'const_base', 'global_base', 'inline_sampler'] }],
      driver: FIRST,
    }),
    addrspace: optional(enumeration(addressSpace), 'Which kind of memory or object the argument refers to.', {
      needed: true,
      when: [{ arg_type: ['arg_bypointer', 'inline_sampler'] }],
      driver: FIRST,
    }),
    access_type: optional(enumeration(accessType), 'Whether the kernel reads, writes or does both.', {
      needed: true,
      when: [{ arg_type: ['arg_bypointer'] }],
      driver: FIRST,
    }),
    sampler_index: optional(int32, 'Place of the sampler in the table of samplers of the kernel.', {
      since: '1.4',
      default: -1,
      needed: true,
      when: [{ arg_type: ['arg_bypointer'], addrspace: ['sampler'] }, { arg_type: ['inline_sampler'] }],
      driver: { since: '21.22.19967' },
    }),
    source_offset: optional(
      int32,
      'Where this part is in the structure that the application passes, when a structure is split into parts.',
      {
        unit: 'bytes',
        since: '1.9',
        default: -1,
        when: [{ arg_type: ['arg_byvalue'] }],
        driver: { since: '21.52.22081', note: 'Needed from the second part of one argument on; left out, it counts as 0.' },
      },
    ),
    slm_alignment: optional(int32, 'Alignment that the shared local memory of this argument needs.', {
      unit: 'bytes',
      since: '1.14',
      default: 0,
      when: [{ arg_type: ['arg_bypointer'], addrmode: ['slm'], addrspace: ['local'] }],
      driver: {
        since: '22.14.22890',
        note: 'Left out, it counts as 16, not 0. Read as 8 bits; an explicit 0 aborts the process when another local argument precedes.',
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
      'A 3D image that is only read at whole coordinates, so it may be passed as an array of 2D images.',
      {
        since: '1.15',
        default: false,
        when: [{ addrspace: ['image'] }],
        driver: { since: '22.34.24023', note: 'Stored, then unused.' },
      },
    ),
    sampler_type: optional(enumeration(samplerType), 'Which unit of the hardware the sampler is for.', {
      since: '1.15',
      needed: [{ arg_type: ['arg_bypointer'], addrspace: ['sampler'] }],
      when: [{ addrspace: ['sampler'] }],
      driver: { since: '22.34.24023', note: 'The word has to be known, and is then unused.' },
    }),
    is_pipe: optional(bool, 'The argument is an OpenCL pipe.', {
      since: '1.23',
      default: false,
      when: [{ arg_type: ['arg_bypointer'] }],
      driver: { since: '22.49.25018.14' },
    }),
    is_ptr: optional(
      bool,
      'The value is used as a pointer. Since 1.42 also on the base of global variables or constants that hold pointers.',
      {
        since: '1.25',
        default: false,
        when: [{ arg_type: ['arg_byvalue', 'const_base', 'global_base'] }],
        driver: {
          since: '22.49.25018.14',
          note: 'Marks the kernel as reaching memory that no argument names. Ignored on const_base.',
        },
      },
    ),
    bti_value: optional(int32, 'Place in the binding table, when accesses to constants or global variables go through it.', {
      since: '1.28',
      default: -1,
      when: [{ arg_type: ['const_base', 'global_base'] }],
      driver: { since: '22.49.25018.14' },
    }),
  },
} as const satisfies RecordRows;

export const perThreadPayloadArgument = {
  name: 'per_thread_payload_arguments',
  doc: 'A value that each hardware thread gets for itself: the local ids of its work-items.',
  attributes: {
    arg_type: required(enumeration(argumentType), 'Layout of the local ids.', {
      driver: { since: '20.32.17625', note: 'Anything but local_id and packed_local_ids is refused.' },
    }),
    offset: required(int32, 'Place of the value from the start of the payload of the thread.', {
      unit: 'bytes',
      driver: { since: '20.32.17625', note: 'Anything but 0 is refused.' },
    }),
    size: required(int32, 'Bytes of the value; it says how many of the dimensions x, y, z are there.', {
      unit: 'bytes',
      driver: { since: '20.32.17625', note: 'An entry of size 0 is skipped with a warning.' },
    }),
  },
} as const satisfies RecordRows;

export const bindingTableIndex = {
  name: 'binding_table_indices',
  doc: 'Entry of the binding table for an argument whose addrmode is stateful.',
  attributes: {
    bti_value: required(int32, 'Place in the binding table.', {
      driver: { since: '20.32.17625', note: 'Counted in 8 bits, unchecked.' },
    }),
    arg_index: required(int32, 'The argument of the kernel, counted from 0, that the entry is for.', {
      driver: { since: '20.32.17625', note: 'Not checked against the number of arguments; refused for anything but buffers and images.' },
    }),
  },
} as const satisfies RecordRows;
