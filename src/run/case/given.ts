/** Arguments as a person writes them on a command line: `in.bin`, `f32[1024]:0`, `42`, `image2d:64x64:UNORM_INT8:RGBA`. */

import type { ImageShape } from '../image-formats.ts';
import { CHANNELS, ORDERS } from '../image-formats.ts';
import type { Parameter } from '../signature.ts';
import { type ElementType, elementType, floatOf, integerOf, isFloat, putElement, sizeOf } from './elements.ts';
import { channelType, DIMENSIONS, elementsOfImage } from './images.ts';
import type { CaseArgument, Fill } from './model.ts';
import { fromHex } from './packed.ts';

/** What an argument may refer to. */
export interface GivenContext {
  /** Work-items of the launch. */
  readonly items: number;
  /** All arguments of the kernel. */
  readonly parameters: readonly Parameter[];
  /** The content of a file; undefined if there is none, throws if it cannot be read. */
  file(path: string): Uint8Array | undefined;
}

/** An argument that is not one: its message is a sentence without the argument. */
export class GivenError extends Error {}

/** Bytes of a buffer whose size nobody gave. */
export const DEFAULT_BYTES = 4_096;
/** Bytes of a buffer or image. */
const MOST_BYTES = 2_147_483_648;

const SHORT: Readonly<Record<string, ElementType>> = {
  ...{ i8: 'char', u8: 'uchar', i16: 'short', u16: 'ushort', i32: 'int', u32: 'uint', i64: 'long', u64: 'ulong' },
  ...{ f16: 'half', f32: 'float', f64: 'double', bool: 'uchar', size_t: 'ulong', ptrdiff_t: 'long' },
  ...{ intptr_t: 'long', uintptr_t: 'ulong' },
};

/** The type of elements by a name of OpenCL or a short one: `float`, `f32`; undefined for any other text. */
export const typeNamed = (name: string): ElementType | undefined => elementType(name) ?? SHORT[name];

/** The elements of a scalar or vector type: `float` and 4 of `float4`. */
function vectorNamed(name: string): { readonly element: ElementType; readonly lanes: number } | undefined {
  const scalar = typeNamed(name);
  if (scalar !== undefined) return { element: scalar, lanes: 1 };
  const [, base = '', lanes] = /^(\w+?)(2|3|4|8|16)$/.exec(name) ?? [];
  const element = typeNamed(base);
  return element === undefined ? undefined : { element, lanes: Number(lanes) };
}

/** The type of the elements of an argument, from its type in the source: that of `float4*` is `float`; undefined if it is not known. */
export function elementOf({ type = '' }: Parameter): ElementType | undefined {
  return vectorNamed(type.replace(/(?<!\*)\*+$/, ''))?.element;
}

/** An argument of the kind that a kernel expects. Throws {@link GivenError}, and what `file` throws. */
export function readGiven(text: string, parameter: Parameter, context: GivenContext): CaseArgument {
  switch (parameter.kind) {
    case 'value':
      return givenAddress(text, context) ?? { kind: 'value', ...givenValue(text, parameter, context) };
    case 'buffer':
      return text === 'null' ? { kind: 'null' } : bufferOf(text, parameter, context);
    case 'local':
      return { kind: 'local', size: localSize(text) };
    case 'image':
      return imageOf(text, context);
    case 'sampler':
      return samplerOf(text);
    default:
      return { kind: 'null' };
  }
}

/** What an argument is when nothing is given. */
export function defaultOf(parameter: Parameter): CaseArgument {
  switch (parameter.kind) {
    case 'value':
      return { kind: 'value', bytes: new Uint8Array(parameter.size ?? 4) };
    case 'buffer':
      return { kind: 'buffer', type: 'uchar', count: DEFAULT_BYTES, fill: { kind: 'zero' }, uninitialized: true, path: '' };
    case 'local':
      return { kind: 'local', size: DEFAULT_BYTES };
    case 'image': {
      const dim = parameter.dim ?? '2d';
      const has = (key: string) => (DIMENSIONS[dim] as readonly string[]).includes(key);
      const shape = { dim, channel: 'UNORM_INT8', order: 'RGBA', width: 64, height: has('height') ? 64 : 1 };
      return imageOfShape({ ...shape, depth: has('depth') ? 4 : 1, layers: has('layers') ? 4 : 1 }, { kind: 'zero' });
    }
    case 'sampler':
      return { kind: 'sampler', normalized: false, addressing: 'clamp_to_edge', filter: 'nearest' };
    default:
      return { kind: 'null' };
  }
}

/** `&NAME` or `&1+16`: the address of a buffer. */
function givenAddress(text: string, { parameters }: GivenContext): CaseArgument | undefined {
  const [, of, offset = '0'] = /^&([^+]+)(?:\+(\d{1,15}))?$/.exec(text) ?? [];
  if (of === undefined) return undefined;
  const { index, kind } = parameterNamed(of, parameters);
  if (kind !== 'buffer') throw new GivenError(`${of} is not a pointer`);
  return { kind: 'address', arg: index, offset: Number(offset) };
}

/** An argument by its index or name. Throws {@link GivenError}. */
export function parameterNamed(text: string, parameters: readonly Parameter[]): Parameter {
  const found = parameters.find(({ name }) => name === text) ?? (/^\d{1,6}$/.test(text) ? parameters[Number(text)] : undefined);
  if (found) return found;
  const names = parameters.map(({ index, name }) => (name === undefined ? `${index}` : `${index} (${name})`));
  throw new GivenError(`there is no argument ${text}; ${names.length === 0 ? 'the kernel has none' : `there are ${names.join(', ')}`}`);
}

const TYPED = /^([a-z]\w*)(?:\[(\d{1,12})\])?(?::(.*))?$/s;

/** What an argument may be that is a pointer. */
const POINTER = 'give a file, a type with a count and values such as f32[1024]:0, or null';
const VALUES = 'give a file, numbers with commas between them, zero, iota or random';

/** The content of a file, which every text is that is nothing else. */
function contentOf(text: string, forms: string, { file }: GivenContext): Uint8Array {
  const content = file(text);
  if (content === undefined) throw new GivenError(`${text === '' ? 'nothing' : text} is neither a value nor a file: ${forms}`);
  return content;
}

type Value = Pick<Extract<CaseArgument, { kind: 'value' }>, 'bytes' | 'element'>;

function givenValue(text: string, parameter: Parameter, context: GivenContext): Value {
  const { size = 0, type = '' } = parameter;
  if (text.startsWith('hex:')) {
    const digits = text.slice(4);
    if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) throw new GivenError('hex: needs two hexadecimal digits for each byte after it');
    return { bytes: fitted(fromHex({ text: digits, path: '' }), size) };
  }
  const [, name = '', count, values] = TYPED.exec(text) ?? [];
  const written = vectorNamed(name);
  if (written && values !== undefined) {
    const { element, lanes } = written;
    return { bytes: fitted(elements(values, element, Number(count ?? lanes)), size), element };
  }
  const list = text.split(',');
  if (list.some((one) => floatOf(one) === undefined))
    return { bytes: fitted(contentOf(text, 'give a file, or a value such as 42, 1,2,3,4, f32:1, hex:00ff or &ARGUMENT', context), size) };
  const own = vectorNamed(type) ?? { element: typeOfNumber(list, size / list.length), lanes: list.length };
  return { bytes: fitted(elements(text, own.element, own.lanes), size), element: own.element };
}

/** The type of numbers whose type is not known: floats if one is written as a float. */
function typeOfNumber(texts: readonly string[], size: number): ElementType {
  const integers = texts.every((text) => integerOf(text) !== undefined);
  if (integers) return size >= 8 ? 'long' : size >= 4 ? 'int' : size >= 2 ? 'short' : 'char';
  return size >= 8 ? 'double' : size >= 4 ? 'float' : 'half';
}

/** Numbers with commas between them; one number is for each lane. A vector of three takes the space of four. */
function elements(text: string, type: ElementType, lanes: number): Uint8Array {
  const values = text.split(',').map((one) => numberOf(one, type));
  const [first = 0] = values;
  if (values.length !== 1 && values.length !== lanes) throw new GivenError(`${values.length} numbers are not ${lanes}`);
  const bytes = new Uint8Array((lanes === 3 ? 4 : lanes) * sizeOf(type));
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < lanes; i++) putElement(view, i * sizeOf(type), type, values[i] ?? first);
  return bytes;
}

function numberOf(text: string, type: ElementType): number | bigint {
  const value = isFloat(type) ? floatOf(text) : integerOf(text);
  if (value === undefined)
    throw new GivenError(`${text === '' ? 'nothing' : text} is not ${isFloat(type) ? 'a number' : `an integer (${type})`}`);
  if (typeof value === 'bigint' && !fits(value, 8 * sizeOf(type))) throw new GivenError(`${text} has more bits than ${type}`);
  return value;
}

/** Whether an integer is one of so many bits, with or without a sign. */
const fits = (value: bigint, bits: number): boolean => BigInt.asUintN(bits, value) === value || BigInt.asIntN(bits, value) === value;

/** Whether a value can be so many bytes where the file says `size`: old files round sizes up to four bytes, and vectors of three take the space of four. */
export const isSizeOfValue = (bytes: number, size: number): boolean =>
  bytes > 0 && Math.ceil(bytes / 4) * 4 >= size && bytes <= Math.ceil(size / 4) * 4;

/** Bytes that are not given are zero. */
function fitted(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length === 0 || bytes.length > Math.ceil(size / 4) * 4)
    throw new GivenError(`it has ${bytes.length} bytes, and the argument has ${size}`);
  const whole = new Uint8Array(Math.max(size, bytes.length));
  whole.set(bytes);
  return whole;
}

function bufferOf(text: string, parameter: Parameter, context: GivenContext): CaseArgument {
  const [, name = '', count, fill] = TYPED.exec(text) ?? [];
  const isFill = count === undefined && FILL_WORDS.test(text);
  const type = isFill ? (elementOf(parameter) ?? (text.startsWith('iota') ? 'uint' : 'uchar')) : typeNamed(name);
  if (type === undefined || (count === undefined && fill === undefined && !isFill)) {
    if (areNumbers(text)) throw new GivenError(`it is a pointer: ${POINTER}`);
    const data = contentOf(text, `it is a pointer: ${POINTER}`, context);
    const own = elementOf(parameter);
    const known = own !== undefined && data.length % sizeOf(own) === 0 ? own : 'uchar';
    return { kind: 'buffer', type: known, count: data.length / sizeOf(known), fill: { kind: 'data', data }, path: '' };
  }
  const made = fillOf(isFill ? text : (fill ?? 'zero'), type, context);
  const counted = count === undefined ? undefined : Number(count);
  const own = made.kind === 'data' && made.data instanceof Uint8Array ? Math.ceil(made.data.length / sizeOf(type)) : undefined;
  const number = counted ?? own ?? Math.max(context.items, DEFAULT_BYTES / sizeOf(type));
  if (number * sizeOf(type) > MOST_BYTES) throw new GivenError(`it has more than ${MOST_BYTES} bytes`);
  return { kind: 'buffer', type, count: number, fill: made, path: '' };
}

const areNumbers = (text: string): boolean => text.split(',').every((one) => floatOf(one) !== undefined);

const FILL_WORDS = /^(zero|iota|random)(:|$)/;

/** `0`, `1,2,3`, `zero`, `iota`, `iota:1:2`, `random`, `random:7`, `random:7:-1:1`, or a file. */
function fillOf(text: string, type: ElementType, context: GivenContext): Fill {
  const [word = '', ...numbers] = text.split(':');
  if (word === 'zero' && numbers.length === 0) return { kind: 'zero' };
  if (word === 'iota' && numbers.length <= 2) {
    const [start = '0', step = '1'] = numbers;
    return { kind: 'iota', start: numberOf(start, type), step: numberOf(step, type) };
  }
  if (word === 'random' && numbers.length <= 3) return randomOf(numbers, type);
  if (areNumbers(text)) {
    const list = text.split(',');
    const bytes = new Uint8Array(list.length * sizeOf(type));
    const view = new DataView(bytes.buffer);
    for (const [i, one] of list.entries()) putElement(view, i * sizeOf(type), type, numberOf(one, type));
    return { kind: 'values', elements: bytes, repeat: 1 };
  }
  return { kind: 'data', data: contentOf(text, VALUES, context) };
}

/** Random bits for integers, and floats from 0 to 1, unless the ends are given. */
function randomOf([seed = '0', from, to]: readonly string[], type: ElementType): Fill {
  const start = integerOf(seed);
  if (start === undefined) throw new GivenError(`${seed} is not an integer, which the seed of random numbers has to be`);
  if (from !== undefined && to === undefined) throw new GivenError('random:SEED:LOW:HIGH has both ends');
  if (isFloat(type))
    return { kind: 'floats', seed: start, low: Number(numberOf(from ?? '0', type)), high: Number(numberOf(to ?? '1', type)) };
  if (from === undefined || to === undefined) return { kind: 'bits', seed: start };
  const low = BigInt(numberOf(from, type));
  const count = BigInt(numberOf(to, type)) - low + 1n;
  if (count <= 0n) throw new GivenError(`${to} is less than ${from}`);
  return { kind: 'integers', seed: start, low, count };
}

/** `1024` bytes, or the elements of `f32[256]`. */
function localSize(text: string): number {
  const [, name = '', count, fill] = TYPED.exec(text) ?? [];
  const type = typeNamed(name);
  const size =
    type !== undefined && count !== undefined && fill === undefined ? Number(count) * sizeOf(type) : Number(integerOf(text) ?? -1);
  if (size >= 0 && size <= MOST_BYTES) return size;
  throw new GivenError(`it is local memory: give its bytes, as in 1024, or its elements, as in f32[256]; not ${text}`);
}

const IMAGE = /^(?:image)?(1d|2d|3d)(_buffer|_array)?:(\d{1,9}(?:x\d{1,9}){0,2}):(\w+):(\w+)(?::(.+))?$/s;

function imageOf(text: string, context: GivenContext): CaseArgument {
  const [, plane = '', rest = '', sizes = '', channel = '', order = '', fill] = IMAGE.exec(text) ?? [];
  const dim = `${plane}${rest}`;
  const keys: readonly string[] | undefined = (DIMENSIONS as Readonly<Record<string, readonly string[]>>)[dim];
  if (keys === undefined)
    throw new GivenError('it is an image: give its kind, size, channel type and order, as in image2d:64x64:UNORM_INT8:RGBA');
  if (CHANNELS[channel] === undefined)
    throw new GivenError(`${channel} is not the type of a channel; there are ${Object.keys(CHANNELS).join(', ')}`);
  if (ORDERS[order] === undefined)
    throw new GivenError(`${order} is not an order of channels; there are ${Object.keys(ORDERS).join(', ')}`);
  const numbers = sizes.split('x').map(Number);
  if (numbers.length !== keys.length || numbers.includes(0))
    throw new GivenError(`${sizes} is not the size of image${dim}, which has ${keys.join(' x ')}`);
  const of = (key: string): number => numbers[keys.indexOf(key)] ?? 1;
  const shape = { channel, order, width: of('width'), height: of('height'), depth: of('depth'), layers: of('layers') };
  const type = channelType(channel);
  return imageOfShape({ dim: dim as ImageShape['dim'], ...shape }, fill === undefined ? { kind: 'zero' } : fillOf(fill, type, context));
}

function imageOfShape(shape: ImageShape, fill: Fill): CaseArgument {
  const type = channelType(shape.channel);
  const count = elementsOfImage(shape);
  if (count * sizeOf(type) > MOST_BYTES) throw new GivenError(`it has more than ${MOST_BYTES} bytes`);
  return { kind: 'image', shape, type, count, fill, path: '' };
}

const ADDRESSING = ['none', 'clamp_to_edge', 'clamp', 'repeat', 'mirrored_repeat'] as const;
const FILTERS = ['nearest', 'linear'] as const;

/** `sampler`, with words for what is not the default: `sampler:repeat:linear:normalized`. */
function samplerOf(text: string): CaseArgument {
  const [word, ...words] = text.split(':');
  const strange = words.find((one) => ![...ADDRESSING, ...FILTERS, 'normalized'].some((known) => known === one));
  if (word !== 'sampler' || strange !== undefined)
    throw new GivenError(`it is a sampler: give sampler, with any of ${[...ADDRESSING, ...FILTERS, 'normalized'].join(', ')} after colons`);
  return {
    kind: 'sampler',
    normalized: words.includes('normalized'),
    addressing: ADDRESSING.find((one) => words.includes(one)) ?? 'clamp_to_edge',
    filter: FILTERS.find((one) => words.includes(one)) ?? 'nearest',
  };
}
