import { type ByteWriter, CHAR, hex } from '../../../core/bytes/index.ts';
import { Fault } from '../scanner.ts';
import type { Cursor, Kind, PrintContext } from './kind.ts';
import { ATOMICS, CHANNELS, EXEC_MASKS, EXEC_MASKS_3_0, EXEC_SIZES, PRECISIONS } from './types.ts';

type Width = 1 | 2 | 4;

/** Reads an unsigned integer of `width` bytes. */
export function readUint(from: Cursor, width: Width): number {
  const at = from.at;
  from.at = at + width;
  return width === 1 ? from.bytes.u8(at) : width === 2 ? from.bytes.u16(at) : from.bytes.u32(at);
}

/** The inverse of {@link take}. */
export function writeUint(value: number, width: Width, to: ByteWriter): void {
  if (width === 1) to.u8(value);
  else if (width === 2) to.u16(value);
  else to.u32(value);
}

/** Marks the value as one without text. */
export function noText(context: PrintContext): '' {
  context.lossy = true;
  return '';
}

const most = (width: Width) => 2 ** (8 * width) - 1;

const stored = (width: Width) => ({
  read: (from: Cursor) => readUint(from, width),
  write: (value: number, to: ByteWriter) => writeUint(value, width, to),
});

/** A number. */
export function int(width: Width, doc: string, form: 'decimal' | 'hex' = 'decimal'): Kind<number> {
  return {
    name: `u${8 * width}`,
    doc,
    ...stored(width),
    print: (value) => (form === 'hex' ? hex(value) : String(value)),
    parse: (from) => from.number(most(width)),
  };
}

/** A number with a sign. `print` and `parse` are those of its piece, see lsc.ts. */
export function signed(width: 2 | 4, doc: string): Kind<number> {
  const half = 2 ** (8 * width - 1);
  return {
    name: `s${8 * width}`,
    doc,
    read: (from) => {
      const value = readUint(from, width);
      return value < half ? value : value - 2 * half;
    },
    write: (value, to) => writeUint(value < 0 ? value + 2 * half : value, width, to),
    print: (value) => String(value),
    parse: (from) => from.signed(-half, half - 1),
  };
}

/** Bytes that must be zero and have no text. */
export function zero(width: Width): Kind<number> {
  return {
    name: 'zero',
    doc: 'Must be zero; not in the text.',
    ...stored(width),
    print: (value, context) => (value === 0 ? '' : noText(context)),
    parse: () => 0,
  };
}

/** A number that the text spells as a word; '' in `names` is a number without a word. */
export function named(width: Width, names: readonly string[], doc: string): Kind<number> {
  const numbers = new Map(names.map((name, i) => [name, i] as const).filter(([name]) => name !== ''));
  return {
    name: 'enum',
    doc,
    ...stored(width),
    print: (value, context) => names[value] || noText(context),
    parse: (from) => {
      from.blanks();
      const start = from.at;
      const word = numbers.get(from.word());
      // A word may have marks in it, as `16-full` has.
      if (word !== undefined) return word;
      from.at = start;
      for (const [name, value] of numbers) if (from.take(name)) return value;
      return from.expected(`one of ${[...numbers.keys()].join(', ')}`);
    },
  };
}

/** A number whose low bits are an index of `numbers`, and whose other bits must be zero. */
export function oneOf(width: Width, numbers: readonly number[], doc: string): Kind<number> {
  return {
    name: 'count',
    doc,
    ...stored(width),
    print: (value, context) => {
      const number = numbers[value];
      return number === undefined ? noText(context) : String(number);
    },
    parse: (from) => {
      const start = from.at;
      const value = numbers.indexOf(from.number());
      if (value < 0) throw new Fault('visa-text/value', `this must be one of ${numbers.join(', ')}`, start, from.at);
      return value;
    },
  };
}

const EXEC = EXEC_MASKS.flatMap((mask) =>
  Array.from({ length: 16 }, (_, i) => (EXEC_SIZES[i] ? `(${mask}, ${EXEC_SIZES[i]})` : undefined)),
);
const EXEC_3_0 = Array.from({ length: 256 }, (_, value) => {
  const mask = EXEC_MASKS_3_0[value >> 4];
  const size = EXEC_SIZES[value & 15];
  return mask && size ? `(${mask}, ${size})` : undefined;
});
const codesOf = <T>(values: readonly T[]) => new Map(values.map((value, i) => [value, i] as const));
const MASK_CODES: ReadonlyMap<string, number> = codesOf(EXEC_MASKS);
const MASK_CODES_3_0: ReadonlyMap<string, number> = codesOf(EXEC_MASKS_3_0);
const SIZE_CODES: ReadonlyMap<number, number> = codesOf(EXEC_SIZES);

/** Execution size and mask. */
export const exec: Kind<number> = {
  name: 'exec',
  doc: 'Execution size (bits 0-3) and mask (bits 4-7): which channels take part.',
  ...stored(1),
  print: (value, context) => (context.version === 300 ? EXEC_3_0 : EXEC)[value] ?? noText(context),
  parse: (from) => {
    from.blanks();
    const start = from.at;
    let mask = 'M1';
    from.expect(CHAR.leftParen);
    from.blanks();
    if (!(from.next() >= CHAR.zero && from.next() <= CHAR.nine)) {
      mask = from.word();
      // Before vISA 3.1 the masks had other names; upstream's reader takes this one for the plain mask without channels.
      if (mask === 'NoMask') mask = 'M1_NM';
      from.expect(CHAR.comma);
      from.blanks();
    }
    const size = SIZE_CODES.get(from.number());
    from.expect(CHAR.rightParen);
    const masks = from.version === 300 ? MASK_CODES_3_0 : MASK_CODES;
    const code = masks.get(mask);
    if (code === undefined || size === undefined) return fail('there is no such execution size and mask', start, from.at);
    return code * 16 + size;
  },
};

function fail(message: string, start: number, end: number): never {
  throw new Fault('visa-text/value', message, start, end);
}

const QUANTIFIERS = ['', '.any', '.all'] as const;

/** The predicate before an instruction. */
export const pred: Kind<number> = {
  name: 'pred',
  doc: 'Predicate: its index in bits 0-11, how channels are joined in bits 13-14, inverted in bit 15; 0 for none.',
  ...stored(2),
  print: (value, context) => {
    if (value === 0) return '';
    const quantifier = QUANTIFIERS[(value >> 13) & 3];
    const name = context.predicates[value & 0xfff];
    if (quantifier === undefined || name === undefined || (value & 0x1000) !== 0) return noText(context);
    return `(${value & 0x8000 ? '!' : ''}${name}${quantifier}) `;
  },
  parse: (from) => {
    from.blanks();
    if (from.next() !== CHAR.leftParen) return 0;
    from.at++;
    from.blanks();
    let value = 0;
    if (from.next() === CHAR.exclamation || from.next() === CHAR.tilde) {
      value = 0x8000;
      from.at++;
    } else if (from.next() === CHAR.plus) from.at++;
    const start = from.at;
    const name = from.word();
    const symbol = from.find(name);
    if (symbol?.class !== 'predicate') fail(`'${name}' is not a predicate`, start, from.at);
    value += symbol.index;
    for (let i = 1; i < QUANTIFIERS.length; i++) if (from.take(QUANTIFIERS[i] ?? '')) value += i * 0x2000;
    from.expect(CHAR.rightParen);
    from.blanks();
    return value;
  },
};

/** Comparison: `.lt`, with bit 7 `n.lt`. */
export const relation = (names: readonly string[]): Kind<number> => ({
  name: 'relation',
  doc: 'How the sources are compared, in bits 0-2; bit 7 for comparing the second form of `not a number`.',
  ...stored(1),
  print: (value, context) => {
    const name = names[value & 0x7f];
    return name === undefined ? noText(context) : `${value & 0x80 ? 'n' : ''}.${name}`;
  },
  parse: (from) => {
    let value = 0;
    if (from.next() === CHAR.n) {
      value = 0x80;
      from.at++;
    }
    from.expect(CHAR.dot);
    const start = from.at;
    const name = from.word();
    const index = names.indexOf(name);
    if (index < 0) fail(`'${name}' is not one of ${names.join(', ')}`, start, from.at);
    return value + index;
  },
});

/** Channels in bits 0-3. */
export const channels: Kind<number> = {
  ...named(1, CHANNELS, 'Channels that are read or written: R in bit 0 to A in bit 3.'),
  name: 'channels',
};

const WIDTHS = ['', '.16', '.64'] as const;

/** Atomic operation and the width of what it works on. */
export const atomic: Kind<number> = {
  name: 'atomic',
  doc: 'Atomic operation in bits 0-4; its width in bits 5-6: 0 for 32 bits, 1 for 16, 2 for 64.',
  ...stored(1),
  print: (value, context) => {
    const operation = ATOMICS[value & 0x1f];
    const width = WIDTHS[value >> 5];
    return operation && width !== undefined ? `.${operation}${width}` : noText(context);
  },
  parse: (from) => {
    from.expect(CHAR.dot);
    const start = from.at;
    const name = from.word();
    const index = name === '' ? -1 : (ATOMICS as readonly string[]).indexOf(name);
    if (index < 0) fail(`'${name}' is not an atomic operation`, start, from.at);
    if (from.take('.16')) return index + 0x20;
    return from.take('.64') ? index + 0x40 : index;
  },
};

const PRECISION_NUMBERS = new Map(PRECISIONS.flatMap((name, i) => (name === '' ? [] : [[name as string, i] as const])));

/** `.W.A.depth.count` of systolic multiplication. */
export const systolic: Kind<number> = {
  name: 'systolic',
  doc: 'Precision of weights (bits 0-7) and activations (8-15), depth (16-23) and repeat count (24-31).',
  ...stored(4),
  print: (value, context) => {
    const weights = PRECISIONS[value & 0xff];
    const activations = PRECISIONS[(value >> 8) & 0xff];
    return weights && activations ? `.${weights}.${activations}.${(value >> 16) & 0xff}.${value >>> 24}` : noText(context);
  },
  parse: (from) => {
    const precision = () => {
      from.expect(CHAR.dot);
      const start = from.at;
      const name = from.word();
      return PRECISION_NUMBERS.get(name) ?? fail(`'${name}' is not a precision`, start, from.at);
    };
    const byte = () => {
      from.expect(CHAR.dot);
      return from.number(255);
    };
    const weights = precision();
    const activations = precision();
    const depth = byte();
    const count = byte();
    return (weights | (activations << 8) | (depth << 16) | (count << 24)) >>> 0;
  },
};
