/** What every bit of an instruction in a file means: of a compacted one its 64 bits. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeFields, FIELDS, fieldDoc, PLATFORMS, type Platform, readInstructionAt } from '../../../src/formats/eu/index.ts';

const ROWS = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [Platform, string, string]);

const bitsOf = (text: string): number[] =>
  text.split(' ').flatMap((range) => {
    const [high = 0, low = high] = range.split(':').map(Number);
    return Array.from({ length: high - low + 1 }, (_, i) => low + i);
  });

test.each(PLATFORMS)('platform %s: each bit is in one field, and no field is said to mean nothing', (platform) => {
  for (const [, hex] of ROWS.filter(([name]) => name === platform)) {
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
    const instruction = readInstructionAt(bytes, 0, platform);
    if (instruction === undefined) throw new Error(hex);
    const fields = describeFields(instruction, PLATFORMS.indexOf(platform));
    const bits = fields.flatMap((field) => bitsOf(field.bits)).sort((a, b) => a - b);
    expect(bits, hex).toEqual(Array.from({ length: 8 * bytes.length }, (_, bit) => bit));
    expect(fields.filter(({ meaning }) => meaning === '' || meaning?.includes('undefined') || meaning?.includes('NaN'))).toEqual([]);
    for (const { name, value } of fields.filter(({ name }) => name === 'opcode'))
      expect([name, value]).toEqual(['opcode', (bytes[0] ?? 0) & 127]);
  }
});

test('fields have what the assembly has', () => {
  // (W) mov (16|M0) r127.0<1>:ud 0x0:ud
  const mov = readInstructionAt(new Uint8Array(Buffer.from('610010802042057f0000000000000000', 'hex')), 0, '2');
  const means = Object.fromEntries((mov ? describeFields(mov, PLATFORMS.indexOf('2')) : []).map(({ name, meaning }) => [name, meaning]));
  expect(means).toMatchObject({
    opcode: 'mov: Move',
    execSize: '16 channels',
    noMask: 'yes',
    'dst.reg': 'r127',
    'dst.type': 'ud',
    'src0.file': 'immediate',
    'src0.imm': '0x0:ud',
  });
});

test('a descriptor has its fields', () => {
  const send = readInstructionAt(new Uint8Array(Buffer.from('319003800000240100000000'.padEnd(32, '0'), 'hex')), 0, '12p71');
  const desc = send && describeFields(send, PLATFORMS.indexOf('12p71')).find(({ name }) => name === 'desc');
  expect(desc?.parts?.flatMap(({ bits }) => bitsOf(bits))).toEqual(Array.from({ length: 64 }, (_, bit) => bit));
});

test('too few bytes are not an instruction', () => {
  expect(readInstructionAt(new Uint8Array(15), 0, '2')).toBe(undefined);
  expect(readInstructionAt(new Uint8Array(16), 16, '2')).toBe(undefined);
  expect(readInstructionAt(new Uint8Array(16), -1, '2')).toBe(undefined);
});

test('every field has a sentence', () => {
  expect(FIELDS.map(([name]) => name).filter((name) => fieldDoc(name) === '')).toEqual([]);
});
