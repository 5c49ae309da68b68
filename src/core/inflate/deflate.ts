import { Z_BLOCK, Z_BUF_ERROR, Z_OK, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit2, zlibInflateReset } from 'pako';
import { Damaged, type Output } from './output.ts';

/** The largest window, as zlib counts it: of a zlib stream, and of a gzip member. */
const ZLIB = 15;
const GZIP = ZLIB + 16;
/** Without a header and a checksum. */
const BARE = -ZLIB;

/** Bits of the last byte that are not used yet, where zlib says what kind of data comes next. */
const UNUSED_BITS = 63;

/**
 * Inflates a zlib stream (RFC 1950) and verifies its checksum. Throws {@link Damaged} or `TooLarge`. @param tick called for each block
 */
export function inflateZlib(data: Uint8Array, out: Output, tick: () => void): void {
  const stream = open(data, ZLIB);
  inflateStream(stream, out, tick);
  if (stream.avail_in > 0) throw new Damaged(stream.next_in, 'more data follows its end');
}

/** Inflates a deflate stream without header and checksum (RFC 1951), as {@link inflateZlib} does. */
export function inflateDeflate(data: Uint8Array, out: Output, tick: () => void): void {
  const stream = open(data, BARE);
  inflateStream(stream, out, tick);
  if (stream.avail_in > 0) throw new Damaged(stream.next_in, 'more data follows its end');
}

/** Inflates the members of a gzip file (RFC 1952), one after another, as {@link inflateZlib} does. */
export function inflateGzip(data: Uint8Array, out: Output, tick: () => void): void {
  const stream = open(data, GZIP);
  do {
    zlibInflateReset(stream);
    inflateStream(stream, out, tick);
  } while (stream.avail_in > 0);
}

function open(data: Uint8Array, window: number): ZStream {
  if (data.length === 0) throw new Damaged(0, 'the stream is empty');
  const stream = new ZStream();
  zlibInflateInit2(stream, window);
  stream.input = data;
  stream.avail_in = data.length;
  return stream;
}

/** Appends what the stream contains to `out`, block by block. */
function inflateStream(stream: ZStream, out: Output, tick: () => void): void {
  // What no longer fits goes here: only a byte that is there is too much.
  const spare = new Uint8Array(1);
  for (;;) {
    const full = out.length === out.data.length;
    const { next_in: at, data_type: kind } = stream;
    const start = full ? 0 : out.length;
    stream.output = full ? spare : (out.data as Uint8Array<ArrayBuffer>);
    stream.next_out = start;
    stream.avail_out = stream.output.length - start;
    const status = zlibInflate(stream, Z_BLOCK);
    if (full) out.push(spare.subarray(0, stream.next_out));
    else out.length = stream.next_out;
    tick();
    if (status === Z_STREAM_END) return;
    if (status !== Z_OK && status !== Z_BUF_ERROR) throw new Damaged(stream.next_in, stream.msg || 'it needs a dictionary');
    const stuck = stream.next_in === at && stream.next_out === start && (stream.data_type & UNUSED_BITS) === (kind & UNUSED_BITS);
    if (stuck) throw new Damaged(stream.next_in, 'it ends before its last block');
  }
}
