import type { EnumRows } from '../../../core/schema/index.ts';
import { word } from './row.ts';

/** Words for images and samplers. The driver's side is intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_enum_lookup.h. */

const SORT = { since: '1.15', driver: { since: '22.34.24023' } } as const;
const INLINE = { since: '1.20', driver: { since: '22.42.24548' } } as const;
const VME = { specified: false, driver: { since: '22.34.24023' } } as const;

export const imageType = {
  name: 'image_type',
  doc: 'Shape of an image argument.',
  members: [
    word('image_buffer', 'One-dimensional, with a buffer object as its storage.', SORT),
    word('image_1d', 'One-dimensional.', SORT),
    word('image_1d_array', 'Several one-dimensional images of one size.', SORT),
    word('image_2d', 'Two-dimensional.', SORT),
    word('image_2d_array', 'Several two-dimensional images of one size.', SORT),
    word('image_3d', 'Three-dimensional.', SORT),
    word('image_cube', 'Six square faces, looked up by direction.', {
      since: '1.15',
      driver: { note: 'Refused by every public release: the driver gives plain cubes the word image_cube_array.' },
    }),
    word('image_cube_array', 'Several cubes of one size.', {
      since: '1.15',
      driver: { since: '22.34.24023', note: 'Stored as a single cube.' },
    }),
    word('image_2d_depth', 'Two-dimensional, each texel one depth value.', SORT),
    word('image_2d_array_depth', 'Several two-dimensional depth images.', SORT),
    word('image_2d_msaa', 'Two-dimensional colour with several samples for each pixel.', SORT),
    word('image_2d_msaa_depth', 'Two-dimensional depth with several samples for each pixel.', SORT),
    word('image_2d_array_msaa', 'Several two-dimensional colour images, each with several samples for each pixel.', SORT),
    word('image_2d_array_msaa_depth', 'Several two-dimensional depth images, each with several samples for each pixel.', SORT),
    word('image_2d_media', 'Two-dimensional, read by media functions.', SORT),
    word('image_2d_media_block', 'Two-dimensional, read and written by media block messages.', {
      since: '1.15',
      driver: { since: '22.34.24023', note: 'The surface state is set up for block messages where the device has them.' },
    }),
  ],
} as const satisfies EnumRows;

export const samplerType = {
  name: 'sampler_type',
  doc: 'The hardware unit that a sampler argument is for.',
  members: [
    word('texture', 'Ordinary sampling of textures.', SORT),
    word('sample_8x8', 'Adaptive 8x8 video scaler.', SORT),
    word('sample_8x8_2dconvolve', 'Two-dimensional convolution on the 8x8 unit.', SORT),
    word('sample_8x8_erode', 'Erosion, a local minimum, on the 8x8 unit.', SORT),
    word('sample_8x8_dilate', 'Dilation, a local maximum, on the 8x8 unit.', SORT),
    word('sample_8x8_minmaxfilter', 'Filter of local minima and maxima on the 8x8 unit.', SORT),
    word('sample_8x8_minmax', 'Minimum and maximum of a region on the 8x8 unit.', {
      since: '1.15',
      driver: { note: 'Refused by every public release: the word is not in its list.' },
    }),
    word('sample_8x8_centroid', 'Centroid of a region on the 8x8 unit.', {
      since: '1.15',
      driver: { since: '22.34.24023', note: 'Stored as sample_8x8_bool_centroid.' },
    }),
    word('sample_8x8_bool_centroid', 'Centroid of a region of single-bit pixels on the 8x8 unit.', SORT),
    word('sample_8x8_bool_sum', 'Sum over a region of single-bit pixels on the 8x8 unit.', SORT),
    word('vme', 'Video motion estimation; a word of the driver alone.', VME),
    word('ve', 'Video enhancement; a word of the driver alone.', VME),
    word('vd', 'Video decoding; a word of the driver alone.', VME),
  ],
} as const satisfies EnumRows;

export const samplerDescAddrmode = {
  name: 'sampler_desc_addrmode',
  doc: 'How an inline sampler treats coordinates outside the image.',
  members: [
    word('none', 'Nothing: the program keeps coordinates inside (CLK_ADDRESS_NONE).', INLINE),
    word('clamp_border', 'Outside lies the border colour (CLK_ADDRESS_CLAMP).', INLINE),
    word('clamp_edge', 'The nearest texel of the edge is taken (CLK_ADDRESS_CLAMP_TO_EDGE).', INLINE),
    word('repeat', 'The image is repeated (CLK_ADDRESS_REPEAT).', INLINE),
    word('mirror', 'The image is repeated, every other copy mirrored (CLK_ADDRESS_MIRRORED_REPEAT).', INLINE),
  ],
} as const satisfies EnumRows;

export const samplerDescFiltermode = {
  name: 'sampler_desc_filtermode',
  doc: 'How an inline sampler computes a value between texels.',
  members: [
    word('nearest', 'The nearest texel counts (CLK_FILTER_NEAREST).', INLINE),
    word('linear', 'Neighbouring texels are weighted by distance (CLK_FILTER_LINEAR).', INLINE),
  ],
} as const satisfies EnumRows;
