/** What a run of the command may use: so much for all files together, and nothing of it is shared with another run. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Budgets } from '../../cli/budget.ts';
import { run } from '../../cli/run.ts';
import { ALLOWANCES } from '../../src/core/diag/index.ts';
import { FIXTURES } from '../support/corpus.ts';

const { floor, perByte } = ALLOWANCES.output;

test('output ends at the limit of all files together, once', () => {
  const budgets = new Budgets({});
  budgets.open(1_000);
  budgets.open(500);
  const lengths = [floor + 1_000 * perByte, floor + 500 * perByte, 1, 1];
  expect(lengths.map((length) => budgets.chargeOutput(length))).toEqual([true, true, false, false]);
  expect(budgets.endings().map(({ code }) => code)).toEqual(['limit/output']);
});

test('without files, and with --unlimited, there is none', () => {
  const [none, unlimited] = [new Budgets({}), new Budgets({ unlimited: true })];
  unlimited.open(1);
  for (const budgets of [none, unlimited]) expect([budgets.chargeOutput(2 ** 40), budgets.endings()]).toEqual([true, []]);
});

test('runs at the same time in one process have their own time', async () => {
  const path = join(FIXTURES, 'zebin/igc2/bmg/clock.zebin');
  const answerTo = async (...words: string[]) => {
    const [printed, warned]: [Uint8Array[], string[]] = [[], []];
    const status = await run(words, { print: (bytes) => printed.push(bytes) > 0, warn: (text) => void warned.push(text) });
    return { status, isPrinted: printed.length > 0, isOver: warned.join('').includes('[limit/time]') };
  };
  const [whole, over] = await Promise.all([answerTo('info', path), answerTo('info', path, '--timeout', '1e-9')]);
  expect(whole).toEqual({ status: 0, isPrinted: true, isOver: false });
  expect(over).toEqual({ status: 2, isPrinted: false, isOver: true });
});
