/** Windows on bytes, and text that goes to bytes and back without loss. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bytes, ByteText, byteText, byteTextToBytes, decodeText, displayText, encodeText } from '../../../src/core/bytes/index.ts';
import { FormatError } from '../../../src/core/diag/index.ts';

const data = Uint8Array.of(0x01, 0x02, 0x83, 0x84, 0xf5, 0x06, 0x07, 0xf8, 0x09, 0x0a);

describe('a window', () => {
  const whole = new Bytes(data, '', 100);

  test('reads little-endian numbers of its own bytes', () => {
    for (const window of [
      whole,
      new Bytes(Uint8Array.of(9, 9, 9, ...data)).sub(3, 13),
      new Bytes(new Uint8Array([9, 9, ...data]).subarray(2)),
    ]) {
      expect(window.u8(2)).toBe(0x83);
      expect(window.u16(2)).toBe(0x8483);
      expect(window.u32(1)).toBe(0xf5848302);
      expect(window.u64(0)).toBe(0xf80706f584830201n);
      expect(window.i64(0)).toBe(BigInt.asIntN(64, 0xf80706f584830201n));
      expect(window.u64AsNumber(2)).toBe(Number(window.u64(2)));
      expect([...window.data]).toEqual([...data]);
      expect(window.length).toBe(10);
    }
  });

  test('reads a 64-bit number exactly as long as it is safe', () => {
    for (const value of [0n, 1n, 0xffff_ffffn, 0x1_0000_0000n, 2n ** 53n - 1n]) {
      expect(new Bytes(new Uint8Array(BigUint64Array.of(value).buffer)).u64AsNumber(0)).toBe(Number(value));
    }
    expect(Number.isSafeInteger(new Bytes(new Uint8Array(8).fill(0xff)).u64AsNumber(0))).toBe(false);
  });

  test('knows its offset', () => {
    const inner = whole.sub(2, 8).sub(1, 3);
    expect([inner.base, inner.length]).toEqual([103, 2]);
    expect(inner.span()).toEqual({ source: '', start: 103, end: 105 });
    expect(inner.span(1)).toEqual({ source: '', start: 104, end: 105 });
    expect(inner.span(1, 1)).toEqual({ source: '', start: 104, end: 104 });
    expect(new Bytes(data, '!member').sub(1, 2).span()).toEqual({ source: '!member', start: 1, end: 2 });
    expect([...inner.data]).toEqual([0x84, 0xf5]);
  });

  test('does not read outside, although there are bytes', () => {
    const inner = whole.sub(2, 6);
    const reads = [
      () => inner.u8(4),
      () => inner.u16(3),
      () => inner.u32(1),
      () => inner.u64(0),
      () => inner.i64(0),
      () => inner.u64AsNumber(0),
      () => inner.u8(-1),
      () => inner.sub(0, 5),
      () => inner.sub(3, 2),
      () => inner.sub(-1, 2),
      () => inner.u8(Number.NaN),
      () => inner.sub(0, Number.NaN),
    ];
    for (const read of reads) {
      expect(read).toThrow(FormatError);
      try {
        read();
      } catch (error) {
        const { code, span } = (error as FormatError).diagnostic;
        expect(code).toBe('bytes/out-of-range');
        expect(span.start >= inner.base && span.end <= inner.base + inner.length).toBe(true);
      }
    }
    expect(inner.has(0, 4)).toBe(true);
    expect(inner.has(0, 5)).toBe(false);
    expect(inner.has(4, 0)).toBe(true);
    expect(inner.has(5, 0)).toBe(false);
    expect(inner.has(0, -1)).toBe(false);
  });

  test('tells what it begins with', () => {
    const text = new Bytes(byteTextToBytes('\x7fELF\xff')).sub(1, 5);
    expect(text.startsWith('ELF')).toBe(true);
    expect(text.startsWith('\xff', 3)).toBe(true);
    expect(text.startsWith('ELF\xff!')).toBe(false);
    expect(text.startsWith('LF', 1)).toBe(true);
    expect(text.startsWith('')).toBe(true);
    expect(text.startsWith('\u0145')).toBe(false);
    expect(text.text()).toBe('ELF\xff');
  });

  test('is made from bytes, from a window, and from nothing else', () => {
    expect(Bytes.from(whole)).toBe(whole);
    expect(Bytes.from(data).base).toBe(0);
    expect(Bytes.from(Buffer.from('abc')).text()).toBe('abc');
    // A copy of a Buffer by `slice` would not be one.
    expect(Bytes.from(Buffer.from('abc')).data.constructor).toBe(Uint8Array);
    for (const other of ['text', [1, 2], new Uint8Array(2).buffer, new Uint16Array(2), undefined, null]) {
      expect(() => Bytes.from(other as unknown as Uint8Array)).toThrow(TypeError);
    }
  });
});

describe('text', () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 80 }),
    // Nearly UTF-8: whole sequences, their pieces, and the borders of what is well-formed.
    fc
      .array(
        fc.constantFrom(
          '61',
          'c3a9',
          'e697a5',
          'f09f9880',
          'c3',
          'e697',
          'f09f98',
          '80',
          'c080',
          'eda080',
          'edb2ab',
          'f4908080',
          'ff',
          'efbbbf',
          '00',
        ),
        { maxLength: 40 },
      )
      .map((parts) => new Uint8Array(Buffer.from(parts.join(''), 'hex'))),
  );

  test('of any bytes comes back as the same bytes', { tags: ['corpus'] }, () => {
    fc.assert(
      fc.property(anything, (bytes) => {
        expect([...encodeText(decodeText(bytes))]).toEqual([...bytes]);
        expect([...byteTextToBytes(byteText(bytes))]).toEqual([...bytes]);
        expect(displayText(byteText(bytes))).toBe(decodeText(bytes));
        expect(byteText(bytes).length).toBe(bytes.length);
      }),
      { numRuns: 5_000, seed: 3 },
    );
  });

  test('of valid UTF-8 is the decoded text', { tags: ['corpus'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const bytes = new TextEncoder().encode(text);
        expect(decodeText(bytes)).toBe(text);
        expect([...encodeText(text)]).toEqual([...bytes]);
      }),
      { numRuns: 2_000, seed: 4 },
    );
  });

  test('has one character per byte as byte text, also when it is long', () => {
    const long = new Uint8Array(100_000).map((_, i) => i);
    const text = byteText(long);
    expect(text.length).toBe(long.length);
    expect([...text].every((c, i) => c.charCodeAt(0) === (i & 255))).toBe(true);
    expect(byteText(new TextEncoder().encode('é'.repeat(40)))).toBe('Ã©'.repeat(40));
  });

  test('in parts', () => {
    // Three stretches, of which the second is not all ASCII.
    const bytes = new TextEncoder().encode(`${'a'.repeat(32768)}${'b'.repeat(100)}é${'c'.repeat(40000)}`);
    const whole = byteText(bytes);
    const parts = new ByteText(bytes);
    for (const [start, end] of [
      [0, 0],
      [0, 10],
      [32760, 32768],
      [32760, 32780],
      [32768, 32868],
      [32860, 32875],
      [32869, 32870],
      [40000, 65540],
      [65536, 65546],
      [whole.length - 5, whole.length],
      [whole.length, whole.length],
    ] as const) {
      const text = whole.slice(start, end);
      expect(parts.slice(start, end)).toBe(text);
      expect(parts.ascii(start, end)).toBe(/^[\0-\x7f]*$/.test(text) ? text : undefined);
    }
    expect(parts.whole).toBe(whole);
    expect(new ByteText(new Uint8Array(0)).whole).toBe('');
    expect(new ByteText(new TextEncoder().encode('é')).whole).toBe('Ã©');
  });

  test('keeps bytes that are not UTF-8 as lone surrogates', () => {
    expect(decodeText(Uint8Array.of(0x61, 0xff, 0xc3, 0x62))).toBe('a\udcff\udcc3b');
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf))).toBe('\ufeff');
  });

  test('that is not a byte text has no bytes', () => {
    expect(() => byteTextToBytes('Ā')).toThrow(TypeError);
  });
});
