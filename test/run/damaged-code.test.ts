/**
 * Damaged code ends with a reason, within its limits. `ZEBIN_DAMAGED=N` goes on until N instructions were executed
 * (`npm run fuzz:run`).
 */
import { expect, test } from 'vitest';
import { readZebin } from '../../src/formats/zebin/index.ts';
import { launch } from '../../src/run/index.ts';
import { zebins } from '../support/corpus.ts';
import { withCode } from './assembled.ts';
import { damaged, launchAll, MOST_INSTRUCTIONS } from './damaged-code.ts';
import { Random } from './random-instruction.ts';

const WANTED = Number(process.env.ZEBIN_DAMAGED ?? 150_000);
/** Instructions of the longest block, and of the threads that were in the middle of one. */
const SLACK = 20_000;
const REASONS = ['done', 'limit', 'fault', 'unsupported'];

test('kernels with damaged code end with a reason, at most at the limit of instructions', () => {
  const random = new Random(42);
  const files = zebins().filter(({ name }) => name.includes('zebin/'));
  let executed = 0;
  let faults = 0;
  while (executed < WANTED) {
    const file = random.of(files);
    const { value: zebin } = readZebin(damaged(file.bytes(), random));
    const kernel = random.of(zebin.kernels);
    if (kernel === undefined) continue;
    for (const { stop, counts } of launchAll({ ...zebin, kernels: [kernel] }, random)) {
      expect(REASONS).toContain(stop.reason);
      expect(counts.instructions).toBeLessThan(MOST_INSTRUCTIONS + SLACK);
      executed += counts.instructions + 1;
      if (stop.reason === 'fault') faults++;
    }
  }
  expect(faults).toBeGreaterThan(0);
});

const END = 'send.gtwy (1|M0) null r0 null:0 0x0 0x02000010 {EOT}';
const BMG = 'zebin/igc2/bmg/basic.zebin';

test.each([
  ['a jump to before the code', 'jmpi (1|M0) -0x10000', 'fault', /where no code is/],
  ['an endless loop', 'jmpi (1|M0) 0', 'limit', /instructions were executed/],
  ['a wait for a barrier that is not signalled', `(W) sync.bar null\n${END}`, 'fault', /wait for a barrier/],
  [
    'a rectangle of 256 rows and columns',
    `(W) mov (16|M0) r20.0<1>:ud 0xffffffff:ud\n(W) send.ugm (1|M0) r30 r20 null:0 0x0 0x02800003\n${END}`,
    'fault',
    /larger than all registers/,
  ],
  ['code without an end', '(W) mov (1|M0) r1.0<1>:ud 0x0:ud', 'unsupported', /illegal/],
])('%s ends the run with a reason and a place', (_, text, reason, message) => {
  const zebin = withCode(BMG, '2', text);
  const [kernel] = zebin.kernels;
  if (kernel === undefined) throw new Error('no kernel');
  const { stop } = launch(zebin, kernel, { global: [32], local: [32], arguments: [], maxInstructions: 1000 });
  expect(stop.reason).toBe(reason);
  expect(stop.message).toMatch(message);
});
