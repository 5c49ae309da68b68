import { type EnumRows, NEXT_RELEASE } from '../../../core/schema/index.ts';
import { word } from './row.ts';

/**
 * The values that an argument in the payload of a kernel can have. The application passes arg_byvalue and arg_bypointer; the driver
 * fills all others. The order is that of the specification; words that only the driver has come last.
 *
 * If a value has three parts of 32 bits, the size of the argument says how many of them the driver fills, from x on.
 */

const VECTOR = 'Fills x, y and z up to the size; another size than 4, 8 or 12 is refused.';
const PATCHED_INLINE = 'The next release refuses it when it is not wholly inside inline_data_payload_size.';
const IMAGE = { since: '1.15', driver: { since: '22.34.24023' } } as const;
const FLAT_IMAGE = {
  since: '1.15',
  until: '1.64',
  // intel/compute-runtime 58fc6003b6.
  driver: { since: '22.34.24023', until: NEXT_RELEASE, note: 'The newest release reads it; the main branch no longer does.' },
} as const;
const VME = {
  specified: false,
  driver: { since: '22.34.24023', until: '25.31.34666.3', note: 'The driver still knows the word, but refuses a kernel with it.' },
} as const;

export const argumentType = {
  name: 'argument_type',
  doc: 'The value of an argument in the payload.',
  members: [
    word('packed_local_ids', 'Local ids x, y, z of the one work-item of a thread, close together, for kernels of SIMD size 1.', {
      size: 'int16x3',
      driver: { since: '20.32.17625', note: 'Per-thread only. The size must be 2, 4 or 6. The driver then treats the kernel as SIMD 1.' },
    }),
    word('local_id', 'Local ids of all lanes of a thread, one dimension after the other, each rounded up to whole registers.', {
      size: 'int16 x N x n',
      driver: {
        since: '20.32.17625',
        note: 'Per-thread only. The size divided by the bytes of one dimension must give 1, 2 or 3 dimensions.',
      },
    }),
    word('local_size', 'Work-items of a work-group in x, y, z.', {
      size: 'int32x3',
      driver: { since: '20.32.17625', note: VECTOR },
    }),
    word('group_size', 'Former name of group_count.', {
      size: 'int32x3',
      until: '1.0',
      becomes: 'group_count',
      driver: { since: '20.32.17625', until: '20.34.17727' },
    }),
    word('group_count', 'Work-groups of the dispatch in x, y, z.', {
      size: 'int32x3',
      driver: { since: '20.34.17727', note: VECTOR },
    }),
    word('work_dimensions', 'Dimensions that the application gave the dispatch: 1, 2 or 3.', {
      size: 'int32',
      since: '1.5',
      driver: { since: '21.30.20482', note: 'The size must be 4.' },
    }),
    word('global_size', 'Work-items of the whole dispatch in x, y, z (OpenCL).', {
      size: 'int32x3',
      driver: { since: '20.34.17727', note: VECTOR },
    }),
    word('enqueued_local_size', 'Work-group size as enqueued, also for the smaller groups at the edge of an uneven dispatch (OpenCL).', {
      size: 'int32x3',
      driver: { since: '20.34.17727', note: VECTOR },
    }),
    word('global_id_offset', 'Offset that is added to global ids in x, y, z.', {
      size: 'int32x3',
      driver: { since: '20.32.17625', note: VECTOR },
    }),
    word('private_base_stateless', 'Where the buffer of type global that per_thread_memory_buffers asks for begins.', {
      size: 'int64',
      driver: { since: '20.32.17625' },
    }),
    word(
      'buffer_address',
      'Address of a buffer that is accessed only through a table. The kernel uses it as a number, for example to compare it with null.',
      {
        since: '1.17',
        driver: { since: '22.25.23529' },
      },
    ),
    word('buffer_offset', 'Distance of a buffer from the aligned base that its table entry has; the kernel adds it to its accesses.', {
      since: '1.2',
      driver: { since: '21.13.19438', note: 'The size must be 4.' },
    }),
    word('printf_buffer', 'Address of the buffer that takes the output of printf.', {
      since: '1.3',
      driver: { since: '21.26.20194' },
    }),
    word('implicit_arg_buffer', 'Address of the buffer in which called functions find ids, sizes and the other implicit values.', {
      size: 'int64',
      since: '1.7',
      driver: { since: '22.10.22597', note: 'Note 8 of the file determines its layout, otherwise the device does.' },
    }),
    word('implicit_local_id_buffer', 'Local ids for called functions; they moved into the implicit argument buffer.', {
      size: 'int64x25',
      since: '1.7',
      until: '1.12',
      driver: {},
    }),
    word('sync_buffer', 'Address of the buffer that synchronises all work-groups of a cooperative dispatch.', {
      size: 'int64',
      since: '1.22',
      driver: { since: '22.49.25018.14' },
    }),
    word('rt_global_buffer', 'Address of the dispatch-wide data of ray tracing.', {
      size: 'int64',
      since: '1.26',
      driver: { since: '22.49.25018.14', note: 'Marks the kernel as tracing rays, like has_rtcalls.' },
    }),
    word('assert_buffer', 'Address of the buffer for messages of failed assertions.', {
      size: 'int64',
      since: '1.30',
      driver: { since: '23.13.26032.7' },
    }),
    word('indirect_data_pointer', 'Address of the payload itself, for kernels that load it on their own.', {
      size: 'int64',
      since: '1.31',
      driver: { since: '23.48.27912.8', note: PATCHED_INLINE },
    }),
    word('scratch_pointer', 'Address of the scratch surface.', {
      size: 'int64',
      since: '1.31',
      driver: { since: '23.48.27912.8', note: PATCHED_INLINE },
    }),
    word(
      'arg_byvalue',
      'Argument of the kernel passed by value. A structure may be split into several entries, distinguished by source_offset.',
      {
        driver: { since: '20.32.17625', note: 'The second and later entries with one arg_index need source_offset.' },
      },
    ),
    word('arg_bypointer', 'Argument of the kernel that refers to memory, an image or a sampler.', {
      driver: { since: '20.32.17625', note: 'Refused without a known addrmode.' },
    }),
    word('image_height', 'Height of an image argument in texels.', IMAGE),
    word('image_width', 'Width of an image argument in texels.', IMAGE),
    word('image_depth', 'Depth of an image argument in texels.', IMAGE),
    word('image_num_mip_levels', 'Levels of the mip chain of an image argument.', IMAGE),
    word('image_channel_data_type', 'Format of the channels of an image argument, as the API numbers it.', IMAGE),
    word('image_channel_order', 'Order of the channels of an image argument, as the API numbers it.', IMAGE),
    word('image_srgb_channel_order', 'Order of the channels when the image is sRGB.', { since: '1.15', until: '1.66', driver: {} }),
    word('image_array_size', 'Layers of an image array argument.', IMAGE),
    word('image_num_samples', 'Samples that an image argument has for each pixel.', IMAGE),
    word('flat_image_baseoffset', 'Address of an image seen as plain memory.', FLAT_IMAGE),
    word('flat_image_height', 'Height of an image seen as plain memory.', FLAT_IMAGE),
    word('flat_image_width', 'Width of an image seen as plain memory.', FLAT_IMAGE),
    word('flat_image_pitch', 'Distance between the rows of an image seen as plain memory.', FLAT_IMAGE),
    word(
      'sampler_address',
      'What a sampler argument does outside the image: 0 nothing, 1 border color, 2 edge, 3 repeat, 4 mirrored repeat.',
      IMAGE,
    ),
    word('sampler_normalized', 'Whether coordinates for a sampler argument run from 0 to 1 instead of counting texels.', IMAGE),
    word('sampler_snap_wa', 'Whether coordinates just below 0 have to be snapped, to work around the sampler.', {
      ...IMAGE,
      deprecated: '1.65',
    }),
    word('inline_sampler', 'Handle of a sampler that is written in the source, for bindless access.', {
      since: '1.44',
      driver: { since: '24.26.30049.6', note: 'An index above the number of samplers is refused.' },
    }),
    word('const_base', 'Where the constants of the module begin; with addrmode bindless, the offset of their surface state.', {
      since: '1.28',
      driver: { since: '22.49.25018.14' },
    }),
    word('global_base', 'Where the global variables of the module begin; with addrmode bindless, the offset of their surface state.', {
      since: '1.28',
      driver: { since: '22.49.25018.14' },
    }),
    word('region_group_size', 'Work-groups of a region in x, y, z.', {
      size: 'int32x3',
      since: '1.34',
      driver: { since: '23.52.28202.13', until: '26.05.37020.3' },
    }),
    word('region_group_dimension', 'Dimension along which the dispatch is cut into regions.', {
      size: 'int32',
      since: '1.34',
      driver: { since: '23.52.28202.13', note: 'The size must be 4. Stored, then unused in public releases.' },
    }),
    word('region_group_wg_count', 'Work-groups that a region has in all.', {
      size: 'int32',
      since: '1.34',
      driver: { since: '23.52.28202.13', until: '26.05.37020.3' },
    }),
    word('region_group_barrier_buffer', 'Address of the buffer for barriers of regions. A kernel with this argument has such barriers.', {
      size: 'int64',
      since: '1.43',
      driver: { since: '24.26.30049.6', until: '26.05.37020.3' },
    }),
    word('buffer_size', 'Bytes of the buffer that an argument points to, for bounds checks.', {
      size: 'int64',
      since: '1.40',
      driver: { since: '25.18.33578.5', note: 'The size must be 8. An unknown argument type is refused by every older release.' },
    }),
    word('vme_mb_block_type', 'Type of macroblock for video motion estimation; a word of the driver alone.', VME),
    word('vme_subpixel_mode', 'Precision below a pixel for video motion estimation; a word of the driver alone.', VME),
    word('vme_sad_adjust_mode', 'Adjustment of the sum of differences for video motion estimation; a word of the driver alone.', VME),
    word('vme_search_path_type', 'Search path for video motion estimation; a word of the driver alone.', VME),
  ],
} as const satisfies EnumRows;
