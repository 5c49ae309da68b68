import { expect, test, vi } from 'vitest';
import { asciiText, byteText, decodeText, encodeText } from '../../../src/core/bytes/index.ts';
import { mulberry32 } from '../../support/mutate.ts';

/** Bytes that begin, continue and end characters, at the limits of what is well-formed. */
const EDGES = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff];

test('any bytes are text and the same bytes again', { tags: ['corpus'] }, () => {
  const random = mulberry32(3);
  for (let i = 0; i < 20_000; i++) {
    const bytes = Uint8Array.from({ length: random() % 9 }, () => EDGES[random() % EDGES.length] as number);
    const text = decodeText(bytes);
    expect(encodeText(text)).toEqual(bytes);
    const plain = Buffer.from(bytes).toString('utf8');
    if (!plain.includes('\ufffd')) expect(text).toBe(plain);
  }
});

test('damaged bytes are lone surrogates next to whole characters', () => {
  expect(decodeText(Uint8Array.of(0xff, 0xc3, 0xa9, 0xe2, 0x82, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0x80))).toBe(
    '\udcff\u00e9\udce2\udc82\u{1f600}\udced\udca0\udc80',
  );
  // What is not a byte is what an encoder makes of it, as without damaged bytes.
  expect([...encodeText('\udcff\ud800\u00e9\u20ac\u{1f600}')]).toEqual([0xff, ...Buffer.from('\ufffd\u00e9\u20ac\u{1f600}')]);
  expect(decodeText(Uint8Array.of(0xef, 0xbf, 0xbd))).toBe('\ufffd');
});

test('text of one character for each byte, and ASCII alone', () => {
  expect(asciiText(Uint8Array.of(0x61, 0xff))).toBeUndefined();
  expect(asciiText(Uint8Array.of(0x61, 0x62))).toBe('ab');
  const all = Uint8Array.from({ length: 40_000 }, (_, i) => i % 256);
  expect([...byteText(all)].every((character, i) => character.charCodeAt(0) === i % 256)).toBe(true);
});

test('however many bytes are damaged, the decoder is called once and the encoder not at all', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const encode = vi.spyOn(TextEncoder.prototype, 'encode');
  for (const count of [1_000, 2_000]) {
    const bytes = Uint8Array.from({ length: 3 * count }, (_, i) => [0xff, 0xc3, 0xa9][i % 3] as number);
    decode.mockClear();
    encode.mockClear();
    const text = decodeText(bytes);
    expect(encodeText(text)).toEqual(bytes);
    expect([decode.mock.calls.length, encode.mock.calls.length]).toEqual([1, 0]);
  }
  decode.mockRestore();
  encode.mockRestore();
});
