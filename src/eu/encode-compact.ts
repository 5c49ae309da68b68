/** Native words → their compacted form of 8 bytes, the inverse of `compact.ts`. */
import { bitsOf, COMPACTED, expand, hasImmediate, kindOf } from './compact.ts';
import { type BitRange, bitRanges, type Words } from './layout.ts';
import { COMPACT_ROWS, COMPACT_TABLES, type CompactKind } from './table/compaction.ts';
import { inRange, PLATFORMS, XE } from './table/platforms.ts';

/** Bits of native words that are one after the other, and what they count in the value. */
interface Run {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
  readonly factor: number;
}

/** One row: the bits that are compared, and where their index is written. */
interface Search {
  readonly native: readonly Run[];
  readonly compacted: readonly BitRange[];
  /** The index of each value; `undefined` where the bits are copied. */
  readonly indices: ReadonlyMap<number, number> | undefined;
}

interface Form {
  readonly searches: readonly Search[];
  /** Bits that are 0 in everything that has the form. */
  readonly zero: Words;
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

function compile(kind: CompactKind, platform: number, isImmediate: boolean): Form {
  const rows = COMPACT_ROWS.filter(
    ([kinds, platforms, when]) =>
      kinds.split(' ').includes(kind) && inRange(platform, platforms) && (when === '' || when === (isImmediate ? 'imm' : 'reg')),
  );
  // Of rows for the same bits the last looks at the most.
  const searches = rows
    .filter((row, i) => !rows.slice(i + 1).some((later) => later[3] === row[3] && later[4] === row[4]))
    .map(([, , , from, table, to]) => {
      const native = bitRanges(to);
      const compacted = bitRanges(from);
      if (table === '=') return { native: runsOf(native), compacted, indices: undefined };
      const size = 2 ** bitsOf(native);
      const indices = new Map<number, number>();
      (COMPACT_TABLES[table] ?? '').split(' ').forEach((text, index) => {
        const value = Number.parseInt(text, 16) % size;
        if (!indices.has(value)) indices.set(value, index);
      });
      return { native: runsOf(native), compacted, indices };
    });
  const zero = Uint32Array.of(~127, -1, -1, -1);
  for (const { word, shift, mask } of searches.flatMap(({ native }) => native)) zero[word] = (zero[word] as number) & ~(mask << shift);
  return { searches, zero };
}

const forms: Partial<Record<CompactKind, Form>>[] = PLATFORMS.flatMap(() => [{}, {}]);

function formFor(kind: CompactKind, platform: number, isImmediate: boolean): Form {
  const known = forms[2 * platform + (isImmediate ? 1 : 0)] ?? {};
  known[kind] ??= compile(kind, platform, isImmediate);
  return known[kind];
}

/** The bits of runs as a number of at most 49 bits. */
function gather(words: Words, runs: readonly Run[]): number {
  let value = 0;
  for (const { word, shift, mask, factor } of runs) value += ((((words[word] as number) >>> shift) & mask) >>> 0) * factor;
  return value;
}

const result = new Uint32Array(2);
const checked = new Uint32Array(4);

function put(value: number, ranges: readonly BitRange[]): void {
  let rest = value;
  for (const { high, low } of ranges) {
    const width = high - low + 1;
    result[low >> 5] = (result[low >> 5] as number) | ((rest & ((1 << width) - 1)) << (low & 31));
    rest >>>= width;
  }
}

/** The compacted form of native words, two numbers; `undefined` when they have none. */
export function compact(words: Words, platform: number): readonly [number, number] | undefined {
  const first = words[0] as number;
  const kind = kindOf(first, platform);
  if (kind === undefined) return undefined;
  const isImmediate = kind !== 'ternary' && kind !== 'matrix' && hasImmediate(kind, platform, words);
  result[0] = (first & 127) | COMPACTED;
  result[1] = 0;
  const { searches, zero } = formFor(kind, platform, isImmediate);
  for (let i = 0; i < (isImmediate ? 3 : 4); i++) if (((words[i] as number) & (zero[i] as number)) !== 0) return undefined;
  for (const { native, compacted, indices } of searches) {
    const value = gather(words, native);
    const index = indices === undefined ? value : indices.get(value);
    if (index === undefined) return undefined;
    put(index, compacted);
  }
  if (isImmediate) putImmediate(kind, platform, words);
  const [low, high] = result as unknown as [number, number];
  // Without an immediate every bit has been looked at; until Gen11 some register files have no compacted form.
  if (!isImmediate && platform >= XE) return [low, high];
  if (expand(low, high, platform, checked) !== undefined) return undefined;
  return checked.every((word, i) => word === words[i]) ? [low, high] : undefined;
}

/** The bits of an immediate that the compacted form has: 12, or 13 until Gen11. Whether they are enough is seen when they are expanded. */
function putImmediate(kind: CompactKind, platform: number, words: Words): void {
  const value = words[3] as number;
  if (platform < XE) {
    result[1] = (result[1] as number) | (((value >>> 8) & 31) << 3) | (value << 24);
    return;
  }
  const type = kind === 'unary' ? ((words[1] as number) >>> 8) & 15 : ((words[2] as number) >>> 24) & 15;
  const bits = type === 9 ? value >>> 4 : type === 10 ? value >>> 20 : value;
  result[1] = (result[1] as number) | (bits << 20);
}
