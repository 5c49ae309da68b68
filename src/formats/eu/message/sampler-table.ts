import type { Range } from '../table/platforms.ts';
import type { Field, Value } from './field.ts';

/**
 * Messages of the sampler.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/MessageDecoderOther.cpp (decodeSendMessage,
 * lookupSamplerMessageInfoXe2, decodeSimdSize) and E64/MessageDecoderSmplE64.cpp.
 */
export interface SamplerRow {
  readonly opcode: number;
  readonly platforms?: Range;
  readonly operation: string;
  /** The text of comments before Xe2. */
  readonly title?: string;
  /** The name in comments of Xe2 and Xe3. */
  readonly name?: string;
  /** Parameters in order. In `a/b`, `a` is for messages with 16-bit parameters and `b` for the others; `-` means none. */
  readonly parameters?: string;
  /** Whether it is a message for 32 and 64 lanes, before DG2. */
  readonly media?: true;
}

const OLD = { platforms: '-12p72' } as const;
const NEW = { platforms: '2-' } as const;
const old = (opcode: number, operation: string, title: string): SamplerRow => ({ opcode, operation, title: `sample ${title}`, ...OLD });
const media = (opcode: number, operation: string, title: string): SamplerRow => ({
  opcode,
  operation,
  title,
  media: true,
  platforms: '-12p5',
});
/** A message that exists both before and since Xe2. */
const both = (opcode: number, operation: string, title: string, name: string, parameters: string): SamplerRow => ({
  opcode,
  operation,
  title,
  name,
  parameters,
});
const now = (opcode: number, operation: string, parameters: string, name = operation): SamplerRow => ({
  opcode,
  operation,
  name,
  parameters,
  ...NEW,
});

const BIAS = 'bias/bias_ai';
const LOD = 'lod/lod_ai';
const DERIVATIVES = 'u,dudx,dudy,v,dvdx,dvdy';

export const SAMPLER_ROWS: readonly SamplerRow[] = [
  media(0x00, 'sample_unorm', 'sample unorm'),
  media(0x02, 'sample_unorm', 'sample unorm+killpix'),
  media(0x08, 'sample_deinterlace', 'sample deinterlace'),
  media(0x0a, 'sample_unorm', 'sample unorm+killpix for media'),
  media(0x0b, 'sample_8x8', 'sample 8x8'),
  media(0x0c, 'sample_unorm', 'sample unorm for media'),
  media(0x1f, 'sample_flush', 'sampler cache flush'),
  both(0x00, 'sample', 'sample', 'sample', 'u,v,r,ai,mlod'),
  both(0x01, 'sample_b', 'sample+LOD bias', 'sample_b', `${BIAS},u,v,r,ai/mlod,mlod/-`),
  both(0x02, 'sample_l', 'sample override LOD', 'sample_l', `${LOD},u,v,r,ai/-`),
  both(0x03, 'sample_c', 'sample compare', 'sample_c', 'ref,u,v,r,ai,mlod'),
  both(0x04, 'sample_d', 'sample gradient', 'sample_d', `${DERIVATIVES},r,mlod`),
  both(0x05, 'sample_b_c', 'sample compare+LOD bias', 'sample_b_c', `ref,${BIAS},u,v,r,ai/mlod,mlod/-`),
  both(0x06, 'sample_l_c', 'sample compare+override LOD', 'sample_l_c', `ref,${LOD},u,v,r,ai/-`),
  both(0x07, 'ld', 'sample load', 'sampler_ld', 'u,v,lod,r'),
  both(0x08, 'gather4', 'sample gather4', 'gather4', 'u,v,r,ai'),
  both(0x09, 'sample_lod', 'sample override lod', 'sampler_lod', 'u,v,r,ai'),
  both(0x0a, 'resinfo', 'sample res info', 'sampler_resinfo', 'lod'),
  both(0x0b, 'sample_info', 'sample info', 'sample_info', 'dummy'),
  both(0x0c, 'sample_killpix', 'sample+killpix', 'sampler_killpix', 'u,v,r'),
  now(0x0d, 'gather4_l', `${LOD},u,v,r,ai/-`),
  now(0x0e, 'gather4_b', `${BIAS},u,v,r,ai/-`),
  now(0x0f, 'gather4_i', 'u,v,r,ai', 'gather_i'),
  both(0x10, 'gather4_c', 'sample gather4+compare', 'gather4_c', 'ref,u,v,r,ai'),
  old(0x11, 'gather4_po', 'gather4+pixel offset'),
  now(0x11, 'sample_d_c_mlod', `ref,${DERIVATIVES},mlod_r`),
  old(0x12, 'gather4_po_c', 'gather4 pixel offset+compare'),
  now(0x12, 'sample_mlod', 'mlod,u,v,r,ai'),
  now(0x13, 'sample_c_mlod', 'mlod,ref,u,v,r,ai'),
  both(0x14, 'sample_d_c', 'sample derivatives+compare', 'sample_d_c', `ref,${DERIVATIVES},r`),
  now(0x15, 'gather4_i_c', 'ref,u,v,r,ai'),
  old(0x16, 'sample_min', 'min'),
  old(0x17, 'sample_max', 'max'),
  now(0x17, 'gather4_l_c', `ref,${LOD},u,v,r,ai/-`),
  both(0x18, 'sample_lz', 'sample with lod forced to 0', 'sample_lz', 'u,v,r,ai'),
  both(0x19, 'sample_c_lz', 'sample compare+with lod forced to 0', 'sample_c_lz', 'ref,u,v,r,ai'),
  both(0x1a, 'ld_lz', 'sample load with lod forced to 0', 'ld_lz', 'u,v,r'),
  now(0x1b, 'sample_ld_l', 'u,v,r,lod', 'ld_l'),
  both(0x1c, 'ld_2dms_w', 'sample ld2 multi-sample wide', 'ld2dms_w', 'si,mcs0,mcs1,mcs2,mcs3,u,v,r'),
  both(0x1d, 'ld_mcs', 'sample load mcs auxiliary data', 'ld_mcs', 'u,v,r'),
  old(0x1e, 'ld2dms', 'load multi-sample'),
  old(0x1f, 'ld2dss', 'multi-sample without mcs'),
  now(0x1f, 'sample_flush', 'dummy', 'cache_flush'),
  now(0x20, 'sample_po', 'u,v,r,offuvr,mlod'),
  now(0x21, 'sample_po_b', 'bias_offuvr,u,v,r,mlod'),
  now(0x22, 'sample_po_l', 'lod_offuv,u,r,v'),
  now(0x23, 'sample_po_c', 'ref,u,v,offuv_r,mlod'),
  now(0x24, 'sample_po_d', `${DERIVATIVES},offuvr_r,mlod`),
  now(0x25, 'sample_po_b_c', 'ref,bias_offuvr,u,v,r,mlod'),
  now(0x26, 'sample_po_l_c', 'ref,lod_offuv,u,v,r'),
  now(0x28, 'gather4_po', 'u,v,r,offuv'),
  now(0x2d, 'gather4_po_l', 'lod_offuv,u,v,r'),
  now(0x2e, 'gather4_po_b', 'bias_offuv,v,r'),
  now(0x2f, 'gather4_po_i', 'u,v,r,offuv'),
  now(0x30, 'gather4_po_i_c', 'ref,u,v,offuv_r', 'gather4_po_c'),
  now(0x34, 'sample_po_d_c', `ref,${DERIVATIVES},offuv_r`),
  now(0x35, 'gather4_po_i_c', 'ref,u,v,offuv_r'),
  now(0x37, 'gather4_po_l_c', 'ref,lod_offuv,u,v,r'),
  now(0x38, 'sample_po_lz', 'u,v,r,offuvr'),
  now(0x39, 'sample_po_c_lz', 'ref,u,v,offuv_r'),
];

const lanes = (value: number, count: number, text: string, range: Pick<Value, 'platforms'>): Value => ({
  value,
  text,
  sets: isHalf(value) ? { lanes: count, parameter: 16 } : { lanes: count },
  ...range,
});
const XE = { platforms: '-12p5' } as const;
const DG2 = { platforms: '12p71-12p72' } as const;
const UNKNOWN = { text: 'unknown simd mode', fault: 'unknown number of lanes' } as const;

/** Values for the number of lanes: 5 and 6 have 16-bit parameters; 3 is for media before DG2. */
export const MEDIA_LANES = 3;
export const isHalf = (value: number): boolean => value === 5 || value === 6;
export const SAMPLER_LANES: Field = {
  name: 'lanes',
  at: 17,
  bits: 2,
  upper: { at: 29, bits: 1 },
  values: [
    { value: 0, ...UNKNOWN, ...XE },
    lanes(0, 8, 'simd8 with integer return', DG2),
    lanes(0, 16, 'simd16 with integer return', NEW),
    lanes(1, 8, 'simd8', OLD),
    lanes(1, 16, 'simd16', NEW),
    lanes(2, 16, 'simd16', OLD),
    lanes(2, 32, 'simd32', NEW),
    lanes(3, 32, 'simd32/64', XE),
    { value: 3, ...UNKNOWN, platforms: '12p71-' },
    { value: 4, ...UNKNOWN, ...XE },
    lanes(4, 16, 'simd16 with integer return', DG2),
    lanes(4, 32, 'simd32 with integer return', NEW),
    lanes(5, 8, 'simd8 half with precision parameters', OLD),
    lanes(5, 16, 'simd16 with half precision parameters', NEW),
    lanes(6, 16, 'simd16 with half precision parameters', OLD),
    lanes(6, 32, 'simd32 with half precision parameters', NEW),
    { value: 7, text: '', fault: 'unknown number of lanes' },
  ],
};

export const SAMPLER_OPCODE: Field = { name: 'operation', at: 12, bits: 5, upper: { at: 31, bits: 1 } };

export const SAMPLER_FIELDS: readonly Field[] = [
  SAMPLER_LANES,
  SAMPLER_OPCODE,
  {
    name: 'data size',
    at: 30,
    bits: 1,
    values: [
      { value: 0, text: '', meaning: '32b', sets: { address: 32, memory: 32, register: 32 } },
      { value: 1, text: ' 16b', sets: { address: 32, memory: 16, register: 16 } },
    ],
  },
  { name: 'sampler', at: 8, bits: 4, fact: 'sampler' },
  { name: 'binding table index', at: 0, bits: 8, fact: 'surface' },
];

/** The parameters of a message; the payload may have fewer. */
export function parametersOf(row: SamplerRow, half: boolean, count = Number.POSITIVE_INFINITY): string {
  const names = (row.parameters ?? '').split(',').map((name) => {
    const [first = '', second = first] = name.split('/');
    return half ? first : second;
  });
  return names
    .filter((name) => name !== '-')
    .slice(0, Math.max(1, count))
    .join(',');
}
