/** Blocks and loops, as stretches of lines that can be folded. */
import type { Fold } from '../../parts/code/fold.ts';
import type { CodeView } from '../../worker/code-view.ts';

export interface Folds {
  readonly blocks: readonly Fold[];
  readonly loops: readonly Fold[];
}

export function foldsOf({ costs }: CodeView): Folds {
  const isLong = ({ line, end }: Fold) => end > line + 1;
  return { blocks: costs ? blocksOf(costs.blocks).filter(isLong) : [], loops: costs ? loopsOf(costs.flow).filter(isLong) : [] };
}

/** Runs of lines of one block, with the lines between them that are not instructions. */
function blocksOf(blocks: Int32Array): Fold[] {
  const folds: Fold[] = [];
  let [line, end] = [-1, -1];
  for (let at = 0; at <= blocks.length; at++) {
    const block = blocks[at] ?? -1;
    if (at < blocks.length && (block < 0 || block === blocks[line])) {
      if (block >= 0) end = at + 1;
      continue;
    }
    if (line >= 0) folds.push({ line, end });
    [line, end] = [at, at + 1];
  }
  return folds;
}

/** From the header of each loop to the last line that is as deep. */
function loopsOf({ loops, depths }: NonNullable<CodeView['costs']>['flow']): Fold[] {
  return loops.map(({ line, depth }) => {
    let end = line + 1;
    while (end < depths.length && (depths[end] ?? 0) >= depth) end++;
    return { line, end };
  });
}

/** The innermost of some folds around a line. */
export function foldAround(folds: readonly Fold[], line: number): Fold | undefined {
  const around = folds.filter((fold) => fold.line <= line && line < fold.end);
  return around.sort((a, b) => a.end - a.line - (b.end - b.line))[0];
}
