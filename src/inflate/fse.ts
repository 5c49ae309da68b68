import { Damaged } from './output.ts';

/**
 * The entropy coders of zstd: finite state (FSE) tables and Huffman tables, and the bits that they read from the end of a stream to its
 * beginning (RFC 8878, sections 4.1 and 4.2).
 */
export interface FseTable {
  readonly accuracy: number;
  readonly symbol: Uint8Array;
  /** Bits to read for the next state, and what to add to them. */
  readonly bits: Uint8Array;
  readonly base: Uint16Array;
}

export interface HuffmanTable {
  readonly maxBits: number;
  readonly symbol: Uint8Array;
  readonly bits: Uint8Array;
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

/** Reads the counts of an FSE table at `start`; returns the table and where it ends. */
export function readFse(data: Uint8Array, start: number, end: number, most: number, symbols: number): { table: FseTable; end: number } {
  let bit = start * 8;
  const bits = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++, bit++) value |= (((data[Math.floor(bit / 8)] ?? 0) >> (bit % 8)) & 1) << i;
    if (bit > end * 8) throw new Damaged(start, 'a table of counts is truncated');
    return value;
  };
  const accuracy = bits(4) + 5;
  if (accuracy > most) throw new Damaged(start, `a table has an accuracy of ${accuracy}, more than ${most}`);
  const counts: number[] = [];
  let remaining = 1 << accuracy;
  while (remaining > 0) {
    if (counts.length >= symbols) throw new Damaged(start, 'a table of counts has more symbols than there are');
    const width = highBit(remaining + 1) + 1;
    const low = (1 << (width - 1)) - 1;
    const threshold = (1 << width) - 1 - (remaining + 1);
    let value = bits(width - 1);
    if (value >= threshold) {
      if (bits(1) === 1) value += low + 1 - threshold;
    }
    const count = value - 1;
    remaining -= Math.abs(count);
    counts.push(count);
    if (count !== 0) continue;
    let repeat = 3;
    while (repeat === 3) {
      repeat = bits(2);
      for (let i = 0; i < repeat; i++) counts.push(0);
      if (counts.length > symbols) throw new Damaged(start, 'a table of counts has more symbols than there are');
    }
  }
  if (remaining < 0) throw new Damaged(start, 'the counts of a table exceed its size');
  return { table: fseTable(counts, accuracy), end: Math.ceil(bit / 8) };
}

/** The table for counts of symbols, which together fill it; -1 is a symbol with a probability below 1. */
export function fseTable(counts: readonly number[], accuracy: number): FseTable {
  const size = 1 << accuracy;
  const symbol = new Uint8Array(size);
  const next = counts.map((count) => Math.abs(count));
  let high = size;
  counts.forEach((count, s) => {
    if (count === -1) symbol[--high] = s;
  });
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  counts.forEach((count, s) => {
    for (let i = 0; i < count; i++) {
      symbol[at] = s;
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  });
  const bits = new Uint8Array(size);
  const base = new Uint16Array(size);
  for (let i = 0; i < size; i++) {
    const s = symbol[i] ?? 0;
    const state = next[s] ?? 1;
    next[s] = state + 1;
    const width = accuracy - highBit(state);
    bits[i] = width;
    base[i] = (state << width) - size;
  }
  return { accuracy, symbol, bits, base };
}

/** A table of one symbol, which needs no bits. */
export function fseOf(symbol: number): FseTable {
  return { accuracy: 0, symbol: Uint8Array.of(symbol), bits: new Uint8Array(1), base: new Uint16Array(1) };
}

const MAX_HUFFMAN_BITS = 11;

/** Reads the description of a Huffman table at `start`; returns the table and where the streams begin. */
export function readHuffman(data: Uint8Array, start: number, end: number): { table: HuffmanTable; end: number } {
  const head = data[start] ?? 0;
  const size = head < 128 ? head : (head - 127 + 1) >> 1;
  const to = start + 1 + size;
  if (to > end) throw new Damaged(start, 'a Huffman table is truncated');
  const weights: number[] = [];
  if (head < 128) fseWeights(data, start + 1, to, weights);
  else for (let i = 0; i < head - 127; i++) weights.push(((data[start + 1 + (i >> 1)] ?? 0) >> (i & 1 ? 0 : 4)) & 15);
  let sum = 0;
  for (const weight of weights) sum += weight > 0 ? 1 << (weight - 1) : 0;
  const maxBits = highBit(sum) + 1;
  const left = (1 << maxBits) - sum;
  if (sum === 0 || maxBits > MAX_HUFFMAN_BITS || (left & (left - 1)) !== 0 || weights.length > 255) {
    throw new Damaged(start, 'the weights of a Huffman table do not add up');
  }
  weights.push(highBit(left) + 1);
  const symbol = new Uint8Array(1 << maxBits);
  const bits = new Uint8Array(1 << maxBits);
  let at = 0;
  for (let weight = 1; weight <= maxBits; weight++) {
    weights.forEach((own, s) => {
      if (own !== weight) return;
      const until = at + (1 << (weight - 1));
      symbol.fill(s, at, until);
      bits.fill(maxBits + 1 - weight, at, until);
      at = until;
    });
  }
  return { table: { maxBits, symbol, bits }, end: to };
}

/** Weights in an FSE stream of two states that take turns. */
function fseWeights(data: Uint8Array, start: number, end: number, weights: number[]): void {
  const { table, end: from } = readFse(data, start, end, 6, 13);
  if (from >= end) throw new Damaged(start, 'a Huffman table has no weights');
  const stream = new BackwardBits(data.subarray(from, end), from);
  const states = [stream.read(table.accuracy), stream.read(table.accuracy)];
  for (let turn = 0; ; turn ^= 1) {
    const state = states[turn] ?? 0;
    weights.push(table.symbol[state] ?? 0);
    if (weights.length > 255) throw new Damaged(start, 'a Huffman table has more than 256 weights');
    states[turn] = (table.base[state] ?? 0) + stream.read(table.bits[state] ?? 0);
    if (stream.left >= 0) continue;
    weights.push(table.symbol[states[turn ^ 1] ?? 0] ?? 0);
    return;
  }
}

/** Decodes one Huffman stream into exactly `out`. */
export function huffmanStream(table: HuffmanTable, data: Uint8Array, at: number, out: Uint8Array): void {
  const stream = new BackwardBits(data, at);
  const { maxBits, symbol, bits } = table;
  for (let i = 0; i < out.length; i++) {
    const code = stream.peek(maxBits);
    out[i] = symbol[code] ?? 0;
    stream.left -= bits[code] ?? 0;
  }
  if (stream.left !== 0) throw new Damaged(at, 'a Huffman stream does not end where its symbols do');
}
