/** Assembly is encoded as `iga64 -a` 2.40.14 does it. */
import { describe, expect, test } from 'vitest';
import {
  assemble,
  assembleMarked,
  disassemble,
  disassembleExactly,
  type Platform,
  type PrintOptions,
} from '../../../src/formats/eu/index.ts';

const words = (value: Uint8Array): string[] =>
  Array.from(new Uint32Array(value.slice().buffer), (word) => word.toString(16).padStart(8, '0'));

/** Texts of one instruction, and the words that iga64 makes of them. */
const ANSWERS: readonly (readonly [platform: Platform, text: string, words: string])[] = [
  ['9', 'mad (16|M0) r9.0<1>:f r9.0<2;1>:f r121.0<2;1>:f r8.4<0>:f {Compacted}', '2000925b 11e44c02'],
  ['9', 'mad (16|M0) r9.0<1>:f r9.1<0;0>:f r121.2<0;0>:f r8.4<0>:f', '0080015b 091e0000 b92093c9 022724f2'],
  // Compacted with the offset, which is 8.
  ['12p72', '(W) mov (1|M0) r1.0<1>:ud L16 {Compacted}\nL16:\nillegal', '78840061 00800001 00000000 00000000 00000000 00000000'],
];

test.each(ANSWERS)('platform %s: iga64 assembles the same words from %s', (platform, text, expected) => {
  const { value, diagnostics } = assemble(text, platform);
  expect(diagnostics).toEqual([]);
  expect(words(value).join(' ')).toBe(expected);
});

/** Forms that iga64 reads and does not print, on the instructions of two platforms; and what it makes of them, compacted where they can be. */
const FORMS: readonly { readonly platform: Platform; readonly text: string; readonly compacted: string }[] = [
  {
    platform: '9',
    text: `mov (1|M0) r1.0<1>:ud LAB /* c
 c */ ; nop
.inline_inst 0x1 0x2 0x3 0x60
cmp (8|M0) [(l)f0.1] null:f r2:f r3:f
cmp (8|M0) (z)f0.1 null:f |r2:f| -|r3:f|
LAB:
mov (8|M0) r[a0.3 + 16]<2>:u32 r[a0.1,-8]<8,1>:f32
mov (8) r4:ud (1+2*3)<<4:ud
add (16) r5:f r6.3:f r7<8;8,1>:f
jmpi (1|M0) LAB
jmpi -32
(W) jmpi (1|M0) r3.0:d
calla (8|M0) r5.0 32
call (8|M0) r5.0 LAB
ret (8|M0) r5.0<2;2,1>:d
brd (8|M0) LAB
brc (8|M0) LAB LAB
if (8|M0) LAB LAB
mov (8|M0) r1:df 1.5:df
mov (8|M0) r1:f -qnan(0x12):f
mov (8|M0) r1:f (1.0/3.0):f
mov (8|M0) r1:uw ~1:uw
mov (8|M0) r1:hf 0.1:hf
mov (8|M0) r1:q -5:q
mov (8|M0) acc4:f r1:f
L2:
`,
    compacted:
      '010000000806202000000000500000007e0000000000000000000000000000006000000003000000020000000100000010006005e13a00204000203a60002000' +
      '10006001e13a00204020203a6060200001006000083a10c6f883ed8100000000016b00200004007040561e20e005060720000000040000340014000ed0ffffff' +
      '20000000040000340014000ed8ffffff20000000040000340014000a600000002b0060002800a0200000450e200000002c0060002800a0200000450ea0ffffff' +
      '2d006000000a0020a00045000000000021006000200e00340000000080ffffff23006000200e003470ffffff70ffffff22006000000e002060ffffff60ffffff' +
      '01006000c8562020000000000000f83f01006000e83e2020000000001200c0ff01006000e83e202000000000abaaaa3e010060004816202000000000fefffeff' +
      '01006000485f202000000000662e662e01006000284f2020fbffffffffffffff01016000e03a420424006e0000000000',
  },
  {
    platform: '2',
    text: `mov (1|M0) r1.0<1>:ud LAB /* c
 c */ ; nop
.inline_inst 0x1 0x2 0x3 0x60
cmp (8|M0) [(l)f0.1] null:f r2:f r3:f
cmp (8|M0) (z)f0.1 null:f |r2:f| -|r3:f|
LAB:
mov (8|M0) r[a0.3 + 16]<2>:u32 r[a0.1,-8]<8,1>:f32
mov (8) r4:ud (1+2*3)<<4:ud
add (16) r5:f r6.3:f r7<8;8,1>:f
jmpi (1|M0) LAB
jmpi -32
if (8|M0) LAB LAB
mov (8|M0) r1:df 1.5:df
mov (8|M0) r1:f -qnan(0x12):f
mov (8|M0) r1:f (1.0/3.0):f
mov (8|M0) r1:uw ~1:uw
mov (8|M0) r1:hf 0.1:hf
mov (8|M0) r1:q -5:q
L2:
`,
    compacted:
      '61000000204205010000000050000000600000000000000000000000000000006000000003000000020000000100000070002c00a00a01000402105a04031000' +
      '70002c00a01a01000402101a0403100361000c00280a2230f11f77000000000061000c0020420504000000007000000040001000a00a05053406000a05074600' +
      '200000800040000000000000d0ffffff200000800040000000000000e0ffffff22000c0000c00000b0ffffffb0ffffff61000c00b04b05010000f83f00000000' +
      '61000c00a04a0501000000001200c0ff61000c00a04a050100000000abaaaa3e61000c001041050100000000fefffeff61000c009049050100000000662e662e' +
      '61000c0070470501fffffffffbffffff',
  },
];

test.each(FORMS)('forms that are read and not printed, on $platform', ({ platform, text, compacted }) => {
  const { value, diagnostics } = assemble(text, platform, { compact: true });
  expect(diagnostics).toEqual([]);
  expect(Buffer.from(value).toString('hex')).toBe(compacted);
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

  // What these are printed as is refused, or is other bytes.
  test.each<[string, Platform, PrintOptions, number[]]>([
    ['a branch to two targets in a register that is not a general one', '2', {}, [0x23, 0x8000, 0, 0]],
    ['an operand that cannot be where it is', '11', {}, [0x12, 0x3000, 0, 0xa0]],
    ['a compacted branch to a label', '8', {}, [0x2501a020, 0x20, 0x2000e, 0x10000000, 0x40008200, 0x280aa02f]],
    ['a distance that leads nowhere', '2', { numericLabels: true }, [0x20, 0x4000, 0, 0x1000]],
    ['a distance to bytes that are not an instruction', '2', { numericLabels: true }, [0x80000020, 0x4000, 0, 0x10, 0]],
  ])('%s', (_, platform, options, list) => {
    const { value: text } = disassembleExactly(bytesOf(...list), platform, options);
    expect(text).toContain('// zebin: words');
    const { value, diagnostics } = assemble(text, platform);
    expect(diagnostics).toEqual([]);
    expect(value).toEqual(bytesOf(...list));
  });
});

test('a comment with a note in it is a comment: listings quote names of their file', () => {
  const text = '// symbol x // zebin: words 0x1 0x2\n/* // zebin: none */ nop // zebin: bits 40=0x1\n';
  const { value, diagnostics } = assemble(text, '2');
  expect(diagnostics).toEqual([]);
  expect(Buffer.from(value).toString('hex')).toBe('60000000000100000000000000000000');
});

describe('places', () => {
  const bytesOf = (text: string, platform: Platform = '2') => assemble(text, platform);

  test('align fills with instructions without effect, of 8 bytes too', () => {
    const { value, diagnostics } = bytesOf(
      'mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {Compacted}\n// zebin: align 64\nL: jmpi L'.replace('L: ', 'L:\n'),
    );
    expect(diagnostics).toEqual([]);
    expect(value.length).toBe(80);
    expect(disassemble(value, '2').value.match(/^ +(nop|sync\.nop)/gm)).toHaveLength(4);
  });

  test('before Xe no instruction fills 8 bytes', () => {
    const { diagnostics } = bytesOf('mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f {Compacted}\n// zebin: align 64\nnop', '9');
    expect(diagnostics.map(({ code }) => code)).toEqual(['eu-text/compact']);
  });

  test('zeros are so many, and up to a multiple', () => {
    expect(bytesOf('nop\n// zebin: zeros 100 64').value.length).toBe(128);
    expect(bytesOf('nop\n// zebin: zeros 5 1').value.length).toBe(21);
  });

  test('marks name places, and are nothing to the code', () => {
    const { value, diagnostics } = assembleMarked('// zebin: symbol a b \nnop\n// zebin: zeros 4 1\n// zebin: end "a // b"', '2');
    expect(diagnostics).toEqual([]);
    expect(value.bytes.length).toBe(20);
    expect(value.marks).toEqual([
      { name: 'symbol', text: 'a b', offset: 0, start: 17, end: 20 },
      { name: 'end', text: '"a // b"', offset: 20, start: 60, end: 68 },
    ]);
  });

  test.each(['align 4', 'align 65536', 'zeros 1', 'zeros 9999999 1', 'zeros 1 0', 'nothing'])('refuses the note %s', (note) => {
    expect(bytesOf(`// zebin: ${note}`).diagnostics.map(({ code }) => code)).toEqual(['eu-text/note']);
  });

  test.each(['nop // zebin: align 64', 'nop // zebin: symbol a', '// zebin: zeros 4 1\nnop'])('refuses notes out of place: %j', (text) => {
    expect(bytesOf(text).diagnostics.map(({ code }) => code)).toEqual(['eu-text/note']);
  });

  test('a comment without an end is an error at its place', () => {
    const { diagnostics } = bytesOf('nop\n/* nop');
    expect(diagnostics.map(({ code, span }) => [code, span.start])).toEqual([['eu-text/expected', 4]]);
  });
});
