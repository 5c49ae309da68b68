import type { Range } from '../table/platforms.ts';
import type { Field, Value } from './field.ts';
import type { AddressModel, Caching } from './model.ts';
import type { OperationGroup } from './operations.ts';

/**
 * Messages of the load/store cache: the units ugm, ugml, slm, tgm and, since Xe2, urb. This file has the operations of all descriptors, and
 * the fields of narrow ones; the fields of the wide descriptors of Xe3P are in `lsc-wide-table.ts`.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/MessageDecoderLSC.cpp and E64/MessageDecoderLscE64.cpp.
 */

/** The set of fields that a message has. */
export type LscShape =
  | 'vector'
  | 'quad'
  | 'msrt'
  | 'status'
  | 'quadStatus'
  | 'block2d'
  | 'atomic'
  | 'append'
  | 'ccs'
  | 'state'
  | 'fence'
  | 'watchpoint'
  | 'control';

export interface LscRow {
  readonly opcode: number;
  /** The only kind of descriptors with the operation; absent if both have it. */
  readonly only?: 'narrow' | 'wide';
  readonly operation: string;
  readonly shape: LscShape;
  /** The comment for a narrow message that is not valid. */
  readonly title?: string;
}

const atomics = (first: number, more: Pick<LscRow, 'only'>, ...rows: [operation: string, title: string][]): LscRow[] =>
  rows.map(([end, title], i) => ({ opcode: first + i, operation: `atomic_${end}`, shape: 'atomic', title: `atomic ${title}`, ...more }));

export const LSC_ROWS: readonly LscRow[] = [
  { opcode: 0x00, operation: 'load', shape: 'vector', title: 'gathering load' },
  { opcode: 0x01, operation: 'load_strided', shape: 'vector', title: 'strided load (a.k.a load_block)', only: 'narrow' },
  { opcode: 0x02, operation: 'load_quad', shape: 'quad', title: 'quad load (a.k.a. load_cmask)' },
  { opcode: 0x03, operation: 'load_block2d', shape: 'block2d', title: 'block2d load' },
  { opcode: 0x04, operation: 'store', shape: 'vector', title: 'scattering store' },
  { opcode: 0x05, operation: 'store_strided', shape: 'vector', title: 'strided store (a.k.a store_block)', only: 'narrow' },
  { opcode: 0x06, operation: 'store_quad', shape: 'quad', title: 'quad store (a.k.a. store_cmask)' },
  { opcode: 0x07, operation: 'store_block2d', shape: 'block2d', title: 'block2d store' },
  ...atomics(0x08, {}, ['iinc', 'integer increment'], ['idec', 'integer decrement'], ['load', 'load'], ['store', 'store']),
  ...atomics(0x0c, {}, ['iadd', 'integer add'], ['isub', 'integer subtract']),
  ...atomics(0x0e, {}, ['smin', 'signed-integer minimum'], ['smax', 'signed-integer maximum']),
  ...atomics(0x10, {}, ['umin', 'unsigned-integer minimum'], ['umax', 'unsigned-integer maximum'], ['icas', 'integer compare and swap']),
  ...atomics(0x13, {}, ['fadd', 'float add'], ['fsub', 'float subtract'], ['fmin', 'float minimum'], ['fmax', 'float maximum']),
  ...atomics(0x17, {}, ['fcas', 'float compare and swap'], ['and', 'logical and'], ['or', 'logical or'], ['xor', 'logical xor']),
  { opcode: 0x1b, operation: 'load_status', shape: 'status', title: 'load status' },
  { opcode: 0x1c, operation: 'store_uncompressed', shape: 'vector', title: 'scattering store uncompressed', only: 'narrow' },
  { opcode: 0x1c, operation: 'load_quad_status', shape: 'quadStatus', only: 'wide' },
  { opcode: 0x1d, operation: 'ccs', shape: 'ccs', title: 'compression-state control{ccs operation}', only: 'narrow' },
  { opcode: 0x1e, operation: 'read_state', shape: 'state', title: 'read state information' },
  { opcode: 0x1f, operation: 'fence', shape: 'fence', title: 'fence {flush} scoped to {scope}' },
  { opcode: 0x20, operation: 'store_uncompressed_quad', shape: 'quad', title: 'store quad uncompressed', only: 'narrow' },
  ...atomics(0x21, { only: 'wide' }, ['bfadd', 'bfloat add'], ['bfsub', 'bfloat subtract'], ['bfmin', 'bfloat minimum']),
  ...atomics(0x24, { only: 'wide' }, ['bfmax', 'bfloat maximum'], ['bfcas', 'bfloat compare and swap']),
  { opcode: 0x28, operation: 'atomic_acadd', shape: 'append', title: 'atomic counter append add' },
  { opcode: 0x29, operation: 'atomic_acsub', shape: 'append', title: 'atomic counter append sub' },
  { opcode: 0x2a, operation: 'atomic_acstore', shape: 'append', title: 'atomic counter append store' },
  { opcode: 0x2d, operation: 'get_watchpoint', shape: 'watchpoint', only: 'wide' },
  { opcode: 0x2e, operation: 'set_watchpoint', shape: 'watchpoint', only: 'wide' },
  { opcode: 0x31, operation: 'load_quad_msrt', shape: 'msrt', title: 'load quad from multi-sample render target' },
  { opcode: 0x32, operation: 'store_quad_msrt', shape: 'msrt', title: 'store quad to multi-sample render target' },
  { opcode: 0x33, operation: 'extended_cache_control', shape: 'control', only: 'wide' },
];

export const OPCODE: Field = { name: 'opcode', at: 0, bits: 6 };

/** Sizes of elements, in memory and in a register. */
export const DATA_SIZES: readonly Value[] = [
  { value: 0, text: 'd8', sets: { memory: 8, register: 8 } },
  { value: 1, text: 'd16', sets: { memory: 16, register: 16 } },
  { value: 2, text: 'd32', sets: { memory: 32, register: 32 } },
  { value: 3, text: 'd64', sets: { memory: 64, register: 64 } },
  { value: 4, text: 'd8u32', sets: { memory: 8, register: 32 } },
  { value: 5, text: 'd16u32', sets: { memory: 16, register: 32 } },
  { value: 6, text: 'd16u32h', sets: { memory: 16, register: 32, high: true } },
  { value: 7, text: '0x7', meaning: 'not a size', sets: { memory: 0, register: 0 } },
];

export const VECTOR_SIZES: readonly Value[] = [1, 2, 3, 4, 8, 16, 32, 64].map((elements, value) => ({
  value,
  meaning: `${elements} for each address`,
  sets: { elements },
}));

/** Masks of channels; bit 0 is the first name. With `inverse`, a set bit disables its channel. */
export function channelMasks(names: string, options: { inverse?: true; none?: Pick<Value, 'text' | 'fault'> } = {}): readonly Value[] {
  return Array.from({ length: 16 }, (_, value) => {
    const channels = options.inverse ? ~value & 15 : value;
    const text = [...names].filter((_, i) => (channels >> i) & 1).join('');
    const sets = { channels, elements: text.length };
    return { value, text, sets, ...(channels === 0 ? options.none : {}) };
  });
}

/** Caching in bits 17 to 19 of narrow descriptors, for loads and for other operations. */
const CACHING: readonly (readonly [load: readonly Caching[], other: readonly Caching[]])[] = [
  [
    ['df', 'df'],
    ['df', 'df'],
  ],
  [
    ['uc', 'uc'],
    ['uc', 'uc'],
  ],
  [
    ['uc', 'ca'],
    ['uc', 'wb'],
  ],
  [
    ['ca', 'uc'],
    ['wt', 'uc'],
  ],
  [
    ['ca', 'ca'],
    ['wt', 'wb'],
  ],
  [
    ['st', 'uc'],
    ['st', 'uc'],
  ],
  [
    ['st', 'ca'],
    ['st', 'wb'],
  ],
  [
    ['ri', 'ca'],
    ['wb', 'wb'],
  ],
];
/** Values of bits 16 to 19 for loads since Xe2. All others are those of bits 17 to 19, whatever bit 16 is. */
const CACHING_SINCE_XE2: Readonly<Record<number, readonly Caching[]>> = { 5: ['uc', 'cc'], 9: ['ca', 'cc'], 14: ['ri', 'ri'] };

const cachingValue = (value: number, [l1 = 'df', l3 = 'df']: readonly Caching[]): Value => ({
  value,
  text: value < 1 || (l1 === 'df' && l3 === 'df') ? '' : `.${l1}.${l3}`,
  meaning: `L1 ${l1}, L3 ${l3}`,
  sets: { l1, l3 },
});

/** The caching fields of loads, and of stores and atomics. */
export function cachingFields(group: OperationGroup): readonly Field[] {
  const side = group === 'load' ? 0 : 1;
  const three = CACHING.map((pair, value) => cachingValue(value, pair[side]));
  const four = Array.from({ length: 16 }, (_, value) => {
    const sinceXe2 = group === 'load' ? CACHING_SINCE_XE2[value] : undefined;
    return cachingValue(value, sinceXe2 ?? CACHING[value >> 1]?.[side] ?? []);
  });
  return [
    { name: 'caching', at: 17, bits: 3, values: three, platforms: '-12p72' },
    { name: 'caching', at: 16, bits: 4, values: four, platforms: '2-' },
  ];
}

const ADDRESS_SIZES: readonly Value[] = [
  { value: 0, text: 'a???', meaning: 'not a size', fault: 'the address has no size' },
  { value: 1, text: 'a16', sets: { address: 16 } },
  { value: 2, text: 'a32', sets: { address: 32 } },
  { value: 3, text: 'a64', sets: { address: 64 } },
];

/** The address model; a message may forbid some models. */
function modelField(...forbidden: AddressModel[]): Field {
  const models: readonly AddressModel[] = ['flat', 'bss', 'ss', 'bti'];
  const values = models.map((model, value) => ({
    value,
    text: model,
    sets: { model },
    ...(forbidden.includes(model) ? { fault: `the message cannot have ${model} addresses` } : {}),
  }));
  return { name: 'address model', at: 29, bits: 2, values };
}

const MODEL = modelField();
const ADDRESS: Field = { name: 'address size', at: 7, bits: 2, values: ADDRESS_SIZES };
const DATA: Field = { name: 'data size', at: 9, bits: 3, values: DATA_SIZES };
const VECTOR: Field = { name: 'vector size', at: 12, bits: 3, values: VECTOR_SIZES };
const TRANSPOSED: Value = { value: 1, text: 't', meaning: 'transposed', sets: { transposed: true } };
const ORDER: Field = { name: 'data order', at: 15, bits: 1, values: [TRANSPOSED] };
const NOT_TRANSPOSED: Field = { ...ORDER, values: [{ ...TRANSPOSED, fault: 'the message cannot be transposed' }] };
const VNNI: Field = { name: 'vnni', at: 7, bits: 1, values: [{ value: 1, text: 'v', meaning: 'transformed', sets: { vnni: true } }] };
const MASK: Field = { name: 'channels', at: 12, bits: 4, values: channelMasks('xyzw', { none: { fault: 'no channel is enabled' } }) };

export const FLUSHES: readonly Value[] = [
  ['none', 'no op'],
  ['evict', 'evict (dirty lines invalidated and evicted)'],
  ['invalidate', 'invalidate (all clean lines, but do not evict)'],
  ['discard', 'discard (dirty and clean lines invalidated without eviction)'],
  ['clean', 'clean (dirty lines written out, but kept in clean state)'],
  ['flushl3', 'flush L3 only'],
].map(([fence = '', meaning = ''], value) => ({
  value,
  text: fence,
  meaning,
  sets: { fence },
}));

const SCOPES: readonly (readonly [name: string, meaning: string])[] = [
  ['group', 'thread group'],
  ['local', 'slice'],
  ['tile', 'tile'],
  ['gpu', 'gpu'],
  ['gpus', 'all gpus'],
  ['sysrel', 'system release'],
  ['sysacq', 'system acquire'],
];
export const SCOPE_VALUES: readonly Value[] = SCOPES.map(([scope, meaning], value) => ({ value, text: scope, meaning, sets: { scope } }));

const CCS: readonly Value[] = [
  { value: 0, text: ' page clear (64k)', sets: { operation: 'ccs_pc' } },
  { value: 1, text: ' sector clear (2-cachelines)', sets: { operation: 'ccs_sc' } },
  { value: 2, text: ' page uncompress (64k)', sets: { operation: 'ccs_pu' } },
  { value: 3, text: ' sector uncompress (2-cachelines)', sets: { operation: 'ccs_su' } },
];

const CCS_OPERATION: Field = {
  name: 'ccs operation',
  at: 17,
  bits: 3,
  values: CCS,
  otherwise: { text: 'invalid ccs sop', fault: 'unknown operation on compression' },
};
/** Operations on pages use one absolute 64-bit address; those on sectors have no address size. */
export const CCS_PAGE_FIELDS: readonly Field[] = [
  modelField('bss', 'ss', 'bti'),
  CCS_OPERATION,
  { ...ADDRESS, values: ADDRESS_SIZES.map((row) => (row.value === 3 ? row : { ...row, fault: 'an address of a page has 64 bits' })) },
];

/** The fields of narrow descriptors by shape, except for opcode, caching, lengths and the extended descriptor. */
export const NARROW_FIELDS: Readonly<Partial<Record<LscShape, readonly Field[]>>> = {
  vector: [MODEL, ADDRESS, DATA, VECTOR, ORDER],
  atomic: [MODEL, ADDRESS, DATA, VECTOR, ORDER],
  append: [MODEL, DATA, VECTOR, ORDER],
  status: [MODEL, ADDRESS, DATA, VECTOR, NOT_TRANSPOSED],
  quad: [MODEL, ADDRESS, DATA, MASK],
  msrt: [MODEL, ADDRESS, DATA, MASK],
  block2d: [MODEL, DATA, VECTOR, ORDER],
  state: [modelField('flat')],
  ccs: [MODEL, CCS_OPERATION],
  fence: [
    { name: 'flush', at: 12, bits: 3, values: FLUSHES, otherwise: { meaning: 'invalid flush type', fault: 'unknown kind of flush' } },
    {
      name: 'scope',
      at: 9,
      bits: 3,
      values: SCOPE_VALUES,
      otherwise: { meaning: 'invalid flush scope', fault: 'unknown scope of a fence' },
    },
  ],
};

/** A block load can rearrange the block; a typed block has neither sizes nor an order. */
export const BLOCK_LOAD_FIELDS: readonly Field[] = [VNNI];
export const TYPED_BLOCK_FIELDS: readonly Field[] = [modelField('flat', 'ss')];

/** Fields of the extended descriptor, or of the offset that accompanies a register. */
export interface ExtendedRow {
  readonly platforms?: Range;
  readonly models: readonly AddressModel[];
  readonly register: boolean;
  readonly block2d?: boolean;
  /** Whether it exists only for the unit ugm. */
  readonly ugm?: true;
  readonly fields: readonly Field[];
}

const STATE: Field = { name: 'surface state', at: 43, bits: 21, fact: 'surface', factor: 0x800 };
const FLAT_OFFSET: Field = { name: 'offset', at: 44, bits: 20, signed: true, fact: 'offset' };
const FLAT_BLOCK: readonly Field[] = [
  { name: 'offset x', at: 44, bits: 10, signed: true, fact: 'offsetX' },
  { name: 'offset y', at: 54, bits: 10, signed: true, fact: 'offsetY' },
];

export const EXTENDED_ROWS: readonly ExtendedRow[] = [
  { models: ['bti'], register: false, fields: [{ name: 'binding table index', at: 56, bits: 8, fact: 'surface' }] },
  { models: ['bss', 'ss'], register: false, fields: [STATE] },
  ...[true, false].flatMap((register): ExtendedRow[] => [
    { models: ['flat'], register, block2d: false, platforms: '2-', fields: [FLAT_OFFSET] },
    { models: ['flat'], register, block2d: true, platforms: '2-', fields: FLAT_BLOCK },
  ]),
  { models: ['bti'], register: false, platforms: '2-', fields: [{ name: 'offset', at: 44, bits: 12, signed: true, fact: 'offset' }] },
  {
    models: ['bss', 'ss'],
    register: true,
    ugm: true,
    platforms: '2-',
    fields: [{ name: 'offset', at: 44, bits: 4, upper: { at: 51, bits: 13 }, signed: true, fact: 'offset' }],
  },
];
