import { CHAR } from '../../../core/bytes/index.ts';
import type { Kind } from './kind.ts';
import { raw, src } from './operands.ts';
import { field } from './ops-arithmetic.ts';
import { surface } from './references.ts';
import { type OpRow, when } from './row.ts';
import { exec, int, noText, pred } from './scalars.ts';

/** Bits of the mode of a write to a render target, and the words for them in the order of the text. */
const WRITE_FLAGS = ['RTI', 'A', 'O', 'Z', 'ST', 'LRTW', 'CPS', 'PS', 'CM', 'SI', 'NULLRT'] as const;
const FIRST_WRITE_FLAG = 2;
/** Bits of the mode of a read from a render target. */
const READ_FLAGS = ['PS', 'SI'] as const;

const targetMode = (flags: readonly string[], first: number): Kind<number> => ({
  ...int(2, 'Which operands there are, and what kind of write it is: a bit each.'),
  print: (value, context) => {
    if (value === 0) return '';
    if ((value & ~(((1 << flags.length) - 1) << first)) !== 0) return noText(context);
    return `.${flags
      .filter((_, i) => value & (1 << (i + first)))
      .map((name) => `<${name}>`)
      .join('')}`;
  },
  parse: (from) => {
    let value = 0;
    if (from.next() !== CHAR.dot) return value;
    from.at++;
    while (from.next() === CHAR.less) {
      from.at++;
      const index = flags.indexOf(from.word());
      if (index < 0) from.expected(`one of ${flags.join(', ')}`);
      value |= 1 << (index + first);
      from.expect(CHAR.greater);
    }
    return value;
  },
});

/** Messages of the pipeline of graphics. */
export const RENDER: readonly OpRow[] = [
  {
    opcode: 0x71,
    mnemonic: 'rt_write_3d',
    doc: 'Writes to a render target.',
    fields: {
      exec: field(exec),
      pred: field(pred),
      mode: field(targetMode(WRITE_FLAGS, FIRST_WRITE_FLAG)),
      surface: field(surface),
      header: field(raw),
      sample_index: when('mode', 1 << 11, field(src(['ud', 'uw', 'ub']))),
      cps_counter: when('mode', 1 << 8, field(src(['ud', 'uw', 'ub']))),
      target_index: when('mode', 1 << 2, field(src(['ud', 'uw', 'ub']))),
      src0_alpha: when('mode', 1 << 3, field(raw)),
      output_mask: when('mode', 1 << 4, field(raw)),
      r: field(raw),
      g: field(raw),
      b: field(raw),
      a: field(raw),
      depth: when('mode', 1 << 5, field(raw)),
      stencil: when('mode', 1 << 6, field(raw)),
    },
    text: '{pred}rt_write_3d{mode} {exec} {surface} {header}[ {sample_index}][ {cps_counter}][ {target_index}][ {src0_alpha}][ {output_mask}] {r} {g} {b} {a}[ {depth}][ {stencil}]',
  },
  {
    opcode: 0x72,
    mnemonic: 'urb_write_3d',
    doc: 'Writes to the buffer between stages of the pipeline.',
    fields: {
      exec: field(exec),
      pred: field(pred),
      outputs: field(int(1, 'Number of outputs.')),
      channel_mask: field(raw),
      global_offset: field(int(2, 'Offset for all channels.')),
      handle: field(raw),
      slot_offset: field(raw),
      data: field(raw),
    },
    text: '{pred}urb_write_3d {exec} {outputs} {global_offset} {channel_mask} {handle} {slot_offset} {data}',
  },
  {
    opcode: 0x90,
    mnemonic: 'rt_read_3d',
    doc: 'Reads from a render target. Known from its page alone: compilers no longer have it.',
    fields: {
      exec: field(exec),
      pred: field(pred),
      mode: field(targetMode(READ_FLAGS, 0)),
      surface: field(surface),
      sample_index: when('mode', 1 << 1, field(src(['ud', 'uw', 'ub']))),
      dst: field(raw),
    },
    text: '{pred}rt_read_3d{mode} {exec} {surface}[ {sample_index}] {dst}',
  },
];
