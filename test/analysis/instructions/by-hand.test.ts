/** Blocks and loops of kernels of the fixtures, as a person reads them in the listing of `zebin disasm`: written down, not computed. */
import { describe, expect, test } from 'vitest';
import { type Analysis, analyseCode, type Loop } from '../../../src/analysis/instructions/index.ts';
import { type Instruction, type Platform, readCode } from '../../../src/formats/eu/index.ts';
import { disasmDocument, inspect } from '../../../src/internal.ts';
import { fixture } from '../../support/corpus.ts';

interface HandLoop {
  readonly header: number;
  readonly depth: number;
  /** Offsets of its blocks, those of inner loops included. */
  readonly blocks: readonly number[];
}

interface ByHand {
  readonly file: string;
  readonly kernel: string;
  readonly why: string;
  /** Offsets of the first instructions of the blocks, up to the last end of thread or return. */
  readonly blocks: readonly number[];
  readonly loops: readonly HandLoop[];
}

const KERNELS: readonly ByHand[] = [
  {
    file: 'igc2/bmg/basic',
    kernel: 'store_one',
    why: 'no branch up to the end of thread at 0060, so one block',
    blocks: [0],
    loops: [],
  },
  {
    file: 'igc1/dg2/dpas',
    kernel: 'dpas_i8',
    why: 'dpas is not a branch, and there is none up to the end of thread at 0280: one block',
    blocks: [0],
    loops: [],
  },
  {
    file: 'igc2/bmg/basic',
    kernel: 'copy_bytes',
    why: '0110 goto skips to 01d0 if no lane has work; 01c0 goto.b goes back to 0120; the join at 01d0 has a target, 01e0',
    blocks: [0, 0x120, 0x1d0, 0x1e0],
    loops: [{ header: 0x120, depth: 1, blocks: [0x120] }],
  },
  {
    file: 'igc2/pvc/basic',
    kernel: 'copy_bytes',
    why: 'as on bmg: 0188 goto skips to 0268, 0258 goto.b goes back to 0198, 0268 join leads to 0278',
    blocks: [0, 0x198, 0x268, 0x278],
    loops: [{ header: 0x198, depth: 1, blocks: [0x198] }],
  },
  {
    file: 'igc2/cri/basic',
    kernel: 'copy_bytes',
    why: 'as on bmg: 00f0 goto skips to 0170, 0160 goto.b goes back to 0100, 0170 join leads to 0180',
    blocks: [0, 0x100, 0x170, 0x180],
    loops: [{ header: 0x100, depth: 1, blocks: [0x100] }],
  },
  {
    file: 'igc1/bdw/basic',
    kernel: 'copy_bytes',
    why: '0070 if leads past the loop to the endif at 0178; 0168 while goes back to 0080; 0178 endif leads to 0188',
    blocks: [0, 0x80, 0x178, 0x188],
    loops: [{ header: 0x80, depth: 1, blocks: [0x80] }],
  },
  {
    file: 'igc2/bmg/loops-cost',
    kernel: 'loop_nested',
    why: '0360 jmpi goes back to 01a8, around 02d0 jmpi, which goes back to 01f0; in the outer loop, 01c0 jmpi leaves the inner loop out; 03f0 jmpi goes back to 03a0, after both',
    blocks: [0, 0xf0, 0x1a8, 0x1b8, 0x1d0, 0x1f0, 0x2e0, 0x370, 0x390, 0x3a0, 0x400],
    loops: [
      { header: 0x1a8, depth: 1, blocks: [0x1a8, 0x1b8, 0x1d0, 0x1f0, 0x2e0] },
      { header: 0x1f0, depth: 2, blocks: [0x1f0] },
      { header: 0x3a0, depth: 1, blocks: [0x3a0] },
    ],
  },
  {
    file: 'igc1-17791/skl/loops-cost',
    kernel: 'loop_nested',
    why: 'the same source: 0328 jmpi goes back to 0108, around 0278 jmpi, which goes back to 0178; 03e8 jmpi goes back to 0378, after both',
    blocks: [0, 0x50, 0x108, 0x118, 0x148, 0x178, 0x288, 0x338, 0x368, 0x378, 0x3f8],
    loops: [
      { header: 0x108, depth: 1, blocks: [0x108, 0x118, 0x148, 0x178, 0x288] },
      { header: 0x178, depth: 2, blocks: [0x178] },
      { header: 0x378, depth: 1, blocks: [0x378] },
    ],
  },
  {
    file: 'igc1/tgllp/spill-global',
    kernel: 'private_scratch',
    why: '0ef8 while goes back to 01e8, and 0ea0 break jumps to it; the second loop is the same from 0fd8 to 16f8',
    blocks: [0, 0x1e8, 0xeb0, 0xef8, 0xf08, 0xfd8, 0x16b0, 0x16f8, 0x1708],
    loops: [
      { header: 0x1e8, depth: 1, blocks: [0x1e8, 0xeb0, 0xef8] },
      { header: 0xfd8, depth: 1, blocks: [0xfd8, 0x16b0, 0x16f8] },
    ],
  },
  {
    file: 'igc2/ptl-h/spill-two-scratch',
    kernel: 'private_stateless',
    why: 'the way out is in the middle: 0e20 jmpi leaves, and 0e38 jmpi always goes back to 0230; 0fd0 and 0fe8 are the same for 0e50',
    blocks: [0, 0x230, 0xe30, 0xe48, 0xe50, 0xfe0, 0xff8],
    loops: [
      { header: 0x230, depth: 1, blocks: [0x230, 0xe30] },
      { header: 0xe50, depth: 1, blocks: [0xe50, 0xfe0] },
    ],
  },
  {
    file: 'igc1/dg2/calls-indirect',
    kernel: 'call_nested',
    why: 'each side of the condition (0370 goto, 0490 goto) calls through a register, at 0400 and 0530, and a call ends a block; nothing goes back',
    blocks: [0, 0x380, 0x410, 0x4a0, 0x4b0, 0x540, 0x5c0, 0x5d0],
    loops: [],
  },
  {
    file: 'igc2/tgllp/calls-stack',
    kernel: 'call_twice',
    why: '02e0 and 0358 call the function at 0448, whose ret may continue after either: no loop; from 03f8 to 0448 is padding between them',
    blocks: [0, 0x2f0, 0x328, 0x368, 0x370, 0x380, 0x3f8, 0x448],
    loops: [],
  },
];

function analysisOf({ file, kernel }: ByHand): Analysis {
  const bytes = fixture(`zebin/${file}.zebin`).bytes();
  const found = disasmDocument(inspect(bytes).value, { pattern: kernel }).code.find(({ name }) => name === kernel);
  if (found === undefined) throw new Error(`${file} has no kernel ${kernel}`);
  const analysis = analyseCode(readCode(bytes.slice(found.offset, found.offset + found.size), found.platform as Platform).value);
  if (analysis === undefined) throw new Error(`${kernel} is not analysed`);
  return analysis;
}

describe.each(KERNELS.map((one) => [`${one.file} ${one.kernel}`, one] as const))('%s', (_, one) => {
  const { code, flow, loops, end } = analysisOf(one);
  const offsetOf = (block: number): number => (code.instructions[flow.blocks[block]?.first ?? -1] as Instruction).offset;
  const blocks = flow.blocks.filter(({ first }) => first < end);

  test('the blocks are those read by hand', () => {
    expect(blocks.map(({ index }) => offsetOf(index))).toEqual(one.blocks);
  });

  test('so are the loops, with their blocks and depths', () => {
    const isIn = (block: number, loop: number): boolean => {
      for (let at = loops.loopOf[block] as number; at >= 0; at = (loops.loops[at] as Loop).parent) if (at === loop) return true;
      return false;
    };
    const found = loops.loops.flatMap(({ header, depth, blocks: count }, index) => {
      const own = flow.blocks.filter((block) => isIn(block.index, index)).map((block) => offsetOf(block.index));
      expect(own.length).toBe(count);
      return header < blocks.length ? [{ header: offsetOf(header), depth, blocks: own }] : [];
    });
    expect(found).toEqual(one.loops);
  });
});
