/** Native words → their compacted form of 8 bytes, the inverse of `read/expand.ts`. */
import type { Instruction } from '../model.ts';
import { bitsOf, COMPACTED, type Copy, copiesOf, expand, expandImmediate, gather, hasImmediate, kindOf } from '../read/expand.ts';
import { COMPACT_ROWS, COMPACT_TABLES, type CompactKind, compactImmediate } from '../table/compaction.ts';
import { type BitRange, bitRanges, type Words } from '../table/layout.ts';
import { inRange, PLATFORMS, XE } from '../table/platforms.ts';

/** Consecutive bits of native words, and their weight in the value. */
interface Run {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
  readonly factor: number;
}

/** A row with a table: the native bits to look up, and where the index of their value is written. */
interface Search {
  readonly native: readonly Run[];
  readonly compacted: readonly BitRange[];
  readonly indices: ReadonlyMap<number, number>;
  /** Indices whose value another one has before them. */
  readonly repeated: ReadonlySet<number>;
}

/** One form of compaction. */
class Form {
  readonly copies: readonly Copy[];
  private readonly tables: readonly Search[];
  /** Bits that are 0 in every instruction with the form. */
  private readonly zero: Words;
  /** Bits of the compacted instruction that mean nothing. */
  private readonly unused: Words;

  constructor(copies: readonly Copy[], tables: readonly Search[], zero: Words, unused: Words) {
    this.copies = copies;
    this.tables = tables;
    this.zero = zero;
    this.unused = unused;
  }

  /** Whether these eight bytes are those that `compact` makes of what they are expanded to. */
  isCanonical(low: number, high: number): boolean {
    const [unusedLow = 0, unusedHigh = 0] = this.unused;
    if ((low & unusedLow) !== 0 || (high & unusedHigh) !== 0) return false;
    return this.tables.every(({ repeated, compacted }) => repeated.size === 0 || !repeated.has(gather(low, high, compacted)));
  }

  /** Writes the table indices into the result; returns false if a table does not have the value. */
  putIndices(words: Words): boolean {
    const { zero } = this;
    for (let i = 0; i < 4; i++) if (((words[i] ?? 0) & (zero[i] ?? 0)) !== 0) return false;
    for (const { native, compacted, indices } of this.tables) {
      const index = indices.get(nativeValue(words, native));
      if (index === undefined) return false;
      put(index, compacted);
    }
    return true;
  }
}

function runsOf(ranges: readonly BitRange[]): Run[] {
  let factor = 1;
  return ranges.map(({ high, low }) => {
    const width = high - low + 1;
    const run = { word: low >> 5, shift: low & 31, mask: width === 32 ? -1 : (1 << width) - 1, factor };
    factor *= 2 ** width;
    return run;
  });
}

function compactForm(kind: CompactKind, platform: number, isImmediate: boolean): Form {
  const rows = COMPACT_ROWS.filter(
    ([kinds, platforms, when]) =>
      kinds.split(' ').includes(kind) && inRange(platform, platforms) && (when === '' || when === (isImmediate ? 'imm' : 'reg')),
  );
  const zero = Uint32Array.of(~127, -1, -1, -1);
  const unused = Int32Array.of(~(127 | COMPACTED), -1);
  const copies: Copy[] = [];
  const tables: Search[] = [];
  // Of several rows for the same bits, the last one compares the most bits.
  for (const [, , , from, table, to] of rows.filter(
    (row, i) => !rows.slice(i + 1).some((later) => later[3] === row[3] && later[4] === row[4]),
  )) {
    const native = runsOf(bitRanges(to));
    const compacted = bitRanges(from);
    clear(zero, native);
    clear(unused, runsOf(compacted));
    if (table === '=') {
      copies.push(...copiesOf(compacted, bitRanges(to)));
      continue;
    }
    const size = 2 ** bitsOf(bitRanges(to));
    const indices = new Map<number, number>();
    const repeated = new Set<number>();
    for (const [index, text] of (COMPACT_TABLES[table] ?? '').split(' ').entries()) {
      const value = Number.parseInt(text, 16) % size;
      if (indices.has(value)) repeated.add(index);
      else indices.set(value, index);
    }
    tables.push({ native, compacted, indices, repeated });
  }
  // The last word is the immediate.
  if (isImmediate) {
    zero[3] = 0;
    clear(unused, runsOf(bitRanges(compactImmediate(platform))));
  }
  return new Form(copies, tables, zero, unused);
}

function clear(words: Words, runs: readonly Run[]): void {
  for (const { word, shift, mask } of runs) words[word] = (words[word] ?? 0) & ~(mask << shift);
}

const forms: Partial<Record<CompactKind, Form>>[] = PLATFORMS.flatMap(() => [{}, {}]);

function formFor(kind: CompactKind, platform: number, isImmediate: boolean): Form {
  const known = forms[2 * platform + (isImmediate ? 1 : 0)] ?? {};
  known[kind] ??= compactForm(kind, platform, isImmediate);
  return known[kind];
}

/** The bits of runs as one number of at most 49 bits. */
function nativeValue(words: Words, runs: readonly Run[]): number {
  let value = 0;
  for (const { word, shift, mask, factor } of runs) value += ((((words[word] ?? 0) >>> shift) & mask) >>> 0) * factor;
  return value;
}

const result = new Uint32Array(2);
const checked = new Int32Array(4);

function put(value: number, ranges: readonly BitRange[]): void {
  let rest = value;
  for (const { high, low } of ranges) {
    const width = high - low + 1;
    result[low >> 5] = (result[low >> 5] ?? 0) | ((rest & ((1 << width) - 1)) << (low & 31));
    rest >>>= width;
  }
}

/** Whether an instruction is not compacted, or is what `compact` makes of its words. */
export function isCompactedAlike({ size, compact0, compact1, w1, w2 }: Instruction, platform: number): boolean {
  if (size === 16) return true;
  const kind = kindOf(compact0, platform);
  if (kind === undefined) return false;
  const isImmediate = kind !== 'ternary' && kind !== 'matrix' && hasImmediate(kind, platform, w1, w2);
  return formFor(kind, platform, isImmediate).isCanonical(compact0, compact1);
}

/** Overwrites the first two native words with the compacted form. Returns false, and changes nothing, if there is none. */
export function compact(words: Words, platform: number): boolean {
  const first = words[0] ?? 0;
  const kind = kindOf(first, platform);
  if (kind === undefined) return false;
  const isImmediate = kind !== 'ternary' && kind !== 'matrix' && hasImmediate(kind, platform, words[1] ?? 0, words[2] ?? 0);
  result[0] = (first & 127) | COMPACTED;
  result[1] = 0;
  const form = formFor(kind, platform, isImmediate);
  if (!form.putIndices(words)) return false;
  for (let i = 0; i < form.copies.length; i++) {
    const { from, shift, mask, word, to } = form.copies[i] as Copy;
    result[from] = (result[from] ?? 0) | ((((words[word] ?? 0) >>> to) & mask) << shift);
  }
  if (isImmediate) putImmediate(kind, platform, words);
  const low = result[0] ?? 0;
  const high = result[1] ?? 0;
  // All bits have been compared, except those of an immediate. Until Gen11 some register files have no compacted form.
  if (platform < XE) {
    if (expand(low, high, platform, checked) !== undefined) return false;
    for (let i = 0; i < 4; i++) if (checked[i] !== ((words[i] ?? 0) | 0)) return false;
  } else if (isImmediate) {
    const immediate = words[3] ?? 0;
    const problem = expandImmediate(kind, platform, high, words);
    const isSame = words[3] === immediate;
    words[3] = immediate;
    if (problem !== undefined || !isSame) return false;
  }
  words[0] = low;
  words[1] = high;
  return true;
}

/** Writes the bits of an immediate that the compacted form has: 12, or 13 until Gen11. Expanding it then shows whether they suffice. */
function putImmediate(kind: CompactKind, platform: number, words: Words): void {
  const value = words[3] ?? 0;
  if (platform < XE) {
    result[1] = (result[1] ?? 0) | (((value >>> 8) & 31) << 3) | (value << 24);
    return;
  }
  const type = kind === 'unary' ? ((words[1] ?? 0) >>> 8) & 15 : ((words[2] ?? 0) >>> 24) & 15;
  const bits = type === 9 ? value >>> 4 : type === 10 ? value >>> 20 : value;
  result[1] = (result[1] ?? 0) | (bits << 20);
}
