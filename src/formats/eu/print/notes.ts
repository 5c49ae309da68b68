/**
 * Notes: comments with information that assembly text cannot express. Other assemblers read them as comments.
 *
 *     L24:
 *              add (8|M0)  r1.0<1>:d  r2.0<8;8,1>:d  1:w     // zebin: bits 95:92=0x3, 33=0x1
 *              mov (1|M0)  r1.0<1>:ud  0x1:ud                // zebin: words 0x20000061 0x050c0220
 *     // zebin: words 0x0000007f 0x00000000 0x00000000 0x00000000 // opcode 0x7f is not an operation of this platform
 *     // zebin: bytes 00 00 00 00 00 00 00 00
 *
 *     // zebin: align 64
 *     // zebin: symbol _entry
 *     // zebin: zeros 128 64
 *
 * `bits` follows an instruction, and changes bits of its 16 bytes before it is compacted. `words` follows an instruction whose text does
 * not describe it and which consists of these words; it can also replace an instruction, on a line of its own. All other notes are on lines
 * of their own: `bytes` adds bytes; `align` inserts instructions without effect up to a multiple of a number of bytes; `zeros` adds a
 * number of zero bytes, and more up to a multiple of the second number. A mark names a position; the format that contains the code defines
 * the meaning of its words. A comment may follow a note that is not a mark.
 */
import { hexDigits } from '../../../core/bytes/index.ts';
import type { BitRange } from '../table/layout.ts';

export const NOTE = '// zebin:';

/** Bits of an instruction, and their value. */
export interface NoteBits extends BitRange {
  readonly value: number;
}

export type Note =
  | { readonly kind: 'bits'; readonly bits: readonly NoteBits[] }
  | { readonly kind: 'words'; readonly words: readonly number[] }
  | { readonly kind: 'bytes'; readonly bytes: readonly number[] }
  | { readonly kind: 'align'; readonly multiple: number }
  | { readonly kind: 'zeros'; readonly least: number; readonly multiple: number }
  | { readonly kind: 'mark'; readonly name: MarkName; readonly text: string };

/** The first words of marks, which begin or end something at a position in the code, or belong to the next instruction. */
export const MARKS = ['symbol', 'end', 'offset', 'relocation', 'layout'] as const;

export type MarkName = (typeof MARKS)[number];

/** Maximum length of a note that is not a mark. */
const LONGEST = 600;
/** Maximum number of bytes in one note; the remainder at the end of the code is shorter than an instruction. */
const MOST_BYTES = 64;

/** Maximum number of bytes that a note adds. No code needs more, and a few digits must not be able to request any amount. */
const MOST_ADDED = 1 << 20;
const MOST_ALIGNED = 4096;

const rangeText = ({ high, low, value }: NoteBits): string => `${high === low ? low : `${high}:${low}`}=0x${(value >>> 0).toString(16)}`;

/** A note as a comment. */
export function printNote(note: Note): string {
  if (note.kind === 'bits') return `${NOTE} bits ${note.bits.map(rangeText).join(', ')}`;
  if (note.kind === 'words') return `${NOTE} words ${note.words.map((word) => `0x${hexDigits(word >>> 0, 8)}`).join(' ')}`;
  if (note.kind === 'align') return `${NOTE} align ${note.multiple}`;
  if (note.kind === 'zeros') return `${NOTE} zeros ${note.least} ${note.multiple}`;
  if (note.kind === 'mark') return `${NOTE} ${note.name} ${note.text}`;
  return `${NOTE} bytes ${note.bytes.map((byte) => hexDigits(byte, 2)).join(' ')}`;
}

/** The note in a comment, from its mark to the end of the line; `undefined` if it is not one. */
export function parseNote(text: string): Note | undefined {
  const [, kind = '', words = ''] = /^\/\/ zebin: ([a-z]+) ([^\n]*)$/.exec(text) ?? [];
  const mark = MARKS.find((name) => name === kind);
  if (mark !== undefined) return { kind: 'mark', name: mark, text: trimmed(words) };
  const comment = words.indexOf(' //');
  const rest = trimmed(comment < 0 ? words : words.slice(0, comment));
  if (rest.length > LONGEST) return undefined;
  if (kind === 'bits') {
    const bits = rest.split(', ').map(parseRange);
    return bits.every((one) => one !== undefined) ? { kind, bits } : undefined;
  }
  if (kind === 'words') {
    const words = rest.split(' ');
    if (words.length !== 2 && words.length !== 4) return undefined;
    return words.every((word) => /^0x[0-9a-fA-F]{1,8}$/.test(word)) ? { kind, words: words.map(Number) } : undefined;
  }
  if (kind === 'align' || kind === 'zeros') return parseAmount(kind, rest);
  const bytes = rest.split(' ');
  if (kind !== 'bytes' || bytes.length > MOST_BYTES) return undefined;
  return bytes.every((byte) => /^[0-9a-fA-F]{2}$/.test(byte)) ? { kind, bytes: bytes.map((byte) => Number.parseInt(byte, 16)) } : undefined;
}

/** A text without trailing blanks. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r'.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

function parseAmount(kind: 'align' | 'zeros', text: string): Note | undefined {
  const numbers = text.split(' ').map((word) => (/^\d{1,7}$/.test(word) ? Number(word) : Number.NaN));
  const multiple = numbers.at(-1) as number;
  if (!numbers.every((number) => number <= MOST_ADDED) || multiple === 0) return undefined;
  if (kind === 'align') return numbers.length === 1 && multiple % 8 === 0 && multiple <= MOST_ALIGNED ? { kind, multiple } : undefined;
  return numbers.length === 2 ? { kind, least: numbers[0] ?? 0, multiple } : undefined;
}

function parseRange(text: string): NoteBits | undefined {
  const [, first = '', last = first, digits = ''] = /^(\d{1,3})(?::(\d{1,3}))?=0x([0-9a-fA-F]{1,8})$/.exec(text) ?? [];
  const [high, low, value] = [Number(first), Number(last), Number.parseInt(digits, 16)];
  const isRange = digits !== '' && high < 128 && low <= high && high >> 5 === low >> 5;
  return isRange && value < 2 ** (high - low + 1) ? { high, low, value } : undefined;
}

/** Writes the bits of a note into words. */
export function putBits(words: Uint32Array | Int32Array, bits: readonly NoteBits[]): void {
  for (const { high, low, value } of bits) {
    const mask = (2 ** (high - low + 1) - 1) * 2 ** (low & 31);
    const word = low >> 5;
    words[word] = ((words[word] ?? 0) & ~mask) | (value << (low & 31));
  }
}

/** The bits in which `wanted` differs from `words`, as ranges with their wanted values. */
export function differences(words: ArrayLike<number>, expected: ArrayLike<number>): NoteBits[] {
  const bits: NoteBits[] = [];
  for (let word = 0; word < 4; word++) {
    let rest = ((words[word] ?? 0) ^ (expected[word] ?? 0)) >>> 0;
    while (rest !== 0) {
      const low = 31 - Math.clz32(rest & -rest);
      // A run of bits that differ.
      const end = ~(rest >>> low) >>> 0;
      const width = end === 0 ? 32 - low : Math.min(31 - Math.clz32(end & -end), 32 - low);
      const value = ((expected[word] ?? 0) >>> low) & (width === 32 ? -1 : (1 << width) - 1);
      bits.push({ high: 32 * word + low + width - 1, low: 32 * word + low, value: value >>> 0 });
      rest = low + width >= 32 ? 0 : (rest & ~((2 ** width - 1) * 2 ** low)) >>> 0;
    }
  }
  return bits;
}
