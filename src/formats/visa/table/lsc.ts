import { CHAR, hex } from '../../../core/bytes/index.ts';
import { integerAt, type RawOperand, type VectorOperand } from '../instruction.ts';
import { Fault } from '../scanner.ts';
import type { Kind, PrintContext } from './kind.ts';
import { NULL_RAW, plainRaw, plainVector } from './references.ts';
import type { Piece } from './row.ts';
import { int, named, noText } from './scalars.ts';
import { LSC_ADDRESS_SIZES, LSC_ADDRESS_TYPES, LSC_CACHES, LSC_DATA_SIZES, LSC_DATA_SIZES_OLD, LSC_VECTORS } from './types.ts';

/** Pieces of the text of load, store and atomic messages of the unit that serves all memories. */

const numbersOf = (names: readonly string[]) => new Map(names.flatMap((name, i) => (name === '' ? [] : [[name, i] as const])));

const CACHE_NUMBERS = numbersOf(LSC_CACHES);
/** A level that the text leaves out is 0 in the field of the middle one, others are one more than their number. */
export const middleCache: Kind<number> = int(1, 'Caching in the second level: 0 when it is not given, else one more than its number.');
export const cacheLevel = (doc: string): Kind<number> => named(1, LSC_CACHES, doc);

/** `.ca.ca`, or nothing for the default in all levels. */
export const cache = (middle: boolean): Piece => ({
  of: middle ? ['l1', 'l2', 'l3'] : ['l1', 'l3'],
  print: (values, at, context) => {
    const levels = at.map((i) => integerAt(values, i));
    const three = middle && levels[1] !== 0;
    if (!three && levels.every((level) => level === 0)) return '';
    let text = '';
    for (const [i, level] of levels.entries()) {
      if (middle && i === 1 && !three) continue;
      const name = LSC_CACHES[middle && i === 1 ? level - 1 : level];
      text += name === undefined ? noText(context) : `.${name}`;
    }
    return text;
  },
  parse: (from, values, at) => {
    const levels: number[] = [];
    const start = from.at;
    while (from.next() === CHAR.dot && levels.length < 3) {
      const dot = from.at++;
      const level = CACHE_NUMBERS.get(from.word());
      if (level === undefined) {
        from.at = dot;
        break;
      }
      levels.push(level);
    }
    for (const i of at) values[i] = 0;
    if (levels.length === 0) return;
    if (levels.length === 1 || (levels.length === 3 && !middle)) {
      throw new Fault('visa-text/value', `caching needs ${middle ? '2 or 3' : '2'} levels`, start, from.at);
    }
    values[at[0] ?? 0] = levels[0];
    values[at[at.length - 1] ?? 0] = levels[levels.length - 1];
    if (middle && levels.length === 3) values[at[1] ?? 0] = (levels[1] ?? 0) + 1;
  },
});

const ADDRESS_TYPE_NUMBERS = numbersOf(LSC_ADDRESS_TYPES);
const FLAT = 1;
const ARGUMENT = 5;
const ZERO: VectorOperand = { kind: 'immediate', modifier: 0, type: 0, bits: 0, high: 0 };

/** `flat`, `bti(0x1)`, `bss(V0034)`; with the index of a surface after a comma in newer versions. */
export const space = (indexed: boolean): Piece => ({
  of: indexed ? ['address_type', 'surface', 'surface_index'] : ['address_type', 'surface'],
  print: (values, [type = 0, surface = 0, index = 0], context) => {
    const number = integerAt(values, type);
    const name = LSC_ADDRESS_TYPES[number];
    if (!name) return noText(context);
    const operand = values[surface] as VectorOperand;
    const extra = indexed ? integerAt(values, index) : 0;
    const nothing = operand.kind === 'immediate' && operand.bits === 0 && operand.high === 0 && operand.type === 0 && extra === 0;
    if (nothing && (number === FLAT || number === ARGUMENT)) return name;
    const suffix = extra === 0 ? '' : `,0x${extra.toString(16).toUpperCase()}`;
    return `${name}(${plainVector.print(operand, context)}${suffix})`;
  },
  parse: (from, values, [type = 0, surface = 0, index = 0]) => {
    from.blanks();
    const start = from.at;
    const word = from.word();
    const number = ADDRESS_TYPE_NUMBERS.get(word);
    if (number === undefined)
      throw new Fault('visa-text/value', `'${word}' is not one of ${[...ADDRESS_TYPE_NUMBERS.keys()].join(', ')}`, start, from.at);
    values[type] = number;
    values[surface] = ZERO;
    if (indexed) values[index] = 0;
    if (from.next() !== CHAR.leftParen) return;
    from.at++;
    values[surface] = plainVector.parse(from);
    if (indexed && from.take(',')) {
      from.blanks();
      values[index] = from.number();
    }
    from.expect(CHAR.rightParen);
  },
});

/** `[0x4*V0033+0x10]:a64`, with the pitch of a strided access after a comma. */
export const address = (pitch: boolean): Piece => ({
  of: pitch ? ['scale', 'offset', 'address_size', 'src0', 'pitch'] : ['scale', 'offset', 'address_size', 'src0'],
  print: (values, [scale = 0, offset = 0, size = 0, src0 = 0, stride = 0], context) => {
    const factor = integerAt(values, scale);
    const distance = integerAt(values, offset);
    const name = LSC_ADDRESS_SIZES[integerAt(values, size)];
    if (!name || factor === 0) return noText(context);
    const scaled = factor > 1 ? `${hex(factor)}*` : '';
    const moved = distance === 0 ? '' : `${distance < 0 ? '-' : '+'}${hex(Math.abs(distance))}`;
    // The compiler does not print a pitch of %null.
    const step = pitch ? `, ${plainVector.print(values[stride] as VectorOperand, context)}` : '';
    return `[${scaled}${plainRaw.print(values[src0] as RawOperand, context)}${moved}${step}]:${name}`;
  },
  parse: (from, values, [scale = 0, offset = 0, size = 0, src0 = 0, stride = 0]) => {
    from.expect(CHAR.leftBracket);
    from.blanks();
    values[scale] = 1;
    if (from.next() >= CHAR.zero && from.next() <= CHAR.nine) {
      values[scale] = from.number(0xffff);
      if (values[scale] === 0) from.expected('a factor that is not 0');
      from.expect(CHAR.asterisk);
    }
    values[src0] = plainRaw.parse(from);
    from.blanks();
    const sign = from.next();
    values[offset] = 0;
    if (sign === CHAR.plus || sign === CHAR.minus) {
      from.at++;
      from.blanks();
      const distance = from.number(0x8000_0000);
      values[offset] = sign === CHAR.minus ? (distance === 0 ? 0 : -distance) : Math.min(distance, 0x7fff_ffff);
    }
    if (pitch) {
      values[stride] = ZERO;
      if (from.take(',')) values[stride] = plainVector.parse(from);
    }
    from.expect(CHAR.rightBracket);
    values[size] = sizeOfAddress(from);
  },
});

const ADDRESS_SIZE_NUMBERS = numbersOf(LSC_ADDRESS_SIZES);
function sizeOfAddress(from: Parameters<Piece['parse']>[0]): number {
  from.expect(CHAR.colon);
  const start = from.at;
  const word = from.word();
  const size = ADDRESS_SIZE_NUMBERS.get(word);
  if (size === undefined) throw new Fault('visa-text/value', `'${word}' is not a size of an address`, start, from.at);
  return size;
}

const DATA_SIZE_NUMBERS = new Map([...numbersOf(LSC_DATA_SIZES), ...numbersOf(LSC_DATA_SIZES_OLD)]);
const VECTOR_NUMBERS = new Map(LSC_VECTORS.map((name, i) => [name, i] as const));
const MASK = 'xyzw';
/** Orders of elements: 1 as they are, 2 transposed. */
const TRANSPOSED = 2;

const dataSize = (value: number, context: PrintContext) => (context.modern ? LSC_DATA_SIZES : LSC_DATA_SIZES_OLD)[value] || noText(context);

/** What the last byte of a shape is: that of elements again, which are a mask of channels for `mask`, or 0. */
export type ShapeForm = 'plain' | 'mask' | 'strided';

/** `:d32x4t` or `:d32.xyzw`. */
export const shape = (form: ShapeForm): Piece => ({
  of: ['data_size', 'order', 'elements', 'mask'],
  print: (values, [size = 0, order = 0, elements = 0, mask = 0], context) => {
    const number = integerAt(values, elements);
    const text = `:${dataSize(integerAt(values, size), context)}`;
    const turned = integerAt(values, order);
    if ((form === 'strided' ? 0 : number) !== values[mask] || turned < 1 || turned > TRANSPOSED) return noText(context);
    if (form === 'mask') {
      if (number > 15 || turned !== 1) return noText(context);
      return `${text}.${[...MASK].filter((_, i) => number & (1 << i)).join('')}`;
    }
    const vector = LSC_VECTORS[number];
    return vector === undefined || number === 0 ? noText(context) : `${text}${vector}${turned === TRANSPOSED ? 't' : ''}`;
  },
  parse: (from, values, [size = 0, order = 0, elements = 0, mask = 0]) => {
    from.expect(CHAR.colon);
    const start = from.at;
    const word = from.word();
    // d32x4t: the size is what comes before the first x after the d, the vector what follows.
    const known = SHAPES.get(word);
    if (known === undefined) throw new Fault('visa-text/value', `'${word}' is not a shape of data`, start, from.at);
    values[size] = known.size;
    values[order] = known.order;
    values[elements] = known.elements;
    if (form === 'mask') {
      if (known.elements !== 1 || known.order !== 1)
        throw new Fault('visa-text/value', 'channels are named by a mask here', start, from.at);
      from.expect(CHAR.dot);
      const letters = from.word();
      const bits = [...MASK].reduce((sum, letter, i) => sum + (letters.includes(letter) ? 1 << i : 0), 0);
      if ([...letters].length !== [...MASK].filter((_, i) => bits & (1 << i)).length) from.expected('a mask of x, y, z and w');
      values[elements] = bits;
    }
    values[mask] = form === 'strided' ? 0 : values[elements];
  },
});

interface Shape {
  readonly size: number;
  readonly elements: number;
  readonly order: number;
}

/** Every word for a size, a number of elements and their order. */
const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>(
  [...DATA_SIZE_NUMBERS].flatMap(([name, size]) =>
    [...VECTOR_NUMBERS].flatMap(([vector, elements]) => [
      [`${name}${vector}`, { size, elements: Math.max(elements, 1), order: 1 }] as const,
      [`${name}${vector}t`, { size, elements: Math.max(elements, 1), order: TRANSPOSED }] as const,
    ]),
  ),
);

/** Fields of the shape: see {@link shape}. */
export const SHAPE_FIELDS = {
  data_size: { kind: int(1, 'Size of an element: 1 to 4 for 8 to 64 bits, 5 to 7 for 8 or 16 bits in 32.') },
  order: { kind: int(1, 'Order of the elements: 1 as they are, 2 transposed.') },
  elements: { kind: int(1, 'Number of elements per channel, as its code, or the mask of channels.') },
  mask: { kind: int(1, 'The preceding byte again, because they share a place; 0 in strided messages.') },
};

/** `:d32.2x16x8nt`: number of blocks, width and height, whether transposed, whether elements are interleaved. */
export const blockShape: Piece = {
  of: ['data_size', 'order', 'blocks', 'width', 'height', 'vnni'],
  print: (values, [size = 0, order = 0, blocks = 0, width = 0, height = 0, vnni = 0], context) => {
    const number = integerAt(values, blocks);
    const turned = integerAt(values, order);
    if (turned < 1 || turned > TRANSPOSED || integerAt(values, vnni) > 1) return noText(context);
    const count = number === 1 ? '' : `${number}x`;
    const letters = (turned === TRANSPOSED ? 't' : 'n') + (values[vnni] ? 't' : 'n');
    return `:${dataSize(integerAt(values, size), context)}.${count}${integerAt(values, width)}x${integerAt(values, height)}${letters}`;
  },
  parse: (from, values, [size = 0, order = 0, blocks = 0, width = 0, height = 0, vnni = 0]) => {
    from.expect(CHAR.colon);
    const start = from.at;
    const name = from.word();
    const number = DATA_SIZE_NUMBERS.get(name);
    from.expect(CHAR.dot);
    const match = /^(?:([0-9]{1,3})x)?([0-9]{1,5})x([0-9]{1,5})([nt])([nt])$/.exec(from.word());
    if (number === undefined || !match) throw new Fault('visa-text/value', 'this is not a shape of a block', start, from.at);
    values[size] = number;
    values[blocks] = Number(match[1] ?? 1);
    values[width] = Number(match[2]);
    values[height] = Number(match[3]);
    values[order] = match[4] === 't' ? TRANSPOSED : 1;
    values[vnni] = match[5] === 't' ? 1 : 0;
    if (integerAt(values, blocks) > 255 || integerAt(values, width) > 0xffff || integerAt(values, height) > 0xffff) {
      throw new Fault('visa-text/number', 'the block is larger than its fields can hold', start, from.at);
    }
  },
};

/** `+5` or `-3`, nothing for 0. */
function moved(value: number): string {
  return value === 0 ? '' : value > 0 ? `+${value}` : String(value);
}

function parseMoved(from: Parameters<Piece['parse']>[0]): number {
  from.blanks();
  return from.next() === CHAR.plus || from.next() === CHAR.minus ? from.signed(-0x8000_0000, 0x7fff_ffff) : 0;
}

/** Vector operands between brackets; those of `offsets` have a constant after them. */
export function coordinates(operands: readonly string[], offsets: readonly (string | undefined)[]): Piece {
  const of = [...operands, ...offsets.filter((name) => name !== undefined)];
  const offsetAt = operands.map((_, i) => {
    const name = offsets[i];
    return name === undefined ? -1 : of.indexOf(name);
  });
  return {
    of,
    print: (values, at, context) => {
      const texts = operands.map((_, i) => {
        const offset = offsetAt[i] ?? -1;
        return (
          plainVector.print(values[at[i] ?? 0] as VectorOperand, context) + (offset < 0 ? '' : moved(integerAt(values, at[offset] ?? 0)))
        );
      });
      return `[${texts.join(context.modern ? ',' : ', ')}]`;
    },
    parse: (from, values, at) => {
      for (const [i] of operands.entries()) {
        from.expect(i === 0 ? CHAR.leftBracket : CHAR.comma);
        values[at[i] ?? 0] = plainVector.parse(from);
        const offset = offsetAt[i] ?? -1;
        if (offset >= 0) values[at[offset] ?? 0] = parseMoved(from);
      }
      from.expect(CHAR.rightBracket);
    },
  };
}

/** How many operands the address of a rectangle has: one for each part, or one that holds all of them as the message has them. */
export const EACH = 1;
const PAYLOAD = 2;

/**
 * The address of a rectangle: its parts, or `[V0032 + (4,-2)]` with one payload. Source: formatUntypedBlock2D of visa/IsaDisassembly.cpp and
 * LscUntypedBlock2dAddrOperand of visa/CISA.y in intel/intel-graphics-compiler.
 */
export function blockPlace(parts: Piece): Piece {
  const of = ['address', ...parts.of];
  const [base, x, y] = ['base', 'x_offset', 'y_offset'].map((name) => of.indexOf(name));
  return {
    of,
    print: (values, at, context) => {
      const form = values[at[0] ?? 0];
      if (form === EACH) return parts.print(values, at.slice(1), context);
      if (form !== PAYLOAD) return noText(context);
      const [payload, ...steps] = [base, x, y].map((i) => values[at[i ?? 0] ?? 0]);
      return `[${plainVector.print(payload as VectorOperand, context)} + (${steps.join(',')})]`;
    },
    parse: (from, values, at) => {
      const start = from.at;
      from.expect(CHAR.leftBracket);
      const payload = plainVector.parse(from);
      from.blanks();
      const isPayload = from.next() === CHAR.plus;
      values[at[0] ?? 0] = isPayload ? PAYLOAD : EACH;
      if (!isPayload) {
        from.at = start;
        return parts.parse(from, values, at.slice(1));
      }
      from.at++;
      values[at[base ?? 0] ?? 0] = payload;
      for (const [mark, place] of [
        [CHAR.leftParen, x],
        [CHAR.comma, y],
      ] as const) {
        from.expect(mark);
        from.blanks();
        values[at[place ?? 0] ?? 0] = from.signed(-0x8000, 0x7fff);
      }
      from.expect(CHAR.rightParen);
      from.expect(CHAR.rightBracket);
    },
  };
}

const PLACES = ['u', 'v', 'r', 'lod'] as const;

/** Places of texels, `[V0044,V0045+2]`; what follows the last given one is %null. Older texts show all four. */
export const texels = (offsets: boolean): Piece => ({
  of: offsets ? [...PLACES, 'u_offset', 'v_offset', 'r_offset', 'address_size'] : [...PLACES, 'address_size'],
  print: (values, at, context) => {
    const places = PLACES.map((_, i) => values[at[i] ?? 0] as RawOperand);
    const steps = PLACES.map((_, i) => (offsets && i < 3 ? integerAt(values, at[4 + i] ?? 0) : 0));
    const none = (i: number) => places[i]?.index === 0 && places[i]?.offset === 0;
    let count: number = PLACES.length;
    if (context.modern) {
      count = PLACES.findIndex((_, i) => places[i]?.index === 0);
      if (count < 0) count = PLACES.length;
      for (let i = count; i < PLACES.length; i++) if (!none(i) || steps[i] !== 0) return noText(context);
    }
    const texts = places.slice(0, count).map((place, i) => plainRaw.print(place, context) + moved(steps[i] ?? 0));
    const size = LSC_ADDRESS_SIZES[integerAt(values, at[at.length - 1] ?? 0)];
    return size ? `[${texts.join(context.modern ? ',' : ', ')}]:${size}` : noText(context);
  },
  parse: (from, values, at) => {
    for (const [i] of PLACES.entries()) values[at[i] ?? 0] = NULL_RAW;
    if (offsets) for (let i = 4; i < 7; i++) values[at[i] ?? 0] = 0;
    from.expect(CHAR.leftBracket);
    for (let i = 0; i < PLACES.length; i++) {
      from.blanks();
      if (from.next() === CHAR.rightBracket) break;
      if (i > 0) from.expect(CHAR.comma);
      values[at[i] ?? 0] = plainRaw.parse(from);
      if (offsets && i < 3) values[at[4 + i] ?? 0] = parseMoved(from);
    }
    from.expect(CHAR.rightBracket);
    values[at[at.length - 1] ?? 0] = sizeOfAddress(from);
  },
});
