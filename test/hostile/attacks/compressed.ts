/** Compressed data that makes far more than it is, and many pieces of it. */
import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { writeBundle } from '../../../src/formats/bundle/index.ts';
import { buildAr, buildMember, concat } from '../../support/build-elf.ts';
import { attacks, text } from './attack.ts';

const MIB = 1_048_576;
/** Bytes that a block of a byte repeated makes, the most there can be. */
const BLOCK = 131_072;

/** A zstd frame of 4 bytes for each 128 KiB. */
const frame = (size: number): Uint8Array => text(`\x28\xb5\x2f\xfd\0\x48${'\x02\0\x10\0'.repeat(Math.ceil(size / BLOCK))}\x01\0\0`);

const u32 = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
const u64 = (...values: number[]): Uint8Array => new Uint8Array(BigUint64Array.from(values, BigInt).buffer);

const hashes = new Map<number, Uint8Array>();
/** First half of the MD5 of zeros. */
function hashOf(size: number): Uint8Array {
  const known = hashes.get(size) ?? new Uint8Array(createHash('md5').update(new Uint8Array(size)).digest().subarray(0, 8));
  hashes.set(size, known);
  return known;
}

/** A compressed bundle of version 2 that inflates to zeros. */
function ccob(size: number, stream = frame(size), method = 1): Uint8Array {
  return concat([text(`CCOB\x02\0${String.fromCharCode(method)}\0`), u32(24 + stream.length, size), hashOf(size), stream]);
}

/** A blob of OffloadBinary 3 whose body inflates to zeros. */
function offload(size: number): Uint8Array {
  const HEADER = 48;
  const stream = frame(size);
  const whole = HEADER + stream.length;
  const padding = new Uint8Array((8 - (whole % 8)) % 8);
  return concat([text('\x10\xff\x10\xad'), u32(3), u64(whole, HEADER, 0, HEADER + size, 0), stream, padding]);
}

/** An empty block of deflate with tables of its own, whose codes have up to 15 bits: 245 bits, to be written from the lowest up. */
const TABLES = (() => {
  let bits = '';
  const number = (value: number, count: number) => {
    for (let i = 0; i < count; i++) bits += (value >> i) & 1;
  };
  const code = (value: number, count: number) => {
    bits += value.toString(2).padStart(count, '0');
  };
  // Of the 19 codes for lengths, 0 to 3, 16 and 17 have 5 bits, the others 4: in the order of their values.
  const long = [0, 1, 2, 3, 16, 17];
  const short = Array.from({ length: 19 }, (_, i) => i).filter((value) => !long.includes(value));
  const length = (value: number) => (long.includes(value) ? code(26 + long.indexOf(value), 5) : code(short.indexOf(value), 4));
  // Not the last block, its tables are its own, 257 literals, 16 distances, 19 codes for lengths.
  for (const [value, count] of [
    [0, 1],
    [2, 2],
    [0, 5],
    [15, 5],
    [15, 4],
  ] as const)
    number(value, count);
  for (const value of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]) number(long.includes(value) ? 5 : 4, 3);
  // Lengths of 1 to 15 bits; those of the 241 literals that do not occur are zero; the last is the end of the block.
  for (let bit = 1; bit <= 15; bit++) length(bit);
  for (const rest of [138, 103]) {
    length(18);
    number(rest - 11, 7);
  }
  length(15);
  for (let bit = 1; bit <= 15; bit++) length(bit);
  length(15);
  return `${bits}${'1'.repeat(15)}`;
})();

/** A gzip stream of empty blocks with tables of their own. */
function tables(blocks: number): Uint8Array {
  // The last block is an empty one with the built-in tables.
  const bits = `${TABLES.repeat(blocks)}1100000000`;
  const bytes = Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt([...byte].reverse().join(''), 2));
  return concat([text('\x1f\x8b\x08\0\0\0\0\0\0\x03'), bytes, new Uint8Array(8)]);
}

/** The beginning of a bundle without entries, which blocks of zstd repeat parts of. */
const START = text(`__CLANG_OFFLOAD_BUNDLE__${'\0'.repeat(8)}`);
/** A block of zstd with one sequence and three tables of its own: 512, 256 and 512 states of two symbols. It makes three bytes. */
const SEQUENCE = Uint8Array.of(0x84, 0, 0, 0, 1, 0xa8, 0x14, 0xf0, 0x3f, 0x13, 0xf8, 0x0f, 0x14, 0xf0, 0x3f, 0, 0, 0, 4);
/** And one of four literals with a Huffman table of its own, of 11 bits. */
const LITERALS = Uint8Array.of(0x64, 0, 0, 0x42, 0, 2, 0x8a, 0x11, 0x23, 0x45, 0x67, 0x89, 0xa0, 0x1f, 0);
const EMPTY_FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0);

/** A zstd frame of a block as it is and many of these, each of which makes so many bytes, in a bundle. */
function blocks(count: number, block: Uint8Array, makes: number): Uint8Array {
  const head = text(`\x28\xb5\x2f\xfd\0\x50\0\x01\0`);
  return ccob(START.length + Math.ceil(count) * makes, concat([head, START, ...many(count, block), Uint8Array.of(1, 0, 0)]));
}

const many = (count: number, part: Uint8Array): Uint8Array[] => Array.from({ length: Math.ceil(count) }, () => part);

export const COMPRESSED = attacks('compressed', {
  'bundles of zeros, one after another': (scale) => concat(many(2 * scale, ccob(MIB / 4))),
  'large bundles of zeros, one after another': { make: (scale) => concat(many(2 * scale, ccob(16 * MIB))), long: true },
  'bundles of zeros in an archive': (scale) => buildAr(many(2 * scale, buildMember('b/', ccob(MIB / 4)))),
  'large bundles of zeros in an archive': { make: (scale) => buildAr(many(2 * scale, buildMember('b/', ccob(16 * MIB)))), long: true },
  'one large bundle by zlib': {
    // Node hashes no more than 2 GiB at once.
    most: 1_500,
    make: (scale) => ccob(MIB * scale, new Uint8Array(deflateSync(new Uint8Array(MIB * scale))), 0),
    long: true,
  },
  'blobs of OffloadBinary 3': (scale) => concat(many(2 * scale, offload(MIB / 4))),
  'large blobs of OffloadBinary 3': { make: (scale) => concat(many(2 * scale, offload(16 * MIB))), long: true },
  'members of gzip without content': (scale) => concat(many(100 * scale, new Uint8Array(gzipSync('')))),
  'blocks of gzip with tables of their own': (scale) => tables(32 * scale),
  'blocks of zstd with tables of their own': (scale) => blocks(50 * scale, SEQUENCE, 3),
  'blocks of zstd with Huffman tables of their own': (scale) => blocks(60 * scale, LITERALS, 4),
  'frames of zstd without content': (scale) => ccob(START.length, concat([frame(0), ...many(100 * scale, EMPTY_FRAME)])),
  'a gzip header without an end': (scale) => text(`\x1f\x8b\x08\x08\0\0\0\0\0\x03${'n'.repeat(20_000 * scale)}`),
  'bundles in one another': {
    most: 50_000,
    make: (scale) => {
      let made: Uint8Array = new Uint8Array(1_000 * scale);
      for (let level = 0; level < 8; level++) {
        const bundle = writeBundle([{ id: 'host-x', data: made }]);
        made = concat([
          text('CCOB\x02\0\0\0'),
          u32(24 + deflateSync(bundle).length, bundle.length),
          createHash('md5').update(bundle).digest().subarray(0, 8),
          deflateSync(bundle),
        ]);
      }
      return made;
    },
  },
});
