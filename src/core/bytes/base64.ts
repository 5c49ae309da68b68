/**
 * Base64 in two forms: the ordinary one (RFC 4648), and that of SYCL's property text, whose bits are packed from the least significant on,
 * without padding.
 *
 * Source of the second: intel/llvm llvm/lib/Support/Base64.cpp, sycl/source/detail/base64.hpp.
 */
import { byteText } from './text.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUES[ALPHABET.charCodeAt(i)] = i;
const PADDING = '='.charCodeAt(0);

/** Index of the first character outside the alphabet, or -1. */
export function foreignCharacter(text: string): number {
  for (let i = 0; i < text.length; i++) if (!((VALUES[text.charCodeAt(i)] ?? -1) >= 0)) return i;
  return -1;
}

/** Encodes bytes as property text does: four characters for three bytes; one remaining byte becomes two characters, two become three. */
export function encodeBase64(data: Uint8Array): string {
  return byteText(pack(data, new Uint8Array(charactersFor(data)), [0, 8, 16], [0, 6, 12, 18]));
}

/**
 * Decodes property text that has only characters of the alphabet and whose length is not 1 modulo 4. Spare bits of the last character are ignored.
 */
export function decodeBase64(text: string): Uint8Array {
  return unpack(text, [0, 6, 12, 18], [0, 8, 16]);
}

/** The bytes of ordinary Base64 (RFC 4648: most significant bits first), without its padding. */
export function decodeOrdinaryBase64(text: string): Uint8Array {
  return unpack(text, [18, 12, 6, 0], [16, 8, 0]);
}

/** The ordinary Base64 of bytes, with its padding. */
export function encodeOrdinaryBase64(data: Uint8Array): string {
  return byteText(pack(data, new Uint8Array(4 * Math.ceil(data.length / 3)).fill(PADDING), [16, 8, 0], [18, 12, 6, 0]));
}

/** Characters of the alphabet that bytes need. */
const charactersFor = (data: Uint8Array): number => Math.ceil((data.length * 8) / 6);

/** Encodes groups of three bytes, whose bits go to the bits from `shifts` on, as the codes of characters for the six bits at `places`. */
function pack(data: Uint8Array, codes: Uint8Array, shifts: readonly number[], places: readonly number[]): Uint8Array {
  const count = charactersFor(data);
  let at = 0;
  for (let from = 0; from < data.length; from += 3) {
    let bits = 0;
    for (let i = 0; i < 3; i++) bits |= (data[from + i] ?? 0) << (shifts[i] ?? 0);
    for (let i = 0; i < 4 && at < count; i++) codes[at++] = ALPHABET.charCodeAt((bits >>> (places[i] ?? 0)) & 63);
  }
  return codes;
}

/** Decodes groups of four characters, whose six bits go to the bits from `places` on, as bytes at `shifts`. */
function unpack(text: string, places: readonly number[], shifts: readonly number[]): Uint8Array {
  const data = new Uint8Array(Math.floor((text.length * 6) / 8));
  let at = 0;
  for (let from = 0; from < text.length; from += 4) {
    let bits = 0;
    for (let i = 0; i < 4 && from + i < text.length; i++) bits |= (VALUES[text.charCodeAt(from + i)] ?? 0) << (places[i] ?? 0);
    for (let i = 0; i < 3 && at < data.length; i++) data[at++] = bits >>> (shifts[i] ?? 0);
  }
  return data;
}
