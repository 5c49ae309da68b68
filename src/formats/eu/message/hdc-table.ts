import type { Range } from '../table/platforms.ts';
import type { Field } from './field.ts';
import {
  BYTES,
  COUNT,
  FLUSH_FIELDS,
  floatAtomics,
  HWORDS,
  INVALIDATE,
  integerAtomics,
  LANES_8_16,
  LANES_16_8,
  LANES_TWO_BITS,
  lanesAt,
  MASK,
  OWORDS,
  SCRATCH_FIELDS,
  SLOT_GROUP,
  SLOT_GROUP_BIT,
  STATELESS,
  STRIDE,
  SURFACE,
} from './hdc-fields.ts';
import type { Facts } from './model.ts';
import type { MessageRow } from './rows.ts';

/**
 * Messages of the data caches before the load/store cache: units dc0, dc1 and dcro.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/MessageDecoderHDC.cpp.
 */

type When = MessageRow['when'];
/** Optional parts of a row. */
interface More {
  readonly when?: When;
  readonly platforms?: Range;
  readonly fault?: string;
}

/** Rows of a unit with the message type in bits 14 to 18. */
const rowsOf =
  (unit: MessageRow['unit']) =>
  (type: number, title: string, facts: Facts, fields: readonly Field[], more: More = {}): MessageRow => {
    const { when = [], ...rest } = more;
    return { unit, when: [[14, 5, type], ...when], title, facts, fields: [{ name: 'message type', at: 14, bits: 5 }, ...fields], ...rest };
  };
const dc0 = rowsOf('dc0');
const dc1 = rowsOf('dc1');
const dcro = rowsOf('dcro');

const data = (operation: string, address: 32 | 64, size: number, elements = 1): Facts => ({
  operation,
  address,
  memory: size,
  register: size,
  elements,
});
/** Addresses that count elements of so many bytes. */
const counted = (bytes: number, facts: Facts): Facts => ({ ...facts, addressUnit: bytes });
const block = (operation: string, address: 32 | 64, size: 128 | 256): Facts => ({
  ...data(operation, address, size),
  transposed: true,
  lanes: 1,
});
const masked = (operation: string, address: 32 | 64): Facts => data(operation, address, 32);
const atomic = (address: 32 | 64): Facts => ({ address, elements: 1 });
const typedAtomic: Facts = { ...atomic(32), coordinates: true, lanes: 8 };
const typed = (operation: string): Facts => ({ ...masked(operation, 32), coordinates: true, lanes: 8 });
const NOT_KNOWN = 'its fields are not known';

const DC0: readonly MessageRow[] = [
  dc0(0x0, 'oword block read {blocks}', counted(16, block('load', 32, 128)), [SURFACE, OWORDS]),
  dc0(0x1, 'hword aligned block read {blocks}', block('load', 32, 256), [SURFACE, HWORDS], { when: [[13, 1, 1]], platforms: '12p71-' }),
  dc0(0x1, 'oword aligned block read {blocks}', block('load', 32, 128), [SURFACE, OWORDS]),
  dc0(0x2, 'oword dual block read', {}, [], { fault: NOT_KNOWN }),
  dc0(0x3, 'dword gathering read{elements}', counted(4, data('load', 32, 32)), [SURFACE, COUNT, lanesAt(8), INVALIDATE]),
  dc0(0x4, 'byte gathering read{data size}', data('load', 32, 32), [SURFACE, BYTES, lanesAt(8), INVALIDATE]),
  dc0(0x5, 'qword gathering read', counted(8, data('load', 32, 64)), [SURFACE, COUNT, lanesAt(8)]),
  ...fences(),
  dc0(0x8, 'oword block write {blocks}', counted(16, block('store', 32, 128)), [SURFACE, OWORDS]),
  dc0(0x9, 'hword aligned block write {blocks}', block('store', 32, 128), [SURFACE, OWORDS]),
  dc0(0xa, 'oword dual block write', {}, [], { fault: NOT_KNOWN }),
  dc0(0xb, 'dword scattering write{elements}', counted(4, data('store', 32, 32)), [SURFACE, COUNT, lanesAt(8), INVALIDATE]),
  dc0(0xc, 'byte scattering write{data size}', data('store', 32, 32), [SURFACE, BYTES, lanesAt(8), INVALIDATE]),
  dc0(0xd, 'qword scattering write', counted(8, data('store', 32, 64)), [SURFACE, COUNT, lanesAt(8)]),
  ...[0, 1].map((store): MessageRow => {
    const title = `hword scratch block ${store ? 'write' : 'read'} {blocks}`;
    const facts: Facts = { ...block(store ? 'store' : 'load', 32, 256), model: 'scratch' };
    return {
      unit: 'dc0',
      when: [[17, 2, 2 + store]],
      title,
      facts,
      fields: [{ name: 'message type', at: 17, bits: 2 }, ...SCRATCH_FIELDS],
    };
  }),
];

/** Fences of local and of global memory; others are undefined. */
function fences(): readonly MessageRow[] {
  const commit: Field = { name: 'commit', at: 13, bits: 1, values: [{ value: 1, text: 'synchronized ' }] };
  const fence: Facts = { operation: 'fence', model: 'flat', lanes: 1 };
  const both: When = [
    [0, 8, 0],
    [8, 1, 1],
  ];
  const global = '{commit}global fence flushing{flush l1}{flush l3}';
  return [
    dc0(0x7, '{commit}SLM fence', fence, [SURFACE, commit], { when: [[0, 8, 0xfe]] }),
    ...[9, 10, 11, 12].map((at) =>
      dc0(0x7, global, fence, [commit, ...FLUSH_FIELDS], {
        when: [...both, [at, 1, 1]],
        fault: 'a flush of the third level is one of the first',
      }),
    ),
    dc0(0x7, global, fence, [commit, ...FLUSH_FIELDS], { when: [[0, 8, 0]] }),
    dc0(0x7, '{commit}', fence, [SURFACE, commit], { fault: 'a fence is of surface 0 or 254' }),
  ];
}

/** Scattered accesses with 64-bit addresses. */
function scattered(type: number, operation: 'load' | 'store', verb: string): readonly MessageRow[] {
  const fields = [STATELESS, lanesAt(12), INVALIDATE];
  const kind: Field = { name: 'kind', at: 8, bits: 2 };
  const bytes: Facts = data(operation, 64, 32);
  const status = operation === 'store' ? { fault: 'a write has no status' } : {};
  return [
    dc1(type, `a64 byte ${verb}{data size}`, bytes, [...fields, kind, BYTES], { when: [[8, 2, 0]] }),
    dc1(type, `a64 byte ${verb}{data size}`, bytes, [...fields, kind, BYTES], { when: [[8, 2, 3]], ...status }),
    dc1(type, `a64 dword ${verb}`, data(operation, 64, 32), [...fields, kind, COUNT], { when: [[8, 2, 1]] }),
    dc1(type, `a64 qword ${verb}`, data(operation, 64, 64), [...fields, kind, COUNT], { when: [[8, 2, 2]] }),
  ];
}

/** Blocks with 64-bit addresses. */
function blocks(type: number, operation: 'load' | 'store', verb: string): readonly MessageRow[] {
  const kind: Field = { name: 'kind', at: 11, bits: 2 };
  const fields = [STATELESS, INVALIDATE, kind];
  const owords = block(operation, 64, 128);
  return [
    dc1(type, `a64 unaligned oword block ${verb} {blocks}`, owords, [...fields, OWORDS], { when: [[11, 2, 0]] }),
    dc1(type, `a64 aligned oword block ${verb} {blocks}`, owords, [...fields, OWORDS], { when: [[11, 2, 1]] }),
    dc1(type, `a64 dual block  ${verb}`, {}, [kind], { when: [[11, 2, 2]], fault: NOT_KNOWN }),
    dc1(type, `a64 unaligned hword block ${verb} {blocks}`, block(operation, 64, 256), [...fields, HWORDS], { when: [[11, 2, 3]] }),
  ];
}

const MEDIA: Facts = { address: 32, register: 8, elements: 1, transposed: true };
const WIDE: Field = { name: 'data size', at: 12, bits: 1 };
const SINCE_XE = { platforms: '12p1-' } as const;
const PAIRED = 'messages in pairs of four lanes are not known';

const DC1: readonly MessageRow[] = [
  dc1(0x01, 'untyped surface read with {disabled channels}', masked('load_quad', 32), [SURFACE, MASK, LANES_TWO_BITS]),
  dc1(0x02, 'untyped atomic int32 {operation}', atomic(32), [SURFACE, LANES_16_8, ...integerAtomics(32)]),
  dc1(0x03, 'untyped atomic int16 {operation}', atomic(32), [SURFACE, LANES_16_8, ...integerAtomics(16)], SINCE_XE),
  dc1(0x03, '', {}, [], { fault: PAIRED }),
  dc1(0x04, 'media block read{vertical line stride}', { ...MEDIA, operation: 'load' }, [SURFACE, STRIDE]),
  dc1(0x05, 'typed surface read{slot group} with {disabled channels}', typed('load_quad'), [SURFACE, SLOT_GROUP, MASK]),
  dc1(0x06, 'typed atomic 32-bit integer {operation}', typedAtomic, [SURFACE, SLOT_GROUP_BIT, ...integerAtomics(32)], {
    when: [[12, 1, 0]],
  }),
  dc1(0x06, 'typed_sgh atomic 32-bit integer{slot group} {operation}', typedAtomic, [SURFACE, SLOT_GROUP_BIT, ...integerAtomics(32)]),
  dc1(0x07, 'typed atomic 16-bit integer {operation}', typedAtomic, [SURFACE, SLOT_GROUP_BIT, ...integerAtomics(16)], {
    when: [[12, 1, 0]],
  }),
  dc1(0x07, 'typed_sgh atomic 16-bit integer{slot group} {operation}', typedAtomic, [SURFACE, SLOT_GROUP_BIT, ...integerAtomics(16)]),
  dc1(0x09, 'untyped surface write with {disabled channels}', masked('store_quad', 32), [SURFACE, MASK, LANES_TWO_BITS]),
  dc1(0x0a, 'media block write{vertical line stride}', { ...MEDIA, operation: 'store' }, [SURFACE, STRIDE], {
    when: [[25, 4, 0]],
    fault: 'a write has a header and data',
  }),
  dc1(0x0a, 'media block write{vertical line stride}', { ...MEDIA, operation: 'store' }, [SURFACE, STRIDE]),
  dc1(0x0b, 'typed atomic 32-bit counter {operation}', { ...atomic(32), coordinates: true }, [SURFACE, LANES_16_8, ...integerAtomics(32)]),
  dc1(0x0c, 'typed atomic 16-bit counter {operation}', { ...atomic(32), coordinates: true }, [SURFACE, LANES_16_8, ...integerAtomics(16)]),
  dc1(0x0d, 'typed surface write{slot group} with {disabled channels}', typed('store_quad'), [SURFACE, SLOT_GROUP, MASK]),
  dc1(0x0e, 'typed surface read{slot group} returning status with {disabled channels}', typed('load_quad'), [SURFACE, SLOT_GROUP, MASK]),
  ...scattered(0x10, 'load', 'gathering read'),
  dc1(0x11, 'a64 untyped surface read with {disabled channels}', masked('load_quad', 64), [STATELESS, MASK, LANES_TWO_BITS]),
  dc1(0x12, 'untyped a64 atomic int32 {operation}', atomic(64), [STATELESS, WIDE, ...integerAtomics(32)], { when: [[12, 1, 0]] }),
  dc1(0x12, 'untyped a64 atomic int64 {operation}', atomic(64), [STATELESS, WIDE, ...integerAtomics(64)]),
  dc1(0x13, 'untyped a64 atomic int16 {operation}', atomic(64), [STATELESS, LANES_16_8, ...integerAtomics(16)], SINCE_XE),
  dc1(0x13, '', {}, [], { fault: PAIRED }),
  ...blocks(0x14, 'load', 'read'),
  ...blocks(0x15, 'store', 'write'),
  dc1(0x19, 'a64 untyped surface write with {disabled channels}', masked('store_quad', 64), [STATELESS, MASK, LANES_TWO_BITS]),
  ...scattered(0x1a, 'store', 'scattering write'),
  ...floats(0x1b, 'float atomic', 32, 32, LANES_16_8, {}),
  ...floats(0x1c, 'untyped half-float atomic', 32, 16, LANES_16_8, SINCE_XE),
  ...floats(0x1d, 'a64 float atomic', 64, 32, LANES_8_16, {}),
  ...floats(0x1e, 'a64 untyped half-float atomic', 64, 16, LANES_8_16, SINCE_XE),
];

/** Atomic operations on floats; operation 0 has no text. */
function floats(
  type: number,
  title: string,
  address: 32 | 64,
  size: number,
  lanes: Field,
  range: Pick<More, 'platforms'>,
): readonly MessageRow[] {
  const fields = [address === 64 ? STATELESS : SURFACE, lanes, ...floatAtomics(size)];
  return [
    dc1(type, '', {}, fields, { when: [[8, 3, 0]] }),
    dc1(type, `${title} {operation}{return}`, atomic(address), fields, range),
    ...(range.platforms === undefined ? [] : [dc1(type, '', {}, [], { fault: PAIRED })]),
  ];
}

const sectors: Field = {
  name: 'operation',
  at: 8,
  bits: 4,
  values: [{ value: 1, meaning: 'clear', sets: { operation: 'ccs_sc' } }],
  otherwise: { sets: { operation: 'ccs_su' } },
};
const pages: Field = {
  name: 'operation',
  at: 8,
  bits: 2,
  values: [{ value: 0, meaning: 'clear', sets: { operation: 'ccs_pc' } }],
  otherwise: { sets: { operation: 'ccs_pu' } },
};
const OLDER = 'the platform does not have it';
const since = (first: '12p5' | '12p71', row: (more: More) => MessageRow): readonly MessageRow[] => [
  row({ platforms: `${first}-` }),
  row({ platforms: first === '12p5' ? '-12p1' : '-12p5', fault: OLDER }),
];

const DCRO: readonly MessageRow[] = [
  dcro(0x00, 'constant oword block read {blocks}', counted(16, block('load', 32, 128)), [SURFACE, OWORDS, INVALIDATE]),
  dcro(0x01, 'constant aligned oword block read {blocks}', block('load', 32, 128), [SURFACE, OWORDS, INVALIDATE]),
  dcro(0x03, 'constant dword gathering read', counted(4, data('load', 32, 32)), [SURFACE, COUNT, lanesAt(8), INVALIDATE]),
  ...since('12p71', (more) =>
    dcro(0x09, 'untyped surface uncompressed write', masked('store_uncompressed_quad', 32), [SURFACE, MASK, LANES_TWO_BITS], more),
  ),
  dcro(0x0c, 'typed surface CCS update message', { address: 32, memory: 32, register: 32 }, [SURFACE, sectors, SLOT_GROUP]),
  ...since('12p71', (more) =>
    dcro(0x0d, 'typed surface uncompressed write', masked('store_uncompressed_quad', 32), [SURFACE, MASK, SLOT_GROUP], more),
  ),
  ...since('12p71', (more) =>
    dcro(
      0x17,
      'A64 page CCS update operation',
      { model: 'bti', lanes: 1 },
      [{ name: 'binding table index', at: 0, bits: 8, fact: 'surface' }, pages],
      more,
    ),
  ),
  ...since('12p5', (more) =>
    dcro(0x18, 'A64 untyped surface CCS operation', { address: 64, memory: 0, register: 0 }, [STATELESS, sectors, LANES_TWO_BITS], more),
  ),
  ...since('12p5', (more) =>
    dcro(0x19, 'A64 untyped surface uncompressed write', masked('store_uncompressed_quad', 64), [STATELESS, MASK, LANES_TWO_BITS], more),
  ),
];

export const HDC_ROWS: readonly MessageRow[] = [...DC0, ...DC1, ...DCRO];
