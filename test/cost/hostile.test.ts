/** Changed files: documents are made without a throw, in proportion to the file, and drawn in lines that fit. */
import { expect, test } from 'vitest';
import { run as cost } from '../../cli/commands/cost.ts';
import { payloadText } from '../../cli/payload.ts';
import { costDocument, FormatError, type Item, inspect, kernelDocument } from '../../src/internal.ts';
import { fakeIo } from '../cli/fake-io.ts';
import { buildZebin } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';
import { flip, mulberry32 } from '../support/mutate.ts';

function opened(bytes: Uint8Array): Item | undefined {
  try {
    return inspect(bytes).value;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

test.each(['igc2/bmg/loops-cost', 'igc1-17791/skl/loops-cost', 'igc2/cri/args'])('300 changed files of %s', (name) => {
  const original = fixture(`zebin/${name}.zebin`).bytes();
  const random = mulberry32(7);
  let read = 0;
  for (let i = 0; i < 300; i++) {
    const item = opened(flip(original, random));
    if (!item) continue;
    read++;
    const request = { symbols: new Map([['n', 3]]), assume: 16, sweep: { symbol: 'n', values: [0, 1e9] } };
    expect(JSON.stringify(costDocument(item, undefined, request)).length).toBeLessThan(original.length * 10);
    for (const kernel of kernelDocument(item, undefined, 64).kernels) {
      const lines = payloadText(kernel, fakeIo(80)).split('\n');
      expect(lines.length).toBeLessThan(200);
    }
  }
  expect(read).toBeGreaterThan(200);
});

test('numbers as large as they can be written are not trouble', async () => {
  const io = fakeIo(80);
  const huge = ['n=999999999999999'];
  await cost({ arguments: [fixture('zebin/igc2/bmg/loops-cost.zebin').path], options: { arg: huge, assume: '999999999999999' }, io });
  expect(io.printed()).toContain('total: ');
  expect(io.printed()).not.toMatch(/NaN|Infinity/);
});

test('estimates, and values of a sweep, end at the limit of the run', () => {
  const zebinOf = (costs: string) =>
    buildZebin({ zeInfo: `version: 1.60\nkernels:\n- name: k\nkernels_cost_info:\n${costs}`, kernels: ['k'] }).bytes;
  const codesOf = (bytes: Uint8Array, request: Parameters<typeof costDocument>[2] = {}) => {
    const { value } = inspect(bytes);
    const { kernels } = costDocument(value, undefined, request);
    return { kernels: kernels.length, codes: value.budget.diagnostics.map(({ code }) => code) };
  };
  const many = codesOf(zebinOf('- name: k\n  Kcm_loop_costs:\n  - cycle: 1\n'.repeat(20_000)));
  expect(many.codes).toEqual(['limit/work']);
  expect(many.kernels).toBeGreaterThan(1_000);
  expect(many.kernels).toBeLessThan(20_000);

  const loops = zebinOf(`- name: k\n  Kcm_loop_costs:\n${'  - cycle: 1\n    num_loops: 1\n'.repeat(1_000)}`);
  expect(codesOf(loops)).toEqual({ kernels: 1, codes: [] });
  const values = Array.from({ length: 1_000 }, (_, i) => i);
  expect(codesOf(loops, { sweep: { symbol: 'loop 1', values } }).codes).toEqual(['limit/work']);
});
