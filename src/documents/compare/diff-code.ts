/** What differs between the instructions of two builds of a kernel, except for registers, addresses and waits. */

import { type KernelCode, PairResults } from '../../analysis/comparison/index.ts';
import {
  type AlignedRow,
  type Alignment,
  alignCode,
  boundsText,
  type ChangeReason,
  type LinkedCode,
  linkCode,
} from '../../analysis/instructions/index.ts';
import type { Budget } from '../../core/diag/index.ts';
import { type Instruction, InstructionPrinter, type Platform, platformNumber, platformOfCore, readCode } from '../../formats/eu/index.ts';

/**
 * The instructions of two builds, aligned. Numbers of registers, distances of branches, tokens of the scoreboard, compaction, and
 * instructions that only wait do not count. What is after the end of the code is left out.
 */
export interface CodeDiff {
  /** Instructions of the kernel, with those that only wait. */
  readonly base_count: number;
  readonly new_count: number;
  /** Instructions that are the same in both. */
  readonly same: number;
  /** Instructions that do something else, use another value, or branch elsewhere. */
  readonly changed: number;
  /** Instructions that only the new code has. */
  readonly new: number;
  /** Instructions that only the old code has. */
  readonly gone: number;
  /** Instructions that differ, by mnemonic: `dpas`, `send`, `mov`. */
  readonly by_operation: { readonly [operation: string]: ChangeCounts };
  /** Why instructions may count as changed that read the same values, as a sentence; absent when none does. */
  readonly unchecked?: string;
  /** Every instruction that differs, in the order of both. */
  readonly changes: readonly CodeChange[];
}

export interface ChangeCounts {
  readonly changed: number;
  readonly new: number;
  readonly gone: number;
}

export interface CodeChange {
  readonly kind: 'changed' | 'new' | 'gone';
  /** Why it counts as changed: the operation, the values that it reads, or the target of a branch; null for the others. */
  readonly reason: ChangeReason | null;
  readonly base: ChangedInstruction | null;
  readonly new: ChangedInstruction | null;
}

export interface ChangedInstruction {
  /** In the code, in bytes. */
  readonly offset: number;
  /** Assembly, with one blank between words; branches with distances. */
  readonly text: string;
}

/** What is kept of the differences between the code of kernels. Pairs of the same code are compared once. */
export class CodeDiffs<R> {
  private readonly known = new PairResults<R>();
  private readonly kept: (diff: CodeDiff) => R;
  private readonly budget: Budget | undefined;

  constructor(kept: (diff: CodeDiff) => R, budget?: Budget) {
    this.kept = kept;
    this.budget = budget;
  }

  /** Undefined when there is no code, when it cannot be decoded, or is for different instruction sets. */
  of(base: KernelCode | undefined, next: KernelCode | undefined): R | undefined {
    const platform = commonPlatform(base, next);
    if (!base || !next || platform === undefined) return undefined;
    return this.known.of(`${platform} ${base.digest}`, next.digest, () => this.kept(document(compared(base, next, platform, this.budget))));
  }
}

/** The instruction set of both; undefined where it is not known, or another. */
function commonPlatform(base: KernelCode | undefined, next: KernelCode | undefined): Platform | undefined {
  const platform = platformOfCore(base?.core);
  return platform === platformOfCore(next?.core) ? platform : undefined;
}

/** Two builds, as far as they were compared. */
interface Compared {
  readonly alignment: Alignment;
  readonly before: LinkedCode;
  readonly after: LinkedCode;
  readonly platform: Platform;
}

function compared(base: KernelCode, next: KernelCode, platform: Platform, budget?: Budget): Compared {
  const linked = ({ bytes }: KernelCode): LinkedCode => linkCode(readCode(bytes, platform, { budget }).value, budget);
  const before = linked(base);
  const after = linked(next);
  return { alignment: alignCode(before, after, budget), before, after, platform };
}

function document({ alignment, before, after, platform }: Compared): CodeDiff {
  const { rows, counts, byOperation, exceeded } = alignment;
  const place = placesIn(platform);
  const change = (row: AlignedRow): CodeChange[] => {
    const { kind, reason = null } = row;
    return kind === 'same' ? [] : [{ kind, reason, base: place(before, row.base), new: place(after, row.next) }];
  };
  const operations = [...byOperation].sort(([, a], [, b]) => total(b) - total(a));
  return {
    base_count: before.end,
    new_count: after.end,
    ...counts,
    by_operation: Object.fromEntries(operations.map(([name, { same: _, ...rest }]) => [name, rest])),
    ...(exceeded.length > 0 && { unchecked: boundsText(exceeded) }),
    changes: rows.flatMap(change),
  };
}

function placesIn(platform: Platform): (build: LinkedCode, at: number | undefined) => ChangedInstruction | null {
  const printer = new InstructionPrinter(platformNumber(platform), { numericLabels: true });
  return ({ code }, at) => {
    if (at === undefined) return null;
    const instruction = code.instructions[at] as Instruction;
    return { offset: instruction.offset, text: printer.print(instruction).trim().replace(/\s+/g, ' ') };
  };
}

const total = (counts: ChangeCounts): number => counts.changed + counts.new + counts.gone;

/** Two builds of a kernel next to each other, with what is the same in both. */
export interface AlignedCode {
  /** In the order of both; instructions that only wait are left out. */
  readonly rows: readonly AlignedLine[];
  /** Counterparts of basic blocks, by number: of each block of the new build, then of those of the base that have none. */
  readonly blocks: readonly AlignedBlock[];
}

export interface AlignedLine {
  readonly kind: CodeChange['kind'] | 'same';
  readonly reason: ChangeReason | null;
  readonly base: AlignedInstruction | null;
  readonly new: AlignedInstruction | null;
}

export interface AlignedInstruction extends ChangedInstruction {
  /** The number of its basic block. */
  readonly block: number;
}

/** Null where no instruction of the other is in the block. */
export interface AlignedBlock {
  readonly base: number | null;
  readonly new: number | null;
}

/** The code of two kernels with all that is the same; undefined where {@link CodeDiffs} has no difference of them. */
export function alignedCode(base: KernelCode | undefined, next: KernelCode | undefined): AlignedCode | undefined {
  const platform = commonPlatform(base, next);
  if (!base || !next || platform === undefined) return undefined;
  const { alignment, before, after } = compared(base, next, platform);
  const place = placesIn(platform);
  const within = (build: LinkedCode, at: number | undefined): AlignedInstruction | null => {
    const one = place(build, at);
    return one && { ...one, block: build.flow.blockOf[at as number] as number };
  };
  const rows = alignment.rows.map(({ kind, reason = null, base: a, next: b }) => ({
    kind,
    reason,
    base: within(before, a),
    new: within(after, b),
  }));
  return { rows, blocks: blocksOf(rows) };
}

/** A block is the counterpart of the one in which the first of its instructions that has a counterpart is. */
function blocksOf(rows: readonly AlignedLine[]): AlignedBlock[] {
  const counterpart = new Map<number, number | null>();
  const bases = new Map<number, boolean>();
  for (const { base, new: next } of rows) {
    if (base) bases.set(base.block, (bases.get(base.block) ?? false) || next !== null);
    if (next && (counterpart.get(next.block) ?? null) === null) counterpart.set(next.block, base?.block ?? null);
  }
  const gone = [...bases].flatMap(([block, hasOther]) => (hasOther ? [] : [{ base: block, new: null }]));
  return [...[...counterpart].map(([block, base]) => ({ base, new: block })), ...gone];
}
