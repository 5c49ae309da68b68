/** Instructions that are read and printed by their form are those that are read and printed one by one. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { assemble, disassemble, InstructionPrinter, PLATFORMS, type Platform, printCode, Reading, readCode } from '../../src/eu/index.ts';
import { InstructionReader } from '../../src/eu/read-instruction.ts';
import { platformNumber } from '../../src/eu/table/platforms.ts';
import { CHANGEABLE, seen } from './seen.ts';

const ROWS = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [Platform, string, string]);

/** Each instruction with each of its bits inverted, some three times, so that forms come up again. */
function flipped(platform: Platform): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [name, hex] of ROWS) {
    if (name !== platform) continue;
    const word = Uint8Array.from(Buffer.from(hex, 'hex'));
    for (let bit = 0; bit < 8 * word.length; bit++) {
      const one = Uint8Array.from(word);
      // Not the bit that says how long it is.
      if (bit !== 29) one[bit >> 3] = (one[bit >> 3] as number) ^ (1 << (bit & 7));
      parts.push(one, word, one);
      if (bit % 4 === 0) parts.push(one);
    }
  }
  return Uint8Array.from(Buffer.concat(parts));
}

test.each(PLATFORMS)('platform %s: records and text do not depend on what was read before', (platform) => {
  const code = flipped(platform);
  const reader = new InstructionReader(platformNumber(platform));
  const reading = new Reading(code, platform);
  const different: unknown[] = [];
  let known = 0;
  let count = 0;
  while (reading.step()) {
    const { current, form } = reading;
    const { offset, words, compact } = current;
    const alone = compact === undefined ? reader.readNative(offset, ...words) : reader.readCompact(offset, ...compact);
    if (form !== undefined) known++;
    count++;
    if (!isDeepStrictEqual(seen(current), seen(alone))) different.push([seen(current), seen(alone)]);
  }
  expect(different).toEqual([]);
  expect(CHANGEABLE.length).toBeGreaterThan(15);
  expect(count).toBeGreaterThan(500);
  expect(known / count).toBeGreaterThan(0.2);
  // The first time lines are recorded, the second time they are written from what was recorded.
  const text = disassemble(code, platform).value;
  expect(text).toBe(printCode(readCode(code, platform).value));
  expect(disassemble(code, platform).value).toBe(text);
});

test('what a caller changes in an instruction does not change what is read after it', () => {
  // A form that nothing else has.
  const code = assemble('(f2.1) bfrev (8|M24) r1.0<1>:ud r2.0<2;1,0>:ud\n'.repeat(3), '3').value;
  const first = readCode(code, '3').value;
  const before = printCode(first);
  expect(before).toContain('bfrev (8|M24)');
  for (const instruction of first.instructions) {
    instruction.options = 0;
    instruction.execSize = 16;
    instruction.predicate = 'any';
  }
  expect(printCode(readCode(code, '3').value)).toBe(before);
  // What it did not change is still there.
  const printer = new InstructionPrinter(platformNumber('3'));
  const words = first.instructions.map((instruction) => instruction.words);
  for (const instruction of first.instructions) expect(printer.print(instruction)).toContain('r1.0<1>:ud    r2.0<2;1,0>:ud');
  for (const instruction of first.instructions) instruction.dst = undefined;
  expect(first.instructions.map((instruction) => instruction.sources[0]?.number)).toEqual([2, 2, 2]);
  expect(first.instructions.map((instruction) => instruction.words)).toEqual(words);
});

test('two readers at once do not disturb each other', () => {
  const rows = ROWS.filter(([name]) => name === '2');
  const code = Uint8Array.from(
    Buffer.from(
      rows
        .map(([, hex]) => hex)
        .join('')
        .repeat(3),
      'hex',
    ),
  );
  const expected = readCode(code, '2').value.instructions;
  const [one, other] = [new Reading(code, '2'), new Reading(code, '2')];
  for (let i = 0; i < 5; i++) other.step();
  for (const instruction of expected) {
    one.step();
    other.step();
    expect(isDeepStrictEqual(seen(one.current), seen(instruction))).toBe(true);
  }
});
