/** Bytes put together, and structures written by their rows. */
import { describe, expect, test } from 'vitest';
import { Bytes, ByteWriter } from '../../../src/core/bytes/index.ts';
import { readStruct, type StructRows, structSize, writeStruct } from '../../../src/core/schema/index.ts';
import { ELF_HEADER, NOTE_HEADER, PROGRAM_HEADER, REL, RELA, SECTION_HEADER, SYMBOL } from '../../../src/formats/elf/index.ts';

test('numbers are little-endian and at the offset where they were written', () => {
  const out = new ByteWriter(1)
    .u8(0xfe)
    .u16(0x8001)
    .u32(0xffff_fffe)
    .u64(-2n)
    .u64(2 ** 40)
    .text('ab\xff')
    .align(8)
    .fill(2, 7);
  const bytes = new Bytes(out.finish());
  expect([bytes.u8(0), bytes.u16(1), bytes.u32(3), bytes.i64(7), bytes.u64(15)]).toEqual([0xfe, 0x8001, 0xffff_fffe, -2n, 1n << 40n]);
  expect(bytes.sub(23, 26).text()).toBe('ab\xff');
  expect([...bytes.sub(26, bytes.length).data]).toEqual([0, 0, 0, 0, 0, 0, 7, 7]);
});

test('a number that does not fit is refused, not cut', () => {
  const out = new ByteWriter();
  for (const wrong of [-1, 256, 1.5, Number.NaN]) expect(() => out.u8(wrong)).toThrow(RangeError);
  expect(() => out.u16(0x10000)).toThrow(RangeError);
  expect(() => out.u32(2 ** 32)).toThrow(RangeError);
  expect(() => out.u64(1n << 64n)).toThrow(RangeError);
  expect(() => out.text('Ā')).toThrow(RangeError);
});

test('windows are where they were written, each read exactly, and the result has no more bytes', () => {
  const numbers = Uint8Array.from({ length: 10_000 }, (_, i) => i % 251);
  const borrowed = new Bytes(numbers).sub(1000, 9000);
  const fetched = Bytes.from({ size: numbers.length, read: (start, length) => numbers.slice(start, start + length) });
  const parts = (out: ByteWriter, large: Bytes) =>
    out.u32(1).bytes(large).text('between').bytes(borrowed.sub(0, 5)).bytes(large).bytes(large).u8(2);
  for (const large of [borrowed, fetched.sub(2, 8002)]) {
    const whole = parts(new ByteWriter(), large).finish();
    const { data } = large;
    expect([...whole]).toEqual([1, 0, 0, 0, ...data, ...Buffer.from('between'), ...borrowed.sub(0, 5).data, ...data, ...data, 2]);
    expect(whole.buffer.byteLength).toBe(whole.length);
    const window = parts(new ByteWriter(), large).window();
    expect(window.remote).toBe(large.remote);
    for (const at of [0, 3, 4, 8003, 8004, 8010, 8011, 8015, 8016, 16_015, 16_016, 24_015, 24_016])
      for (const end of [at, at + 1, at + 2, at + 8001])
        expect(window.sub(at, Math.min(end, window.length)).data).toEqual(whole.slice(at, end));
  }
});

describe.each([ELF_HEADER, SECTION_HEADER, PROGRAM_HEADER, SYMBOL, REL, RELA, NOTE_HEADER] as readonly StructRows[])('$name', (rows) => {
  test.each([false, true])('is written as it is read, 64-bit: %s', (is64) => {
    const data = new Uint8Array(structSize(rows, is64));
    for (const field of rows.fields) {
      const [at, width] = is64 ? field.at64 : field.at32;
      // Numbers that index the file are exact below 2⁵³ only.
      const end = at + (width === 8 && field.as === 'number' ? 6 : width);
      for (let i = at; i < end; i++) data[i] = (i * 37 + 11) & 0xff;
    }
    const out = new ByteWriter();
    writeStruct(rows, readStruct(rows, new Bytes(data), 0, is64), out, is64);
    expect(out.finish()).toEqual(data);
  });
});
