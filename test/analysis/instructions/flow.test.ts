/** Blocks, edges and loops: those of iga64's JSON, and loops of kernels whose source says how they are nested. */
import { describe, expect, test } from 'vitest';
import { EdgeList, type Flow, flowOf, loopsOf, NumberLists } from '../../../src/analysis/instructions/index.ts';
import type { Instruction } from '../../../src/formats/eu/index.ts';
import { codeOf, HAS_CORPUS, type IgaBlock, igaElements, sectionsOfCorpus } from './corpus.ts';
import { successorsOf } from './edges.ts';

/** A flow of blocks of one instruction each, from what leads where; the edges are branches. */
function graph(successors: readonly (readonly number[])[]): Flow {
  const edges = new EdgeList();
  for (const [from, all] of successors.entries()) for (const to of all) edges.add(from, to, 'branch');
  const blocks = successors.map((_, index) => ({ index, first: index, end: index + 1, leaves: false }));
  const about = { labels: new NumberLists(blocks.length), calls: [] };
  return { blocks, ...edges.byBlock(blocks.length), blockOf: Int32Array.from(successors.keys()), ...about };
}

describe('loops are found by their headers', () => {
  const depths = (edges: readonly (readonly number[])[]): number[] => [...loopsOf(graph(edges)).depthOf];

  test.each([
    ['a line has none', [[1], [2], []], [0, 0, 0]],
    ['a block that goes back to itself', [[1], [1, 2], []], [0, 1, 0]],
    ['a loop in a loop', [[1], [2], [2, 3], [1, 4], []], [0, 1, 2, 1, 0]],
    ['two loops in one', [[1], [2], [2, 3], [3, 4], [1, 5], []], [0, 1, 2, 2, 1, 0]],
    ['two ways back are one loop', [[1], [2, 3], [1], [1, 4], []], [0, 1, 1, 1, 0]],
    ['a way out of the middle', [[1], [2, 4], [3, 4], [1], []], [0, 1, 1, 1, 0]],
    ['two entries do not make a loop: neither goes through the other', [[1, 2], [2], [1, 3], []], [0, 0, 0, 0]],
    ['three deep', [[1], [2], [3], [3, 4], [2, 5], [1, 6], []], [0, 1, 2, 3, 2, 1, 0]],
    ['what nothing reaches has its own', [[1], [], [3], [2]], [0, 0, 1, 1]],
  ] as const)('%s', (_, edges, expected) => {
    expect(depths(edges)).toEqual(expected);
  });

  test('a header, its parent and its blocks', () => {
    expect(loopsOf(graph([[1], [2], [2, 3], [1, 4], []])).loops).toEqual([
      { header: 1, blocks: 3, parent: -1, depth: 1 },
      { header: 2, blocks: 1, parent: 0, depth: 2 },
    ]);
  });
});

/** Branches that lead where iga64 does not know, or otherwise than it says: a return goes back to its calls. */
const OTHERWISE = ['ret', 'call', 'calla'];

describe.skipIf(!HAS_CORPUS)('blocks of the larger corpus [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]', { tags: ['corpus'] }, () => {
  test('start and lead where those of iga64 do', () => {
    const wrong: string[] = [];
    let edges = 0;
    for (const section of sectionsOfCorpus()) {
      const elements = igaElements(section);
      if (elements === undefined) continue;
      const code = codeOf(section);
      // After all blocks come hubs, without instructions, where the returns of a subroutine meet.
      const flow = flowOf(code);
      const blocks = flow.blocks.filter(({ first, end }) => end > first);
      const theirs: { first: number; succs: readonly number[] }[] = [];
      let first = 0;
      for (const one of elements) {
        if (one.kind === 'I') first++;
        else theirs.push({ first, succs: (one as IgaBlock).succs ?? [] });
      }
      // A label at the end has no block of ours.
      const starts = theirs.map((one) => one.first).filter((at) => at < code.instructions.length);
      const ours = blocks.map((block) => block.first);
      if (String(ours) !== String(starts)) wrong.push(`${section.zebin} ${section.index}: blocks at ${ours}, not ${starts}`);
      for (const [index, block] of blocks.entries()) {
        const last = code.instructions[block.end - 1] as Instruction;
        // Of blocks that end without a branch its list leaves out what is next.
        if (last.sources[0]?.kind !== 'label' || OTHERWISE.includes(last.operation?.mnemonic ?? '')) continue;
        const mine = [...new Set(successorsOf(flow, block.index).map(({ to }) => to))].sort((a, b) => a - b);
        const expected = (theirs[index]?.succs ?? []).filter((to) => to < blocks.length);
        edges += mine.length;
        if (String(mine) !== String(expected)) wrong.push(`${section.zebin} ${section.index}: block ${index} to ${mine}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(edges).toBeGreaterThan(1000);
  });

  // Read by hand in the text of iga64: where each label is that a branch goes back to, and which blocks are between.
  test.each([
    ['igc1/skl/loops-non-kernel-arg', 3, ['264 1', '376 2', '888 1']],
    ['igc1/skl/loops-non-kernel-arg', 4, ['208 1', '280 2']],
    ['igc1/skl/slm', 1, ['376 1']],
    ['igc1/skl/spill', 2, ['264 1', '4056 1']],
    ['igc2/bmg/device-barrier', 1, ['1152 1', '1256 2', '1808 1', '2096 1']],
    ['igc2/bmg/loops', 3, ['424 1', '496 2', '928 1']],
    ['igc2/bmg/loops', 4, ['336 1', '384 2']],
    ['igc2/bmg/slm', 5, ['264 1']],
    ['igc2/tgllp/slm', 1, ['376 1']],
    ['igc2/tgllp/slm', 5, ['144 1']],
  ] as const)('loops of %s, section %i: offset and depth', (zebin, index, expected) => {
    const section = sectionsOfCorpus().find((one) => one.zebin === zebin && one.index === index);
    if (section === undefined) throw new Error('no such section');
    const code = codeOf(section);
    const flow = flowOf(code);
    const found = loopsOf(flow).loops.map(({ header, depth }) => `${code.instructions[flow.blocks[header]?.first ?? 0]?.offset} ${depth}`);
    expect(found).toEqual(expected);
  });
});
