import { type ByteWriter, CHAR } from '../../../core/bytes/index.ts';
import type { Cursor, Kind } from './kind.ts';
import { raw, src } from './operands.ts';
import { field, selector } from './ops-arithmetic.ts';
import { list, listed, sampler, surface } from './references.ts';
import { type Field, type OpRow, since } from './row.ts';
import { channels, exec, int, named, noText, pred, readUint, writeUint } from './scalars.ts';
import { AVS_MODES, AVS_OUTPUTS, CHANNELS, UNORM_OUTPUTS } from './types.ts';

/** Version from which on the field before it is 16 bits wide; before, operation and flags share a byte. */
const WIDE = 400;
const wide = (version: number) => version >= WIDE;

/** The operation, with flags above it that the text shows as suffixes. */
function operation(value: number, flags: readonly string[]): Field {
  const shift = (version: number) => (wide(version) ? 8 : 5);
  const kind: Kind<number> = {
    name: 'sampler-operation',
    doc: `Operation in bits 0-7, flags above: ${flags.join(', ')}. Before 4.0 a byte, with the operation in bits 0-4.`,
    read: (from: Cursor) => readUint(from, wide(from.version) ? 2 : 1),
    write: (number: number, to: ByteWriter, version: number) => writeUint(number, wide(version) ? 2 : 1, to),
    print: (number, context) => {
      const bits = number >> shift(context.version);
      if (bits >> flags.length !== 0) return noText(context);
      // The compilers of 4.0 lose them in their text.
      if (wide(context.version) && !context.modern) return '';
      return flags
        .filter((_, i) => bits & (1 << i))
        .map((name) => `.${name}`)
        .join('');
    },
    parse: (from) =>
      flags.reduce((bits, name, i) => (from.take(`.${name}`) ? bits | (1 << i) : bits), 0) * 2 ** shift(from.version) + value,
  };
  return { kind, selects: { value, mask: (version) => (wide(version) ? 0xff : 0x1f) } };
}

/** Operations above 31 have no number in the narrow field. */
const exists = (value: number) => (value > 0x1f ? { since: WIDE } : {});

/** One channel, by its number. */
const oneChannel: Kind<number> = named(1, ['R', 'G', 'B', 'A'], 'The channel that is gathered.');

/** Offsets of texels; 16 bits before 3.4. */
const OFFSETS = src(['uw', 'ud']);
const offsets: Kind = {
  ...OFFSETS,
  read: (from) =>
    from.version >= 304 ? OFFSETS.read(from, [], []) : { kind: 'immediate', modifier: 0, type: 2, bits: readUint(from, 2), high: 0 },
  write: (value, to, version) => {
    if (version >= 304) OFFSETS.write(value as never, to, version);
    else to.u16((value as { bits: number }).bits);
  },
};

const PAIRED = 402;
const parameters = {
  paired: since(PAIRED, field(raw)),
  count: field(int(1, 'Number of parameters.')),
  parameters: field(list(raw, 'count')),
};
const pieces = { parameters: listed('count', 'parameters', raw, ' ') };

const head = (value: number, flags: readonly string[]) => ({
  operation: operation(value, flags),
  exec: field(exec),
  pred: field(pred),
});

const sample = (value: number, mnemonic: string, doc: string): OpRow => ({
  opcode: 0x6d,
  mnemonic,
  doc,
  ...exists(value),
  fields: {
    ...head(value, ['pixel_null_mask', 'cps', 'divS']),
    channels: field(channels),
    offsets: field(offsets),
    sampler: field(sampler),
    surface: field(surface),
    dst: field(raw),
    ...parameters,
  },
  text: `{pred}${mnemonic}{operation}.{channels} {exec}  {offsets} {sampler} {surface} {dst}[ {paired}] {parameters}`,
  pieces,
});

const load = (value: number, mnemonic: string, doc: string): OpRow => ({
  opcode: 0x6e,
  mnemonic,
  doc,
  ...exists(value),
  fields: {
    ...head(value, ['pixel_null_mask']),
    channels: field(channels),
    offsets: field(offsets),
    surface: field(surface),
    dst: field(raw),
    ...parameters,
  },
  text: `{pred}${mnemonic}{operation}.{channels} {exec}  {offsets} {surface} {dst}[ {paired}] {parameters}`,
  pieces,
});

const gather = (value: number, mnemonic: string, doc: string): OpRow => ({
  opcode: 0x6f,
  mnemonic,
  doc,
  ...exists(value),
  fields: {
    ...head(value, ['pixel_null_mask']),
    channel: field(oneChannel),
    offsets: field(offsets),
    sampler: field(sampler),
    surface: field(surface),
    dst: field(raw),
    ...parameters,
  },
  text: `{pred}${mnemonic}{operation}.{channel} {exec} {offsets} {sampler} {surface} {dst}[ {paired}] {parameters}`,
  pieces,
});

const SIMD_SIZES = [8, 16] as const;

/** Channels in bits 0-3, and in bits 4-5 the number of channels. */
const simdChannels: Kind<number> = {
  ...int(1, 'Channels in bits 0-3; bits 4-5: 0 for 8 elements, 1 for 16.'),
  print: (value, context) => {
    const size = SIMD_SIZES[value >> 4];
    return size === undefined ? noText(context) : `${CHANNELS[value & 15]} (${size})`;
  },
  parse: (from) => {
    const start = channels.parse(from);
    from.literal(' (');
    const size = SIMD_SIZES.indexOf(from.number() as 8);
    from.expect(CHAR.rightParen);
    return size < 0 ? from.expected('8 or 16 before it') : start + size * 16;
  },
};

/** Channels in bits 0-3, and how they are delivered in bits 4-5. */
const unormChannels: Kind<number> = {
  ...int(1, 'Channels in bits 0-3, form of the output in bits 4-5.'),
  print: (value, context) => (value > 0x3f ? noText(context) : `${CHANNELS[value & 15]}.${UNORM_OUTPUTS[value >> 4]}`),
  parse: (from) => {
    const start = channels.parse(from);
    from.expect(CHAR.dot);
    return start + unormOutput.parse(from) * 16;
  },
};
const unormOutput = named(1, UNORM_OUTPUTS, 'Form of the output.');

const FLOAT_SRC = field(src(['f']));

const info = (value: number, mnemonic: string, doc: string, lod: boolean): OpRow => ({
  opcode: 0x70,
  mnemonic,
  doc,
  fields: {
    sub: selector(value),
    exec: field(exec),
    channels: field(channels),
    surface: field(surface),
    ...(lod && { lod: field(raw) }),
    dst: field(raw),
  },
  text: `${mnemonic}.{channels} {exec}  {surface}${lod ? ' {lod}' : ''} {dst}`,
});

export const SAMPLER: readonly OpRow[] = [
  {
    opcode: 0x40,
    mnemonic: 'sample',
    doc: 'Samples a picture at three coordinates.',
    fields: {
      channels: field(simdChannels),
      sampler: field(sampler),
      surface: field(surface),
      u: field(raw),
      v: field(raw),
      r: field(raw),
      dst: field(raw),
    },
    text: 'sample.{channels} {sampler} {surface} {u} {v} {r} {dst}',
  },
  {
    opcode: 0x41,
    mnemonic: 'sample_unorm',
    doc: 'Samples a block of a picture.',
    fields: {
      channels: field(unormChannels),
      sampler: field(sampler),
      surface: field(surface),
      u: FLOAT_SRC,
      v: FLOAT_SRC,
      delta_u: FLOAT_SRC,
      delta_v: FLOAT_SRC,
      dst: field(raw),
    },
    text: 'sample_unorm.{channels} {sampler} {surface} {u} {v} {delta_u} {delta_v} {dst}',
  },
  {
    opcode: 0x42,
    mnemonic: 'load',
    doc: 'Reads texels at three coordinates.',
    fields: { channels: field(simdChannels), surface: field(surface), u: field(raw), v: field(raw), r: field(raw), dst: field(raw) },
    text: 'load.{channels} {surface} {u} {v} {r} {dst}',
  },
  {
    opcode: 0x43,
    mnemonic: 'avs',
    doc: 'Scales a block of a picture with adaptive filters.',
    fields: {
      channels: field(channels),
      sampler: field(sampler),
      surface: field(surface),
      u: FLOAT_SRC,
      v: FLOAT_SRC,
      delta_u: FLOAT_SRC,
      delta_v: FLOAT_SRC,
      u2d: FLOAT_SRC,
      group: FLOAT_SRC,
      vertical_block: field(src(['f', 'ud'])),
      output: field(named(1, AVS_OUTPUTS, 'Form of the output.')),
      v2d: FLOAT_SRC,
      mode: field(named(1, AVS_MODES, 'Size of the block.')),
      bypass: field(src(['uw', 'ud'])),
      dst: field(raw),
    },
    text: 'avs.{channels} {surface} {sampler} {u} {v} {delta_u} {delta_v} {u2d} {group} {vertical_block} {output} {v2d} {mode} {bypass} {dst}',
  },
  sample(0, 'sample_3d', 'Samples.'),
  sample(1, 'sample_b', 'Samples with a bias of the level of detail.'),
  sample(2, 'sample_l', 'Samples at a level of detail.'),
  sample(3, 'sample_c', 'Samples and compares.'),
  sample(4, 'sample_d', 'Samples with derivatives.'),
  sample(5, 'sample_b_c', 'Samples with a bias and compares.'),
  sample(6, 'sample_l_c', 'Samples at a level of detail and compares.'),
  sample(9, 'lod', 'Level of detail that a sample would take.'),
  sample(12, 'sample+killpix', 'Samples and returns which pixels are to be killed.'),
  sample(17, 'sample_d_c_mlod', 'Samples with derivatives and a least level, and compares.'),
  sample(18, 'sample_mlod', 'Samples with a least level of detail.'),
  sample(19, 'sample_c_mlod', 'Samples with a least level of detail and compares.'),
  sample(20, 'sample_d_c', 'Samples with derivatives and compares.'),
  sample(24, 'sample_lz', 'Samples at level zero.'),
  sample(25, 'sample_c_lz', 'Samples at level zero and compares.'),
  sample(32, 'sample_po', 'Samples with offsets per texel.'),
  sample(33, 'sample_po_b', 'Samples with offsets and a bias.'),
  sample(34, 'sample_po_l', 'Samples with offsets at a level of detail.'),
  sample(35, 'sample_po_c', 'Samples with offsets and compares.'),
  sample(36, 'sample_po_d', 'Samples with offsets and derivatives.'),
  sample(38, 'sample_po_l_c', 'Samples with offsets at a level of detail and compares.'),
  sample(56, 'sample_po_lz', 'Samples with offsets at level zero.'),
  sample(57, 'sample_po_c_lz', 'Samples with offsets at level zero and compares.'),
  sample(58, 'sample_po_b_c', 'Samples with offsets and a bias and compares.'),
  sample(59, 'sample_po_d_c', 'Samples with offsets and derivatives and compares.'),
  load(7, 'load_3d', 'Reads texels.'),
  load(26, 'load_lz', 'Reads texels of level zero.'),
  load(27, 'load_l', 'Reads texels of a level.'),
  load(28, 'load_2dms_w', 'Reads samples of texels.'),
  load(29, 'load_mcs', 'Reads how samples of texels are stored.'),
  gather(8, 'sample4', 'Gathers one channel of four texels.'),
  gather(13, 'sample4_l', 'Gathers at a level of detail.'),
  gather(14, 'sample4_b', 'Gathers with a bias.'),
  gather(15, 'sample4_i', 'Gathers at the level that is derived.'),
  gather(16, 'sample4_c', 'Gathers and compares.'),
  gather(17, 'sample4_po', 'Gathers with offsets per texel.'),
  gather(18, 'sample4_po_c', 'Gathers with offsets per texel and compares.'),
  gather(21, 'sample4_i_c', 'Gathers at the level that is derived and compares.'),
  gather(23, 'sample4_l_c', 'Gathers at a level of detail and compares.'),
  gather(40, 'sample4_po_packed', 'Gathers with packed offsets; the compiler prints it like the one without `packed`.'),
  gather(45, 'sample4_po_l', 'Gathers with packed offsets at a level of detail.'),
  gather(46, 'sample4_po_b', 'Gathers with packed offsets and a bias.'),
  gather(47, 'sample4_po_i', 'Gathers with packed offsets at the level that is derived.'),
  gather(48, 'sample4_po_packed_c', 'Gathers with packed offsets and compares; the compiler prints it without `packed`.'),
  gather(53, 'sample4_po_i_c', 'Gathers with packed offsets at the level that is derived and compares.'),
  gather(55, 'sample4_po_l_c', 'Gathers with packed offsets at a level of detail and compares.'),
  info(10, 'resinfo', 'Size and number of levels of a picture.', true),
  info(11, 'sampleinfo', 'Number of samples of a picture.', false),
];
