/**
 * The paths of a thread that always has a lane enabled: a subset of the paths that its instruction pointer can take.
 *
 * A branch of lanes moves the pointer to its first label when no lane is left; its second label is only where its lanes wait. Without
 * enabled lanes the pointer moves from `join` to `join` until it reaches one where lanes wait; there it continues with the next
 * instruction. So
 * - a branch of all lanes does not fall through;
 * - a `join` that is reached with lanes does not jump, and one that is reached without them jumps if no lane can wait there.
 * What was started for lanes that then wait is still in flight where these lanes resume. What was started for all lanes
 * follows the pointer.
 *
 * Source: `goto`, `join` and `if` in volume 2 (instructions) of the Programmer's Reference Manuals of Intel's graphics.
 */
import { type Code, type Instruction, targetOf } from '../eu/index.ts';
import type { Block, Edge, Flow } from './flow.ts';
import { absorb } from './live-set.ts';

/** Branches with a label where lanes wait. With branch control (`.b`) they jump there. */
const FOR_LANES = ['goto', 'if', 'else', 'break', 'cont'];

const nameOf = (instruction: Instruction): string => instruction.operation?.mnemonic ?? '';

/**
 * The flow without the edges that only a thread without lanes would take.
 *
 * @param tryCharge charges the bytes of work of each step, and returns false when the budget is used up
 * @returns `undefined` when the budget is used up
 */
export function lanesFlow(code: Code, flow: Flow, tryCharge: (bytes: number) => boolean = () => true): Flow | undefined {
  const paths = new LanePaths(code, flow);
  if (!paths.findWaiting(tryCharge)) return undefined;
  const blocks = flow.blocks.map((block): Block => ({ ...block, successors: [], predecessors: [] }));
  for (const block of flow.blocks) {
    const edges = paths.of(block, tryCharge);
    if (edges === undefined) return undefined;
    for (const edge of edges) {
      blocks[edge.from]?.successors.push(edge);
      blocks[edge.to]?.predecessors.push(edge);
    }
  }
  return { ...flow, blocks };
}

/** The last instruction of a block. */
interface End {
  readonly instruction: Instruction;
  readonly isJoin: boolean;
  /** Blocks of its labels: where the pointer jumps to, and where lanes wait. */
  readonly jump: number;
  readonly wait: number;
}

const NOWHERE = -1;
/** The most words of all sets together: 64 MB, far more than compiled code needs. */
const MOST_WORDS = 1 << 24;

class LanePaths {
  private readonly blocks: readonly Block[];
  private readonly ends: readonly End[];
  /** An index for each block that consists of a `join` alone; -1 for the others. */
  private readonly joins: Int32Array;
  /** Where a thread with lanes ends up that enters a block: past all blocks that are a `join` alone. */
  private readonly past: Int32Array;
  /** Before each block, the joins at which lanes may wait, as bits. */
  private readonly waiting: Uint32Array[] = [];

  constructor({ instructions }: Code, { blocks }: Flow) {
    this.blocks = blocks;
    const starts = new Map(blocks.map(({ first, index }) => [(instructions[first] as Instruction).offset, index]));
    this.ends = blocks.map(({ end }) => {
      const instruction = instructions[end - 1] as Instruction;
      const labels = instruction.sources.filter(({ kind }) => kind === 'label');
      const [jump = NOWHERE, wait = NOWHERE] = labels.map((label) => starts.get(targetOf(instruction, label)) ?? NOWHERE);
      return { instruction, isJoin: nameOf(instruction) === 'join', jump, wait };
    });
    let count = 0;
    this.joins = Int32Array.from(blocks, ({ first, end, index }) => (end - first === 1 && this.ends[index]?.isJoin ? count++ : NOWHERE));
    this.past = Int32Array.from(blocks, ({ index }) => index);
    for (let index = blocks.length - 2; index >= 0; index--)
      if (this.joins[index] !== NOWHERE) this.past[index] = this.past[index + 1] as number;
    this.words = Math.ceil(count / 32);
  }

  private readonly words: number;

  /** Finds where lanes may wait. Returns false if the budget is used up. */
  findWaiting(tryCharge: (bytes: number) => boolean): boolean {
    const { blocks, waiting, words } = this;
    if (blocks.length * words > MOST_WORDS || !tryCharge(blocks.length * (words * 4 + 16))) return false;
    for (const _ of blocks) waiting.push(new Uint32Array(words));
    const open = blocks.map(({ index }) => index).reverse();
    const isOpen = new Uint8Array(blocks.length).fill(1);
    while (open.length > 0) {
      const { index, successors } = blocks[open.pop() as number] as Block;
      isOpen[index] = 0;
      if (!tryCharge((words + 1) * (successors.length + 1))) return false;
      const after = this.after(index);
      for (const { to } of successors) {
        if (!absorb(waiting[to] as Uint32Array, after) || isOpen[to] === 1) continue;
        isOpen[to] = 1;
        open.push(to);
      }
    }
    return true;
  }

  /** The joins at which lanes may wait after a block. */
  private after(index: number): Uint32Array {
    const set = (this.waiting[index] as Uint32Array).slice();
    const { instruction, isJoin, jump, wait } = this.ends[index] as End;
    const join = this.joins[index] as number;
    if (join !== NOWHERE) remove(set, join);
    if (isJoin) return set;
    if (wait !== NOWHERE) add(set, this.joins[wait] as number);
    // With branch control the lanes that do not jump wait.
    if (instruction.subfunction === 'b' && jump !== NOWHERE) add(set, this.joins[jump] as number);
    return set;
  }

  /** The edges of a block that a thread with lanes takes; `undefined` if the budget is used up. */
  of({ index, first, end, successors }: Block, tryCharge: (bytes: number) => boolean): Edge[] | undefined {
    const { instruction, isJoin, jump, wait } = this.ends[index] as End;
    const withLanes = (edge: Edge): Edge => ({ ...edge, to: this.past[edge.to] as number });
    const falls = successors.filter(({ kind }) => kind === 'next').map(withLanes);
    const others = successors.filter(({ kind }) => kind !== 'next');
    // A join after another instruction of its block is reached with lanes.
    if (isJoin && first < end - 1) return falls;
    const name = nameOf(instruction);
    if (!isJoin && (!FOR_LANES.includes(name) || instruction.subfunction === 'b')) return [...falls, ...others];
    const jumps: Edge[] = [];
    if (jump === wait) jumps.push(...others.map(withLanes));
    else if (others.length > 0) {
      if (wait !== NOWHERE) jumps.push({ from: index, to: this.past[wait] as number, kind: 'branch', only: 'lanes' });
      const to = this.withoutLanes(jump, this.after(index), tryCharge);
      if (to === undefined) return undefined;
      if (to !== NOWHERE) jumps.push({ from: index, to, kind: 'branch', only: 'thread' });
    }
    return name === 'goto' && instruction.predicate === '' ? jumps : [...falls, ...jumps];
  }

  /** Where a thread without lanes that enters a block ends up: the first join at which lanes may wait. */
  private withoutLanes(to: number, waiting: Uint32Array, tryCharge: (bytes: number) => boolean): number | undefined {
    for (let steps = 0; to !== NOWHERE && steps < this.blocks.length; steps++) {
      if (!tryCharge(8)) return undefined;
      const join = this.joins[to] as number;
      if (join === NOWHERE || has(waiting, join)) return to;
      to = (this.ends[to] as End).jump;
    }
    return NOWHERE;
  }
}

const has = (set: Uint32Array, bit: number): boolean => (((set[bit >> 5] as number) >>> (bit & 31)) & 1) === 1;

function add(set: Uint32Array, bit: number): void {
  if (bit !== NOWHERE) set[bit >> 5] = (set[bit >> 5] as number) | (1 << (bit & 31));
}

function remove(set: Uint32Array, bit: number): void {
  set[bit >> 5] = (set[bit >> 5] as number) & ~(1 << (bit & 31));
}
