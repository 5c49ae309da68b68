/** `dpasw` of a pair of threads gives what `dpas` gives with both halves of the third source in one thread. */
import { expect, test } from 'vitest';
import type { Instruction } from '../../src/formats/eu/index.ts';
import { translateDpas, translateWideDpas } from '../../src/run/alu/dpas.ts';
import { RegisterLayout } from '../../src/run/registers.ts';
import type { Surroundings } from '../../src/run/thread.ts';
import { Thread } from '../../src/run/thread.ts';
import { instructionsOf, surroundingsOf } from './assembled.ts';
import { Random } from './random-instruction.ts';

const PLATFORM = '12p71';
const GRF = 32;
const layout = new RegisterLayout(PLATFORM);

function instruction(text: string): Instruction {
  const [first] = instructionsOf(text, PLATFORM);
  if (first === undefined) throw new Error(`no instruction: ${text}`);
  return first;
}

test('two threads share the third source', () => {
  const random = new Random(3);
  const around: Surroundings = { ...surroundingsOf(PLATFORM), partner: ({ index }) => pair[index ^ 1] };
  const pair: readonly [Thread, Thread] = [new Thread(layout, around), new Thread(layout, around)];
  for (const [index, t] of pair.entries()) {
    t.reset(index, 0xff, 64);
    for (let k = 0; k < 100 * GRF; k++) t.bytes[k] = random.below(256);
  }
  // What each thread would have with all eight registers: four of the first, four of the second.
  const alone = pair.map((t) => {
    const copy = new Thread(layout, around);
    copy.reset(t.index, 0xff, 64);
    copy.bytes.set(t.bytes);
    copy.bytes.set(pair[0].bytes.subarray(60 * GRF, 64 * GRF), 60 * GRF);
    copy.bytes.set(pair[1].bytes.subarray(60 * GRF, 64 * GRF), 64 * GRF);
    translateDpas(layout, instruction('dpas.8x8 (8|M0) r28:d r28:d r12:ub r60.0:b'))(copy);
    return copy.bytes.slice(28 * GRF, 36 * GRF);
  });
  const wide = instruction('dpasw.8x8 (8|M0) r28:d r28:d r12:ub r60.0:b');
  const step = translateWideDpas(layout, wide, 64);
  step(pair[0]);
  expect([pair[0].state, pair[0].ip]).toEqual(['waiting', 64]);
  step(pair[1]);
  expect(pair.map(({ state, ip }) => [state, ip])).toEqual([
    ['ready', 80],
    ['ready', 80],
  ]);
  expect(pair.map((t) => t.bytes.slice(28 * GRF, 36 * GRF))).toEqual(alone);
  expect(alone[0]).not.toEqual(alone[1]);
});
