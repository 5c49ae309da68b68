/** Real instructions with each of their bits inverted: what is read does not depend on what was read before, and exact text is exact. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  assemble,
  disassemble,
  disassembleExactly,
  type Instruction,
  PLATFORMS,
  type Platform,
  printCode,
  Reading,
  readCode,
} from '../../../src/formats/eu/index.ts';

const ROWS = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [Platform, string, string]);

function codeOf(platform: Platform): Uint8Array {
  const rows = ROWS.filter(([name]) => name === platform);
  return Uint8Array.from(Buffer.from(rows.map(([, hex]) => hex).join(''), 'hex'));
}

function flipped(platform: Platform): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [name, hex] of ROWS) {
    if (name !== platform) continue;
    const word = Uint8Array.from(Buffer.from(hex, 'hex'));
    for (let bit = 0; bit < 8 * word.length; bit++) {
      const one = Uint8Array.from(word);
      // Not the bit that says how long it is.
      if (bit !== 29) one[bit >> 3] = (one[bit >> 3] as number) ^ (1 << (bit & 7));
      parts.push(one, word);
    }
  }
  return Uint8Array.from(Buffer.concat(parts));
}

describe.each(PLATFORMS)('platform %s', { tags: ['corpus'] }, (platform) => {
  test('exact text is assembled to the same bytes, and most lines need no note', () => {
    const code = flipped(platform);
    const { value: text } = disassembleExactly(code, platform);
    const { value, diagnostics } = assemble(text, platform);
    expect(diagnostics).toEqual([]);
    expect(Buffer.from(value).equals(Buffer.from(code))).toBe(true);
    const lines = text.split('\n').filter((line) => /^ /.test(line));
    expect(lines.filter((line) => !line.includes('// zebin:')).length).toBeGreaterThan(lines.length / 2);
  });

  test('text of records and of bytes is the same, whatever came before', () => {
    const code = flipped(platform);
    const text = disassemble(code, platform).value;
    expect(text).toBe(printCode(readCode(code, platform).value));
    expect(disassemble(code, platform).value).toBe(text);
  });

  test('what a caller writes into a record through `any` changes nothing that is read or printed later', () => {
    const code = codeOf(platform);
    const before = disassemble(code, platform).value;
    const others = disassemble(flipped(platform), platform).value;
    for (const instruction of readCode(code, platform).value.instructions) damage(instruction, new Set());
    expect(disassemble(code, platform).value).toBe(before);
    expect(printCode(readCode(code, platform).value)).toBe(before);
    expect(disassemble(flipped(platform), platform).value).toBe(others);
  });
});

/** Changes all that can be changed in an object and in what it refers to. Rows that all records share are frozen. */
function damage(value: object, seen: Set<object>): void {
  if (seen.has(value)) return;
  seen.add(value);
  for (const name of Object.keys(value)) {
    const object = value as Record<string, unknown>;
    const member = object[name];
    if (typeof member === 'object' && member !== null) damage(member, seen);
    try {
      object[name] = typeof member === 'number' ? member + 1 : typeof member === 'string' ? `${member}!` : undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      expect(Object.isFrozen(value)).toBe(true);
    }
  }
}

test('a record cannot be changed by mistake', () => {
  const [instruction] = readCode(codeOf('2'), '2').value.instructions;
  if (instruction === undefined) throw new Error();
  const wrong = (one: Instruction): void => {
    // @ts-expect-error: it is readonly
    one.predicate = 'any';
    // @ts-expect-error: it is readonly
    (one.sources[0] as Instruction['sources'][number]).number = 99;
    // @ts-expect-error: it is readonly
    one.sources[0] = undefined;
    // @ts-expect-error: it is readonly
    if (one.send !== undefined) one.send.src1Length = 1;
  };
  expect(wrong).toBeTypeOf('function');
  const edited = { ...instruction, noMask: !instruction.noMask };
  expect(edited.noMask).not.toBe(instruction.noMask);
});

test('two readers at once do not disturb each other', () => {
  const code = codeOf('2');
  const expected = readCode(code, '2').value.instructions;
  const [one, other] = [new Reading(code, '2'), new Reading(code, '2')];
  for (let i = 0; i < 5; i++) other.next();
  for (const instruction of expected) {
    const read = one.next();
    other.next();
    expect(read).toEqual(instruction);
  }
});
