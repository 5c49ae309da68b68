import { Damaged } from './output.ts';

/**
 * The entropy coders of zstd: finite state (FSE) tables and Huffman tables, and the bits that they read from the end of a stream to its
 * beginning (RFC 8878, sections 4.1 and 4.2).
 */
/** The largest table of each kind. */
const MOST_STATES = 1 << 9;
const MAX_HUFFMAN_BITS = 11;

/**
 * The states of an FSE table: a symbol, the bits to read for the next state, and what to add to them. A few bytes can be a table, so
 * tables are filled again and not made again.
 */
export class FseTable {
  accuracy = 0;
  /** By state, packed. */
  readonly cells = new Uint32Array(MOST_STATES);
  /** While it is filled: the count of each symbol, and its next state. */
  readonly counts = new Int16Array(256);
  readonly states = new Uint16Array(256);
}

export const symbolOf = (cell: number): number => cell & 0xff;
export const bitsOf = (cell: number): number => (cell >>> 8) & 0xff;
export const baseOf = (cell: number): number => cell >>> 16;

/** The codes of a Huffman table, padded to the longest: a symbol, and the bits of its code. It is filled again too. */
export class HuffmanTable {
  maxBits = 0;
  /** By code, packed as in {@link FseTable}. */
  readonly cells = new Uint16Array(1 << MAX_HUFFMAN_BITS);
}

/** Position of the highest bit that is set; -1 for 0. */
const highBit = (value: number) => 31 - Math.clz32(value);

/** Bits from the last to the first; before the first there are zeros, and `left` is negative. */
export class BackwardBits {
  /** Bits not read yet. */
  left: number;
  private readonly data: Uint8Array;

  /** @param at offset of the stream, for the message. */
  constructor(data: Uint8Array, at: number) {
    const last = data[data.length - 1] ?? 0;
    if (last === 0) throw new Damaged(at, 'a bit stream has no end mark');
    this.data = data;
    this.left = (data.length - 1) * 8 + highBit(last);
  }

  /** Up to 32 bits as an unsigned number. */
  read(count: number): number {
    if (count > 16) {
      const high = this.read(count - 16);
      return high * 65_536 + this.read(16);
    }
    const to = this.left;
    this.left -= count;
    if (this.left >= 0) return this.word(this.left) & ((1 << count) - 1);
    if (to <= 0) return 0;
    return (this.word(0) & ((1 << to) - 1)) << -this.left;
  }

  /** The next `count` bits, at most 16, without reading them. */
  peek(count: number): number {
    const at = this.left - count;
    if (at >= 0) return this.word(at) & ((1 << count) - 1);
    return this.left <= 0 ? 0 : (this.word(0) & ((1 << this.left) - 1)) << -at;
  }

  private word(bit: number): number {
    const at = bit >> 3;
    const { data } = this;
    return ((data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16)) >>> (bit & 7);
  }
}

/** Fills a table from the counts at `start`, and returns where they end. */
export function readFse(data: Uint8Array, start: number, end: number, most: number, symbols: number, into: FseTable): number {
  const { counts } = into;
  let [at, shift] = [start, 4];
  const accuracy = ((data[start] ?? 0) & 15) + 5;
  const advance = (bits: number): void => {
    shift += bits;
    at += shift >> 3;
    shift &= 7;
    if (at > end || (at === end && shift > 0)) throw new Damaged(start, 'a table of counts is truncated');
  };
  /** At least 17 bits. */
  const word = (): number => ((data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16)) >>> shift;
  advance(0);
  if (accuracy > most) throw new Damaged(start, `a table has an accuracy of ${accuracy}, more than ${most}`);
  let remaining = 1 << accuracy;
  let size = 0;
  while (remaining > 0) {
    if (size >= symbols) throw new Damaged(start, 'a table of counts has more symbols than there are');
    const bits = highBit(remaining + 1);
    const low = (1 << bits) - 1;
    const threshold = 2 * low - remaining;
    const next = word();
    let value = next & low;
    if (value >= threshold) {
      if (((next >>> bits) & 1) === 1) value += low + 1 - threshold;
      advance(bits + 1);
    } else advance(bits);
    const count = value - 1;
    remaining -= Math.abs(count);
    counts[size++] = count;
    if (count !== 0) continue;
    for (let repeat = 3; repeat === 3; ) {
      repeat = word() & 3;
      advance(2);
      for (let i = 0; i < repeat && size < counts.length; i++) counts[size++] = 0;
      if (size > symbols) throw new Damaged(start, 'a table of counts has more symbols than there are');
    }
  }
  if (remaining < 0) throw new Damaged(start, 'the counts of a table exceed its size');
  fill(into, size, accuracy);
  return shift === 0 ? at : at + 1;
}

/** The table for counts of symbols, which together fill it; -1 is a symbol with a probability below 1. */
export function fseTable(of: readonly number[], accuracy: number): FseTable {
  const table = new FseTable();
  table.counts.set(of);
  fill(table, of.length, accuracy);
  return table;
}

/** Fills a table from the first `symbols` counts. */
function fill(into: FseTable, symbols: number, accuracy: number): void {
  const { cells, counts, states } = into;
  const size = 1 << accuracy;
  into.accuracy = accuracy;
  let high = size;
  for (let s = 0; s < symbols; s++) {
    const count = counts[s] ?? 0;
    states[s] = Math.abs(count);
    if (count === -1) cells[--high] = s;
  }
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  for (let s = 0; s < symbols; s++) {
    for (let i = counts[s] ?? 0; i > 0; i--) {
      cells[at] = s;
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  }
  for (let i = 0; i < size; i++) {
    const symbol = cells[i] ?? 0;
    const state = states[symbol] ?? 0;
    states[symbol] = state + 1;
    const width = accuracy - highBit(state);
    cells[i] = symbol | (width << 8) | (((state << width) - size) << 16);
  }
}

/** Fills a table with one symbol, which needs no bits. */
export function fillWith(into: FseTable, symbol: number): void {
  into.accuracy = 0;
  into.cells[0] = symbol;
}

/** Fills a Huffman table from the description at `start`, and returns where the streams begin. */
export function readHuffman(data: Uint8Array, start: number, end: number, into: HuffmanTable, scratch: FseTable): number {
  const head = data[start] ?? 0;
  const size = head < 128 ? head : (head - 127 + 1) >> 1;
  const to = start + 1 + size;
  if (to > end) throw new Damaged(start, 'a Huffman table is truncated');
  const weights: number[] = [];
  if (head < 128) fseWeights(data, start + 1, to, weights, scratch);
  else for (let i = 0; i < head - 127; i++) weights.push(((data[start + 1 + (i >> 1)] ?? 0) >> (i & 1 ? 0 : 4)) & 15);
  let sum = 0;
  for (const weight of weights) sum += weight > 0 ? 1 << (weight - 1) : 0;
  const maxBits = highBit(sum) + 1;
  const left = (1 << maxBits) - sum;
  if (sum === 0 || maxBits > MAX_HUFFMAN_BITS || (left & (left - 1)) !== 0 || weights.length > 255) {
    throw new Damaged(start, 'the weights of a Huffman table do not add up');
  }
  weights.push(highBit(left) + 1);
  into.maxBits = maxBits;
  /** Where the codes of each weight begin: those of the symbols with the longest codes come first. */
  const places = new Array<number>(maxBits + 2).fill(0);
  for (const weight of weights) if (weight > 0) places[weight + 1] = (places[weight + 1] ?? 0) + (1 << (weight - 1));
  for (let weight = 1; weight <= maxBits; weight++) places[weight + 1] = (places[weight + 1] ?? 0) + (places[weight] ?? 0);
  for (const [symbol, weight] of weights.entries()) {
    if (weight === 0) continue;
    const at = places[weight] ?? 0;
    const until = at + (1 << (weight - 1));
    into.cells.fill(symbol | ((maxBits + 1 - weight) << 8), at, until);
    places[weight] = until;
  }
  return to;
}

/** Weights in an FSE stream of two states that take turns. */
function fseWeights(data: Uint8Array, start: number, end: number, weights: number[], table: FseTable): void {
  const from = readFse(data, start, end, 6, 13, table);
  if (from >= end) throw new Damaged(start, 'a Huffman table has no weights');
  const stream = new BackwardBits(data.subarray(from, end), from);
  const cellAt = (state: number) => table.cells[state] ?? 0;
  const turns = [stream.read(table.accuracy), stream.read(table.accuracy)] as [number, number];
  for (let turn = 0; ; turn ^= 1) {
    const cell = cellAt(turns[turn as 0 | 1]);
    weights.push(symbolOf(cell));
    if (weights.length > 255) throw new Damaged(start, 'a Huffman table has more than 256 weights');
    turns[turn as 0 | 1] = baseOf(cell) + stream.read(bitsOf(cell));
    if (stream.left >= 0) continue;
    weights.push(symbolOf(cellAt(turns[(turn ^ 1) as 0 | 1])));
    return;
  }
}

/** Decodes one Huffman stream into exactly `out`. */
export function huffmanStream({ maxBits, cells }: HuffmanTable, data: Uint8Array, at: number, out: Uint8Array): void {
  const stream = new BackwardBits(data, at);
  for (let i = 0; i < out.length; i++) {
    const cell = cells[stream.peek(maxBits)] ?? 0;
    out[i] = symbolOf(cell);
    stream.left -= bitsOf(cell);
  }
  if (stream.left !== 0) throw new Damaged(at, 'a Huffman stream does not end where its symbols do');
}
