import type { Field, Value } from './field.ts';
import { channelMasks } from './lsc-table.ts';

/**
 * Fields of messages of the data caches before the load/store cache.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/MessageDecoderHDC.cpp (the helpers that begin with
 * `decodeMDC_`) and MessageDecoder.hpp (MessageDecoderLegacy).
 */

const SURFACES: readonly Value[] = [
  { value: 0xfd, meaning: 'stateless, not coherent', sets: { model: 'flat', surface: 0, l1: 'ca', l3: 'ca' } },
  { value: 0xff, meaning: 'stateless, coherent', sets: { model: 'flat', surface: 0, l1: 'uc', l3: 'uc' } },
];
/** A surface, or all memory, with 32-bit addresses. */
export const SURFACE: Field = {
  name: 'binding table index',
  at: 0,
  bits: 8,
  fact: 'surface',
  values: [...SURFACES, { value: 0xfe, meaning: 'shared local memory', sets: { model: 'flat', surface: 0, shared: true } }],
  otherwise: { sets: { model: 'bti' } },
};
/** All memory, with 64-bit addresses. */
export const STATELESS: Field = {
  ...SURFACE,
  values: SURFACES,
  otherwise: { sets: { surface: 0, l1: 'ca', l3: 'ca' }, fault: '64-bit addresses take no surface' },
};

export const HEADER: Field = { name: 'header', at: 19, bits: 1, values: [{ value: 1, meaning: 'included', sets: { header: true } }] };

export const INVALIDATE: Field = {
  name: 'invalidate after read',
  at: 13,
  bits: 1,
  values: [
    { value: 0, sets: { l3: 'df' } },
    { value: 1, meaning: 'enabled', sets: { l3: 'ri' } },
  ],
};

/** Blocks of 16 bytes. */
export const OWORDS: Field = {
  name: 'blocks',
  at: 8,
  bits: 3,
  values: [
    { value: 0, text: 'x1', meaning: 'the low half', sets: { elements: 1 } },
    { value: 1, text: 'x1H', meaning: 'the high half', sets: { elements: 1, high: true } },
    { value: 2, text: 'x2', sets: { elements: 2 } },
    { value: 3, text: 'x4', sets: { elements: 4 } },
    { value: 4, text: 'x8', sets: { elements: 8 } },
    { value: 5, text: 'x16', sets: { elements: 16 }, platforms: '-12p5', fault: '16 blocks are not possible' },
    { value: 5, text: 'x16', sets: { elements: 16 }, platforms: '12p71-' },
  ],
  otherwise: { text: 'x0', sets: { elements: 0 } },
};

/** Blocks of 32 bytes. */
const hwords = (at: number, bits: number): Field => ({
  name: 'blocks',
  at,
  bits,
  values: Array.from({ length: 1 << bits }, (_, value) => ({ value, text: `x${1 << value}`, sets: { elements: 1 << value } })),
});
export const HWORDS: Field = hwords(8, 3);
export const SCRATCH_FIELDS: readonly Field[] = [
  hwords(12, 2),
  { name: 'offset', at: 0, bits: 12, fact: 'offset', factor: 32 },
  { name: 'dword channels', at: 16, bits: 1, platforms: '-9' },
];

/** Size in memory of an element that has 32 bits in a register. */
export const BYTES: Field = {
  name: 'data size',
  at: 10,
  bits: 2,
  values: [
    { value: 0, text: ' 8b', sets: { memory: 8 } },
    { value: 1, text: ' 16b', sets: { memory: 16 } },
    { value: 2, text: ' 32b', sets: { memory: 32 } },
    { value: 3, text: '', meaning: '64b', sets: { memory: 64 } },
  ],
};
export const COUNT: Field = {
  name: 'elements',
  at: 10,
  bits: 2,
  values: [1, 2, 4, 8].map((elements, value) => ({ value, text: value === 0 ? '' : ` x${elements}`, sets: { elements } })),
};

/** 8 or 16 lanes, selected by one bit. */
export const lanesAt = (at: number): Field => ({
  name: 'lanes',
  at,
  bits: 1,
  values: [8, 16].map((lanes, value) => ({ value, text: `${lanes}`, sets: { lanes } })),
});
/** The number of lanes at bit 12. Ponte Vecchio supports only the smaller value, which there means twice as many lanes. */
const atBit12 = (small: number): Field => ({
  name: 'lanes',
  at: 12,
  bits: 1,
  values: [
    { value: small, text: '8', sets: { lanes: 8 }, platforms: '-12p71' },
    { value: 1 - small, text: '16', sets: { lanes: 16 }, platforms: '-12p71' },
    { value: small, text: '16', sets: { lanes: 16 }, platforms: '12p72-' },
    { value: 1 - small, text: '32', sets: { lanes: 32 }, platforms: '12p72-', fault: 'the number of lanes is not possible' },
  ],
});
export const LANES_16_8: Field = atBit12(1);
export const LANES_8_16: Field = atBit12(0);
export const LANES_TWO_BITS: Field = {
  name: 'lanes',
  at: 12,
  bits: 2,
  values: [
    { value: 1, text: '16', sets: { lanes: 16 } },
    { value: 2, text: '8', sets: { lanes: 8 }, platforms: '-12p71' },
    { value: 2, text: '8', sets: { lanes: 8 }, platforms: '12p72-', fault: 'the number of lanes is not possible' },
  ],
  otherwise: { fault: 'the number of lanes is not possible' },
};

export const MASK: Field = {
  name: 'disabled channels',
  at: 8,
  bits: 4,
  values: channelMasks('xyzw', { inverse: true, none: { fault: 'no channel is enabled' } }),
};

export const SLOT_GROUP: Field = {
  name: 'slot group',
  at: 12,
  bits: 2,
  values: [
    { value: 0, text: '', meaning: 'SIMD4x2' },
    { value: 1, text: '', meaning: 'low' },
    { value: 2, text: ' (high slot group)' },
    { value: 3, text: '', fault: 'unknown group of slots' },
  ],
};
export const SLOT_GROUP_BIT: Field = {
  name: 'slot group',
  at: 12,
  bits: 1,
  values: [
    { value: 0, text: '', meaning: 'low' },
    { value: 1, text: ' (slot group high)' },
  ],
};

const RETURN: Field = { name: 'return', at: 13, bits: 1, values: [{ value: 1, text: ' with return', sets: { returns: true } }] };

const FLOAT_OPERATIONS: readonly (readonly [operation: string, text: string, size?: number])[] = [
  ['fmax', 'max'],
  ['fmin', 'min'],
  ['fcas', 'fp-compare and swap '],
  ['fadd', 'add'],
  ['fsub', 'subtract'],
  ['fadd', '64b add', 64],
  ['fsub', '64b subtract', 64],
];
/**
 * Bits of a lane in registers: values of 16 bits are in the low halves of 32.
 *
 * Source: `DWORD_ATOMIC` in documentation/visa/instructions/DWORD_ATOMIC.md of intel/intel-graphics-compiler.
 */
const unpacked = (size: number): number => Math.max(size, 32);

/** Atomic operations on floats of a size; two of them always have 64 bits. */
export const floatAtomics = (size: number): readonly Field[] => [
  RETURN,
  {
    name: 'operation',
    at: 8,
    bits: 3,
    values: FLOAT_OPERATIONS.map(([end, text, width = size], i) => ({
      value: i + 1,
      text: `${text} (${width}b)`,
      sets: { operation: `atomic_${end}`, memory: width, register: unpacked(width) },
    })),
    otherwise: { fault: 'unknown operation on floats' },
  },
];

const INTEGER_OPERATIONS: readonly (readonly [operation: string, text: string])[] = [
  ['icas', '64b integer compare and swap'],
  ['and', 'logical AND'],
  ['or', 'logical OR'],
  ['xor', 'logical XOR'],
  ['store', 'store'],
  ['iinc', 'integer increment'],
  ['idec', 'integer decrement'],
  ['iadd', 'integer add'],
  ['isub', 'integer subtract'],
  ['irsub', 'commuted integer subtract'],
  ['smax', 'signed-integer max'],
  ['smin', 'signed-integer min'],
  ['umax', 'unsigned-integer max'],
  ['umin', 'unsigned-integer min'],
  ['icas', 'integer compare and swap'],
  ['ipdec', 'integer pre-decrement (returns pre-decrement value)'],
];
/** Atomic operations on integers of a size; the first always has 64 bits. */
export const integerAtomics = (size: number): readonly Field[] => [
  { ...RETURN, values: [{ value: 1, meaning: 'with return', sets: { returns: true } }] },
  {
    name: 'operation',
    at: 8,
    bits: 4,
    values: INTEGER_OPERATIONS.map(([end, text], value) => {
      const width = value === 0 ? 64 : size;
      return { value, text, sets: { operation: `atomic_${end}`, memory: width, register: unpacked(width) } };
    }),
  },
];

/** Parts of the third cache level that a fence flushes. */
const L3_PARTS = [' r/w data', ' constant data', ' texture data', ' instruction data'];
const l3Text = (value: number): string => {
  if (value === 0) return '';
  if (value === 15) return ' all L3 data';
  const [data = '', ...others] = L3_PARTS.map((part, i) => ((value >> (3 - i)) & 1 ? part : ''));
  return ` L3${data}${others.filter((part) => part !== '').join(',')}`;
};
export const FLUSH_FIELDS: readonly Field[] = [
  { name: 'flush l1', at: 8, bits: 1, values: [{ value: 1, text: ' L1' }] },
  { name: 'flush l3', at: 9, bits: 4, values: Array.from({ length: 16 }, (_, value) => ({ value, text: l3Text(value) })) },
];

/** How a media block overrides the line stride. */
export const STRIDE: Field = {
  name: 'vertical line stride',
  at: 8,
  bits: 3,
  values: [
    '',
    ' and skip',
    'override and offset',
    'override,skip, and offset',
    '',
    ' and skip',
    'override and offset',
    'override,skip, and offset',
  ].map((text, value) => ({ value, text: value === 0 ? '' : ` with vertical line stride ${text}` })),
};
