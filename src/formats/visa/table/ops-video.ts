import type { Kind } from './kind.ts';
import { raw, src } from './operands.ts';
import { field, selector } from './ops-arithmetic.ts';
import { sampler, surface } from './references.ts';
import type { Field, OpRow } from './row.ts';
import { int, named, noText } from './scalars.ts';
import { AVS_OUTPUTS, CONVOLVE_1D_MODES, CONVOLVE_MODES, ERODE_MODES, LBP_MODES, MMF_ENABLES, MMF_MODES, PIXEL_FORMATS } from './types.ts';

/** A surface that is always printed by its number. */
const numbered: Kind<number> = { ...surface, print: (value) => `T${value}` };

const vme = (opcode: number, mnemonic: string, doc: string): OpRow => ({
  opcode,
  mnemonic,
  doc,
  fields: { uni_input: field(raw), input: field(raw), surface: field(numbered), output: field(raw) },
  text: `${mnemonic} {surface}  {uni_input} {input} {output}`,
});

const BYTE = field(src(['ub']));
const FLOAT = field(src(['f']));
const WORD = field(src(['uw']));
const at = { u: FLOAT, v: FLOAT };
const sampled = { sampler: field(sampler), surface: field(surface) };
const target = { dst_surface: field(surface), x: WORD, y: WORD };

/** Two words for the bits of a mode byte: what it is, and the size of the area in bit 2 or 4. */
function modeAndArea(modes: readonly string[], bit: number): Kind<number> {
  const mode = named(1, modes, 'Mode.');
  const flag = 1 << bit;
  return {
    ...int(1, `Mode, and in bit ${bit} whether the area is of 31 by 31 instead of 15 by 15.`),
    print: (value, context) =>
      value & ~(3 | flag) ? noText(context) : `${mode.print(value & 3, context)} ${value & flag ? '31x31' : '15x15'}`,
    parse: (from) => {
      const value = mode.parse(from);
      from.blanks();
      return value + (from.take('31x31') ? flag : from.take('15x15') ? 0 : from.expected('15x15 or 31x31'));
    },
  };
}

const connect = named(1, ['4_connect', '8_connect'], 'How many neighbours count.');
const enable = field(named(1, MMF_ENABLES, 'Which of minimum and maximum.'));
const pixel = field(named(1, PIXEL_FORMATS, 'Size of a pixel.'));
const lbp = field(named(1, LBP_MODES, 'Size of the neighbourhood.'));
const mode1d = field(named(1, CONVOLVE_1D_MODES, 'Size of the block.'));
const erodeMode = field(named(1, ERODE_MODES, 'Size of the block.'));

/** The word of a constant, or an operand. */
const mmfMode: Kind = {
  ...src(['ub']),
  print: (value, context) => {
    const operand = value as { kind: string; bits?: number; type?: number; modifier: number };
    const word = operand.kind === 'immediate' && operand.type === 4 && operand.modifier === 0 ? MMF_ENABLES[operand.bits ?? -1] : undefined;
    return word ?? (operand.kind === 'immediate' ? noText(context) : BYTE.kind.print(value, context));
  },
  parse: (from) => {
    from.blanks();
    for (const [i, word] of MMF_ENABLES.entries())
      if (from.take(word)) return { kind: 'immediate', modifier: 0, type: 4, bits: i, high: 0 };
    return BYTE.kind.parse(from);
  },
};

type Fields = Record<string, Field>;
const va =
  (opcode: number, prefix: string) =>
  (value: number, name: string, doc: string, fields: Fields, text: string): OpRow => ({
    opcode,
    mnemonic: `${prefix}.${name}`,
    doc,
    fields: { sub: selector(value), ...fields },
    text: `${prefix}.${name} ${text}`,
  });
const first = va(0x44, 'va');
const second = va(0x4d, 'va_skl_plus');
const SAMPLED = '{surface} {sampler} {u} {v}';
const PLAIN = '{surface} {u} {v}';
const TARGET = '{dst_surface} {x} {y}';
const plain = { surface: field(surface), ...at };
const dst = { dst: field(raw) };

export const VIDEO: readonly OpRow[] = [
  {
    opcode: 0x54,
    mnemonic: 'vme_ime',
    doc: 'Motion estimation by whole pixels.',
    fields: {
      stream_mode: field(int(1, 'Whether results are streamed in or out.')),
      search_control: field(int(1, 'How many references and starts.')),
      uni_input: field(raw),
      input: field(raw),
      surface: field(numbered),
      ref0: field(raw),
      ref1: field(raw),
      cost_center: field(raw),
      output: field(raw),
    },
    text: 'vme_ime({stream_mode},{search_control}) {surface}  {uni_input} {input} {ref0} {ref1} {cost_center} {output}',
  },
  vme(0x55, 'vme_sic', 'Checks whether a block can be skipped, and prediction inside the picture.'),
  {
    opcode: 0x56,
    mnemonic: 'vme_fbr',
    doc: 'Motion estimation by fractions of pixels.',
    fields: {
      uni_input: field(raw),
      input: field(raw),
      surface: field(numbered),
      mb_mode: BYTE,
      sub_mb_shape: BYTE,
      sub_pred_mode: BYTE,
      output: field(raw),
    },
    text: 'vme_fbr ( {mb_mode}, {sub_mb_shape}, {sub_pred_mode}) {surface}  {uni_input} {input} {output}',
  },
  vme(0x57, 'vme_idm', 'Distortions of a block.'),
  first(
    1,
    'convolve',
    'Convolution.',
    { ...sampled, ...at, properties: field(modeAndArea(CONVOLVE_MODES, 2)), ...dst },
    `${SAMPLED} {properties} {dst}`,
  ),
  first(2, 'minmax', 'Minimum and maximum.', { ...plain, mode: field(mmfMode), ...dst }, `${PLAIN} {mode} {dst}`),
  first(
    3,
    'minmaxfilter',
    'Filter by minimum and maximum.',
    {
      ...sampled,
      ...at,
      output: field(named(1, AVS_OUTPUTS, 'Form of the output.')),
      exec_mode: field(named(1, MMF_MODES, 'Size of the block.')),
      mode: BYTE,
      ...dst,
    },
    `${SAMPLED} {output} {exec_mode} {mode} {dst}`,
  ),
  first(4, 'erode', 'Erosion.', { ...sampled, ...at, mode: erodeMode, ...dst }, `${SAMPLED} {mode} {dst}`),
  first(5, 'dilate', 'Dilation.', { ...sampled, ...at, mode: erodeMode, ...dst }, `${SAMPLED} {mode} {dst}`),
  first(6, 'boolcentroid', 'Centroid of bits.', { ...plain, v_size: BYTE, h_size: BYTE, ...dst }, `${PLAIN} {v_size} {h_size} {dst}`),
  first(7, 'centroid', 'Centroid.', { ...plain, v_size: BYTE, ...dst }, `${PLAIN} {v_size} {dst}`),
  second(
    8,
    'CONV_1D_HORIZONTAL',
    'Convolution in one direction; the words for the directions are exchanged in the compiler.',
    { ...sampled, ...at, mode: mode1d, ...dst },
    `${SAMPLED} {mode} {dst}`,
  ),
  second(
    9,
    'CONV_1D_VERTICAL',
    'Convolution in the other direction.',
    { ...sampled, ...at, mode: mode1d, ...dst },
    `${SAMPLED} {mode} {dst}`,
  ),
  second(
    10,
    'CONV_1PIXEL',
    'Convolution of single pixels.',
    { ...sampled, ...at, mode: mode1d, offsets: field(raw), ...dst },
    `${SAMPLED} {mode} {offsets} {dst}`,
  ),
  second(
    11,
    'FLOOD_FILL',
    'Fills a connected area.',
    { connect: field(connect), h_mask: field(raw), v_left_mask: FLOAT, v_right_mask: FLOAT, loops: FLOAT, ...dst },
    '{connect} {h_mask} {v_left_mask} {v_right_mask} {loops} {dst}',
  ),
  second(12, 'LBP_CREATION', 'Makes local binary patterns.', { ...plain, mode: lbp, ...dst }, `${PLAIN} {mode} {dst}`),
  second(
    13,
    'LBP_CORRELATION',
    'Compares local binary patterns.',
    { ...plain, disparity: field(src(['w'])), ...dst },
    `${PLAIN} {disparity} {dst}`,
  ),
  second(
    15,
    'CORRELATION_SEARCH',
    'Searches the place of highest correlation.',
    { ...plain, v_origin: FLOAT, h_origin: FLOAT, x_size: BYTE, y_size: BYTE, x_search: BYTE, y_search: BYTE, ...dst },
    `${PLAIN} {v_origin} {h_origin} {x_size} {y_size} {x_search} {y_search} {dst}`,
  ),
  second(
    16,
    'HDC_CONVOLVE_2D',
    'Convolution into a surface.',
    { ...sampled, ...at, properties: field(modeAndArea(PIXEL_FORMATS, 4)), ...target },
    `${SAMPLED} {properties} ${TARGET}`,
  ),
  second(
    17,
    'HDC_MIN_MAX_FILTER',
    'Filter by minimum and maximum into a surface.',
    { ...sampled, ...at, pixel, mode: enable, ...target },
    `${SAMPLED} {pixel} {mode} ${TARGET}`,
  ),
  second(18, 'HDC_ERODE', 'Erosion into a surface.', { ...sampled, ...at, ...target }, `${SAMPLED} ${TARGET}`),
  second(19, 'HDC_DILATE', 'Dilation into a surface.', { ...sampled, ...at, ...target }, `${SAMPLED} ${TARGET}`),
  second(
    20,
    'HDC_LBP_CORRELATION',
    'Compares local binary patterns into a surface.',
    { ...plain, disparity: field(src(['w'])), ...target },
    `${PLAIN} {disparity} ${TARGET}`,
  ),
  second(
    21,
    'HDC_LBP_CREATION',
    'Makes local binary patterns into a surface.',
    { ...plain, mode: lbp, ...target },
    `${PLAIN} {mode} ${TARGET}`,
  ),
  second(
    22,
    'HDC_CONVOLVE_1D_H',
    'Convolution of rows into a surface.',
    { ...sampled, ...at, pixel, ...target },
    `${SAMPLED} {pixel} ${TARGET}`,
  ),
  second(
    23,
    'HDC_CONVOLVE_1D_V',
    'Convolution of columns into a surface.',
    { ...sampled, ...at, pixel, ...target },
    `${SAMPLED} {pixel} ${TARGET}`,
  ),
  second(
    24,
    'HDC_CONVOLVE_1P',
    'Convolution of single pixels into a surface.',
    { ...sampled, ...at, pixel, offsets: field(raw), ...target },
    `${SAMPLED} {pixel} {offsets} ${TARGET}`,
  ),
];
