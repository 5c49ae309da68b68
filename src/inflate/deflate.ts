import { Gunzip, Unzlib } from 'fflate';
import { LIMITS } from '../diag/index.ts';
import { Damaged, Exhausted, type Output, TooLarge } from './output.ts';

/** Bytes of the stream that are inflated at a time: two bits produce at most 258 bytes, so one piece produces at most 16 MB. */
const PIECE = 16_384;

/** Inflates a zlib stream (RFC 1950). Throws {@link Damaged} or `TooLarge`. */
export function inflateZlib(data: Uint8Array, out: Output): void {
  measure(data, (visit) => new Unzlib(visit), out);
  feed(data, new Unzlib((piece) => out.push(piece)));
  const stored = [4, 3, 2, 1].reduce((sum, back) => sum * 256 + (data[data.length - back] ?? 0), 0);
  if (adler32(out.data.subarray(0, out.length)) !== stored) throw new Damaged(data.length - 4, 'the checksum (Adler-32) does not match');
}

/**
 * Inflates the members of a gzip file (RFC 1952), one after another. Throws {@link Damaged} or `TooLarge`, or `Exhausted` if `charge`
 * refuses a member.
 */
export function inflateGzip(data: Uint8Array, out: Output, charge: () => boolean): void {
  const begin = () => {
    if (!charge()) throw new Exhausted();
  };
  begin();
  measure(data, (visit) => new GzipStream(visit, begin), out);
  begin();
  const starts: { readonly at: number; readonly out: number }[] = [{ at: 0, out: 0 }];
  const next = (at: number) => {
    begin();
    starts.push({ at, out: out.length });
  };
  feed(data, new GzipStream((piece) => out.push(piece), next));
  starts.forEach((start, i) => {
    const next = starts[i + 1] ?? { at: data.length, out: out.length };
    const made = out.data.subarray(start.out, next.out);
    if (crc32(made) !== little(data, next.at - 8) || made.length % 2 ** 32 !== little(data, next.at - 4)) {
      throw new Damaged(Math.max(next.at - 8, 0), 'the checksum (CRC-32) or the size does not match');
    }
  });
}

const little = (data: Uint8Array, at: number) => [3, 2, 1, 0].reduce((sum, i) => sum * 256 + (data[at + i] ?? 0), 0);

/** Bytes of one header: its extra field, the name of the file and a comment. */
const LONGEST_HEADER = 2 * LIMITS.nameLength;

/**
 * A gzip stream whose headers are not longer than {@link LONGEST_HEADER}: the package joins all pieces of a header again for each further
 * piece.
 */
class GzipStream implements Stream {
  private readonly stream: Gunzip;
  /** Bytes that were pushed since the package last inflated any: all of them belong to one header. */
  private header = 0;

  /** @param member is called with the offset of the second member and of each later one, before it is inflated */
  constructor(visit: (piece: Uint8Array) => void, member: (at: number) => void) {
    // The package calls back for all data that it inflates, even if nothing comes of it, but not within a header.
    this.stream = new Gunzip((piece) => {
      this.header = 0;
      visit(piece);
    });
    this.stream.onmember = member;
  }

  push(piece: Uint8Array, last: boolean): void {
    if (this.header > LONGEST_HEADER) throw new Error(`a header is longer than ${LONGEST_HEADER} bytes`);
    this.header += piece.length;
    this.stream.push(piece, last);
  }
}

interface Stream {
  push(piece: Uint8Array, last: boolean): void;
}

/** If the size is not known, the first pass only counts it, so content that is too large takes no memory. */
function measure(data: Uint8Array, open: (visit: (piece: Uint8Array) => void) => Stream, out: Output): void {
  if (out.data.length === out.limit) return;
  let size = 0;
  const count = (piece: Uint8Array) => {
    size += piece.length;
    if (size > out.limit) throw new TooLarge();
  };
  feed(data, open(count));
  out.reserve(size);
}

function feed(data: Uint8Array, stream: Stream): void {
  if (data.length === 0) throw new Damaged(0, 'the stream is empty');
  for (let at = 0; at < data.length; at += PIECE) {
    const end = Math.min(at + PIECE, data.length);
    try {
      stream.push(data.subarray(at, end), end === data.length);
    } catch (error) {
      if (error instanceof TooLarge || error instanceof Exhausted) throw error;
      throw new Damaged(at, error instanceof Error ? error.message : 'the stream is damaged');
    }
  }
}

function adler32(data: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let at = 0; at < data.length; ) {
    // The sums of this many bytes stay below 2³² without taking the remainder.
    for (const end = Math.min(at + 3_800, data.length); at < end; at++) {
      low += data[at] ?? 0;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return high * 65_536 + low;
}

const CRC = Int32Array.from({ length: 256 }, (_, i) => {
  let value = i;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

function crc32(data: Uint8Array): number {
  let crc = -1;
  for (let i = 0; i < data.length; i++) crc = (CRC[(crc ^ (data[i] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
