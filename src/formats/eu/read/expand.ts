/**
 * Compacted instructions: 8 bytes that encode an instruction of 16.
 *
 * Source: visa/iga/GEDLibrary/GED_external/Source/ged/xcoder/ged_ins.cpp of intel/intel-graphics-compiler.
 */

import { COMPACT_ROWS, COMPACT_TABLES, type CompactKind, type CompactRow, type When } from '../table/compaction.ts';
import { BINARY_MATH, functionsOf } from '../table/functions.ts';
import { type BitRange, bitRanges, NO_PLACE, type Place, placeOf, type Words } from '../table/layout.ts';
import { type Operation, operationsOf } from '../table/operations.ts';
import { GEN8, GEN10, inRange, PLATFORMS, XE, XE_HP, XE_HPC } from '../table/platforms.ts';

/** The bit of the first word that marks a compacted instruction. It is 0 in native words, and set in keys of forms of compacted ones. */
export const COMPACTED = 1 << 29;

/** Bits of a compacted instruction that are copied to the native one. */
export interface Copy {
  /** The source word: 0 is the lower one, 1 the upper one. */
  readonly from: number;
  readonly shift: number;
  readonly mask: number;
  readonly word: number;
  readonly to: number;
}

/** One compiled row. */
export class Step {
  readonly when: When;
  /** From the row: the name of its table, and the native bits. */
  readonly table: string;
  readonly to: readonly BitRange[];
  readonly from: readonly BitRange[];
  /** `from` as a place in the two words, with up to two parts. */
  readonly place: Place;
  readonly rest: Place;
  /** The copies, if the row has no table. */
  readonly copies: readonly Copy[];
  /** What each value of the table sets in the native words: four words per value. */
  readonly patches: Int32Array;

  constructor([, , when, from, table, to]: CompactRow) {
    this.when = when;
    this.table = table;
    this.to = bitRanges(to);
    this.from = bitRanges(from);
    this.place = placeOf(from);
    this.rest = this.place.rest ?? NO_PLACE;
    this.copies = table === '=' ? copiesOf(this.from, this.to) : [];
    const values = table === '=' ? [] : (COMPACT_TABLES[table] ?? '').split(' ');
    this.patches = new Int32Array(table === '=' ? 0 : 4 << bitsOf(this.from));
    for (const [value, text] of values.entries()) scatter(Number.parseInt(text, 16), this.to, this.patches, 4 * value);
  }
}

export function copiesOf(from: readonly BitRange[], to: readonly BitRange[]): Copy[] {
  const copies: Copy[] = [];
  const sources = from.flatMap(inWords);
  for (const { high, low } of to.flatMap(inWords)) {
    for (let at = low; at <= high; ) {
      const [source] = sources as [BitRange];
      const width = Math.min(high - at, source.high - source.low) + 1;
      copies.push({
        from: source.low >> 5,
        shift: source.low & 31,
        mask: width === 32 ? -1 : (1 << width) - 1,
        word: at >> 5,
        to: at & 31,
      });
      at += width;
      if (source.low + width > source.high) sources.shift();
      else sources[0] = { high: source.high, low: source.low + width };
    }
  }
  return copies;
}

/** The parts of a range in each word. */
const inWords = ({ high, low }: BitRange): BitRange[] =>
  high >> 5 === low >> 5 ? [{ high, low }] : [{ high: low | 31, low }, ...inWords({ high, low: (low | 31) + 1 })];

export const bitsOf = (ranges: readonly BitRange[]): number => ranges.reduce((sum, { high, low }) => sum + high - low + 1, 0);

/** The value of some bits of a compacted instruction. */
export function gather(low: number, high: number, ranges: readonly BitRange[]): number {
  let value = 0;
  let at = 0;
  for (const range of ranges) {
    const width = range.high - range.low + 1;
    const word = range.low < 32 ? low : high;
    value |= ((word >>> (range.low & 31)) & ((1 << width) - 1)) << at;
    at += width;
  }
  return value;
}

/** Spreads a value over native bits. Values have up to 49 bits, so it uses division instead of shifts. */
function scatter(value: number, ranges: readonly BitRange[], patches: Int32Array, at: number): void {
  let rest = value;
  for (const { high, low } of ranges) {
    const size = 2 ** (high - low + 1);
    const word = at + (low >> 5);
    patches[word] = (patches[word] ?? 0) | ((rest % size) << (low & 31));
    rest = Math.floor(rest / size);
  }
}

const stepsOf = (kind: CompactKind, platform: number): Step[] =>
  COMPACT_ROWS.filter(([kinds, platforms]) => kinds.split(' ').includes(kind) && inRange(platform, platforms)).map((row) => new Step(row));

/** The rows of a kind that apply under one condition. */
class Steps {
  readonly all: readonly Step[];
  readonly copies: readonly Copy[];
  readonly tables: readonly Step[];

  constructor(steps: readonly Step[], when: When) {
    this.all = steps.filter((step) => step.when === when);
    this.copies = this.all.flatMap(({ copies }) => copies);
    this.tables = this.all.filter(({ copies }) => copies.length === 0);
  }
}

/** The expansion of one kind of instructions. */
export class Expansion {
  readonly kind: CompactKind;
  readonly platform: number;
  /** Whether its sources can be immediates. */
  readonly hasImmediates: boolean;
  readonly always: Steps;
  readonly immediate: Steps;
  readonly register: Steps;

  constructor(kind: CompactKind, platform: number) {
    const steps = stepsOf(kind, platform);
    this.kind = kind;
    this.platform = platform;
    this.hasImmediates = kind === 'unary' || kind === 'binary';
    this.always = new Steps(steps, '');
    this.immediate = new Steps(steps, 'imm');
    this.register = new Steps(steps, 'reg');
  }
}

const compiled: readonly Map<CompactKind, Expansion>[] = PLATFORMS.map(() => new Map());

/** The rows of a kind by their conditions, compiled once. */
export function expansionOf(kind: CompactKind, platform: number): Expansion {
  const known = compiled[platform]?.get(kind);
  if (known !== undefined) return known;
  const expansion = new Expansion(kind, platform);
  compiled[platform]?.set(kind, expansion);
  return expansion;
}

type OperationKind = CompactKind | 'math' | 'none' | undefined;

/** The kind of compaction for an operation of a platform; `math` is unary or binary, depending on its function. */
function kindOfOperation({ format, mnemonic, opcode }: Operation, platform: number): OperationKind {
  // Among opcodes without a name, these can be compacted.
  if (opcode === 0x5a && mnemonic === 'illegal') return 'none';
  if (opcode === 0x74) return 'none';
  if (format === 'unary' || format === 'binary') return format;
  if (format === 'sync') return platform === XE ? 'binary' : 'unary';
  if (format === 'ternary') {
    if (platform > GEN10 && platform < XE) return undefined;
    if (mnemonic === 'madm' && platform >= XE_HP && platform < XE_HPC) return undefined;
    return mnemonic === 'dpas' && platform >= XE_HPC ? 'matrix' : 'ternary';
  }
  if (platform >= XE) return undefined;
  if (format === 'math') return 'math';
  if (mnemonic === 'jmpi' || (format === 'send' && platform === GEN8)) return 'binary';
  return mnemonic === 'ret' ? 'unary' : undefined;
}

const kinds: (readonly OperationKind[] | undefined)[] = PLATFORMS.map(() => undefined);

/** The kinds of the operations of a platform, by opcode, computed once. */
function kindsOf(platform: number): readonly OperationKind[] {
  const known = kinds[platform] ?? operationsOf(platform).map((operation) => operation && kindOfOperation(operation, platform));
  if (platform in kinds) kinds[platform] = known;
  return known;
}

/**
 * Writes the native words of a compacted instruction.
 *
 * @returns why the words are not an instruction, or `undefined` if they are
 */
export function expand(low: number, high: number, platform: number, words: Words): string | undefined {
  const opcode = low & 127;
  const known = kindsOf(platform)[opcode];
  words[0] = known === undefined ? 0 : opcode;
  words[1] = 0;
  words[2] = 0;
  words[3] = 0;
  if (known === undefined) return `opcode 0x${opcode.toString(16)} has no compacted form`;
  if (known === 'none') return undefined;
  const kind = known === 'math' ? mathKind(low, platform) : known;
  const { always, immediate, register, hasImmediates } = expansionOf(kind, platform);
  let isImmediate = false;
  for (let steps: Steps | undefined = always; steps !== undefined; ) {
    apply(steps, low, high, words);
    if (steps !== always || !hasImmediates) break;
    const { format } = operationsOf(platform)[opcode] as Operation;
    if (platform < XE && format !== 'send' && !hasOldFile(kind, words)) return 'a register file that does not exist';
    isImmediate = hasImmediate(kind, platform, words[1] ?? 0, words[2] ?? 0);
    if (isImmediate && format === 'sync' && kind === 'binary') return 'a second source that is an immediate';
    steps = isImmediate ? immediate : register;
  }
  return isImmediate ? expandImmediate(kind, platform, high, words) : undefined;
}

/** The kind of compaction for an instruction with this first word, if any: opcode and function have the same bits in both forms. */
export function kindOf(low: number, platform: number): CompactKind | undefined {
  const known = kindsOf(platform)[low & 127];
  return known === 'math' ? mathKind(low, platform) : known === 'none' ? undefined : known;
}

function mathKind(low: number, platform: number): CompactKind {
  const name = functionsOf(platform).math[(low >>> 24) & 15];
  return name !== undefined && BINARY_MATH.includes(name) ? 'binary' : 'unary';
}

/** Sets the bits that some rows determine. */
function apply({ copies, tables }: Steps, low: number, high: number, words: Words): void {
  for (let i = 0; i < copies.length; i++) {
    const { from, shift, mask, word, to } = copies[i] as Copy;
    words[word] = (words[word] ?? 0) | ((((from === 0 ? low : high) >>> shift) & mask) << to);
  }
  for (let i = 0; i < tables.length; i++) {
    const { place, rest, patches } = tables[i] as Step;
    const first = ((place.word === 0 ? low : high) >>> place.shift) & place.mask;
    const at = 4 * (first | ((((rest.word === 0 ? low : high) >>> rest.shift) & rest.mask) << rest.to));
    for (let word = 0; word < 4; word++) words[word] = (words[word] ?? 0) | (patches[at + word] ?? 0);
  }
}

/** Whether the last source is an immediate, from the native bits known so far. */
export function hasImmediate(kind: CompactKind, platform: number, w1: number, w2: number): boolean {
  if (platform >= XE) return ((w1 >>> (kind === 'unary' ? 14 : 15)) & 1) === 1;
  return ((kind === 'unary' ? w1 >>> 9 : w2 >>> 25) & 3) === 3;
}

/** Until Gen11 the register file of the last source has two bits, and some of its values cannot be compacted. */
function hasOldFile(kind: CompactKind, words: Words): boolean {
  const file = (kind === 'unary' ? (words[1] ?? 0) >>> 9 : (words[2] ?? 0) >>> 25) & 3;
  return kind === 'unary' ? file !== 2 : file === 1 || file === 3;
}

/** Writes an immediate of 12 bits (13 up to Gen11), extended to its type. */
export function expandImmediate(kind: CompactKind, platform: number, high: number, words: Words): string | undefined {
  if (platform < XE) {
    words[3] = (((((high >>> 3) & 31) << 8) | (high >>> 24)) << 19) >> 19;
    return undefined;
  }
  const bits = high >>> 20;
  const type = kind === 'unary' ? ((words[1] ?? 0) >>> 8) & 15 : ((words[2] ?? 0) >>> 24) & 15;
  const both = (half: number): number => (half & 0xffff) | (half << 16);
  switch (type) {
    case 0:
    case 2:
    case 4:
    case 8:
      words[3] = bits;
      return undefined;
    case 1:
      words[3] = both(bits);
      return undefined;
    case 5:
      words[3] = both((bits << 20) >> 20);
      return undefined;
    case 6:
      words[3] = (bits << 20) >> 20;
      return undefined;
    case 9:
      words[3] = both(bits << 4);
      return undefined;
    case 10:
      words[3] = bits << 20;
      return undefined;
    default:
      return `a compacted immediate cannot have type ${type}`;
  }
}
