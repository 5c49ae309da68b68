/** Branches drawn next to the instructions, with plain characters: a line from each target to the branches that lead to it. */
import { type AnalysisStream, branchesOf, type CodeLine, type FlowArrow, flowLanes } from '../../src/internal.ts';

/** Arrows side by side. If there are more, the later ones are not drawn: labels name their targets. */
const MOST_LANES = 8;
const MOST_LANES_NARROW = 3;

/**
 * The gutter of a listing. Its lines are requested in the order of addresses.
 *
 * @example
 * //   3 1 /---->    block 3, in one loop: here the branch from below leads to
 * //     1 |         in the loop
 * //   4 1 \-----    the branch
 */
export class FlowGutter {
  /** Columns that each line takes. */
  readonly width: number;
  private readonly blocks: AnalysisStream['blocks'];
  private readonly lanes: readonly (readonly FlowArrow[])[];
  /** The current or next arrow of each lane. */
  private readonly now: number[];
  /** The block of the line before. */
  private block = -1;
  private readonly digits: number;

  constructor({ blocks }: AnalysisStream, narrow: boolean) {
    this.blocks = blocks;
    this.digits = String(Math.max(0, blocks.length - 1)).length;
    this.lanes = flowLanes(blocks, narrow ? MOST_LANES_NARROW : MOST_LANES);
    this.now = this.lanes.map(() => 0);
    this.width = this.digits + DEPTH.length + this.lanes.length + HEAD.length;
  }

  /** What is drawn before a line. */
  text({ kind, offset, block = -1, loop_depth = 0 }: CodeLine): string {
    const isInstruction = kind === 'instruction';
    const branches = isInstruction ? this.branchesAt(block, offset) : NONE;
    let [drawn, arrives] = ['', false];
    let blank = ' ';
    for (const [index, lane] of this.lanes.entries()) {
      while ((lane[this.now[index] ?? 0]?.last ?? offset) < offset) this.now[index] = (this.now[index] ?? 0) + 1;
      const arrow = lane[this.now[index] ?? 0];
      const at = arrow === undefined || !isInstruction ? undefined : cornerOf(arrow, offset, branches);
      // A label is drawn between the previous instruction and the one that it names.
      const passes = arrow !== undefined && (isInstruction ? arrow.first <= offset : arrow.first < offset);
      drawn += at?.corner ?? (passes ? '|' : blank);
      if (at !== undefined) blank = '-';
      arrives ||= at?.isTarget === true;
    }
    const head = arrives ? '-> ' : blank === '-' ? '-- ' : '   ';
    const begins = isInstruction && block !== -1 && block !== this.block;
    if (isInstruction) this.block = block;
    const depth = loop_depth > 0 && isInstruction ? String(Math.min(loop_depth, 9)) : ' ';
    return `${(begins ? String(block) : '').padStart(this.digits)} ${depth} ${drawn}${head}`;
  }

  /** The blocks that the instruction at an offset branches to. */
  private branchesAt(block: number, offset: number): readonly number[] {
    const around = this.blocks.at(block);
    return around?.last === offset ? branchesOf(around) : NONE;
  }
}

const NONE: readonly number[] = [];
const DEPTH = ' 1 ';
const HEAD = '-> ';

/** The corner of an arrow at an instruction, if it has one there. */
function cornerOf(
  { block, target, first, last }: FlowArrow,
  offset: number,
  branches: readonly number[],
): { corner: string; isTarget: boolean } | undefined {
  const isTarget = offset === target;
  if (!isTarget && !branches.includes(block)) return undefined;
  if (first === last) return { corner: '@', isTarget };
  return { corner: offset === first ? '/' : offset === last ? '\\' : '+', isTarget };
}
