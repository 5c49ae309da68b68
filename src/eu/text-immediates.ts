/** Immediates of statements that are assembled by their form: integers are parsed, and the bits of others are looked up by their text. */
import type { FormOperand } from './form-operand.ts';
import type { Words } from './layout.ts';
import type { DataType } from './table/types.ts';

/** Number of immediates that are kept by their text, a power of two. Each can be in two slots. */
const TEXTS = 8192;

/** How an integer is encoded in an immediate: unchanged; in both halves; in a 16-bit field; in two words. 0: it must be looked up. */
const WHOLE = 1;
const TWICE = 2;
const SHORT = 3;
const DOUBLE = 4;

const WAYS: Readonly<Record<string, number>> = { d: WHOLE, ud: WHOLE, w: TWICE, uw: TWICE, q: DOUBLE, uq: DOUBLE };

export function wayOf({ first, isShort }: FormOperand): number {
  const way = first.kind === 'immediate' ? (WAYS[first.type?.name ?? ''] ?? 0) : 0;
  return isShort ? (way === TWICE ? SHORT : 0) : way;
}

/** Adds bits to words. Bits 0 and 1 of a place are the word, the others the bit in it. */
export function put(words: Words, place: number, bits: number): void {
  words[place & 3] = (words[place & 3] as number) | (bits << (place >> 2));
}

/** Writes an integer with a sign of 1 or -1 to its place or places; returns false if its encoding is uncertain. */
export function putInteger(words: Words, place: number, more: number, way: number, value: number, sign: number): boolean {
  if (way === 0 || sign === 0) return false;
  if (way === TWICE) put(words, place, (value & 0xffff) | (value << 16));
  else if (way === SHORT && (sign < 0 || value < 0 || value > 0x7fff)) return false;
  else put(words, place, value);
  if (way === DOUBLE && sign < 0 && value !== 0) put(words, more, -1);
  return true;
}

/** The bits of immediates, by text and type. */
export class Immediates {
  readonly lows = new Int32Array(TEXTS);
  readonly highs = new Int32Array(TEXTS);
  private readonly texts: Uint8Array[] = new Array<Uint8Array>(TEXTS).fill(new Uint8Array());
  private readonly types: (DataType | undefined)[] = new Array<undefined>(TEXTS).fill(undefined);
  private readonly isShort = new Uint8Array(TEXTS);

  /** The slot of an immediate; -1 if it is unknown. */
  find(text: DataView, start: number, end: number, operand: FormOperand): number {
    const place = placeOf(text, start, end, operand.seed);
    if (this.isAt(place, text, start, end, operand)) return place;
    return this.isAt(place ^ 1, text, start, end, operand) ? place ^ 1 : -1;
  }

  private isAt(place: number, text: DataView, start: number, end: number, operand: FormOperand): boolean {
    const known = this.texts[place] as Uint8Array;
    if (known.length !== end - start || this.types[place] !== operand.first.type) return false;
    for (let i = 0; i < known.length; i++) if (known[i] !== text.getUint8(start + i)) return false;
    return this.isShort[place] === (operand.isShort ? 1 : 0);
  }

  keep(text: DataView, start: number, end: number, operand: FormOperand, words: Words): void {
    const first = placeOf(text, start, end, operand.seed);
    const isTaken = (this.texts[first] as Uint8Array).length > 0 && !this.isAt(first, text, start, end, operand);
    const place = isTaken ? first ^ 1 : first;
    this.texts[place] = Uint8Array.from({ length: end - start }, (_, i) => text.getUint8(start + i));
    this.types[place] = operand.first.type;
    this.isShort[place] = operand.isShort ? 1 : 0;
    this.lows[place] = operand.bits(words);
    this.highs[place] = operand.moreBits(words);
  }
}

function placeOf(text: DataView, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.getUint8(at), 0x0100_0193);
  return (hash ^ (hash >>> 15)) & (TEXTS - 1);
}
