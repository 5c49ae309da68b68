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
import { EdgeList } from './edges.ts';
import type { Block, Flow } from './flow.ts';
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
  const edges = new EdgeList();
  for (const block of flow.blocks) paths.addTo(edges, block);
  return { ...flow, ...edges.byBlock(flow.blocks.length) };
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
  private readonly instructions: readonly Instruction[];
  private readonly flow: Flow;
  /** For each block, the blocks of the labels of its last instruction: where the pointer jumps to, and where lanes wait. */
  private readonly jump: Int32Array;
  private readonly wait: Int32Array;
  /** Whether each block consists of a `join` alone. */
  private readonly isJoin: readonly boolean[];
  /** Where a thread with lanes ends up that enters a block: past all blocks that are a `join` alone. */
  private readonly past: Int32Array;
  /** For each join, up to which block a pointer without lanes that comes there may jump: to where the lanes wait that left it. */
  private readonly reach: Int32Array;
  /** Before each block, the joins at which lanes may wait. */
  private readonly waiting: Joins[];
  private readonly exceeded: Exceeded;

  constructor({ instructions }: Code, flow: Flow, exceeded: Exceeded) {
    const { blocks, blockOf, labels } = flow;
    this.exceeded = exceeded;
    this.instructions = instructions;
    this.flow = flow;
    this.jump = new Int32Array(blocks.length).fill(NO_BLOCK);
    this.wait = this.jump.slice();
    for (const block of blocks) {
      const { index, first, end } = block;
      const name = nameOf(this.last(block));
      if (first === end) continue;
      const start = labels.startOf(end - 1);
      const count = labels.endOf(end - 1) - start;
      if (count > 0) this.jump[index] = blockOf[labels.number(start)] ?? NO_BLOCK;
      if (count > 1) this.wait[index] = blockOf[labels.number(start + 1)] ?? NO_BLOCK;
      if (name === 'if') this.wait[index] = this.jump[index] ?? NO_BLOCK;
    }
    this.isJoin = blocks.map((block) => block.end - block.first === 1 && nameOf(this.last(block)) === 'join');
    this.past = new Int32Array(blocks.length).map((_, index) => index);
    for (let index = blocks.length - 2; index >= 0; index--) if (this.isJoin[index] === true) this.past[index] = this.past[index + 1] ?? 0;
    this.reach = this.reaches();
    this.waiting = blocks.map(() => NONE);
  }

  /** The last instruction of a block; none of a hub. */
  private last({ first, end }: Block): Instruction | undefined {
    return end > first ? this.instructions[end - 1] : undefined;
  }

  private reaches(): Int32Array {
    const { flow, jump, wait } = this;
    const { blocks } = flow;
    const reach = new Int32Array(blocks.length).fill(NO_BLOCK);
    const extend = (to: number, end: number): void => {
      if (to !== NO_BLOCK) reach[to] = Math.max(reach[to] ?? NO_BLOCK, end);
    };
    const leads = blocks.map(({ index }) => this.isJoin[index] === true && (jump[index] ?? NO_BLOCK) > index);
    for (const block of blocks) {
      const { index } = block;
      const instruction = this.last(block);
      const place = wait[index] ?? NO_BLOCK;
      const isKnown = place !== NO_BLOCK && WAITS_AT_LABEL.includes(nameOf(instruction)) && instruction?.subfunction !== 'b';
      if (leads[index] === false) extend(jump[index] ?? NO_BLOCK, isKnown ? place : AFTER_ALL);
    }
    // Joins lead forwards.
    for (const { index } of blocks) {
      const end = reach[index] ?? NO_BLOCK;
      if (leads[index] === true && end > index) extend(jump[index] ?? NO_BLOCK, end);
    }
    return reach;
  }

  /** Finds where lanes may wait. */
  findWaiting(budget?: Budget): void {
    const { flow, waiting } = this;
    const { blocks, successors } = flow;
    const open = new Worklist(reversePostorder(flow)).fill();
    let left = MOST_SETS.least + MOST_SETS.perBlock * blocks.length;
    for (let index = open.next(); index !== undefined && left > 0; index = open.next()) {
      budget?.tick();
      const after = this.after(index);
      for (let edge = successors.startOf(index); edge < successors.endOf(index); edge++) {
        const to = successors.block(edge);
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
    const instruction = this.last(this.flow.blocks[index] as Block);
    const jump = this.jump[index] ?? NO_BLOCK;
    const wait = this.wait[index] ?? NO_BLOCK;
    const before = this.waiting[index];
    const set = this.isJoin[index] === true && before?.includes(index) ? before.filter((join) => join !== index) : before;
    if (nameOf(instruction) === 'join' || (jump === NO_BLOCK && wait === NO_BLOCK)) return set;
    // With branch control the lanes that do not jump wait.
    const places = instruction?.subfunction === 'b' ? [wait, jump] : [wait];
    return places.filter((place) => this.isJoin[place] === true).reduce((all, place) => union(all, [place]), set);
  }

  /** Adds the edges of a block that a thread with lanes takes. */
  addTo(edges: EdgeList, block: Block): void {
    const { index, first, end } = block;
    const { successors } = this.flow;
    const jump = this.jump[index] ?? NO_BLOCK;
    const wait = this.wait[index] ?? NO_BLOCK;
    const instruction = this.last(block);
    const name = nameOf(instruction);
    const falls: number[] = [];
    const others: number[] = [];
    for (let edge = successors.startOf(index); edge < successors.endOf(index); edge++)
      (successors.kind(edge) === 'next' ? falls : others).push(edge);
    const withLanes = (edge: number): void => edges.add(index, this.past[successors.block(edge)] ?? 0, successors.kind(edge));
    const isPlain = name !== 'join' && (!FOR_LANES.includes(name) || instruction?.subfunction === 'b');
    if (isPlain || name !== 'goto' || instruction?.predicate !== '') falls.forEach(withLanes);
    // A join after another instruction of its block is reached with lanes.
    if (name === 'join' && (first < end - 1 || (this.reach[index] ?? NO_BLOCK) <= index)) return;
    if (isPlain) for (const edge of others) edges.add(index, successors.block(edge), successors.kind(edge));
    else if (jump === wait) others.filter((edge) => successors.block(edge) === jump).forEach(withLanes);
    else if (others.length > 0) {
      if (wait !== NO_BLOCK) edges.add(index, this.past[wait] ?? 0, 'branch', 'lanes');
      const to = this.withoutLanes(jump, this.after(index));
      if (to !== NO_BLOCK) edges.add(index, to, 'branch', 'thread');
    }
  }

  /** Where a thread without lanes that enters a block ends up: the first join at which lanes may wait. */
  private withoutLanes(to: number, waiting: Joins): number {
    for (let passed = 0; to !== NO_BLOCK && passed < MOST_PASSED; passed++) {
      if (this.isJoin[to] === false || waiting === undefined || waiting.includes(to)) return to;
      to = this.jump[to] ?? NO_BLOCK;
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
