/** The arguments of cases. */
import { LIMITS } from '../../core/diag/index.ts';
import type { ImageShape } from '../image-formats.ts';
import { CHANNELS, ORDERS } from '../image-formats.ts';
import { ELEMENT_TYPES, type ElementType, isFloat, sizeOf } from './elements.ts';
import { channelType, DIMENSIONS, elementsOfImage } from './images.ts';
import type { CaseArgument, Fill } from './model.ts';
import { fromHex } from './packed.ts';
import { MOST_BELOW } from './random.ts';
import { type Node, shown } from './shape.ts';

/** Bytes of a buffer, image or local memory. */
const MOST_BYTES = LIMITS.inflatedBytes;
/** Values of a fill, and pointers of a buffer. */
const MOST_VALUES = 1 << 24;
/** Bytes of a structure. */
const MOST_STRUCTURE = 65_536;

type Reader = (node: Node, count: number) => CaseArgument;

const KINDS: Readonly<Record<string, { readonly keys: readonly string[]; readonly read: Reader }>> = {
  buffer: { keys: ['type', 'count', 'fill', 'pointers', 'uninitialized'], read: readBuffer },
  scalar: { keys: ['type', 'value'], read: readScalar },
  struct: { keys: ['hex'], read: readStructure },
  local: { keys: ['size'], read: (node) => ({ kind: 'local', size: node.member('size').count(MOST_BYTES) }) },
  image: { keys: ['dim', 'channel', 'order', 'width', 'height', 'depth', 'layers', 'fill'], read: readImage },
  sampler: { keys: ['normalized', 'addressing', 'filter'], read: readSampler },
  null: { keys: [], read: () => ({ kind: 'null' }) },
  address: { keys: ['arg', 'offset'], read: (node, count) => ({ kind: 'address', ...readPlace(node, count) }) },
};
const KIND_NAMES = Object.keys(KINDS);
/** Keys of arguments of any kind. */
const ALL_KEYS = ['kind', ...new Set(Object.values(KINDS).flatMap(({ keys }) => keys))];

/** @param count number of arguments, of which one may refer to another */
export function readArgument(node: Node, count: number): CaseArgument {
  const kind = node.object(ALL_KEYS).member('kind').word(KIND_NAMES);
  const row = KINDS[kind] as (typeof KINDS)[string];
  node.object(['kind', ...row.keys]);
  return row.read(node, count);
}

function readBuffer(node: Node, args: number): CaseArgument {
  const type = node.member('type').elementType();
  const count = node.member('count').count(Math.floor(MOST_BYTES / sizeOf(type)));
  const bytes = count * sizeOf(type);
  const pointers = node.optional('pointers', (list) =>
    list.list(MOST_VALUES).map((one) => {
      one.object(['at', 'arg', 'offset']);
      const at = one.member('at').count(MOST_BYTES);
      if (at + 8 > bytes) one.member('at').fail(`the 8 bytes at ${at} are not in the ${bytes} bytes of the buffer`);
      return { at, ...readPlace(one, args) };
    }),
  );
  const fill = readFill(node, type);
  const uninitialized = node.optional('uninitialized', (one) => one.flag()) === true ? { uninitialized: true } : {};
  return { kind: 'buffer', type, count, fill, ...uninitialized, ...(pointers === undefined ? {} : { pointers }), path: node.path };
}

function readPlace(node: Node, count: number): { readonly arg: number; readonly offset: number } {
  return {
    arg: node.member('arg').count(count - 1),
    offset: node.optional('offset', (one) => one.count(Number.MAX_SAFE_INTEGER)) ?? 0,
  };
}

/** The lanes that vectors of OpenCL have, and those that they take in memory. */
const STORED: Readonly<Record<string, number>> = { '': 1, 2: 2, 3: 4, 4: 4, 8: 8, 16: 16 };

/** A scalar or vector: `int` and 5, `float3` and three numbers. One number is for each lane. */
function readScalar(node: Node): CaseArgument {
  const [type, value] = [node.member('type'), node.member('value')];
  const [, name, lanes = ''] = /^([a-z]+)(\d*)$/.exec(type.text()) ?? [];
  const element = ELEMENT_TYPES.find((one) => one === name);
  const stored = STORED[lanes];
  if (element === undefined || stored === undefined) return type.fail(`${shown(type.value)} is not the type of a scalar or vector`);
  const count = lanes === '' ? 1 : Number(lanes);
  const values = Array.isArray(value.value) ? value.list(count, 1) : Array<Node>(count).fill(value);
  const bytes = new Uint8Array(stored * sizeOf(element));
  const view = new DataView(bytes.buffer);
  for (const [i, one] of values.entries()) one.put(view, i * sizeOf(element), element);
  return { kind: 'value', bytes, element };
}

function readStructure(node: Node): CaseArgument {
  const hex = node.member('hex');
  const bytes = fromHex({ text: hex.text(), path: hex.path });
  if (bytes.length > MOST_STRUCTURE) hex.fail(`it has ${bytes.length} bytes; ${MOST_STRUCTURE} are the most of a structure`);
  return { kind: 'value', bytes };
}

function readImage(node: Node): CaseArgument {
  const dim = node.member('dim').word(Object.keys(DIMENSIONS) as ImageShape['dim'][]);
  const channel = node.member('channel').word(Object.keys(CHANNELS));
  const order = node.member('order').word(Object.keys(ORDERS));
  const [width, height, depth, layers] = (['width', 'height', 'depth', 'layers'] as const).map((key) => {
    const isOf = (DIMENSIONS[dim] as readonly string[]).includes(key);
    return isOf ? node.member(key).count(MOST_BYTES, 1) : (node.optional(key, (one) => one.count(1, 1)) ?? 1);
  }) as [number, number, number, number];
  const shape = { dim, channel, order, width, height, depth, layers };
  const type = channelType(channel);
  const count = elementsOfImage(shape);
  if (count * sizeOf(type) > MOST_BYTES) node.fail(`the image has more than ${MOST_BYTES} bytes`);
  return { kind: 'image', shape, type, count, fill: readFill(node, type), path: node.path };
}

function readSampler(node: Node): CaseArgument {
  return {
    kind: 'sampler',
    normalized: node.member('normalized').flag(),
    addressing: node.member('addressing').word(['none', 'clamp_to_edge', 'clamp', 'repeat', 'mirrored_repeat']),
    filter: node.member('filter').word(['nearest', 'linear']),
  };
}

const FILLS: Readonly<Record<string, { readonly keys: readonly string[]; readonly read: (node: Node, type: ElementType) => Fill }>> = {
  zero: { keys: [], read: () => ({ kind: 'zero' }) },
  hex: { keys: ['deflate'], read: (node) => ({ kind: 'data', data: readPacked(node, 'hex') }) },
  base64: { keys: ['deflate'], read: (node) => ({ kind: 'data', data: readPacked(node, 'base64') }) },
  const: { keys: [], read: (node, type) => ({ kind: 'values', elements: elementsOf(1, () => node.member('const'), type), repeat: 1 }) },
  iota: { keys: [], read: readIota },
  values: { keys: ['repeat', 'pick'], read: readValues },
  bits: { keys: [], read: (node) => ({ kind: 'bits', seed: node.member('bits').integer() }) },
  random: { keys: ['lo', 'hi', 'step'], read: readRandom },
};

const FILL_NAMES = Object.keys(FILLS);
/** Keys of fills of any kind. */
const FILL_KEYS = [...FILL_NAMES, ...Object.values(FILLS).flatMap(({ keys }) => keys)];

/** The member `fill`; zeros without it. */
export function readFill(node: Node, type: ElementType): Fill {
  return node.optional('fill', (fill) => (fill.value === null ? undefined : fillOf(fill, type))) ?? { kind: 'zero' };
}

function fillOf(fill: Node, type: ElementType): Fill {
  fill.object(FILL_KEYS);
  const [name, other] = FILL_NAMES.filter((one) => fill.has(one));
  const row = FILLS[name ?? ''];
  if (name === undefined || row === undefined) return fill.fail(`it has to have one of the keys ${FILL_NAMES.join(', ')}`);
  if (other !== undefined) fill.fail(`it has both ${name} and ${other}`);
  return row.read(fill.object([name, ...row.keys]), type);
}

/** Bytes as text under a key, with `deflate` next to it. */
export function readPacked(node: Node, encoding: 'hex' | 'base64') {
  return {
    encoding,
    text: node.member(encoding).text(),
    deflate: node.optional('deflate', (one) => one.flag()) ?? false,
    path: node.path,
  } as const;
}

function elementsOf(count: number, value: (i: number) => Node, type: ElementType): Uint8Array {
  const bytes = new Uint8Array(count * sizeOf(type));
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) value(i).put(view, i * sizeOf(type), type);
  return bytes;
}

function readIota(node: Node, type: ElementType): Fill {
  const [start, step] = node
    .member('iota')
    .list(2, 2)
    .map((one) => one.number(type));
  return { kind: 'iota', start: start ?? 0, step: step ?? 0 };
}

function readValues(node: Node, type: ElementType): Fill {
  const pick = node.optional('pick', (one) => one.integer());
  const values = node.member('values');
  return {
    kind: 'values',
    elements: elementsOf(values.length(MOST_VALUES, 1), (i) => values.item(i), type),
    repeat: node.optional('repeat', (one) => one.count(MOST_BYTES, 1)) ?? 1,
    ...(pick === undefined ? {} : { pick }),
  };
}

function readRandom(node: Node, type: ElementType): Fill {
  const seed = node.member('random').integer();
  if (isFloat(type)) {
    const low = node.optional('lo', (one) => one.float()) ?? 0;
    const high = node.optional('hi', (one) => one.float()) ?? 1;
    const step = node.optional('step', (one) => one.float());
    const steps = step === undefined ? 0 : (high - low) / step;
    if (!(steps >= 0 && steps < MOST_BELOW - 1)) node.member('step').fail(`lo to hi has to be 0 to ${MOST_BELOW - 2} steps`);
    return { kind: 'floats', seed, low, high, ...(step === undefined ? {} : { step }) };
  }
  if (node.has('step')) node.member('step').fail('only floats have steps');
  const low = node.optional('lo', (one) => one.integer()) ?? 0n;
  const count = node.member('hi').integer() - low + 1n;
  return count > 0n ? { kind: 'integers', seed, low, count } : node.member('hi').fail('it is less than lo');
}
