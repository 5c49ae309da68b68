/** Facts of Xe3P that are newer than iga64 2.40.14, and what its encoder drops. Sources: commits of intel/intel-graphics-compiler. */
import { describe, expect, test } from 'vitest';
import {
  assemble,
  disassemble,
  disassembleExactly,
  PLATFORMS,
  type Platform,
  platformNumber,
  readCode,
} from '../../../src/formats/eu/index.ts';
import { fixture } from '../../support/corpus.ts';

const hexOf = (value: Uint8Array): string => Buffer.from(value).toString('hex');
const lineOf = (value: Uint8Array, platform: Platform): string => disassemble(value, platform).value.split('\n').at(-2) ?? '';

function assembled(text: string, platform: Platform): Uint8Array {
  const { value, diagnostics } = assemble(text, platform);
  expect(diagnostics).toEqual([]);
  return value;
}

/** Texts of instructions of Xe3P, and their bytes: from the text, and back. */
const TEXTS: readonly (readonly [text: string, bytes: string])[] = [
  // f1037b8fad has this text. The length of the second payload is where a gathered payload of sendg has its subregister.
  ['sendgx.ugm (16|M0)       null     r510:1  r429:2  s0.56  0xED004', '35001000063800ff0cfe0ef014ad04d0'],
  ['sendgx.ugm (16|M0)       r20      r510:2  null:0  s0.56  0xED004', '350010000438001414fe0ef004ff04d0'],
  ['sendgxc.ugm (16|M0)      r510     r5:2  r510:3  0xED004', '36001000020000fe10050ef01cfe04d0'],
  // 8609e727dc: the form of lfsr, with the opcodes 0x3a and 0x3b; the other bytes are those that iga64 gives lfsr.
  ['qredmin (16|M0)          r1.0<1>:ud    r2.0<1;1,0>:ud    0x1:uw', '3a001000208205010402100101000100'],
  ['qredmax (16|M0)          r1.0<1>:ud    r2.0<1;1,0>:ud    r3.0<1;1,0>:ud', '3b001000200205010402100204030000'],
];

test.each(TEXTS)('is assembled and printed back: %s', (text, bytes) => {
  const value = assembled(text, '3pxpc');
  expect(hexOf(value)).toBe(bytes);
  const line = lineOf(value, '3pxpc');
  expect(line.replace(/ *\/\/.*$/, '').trim()).toBe(text);
  expect(hexOf(assembled(line, '3pxpc'))).toBe(bytes);
});

test('r510 is not a gathered payload: both lengths are those of the text, and r511 is null', () => {
  const [instruction] = readCode(Buffer.from(TEXTS[0]?.[1] ?? '', 'hex'), '3pxpc').value.instructions;
  const [src0, src1] = instruction?.sources ?? [];
  expect([src0?.kind, src0?.register?.name, src0?.number, src1?.number]).toEqual(['direct', 'r', 510, 429]);
  expect([instruction?.send?.src0Length, instruction?.send?.src1Length]).toEqual([1, 2]);
  expect(instruction?.dst?.register?.name).toBe('null');
  expect(assemble('sendgx.ugm (16|M0) null r511:1 r429:2 0x0', '3pxpc').diagnostics.map(({ code }) => code)).toEqual(['eu-text/value']);
});

describe.each(PLATFORMS.filter((name) => platformNumber(name) >= platformNumber('12p1')))('sync of platform %s', (platform) => {
  // encodeSyncInstruction of visa/iga/IGALibrary/Backend/GED/Encoder.cpp writes the register file of null, and nothing else.
  test('gives null no type, so that it can be compacted', () => {
    const text = new TextDecoder().decode(fixture('cases/sync-null-type.asm').bytes());
    const plain = text.replace(':ud', '');
    expect(hexOf(assembled(text, platform))).toBe(hexOf(assembled(plain, platform)));
    const compact = assemble(text, platform, { compact: true }).value;
    expect([compact.length, hexOf(compact)]).toEqual([8, hexOf(assemble(plain, platform, { compact: true }).value)]);
  });
  test('keeps a type that bytes have in a note', () => {
    const value = assembled('sync.nop null {@1}', platform);
    value[5] = (value[5] ?? 0) | 2;
    const { value: exact } = disassembleExactly(value, platform);
    expect(hexOf(assembled(exact, platform))).toBe(hexOf(value));
  });
});
