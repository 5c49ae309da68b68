import { expect, test } from 'vitest';
import { decodeBase64, decodeOrdinaryBase64, encodeBase64, encodeOrdinaryBase64 } from '../../../src/core/bytes/index.ts';

const LENGTHS = [...Array.from({ length: 70 }, (_, length) => length), 10_000, 10_001, 10_002];
const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 97 + length) & 0xff);

test('ordinary Base64 is that of Node, and is read back', () => {
  for (const length of LENGTHS) {
    const text = encodeOrdinaryBase64(bytes(length));
    expect(text).toBe(Buffer.from(bytes(length)).toString('base64'));
    expect(decodeOrdinaryBase64(text.replaceAll('=', ''))).toEqual(bytes(length));
  }
});

test('Base64 of property text has no padding and is read back', () => {
  for (const length of LENGTHS) {
    const text = encodeBase64(bytes(length));
    expect(text.length).toBe(Math.ceil((length * 8) / 6));
    expect(decodeBase64(text)).toEqual(bytes(length));
  }
});
