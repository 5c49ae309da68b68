/** Real instructions of every platform, and the text of `iga64 -d` 2.40.14 for each (words.tsv: platform, bytes, text). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { disassemble, type Instruction, PLATFORMS, type Platform, printCode, readCode, wordsOf } from '../../../src/formats/eu/index.ts';

const ROWS = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [Platform, string, string]);

test.each(PLATFORMS)('platform %s: words print as iga64 prints them', (platform) => {
  const rows = ROWS.filter(([name]) => name === platform);
  expect(rows.length).toBeGreaterThan(10);
  for (const [, hex, text] of rows) {
    const { value, diagnostics } = readCode(new Uint8Array(Buffer.from(hex, 'hex')), platform);
    expect(diagnostics).toEqual([]);
    expect(printCode(value).split('\n')[1]).toBe(text);
  }
});

test('what cannot be an instruction is kept, and reading continues', () => {
  const words = new Uint8Array(new Uint32Array([0x3f, 1, 2, 3, 0x60, 0, 0, 0, 7]).buffer);
  const { value, diagnostics } = readCode(words, '2');
  expect(value.instructions.map(({ operation }) => operation?.mnemonic)).toEqual([undefined, 'nop']);
  expect(wordsOf(value.instructions[0] as Instruction)).toEqual([0x3f, 1, 2, 3]);
  expect(value.padding).toBe(4);
  expect(diagnostics.map(({ code }) => code)).toEqual(['eu/instruction']);
});

test('text without records is that of the records, with the same diagnostics, labels and switches', () => {
  // A branch into the middle of an instruction, an end of thread, a word that is not an instruction, and what is after the end.
  const words = [0x20, 0, 0, 8, 0x31, 4, 0, 0, 0x3f, 1, 2, 3, 0x60, 0, 0, 0];
  const bytes = new Uint8Array(new Uint32Array(words).buffer);
  for (const options of [{}, { numericLabels: true }, { bits: true, offsets: true, loadStore: true }]) {
    const { value, diagnostics } = readCode(bytes, '2');
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(disassemble(bytes, '2', options)).toEqual({ value: printCode(value, options), diagnostics });
  }
});

test('code ends after its last branch or end of thread', () => {
  const nop = [0x60, 0, 0, 0];
  const send = [0x31, 4, 0, 0];
  const end = (...words: number[]) => readCode(new Uint8Array(new Uint32Array(words).buffer), '2').value.end;
  expect(end()).toBe(0);
  expect(end(...nop, ...nop)).toBe(32);
  expect(end(...nop, ...send, ...nop, ...nop)).toBe(32);
});

test('a platform that is not known is a wrong argument', () => {
  expect(() => readCode(new Uint8Array(16), '7' as Platform)).toThrow(TypeError);
  expect(() => disassemble(new Uint8Array(16), '7' as Platform)).toThrow(TypeError);
});
