import { type Field, flag, type Value } from './field.ts';
import { channelMasks, DATA_SIZES, FLUSHES, type LscShape, SCOPE_VALUES, VECTOR_SIZES } from './lsc-table.ts';
import type { Caching } from './model.ts';
import type { OperationGroup } from './operations.ts';

/**
 * Fields of the wide descriptors of Xe3P: those of the load/store cache, and those that the sampler also uses.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/E64/MessageDecoderE64.cpp and MessageDecoderLscE64.cpp.
 */

const cachings = (...texts: (string | undefined)[]): readonly Value[] =>
  texts.flatMap((text, value) => {
    if (text === undefined) return [];
    const [l1 = 'df', l2 = 'df', l3 = 'df'] = text.split('.') as Caching[];
    return [{ value, text: value === 0 ? '' : `.${text}`, meaning: `L1 ${l1}, L2 ${l2}, L3 ${l3}`, sets: { l1, l2, l3 } }];
  });
const FIRST = ['df.df.df', undefined, 'uc.uc.uc'] as const;
const LOADS = [
  'uc.uc.ca',
  'uc.ca.uc',
  'uc.ca.ca',
  'ca.uc.uc',
  'ca.uc.ca',
  'ca.ca.uc',
  'ca.ca.ca',
  'st.uc.uc',
  'st.uc.ca',
  'st.ca.uc',
  'st.ca.ca',
];
const STORES = [
  'uc.uc.wb',
  'uc.wb.uc',
  'uc.wb.wb',
  'wt.uc.uc',
  'wt.uc.wb',
  'wt.wb.uc',
  'wt.wb.wb',
  'st.uc.uc',
  'st.uc.wb',
  'st.wb.uc',
  'wb.uc.uc',
];
const CACHINGS = {
  load: cachings(...FIRST, ...LOADS, 'ri.ri.ri'),
  store: cachings(...FIRST, ...STORES, 'wb.wb.uc', 'wb.uc.wb'),
  atomic: cachings(...FIRST, 'uc.uc.wb', 'uc.wb.uc'),
};

/** Caching, which depends on whether the operation reads or writes. */
export const wideCaching = (group: OperationGroup): Field => ({
  name: 'caching',
  at: 16,
  bits: 4,
  values: group === 'store' || group === 'atomic' ? CACHINGS[group] : CACHINGS.load,
  otherwise: { meaning: 'not known', sets: { l1: '?' }, fault: 'unknown caching' },
});

/** A mask of channels, whose text begins with a dot. */
export const wideChannels = (names: string): Field => ({
  name: 'channels',
  at: 7,
  bits: 4,
  values: channelMasks(names).map((row) => ({ ...row, text: `.${row.text || '<empty>'}` })),
});

const HINTS = ['', '.buf', '.t1d', '.t2d', '.3d', '.cube', '.cubea', '.0x7?'];
export const SURFACE_HINT: Field = {
  name: 'surface hint',
  at: 11,
  bits: 3,
  values: HINTS.map((hint, value) => ({ value, text: hint, sets: { hint } })),
};
export const SURFACE_INDEX: Field = { name: 'surface state index', at: 22, bits: 5, fact: 'surfaceIndex' };
export const UVR_OFFSETS: readonly Field[] = [
  { name: 'offset r', at: 30, bits: 4, signed: true, fact: 'offsetR' },
  { name: 'offset v', at: 34, bits: 4, signed: true, fact: 'offsetV' },
  { name: 'offset u', at: 38, bits: 4, signed: true, fact: 'offsetU' },
];
const DATA_SIZE: Field = {
  name: 'data size',
  at: 11,
  bits: 3,
  values: DATA_SIZES.slice(0, 6),
  otherwise: { meaning: 'not a size', sets: { memory: 0, register: 0 }, fault: 'elements have no size' },
};

const VECTOR: readonly Field[] = [
  { name: 'vector size', at: 7, bits: 3, values: VECTOR_SIZES },
  { name: 'transposed', at: 10, bits: 1, values: [{ value: 1, text: 't', meaning: 'yes', sets: { transposed: true } }] },
];
const CHANNELS: readonly Field[] = [wideChannels('xyzw')];
const OVERFETCH: Field = flag('overfetch', 21, '', { overfetch: true });

/** Addresses of untyped memory: an offset to a 64-bit base, an address of 64 bits, or an offset in a surface. */
const ADDRESS = { name: 'address type', at: 14, bits: 2 } as const;
const MEMORY: Field = {
  ...ADDRESS,
  values: [
    { value: 0, text: '.a32u', sets: { model: 'flat', address: 32, signed: false } },
    { value: 1, text: '.a32s', sets: { model: 'flat', address: 32, signed: true } },
    { value: 2, text: '.a64', sets: { model: 'flat', address: 64 } },
    { value: 3, text: '.a32', meaning: 'in a surface', sets: { model: 'surf', address: 32 } },
  ],
};
const local: Omit<Value, 'value'> = { text: '.a32', sets: { model: 'flat', address: 32 } };
const LOCAL: Field = { ...ADDRESS, values: [{ value: 0, ...local }], otherwise: { ...local, fault: 'unknown type of address' } };
/** Addresses of typed memory are always in a surface. */
const STATEFUL: Field = {
  ...ADDRESS,
  values: [{ value: 3, text: '.a32', sets: { address: 32 } }],
  otherwise: { fault: 'unknown type of address' },
};

/** The address type of an untyped unit; ugml has none. */
export const addressField = (unit: string): readonly Field[] =>
  unit === 'ugm' ? [MEMORY] : unit === 'slm' || unit === 'urb' ? [LOCAL] : [];

const OFFSET: Field = { name: 'offset', at: 22, bits: 22, signed: true, fact: 'offset' };
const SURFACE_OFFSET: Field = { name: 'offset', at: 27, bits: 17, signed: true, fact: 'offset' };
export const SCALE: Field = { name: 'scale', at: 44, bits: 2 };

/** The fields after the address type: for memory, and for a surface. */
export const UNTYPED_FIELDS: Readonly<Partial<Record<LscShape, readonly Field[]>>> = {
  vector: [...VECTOR, DATA_SIZE, OVERFETCH],
  status: [...VECTOR, DATA_SIZE, OVERFETCH],
  atomic: [...VECTOR, DATA_SIZE],
  append: [...VECTOR, DATA_SIZE],
  quad: [...CHANNELS, DATA_SIZE, OVERFETCH],
  quadStatus: [...CHANNELS, DATA_SIZE, OVERFETCH],
};
export const offsetFields = (surface: boolean): readonly Field[] => (surface ? [SURFACE_INDEX, SURFACE_OFFSET, SCALE] : [OFFSET, SCALE]);

/** The scope named local in narrow descriptors is named core here. */
const SCOPES = SCOPE_VALUES.map((row) => (row.value === 1 ? { ...row, text: 'core', sets: { scope: 'core' } } : row));
const FENCE: readonly Field[] = [
  { name: 'flush', at: 8, bits: 3, values: FLUSHES.slice(0, 5), otherwise: { sets: { fence: '?' }, fault: 'unknown kind of flush' } },
  { name: 'scope', at: 11, bits: 3, values: SCOPES, otherwise: { sets: { scope: '?' }, fault: 'unknown scope of a fence' } },
];
const BLOCK: readonly Field[] = [
  { name: 'vnni', at: 9, bits: 1, values: [{ value: 1, text: 'v', meaning: 'transformed', sets: { vnni: true } }] },
  { name: 'transposed', at: 10, bits: 1, values: [{ value: 1, text: 't', meaning: 'yes', sets: { transposed: true } }] },
  DATA_SIZE,
  { name: 'offset x', at: 22, bits: 12, signed: true, fact: 'offsetX' },
  { name: 'offset y', at: 34, bits: 12, signed: true, fact: 'offsetY' },
];
const TYPED_QUAD: readonly Field[] = [
  SURFACE_HINT,
  ...CHANNELS,
  {
    name: 'address size',
    at: 14,
    bits: 1,
    values: [
      { value: 0, text: '.a32', sets: { address: 32 } },
      { value: 1, text: '.a16', sets: { address: 16 } },
    ],
  },
  {
    name: 'data size',
    at: 15,
    bits: 1,
    values: [
      { value: 0, text: 'd32', sets: { memory: 32, register: 32 } },
      { value: 1, text: 'd16', sets: { memory: 16, register: 16 } },
    ],
  },
  SURFACE_INDEX,
  ...UVR_OFFSETS,
];
const TYPED_ATOMIC: readonly Field[] = [...VECTOR, DATA_SIZE, STATEFUL, SURFACE_INDEX, ...UVR_OFFSETS];

/** Messages whose fields do not depend on the address. */
export const UNTYPED_ONLY: Readonly<Partial<Record<LscShape, readonly Field[]>>> = {
  fence: FENCE,
  block2d: BLOCK,
  watchpoint: [{ name: 'watchpoint', at: 7, bits: 3, fact: 'watchpoint' }],
  control: [
    {
      name: 'lines',
      at: 11,
      bits: 2,
      values: [64, 128, 192, 256].map((lineBytes, value) => ({ value, text: `${lineBytes} bytes`, sets: { lineBytes } })),
    },
    {
      name: 'control',
      at: 7,
      bits: 4,
      values: [
        { value: 0, text: 'set', sets: { control: 'set' } },
        { value: 1, text: 'reset', sets: { control: 'reset' } },
      ],
    },
  ],
};

/** Fields of the unit tgm. */
export const TYPED_FIELDS: Readonly<Partial<Record<LscShape, readonly Field[]>>> = {
  fence: FENCE,
  block2d: [...BLOCK, STATEFUL],
  quad: TYPED_QUAD,
  msrt: TYPED_QUAD,
  quadStatus: TYPED_QUAD,
  atomic: TYPED_ATOMIC,
  append: TYPED_ATOMIC,
  state: [
    { name: 'sub-operation', at: 7, bits: 3, values: [{ value: 0 }], otherwise: { fault: 'unknown operation on a state' } },
    STATEFUL,
    SURFACE_INDEX,
  ],
};
