/** What the verbs print of chosen fixtures, next to them. `npm test -- --bless` rewrites the files; read the difference. */
import { describe, expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { zebin } from './zebin.ts';

/** A fixture, the kernel of it that is shown in full, and whether it is small enough for a dump of every byte. */
const CHOSEN: readonly [path: string, kernel: string | undefined, dump?: 'dump'][] = [
  // Zebin 1.12: one scratch buffer for everything, notes without a version.
  ['zebin/igc1-10840/skl/spill-private.zebin', 'private_scratch'],
  ['zebin/igc1-10840/tgllp/printf.zebin', 'print_t*'],
  // Zebin 1.20: no device but a family, metrics that are not notes.
  ['zebin/igc1/skl/images.zebin', 'img_2d'],
  ['zebin/igc1/pvc/attrs.zebin', 'everything'],
  ['zebin/igc1/dg2/library.zebin', undefined, 'dump'],
  ['zebin/igc1/dg2/spec-constants.zebin', '*', 'dump'],
  // Zebin 1.49: 32-bit, cost model, several sections of vISA text.
  ['zebin/igc1-17791/skl/basic-32.zebin', 'saxpy'],
  ['zebin/igc1-17791/icllp/basic-visa-sections.zebin', 'k'],
  // Zebin 1.73: spills in two scratch buffers, calls, debug information in 32 bits, samplers.
  ['zebin/igc2/ptl-h/spill-two-scratch.zebin', 'spilling_private'],
  ['zebin/igc2/cri/calls-indirect.zebin', 'call_nested'],
  ['zebin/igc2/bmg/basic-32-debug.zebin', 'copy_bytes'],
  ['zebin/igc2/bmg/samplers.zebin', 'inline_all'],
  ['zebin/igc2/bmg/clock.zebin', 'clock', 'dump'],
  // Written by hand: wrong on purpose.
  ['decoder-probes/25-dup-key.zebin', 'k', 'dump'],
  ['decoder-probes/10-text-without-kernel.zebin', '*'],
  ['fat/basic-dg2-bmg.ar', 'saxpy'],
  ['fat/slm-skl-tgllp.ar', 'reduce_*'],
];

async function expectPrinted(path: string, name: string, args: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await zebin(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expectGolden(`${path}.${name}`, stdout);
}

describe.each(CHOSEN)('%s', (path, kernel, dump) => {
  test('info prints its golden file', () => expectPrinted(path, 'info.txt', ['info', path]));
  test('info --json prints its golden file', () => expectPrinted(path, 'info.json', ['info', path, '--json']));
  test('ls prints its golden file', () => expectPrinted(path, 'ls.txt', ['ls', path]));
  // Of a file that is an image itself `ls` shows the sections anyway.
  if (path.endsWith('.ar')) test('ls -a prints its golden file', () => expectPrinted(path, 'ls-a.txt', ['ls', '-a', path]));
  if (kernel) test(`kernel ${kernel} prints its golden file`, () => expectPrinted(path, 'kernel.txt', ['kernel', path, kernel]));
  if (dump) test('dump prints its golden file', () => expectPrinted(path, 'dump.txt', ['dump', path]));
});

/** One of each sort of name, and ways to ask that are not the name itself. */
const NAMES = [
  'grf_count',
  'spill_size',
  'has_device_enqueue',
  'sampler_index',
  'l1_cache_policy',
  'inline_sampler',
  'ABI 2',
  '.text.saxpy',
  '.visaasm',
  'SHT_ZEBIN_PISA',
  'product_config',
  'note type 3',
  'maxHwRevisionId',
  'R_PER_THREAD_PAYLOAD_OFFSET_32',
  'R_SEND',
  '__INTEL_PER_THREAD_OFF',
  '205',
  'sh_entsize',
  'pad_0',
  'bmg-g21',
  '20.4.4',
  'zeinfo/unknown-attribute',
];

test('explain prints its golden file, for one of each sort of name', async () => {
  const answers: string[] = [];
  for (const name of NAMES) {
    const { stdout, stderr } = await zebin(['explain', name]);
    answers.push(`$ zebin explain ${name}\n${stdout}${stderr}`);
  }
  expectGolden('../cli/explain.golden.txt', answers.join('\n'));
});
