/** Branches and loops next to the lines of code, as what is drawn for them in each line. */
import { type AnalysisStream, branchesOf, flowLanes } from '../../src/internal.ts';

/** Parts of a lane in a line, which are added up. */
export const LANE = { up: 1, down: 2, across: 4, arrives: 8 } as const;

export interface FlowPicture {
  readonly lanes: number;
  /** A byte for each lane of each line. */
  readonly cells: Uint8Array;
  /** How many loops each line is in, and whether the innermost begins or ends there. */
  readonly depths: Uint16Array;
  readonly begins: Uint8Array;
  readonly ends: Uint8Array;
  readonly loops: readonly LoopLine[];
  /** Lines that a branch leads to, by its line. */
  readonly targets: ReadonlyMap<number, readonly number[]>;
}

export interface LoopLine {
  /** The first line of its header. */
  readonly line: number;
  readonly depth: number;
}

/** Arrows side by side. Where there are more, labels still name their targets. */
const LANES = 6;

/**
 * Lays out the branches of a code. The work is proportional to lines, blocks and branches.
 *
 * @param offsets of each line, in bytes from the start of the code; below 0 for lines that are not an instruction
 */
export function flowPicture({ blocks, loops }: AnalysisStream, offsets: readonly number[], depths: Uint16Array): FlowPicture {
  const lineOf = new Map<number, number>();
  for (const [line, offset] of offsets.entries()) if (offset >= 0) lineOf.set(offset, line);
  const lanes = flowLanes(blocks, LANES);
  const cells = new Uint8Array(offsets.length * lanes.length);
  const targets = new Map<number, number[]>();
  const laneOf = new Int8Array(blocks.length).fill(-1);
  const add = (line: number, lane: number, part: number): void => {
    const cell = line * lanes.length + lane;
    cells[cell] = (cells[cell] ?? 0) | part;
  };
  for (const [lane, arrows] of lanes.entries()) {
    for (const { block, target, first, last } of arrows) {
      const [from, to] = [lineOf.get(first), lineOf.get(last) ?? offsets.length - 1];
      // What is cut off from the listing.
      if (from === undefined) continue;
      laneOf[block] = lane;
      for (let line = from; line <= to; line++) add(line, lane, (line > from ? LANE.up : 0) | (line < to ? LANE.down : 0));
      if (lineOf.has(target)) add(lineOf.get(target) ?? 0, lane, LANE.across | LANE.arrives);
    }
  }
  for (const block of blocks) {
    const line = lineOf.get(block.last);
    if (line === undefined) continue;
    for (const to of branchesOf(block)) if ((laneOf[to] ?? -1) >= 0) add(line, laneOf[to] ?? 0, LANE.across);
    const to = block.successors.flatMap(({ block, kind }) =>
      kind === 'next' || kind === 'return' ? [] : (lineOf.get(blocks.at(block)?.offset ?? -1) ?? []),
    );
    if (to.length > 0) targets.set(line, to);
  }
  const headers = loops.flatMap(({ header, depth }): LoopLine[] => {
    const line = lineOf.get(blocks.at(header)?.offset ?? -1);
    return line === undefined ? [] : [{ line, depth }];
  });
  return { lanes: lanes.length, cells, depths, ...edges(headers, depths), loops: headers, targets };
}

/** Where loops begin, at their headers, and where they end: before a line that is in fewer, or in another of the same depth. */
function edges(headers: readonly LoopLine[], depths: Uint16Array): Pick<FlowPicture, 'begins' | 'ends'> {
  const [begins, ends] = [new Uint8Array(depths.length), new Uint8Array(depths.length)];
  for (const { line } of headers) begins[line] = 1;
  for (let line = 0; line < depths.length; line++) {
    const [depth, next] = [depths[line] ?? 0, depths[line + 1] ?? 0];
    if (depth > 0 && (next < depth || (next === depth && begins[line + 1] === 1))) ends[line] = 1;
  }
  return { begins, ends };
}
