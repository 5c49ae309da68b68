/**
 * Which lines need a note is decided without assembling them. Here they are assembled: real words with bits flipped, and words made by
 * chance.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { objectionTo } from '../../../src/formats/eu/encode/check.ts';
import { compact, isCompactedAlike } from '../../../src/formats/eu/encode/compact.ts';
import { assemble, disassembleExactly, type Instruction, PLATFORMS } from '../../../src/formats/eu/index.ts';
import { wordsOf } from '../../../src/formats/eu/model.ts';
import { encodeStatement } from '../../../src/formats/eu/parse/assemble.ts';
import { Canonical } from '../../../src/formats/eu/print/canonical.ts';
import { isExpressed } from '../../../src/formats/eu/print/expressed.ts';
import { InstructionReader } from '../../../src/formats/eu/read/instruction.ts';
import { operationsOf } from '../../../src/formats/eu/table/operations.ts';
import { XE_HPC } from '../../../src/formats/eu/table/platforms.ts';
import { INVALID_SCOREBOARD, type ScoreboardKind, Scoreboards } from '../../../src/formats/eu/table/scoreboard.ts';
import { type Shape, shapesOf } from '../../../src/formats/eu/table/shapes.ts';
import { randomWords } from './made-texts.ts';

const COMPACT = 1 << 29;
const ROWS = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

const viewOf = (words: readonly number[]): DataView => new DataView(Uint32Array.from(words).buffer);

/** Whether encoding the record of an instruction makes its words. */
function isEncodedAlike(instruction: Instruction, shape: Shape, platform: number): boolean {
  const words = new Int32Array(4);
  try {
    encodeStatement({ instruction, shape, shapes: shapesOf(platform) }, words);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return false;
  }
  const { w0, w1, w2, w3 } = instruction;
  return words[0] === w0 && words[1] === w1 && words[2] === w2 && words[3] === w3;
}

function isSameCompacted(instruction: Instruction, platform: number): boolean {
  const words = Int32Array.from(wordsOf(instruction));
  return compact(words, platform) && words[0] === instruction.compact0 && words[1] === instruction.compact1;
}

/** What is found out about instructions. */
class Seen {
  all = 0;
  expressed = 0;
  canonical = 0;
  /** Instructions about which the two ways differ, in the direction that costs time alone. */
  missed = 0;
  private readonly decider: Canonical;
  private readonly reader: InstructionReader;
  private readonly platform: number;

  constructor(platform: number) {
    this.platform = platform;
    this.reader = new InstructionReader(platform);
    this.decider = new Canonical(platform);
  }

  see(view: DataView): void {
    const { platform } = this;
    const instruction = this.reader.read(view, 0);
    if (instruction.problem !== undefined || instruction.operation === undefined) return;
    this.all++;
    if (instruction.size === 8 && isCompactedAlike(instruction, platform) !== isSameCompacted(instruction, platform))
      expect([instruction, 'compacted']).toBeUndefined();
    const shapes = shapesOf(platform);
    const shape = shapes.shape(instruction.operation.opcode) as Shape;
    if (!isExpressed(instruction, shape, platform, () => true)) return;
    this.expressed++;
    const isCanonicalToo = this.decider.is(instruction, shape);
    const isSame = isEncodedAlike(instruction, shape, platform);
    if (isCanonicalToo) this.canonical++;
    if (isCanonicalToo && !isSame && objectionTo(instruction, shape, platform) === undefined)
      expect([instruction, 'canonical']).toBeUndefined();
    if (!isCanonicalToo && isSame) this.missed++;
  }
}

describe.each(PLATFORMS.map((platform, number) => ({ platform, number })))('platform $platform', ({ platform, number }) => {
  const words = ROWS.filter(([name]) => name === platform).map(([, hex = '']) => Buffer.from(hex, 'hex'));

  test('real words with up to three bits flipped', { tags: ['corpus'] }, () => {
    const next = randomWords(number + 1);
    const seen = new Seen(number);
    const code: Uint8Array[] = [];
    for (const word of words) {
      for (let round = 0; round < 400; round++) {
        const bytes = Uint8Array.from(word);
        for (let flips = round === 0 ? 0 : 1 + (next() % 3); flips > 0; flips--) {
          const bit = next() % (8 * bytes.length);
          // Not the bit that says how long it is.
          if (bit !== 29) bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        }
        seen.see(new DataView(bytes.buffer));
        if (round < 40) code.push(bytes);
      }
    }
    const all = Uint8Array.from(Buffer.concat(code));
    const { value, diagnostics } = assemble(disassembleExactly(all, platform).value, platform);
    expect(diagnostics).toEqual([]);
    expect(Buffer.from(value).equals(Buffer.from(all))).toBe(true);
    expect(seen.canonical).toBeGreaterThan(words.length * 10);
    // Where the answer is no although encoding makes the same words, the line is assembled.
    expect(seen.missed / seen.canonical).toBeLessThan(0.2);
  });

  test('words made by chance', { tags: ['corpus'] }, () => {
    const next = randomWords(number + 101);
    const seen = new Seen(number);
    const opcodes = operationsOf(number).flatMap((operation) => operation?.opcode ?? []);
    for (let round = 0; round < 40_000; round++) {
      const opcode = opcodes[next() % opcodes.length] as number;
      const isCompacted = round % 4 === 0;
      // Fields that are mostly 0 make words that mean something.
      const [w0, w1, w2, w3] = [0, 0, 0, 0].map(() => next() & next() & (round % 2 === 1 ? next() : -1)) as [
        number,
        number,
        number,
        number,
      ];
      const first = (w0 & ~127) | opcode;
      seen.see(isCompacted ? viewOf([first | COMPACT, w1]) : viewOf([first & ~COMPACT, w1, w2, w3]));
    }
    expect(seen.canonical).toBeGreaterThan(20);
  });

  test('no two encodings of a scoreboard that waits for something mean the same', () => {
    const scoreboards = new Scoreboards(number);
    for (const kind of [0, 1, 2, 3] as readonly ScoreboardKind[]) {
      const texts = Array.from({ length: number < XE_HPC ? 256 : 1024 }, (_, bits) => scoreboards.read(bits, kind)).flatMap((one) =>
        one === undefined || one === INVALID_SCOREBOARD ? [] : [one.text],
      );
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});
