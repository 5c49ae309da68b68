/** Real instructions of every platform, and the text of `iga64 -d` 2.40.14 for each (words.tsv: platform, bytes, text). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLATFORMS, type Platform, printCode, readCode } from '../../src/eu/index.ts';

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

test('what cannot be an instruction is kept, and reading goes on', () => {
  const words = new Uint8Array(new Uint32Array([0x3f, 1, 2, 3, 0x60, 0, 0, 0, 7]).buffer);
  const { value, diagnostics } = readCode(words, '2');
  expect(value.instructions.map(({ operation }) => operation?.mnemonic)).toEqual([undefined, 'nop']);
  expect(value.instructions[0]?.words).toEqual([0x3f, 1, 2, 3]);
  expect(value.padding).toBe(4);
  expect(diagnostics.map(({ code }) => code)).toEqual(['eu/instruction']);
});

test('a platform that is not known is a wrong argument', () => {
  expect(() => readCode(new Uint8Array(16), '7' as Platform)).toThrow(TypeError);
});
