import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';

const LOOPS = fixture('zebin/igc2/bmg/loops-cost.zebin').path;
const OLD = fixture('zebin/igc1-17791/skl/loops-cost.zebin').path;

async function cost(args: string[], options: Given<'cost'> = {}, width?: number) {
  const io = fakeIo(width);
  const status = await runVerb('cost', args, options, io);
  // The path of the file is that of this machine.
  return { status, text: io.printed().replaceAll(LOOPS, 'LOOPS'), warned: io.warned() };
}

describe('cost', () => {
  test('a kernel with values for its arguments', async () => {
    const { status, text } = await cost([LOOPS, 'loop_nested'], { arg: ['m=3', 'n=10'], loop: ['2=5'] });
    expect(status).toBe(0);
    expect(text).toBe(`loop_nested
  in LOOPS: BMG-G21 A0, Battlemage, Xe2
  the compiler's estimate for one hardware thread, 32 lanes together, with the latencies that its scheduler assumes

                        bytes   bytes
  one pass of  cycles  loaded  stored        count  runs
  kernel           44       0       0                  1
    loop 1         13       0      32            m     3
      loop 2       22      33       0            5    15
    loop 3          8       0       2  0.5 × n - 1     4
  cycles = 44 + m × (13 + loop 2 × 22) + (0.5 × n - 1) × 8
  bytes loaded = m × loop 2 × 33
  bytes stored = m × 32 + (0.5 × n - 1) × 2

  total: 445 cycles, 495 bytes loaded, 104 bytes stored, 0.74 cycles per byte
`);
  });

  test('says what is missing for the total', async () => {
    expect((await cost([LOOPS, 'loop_nested'], { arg: ['m=3'] })).text).toContain(
      'for the total, give --loop 2=COUNT, --arg n=VALUE, or --assume COUNT for every loop without a trip count',
    );
    expect((await cost([OLD, 'loop_fixed'])).text).toContain('give counts with --loop');
    expect((await cost([OLD, 'loop_fixed'], { assume: '100' })).text).toContain(
      'total: 15834 cycles, 12800 bytes loaded, 12800 bytes stored',
    );
  });

  test('a sweep is a table and a plot', async () => {
    const { text } = await cost([LOOPS, 'loop_arg'], { sweep: 'n=0..1000:500' });
    expect(text.slice(text.indexOf('bytes stored = '))).toBe(`bytes stored = 128

                 bytes   bytes  cycles
     n  cycles  loaded  stored   /byte  cycles
     0      51       0     128     0.4  #
   500   20051   32000     128    0.62  ###############
  1000   40051   64000     128    0.62  ##############################
`);
    expect(JSON.parse((await cost([LOOPS, 'loop_arg'], { sweep: 'n=1,0x10', json: true })).text).kernels[0].sweep).toEqual({
      symbol: 'n',
      points: [
        { value: 1, total: { cycles: 91, bytes_loaded: 64, bytes_stored: 128, cycles_per_byte: 91 / 192 } },
        { value: 16, total: { cycles: 691, bytes_loaded: 1024, bytes_stored: 128, cycles_per_byte: 691 / 1152 } },
      ],
    });
  });

  test.each([40, 60, 80, 120])('fits %i columns', async (width) => {
    const options = { arg: ['m=3', 'n=10'], assume: '16', sweep: 'm=0..100' };
    const lines = [
      ...(await cost([LOOPS, 'loop_nested'], options, width)).text.split('\n'),
      ...(await cost([LOOPS], {}, width)).text.split('\n'),
    ];
    expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
  });

  test('a name that matches nothing: exit code 1 and what exists', async () => {
    expect(await cost([LOOPS, 'nope'])).toEqual({
      status: 1,
      text: '',
      warned:
        'of the kernels with an estimate: no kernel matches nope; available: loop_arg, loop_affine, loop_nested, loop_struct, loop_indirect, loop_fixed',
    });
    const { status, warned } = await cost([fixture('zebin/igc2/bmg/basic.zebin').path]);
    expect([status, warned]).toEqual([1, expect.stringContaining('IGC_EnableKernelCostInfo=1')]);
  });

  test.each([
    [{ arg: ['x=1'] }, /nothing depends on x; available: n$/],
    [{ arg: ['n'] }, /--arg expects a name and a value/],
    [{ arg: ['n=many'] }, /--arg expects a number, not many/],
    [{ loop: ['9=1'] }, /there is no loop 9/],
    [{ loop: ['first=1'] }, /--loop expects the number of a loop/],
    [{ assume: '-1' }, /--assume expects a non-negative count/],
    [{ sweep: 'n=5..1' }, /is an empty range/],
    [{ sweep: 'n=0..1000000:1' }, /at most 1000 values/],
    [{ sweep: 'k=1' }, /nothing depends on k/],
  ])('%o is refused', async (options, message) => {
    await expect(cost([LOOPS, 'loop_arg'], options)).rejects.toThrow(message);
  });
});
