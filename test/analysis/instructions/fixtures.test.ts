/** Kernels of the repository: figures that were looked at, and no hazard in what compilers wrote. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Analysis, analyseCode, hazardsOf, measuresOf } from '../../../src/analysis/instructions/index.ts';
import { readElf } from '../../../src/formats/elf/index.ts';
import { type Code, type Platform, readCode } from '../../../src/formats/eu/index.ts';
import { ROOT } from '../../support/run.ts';

/** The code of each kernel of a zebin, by name. */
function kernelsOf(path: string, platform: Platform): [string, Code][] {
  const elf = readElf(new Uint8Array(readFileSync(join(ROOT, 'test/fixtures/zebin', path)))).value;
  return elf.sections
    .filter(({ name }) => name.startsWith('.text.'))
    .map(({ name, bytes }) => [name.slice('.text.'.length), readCode(bytes, platform).value]);
}

const analyse = (code: Code): Analysis => analyseCode(code);

const SPILLING = 'igc2/ptl-h/spill-two-scratch.zebin';

describe('a zebin with kernels that spill', () => {
  const kernels = kernelsOf(SPILLING, '3').map(([name, code]) => ({ name, ...measuresOf(analyse(code)) }));

  // Bytes that are spilled are the `spill_size` of the zebin: 0, 0, 0, 1856 and 9024.
  test.each([
    ['private_small', { instructions: 50, peakRegisters: 13, spilled: 0, filled: 0, waits: 2, loops: [] }],
    ['private_scratch', { instructions: 5230, peakRegisters: 152, spilled: 0, filled: 0, waits: 512, loops: [] }],
    ['private_stateless', { instructions: 333, peakRegisters: 56, spilled: 0, filled: 0, waits: 6, loops: [377, 49] }],
    ['spilling', { instructions: 1052, peakRegisters: 252, spilled: 1856, filled: 2624, waits: 15, loops: [] }],
    ['spilling_private', { instructions: 1146, peakRegisters: 252, spilled: 9024, filled: 9088, waits: 53, loops: [18, 24] }],
  ])('%s', (name, expected) => {
    const one = kernels.find((kernel) => kernel.name === name);
    if (one === undefined) throw new Error('no such kernel');
    const { instructions, peakRegisters, spills, fills, longestWaits, loops } = one;
    expect({
      instructions,
      peakRegisters,
      spilled: spills.bytes,
      filled: fills.bytes,
      waits: longestWaits,
      loops: loops.map(({ issueCycles }) => issueCycles),
    }).toEqual(expected);
  });

  test('all instructions are in some pipe, and at some depth', () => {
    for (const { instructions, byPipe, byDepth } of kernels) {
      const sum = (row: object): number => Object.values(row).reduce((a: number, b: number) => a + b, 0);
      expect(sum(byPipe)).toBe(instructions);
      expect(byDepth.reduce((total, row) => total + sum(row), 0)).toBe(instructions);
    }
  });
});

test.each([
  [SPILLING, '3'],
  ['igc2/bmg/clock.zebin', '2'],
  ['igc2/bmg/basic-debug.zebin', '2'],
  ['igc1-10840/skl/basic.zebin', '9'],
] as const)('%s has no hazards', (path, platform) => {
  for (const [, code] of kernelsOf(path, platform)) {
    const { flow, end } = analyse(code);
    expect(hazardsOf(code, flow).filter(({ at }) => at < end)).toEqual([]);
  }
});
