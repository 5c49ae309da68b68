import { describe, expect, test } from 'vitest';
import { payloadRank } from '../../../src/formats/zebin/build/payload.ts';
import { PAYLOAD_KINDS, payloadMap, readZebin } from '../../../src/formats/zebin/index.ts';
import type { PayloadArgument } from '../../../src/formats/zeinfo/index.ts';
import { fixture, zebins } from '../../support/corpus.ts';

/** Bytes of the element types of the assembly. */
const TYPES: Record<string, number> = { q: 8, uq: 8, d: 4, ud: 4, f: 4, w: 2, uw: 2, b: 1, ub: 1 };

/** The byte of the register file that an operand such as `r8.5:d` begins at. */
function byteOf(operand: string, grfBytes: number): number {
  const [, register, element, type] = /^r(\d+)\.(\d+):(\w+)$/.exec(operand) ?? [];
  return Number(register) * grfBytes + Number(element) * (TYPES[type ?? ''] ?? Number.NaN);
}

/** The operands that hold an entry: of one with several parts, or split by the compiler, any of its bytes may be read. */
type Read = readonly [operand: string, of: Partial<PayloadArgument>, byteInEntry: number];

/**
 * Read by eye from what `ocloc disasm` (26.27) and, for Gen9, `iga64` (Debian 12) print of the first instructions of each kernel: the
 * registers that the prologue loads, and operands of the code after it whose meaning the source of the kernel makes clear, such as
 * the product of enqueued_local_size and the group id in r0.1.
 */
const BY_HAND: readonly (readonly [file: string, kernel: string, loaded: readonly string[], reads: readonly Read[]])[] = [
  [
    'igc1/skl/basic',
    'saxpy',
    ['header r0+1', 'per-thread r1+6', 'cross-thread r7+2'],
    [
      ['r8.5:d', { arg_type: 'enqueued_local_size' }, 0],
      ['r7.0:d', { arg_type: 'global_id_offset' }, 0],
      ['r8.4:f', { arg_type: 'arg_byvalue', arg_index: 2 }, 0],
    ],
  ],
  [
    'igc2/tgllp/basic',
    'saxpy',
    ['header r0+1', 'per-thread r1+6', 'cross-thread r7+3'],
    [['r8.0:ud', { arg_type: 'enqueued_local_size' }, 0]],
  ],
  [
    'igc1/dg2/basic',
    'saxpy',
    ['header r0+1', 'per-thread r1+6', 'inline r7+1', 'cross-thread r8+1'],
    [
      ['r8.5:d', { arg_type: 'enqueued_local_size' }, 0],
      ['r7.0:d', { arg_type: 'global_id_offset' }, 0],
      ['r8.4:f', { arg_type: 'arg_byvalue', arg_index: 2 }, 0],
    ],
  ],
  [
    'igc2/pvc/basic',
    'saxpy',
    ['header r0+1', 'per-thread r1+3', 'cross-thread r4+1'],
    [
      ['r4.3:ud', { arg_type: 'enqueued_local_size' }, 0],
      ['r4.0:ud', { arg_type: 'global_id_offset' }, 0],
    ],
  ],
  [
    'igc2/bmg/basic',
    'saxpy',
    ['header r0+1', 'per-thread r1+1', 'inline r2+1', 'cross-thread r3+1'],
    [
      ['r2.3:ud', { arg_type: 'enqueued_local_size' }, 0],
      ['r2.0:ud', { arg_type: 'global_id_offset' }, 0],
      ['r2.3:q', { arg_type: 'arg_bypointer', arg_index: 0 }, 0],
      ['r3.0:q', { arg_type: 'arg_bypointer', arg_index: 1 }, 0],
      ['r3.2:f', { arg_type: 'arg_byvalue', arg_index: 2 }, 0],
    ],
  ],
  [
    'igc2/bmg/loops-cost',
    'loop_nested',
    ['header r0+1', 'per-thread r1+1', 'inline r2+1', 'cross-thread r3+1'],
    [
      ['r2.3:d', { arg_type: 'enqueued_local_size' }, 0],
      ['r2.0:d', { arg_type: 'global_id_offset' }, 0],
      ['r3.5:d', { arg_type: 'arg_byvalue', arg_index: 4 }, 0],
      ['r3.3:q', { arg_type: 'arg_byvalue', arg_index: 5 }, 0],
    ],
  ],
  [
    'igc2/bmg/samplers',
    'sampler_args',
    ['header r0+1', 'per-thread r1+3', 'inline r4+1', 'cross-thread r5+1'],
    [
      ['r4.3:ud', { arg_type: 'enqueued_local_size' }, 0],
      ['r4.4:ud', { arg_type: 'enqueued_local_size' }, 4],
      ['r4.0:ud', { arg_type: 'global_id_offset' }, 0],
      ['r5.6:d', { arg_type: 'arg_bypointer', arg_index: 2, addrmode: 'bindless' }, 0],
      ['r5.7:d', { arg_type: 'arg_bypointer', arg_index: 2, addrmode: 'bindless' }, 4],
    ],
  ],
  [
    'igc2/ptl-h/basic',
    'saxpy',
    ['header r0+1', 'per-thread r1+1', 'inline r2+1', 'cross-thread r3+1'],
    [
      ['r2.3:ud', { arg_type: 'enqueued_local_size' }, 0],
      ['r2.0:ud', { arg_type: 'global_id_offset' }, 0],
    ],
  ],
  [
    'igc2/cri/basic-visa-sections',
    'saxpy',
    ['header r0+1', 'per-thread r1+1', 'inline r2+1'],
    [
      ['r2.7:ud', { arg_type: 'enqueued_local_size' }, 0],
      ['r2.4:ud', { arg_type: 'global_id_offset' }, 0],
      ['r2.5:q', { arg_type: 'arg_bypointer', arg_index: 0 }, 0],
      ['r2.6:q', { arg_type: 'arg_bypointer', arg_index: 1 }, 0],
    ],
  ],
  [
    'igc2/cri/args',
    'by_value',
    ['header r0+1', 'inline r1+1', 'cross-thread r2+1'],
    [
      ['r1.2:uq', { arg_type: 'arg_bypointer', arg_index: 4 }, 0],
      ['r1.6:d', { arg_type: 'arg_byvalue', arg_index: 0 }, 0],
      ['r1.32:b', { arg_type: 'arg_byvalue', arg_index: 1, source_offset: 0 }, 0],
      ['r1.20:w', { arg_type: 'arg_byvalue', arg_index: 1, size: 2 }, 0],
      ['r1.11:d', { arg_type: 'arg_byvalue', arg_index: 1, size: 49 }, 0],
      ['r2.44:b', { arg_type: 'arg_byvalue', arg_index: 2, size: 1 }, 0],
      ['r2.12:d', { arg_type: 'arg_byvalue', arg_index: 2, size: 6 }, 0],
      ['r2.26:w', { arg_type: 'arg_byvalue', arg_index: 2, size: 6 }, 4],
      ['r2.14:d', { arg_type: 'arg_byvalue', arg_index: 3 }, 0],
    ],
  ],
];

describe('registers are those that the code reads', () => {
  test.each(BY_HAND)('%s %s', (file, name, loaded, reads) => {
    const zebin = readZebin(fixture(`zebin/${file}.zebin`).bytes()).value;
    const kernel = zebin.kernels.find((one) => one.name === name);
    if (!kernel) throw new Error(`no ${name}`);
    const map = payloadMap(zebin, kernel);
    const { grfBytes = 0 } = map;
    expect(map.regions.map(({ kind, register, registers }) => `${kind} r${register}+${registers}`)).toEqual(loaded);
    const found = reads.map(([operand, wanted, inside]) => {
      const index = (kernel.zeInfo.payload_arguments ?? []).findIndex((one) =>
        Object.entries(wanted).every(([key, value]) => one[key as keyof PayloadArgument] === value),
      );
      const place = map.placements[index]?.place;
      return [operand, place && place.register * grfBytes + place.byte + inside];
    });
    expect(found).toEqual(reads.map(([operand]) => [operand, byteOf(operand, grfBytes)]));
  });

  test('saxpy on dg2: its buffers are the surfaces 0 and 1 that its messages name', () => {
    const zebin = readZebin(fixture('zebin/igc1/dg2/basic.zebin').bytes()).value;
    const kernel = zebin.kernels.find((one) => one.name === 'saxpy');
    const { placements } = payloadMap(zebin, kernel as NonNullable<typeof kernel>);
    expect(placements.filter(({ delivery }) => delivery === 'none').map(({ surfaces }) => surfaces)).toEqual([[0], [1]]);
  });
});

/** Bytes that the rules give an entry; undefined where any size is right. */
function sizeByRule(argument: PayloadArgument, is64: boolean): number[] | undefined {
  // An offset into a heap: 4 bytes next to a pointer, 8 in its place, none when the kernel does not use the argument.
  if (argument.arg_type === 'arg_bypointer' && argument.addrmode === 'bindless') return [0, 4, 8];
  const kind = PAYLOAD_KINDS[payloadRank(argument)];
  if (!kind || kind.bytes === 'given') return undefined;
  const one = kind.bytes === 'pointer' ? (is64 ? 8 : 4) : kind.bytes;
  return kind.count === undefined ? [one] : [1, 2, 3].map((n) => n * one);
}

test('every kernel: no two arguments over each other, sizes by the rules, registers unless the vector compiler made it', {
  tags: ['corpus'],
}, () => {
  let kernels = 0;
  let sized = 0;
  const wrong: string[] = [];
  for (const file of zebins()) {
    const zebin = readZebin(file.bytes()).value;
    for (const kernel of zebin.kernels) {
      kernels++;
      const { overlaps, regions, placements } = payloadMap(zebin, kernel);
      const say = (what: string) => wrong.push(`${file.name} ${kernel.name}: ${what}`);
      if (overlaps.length > 0) say(`overlaps ${overlaps.join(' ')}`);
      const packed = (kernel.zeInfo.per_thread_payload_arguments ?? []).some((one) => one.arg_type === 'packed_local_ids');
      if ((regions.length === 0) !== packed) say(`${regions.length} regions`);
      const last = regions.at(-1);
      const end = (last?.register ?? 0) + (last?.registers ?? 0);
      if (end > (kernel.zeInfo.execution_env?.grf_count ?? 0)) say(`register ${end}`);
      (kernel.zeInfo.payload_arguments ?? []).forEach((argument, i) => {
        const sizes = sizeByRule(argument, zebin.elf.is64);
        if (sizes) sized++;
        if (sizes && !sizes.includes(argument.size ?? -1)) say(`${argument.arg_type} ${argument.addrmode ?? ''} of ${argument.size}`);
        const place = placements[i];
        if ((place?.delivery === 'none') !== (argument.size === 0)) say(`${argument.arg_type} ${place?.delivery}`);
        if (argument.addrmode === 'stateful' && argument.addrspace !== 'sampler' && place?.surfaces.length === 0) {
          say(`${argument.arg_type} ${argument.arg_index} has no surface`);
        }
      });
    }
  }
  expect(wrong).toEqual([]);
  expect(kernels).toBeGreaterThan(500);
  expect(sized).toBeGreaterThan(3_000);
});

test('finds overlapping arguments of both lists, also where a long one overlaps several', () => {
  const zebin = readZebin(fixture('zebin/igc2/bmg/basic.zebin').bytes()).value;
  const kernel = zebin.kernels[0];
  if (!kernel) throw new Error('no kernel');
  const at = (offset: number, size: number) => ({ arg_type: 'arg_byvalue', offset, size }) as PayloadArgument;
  const zeInfo = {
    ...kernel.zeInfo,
    payload_arguments: [at(0, 64), at(8, 4), at(16, 4), at(64, 4), at(66, 1), at(-8, 4)],
    per_thread_payload_arguments: [at(0, 4), at(2, 4)],
  };
  expect(payloadMap(zebin, { ...kernel, zeInfo }).overlaps).toEqual([
    [0, 1],
    [0, 2],
    [3, 4],
    [6, 7],
  ]);
});
