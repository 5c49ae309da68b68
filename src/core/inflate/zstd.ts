/**
 * Inflates Zstandard (RFC 8878) into an {@link Output} that stops at its limit.
 *
 * Available decoders do not check the size of a block before they produce it, so twenty bytes can keep them busy for minutes; here a block
 * produces at most 128 KiB. Dictionaries are not supported.
 */
import { BackwardBits, baseOf, bitsOf, FseTable, fillWith, HuffmanTable, huffmanStream, readFse, readHuffman, symbolOf } from './fse.ts';
import { Damaged, type Output, TooLarge } from './output.ts';
import { xxh64Low } from './xxh64.ts';
import {
  CODES,
  LITERAL_BASE,
  LITERAL_BITS,
  MAGIC,
  MATCH_BASE,
  MATCH_BITS,
  MAX_BLOCK,
  PREDEFINED,
  repeatedOffset,
  SKIPPABLE,
} from './zstd-table.ts';

/** The tables of the blocks: those of a block replace those before it. */
interface Tables {
  readonly huffman: HuffmanTable;
  /** For what describes a Huffman table. */
  readonly weights: FseTable;
  /** One for each of the {@link CODES}. */
  readonly codes: readonly FseTable[];
}

/** State that later blocks of a frame reuse from earlier ones. */
interface FrameState {
  /** Where the frame's output begins: no match reaches before it. */
  readonly start: number;
  readonly window: number;
  readonly maxBlock: number;
  huffman: HuffmanTable | undefined;
  readonly current: (FseTable | undefined)[];
  readonly tables: Tables;
  readonly offsets: [number, number, number];
}

/** Inflates every frame of `data`. Throws {@link Damaged} or `TooLarge`. */
export function inflateZstd(data: Uint8Array, out: Output): void {
  // A block that repeats one byte states its size: a bomb of such blocks is refused before anything is produced.
  let least = 0;
  eachBlock(data, (_, size, type) => {
    if (type < 2) least += size;
    if (least > out.limit) throw new TooLarge();
  });
  const tables = { huffman: new HuffmanTable(), weights: new FseTable(), codes: CODES.map(() => new FseTable()) };
  let at = 0;
  do at = readFrame(data, at, tables, out);
  while (at < data.length);
}

/** Visits the headers of blocks in every frame, up to the first unreadable one, which is reported when it is inflated. */
function eachBlock(data: Uint8Array, visit: (at: number, size: number, type: number) => void): void {
  for (let at = 0; at + 5 <= data.length; ) {
    const magic = number(data, at, 4);
    if (magic !== MAGIC) {
      if (Math.floor(magic / 16) !== SKIPPABLE || at + 8 > data.length) return;
      at += 8 + number(data, at + 4, 4);
      continue;
    }
    const descriptor = number(data, at + 4, 1);
    at += 5 + frameHeaderRest(descriptor);
    for (let last = false; !last; ) {
      if (at + 3 > data.length) return;
      const head = number(data, at, 3);
      last = (head & 1) === 1;
      visit(at, head >> 3, (head >> 1) & 3);
      at += 3 + (((head >> 1) & 3) === 1 ? 1 : head >> 3);
    }
    at += (descriptor & 4) !== 0 ? 4 : 0;
  }
}

/** Bytes of a frame's header after its descriptor: window, dictionary, size. */
export function frameHeaderRest(descriptor: number): number {
  const single = (descriptor & 0x20) !== 0;
  return (single ? 0 : 1) + (DICTIONARY_SIZES[descriptor & 3] ?? 0) + sizeOfSize(descriptor);
}

const DICTIONARY_SIZES = [0, 1, 2, 4] as const;
const sizeOfSize = (descriptor: number) => (descriptor >> 6 === 0 ? (descriptor >> 5) & 1 : 2 ** (descriptor >> 6));

/** The number of `size` bytes at `at`. */
function number(data: Uint8Array, at: number, size: number): number {
  if (at + size > data.length) throw new Damaged(Math.min(at, data.length), 'the stream is truncated');
  let value = 0;
  for (let i = size - 1; i >= 0; i--) value = value * 256 + (data[at + i] ?? 0);
  return value;
}

function readFrame(data: Uint8Array, start: number, tables: Tables, out: Output): number {
  const magic = number(data, start, 4);
  if (Math.floor(magic / 16) === SKIPPABLE) {
    const end = start + 8 + number(data, start + 4, 4);
    if (end > data.length) throw new Damaged(start, 'a skippable frame is truncated');
    return end;
  }
  if (magic !== MAGIC) throw new Damaged(start, 'no zstd frame begins here');
  const descriptor = number(data, start + 4, 1);
  const single = (descriptor & 0x20) !== 0;
  let at = start + 5;
  if ((descriptor & 8) !== 0) throw new Damaged(start + 4, 'a reserved bit of the frame header is set');
  let window = 0;
  if (!single) {
    const byte = number(data, at++, 1);
    const base = 2 ** (10 + (byte >> 3));
    window = base + (base / 8) * (byte & 7);
  }
  const dictionarySize = DICTIONARY_SIZES[descriptor & 3] ?? 0;
  if (number(data, at, dictionarySize) !== 0) throw new Damaged(at, 'the frame needs a dictionary');
  at += dictionarySize;
  const sizeFlag = descriptor >> 6;
  const sizeSize = sizeOfSize(descriptor);
  const size = sizeSize === 0 ? undefined : number(data, at, sizeSize) + (sizeFlag === 1 ? 256 : 0);
  at += sizeSize;
  if (single) window = size ?? 0;
  if (size !== undefined) out.reserve(size);

  const maxBlock = Math.min(window, MAX_BLOCK);
  const state: FrameState = { start: out.length, window, maxBlock, huffman: undefined, current: [], tables, offsets: [1, 4, 8] };
  for (let last = false; !last; ) {
    const head = number(data, at, 3);
    last = (head & 1) === 1;
    const type = (head >> 1) & 3;
    const blockSize = head >> 3;
    if (blockSize > maxBlock) throw new Damaged(at, `a block has ${blockSize} bytes, more than ${maxBlock}`);
    const from = at + 3;
    at = from + (type === 1 ? 1 : blockSize);
    if (at > data.length) throw new Damaged(from, 'a block is truncated');
    if (type === 0) out.push(data.subarray(from, at));
    else if (type === 1) out.fill(blockSize, data[from] ?? 0);
    else if (type === 2) compressedBlock(data, from, at, state, out);
    else throw new Damaged(from - 3, 'a block is of the reserved type');
  }
  if (size !== undefined && out.length - state.start !== size) {
    throw new Damaged(start, `the frame states a size of ${size} bytes, but has ${out.length - state.start}`);
  }
  if ((descriptor & 4) !== 0) {
    const checksum = number(data, at, 4);
    if (xxh64Low(out.data.subarray(state.start, out.length)) !== checksum) throw new Damaged(at, 'the checksum (XXH64) does not match');
    at += 4;
  }
  return at;
}

/** Literals of a block, and where the sequences begin. */
function readLiterals(data: Uint8Array, start: number, end: number, state: FrameState): { literals: Uint8Array; at: number } {
  const head = data[start] ?? 0;
  const type = head & 3;
  const form = (head >> 2) & 3;
  const headSize = type < 2 ? (form & 1 ? (form >> 1) + 2 : 1) : form < 2 ? 3 : form + 2;
  if (start + headSize > end) throw new Damaged(start, 'a literals section is truncated');
  const value = number(data, start, headSize);
  const width = type < 2 ? 20 : form < 2 ? 10 : form * 4 + 6;
  const size = type < 2 && !(form & 1) ? value >> 3 : Math.floor(value / 16) % 2 ** width;
  let at = start + headSize;
  if (size > state.maxBlock) throw new Damaged(start, `a block has ${size} literals, more than ${state.maxBlock}`);
  if (type === 0) {
    if (at + size > end) throw new Damaged(at, 'the literals of a block are truncated');
    return { literals: data.subarray(at, at + size), at: at + size };
  }
  if (type === 1) return { literals: new Uint8Array(size).fill(number(data, at, 1)), at: at + 1 };
  const streamsEnd = at + Math.floor(value / 2 ** (4 + width));
  if (streamsEnd > end) throw new Damaged(at, 'the literals of a block are truncated');
  if (type === 2) {
    at = readHuffman(data, at, streamsEnd, state.tables.huffman, state.tables.weights);
    state.huffman = state.tables.huffman;
  }
  const { huffman } = state;
  if (!huffman) throw new Damaged(start, 'a block reuses a Huffman table, but there is none before it');
  const literals = new Uint8Array(size);
  if (form === 0) {
    huffmanStream(huffman, data.subarray(at, streamsEnd), at, literals);
    return { literals, at: streamsEnd };
  }
  const each = (size + 3) >> 2;
  const lengths = [0, 2, 4].map((offset) => number(data, at + offset, 2));
  let from = at + 6;
  for (let i = 0; i < 4; i++) {
    const to = i < 3 ? from + (lengths[i] ?? 0) : streamsEnd;
    if (to > streamsEnd || from > to || i * each > size) throw new Damaged(at, 'the streams of the literals do not fit');
    huffmanStream(huffman, data.subarray(from, to), from, literals.subarray(i * each, Math.min(i * each + each, size)));
    from = to;
  }
  return { literals, at: streamsEnd };
}

function compressedBlock(data: Uint8Array, start: number, end: number, state: FrameState, out: Output): void {
  const read = readLiterals(data, start, end, state);
  const { literals } = read;
  let { at } = read;
  if (at >= end) throw new Damaged(start, 'a block has no sequences section');
  let count = data[at++] ?? 0;
  if (count > 127) {
    const size = count === 255 ? 2 : 1;
    count = size === 2 ? number(data, at, 2) + 0x7f00 : ((count - 128) << 8) + number(data, at, 1);
    at += size;
  }
  if (count === 0) {
    if (at !== end) throw new Damaged(at, 'bytes are left after the last sequence of a block');
    out.push(literals);
    return;
  }
  const modes = number(data, at++, 1);
  if ((modes & 3) !== 0) throw new Damaged(at - 1, 'reserved bits of the sequences section are set');
  CODES.forEach((code, i) => {
    const mode = (modes >> (6 - 2 * i)) & 3;
    const table = state.tables.codes[i] as FseTable;
    if (mode === 0) state.current[i] = PREDEFINED[i];
    else if (mode === 1) {
      const symbol = number(data, at++, 1);
      if (symbol >= code.symbols) throw new Damaged(at - 1, `${symbol} is not a code of a sequence`);
      fillWith(table, symbol);
      state.current[i] = table;
    } else if (mode === 2) {
      at = readFse(data, at, end, code.most, code.symbols, table);
      state.current[i] = table;
    }
  });
  if (at >= end) throw new Damaged(start, 'a block has no sequences');
  sequences(new BackwardBits(data.subarray(at, end), at), count, literals, state, out, at);
}

function sequences(bits: BackwardBits, count: number, literals: Uint8Array, state: FrameState, out: Output, where: number): void {
  const [literalTable, offsetTable, matchTable] = state.current;
  if (!literalTable || !offsetTable || !matchTable) throw new Damaged(where, 'a block reuses a table, but there is none before it');
  const { offsets, maxBlock } = state;
  const blockStart = out.length;
  let literalState = bits.read(literalTable.accuracy);
  let offsetState = bits.read(offsetTable.accuracy);
  let matchState = bits.read(matchTable.accuracy);
  let used = 0;
  for (let i = 0; i < count; i++) {
    const offsetCell = offsetTable.cells[offsetState] ?? 0;
    const matchCell = matchTable.cells[matchState] ?? 0;
    const literalCell = literalTable.cells[literalState] ?? 0;
    const offsetCode = symbolOf(offsetCell);
    const value = 2 ** offsetCode + bits.read(offsetCode);
    const matchCode = symbolOf(matchCell);
    const match = (MATCH_BASE[matchCode] ?? 0) + bits.read(MATCH_BITS[matchCode] ?? 0);
    const literalCode = symbolOf(literalCell);
    const literal = (LITERAL_BASE[literalCode] ?? 0) + bits.read(LITERAL_BITS[literalCode] ?? 0);
    if (i + 1 < count) {
      literalState = baseOf(literalCell) + bits.read(bitsOf(literalCell));
      matchState = baseOf(matchCell) + bits.read(bitsOf(matchCell));
      offsetState = baseOf(offsetCell) + bits.read(bitsOf(offsetCell));
    }
    if (bits.left < 0) throw new Damaged(where, 'the sequences of a block are truncated');
    const offset = repeatedOffset(value, literal, offsets);
    if (used + literal > literals.length) throw new Damaged(where, 'a sequence uses more literals than there are');
    if (out.length - blockStart + literal + match > maxBlock)
      throw new Damaged(where, `a block decompresses to more than ${maxBlock} bytes`);
    out.reserve(literal + match);
    const { data } = out;
    data.set(literals.subarray(used, used + literal), out.length);
    used += literal;
    const to = out.length + literal;
    const from = to - offset;
    if (offset <= 0 || from < state.start || offset > state.window) throw new Damaged(where, 'a match reaches back too far');
    if (offset >= match) data.copyWithin(to, from, from + match);
    else for (let k = 0; k < match; k++) data[to + k] = data[from + k] ?? 0;
    out.length = to + match;
  }
  if (bits.left !== 0) throw new Damaged(where, 'bits are left after the last sequence of a block');
  const rest = literals.subarray(used);
  if (out.length - blockStart + rest.length > maxBlock) throw new Damaged(where, `a block decompresses to more than ${maxBlock} bytes`);
  out.push(rest);
}
