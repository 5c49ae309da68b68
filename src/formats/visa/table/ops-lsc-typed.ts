import { CHAR } from '../../../core/bytes/index.ts';
import { integerAt } from '../instruction.ts';
import { coordinates, SHAPE_FIELDS, shape, texels } from './lsc.ts';
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
import { ATOMICS } from './ops-lsc.ts';
import { NULL_RAW, noRaw, plainRaw } from './references.ts';
import { type Field, type OpRow, type Piece, since } from './row.ts';
import { exec, int, pred, signed } from './scalars.ts';

const TYPED = 0x8a;

const texelStep = field(signed(4, 'Constant that is added to the coordinate.'));

/** Coordinates and their constants, in the order of the file. */
const coordinateFields: Record<string, Field> = {
  u: field(plainRaw),
  u_offset: since(LATER, { ...texelStep }),
  v: field(plainRaw),
  v_offset: since(LATER, { ...texelStep }),
  r: field(plainRaw),
  r_offset: since(LATER, { ...texelStep }),
  lod: data,
};

/** A message for texels. */
function typed(value: number, mnemonic: string, doc: string, role: Role, options: { masked?: true; multisampled?: true } = {}): OpRow {
  const { masked = false, multisampled } = options;
  const place = '{space}{texels}';
  const text = { load: `{dst}{shape}  ${place}`, store: `${place}  {src1}{shape}`, atomic: `{dst}{shape}  ${place}  {src1}  {src2}` }[role];
  return {
    opcode: TYPED,
    mnemonic: `${mnemonic}.tgm`,
    doc,
    fields: {
      sub: selector(value),
      ...head,
      ...caching,
      ...(multisampled && { multisampled: since(LATER, field(flag('.msaa'))) }),
      address_type: addressType(),
      address_size: addressSize(),
      ...SHAPE_FIELDS,
      ...surface,
      dst: role === 'store' ? noRaw : data,
      ...coordinateFields,
      src1: role === 'load' ? noRaw : data,
      src2: role === 'atomic' ? data : noRaw,
    },
    text: `{pred}${mnemonic}.tgm{cache}${multisampled ? '[{multisampled}]' : ''} {exec}  ${text}`,
    pieces: {
      cache: cachePiece,
      space: spacePiece,
      texels: byVersion(texels(false), texels(true)),
      shape: shape(masked ? 'mask' : 'plain'),
    },
  };
}

const WIDE_TEXELS: Piece = {
  of: ['width', 'height'],
  print: (values, [width = 0, height = 0]) => `:${integerAt(values, width)}x${integerAt(values, height)}`,
  parse: (from, values, [width = 0, height = 0]) => {
    from.expect(CHAR.colon);
    const match = /^([0-9]{1,5})x([0-9]{1,5})$/.exec(from.word());
    if (!match || Number(match[1]) > 0xffff || Number(match[2]) > 0xffff) return from.expected('a width and height before it');
    values[width] = Number(match[1]);
    values[height] = Number(match[2]);
  },
};

/** A message for a rectangle of texels. The text does not name the channels: there is one. */
function typedBlock(value: number, mnemonic: string, doc: string, role: Role): OpRow {
  const place = '{space}{place}';
  const shown = role === 'load' ? 'dst' : 'src1';
  return {
    opcode: TYPED,
    mnemonic: `${mnemonic}.tgm`,
    doc,
    fields: {
      sub: selector(value),
      exec: { kind: exec, hidden: UNMASKED },
      pred: field(pred),
      ...caching,
      address_type: addressType(),
      width: field(int(2, 'Bytes in a row.')),
      height: field(int(2, 'Rows.')),
      ...surface,
      dst: role === 'load' ? data : noRaw,
      x: operand,
      x_offset: since(LATER, field(step)),
      y: operand,
      y_offset: since(LATER, field(step)),
      src1: role === 'load' ? noRaw : data,
    },
    text: `{pred}${mnemonic}.tgm{cache}  ${role === 'load' ? `{${shown}}{shape}  ${place}` : `${place}  {${shown}}{shape}`}`,
    pieces: {
      cache: cachePiece,
      space: spacePiece,
      place: byVersion(coordinates(['x', 'y'], []), coordinates(['x', 'y'], ['x_offset', 'y_offset'])),
      shape: WIDE_TEXELS,
    },
  };
}

/** The last atomic operation that texels have. */
const TYPED_ATOMICS = 0x1a;

/** Messages for texels. */
export const LSC_TYPED: readonly OpRow[] = [
  typed(0x02, 'lsc_load_quad', 'Loads up to four channels of texels.', 'load', { masked: true }),
  typedBlock(0x03, 'lsc_load_block2d', 'Loads a rectangle of texels.', 'load'),
  typed(0x06, 'lsc_store_quad', 'Stores up to four channels of texels.', 'store', { masked: true }),
  typedBlock(0x07, 'lsc_store_block2d', 'Stores a rectangle of texels.', 'store'),
  ...ATOMICS.filter(([value]) => value <= TYPED_ATOMICS).map(([value, name, doc]) =>
    typed(value, `lsc_atomic_${name}`, `Atomic operation on texels that ${doc}.`, 'atomic', { multisampled: true }),
  ),
  {
    opcode: TYPED,
    mnemonic: 'lsc_read_state_info.tgm',
    doc: 'Reads facts of a surface.',
    fields: {
      sub: selector(0x1e),
      exec: { kind: exec, hidden: UNMASKED },
      pred: field(pred),
      ...caching,
      address_type: addressType(),
      address_size: { kind: int(1, 'Width of addresses; not in the text.'), hidden: 2 },
      data_size: { kind: int(1, 'Size of an element; not in the text.'), hidden: 3 },
      order: { kind: int(1, 'Order of elements; not in the text.'), hidden: 1 },
      elements: { kind: int(1, 'Number of elements; not in the text.'), hidden: 1 },
      mask: { kind: int(1, 'The same byte again.'), hidden: 1 },
      ...surface,
      dst: data,
      u: data,
      u_offset: since(LATER, { kind: signed(4, 'Not in the text.'), hidden: 0 }),
      v: { kind: plainRaw, hidden: NULL_RAW },
      v_offset: since(LATER, { kind: signed(4, 'Not in the text.'), hidden: 0 }),
      r: { kind: plainRaw, hidden: NULL_RAW },
      r_offset: since(LATER, { kind: signed(4, 'Not in the text.'), hidden: 0 }),
      lod: { kind: plainRaw, hidden: NULL_RAW },
      src1: noRaw,
      src2: noRaw,
    },
    text: '{pred}lsc_read_state_info.tgm{cache}  {dst}  {space}[{coordinate}]',
    pieces: {
      cache: cachePiece,
      space: spacePiece,
      coordinate: {
        of: ['u'],
        print: (values, [at = 0], context) => plainRaw.print(values[at] as never, context),
        parse: (from, values, [at = 0]) => (values[at] = plainRaw.parse(from)),
      },
    },
  },
  typed(0x31, 'lsc_load_quad_msrt', 'Loads up to four channels of samples of texels.', 'load', { masked: true }),
  typed(0x32, 'lsc_store_quad_msrt', 'Stores up to four channels of samples of texels.', 'store', { masked: true }),
  typed(0x36, 'lsc_load_quad_status', 'Says whether texels can be loaded, four channels at a time.', 'load'),
  typed(0x1b, 'lsc_load_status', 'Says whether texels can be loaded.', 'load'),
  typed(0x1c, 'lsc_store_uncompressed', 'Stores texels without compression.', 'store'),
  typed(
    0x1d,
    'lsc_ccs_update',
    'Updates what is known of compressed texels. Compilers have no text for it; all operands are shown.',
    'atomic',
  ),
];
