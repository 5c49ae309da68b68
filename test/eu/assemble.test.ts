/** Assembly is encoded as `iga64 -a` 2.40.14 does it. */
import { describe, expect, test } from 'vitest';
import { assemble, disassembleExactly, type Platform } from '../../src/eu/index.ts';

const words = (value: Uint8Array): string[] =>
  Array.from(new Uint32Array(value.slice().buffer), (word) => word.toString(16).padStart(8, '0'));

/** Texts of one instruction, and the words that iga64 makes of them. */
const ANSWERS: readonly (readonly [platform: Platform, text: string, words: string])[] = [
  ['9', 'mad (16|M0) r9.0<1>:f r9.0<2;1>:f r121.0<2;1>:f r8.4<0>:f {Compacted}', '2000925b 11e44c02'],
  ['9', 'mad (16|M0) r9.0<1>:f r9.1<0;0>:f r121.2<0;0>:f r8.4<0>:f', '0080015b 091e0000 b92093c9 022724f2'],
];

test.each(ANSWERS)('%s: %s', (platform, text, expected) => {
  const { value, diagnostics } = assemble(text, platform);
  expect(diagnostics).toEqual([]);
  expect(words(value).join(' ')).toBe(expected);
});

const bytesOf = (...list: number[]): Uint8Array => new Uint8Array(Uint32Array.from(list).buffer);

describe('notes keep what the text would lose', () => {
  test.each([
    ['a reserved bit', bytesOf(0x8000_0061, 0x0105_0220, 0x0000_0100, 0x0000_0000)],
    ['a word that is not an instruction', bytesOf(0x3f, 1, 2, 3)],
    ['bytes that are too few for an instruction', bytesOf(0x60, 0, 0, 0, 7, 9)],
    ['a branch into the middle of an instruction', bytesOf(0x20, 0x4000, 0, 8, 0x60, 0, 0, 0)],
    ['a branch out of the code', bytesOf(0x20, 0x4000, 0, 0x1000, 0x20, 0x4000, 0, -0x1000)],
  ])('%s', (_, bytes) => {
    const { value: text } = disassembleExactly(bytes, '2');
    const { value, diagnostics } = assemble(text, '2');
    expect(diagnostics).toEqual([]);
    expect(value).toEqual(bytes);
    expect(text).toContain('// zebin: ');
  });
});
