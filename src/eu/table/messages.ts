/**
 * Messages: operations of the load/store units, the older data ports, the gateway and the sampler, by number.
 *
 * Source: visa/iga/IGALibrary/Backend/Messages and IR/EnumSendOpInfo.hpp of intel/intel-graphics-compiler.
 */

export type MessageClass = 'load' | 'store' | 'atomic' | 'sample' | 'other';

/** An operation of a load/store unit. */
export interface LscOperation {
  readonly number: number;
  readonly mnemonic: string;
  readonly class: MessageClass;
  /** What it does, in the sends until Xe3. */
  readonly description: string;
  /** Has a mask of channels where others have a number of elements. */
  readonly quad: boolean;
  /** Payloads of an atomic operation. */
  readonly payloads: number;
}

type LscRow = readonly [number: number, mnemonic: string, description: string];

/** Operations until Xe3. */
const LSC_ROWS: readonly LscRow[] = [
  [0x00, 'load', 'gathering load'],
  [0x01, 'load_strided', 'strided load (a.k.a load_block)'],
  [0x02, 'load_quad', 'quad load (a.k.a. load_cmask)'],
  [0x03, 'load_block2d', 'block2d load'],
  [0x04, 'store', 'scattering store'],
  [0x05, 'store_strided', 'strided store (a.k.a store_block)'],
  [0x06, 'store_quad', 'quad store (a.k.a. store_cmask)'],
  [0x07, 'store_block2d', 'block2d store'],
  [0x08, 'atomic_iinc', 'atomic integer increment'],
  [0x09, 'atomic_idec', 'atomic integer decrement'],
  [0x0a, 'atomic_load', 'atomic load'],
  [0x0b, 'atomic_store', 'atomic store'],
  [0x0c, 'atomic_iadd', 'atomic integer add'],
  [0x0d, 'atomic_isub', 'atomic integer subtract'],
  [0x0e, 'atomic_smin', 'atomic signed-integer minimum'],
  [0x0f, 'atomic_smax', 'atomic signed-integer maximum'],
  [0x10, 'atomic_umin', 'atomic unsigned-integer minimum'],
  [0x11, 'atomic_umax', 'atomic unsigned-integer maximum'],
  [0x12, 'atomic_icas', 'atomic integer compare and swap'],
  [0x13, 'atomic_fadd', 'atomic float add'],
  [0x14, 'atomic_fsub', 'atomic float subtract'],
  [0x15, 'atomic_fmin', 'atomic float minimum'],
  [0x16, 'atomic_fmax', 'atomic float maximum'],
  [0x17, 'atomic_fcas', 'atomic float compare and swap'],
  [0x18, 'atomic_and', 'atomic logical and'],
  [0x19, 'atomic_or', 'atomic logical or'],
  [0x1a, 'atomic_xor', 'atomic logical xor'],
  [0x1b, 'load_status', 'load status'],
  [0x1c, 'store_uncompressed', 'scattering store uncompressed'],
  [0x1d, 'ccs', 'compression-state control'],
  [0x1e, 'read_state', 'read state information'],
  [0x1f, 'fence', 'fence'],
  [0x20, 'store_uncompressed_quad', 'store quad uncompressed'],
  [0x28, 'atomic_acadd', 'atomic counter append add'],
  [0x29, 'atomic_acsub', 'atomic counter append sub'],
  [0x2a, 'atomic_acstore', 'atomic counter append store'],
  [0x31, 'load_quad_msrt', 'load quad from multi-sample render target'],
  [0x32, 'store_quad_msrt', 'store quad to multi-sample render target'],
];

/** Operations that the 64-bit sends of Xe3P have besides, and those that they lack. */
const LSC64_ADDED: readonly LscRow[] = [
  [0x1c, 'load_quad_status', ''],
  [0x21, 'atomic_bfadd', ''],
  [0x22, 'atomic_bfsub', ''],
  [0x23, 'atomic_bfmin', ''],
  [0x24, 'atomic_bfmax', ''],
  [0x25, 'atomic_bfcas', ''],
  [0x2d, 'get_watchpoint', ''],
  [0x2e, 'set_watchpoint', ''],
  [0x33, 'extended_cache_control', ''],
];
const LSC64_LACKS = [0x01, 0x05, 0x1c, 0x1d, 0x20];

function lscOperation([number, mnemonic, description]: LscRow): LscOperation {
  const group = /^(load|store|atomic)/.exec(mnemonic)?.[1] as MessageClass | undefined;
  const payloads = /_(iinc|idec|load)$/.test(mnemonic) ? 0 : /cas$/.test(mnemonic) ? 2 : 1;
  return { number, mnemonic, description, class: group ?? 'other', quad: mnemonic.includes('_quad'), payloads };
}

const byNumber = (rows: readonly LscRow[]): readonly (LscOperation | undefined)[] => {
  const table: (LscOperation | undefined)[] = new Array(64).fill(undefined);
  for (const row of rows) table[row[0]] = lscOperation(row);
  return table;
};

export const LSC_OPERATIONS = byNumber(LSC_ROWS);
export const LSC64_OPERATIONS = byNumber([...LSC_ROWS.filter(([number]) => !LSC64_LACKS.includes(number)), ...LSC64_ADDED]);

/** Bits of an element in memory and in registers, and the name. */
export const LSC_DATA: readonly (readonly [name: string, memory: number, register: number])[] = [
  ['d8', 8, 8],
  ['d16', 16, 16],
  ['d32', 32, 32],
  ['d64', 64, 64],
  ['d8u32', 8, 32],
  ['d16u32', 16, 32],
  ['d16u32h', 16, 32],
];

export const LSC_VECTORS = [1, 2, 3, 4, 8, 16, 32, 64] as const;

/** Caching of loads, and of stores and atomics, by bits 19:17 of the descriptor. */
export const LSC_CACHING: readonly (readonly [load: string, store: string])[] = [
  ['', ''],
  ['.uc.uc', '.uc.uc'],
  ['.uc.ca', '.uc.wb'],
  ['.ca.uc', '.wt.uc'],
  ['.ca.ca', '.wt.wb'],
  ['.st.uc', '.st.uc'],
  ['.st.ca', '.st.wb'],
  ['.ri.ca', '.wb.wb'],
];

/** Caching of loads that bits 19:16 say since Xe2. */
export const LSC_CACHING_XE2: Readonly<Record<number, string>> = { 5: '.uc.cc', 9: '.ca.cc', 14: '.ri.ri' };

/** Caching in three levels (Xe3P): of loads, stores and atomics, by bits 19:16; `` is the default, `undefined` means nothing. */
const levels = (text: string): readonly (string | undefined)[] =>
  text.split(' ').map((word) => (word === '_' ? undefined : word === '-' ? '' : `.${word.replace(/\//g, '.')}`));
export const LSC64_CACHING: Readonly<Record<'load' | 'store' | 'atomic', readonly (string | undefined)[]>> = {
  load: levels('- _ uc/uc/uc uc/uc/ca uc/ca/uc uc/ca/ca ca/uc/uc ca/uc/ca ca/ca/uc ca/ca/ca st/uc/uc st/uc/ca st/ca/uc st/ca/ca ri/ri/ri'),
  store: levels(
    '- _ uc/uc/uc uc/uc/wb uc/wb/uc uc/wb/wb wt/uc/uc wt/uc/wb wt/wb/uc wt/wb/wb st/uc/uc st/uc/wb st/wb/uc wb/uc/uc wb/wb/uc wb/uc/wb',
  ),
  atomic: levels('- _ uc/uc/uc uc/uc/wb uc/wb/uc'),
};

/** What a fence does with caches, and how far it reaches: name and words. */
export const FENCE_FLUSHES: readonly (readonly [name: string, words: string])[] = [
  ['none', 'no op'],
  ['evict', 'evict (dirty lines invalidated and evicted)'],
  ['invalidate', 'invalidate (all clean lines, but do not evict)'],
  ['discard', 'discard (dirty and clean lines invalidated without eviction)'],
  ['clean', 'clean (dirty lines written out, but kept in clean state)'],
  ['flushl3', 'flush L3 only'],
];
export const FENCE_SCOPES: readonly (readonly [name: string, words: string])[] = [
  ['group', 'thread group'],
  ['local', 'slice'],
  ['tile', 'tile'],
  ['gpu', 'gpu'],
  ['gpus', 'all gpus'],
  ['sysrel', 'system release'],
  ['sysacq', 'system acquire'],
];

/** Messages of the gateway. */
export const GATEWAY: Readonly<Record<number, string>> = {
  0: 'end of thread',
  1: 'signal event',
  2: 'monitor event',
  3: 'unmonitor event',
  4: 'signal barrier',
  6: 'wait for event',
  8: 'save barrier',
  9: 'restore barrier',
  10: 'end of thread replay',
  11: 'restore stack',
  12: 'system routine barrier',
};

/** Operations of an integer atomic of the data ports. */
export const HDC_INTEGER_ATOMICS = [
  '64b integer compare and swap',
  'logical AND',
  'logical OR',
  'logical XOR',
  'store',
  'integer increment',
  'integer decrement',
  'integer add',
  'integer subtract',
  'commuted integer subtract',
  'signed-integer max',
  'signed-integer min',
  'unsigned-integer max',
  'unsigned-integer min',
  'integer compare and swap',
  'integer pre-decrement (returns pre-decrement value)',
] as const;

/** Operations of a float atomic; the last two are of 64 bits. */
export const HDC_FLOAT_ATOMICS = [undefined, 'max', 'min', 'fp-compare and swap ', 'add', 'subtract', '64b add', '64b subtract'] as const;

/** Messages of the sampler until Xe-HPC. */
export const SAMPLER: Readonly<Record<number, string>> = {
  0: 'sample',
  1: 'sample+LOD bias',
  2: 'sample override LOD',
  3: 'sample compare',
  4: 'sample gradient',
  5: 'sample compare+LOD bias',
  6: 'sample compare+override LOD',
  7: 'sample load',
  8: 'sample gather4',
  9: 'sample override lod',
  10: 'sample res info',
  11: 'sample info',
  12: 'sample+killpix',
  16: 'sample gather4+compare',
  17: 'sample gather4+pixel offset',
  18: 'sample gather4 pixel offset+compare',
  20: 'sample derivatives+compare',
  22: 'sample min',
  23: 'sample max',
  24: 'sample with lod forced to 0',
  25: 'sample compare+with lod forced to 0',
  26: 'sample load with lod forced to 0',
  28: 'sample ld2 multi-sample wide',
  29: 'sample load mcs auxiliary data',
  30: 'sample load multi-sample',
  31: 'sample multi-sample without mcs',
};

/** Messages of the sampler in the mode of 32 or 64 channels. */
export const SAMPLER_MEDIA: Readonly<Record<number, string>> = {
  0: 'sample unorm',
  2: 'sample unorm+killpix',
  8: 'sample deinterlace',
  10: 'sample unorm+killpix for media',
  11: 'sample 8x8',
  12: 'sample unorm for media',
  31: 'sampler cache flush',
};

/**
 * Messages of the sampler since Xe2: what it is called in comments, parameters (`a/b` for 16 and 32 bits; `_` none), and its name in the
 * sends of Xe3P where that differs.
 */
export const SAMPLER_XE2: Readonly<Record<number, readonly [name: string, parameters: string, name64?: string]>> = {
  0: ['sample', 'u v r ai mlod'],
  1: ['sample_b', 'bias/bias_ai u v r ai/mlod mlod/_'],
  2: ['sample_l', 'lod/lod_ai u v r ai/_'],
  3: ['sample_c', 'ref u v r ai mlod'],
  4: ['sample_d', 'u dudx dudy v dvdx dvdy r mlod'],
  5: ['sample_b_c', 'ref bias/bias_ai u v r ai/mlod mlod/_'],
  6: ['sample_l_c', 'ref lod/lod_ai u v r ai/_'],
  7: ['sampler_ld', 'u v lod r', 'ld'],
  8: ['gather4', 'u v r ai'],
  9: ['sampler_lod', 'u v r ai', 'sample_lod'],
  10: ['sampler_resinfo', 'lod', 'resinfo'],
  11: ['sample_info', 'dummy'],
  12: ['sampler_killpix', 'u v r', 'sample_killpix'],
  13: ['gather4_l', 'lod/lod_ai u v r ai/_'],
  14: ['gather4_b', 'bias/bias_ai u v r ai/_'],
  15: ['gather_i', 'u v r ai', 'gather4_i'],
  16: ['gather4_c', 'ref u v r ai'],
  17: ['sample_d_c_mlod', 'ref u dudx dudy v dvdx dvdy mlod_r'],
  18: ['sample_mlod', 'mlod u v r ai'],
  19: ['sample_c_mlod', 'mlod ref u v r ai'],
  20: ['sample_d_c', 'ref u dudx dudy v dvdx dvdy r'],
  21: ['gather4_i_c', 'ref u v r ai'],
  23: ['gather4_l_c', 'ref lod/lod_ai u v r ai/_'],
  24: ['sample_lz', 'u v r ai'],
  25: ['sample_c_lz', 'ref u v r ai'],
  26: ['ld_lz', 'u v r'],
  27: ['ld_l', 'u v r lod', 'sample_ld_l'],
  28: ['ld2dms_w', 'si mcs0 mcs1 mcs2 mcs3 u v r', 'ld_2dms_w'],
  29: ['ld_mcs', 'u v r'],
  31: ['cache_flush', 'dummy', 'sample_flush'],
  32: ['sample_po', 'u v r offuvr mlod'],
  33: ['sample_po_b', 'bias_offuvr u v r mlod'],
  34: ['sample_po_l', 'lod_offuv u r v'],
  35: ['sample_po_c', 'ref u v offuv_r mlod'],
  36: ['sample_po_d', 'u dudx dudy v dvdx dvdy offuvr_r mlod'],
  37: ['sample_po_b_c', 'ref bias_offuvr u v r mlod'],
  38: ['sample_po_l_c', 'ref lod_offuv u v r'],
  40: ['gather4_po', 'u v r offuv'],
  45: ['gather4_po_l', 'lod_offuv u v r'],
  46: ['gather4_po_b', 'bias_offuv v r'],
  47: ['gather4_po_i', 'u v r offuv'],
  48: ['gather4_po_c', 'ref u v offuv_r', 'gather4_po_i_c'],
  52: ['sample_po_d_c', 'ref u dudx dudy v dvdx dvdy offuv_r'],
  53: ['gather4_po_i_c', 'ref u v offuv_r'],
  55: ['gather4_po_l_c', 'ref lod_offuv u v r'],
  56: ['sample_po_lz', 'u v r offuvr'],
  57: ['sample_po_c_lz', 'ref u v offuv_r'],
};

/** The parameters of a message of the sampler. */
export const samplerParameters = (parameters: string, half: boolean): string[] =>
  parameters
    .split(' ')
    .map((name) => (name.includes('/') ? (name.split('/')[half ? 0 : 1] as string) : name))
    .filter((name) => name !== '_');

/** What gets a message until Gen11, as comments name it; the third name, of Gen8, where it differs. */
export const OLD_UNITS: readonly (readonly [unit: string, name: string, gen8?: string])[] = [
  ['null', 'null'],
  ['ugml', '?'],
  ['smpl', 'sampler'],
  ['gtwy', 'gateway'],
  ['dc2', 'hdc.dc2', 'sampler'],
  ['rc', 'hdc.rc'],
  ['urb', 'hdc.urb'],
  ['ts', 'spawner'],
  ['vme', 'vme'],
  ['dcro', 'hdc.dcro', 'hdc.ccdp'],
  ['dc0', 'hdc.dc0'],
  ['pixi', 'pi'],
  ['dc1', 'hdc.dc1'],
  ['cre', 'cre'],
  ['slm', '?'],
  ['ugm', '?'],
];
