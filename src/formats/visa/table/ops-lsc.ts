import { CHAR } from '../../../core/bytes/index.ts';
import { integerAt } from '../instruction.ts';
import type { Kind } from './kind.ts';
import { address, blockPlace, blockShape, coordinates, EACH, SHAPE_FIELDS, shape } from './lsc.ts';
import {
  addressSize,
  addressType,
  byVersion,
  cachePiece,
  caching,
  data,
  flag,
  head,
  LATER,
  operand,
  type Role,
  spacePiece,
  step,
  surface,
  UNMASKED,
} from './lsc-fields.ts';
import { field, selector } from './ops-arithmetic.ts';
import { noRaw, plainRaw } from './references.ts';
import { type Field, type OpRow, since, when } from './row.ts';
import { exec, int, named, noText, pred, signed } from './scalars.ts';
import { LSC_ADDRESS_SIZES, LSC_ADDRESS_TYPES, LSC_FENCES, LSC_SCOPES, LSC_SFIDS } from './types.ts';

const UNTYPED = 0x89;

const sfid: Kind<number> = named(
  1,
  LSC_SFIDS.map((name) => (name === 'tgm' ? '' : name)),
  'Which memory.',
);
const offset = {
  offset: field(signed(4, 'Constant that is added to addresses.')),
};
const scale = { scale: field(int(2, 'Factor of addresses.')) };

/** A message with an address per channel. */
function untyped(
  value: number,
  mnemonic: string,
  doc: string,
  role: Role,
  options: { masked?: true; strided?: true; overflow?: true } = {},
): OpRow {
  const { masked = false, strided = false, overflow } = options;
  const fields: Record<string, Field> = {
    sub: selector(value),
    ...head,
    sfid: field(sfid),
    ...caching,
    ...(overflow && { overflow: since(LATER, field(flag('.ov'))) }),
    address_type: addressType(),
    ...scale,
    ...offset,
    address_size: addressSize(),
    ...SHAPE_FIELDS,
    ...surface,
    dst: role === 'store' ? noRaw : data,
    src0: data,
    ...(strided && { pitch: operand }),
    src1: role === 'load' ? noRaw : data,
    ...(!strided && { src2: role === 'atomic' ? data : noRaw }),
  };
  const place = '{space}{address}';
  const result = '{dst}{shape}';
  const start = `{pred}${mnemonic}.{sfid}{cache}${overflow ? '[{overflow}]' : ''} {exec}  `;
  const text = { load: `${result}  ${place}`, store: `${place}  {src1}{shape}`, atomic: `${result}  ${place}  {src1}  {src2}` }[role];
  return {
    opcode: UNTYPED,
    mnemonic,
    doc,
    fields,
    text: start + text,
    pieces: {
      cache: cachePiece,
      space: spacePiece,
      address: address(strided),
      shape: shape(masked ? 'mask' : strided ? 'strided' : 'plain'),
    },
  };
}

const BLOCK_OPERANDS = ['base', 'surface_width', 'surface_height', 'surface_pitch', 'x', 'y'];
const BLOCK_OFFSETS = [undefined, undefined, undefined, undefined, 'x_offset', 'y_offset'];
/** An operand that exists only if each part of the address has one. */
const part = when('address', EACH, operand);

/** A message for a rectangle of memory. */
function block(value: number, mnemonic: string, doc: string, role: Role): OpRow {
  const place = 'flat{place}';
  const shown = role === 'load' ? 'dst' : 'src1';
  return {
    opcode: UNTYPED,
    mnemonic,
    doc,
    fields: {
      sub: selector(value),
      ...head,
      sfid: field(sfid),
      ...caching,
      data_size: field(int(1, 'Size of an element, as its code.')),
      order: field(int(1, '1 as they are, 2 transposed.')),
      blocks: field(int(1, 'Number of rectangles side by side.')),
      width: field(int(2, 'Elements in a row.')),
      height: field(int(2, 'Rows.')),
      vnni: field(int(1, '1 when elements of several rows are interleaved.')),
      dst: role === 'load' ? data : noRaw,
      address: since(LATER, field(int(1, 'The operands of the address: 1 one for each part, 2 one payload with all of them.'))),
      base: operand,
      surface_width: part,
      surface_height: part,
      surface_pitch: part,
      x: part,
      x_offset: since(LATER, field(step)),
      y: part,
      y_offset: since(LATER, field(step)),
      src1: role === 'load' ? noRaw : data,
    },
    text: `{pred}${mnemonic}.{sfid}{cache} {exec}  ${role === 'load' ? `{${shown}}{shape}  ${place}` : `${place}  {${shown}}{shape}`}`,
    pieces: {
      cache: cachePiece,
      place: byVersion(coordinates(BLOCK_OPERANDS, []), blockPlace(coordinates(BLOCK_OPERANDS, BLOCK_OFFSETS))),
      shape: blockShape,
    },
  };
}

/** Counters that belong to one surface. The shape comes after the result and after the data. */
function counter(value: number, mnemonic: string, doc: string): OpRow {
  return {
    opcode: UNTYPED,
    mnemonic,
    doc,
    fields: {
      sub: selector(value),
      ...head,
      sfid: field(sfid),
      ...caching,
      address_type: addressType(),
      ...SHAPE_FIELDS,
      ...surface,
      dst: data,
      src1: data,
    },
    text: `{pred}${mnemonic}.{sfid}{cache} {exec}  {dst}{shape}  {space}  {src1}{again}`,
    pieces: { cache: cachePiece, space: spacePiece, shape: shape('plain'), again: { ...shape('plain'), aside: true } },
  };
}

/** Atomic operations, of memory and of texels. */
export const ATOMICS: readonly (readonly [value: number, name: string, doc: string])[] = [
  [0x08, 'iinc', 'adds one'],
  [0x09, 'idec', 'subtracts one'],
  [0x0a, 'load', 'loads'],
  [0x0b, 'store', 'stores'],
  [0x0c, 'iadd', 'adds integers'],
  [0x0d, 'isub', 'subtracts integers'],
  [0x0e, 'smin', 'takes the smaller signed integer'],
  [0x0f, 'smax', 'takes the larger signed integer'],
  [0x10, 'umin', 'takes the smaller unsigned integer'],
  [0x11, 'umax', 'takes the larger unsigned integer'],
  [0x12, 'icas', 'exchanges when an integer is as expected'],
  [0x13, 'fadd', 'adds floats'],
  [0x14, 'fsub', 'subtracts floats'],
  [0x15, 'fmin', 'takes the smaller float'],
  [0x16, 'fmax', 'takes the larger float'],
  [0x17, 'fcas', 'exchanges when a float is as expected'],
  [0x18, 'and', 'takes the bits set in both'],
  [0x19, 'or', 'takes the bits set in either'],
  [0x1a, 'xor', 'takes the bits set in one'],
  [0x21, 'bfadd', 'adds bfloats'],
  [0x22, 'bfsub', 'subtracts bfloats'],
  [0x23, 'bfmin', 'takes the smaller bfloat'],
  [0x24, 'bfmax', 'takes the larger bfloat'],
  [0x25, 'bfcas', 'exchanges when a bfloat is as expected'],
];

export const LSC: readonly OpRow[] = [
  untyped(0x00, 'lsc_load', 'Loads from an address per channel.', 'load', { overflow: true }),
  untyped(0x01, 'lsc_load_strided', 'Loads from addresses at one distance.', 'load', { strided: true }),
  untyped(0x02, 'lsc_load_quad', 'Loads up to four channels.', 'load', { masked: true, overflow: true }),
  block(0x03, 'lsc_load_block2d', 'Loads a rectangle.', 'load'),
  untyped(0x04, 'lsc_store', 'Stores to an address per channel.', 'store'),
  untyped(0x05, 'lsc_store_strided', 'Stores to addresses at one distance.', 'store', { strided: true }),
  untyped(0x06, 'lsc_store_quad', 'Stores up to four channels.', 'store', { masked: true }),
  block(0x07, 'lsc_store_block2d', 'Stores a rectangle.', 'store'),
  ...ATOMICS.map(([value, name, doc]) => untyped(value, `lsc_atomic_${name}`, `Atomic operation that ${doc}.`, 'atomic')),
  untyped(0x1b, 'lsc_load_status', 'Says whether addresses can be loaded from.', 'load', { overflow: true }),
  untyped(0x1c, 'lsc_store_uncompressed', 'Stores without compression.', 'store'),
  untyped(
    0x1d,
    'lsc_ccs_update',
    'Updates what is known of compressed memory. Compilers have no text for it; all operands are shown.',
    'atomic',
  ),
  untyped(0x31, 'lsc_load_quad_msrt', 'Loads up to four channels of samples.', 'load', { masked: true }),
  untyped(0x32, 'lsc_store_quad_msrt', 'Stores up to four channels of samples.', 'store', { masked: true }),
  untyped(0x36, 'lsc_load_quad_status', 'Says whether addresses can be loaded from, four channels at a time.', 'load'),
  counter(0x28, 'lsc_apndctr_atomic_add', 'Adds to the counter of a surface.'),
  counter(0x29, 'lsc_apndctr_atomic_sub', 'Subtracts from the counter of a surface.'),
  counter(0x2a, 'lsc_apndctr_atomic_store', 'Stores the counter of a surface.'),
  {
    opcode: UNTYPED,
    mnemonic: 'lsc_extended_cache_ctrl',
    doc: 'Resets what the caches hold of addresses.',
    fields: {
      sub: selector(0x33),
      ...head,
      sfid: field(sfid),
      ...caching,
      operation: { kind: int(1, '1 to reset what was changed.'), hidden: 1 },
      line: field(named(1, ['64B'], 'Size of a line.')),
      address_type: addressType(),
      address_size: addressSize(),
      src0: data,
    },
    text: '{pred}lsc_extended_cache_ctrl.{sfid}{cache}.reset.{line} {exec} {place}',
    pieces: {
      cache: cachePiece,
      place: {
        of: ['address_type', 'address_size', 'src0'],
        print: (values, [type = 0, size = 0, src0 = 0], context) => {
          const name = LSC_ADDRESS_TYPES[integerAt(values, type)];
          const width = LSC_ADDRESS_SIZES[integerAt(values, size)];
          return name && width ? `${name}[${plainRaw.print(values[src0] as never, context)}]:${width}` : noText(context);
        },
        parse: (from, values, [type = 0, size = 0, src0 = 0]) => {
          from.blanks();
          values[type] = LSC_ADDRESS_TYPES.findIndex((name) => name !== '' && from.take(name));
          if (values[type] === -1) from.expected('a kind of address');
          from.expect(CHAR.leftBracket);
          values[src0] = plainRaw.parse(from);
          from.expect(CHAR.rightBracket);
          from.expect(CHAR.colon);
          const word = from.word();
          values[size] = LSC_ADDRESS_SIZES.findIndex((name) => name !== '' && name === word);
          if (values[size] === -1) from.expected('a width of addresses before it');
        },
      },
    },
  },
  {
    opcode: 0x8b,
    mnemonic: 'lsc_fence',
    doc: 'Orders memory accesses.',
    fields: {
      exec: { kind: exec, hidden: UNMASKED },
      pred: field(pred),
      sfid: field(named(1, LSC_SFIDS, 'Which memory.')),
      operation: field(named(1, LSC_FENCES, 'What caches do.')),
      scope: field(named(1, LSC_SCOPES, 'Among whom.')),
    },
    text: '{pred}lsc_fence.{sfid}.{operation}.{scope}',
  },
];
