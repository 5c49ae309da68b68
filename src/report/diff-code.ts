/** The instructions of a kernel that differ between two builds. */
import { alignSequences } from '../analysis/index.ts';
import { Bytes } from '../bytes/index.ts';
import { type Budget, COST } from '../diag/index.ts';
import { codeBytes, type SideKernel } from '../diff/index.ts';
import { codeLines, outlineOf, type Platform } from '../eu/index.ts';
import { instructionPlaces } from '../zebin/index.ts';
import { platformOfZebin } from './dump-code.ts';

/** Instructions that differ. They are compared by their text; branches by their distances. What is after the end of the code is left out. */
export interface CodeDiff {
  /** Instructions of the kernel. */
  readonly base_count: number;
  readonly new_count: number;
  readonly removed: number;
  readonly added: number;
  readonly hunks: readonly CodeHunk[];
}

/** Instructions of the base, one after another, that others are in place of; there may be none of either. */
export interface CodeHunk {
  /** Where they begin in the code, in bytes. */
  readonly base_offset: number;
  readonly new_offset: number;
  /** Assembly, with one blank between words. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Undefined when the code is the same, cannot be decoded, is for other instruction sets, or has too many instructions. */
export function codeDiff(base: SideKernel, next: SideKernel): CodeDiff | undefined {
  const platform = platformOfZebin(base.image.zebin);
  if (platform === undefined || platform !== platformOfZebin(next.image.zebin)) return undefined;
  const [mine, theirs] = [instructionsOf(base, platform), instructionsOf(next, platform)];
  if (mine === undefined || theirs === undefined) return undefined;
  const hunks = hunksOf(mine, theirs);
  if (hunks.length === 0) return undefined;
  const sum = (side: 'removed' | 'added'): number => hunks.reduce((total, hunk) => total + hunk[side].length, 0);
  return { base_count: mine.texts.length, new_count: theirs.texts.length, removed: sum('removed'), added: sum('added'), hunks };
}

/** What is between instructions that both have. */
function hunksOf(base: Instructions, next: Instructions): CodeHunk[] {
  const numbers = new Map<string, number>();
  const numbersOf = ({ texts }: Instructions): number[] =>
    texts.map((text) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
  const hunks: CodeHunk[] = [];
  let [from, start] = [0, 0];
  for (const [to, end] of [...alignSequences(numbersOf(base), numbersOf(next)), [base.texts.length, next.texts.length] as const]) {
    if (from < to || start < end) {
      hunks.push({
        base_offset: base.offsets[from] ?? base.end,
        new_offset: next.offsets[start] ?? next.end,
        removed: base.texts.slice(from, to),
        added: next.texts.slice(start, end),
      });
    }
    [from, start] = [to + 1, end + 1];
  }
  return hunks;
}

interface Instructions {
  readonly texts: string[];
  readonly offsets: number[];
  readonly end: number;
}

/** Undefined when there are too many. */
function instructionsOf({ kernel, image: { zebin, item } }: SideKernel, platform: Platform): Instructions | undefined {
  const code = Bytes.from(codeBytes(kernel, zebin));
  if (!charged(code, item.budget)) return undefined;
  const { end } = outlineOf(code, platform);
  const found: Instructions = { texts: [], offsets: [], end };
  for (const { offset, text } of codeLines(code.sub(0, end), platform, [], { numericLabels: true })) {
    found.texts.push(text.trim().replace(/\s+/g, ' '));
    found.offsets.push(offset);
  }
  return found;
}

/** Instructions of a kernel, at most: far more than a real one has. Their texts are in memory, and aligning them takes time. */
const MOST = 50_000;

function charged(code: Bytes, budget: Budget): boolean {
  const count = instructionPlaces(code).length;
  return count <= MOST && budget.charge('work', count * COST.comparedInstruction, code.span());
}
