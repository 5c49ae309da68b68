/** What buffers hold before a launch: the vectors of the format's description, and the arithmetic of 64 bits against BigInt. */
import { expect, test } from 'vitest';
import { Budget } from '../../../src/core/diag/index.ts';
import { argumentsOf, readCases } from '../../../src/run/case/index.ts';
import { MOST_BELOW, RandomStream } from '../../../src/run/case/random.ts';
import { fileOf } from './cases.ts';

/** The bytes of a buffer, as hexadecimal digits. */
function bytesOf(type: string, count: number, fill: object | undefined): string {
  const [one] = readCases(fileOf({ args: [{ kind: 'buffer', type, count, ...(fill === undefined ? {} : { fill }) }] })).value.cases;
  const [argument] = one ? argumentsOf(one) : [];
  return argument?.kind === 'buffer' ? Buffer.from(argument.bytes).toString('hex') : 'nothing';
}

test.each([
  ['int', 4, { bits: 1 }, '72d7c2dd47aaf282a7d8f3da2c9dc762'],
  ['uchar', 8, { bits: 1 }, '7247a72cbb66f86e'],
  ['long', 1, { bits: 1 }, '72d7c2dd3080efbf'],
  ['int', 4, { random: 1, lo: -5, hi: 5 }, '0300000003000000fcffffff04000000'],
  ['float', 3, { random: 1, lo: -1, hi: 1 }, '01beff3e4cab82be04cafcbd'],
  ['float', 3, { random: 1, lo: -9, hi: 9, step: 0.5 }, '000060c00000a04000009040'],
  ['half', 4, { random: 1, lo: -9, hi: 9, step: 0.5 }, '00c3004580444048'],
  ['double', 1, { random: 1, lo: 0, hi: 1 }, '5ab81b06f0fde73f'],
  ['int', 5, { values: [1, -1, '0x80000000'], pick: 7 }, 'ffffffffffffffff000000800000008000000080'],
  ['short', 5, { values: [1, 2], repeat: 2 }, '01000100020002000100'],
  ['uchar', 4, undefined, '00000000'],
  ['uchar', 4, { zero: true }, '00000000'],
  ['uchar', 4, { hex: '0102' }, '01020000'],
  ['uchar', 4, { base64: 'AQID' }, '01020300'],
  ['uchar', 4, { base64: 'eJxjZGIGAAANAAc=', deflate: true }, '01020300'],
  ['short', 3, { const: -2 }, 'fefffefffeff'],
  ['int', 2, { const: { bits: '0xa5a5a5a5' } }, 'a5a5a5a5a5a5a5a5'],
  ['uchar', 4, { iota: [254, 1] }, 'feff0001'],
  ['long', 2, { iota: ['0xffffffff', -1] }, 'ffffffff00000000feffffff00000000'],
  ['float', 2, { iota: [1, 0.5] }, '0000803f0000c03f'],
  ['half', 4, { values: ['nan', '-inf', '-0.0', '0x1.8p1'] }, '007e00fc00800042'],
  ['float', 3, { values: ['nan', '1e40', '0x1p-149'] }, '0000c07f0000807f01000000'],
  ['double', 1, { const: '0x1.00000000000000000000p-1074' }, '0100000000000000'],
  // As a number of JSON it would be 2⁶³ in most readers.
  ['long', 1, { const: '9223372036854775807' }, 'ffffffffffffff7f'],
])('a buffer of %s, %i elements, filled by %o', (type, count, fill, expected) => {
  expect(bytesOf(type, count, fill)).toBe(expected);
});

test('an integer that JSON readers round is exact', () => {
  const text =
    '{"cases":[{"name":"a","kernel":"k","global":[1],"local":[1],"args":[{"kind":"scalar","type":"long","value":9223372036854775807}]}]}';
  const [one] = readCases(new TextEncoder().encode(text)).value.cases;
  expect(one?.args).toEqual([{ kind: 'value', bytes: Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 127), element: 'long' }]);
});

const M = (1n << 64n) - 1n;
function mix(value: bigint): bigint {
  const a = ((value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n) & M;
  const b = ((a ^ (a >> 27n)) * 0x94d049bb133111ebn) & M;
  return b ^ (b >> 31n);
}
const rnd = (seed: bigint, i: bigint): bigint => mix((mix(seed & M) + (i + 1n) * 0x9e3779b97f4a7c15n) & M);

test.each([0n, 1n, 1000n, -1n, 0x8000_0000_0000_0000n])('the random numbers of %s, and their remainders', (seed) => {
  const stream = new RandomStream(seed);
  for (let i = 0n; i < 2_000n; i++) {
    stream.next();
    const number = rnd(seed, i);
    expect(stream.bits()).toBe(number);
    for (const count of [1, 2, 3, 10, 1021, 2 ** 20, 2 ** 20 + 1, 2 ** 32 - 1, 2 ** 32, 2 ** 33 + 7, MOST_BELOW])
      expect(stream.below(count)).toBe(Number(number % BigInt(count)));
    expect(stream.fraction()).toBe(Number(number >> 11n) * 2 ** -53);
  }
});

test('ranges of more than 2³⁷ integers', () => {
  const hex = bytesOf('ulong', 3, { random: 3, lo: '0x8000000000000000', hi: '0xffffffffffffff00' });
  const expected = [0n, 1n, 2n].map((i) => (1n << 63n) + (rnd(3n, i) % 0x7fff_ffff_ffff_ff01n));
  const buffer = Buffer.alloc(24);
  for (const [i, value] of expected.entries()) buffer.writeBigUInt64LE(value, 8 * i);
  expect(hex).toBe(buffer.toString('hex'));
});

test.each([
  ['float', { iota: [1, 0.5] }],
  ['int', { iota: [1, 2] }],
  ['int', { bits: 1 }],
  ['int', { random: 1, lo: -5, hi: 5 }],
  ['float', { random: 1, lo: -1, hi: 1 }],
  ['int', { values: [1, -1], pick: 7 }],
])('elements of %s, filled by %o, look at the clock while they are made', (type, fill) => {
  const [one] = readCases(fileOf({ args: [{ kind: 'buffer', type, count: 300_000, fill }] })).value.cases;
  class Clock extends Budget {
    looked = 0;
    override check(): void {
      if (++this.looked > 4) super.check();
    }
  }
  const budget = new Clock(0, { deadline: 0 });
  expect(() => one && argumentsOf(one, { budget })).toThrow(
    expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'limit/time' }) }),
  );
  expect(budget.looked).toBe(5);
});
