/** Instructions are encoded as the words that they were read from. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { encodeInstruction } from '../../../src/formats/eu/encode/instruction.ts';
import { type Instruction, instructionElement, optionBit, readCode } from '../../../src/formats/eu/index.ts';
import { newInstruction } from '../../../src/formats/eu/model.ts';
import { encodeStatement } from '../../../src/formats/eu/parse/assemble.ts';
import type { Statement } from '../../../src/formats/eu/parse/statement.ts';
import { InstructionReader } from '../../../src/formats/eu/read/instruction.ts';
import { operationsOf } from '../../../src/formats/eu/table/operations.ts';
import { PLATFORMS } from '../../../src/formats/eu/table/platforms.ts';
import { type Shape, shapesOf } from '../../../src/formats/eu/table/shapes.ts';
import { randomWords } from './made-texts.ts';

const ROUNDS = 20_000;
const COMPACT = 1 << 29;

const bytesOf = (...words: number[]): Uint8Array => new Uint8Array(Uint32Array.from(words).buffer);

/** Many bytes are compared: `expect` is called only for those that differ. */
function check(bytes: Uint8Array, ...words: number[]): void {
  const expected = bytesOf(...words);
  if (bytes.length !== expected.length || bytes.some((byte, i) => byte !== expected[i])) expect(bytes).toEqual(expected);
}

describe.each(PLATFORMS.map((platform, number) => ({ platform, number })))('platform $platform', ({ platform, number }) => {
  const opcodes = operationsOf(number).flatMap((operation) => operation?.opcode ?? []);

  test('random words', { tags: ['corpus'] }, () => {
    const next = randomWords(number + 1);
    const reader = new InstructionReader(number);
    let readable = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // Fields that are mostly 0 make words that mean something.
      const isSparse = round % 2 === 1;
      const opcode = opcodes[next() % opcodes.length] as number;
      const w0 = ((next() & ~127 & ~COMPACT) | opcode) >>> 0;
      const [w1, w2, w3] = [0, 0, 0].map(() => next() & (isSparse ? next() : -1)) as [number, number, number];
      const instruction = reader.readWords([w0, w1, w2, w3]);
      if (instruction.problem === undefined) readable++;
      check(encodeInstruction(instruction, platform), w0, w1, w2, w3);
    }
    expect(readable).toBeGreaterThan(ROUNDS / 40);
  });

  test('random compacted words', { tags: ['corpus'] }, () => {
    const next = randomWords(number + 101);
    const reader = new InstructionReader(number);
    for (let round = 0; round < ROUNDS / 4; round++) {
      const [low, high] = [(next() | COMPACT) >>> 0, next()];
      check(encodeInstruction(reader.readWords([low, high]), platform), low, high);
    }
  });
});

test('a change is encoded', () => {
  const number = PLATFORMS.indexOf('2');
  const words = [0x800c_0061, 0x0c05_00a0, 0x0000_0000, 0x0000_0000] as const;
  const instruction = new InstructionReader(number).readWords(words);
  expect(instruction.dst?.number).toBe(12);
  const edited = { ...instruction, dst: instruction.dst && { ...instruction.dst, number: 13 } };
  expect(encodeInstruction(edited, '2')).toEqual(bytesOf(words[0], 0x0d05_00a0, 0, 0));
});

/** What the compiler writes otherwise than `iga64 -a`: regions of payloads (Gen8), and of the register that `ret` goes to. */
const OTHERWISE = ['31006007043a0020e00f8d0610000082', '2d00600000020020a000050000000000', '2d00600000020020e00f450000000000'];

/** The record alone, as a parser makes it. */
function fromScratch(instruction: Instruction): Instruction {
  const { offset, size, w0, w1, w2, w3, compact0, compact1 } = newInstruction(0, 16, 0, 0, 0, 0, 0, 0);
  const options = instruction.options & ~optionBit('Compacted');
  return { ...instruction, offset, size, w0, w1, w2, w3, compact0, compact1, options };
}

test.each(PLATFORMS.map((platform, number) => ({ platform, number })))(
  'platform $platform: an instruction made from scratch is as the assembler makes it',
  ({ platform, number }) => {
    const rows = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');
    for (const [name, hex = ''] of rows.map((row) => row.split('\t'))) {
      if (name !== platform || OTHERWISE.includes(hex)) continue;
      const [instruction] = readCode(new Uint8Array(Buffer.from(hex, 'hex')), platform).value.instructions;
      if (instruction === undefined) throw new Error(hex);
      const shapes = shapesOf(number);
      const shape = shapes.shape(instruction.operation?.opcode ?? 0) as Shape;
      const words = new Uint32Array(4);
      encodeStatement({ instruction: fromScratch(instruction), shape, shapes } as Statement, words);
      const bytes = new Uint8Array(words.buffer);
      if (instruction.size === 16) expect(Buffer.from(bytes).toString('hex')).toBe(hex);
      // A compacted word has bits from its tables that the record does not have: the meaning is the same.
      const again = readCode(bytes, platform).value.instructions[0];
      if (again === undefined) throw new Error(hex);
      expect(instructionElement({ ...again, options: instruction.options }, number, 0)).toEqual(instructionElement(instruction, number, 0));
    }
  },
);
