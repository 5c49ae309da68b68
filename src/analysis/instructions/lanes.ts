/**
 * The paths of a thread that always has a lane enabled: a subset of the paths that its instruction pointer can take.
 *
 * A branch of lanes moves the pointer to its first label when no lane is left; its second label is only where its lanes wait. Without
 * enabled lanes the pointer moves from `join` to `join` until it reaches one where lanes wait; there it continues with the next
 * instruction. So
 * - a branch of all lanes does not fall through;
 * - a `join` that is reached with lanes does not jump, and one that is reached without them jumps if no lane can wait there;
 * - a pointer without lanes does not jump past the place where the last lanes wait that left it.
 * What was started for lanes that then wait is still in flight where these lanes resume. What was started for all lanes
 * follows the pointer.
 *
 * Source: `goto`, `join` and `if` in volume 2 (instructions) of the Programmer's Reference Manuals of Intel's graphics.
 */
import type { Budget } from '../../core/diag/index.ts';
import type { Code, Instruction } from '../../formats/eu/index.ts';
import type { Exceeded } from './bounds.ts';
import { type Block, connect, type Edge, type Flow } from './flow.ts';
import { reversePostorder, Worklist } from './order.ts';

/** Branches with a label where lanes wait. With branch control (`.b`) they jump there. */
const FOR_LANES = ['goto', 'if', 'else', 'break', 'cont'];
/** Those whose lanes resume at the label itself. Lanes that leave a loop resume after the label. */
const WAITS_AT_LABEL = ['goto', 'if', 'else'];

const nameOf = (instruction: Instruction | undefined): string => instruction?.operation?.mnemonic ?? '';

/** The flow without the edges that only a thread without lanes would take. */
export function lanesFlow(code: Code, flow: Flow, exceeded: Exceeded, budget?: Budget): Flow {
  const paths = new LanePaths(code, flow, exceeded);
  paths.findWaiting(budget);
  const edges = flow.blocks.flatMap((block) => paths.of(block));
  return { ...flow, blocks: connect(flow.blocks, edges) };
}

/** The last instruction of a block; none of a hub. */
interface End {
  readonly instruction: Instruction | undefined;
  readonly isJoin: boolean;
  /** Blocks of its labels: where the pointer jumps to, and where lanes wait. */
  readonly jump: number;
  readonly wait: number;
}

const NO_BLOCK = -1;
/** More than the index of any block: an integer, so that lists stay lists of integers. */
const AFTER_ALL = 0x7fffffff;

/** Blocks of joins at which lanes may wait, in their order; `undefined` for all joins. A set is not changed: blocks share it. */
type Joins = readonly number[] | undefined;

const NONE: Joins = [];
/** Where lanes may wait at more joins, they may wait at all. Compiled code has up to 200, in subroutines with many calls. */
const MOST_JOINS = 1_024;
/** Joins of all sets that are made, beside some for each block; after so many, lanes may wait at all joins everywhere. */
const MOST_SETS = { least: 1 << 22, perBlock: 16 } as const;
/** A thread without lanes passes so many joins at most. */
const MOST_PASSED = 256;

class LanePaths {
  private readonly blocks: readonly Block[];
  private readonly ends: readonly End[];
  /** Whether each block consists of a `join` alone. */
  private readonly isJoin: readonly boolean[];
  /** Where a thread with lanes ends up that enters a block: past all blocks that are a `join` alone. */
  private readonly past: Int32Array;
  /** For each join, up to which block a pointer without lanes that comes there may jump: to where the lanes wait that left it. */
  private readonly reach: Int32Array;
  /** Before each block, the joins at which lanes may wait. */
  private readonly waiting: Joins[];
  private readonly exceeded: Exceeded;

  constructor({ instructions }: Code, { blocks, blockOf, labels }: Flow, exceeded: Exceeded) {
    this.exceeded = exceeded;
    this.blocks = blocks;
    this.ends = blocks.map(({ first, end }) => {
      const instruction = end > first ? instructions[end - 1] : undefined;
      const [jump = NO_BLOCK, wait = NO_BLOCK] = (labels[end - 1] ?? []).map((label) => blockOf[label] ?? NO_BLOCK);
      const name = nameOf(instruction);
      return { instruction, isJoin: name === 'join', jump, wait: name === 'if' ? jump : wait };
    });
    this.isJoin = blocks.map(({ first, end, index }) => end - first === 1 && this.ends[index]?.isJoin === true);
    this.past = new Int32Array(blocks.length).map((_, index) => index);
    for (let index = blocks.length - 2; index >= 0; index--) if (this.isJoin[index] === true) this.past[index] = this.past[index + 1] ?? 0;
    this.reach = this.reaches();
    this.waiting = blocks.map(() => NONE);
  }

  private reaches(): Int32Array {
    const reach = new Int32Array(this.blocks.length).fill(NO_BLOCK);
    const extend = (to: number, end: number): void => {
      if (to !== NO_BLOCK) reach[to] = Math.max(reach[to] ?? NO_BLOCK, end);
    };
    const leads = this.blocks.map(({ index }) => this.isJoin[index] === true && (this.ends[index]?.jump ?? NO_BLOCK) > index);
    for (const { index } of this.blocks) {
      const { instruction, jump, wait } = this.ends[index] as End;
      const isKnown = wait !== NO_BLOCK && WAITS_AT_LABEL.includes(nameOf(instruction)) && instruction?.subfunction !== 'b';
      if (leads[index] === false) extend(jump, isKnown ? wait : AFTER_ALL);
    }
    // Joins lead forwards.
    for (const { index } of this.blocks) {
      const end = reach[index] ?? NO_BLOCK;
      if (leads[index] === true && end > index) extend(this.ends[index]?.jump ?? NO_BLOCK, end);
    }
    return reach;
  }

  /** Finds where lanes may wait. */
  findWaiting(budget?: Budget): void {
    const { blocks, waiting } = this;
    const open = new Worklist(reversePostorder(blocks), true);
    let left = MOST_SETS.least + MOST_SETS.perBlock * blocks.length;
    for (let index = open.next(); index !== undefined && left > 0; index = open.next()) {
      budget?.tick();
      const after = this.after(index);
      for (const { to } of (blocks[index] as Block).successors) {
        const has = union(waiting[to], after);
        if (has === waiting[to]) continue;
        waiting[to] = has;
        left -= has?.length ?? 0;
        open.add(to);
      }
    }
    if (left <= 0) waiting.fill(undefined);
    if (waiting.includes(undefined)) this.exceeded.add('waits/joins');
  }

  /** The joins at which lanes may wait after a block. */
  private after(index: number): Joins {
    const { instruction, isJoin, jump, wait } = this.ends[index] as End;
    const before = this.waiting[index];
    const set = this.isJoin[index] === true && before?.includes(index) ? before.filter((join) => join !== index) : before;
    if (isJoin || (jump === NO_BLOCK && wait === NO_BLOCK)) return set;
    // With branch control the lanes that do not jump wait.
    const places = instruction?.subfunction === 'b' ? [wait, jump] : [wait];
    return places.filter((place) => this.isJoin[place] === true).reduce((all, place) => union(all, [place]), set);
  }

  /** The edges of a block that a thread with lanes takes. */
  of({ index, first, end, successors }: Block): Edge[] {
    const { instruction, isJoin, jump, wait } = this.ends[index] as End;
    const withLanes = (edge: Edge): Edge => {
      const to = this.past[edge.to] ?? 0;
      return to === edge.to ? edge : { ...edge, to };
    };
    const falls = successors.filter(({ kind }) => kind === 'next').map(withLanes);
    const others = successors.filter(({ kind }) => kind !== 'next');
    // A join after another instruction of its block is reached with lanes.
    if (isJoin && (first < end - 1 || (this.reach[index] ?? NO_BLOCK) <= index)) return falls;
    const name = nameOf(instruction);
    if (!isJoin && (!FOR_LANES.includes(name) || instruction?.subfunction === 'b')) return [...falls, ...others];
    const jumps: Edge[] = [];
    if (jump === wait) jumps.push(...others.filter(({ to }) => to === jump).map(withLanes));
    else if (others.length > 0) {
      if (wait !== NO_BLOCK) jumps.push({ from: index, to: this.past[wait] ?? 0, kind: 'branch', only: 'lanes' });
      const to = this.withoutLanes(jump, this.after(index));
      if (to !== NO_BLOCK) jumps.push({ from: index, to, kind: 'branch', only: 'thread' });
    }
    return name === 'goto' && instruction?.predicate === '' ? jumps : [...falls, ...jumps];
  }

  /** Where a thread without lanes that enters a block ends up: the first join at which lanes may wait. */
  private withoutLanes(to: number, waiting: Joins): number {
    for (let passed = 0; to !== NO_BLOCK && passed < MOST_PASSED; passed++) {
      if (this.isJoin[to] === false || waiting === undefined || waiting.includes(to)) return to;
      to = (this.ends[to] as End).jump;
    }
    if (to !== NO_BLOCK) this.exceeded.add('waits/passed');
    return NO_BLOCK;
  }
}

/** All joins of two sets; the first itself if the second has no more. */
function union(set: Joins, other: Joins): Joins {
  if (set === undefined || set === other) return set;
  if (other === undefined || set.length === 0) return other;
  if (other.length === 0) return set;
  const out: number[] = [];
  let i = 0;
  let j = 0;
  while (i < set.length || j < other.length) {
    const left = set[i] ?? AFTER_ALL;
    const right = other[j] ?? AFTER_ALL;
    out.push(Math.min(left, right));
    if (left <= right) i++;
    if (right <= left) j++;
  }
  if (out.length === set.length) return set;
  return out.length > MOST_JOINS ? undefined : out;
}
