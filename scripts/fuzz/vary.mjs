// @ts-check
/** Damage that uses knowledge of the format: its words, numbers and lines, and other files of the kind. */
import { flip, mutate, setField } from './flip.mjs';

/** @typedef {import('./flip.mjs').Random} Random */

/**
 * What mutations can use besides the bytes themselves: other originals of the format, and its words.
 * @typedef {{ readonly originals: readonly Uint8Array[], readonly words: readonly string[] }} Material
 */

/**
 * One case of the long run: {@link flip}, {@link mutate}, or what knows something of the format, and now and then one upon the other.
 * @param {Uint8Array} original
 * @param {Material} material
 * @param {Random} random
 */
export function vary(original, material, random) {
  let bytes = change(original, material, random);
  for (let again = 0; again < 3 && random() % 4 === 0; again++) bytes = change(bytes, material, random);
  return bytes;
}

/**
 * @param {Uint8Array} bytes
 * @param {Material} material
 * @param {Random} random
 */
function change(bytes, { originals, words }, random) {
  switch (random() % 8) {
    case 0:
    case 1:
      return flip(bytes, random);
    case 2:
      return mutate(bytes, random);
    case 3:
    case 4:
      return words.length > 0 ? putWord(bytes, words[random() % words.length] ?? '', random) : setNumbers(bytes, random);
    case 5:
      return splice(bytes, originals[random() % originals.length] ?? bytes, random);
    case 6:
      return setNumbers(bytes, random);
    default:
      return isText(bytes) ? moveLines(bytes, random) : moveWords(bytes, random);
  }
}

/**
 * A word over what is there, or between it; in text most often in place of a whole word.
 * @param {Uint8Array} bytes
 * @param {string} word
 * @param {Random} random
 */
function putWord(bytes, word, random) {
  let from = random() % (bytes.length + 1);
  let to = from + (random() % 3 === 0 ? 0 : word.length);
  if (isText(bytes) && random() % 4 !== 0) {
    while (from > 0 && isWordByte(bytes[from - 1])) from--;
    to = from;
    while (to < bytes.length && isWordByte(bytes[to])) to++;
  }
  return joined(bytes.subarray(0, from), Buffer.from(word, 'latin1'), bytes.subarray(Math.min(to, bytes.length)));
}

/**
 * The beginning of one and the end of another, at line ends in text and at the same place in others.
 * @param {Uint8Array} bytes
 * @param {Uint8Array} other
 * @param {Random} random
 */
function splice(bytes, other, random) {
  const at = random() % (bytes.length + 1);
  if (!isText(bytes)) return joined(bytes.subarray(0, at), other.subarray(at));
  const from = bytes.indexOf(10, at) + 1;
  return joined(bytes.subarray(0, from), other.subarray(other.indexOf(10, random() % (other.length + 1)) + 1));
}

/**
 * Numbers in digits replaced by telling ones; in binary data, aligned words that could be sizes or offsets.
 * @param {Uint8Array} original
 * @param {Random} random
 */
function setNumbers(original, random) {
  if (isText(original)) return setDigits(original, random);
  const bytes = original.slice();
  const count = 1 + (random() % 3);
  for (let left = count, tries = 0; left > 0 && tries < 64; tries++) {
    const at = (random() % (bytes.length + 1)) & ~3;
    const value = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    if (value <= 0 || value > bytes.length + 64) continue;
    setField(bytes, [at, random() % 4 === 0 ? 8 : 4], random);
    left--;
  }
  return bytes;
}

const TELLING_DIGITS = [
  '0',
  '1',
  '-1',
  '00',
  '2147483648',
  '4294967295',
  '4294967296',
  '9007199254740993',
  '18446744073709551616',
  '1e9',
  '0x10',
  '',
];

/**
 * @param {Uint8Array} bytes
 * @param {Random} random
 */
function setDigits(bytes, random) {
  let from = random() % (bytes.length + 1);
  while (from < bytes.length && !isDigit(bytes[from])) from++;
  let to = from;
  while (to < bytes.length && isDigit(bytes[to])) to++;
  return joined(bytes.subarray(0, from), Buffer.from(TELLING_DIGITS[random() % TELLING_DIGITS.length] ?? ''), bytes.subarray(to));
}

/**
 * Lines taken out, repeated, or put elsewhere; sometimes indented by more or less.
 * @param {Uint8Array} bytes
 * @param {Random} random
 */
function moveLines(bytes, random) {
  const line = (/** @type {number} */ near) => bytes.lastIndexOf(10, near) + 1;
  const from = line(random() % (bytes.length + 1));
  let to = from;
  for (let lines = 1 + (random() % 6); lines > 0 && to < bytes.length; lines--) to = bytes.indexOf(10, to) + 1 || bytes.length;
  const piece = bytes.subarray(from, to);
  const at = line(random() % (bytes.length + 1));
  switch (random() % 4) {
    case 0:
      return joined(bytes.subarray(0, from), bytes.subarray(to));
    case 1:
      return joined(bytes.subarray(0, at), piece, bytes.subarray(at));
    case 2:
      return joined(bytes.subarray(0, from), Buffer.from(' '.repeat(random() % 4)), bytes.subarray(from));
    default:
      return joined(bytes.subarray(0, from), bytes.subarray(from + (bytes[from] === 32 ? 1 + (random() % 2) : 0)));
  }
}

/**
 * An aligned piece over another, as a whole header or entry would be.
 * @param {Uint8Array} original
 * @param {Random} random
 */
function moveWords(original, random) {
  const bytes = original.slice();
  const size = 4 << (random() % 5);
  const from = Math.floor((random() % (bytes.length + 1)) / size) * size;
  const to = Math.floor((random() % (bytes.length + 1)) / size) * size;
  bytes.copyWithin(to, from, from + size);
  return bytes;
}

/**
 * The words of originals: names, keys, mnemonics, magic numbers that are letters.
 * @param {readonly Uint8Array[]} originals
 * @param {number} [most]
 */
export function wordsOf(originals, most = 2_000) {
  const words = new Set(/** @type {string[]} */ ([]));
  for (const bytes of originals) {
    for (const [word] of Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/[A-Za-z_.][\w.:/-]{2,31}/g))
      if (words.size < most) words.add(word);
  }
  return [...words];
}

const isText = (/** @type {Uint8Array} */ bytes) => bytes.subarray(0, 256).every((byte) => byte >= 9 && byte !== 127);

const isDigit = (/** @type {number | undefined} */ byte = 0) => byte >= 48 && byte < 58;
const isWordByte = (/** @type {number | undefined} */ byte = 0) => isDigit(byte) || byte === 95 || ((byte | 32) - 97) >>> 0 < 26;

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  return new Uint8Array(Buffer.concat(parts));
}
