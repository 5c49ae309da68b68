// @ts-check
/** A test of piglit as a case of ours (docs/run.md). */
import { isNull, isTrue } from './read.mjs';

/** @typedef {import('./read.mjs').Test} Test */
/** @typedef {import('./read.mjs').Argument} Argument */
/** @typedef {{ type: string, bytes: Uint8Array, lanes: number, rest: readonly string[] }} Data */

/** @type {Readonly<Record<string, readonly [size: number, put: (view: DataView, at: number, text: string) => void]>>} */
const TYPES = {
  char: [1, (view, at, text) => view.setInt8(at, Number(integerOf(text)))],
  uchar: [1, (view, at, text) => view.setUint8(at, Number(integerOf(text)))],
  short: [2, (view, at, text) => view.setInt16(at, Number(integerOf(text)), true)],
  ushort: [2, (view, at, text) => view.setUint16(at, Number(integerOf(text)), true)],
  int: [4, (view, at, text) => view.setInt32(at, Number(integerOf(text)), true)],
  uint: [4, (view, at, text) => view.setUint32(at, Number(integerOf(text)), true)],
  long: [8, (view, at, text) => view.setBigInt64(at, integerOf(text), true)],
  ulong: [8, (view, at, text) => view.setBigUint64(at, integerOf(text), true)],
  half: [2, (view, at, text) => view.setUint16(at, halfBits(floatOf(text)), true)],
  float: [4, (view, at, text) => view.setFloat32(at, floatOf(text), true)],
  double: [8, (view, at, text) => view.setFloat64(at, floatOf(text), true)],
};
/** From so many units in the last place on, any value is right. */
const ANY = { half: 2 ** 11, float: 2 ** 24, double: 2 ** 53 };
/** What a buffer holds that nothing is written into. */
const UNWRITTEN = 0xa5;

/** @param {string} text */
function integerOf(text) {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''));
}

/** @param {string} text decimal, hexadecimal, or a word */
function floatOf(text) {
  const [, sign = '', size = ''] = /^([+-]?)(.*)$/.exec(text.toLowerCase()) ?? [];
  const [, whole = '', part = '', exponent = '0'] = /^0x([0-9a-f]+)\.?([0-9a-f]*)(?:p([+-]?\d+))?$/.exec(size) ?? [];
  const number = /^inf/.test(size)
    ? Number.POSITIVE_INFINITY
    : whole === ''
      ? Number(size)
      : Number.parseInt(whole + part, 16) * 2 ** (Number(exponent) - 4 * part.length);
  return sign === '-' ? -number : number;
}

/** As piglit converts them: the fraction is cut off, and numbers below the normal ones are not made. @param {number} value */
function halfBits(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const high = view.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const biased = exponent === 0 || exponent === 0x7ff ? exponent & 0x1f : exponent - 1008;
  return ((high >>> 31) << 15) | (biased << 10) | ((high >>> 10) & 0x3ff);
}

/** Values of a type such as `int3`. A vector of three takes the space of four. @param {string} name @param {number} count @param {readonly string[]} words values, and what follows them @returns {Data} */
function dataOf(name, count, words) {
  const [, type = '', vector = '1'] = /^([a-z]+)(\d*)$/.exec(name) ?? [];
  const lanes = Number(vector || 1);
  const stored = lanes === 3 ? 4 : lanes;
  const row = TYPES[type];
  if (row === undefined) throw new Error(`${name} is not a type`);
  const [size, put] = row;
  const bytes = new Uint8Array(count * stored * size);
  const repeats = /^repeat$/i.test(words[0] ?? '');
  const first = repeats ? 1 : 0;
  const end = words.findIndex((word) => /^(tolerance|image_\w+)$/.test(word));
  const values = words.slice(first, end < 0 ? undefined : end);
  const rest = end < 0 ? [] : words.slice(end);
  if (isNull(values[0])) return { type, bytes: bytes.fill(0), lanes, rest };
  if (/^random$/i.test(values[0] ?? '')) return { type, bytes: bytes.map((_, i) => (i * 0x9e3779b1) >>> 24), lanes, rest };
  if (!repeats && values.length !== count * lanes) throw new Error(`${values.length} values for ${count * lanes}`);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count * lanes; i++) put(view, (Math.floor(i / lanes) * stored + (i % lanes)) * size, values[i % values.length] ?? '');
  return { type, bytes, lanes, rest };
}

/** Properties of an image or sampler by their names: each word is followed by its value. @param {readonly string[]} words @returns {Readonly<Record<string, string>>} */
const propertiesOf = (words) => Object.fromEntries(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? '']] : [])));

/** @param {readonly string[]} words after `image` */
function imageOf([name = '', ...words]) {
  const properties = propertiesOf(words.slice(words.indexOf('image_type')));
  const [width, height] = [Number(properties.image_width), Number(properties.image_height)];
  const shape = {
    ...{ kind: 'image', dim: properties.image_type?.toLowerCase(), width, height },
    channel: properties.image_channel_data_type?.toUpperCase(),
    order: properties.image_channel_order?.toUpperCase(),
  };
  return { shape, data: dataOf(name, width * height, words) };
}

/** @param {readonly string[]} words after `buffer` */
function bufferOf([name = '', ...words]) {
  const [, type = '', count = ''] = /^(\w+)\[(\d+)\]$/.exec(name) ?? [];
  return { data: dataOf(type, Number(count), words), isNull: isNull(words[0]) };
}

const base64 = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('base64');

/** @param {Argument} argument @param {boolean} isLocal whether it is a pointer to local memory @param {boolean} isGiven */
function argumentOf({ words: [kind = '', ...words] }, isLocal, isGiven) {
  const fill = (/** @type {Uint8Array} */ bytes) => ({ base64: base64(isGiven ? bytes : bytes.map(() => UNWRITTEN)) });
  if (kind === 'buffer') {
    const { data, isNull } = bufferOf(words);
    const { bytes } = data;
    // The size of a handle is what piglit asks for.
    if (isNull) return isLocal ? { kind: 'local', size: Math.max(8, bytes.length) } : { kind: 'null' };
    return { kind, type: 'uchar', count: bytes.length, fill: fill(bytes) };
  }
  if (kind === 'image') {
    const { shape, data } = imageOf(words);
    return { ...shape, fill: fill(data.bytes) };
  }
  if (kind === 'sampler') {
    const { normalized_coords = '', addressing_mode = '', filter_mode = '' } = propertiesOf(words);
    const normalized = isTrue(normalized_coords);
    return { kind, normalized, addressing: addressing_mode.toLowerCase(), filter: filter_mode.toLowerCase() };
  }
  const { bytes } = dataOf(kind, 1, words);
  if (isNull(words[0])) return { kind: 'local', size: bytes.length };
  return { kind: 'struct', hex: Buffer.from(bytes).toString('hex') };
}

/** @param {Argument} argument */
function outputOf({ index, words: [kind, ...words] }) {
  const { data } = kind === 'image' ? imageOf(words) : bufferOf(words);
  const { type, bytes, lanes, rest } = data;
  const from = rest.indexOf('tolerance');
  const [tolerance = '0', unit = ''] = from < 0 ? [] : rest.slice(from + 1);
  const padding = lanes === 3 ? { skip_every: [4, 3] } : {};
  const output = { arg: index, type, expect: { size: bytes.length, base64: base64(bytes) } };
  const any = /** @type {Readonly<Record<string, number>>} */ (ANY)[type];
  if (any === undefined) {
    // The generator writes the number that means any float for integers too.
    if (Number(tolerance) >= ANY.float) return { ...output, class: 'any' };
    if (Number(tolerance) !== 0) throw new Error(`a tolerance of ${tolerance} for integers`);
    return { ...output, ...padding, class: 'exact' };
  }
  const isUnits = unit === 'ulp';
  // Without a unit it is a distance, as documented; the number for any value is meant as units.
  const rule = Number(tolerance) >= any ? { any: true } : isUnits ? { ulp: Number(tolerance) } : { abs: Number(tolerance) };
  return { ...output, ...padding, class: 'float', zero: 'any', ...rule };
}

/**
 * The case of a test, as JSON. Throws `Error` for what cannot be said in a case.
 *
 * @param {Test} test
 * @param {readonly import('../../src/internal.ts').Parameter[]} parameters of the kernel
 */
export function caseOf({ name, kernel, global, local, offset, given, expected }, parameters) {
  const count = Math.max(0, ...[...given, ...expected].map(({ index }) => index + 1));
  const args = Array.from({ length: count }, (_, index) => {
    const own = given.find((one) => one.index === index);
    const other = expected.find((one) => one.index === index);
    const argument = own ?? other;
    return argument === undefined ? { kind: 'null' } : argumentOf(argument, parameters[index]?.kind === 'local', own !== undefined);
  });
  return { name, kernel, global, local, offset, nonuniform: false, args, outputs: expected.map(outputOf) };
}
