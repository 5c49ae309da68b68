/** The text of what kernels print: numbers as the C library of a host prints them, and vectors as the compiler stores them. */
import { expect, test } from 'vitest';
import { Memory } from '../../src/run/memory.ts';
import { MOST_TEXT, printedText } from '../../src/run/printf.ts';

const [FLOAT, INT, LONG, POINTER, DOUBLE, BYTES, SHORTS, FLOATS] = [4, 3, 6, 7, 8, 9, 10, 13];

/** The text of a record with a format and the bytes of its arguments. */
function text(format: string, ...parts: readonly (readonly number[])[]): string {
  const memory = new Memory(1 << 20, true);
  const buffer = memory.allocate('the printf buffer', 1024);
  const strings = memory.allocate('.data.const.string', 128);
  strings.bytes.set(new TextEncoder().encode(format));
  const view = new DataView(buffer.bytes.buffer);
  view.setBigUint64(4, BigInt(strings.start), true);
  const bytes = parts.flat();
  buffer.bytes.set(bytes, 12);
  view.setUint32(0, 12 + bytes.length, true);
  return printedText(buffer, memory).text;
}

const word = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >> shift) & 255);
function bytesOf(size: 4 | 8, put: (view: DataView) => void): number[] {
  const view = new DataView(new ArrayBuffer(size));
  put(view);
  return [...new Uint8Array(view.buffer)];
}
const float = (value: number): number[] => [...word(FLOAT), ...bytesOf(4, (view) => view.setFloat32(0, value, true))];
const double = (value: number): number[] => [...word(DOUBLE), ...bytesOf(8, (view) => view.setFloat64(0, value, true))];
const long = (type: number, value: bigint): number[] => [...word(type), ...bytesOf(8, (view) => view.setBigInt64(0, value, true))];

test.each([
  ['%.1f', 2.25, '2.2'],
  ['%.1f', 2.75, '2.8'],
  ['%.0f', 0.5, '0'],
  ['%.0f', 1.5, '2'],
  ['%.0f', 9.5, '10'],
  ['%.2f', 0.125, '0.12'],
  ['%f', 123456.7890625, '123456.789062'],
  ['%.0e', 2.5, '2e+00'],
  ['%.0e', 3.5, '4e+00'],
  ['%.2g', 2.25, '2.2'],
  ['%.1g', 9.5, '1e+01'],
  ['%#g', 123456, '123456.'],
  ['%#.0f', 3, '3.'],
  ['%#.0e', 3, '3.e+00'],
  ['%#g', 0.5, '0.500000'],
  ['%.1a', 1.96875, '0x2.0p+0'],
  ['%.1a', 1.59375, '0x1.ap+0'],
  ['%.2a', 1.59375, '0x1.98p+0'],
  ['%a', 0.15625, '0x1.4p-3'],
] as const)('prints the number %s of %d as %s', (format, value, expected) => {
  expect(text(format, double(value))).toBe(expected);
  expect(text(format, float(value))).toBe(expected);
});

test.each(['%1000000000d', '%.1000000000d'])('text of any length is cut: %s', (format) => {
  const memory = new Memory(1 << 20, true);
  const buffer = memory.allocate('the printf buffer', 1024);
  const strings = memory.allocate('.data.const.string', 128);
  strings.bytes.set(new TextEncoder().encode(format));
  const view = new DataView(buffer.bytes.buffer);
  const record = [...bytesOf(8, (one) => one.setBigUint64(0, BigInt(strings.start), true)), ...word(INT), ...word(1)];
  const records = [1, 2, 3].flatMap(() => record);
  buffer.bytes.set(records, 4);
  view.setUint32(0, 4 + records.length, true);
  const printed = printedText(buffer, memory);
  expect(printed.isCut).toBe(true);
  expect(printed.text.length).toBeLessThan(MOST_TEXT + 64);
});

test('a long text that is printed with no characters is not read again and again', () => {
  const memory = new Memory(1 << 24, true);
  const buffer = memory.allocate('the printf buffer', 1 << 16);
  const strings = memory.allocate('.data.const.string', 1 << 20);
  strings.bytes.fill(0x61);
  strings.bytes.set(new TextEncoder().encode('%.0s\0'));
  const view = new DataView(buffer.bytes.buffer);
  let at = 4;
  for (; at + 20 <= 1 << 16; at += 20) {
    view.setBigUint64(at, BigInt(strings.start), true);
    view.setUint32(at + 8, POINTER, true);
    view.setBigUint64(at + 12, BigInt(strings.start + 8), true);
  }
  view.setUint32(0, at, true);
  expect(printedText(buffer, memory)).toEqual({ text: '', isCut: true });
});

test('a number that is not halfway goes to the nearest', () => {
  expect(text('%.1f %.2f %.1f', double(0.15), double(1.005), double(0.25000000000000006))).toBe('0.1 1.00 0.3');
});

test('elements of vectors are next to each other, and take four bytes each', () => {
  const shorts = [...word(SHORTS), ...word(4), 1, 0, 254, 255, 3, 0, 4, 0, ...Array(8).fill(0xee)];
  const bytes = [...word(BYTES), ...word(3), 255, 2, 3, ...Array(9).fill(0xee)];
  const floats = [...word(FLOATS), ...word(2), ...float(1.5).slice(4), ...float(-2).slice(4)];
  expect(text('%v4hd|%#v3hhx|%v2hlf|%d', shorts, bytes, floats, [...word(INT), ...word(7)])).toBe(
    '1,-2,3,4|0xff,0x2,0x3|1.500000,-2.000000|7',
  );
});

test('pointers are hexadecimal, and null has a name', () => {
  expect(text('%p %p|%10p|%ld', long(POINTER, 0n), long(POINTER, 0x100001000n), long(POINTER, 16n), long(LONG, -5n))).toBe(
    '(nil) 0x100001000|      0x10|-5',
  );
});

test('a record that ends before its arguments leaves its directives', () => {
  expect(text('%d %d', [...word(INT), ...word(1)])).toBe('1 %d');
});
