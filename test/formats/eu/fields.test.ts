/** Every bit of an instruction is named once, and what is reserved changes nothing. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Field, fieldsOf, PLATFORMS, type Platform, printCode, readCode } from '../../../src/formats/eu/index.ts';

const ROWS = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [Platform, string, string]);

const bitsOf = ({ bits }: Field): number[] => bits.flatMap(({ low, high }) => Array.from({ length: high - low + 1 }, (_, i) => low + i));

test.each(PLATFORMS)('platform %s: every bit has one name, and reserved ones change nothing', (platform) => {
  const number = PLATFORMS.indexOf(platform);
  for (const [, hex, text] of ROWS.filter(([name]) => name === platform)) {
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
    const [instruction] = readCode(bytes, platform).value.instructions;
    if (instruction === undefined) throw new Error(hex);
    const fields = fieldsOf(instruction, number);
    const bits = fields.flatMap(bitsOf).sort((a, b) => a - b);
    expect(bits).toEqual(Array.from({ length: 128 }, (_, bit) => bit));
    if (bytes.length < 16) continue;
    for (const bit of fields.filter(({ name }) => name === 'reserved').flatMap(bitsOf)) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(`${bit} ${printCode(readCode(flipped, platform).value).split('\n')[1]}`).toBe(`${bit} ${text}`);
    }
  }
});

const RESERVED = ['reserved', 'compacted', 'reserved', 'reserved', 'reserved', 'reserved'];

test('what is not an operation is reserved, except for its opcode', () => {
  const [instruction] = readCode(new Uint8Array([0x3f, ...new Array<number>(15).fill(0)]), '2').value.instructions;
  if (instruction === undefined) throw new Error('nothing was read');
  expect(fieldsOf(instruction, PLATFORMS.indexOf('2')).map(({ name }) => name)).toEqual(['opcode', ...RESERVED]);
});
