import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';

const LOOPS = fixture('zebin/igc2/bmg/loops-cost.zebin').path;

async function cost(args: string[], options: Given<'cost'> = {}, width?: number) {
  const io = fakeIo(width);
  const status = await runVerb('cost', args, options, io);
  // The path of the file is that of this machine.
  return { status, text: io.printed().replaceAll(LOOPS, 'LOOPS'), warned: io.warned() };
}

describe('cost', () => {
  test.each([40, 60, 80, 120])('fits %i columns', async (width) => {
    const options = { arg: ['m=3', 'n=10'], assume: '16', sweep: 'm=0..100' };
    const lines = [
      ...(await cost([LOOPS, 'loop_nested'], options, width)).text.split('\n'),
      ...(await cost([LOOPS], {}, width)).text.split('\n'),
    ];
    expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
  });
});
