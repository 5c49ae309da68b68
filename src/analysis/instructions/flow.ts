/**
 * Basic blocks, and their successors.
 *
 * The edges are those that an instruction pointer can take, whether or not lanes are enabled: a `goto` of all lanes may still fall
 * through. A branch through a register, or to another section, has no known target. The returns of a subroutine lead to a block without
 * instructions, its hub, and that leads to the instruction after each call: returns and calls may both be many.
 */
import { type Code, endsBlock, type Instruction, isBranch, optionBit, targetOf } from '../../formats/eu/index.ts';
import { type EdgeKind, EdgeList, type Edges } from './edges.ts';
import { NumberLists } from './lists.ts';

export interface Block {
  readonly index: number;
  /** The index of its first instruction; of a hub, and of what is after its last, the number of instructions. */
  readonly first: number;
  /** The index after its last instruction. */
  readonly end: number;
  /** Whether control may leave it to an unknown target: through a register, or out of the section. */
  readonly leaves: boolean;
}

/** A call, and its target if that is known. */
export interface Call {
  /** The index of the instruction. */
  readonly at: number;
  readonly target: number | undefined;
}

/** The blocks of a piece of code, in the order of their addresses; then the hubs of subroutines. */
export interface Flow {
  readonly blocks: readonly Block[];
  readonly successors: Edges;
  readonly predecessors: Edges;
  /** The block of each instruction. */
  readonly blockOf: Int32Array;
  /** The indices of the targets of each instruction, in the order of its labels; -1 for a label outside this code. */
  readonly labels: NumberLists;
  readonly calls: readonly Call[];
}

const EOT = optionBit('EOT');
const UNKNOWN = -1;
/** Bytes that the sizes of instructions are multiples of. */
const UNIT = 8;

const nameOf = (instruction: Instruction): string => instruction.operation?.mnemonic ?? '';
export const isCall = (instruction: Instruction): boolean => instruction.operation?.format === 'call';
export const isReturn = (instruction: Instruction): boolean => nameOf(instruction) === 'ret';

/** Whether control can fall through to the next instruction. */
function continues(instruction: Instruction): boolean {
  if ((instruction.options & EOT) !== 0) return false;
  const always = instruction.predicate === '';
  return !(always && ['jmpi', 'ret'].includes(nameOf(instruction)));
}

/** Finds blocks and edges. The work is proportional to the number of instructions. */
export function flowOf({ instructions }: Code): Flow {
  const labels = labelsOf(instructions);
  const blocks = cut(instructions, labels);
  const blockOf = new Int32Array(instructions.length);
  for (const { index, first, end } of blocks) blockOf.fill(index, first, end);
  const calls: Call[] = [];
  const edges = new EdgeList();
  for (const block of blocks) {
    const at = block.end - 1;
    const last = instructions[at] as Instruction;
    const link = (target: number, kind: EdgeKind): void => edges.add(block.index, blockOf[target] ?? 0, kind);
    if (continues(last) && block.end < instructions.length) link(block.end, 'next');
    const start = labels.startOf(at);
    const end = labels.endOf(at);
    if (isCall(last)) calls.push({ at, target: start < end ? labels.number(start) : undefined });
    if (isBranch(last) && start === end) block.leaves = true;
    // There are two labels at most.
    for (let i = start; i < end; i++) {
      const target = labels.number(i);
      if (target === UNKNOWN) block.leaves = true;
      else if (i === start || target !== labels.number(start)) link(target, isCall(last) ? 'call' : 'branch');
    }
  }
  linkReturns(instructions, blocks, edges, blockOf, calls);
  return { blocks, ...edges.byBlock(blocks.length), blockOf, labels, calls };
}

function labelsOf(instructions: readonly Instruction[]): NumberLists {
  const { offset = 0, size = 0 } = instructions.at(-1) ?? {};
  // Instructions have 8 or 16 bytes.
  const at = new Int32Array(Math.ceil((offset + size) / UNIT)).fill(UNKNOWN);
  for (let index = 0; index < instructions.length; index++) at[(instructions[index] as Instruction).offset / UNIT] = index;
  const targets = (one: Instruction): number[] =>
    one.sources.filter(({ kind }) => kind === 'label').map((source) => at[targetOf(one, source) / UNIT] ?? UNKNOWN);
  const labels = new NumberLists(instructions.length);
  // `calla` names an address that is not in this section.
  for (const one of instructions) labels.add(isBranch(one) && nameOf(one) !== 'calla' ? targets(one) : []);
  return labels;
}

/** A block whose edges are not all known. */
type Cut = Omit<Block, 'leaves'> & { leaves: boolean };

function cut(instructions: readonly Instruction[], labels: NumberLists): Cut[] {
  const starts = new Uint8Array(instructions.length + 1);
  starts[0] = 1;
  for (let index = 0; index < instructions.length; index++) {
    if (endsBlock(instructions[index] as Instruction)) starts[index + 1] = 1;
    for (let i = labels.startOf(index); i < labels.endOf(index); i++) if (labels.number(i) !== UNKNOWN) starts[labels.number(i)] = 1;
  }
  const blocks: Cut[] = [];
  for (let first = 0; first < instructions.length; ) {
    let end = first + 1;
    while (end < instructions.length && starts[end] === 0) end++;
    blocks.push({ index: blocks.length, first, end, leaves: false });
    first = end;
  }
  return blocks;
}

/** Adds hubs, and leads each return over one to the instruction after each call of its subroutine. */
function linkReturns(
  instructions: readonly Instruction[],
  blocks: Cut[],
  edges: EdgeList,
  blockOf: Int32Array,
  calls: readonly Call[],
): void {
  const sites = new Map<number, number[]>();
  for (const { at, target } of calls) {
    if (target === undefined || target === UNKNOWN || at + 1 >= instructions.length) continue;
    const entry = blockOf[target] ?? 0;
    const known = sites.get(entry);
    if (known === undefined) sites.set(entry, [at + 1]);
    else known.push(at + 1);
  }
  if (sites.size === 0) return;
  const { successors } = edges.byBlock(blocks.length);
  // A block belongs to the first subroutine that reaches it: that keeps the work linear, and subroutines share no blocks.
  const owner = new Int32Array(blocks.length).fill(UNKNOWN);
  for (const [entry, after] of sites) {
    const stack = [entry];
    const returns: number[] = [];
    while (stack.length > 0) {
      const index = stack.pop() as number;
      if (owner[index] !== UNKNOWN) continue;
      owner[index] = entry;
      for (let i = successors.startOf(index); i < successors.endOf(index); i++) if (successors.isInside(i)) stack.push(successors.block(i));
      if (isReturn(instructions[(blocks[index] as Block).end - 1] as Instruction)) returns.push(index);
    }
    if (returns.length === 0) continue;
    const hub = blocks.length;
    blocks.push({ index: hub, first: instructions.length, end: instructions.length, leaves: false });
    for (const site of after) edges.add(hub, blockOf[site] ?? 0, 'return');
    for (const index of returns) {
      (blocks[index] as Cut).leaves = false;
      edges.add(index, hub, 'return');
    }
  }
}
