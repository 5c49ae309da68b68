import { integerAt } from '../instruction.ts';
import type { Kind } from './kind.ts';
import { raw, src } from './operands.ts';
import { field } from './ops-arithmetic.ts';
import { type OpRow, type Piece, since } from './row.ts';
import { exec, int, noText, pred, systolic } from './scalars.ts';
import { TEXT_ONLY } from './types.ts';

const sendModifier = (words: readonly string[]): Kind<number> => ({
  ...int(1, 'Bit 0: waits for its dependencies; bit 1: the last of the thread.'),
  print: (value, context) => words[value] ?? noText(context),
  parse: (from) => {
    const word = from.word();
    const value = words.indexOf(word);
    return value < 0 ? from.expected(`one of ${words.filter((w) => w !== '').join(', ')}`) : value;
  },
});

/** 64 bits as two fields, in hexadecimal. */
const wideDescriptor: Piece = {
  of: ['desc_low', 'desc_high'],
  print: (values, [low = 0, high = 0]) => {
    const upper = integerAt(values, high);
    const lower = integerAt(values, low).toString(16);
    return `0x${(upper === 0 ? lower : upper.toString(16) + lower.padStart(8, '0')).toUpperCase()}`;
  },
  parse: (from, values, [low = 0, high = 0]) => {
    from.blanks();
    const digits = /^0x([0-9a-fA-F]{1,16})(?![0-9a-zA-Z])/.exec(from.text.slice(from.at, from.at + 20));
    if (digits?.[1] === undefined) return from.expected('up to 16 hexadecimal digits after 0x');
    from.at += digits[0].length;
    const padded = digits[1].padStart(16, '0');
    values[high] = Number.parseInt(padded.slice(0, 8), 16);
    values[low] = Number.parseInt(padded.slice(8), 16);
  },
};

const upperHex: Kind<number> = {
  ...int(4, 'Function that the message goes to.'),
  print: (value) => `0x${value.toString(16).toUpperCase()}`,
};

/** One place of a general variable, whose region is always the same. */
const MATRIX = src([], ['general']);
const PLAIN_REGION = 0x122;

/** Messages that are given by their descriptors, and systolic multiplication. */
export const MESSAGE: readonly OpRow[] = [
  {
    opcode: 0x5d,
    mnemonic: 'raw_send',
    doc: 'A message, given by its descriptors.',
    fields: {
      modifiers: field(sendModifier(['raw_send', 'raw_sendc'])),
      exec: field(exec),
      pred: field(pred),
      ex_desc: field(int(4, 'Extended descriptor.', 'hex')),
      src_size: field(int(1, 'Registers of the source.')),
      dst_size: field(int(1, 'Registers of the result.')),
      desc: field(src(['ud'])),
      src: field(raw),
      dst: field(raw),
    },
    text: '{pred}{modifiers} {exec} {ex_desc} {src_size} {dst_size}  {desc} {src} {dst}',
    words: ['raw_send', 'raw_sendc'],
  },
  {
    opcode: 0x7a,
    mnemonic: 'raw_sends',
    doc: 'A message of two sources, given by its descriptors.',
    fields: {
      modifiers: field(sendModifier(['raw_sends', 'raw_sendsc', 'raw_sends_eot', 'raw_sendsc_eot'])),
      exec: field(exec),
      pred: field(pred),
      src0_size: field(int(1, 'Registers of the first source.')),
      src1_size: field(int(1, 'Registers of the second source.')),
      dst_size: field(int(1, 'Registers of the result.')),
      ffid: since(306, field(int(1, 'Function that the message goes to.'))),
      ex_desc: field(src(['ud'])),
      desc: field(src(['ud'])),
      src0: field(raw),
      src1: field(raw),
      dst: field(raw),
    },
    text: '{pred}{modifiers}[.{ffid}].{src0_size}.{src1_size}.{dst_size} {exec}  {ex_desc} {desc} {src0} {src1} {dst}',
    words: ['raw_sends', 'raw_sendsc', 'raw_sends_eot', 'raw_sendsc_eot'],
  },
  ...[
    [0x83, 'dpas', 'Systolic multiplication and addition of matrices.'] as const,
    [0x1c, 'dpasw', 'Systolic multiplication whose second source two fused units share.'] as const,
  ].map(
    ([opcode, mnemonic, doc]): OpRow => ({
      opcode,
      mnemonic,
      doc,
      fields: {
        exec: field(exec),
        pred: since(TEXT_ONLY, field(pred)),
        dst: field(raw),
        src0: field(raw),
        src1: field(raw),
        src2: field(MATRIX),
        info: field(systolic),
      },
      text: `[{pred}]${mnemonic}{info} {exec} {dst} {src0} {src1} {matrix}`,
      pieces: { matrix: bareRegion('src2') },
    }),
  ),
  {
    opcode: 0x99,
    mnemonic: 'bdpas',
    doc: 'Systolic multiplication of matrices with scales for blocks.',
    fields: {
      exec: field(exec),
      pred: since(TEXT_ONLY, field(pred)),
      dst: field(raw),
      src0: field(raw),
      src1: field(raw),
      src2: field(raw),
      src3: field(MATRIX),
      src4: field(MATRIX),
      info: field(systolic),
    },
    text: '[{pred}]bdpas{info} {exec} {dst} {src0} {src1} {src2} {scale0} {scale1}',
    pieces: { scale0: bareRegion('src3'), scale1: bareRegion('src4') },
  },
  {
    opcode: 0x93,
    mnemonic: 'raw_sendg',
    doc: 'A message with a 64-bit descriptor and sizes in bytes.',
    fields: {
      modifiers: field(sendModifier(['raw_sendg', 'raw_sendgc', 'raw_sendg_eot', 'raw_sendgc_eot'])),
      exec: field(exec),
      sfid: field(upperHex),
      pred: field(pred),
      dst: field(raw),
      dst_bytes: field(int(4, 'Bytes of the result.')),
      src0: field(raw),
      src0_bytes: field(int(4, 'Bytes of the first source.')),
      src1: field(raw),
      src1_bytes: field(int(4, 'Bytes of the second source.')),
      ind0: field(src(['uq'])),
      ind1: field(src(['uq'])),
      desc_low: field(int(4, 'Lower half of the descriptor.')),
      desc_high: field(int(4, 'Upper half of the descriptor.')),
    },
    text: '{pred}{modifiers}.{sfid} {exec} {dst}/{dst_bytes} {src0}/{src0_bytes} {src1}/{src1_bytes} {ind0} {ind1} {desc}',
    words: ['raw_sendg', 'raw_sendgc', 'raw_sendg_eot', 'raw_sendgc_eot'],
    pieces: { desc: wideDescriptor },
  },
];

/** A general operand whose region is not in the text. */
function bareRegion(name: string): Piece {
  return {
    of: [name],
    print: (values, [at = 0], context) => {
      const text = MATRIX.print(values[at] as never, context);
      const value = values[at] as { kind: string; region?: number };
      return value.kind === 'general' && value.region === PLAIN_REGION ? text.slice(0, text.indexOf('<')) : noText(context);
    },
    parse: (from, values, [at = 0]) => {
      const value = MATRIX.parse(from);
      values[at] = value.kind === 'general' ? { ...value, region: PLAIN_REGION } : value;
    },
  };
}
