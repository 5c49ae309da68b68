/** Changed files: documents are made without a throw, in proportion to the file, and drawn in lines that fit. */

import { expect, test } from 'vitest';
import { payloadText } from '../../../cli/input/payload.ts';
import { costDocument, FormatError, type Item, inspect, kernelDocument } from '../../../src/internal.ts';
import { fakeIo } from '../../cli/fake-io.ts';
import { runVerb } from '../../cli/run-verb.ts';
import { fixture } from '../../support/corpus.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';

function opened(bytes: Uint8Array): Item | undefined {
  try {
    return inspect(bytes).value;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

test.each(['igc2/bmg/loops-cost', 'igc1-17791/skl/loops-cost', 'igc2/cri/args'])(
  '300 changed files of %s',
  { tags: ['corpus'] },
  (name) => {
    const original = fixture(`zebin/${name}.zebin`).bytes();
    const random = mulberry32(7);
    let read = 0;
    for (let i = 0; i < 300; i++) {
      const item = opened(flip(original, random));
      if (!item) continue;
      read++;
      const request = { symbols: new Map([['n', 3]]), assume: 16, sweep: { symbol: 'n', values: [0, 1e9] } };
      expect(JSON.stringify(costDocument(item, request)).length).toBeLessThan(original.length * 10);
      for (const kernel of kernelDocument(item, { groupSize: 64 }).kernels) {
        const lines = payloadText(kernel, fakeIo(80)).split('\n');
        expect(lines.length).toBeLessThan(200);
      }
    }
    expect(read).toBeGreaterThan(200);
  },
);

test('numbers as large as they can be written are not trouble', async () => {
  const io = fakeIo(80);
  const huge = ['n=999999999999999'];
  await runVerb('cost', [fixture('zebin/igc2/bmg/loops-cost.zebin').path], { arg: huge, assume: '999999999999999' }, io);
  expect(io.printed()).toContain('total: ');
  expect(io.printed()).not.toMatch(/NaN|Infinity/);
});
