// @ts-check
/** Damage that needs only the bytes: bits, fields of headers, pieces. The generator produces the same on every machine. */

/** @typedef {() => number} Random a 32-bit integer */

/**
 * A small generator of random numbers, for cases that are the same on every machine.
 * @param {number} seed
 * @returns {Random}
 */
export function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/**
 * One to eight flips. Half of them are single bits anywhere; the others put a telling value where it matters: into a field of the ELF
 * header, of a section header or of an archive's member, or a telling character into text.
 * @param {Uint8Array} original
 * @param {Random} random
 */
export function flip(original, random) {
  const bytes = original.slice();
  if (bytes.length === 0) return bytes;
  const flips = 1 + (random() % 8);
  const { places, text } = structureOf(original);
  for (let i = 0; i < flips; i++) {
    const kind = random() % 8;
    const place = places[random() % Math.max(1, places.length)];
    if (kind < 3 && place) setField(bytes, place, random);
    else if (kind === 3 && text) bytes[text[0] + (random() % (text[1] - text[0]))] = TELLING.charCodeAt(random() % TELLING.length);
    else {
      const at = random() % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (random() % 8));
    }
  }
  return bytes;
}

/**
 * As {@link flip}, and then often a piece cut out, repeated, moved in from elsewhere, or the end cut off.
 * @param {Uint8Array} original
 * @param {Random} random
 */
export function mutate(original, random) {
  const bytes = flip(original, random);
  const from = random() % (bytes.length + 1);
  const length = random() % Math.min(256, bytes.length + 1);
  const piece = bytes.subarray(from, from + length);
  const at = random() % (bytes.length + 1);
  switch (random() % 8) {
    case 0:
      return bytes.subarray(0, from);
    case 1:
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
    case 3:
      bytes.set(piece.subarray(0, bytes.length - at), at);
      return bytes;
    default:
      return bytes;
  }
}

/** What has a meaning in ze_info text or in the header of an archive's member. */
const TELLING = '\n\n\t  :-#\'"[]{},.&*!|>?%@`\\/0129xe\0\xff';
const TELLING_NUMBERS = [
  0, 1, 2, 3, 4, 7, 8, 9, 11, 16, 24, 40, 52, 64, 0x7f, 0xff, 0xffff, 0xff000011, 0x7fffffff, 0x80000000, 0xffffffff,
];

/**
 * @param {Uint8Array} bytes
 * @param {readonly [at: number, width: number]} place
 * @param {Random} random
 */
export function setField(bytes, [at, width], random) {
  const choice = random() % 4;
  const old = bytes[at] ?? 0;
  let value = TELLING_NUMBERS[random() % TELLING_NUMBERS.length] ?? 0;
  if (choice === 0) value = random() % (bytes.length + 16);
  else if (choice === 1) value = bytes.length - 8 + (random() % 16);
  else if (choice === 2) value = old + (random() % 5) - 2;
  for (let i = 0; i < width && at + i < bytes.length; i++) bytes[at + i] = i < 4 ? value >>> (8 * i) : random() % 16 === 0 ? 0xff : 0;
}

/**
 * Fields of headers. Written here once more, apart from the library's tables, so that a mistake there does not hide from the fuzzer.
 * @param {Uint8Array} bytes
 * @returns {(readonly [at: number, width: number])[]}
 */
function fieldPlaces(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  /** @type {(readonly [number, number])[]} */
  const places = [];
  if (startsWith(bytes, '!<')) {
    for (let at = 8; at + 60 <= bytes.length && places.length < 4096; ) {
      places.push([at, 16], [at + 48, 10], [at + 58, 2]);
      const size = Number.parseInt(Buffer.from(bytes.subarray(at + 48, at + 58)).toString('latin1'), 10) || 0;
      at += 60 + size + (size % 2);
    }
    return places;
  }
  if (!startsWith(bytes, '\x7fELF') || bytes.length < 64) return places;
  const is64 = bytes[4] === 2;
  for (let at = 4; at < 9; at++) places.push([at, 1]);
  places.push([16, 2], [18, 2]);
  places.push(
    ...(is64 ? header(0, [32, 8, 40, 8, 54, 2, 56, 2, 58, 2, 60, 2, 62, 2]) : header(0, [28, 4, 32, 4, 42, 2, 44, 2, 46, 2, 48, 2, 50, 2])),
  );
  const table = is64 ? Number(view.getBigUint64(40, true)) : view.getUint32(32, true);
  const size = is64 ? 64 : 40;
  const fields = is64 ? [0, 4, 4, 4, 24, 8, 32, 8, 40, 4, 44, 4, 56, 8] : [0, 4, 4, 4, 16, 4, 20, 4, 24, 4, 28, 4, 36, 4];
  for (let at = table; at + size <= bytes.length && places.length < 4096; at += size) places.push(...header(at, fields));
  return places;
}

/**
 * @param {number} base
 * @param {readonly number[]} pairs offset and width, in turns
 */
function header(base, pairs) {
  return Array.from({ length: pairs.length / 2 }, (_, i) => /** @type {const} */ ([base + (pairs[2 * i] ?? 0), pairs[2 * i + 1] ?? 0]));
}

/**
 * The ze_info text, by the word that it begins with.
 * @param {Uint8Array} bytes
 * @returns {readonly [start: number, end: number] | undefined}
 */
function textRange(bytes) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = buffer.indexOf('version:', 0, 'latin1');
  if (start < 0) return undefined;
  const end = buffer.indexOf(0, start);
  return [start, end < 0 ? bytes.length : end];
}

/**
 * @param {Uint8Array} bytes
 * @param {string} text
 */
function startsWith(bytes, text) {
  return Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;
}

/**
 * @typedef {{ places: readonly (readonly [at: number, width: number])[], text: readonly [start: number, end: number] | undefined }}
 * Structure
 */

/** @type {WeakMap<Uint8Array, Structure>} of originals, which come again and again */
const structures = new WeakMap();

/** @param {Uint8Array} original */
function structureOf(original) {
  const known = structures.get(original);
  if (known) return known;
  const structure = { places: fieldPlaces(original), text: textRange(original) };
  structures.set(original, structure);
  return structure;
}
