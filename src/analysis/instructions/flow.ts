/**
 * Basic blocks, and their successors.
 *
 * The edges are those that an instruction pointer can take, whether or not lanes are enabled: a `goto` of all lanes may still fall
 * through. A branch through a register, or to another section, has no known target. The returns of a subroutine lead to a block without
 * instructions, its hub, and that leads to the instruction after each call: returns and calls may both be many.
 */
import { type Code, endsBlock, type Instruction, isBranch, optionBit, targetOf } from '../../formats/eu/index.ts';

/** How control passes from one block to another. */
export type EdgeKind = 'next' | 'branch' | 'call' | 'return';

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
  /** `lanes`: only the waiting lanes take the edge. `thread`: only the instruction pointer takes it, without those lanes. */
  readonly only?: 'lanes' | 'thread';
}

export interface Block {
  readonly index: number;
  /** The index of its first instruction; of a hub, and of what is after its last, the number of instructions. */
  readonly first: number;
  /** The index after its last instruction. */
  readonly end: number;
  readonly successors: readonly Edge[];
  readonly predecessors: readonly Edge[];
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
  /** The block of each instruction. */
  readonly blockOf: Int32Array;
  /** The indices of the targets of each instruction, in the order of its labels; -1 for a label outside this code. */
  readonly labels: readonly (readonly number[])[];
  readonly calls: readonly Call[];
}

const EOT = optionBit('EOT');
const UNKNOWN = -1;
const NONE: readonly number[] = [];
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
  const cuts = cut(instructions, labels);
  const blockOf = new Int32Array(instructions.length);
  for (const [index, { first, end }] of cuts.entries()) blockOf.fill(index, first, end);
  const calls: Call[] = [];
  const edges: Edge[] = [];
  for (const [from, block] of cuts.entries()) {
    const last = instructions[block.end - 1] as Instruction;
    const link = (target: number, kind: EdgeKind): number => edges.push({ from, to: blockOf[target] ?? 0, kind });
    if (continues(last) && block.end < instructions.length) link(block.end, 'next');
    const targets = labels[block.end - 1] as readonly number[];
    if (isCall(last)) calls.push({ at: block.end - 1, target: targets[0] });
    if (isBranch(last) && (targets.length === 0 || targets.includes(UNKNOWN))) block.leaves = true;
    for (const target of new Set(targets)) if (target !== UNKNOWN) link(target, isCall(last) ? 'call' : 'branch');
  }
  linkReturns(instructions, cuts, edges, blockOf, calls);
  return { blocks: connect(cuts, edges), blockOf, labels, calls };
}

/** A block without its edges. */
type Cut = { readonly first: number; readonly end: number; leaves: boolean };

/** Blocks with their edges. */
export function connect(cuts: readonly Readonly<Cut>[], edges: readonly Edge[]): Block[] {
  const [successors, predecessors] = [grouped(edges, cuts.length, 'from'), grouped(edges, cuts.length, 'to')];
  return cuts.map(({ first, end, leaves }, index) => ({
    index,
    first,
    end,
    successors: successors[index] as Edge[],
    predecessors: predecessors[index] as Edge[],
    leaves,
  }));
}

/** The edges of each block at one of their ends, in lists that are no longer than needed: blocks are many. */
function grouped(edges: readonly Edge[], blocks: number, end: 'from' | 'to'): Edge[][] {
  const counts = new Int32Array(blocks);
  for (const edge of edges) counts[edge[end]] = (counts[edge[end]] ?? 0) + 1;
  const groups: Edge[][] = [];
  for (let block = 0; block < blocks; block++) groups.push(new Array<Edge>(counts[block] ?? 0));
  counts.fill(0);
  for (const edge of edges) {
    const at = counts[edge[end]] ?? 0;
    (groups[edge[end]] as Edge[])[at] = edge;
    counts[edge[end]] = at + 1;
  }
  return groups;
}

function labelsOf(instructions: readonly Instruction[]): (readonly number[])[] {
  const { offset = 0, size = 0 } = instructions.at(-1) ?? {};
  // Instructions have 8 or 16 bytes.
  const at = new Int32Array(Math.ceil((offset + size) / UNIT)).fill(UNKNOWN);
  for (let index = 0; index < instructions.length; index++) at[(instructions[index] as Instruction).offset / UNIT] = index;
  return instructions.map((instruction) => {
    // `calla` names an address that is not in this section.
    if (!isBranch(instruction) || nameOf(instruction) === 'calla') return NONE;
    return instruction.sources.filter(({ kind }) => kind === 'label').map((source) => at[targetOf(instruction, source) / UNIT] ?? UNKNOWN);
  });
}

function cut(instructions: readonly Instruction[], labels: readonly (readonly number[])[]): Cut[] {
  const starts = new Uint8Array(instructions.length + 1);
  starts[0] = 1;
  for (let index = 0; index < instructions.length; index++) {
    if (endsBlock(instructions[index] as Instruction)) starts[index + 1] = 1;
    for (const target of labels[index] as readonly number[]) if (target !== UNKNOWN) starts[target] = 1;
  }
  const cuts: Cut[] = [];
  for (let first = 0; first < instructions.length; ) {
    let end = first + 1;
    while (end < instructions.length && starts[end] === 0) end++;
    cuts.push({ first, end, leaves: false });
    first = end;
  }
  return cuts;
}

/** Adds hubs, and leads each return over one to the instruction after each call of its subroutine. */
function linkReturns(instructions: readonly Instruction[], cuts: Cut[], edges: Edge[], blockOf: Int32Array, calls: readonly Call[]): void {
  const sites = new Map<number, number[]>();
  for (const { at, target } of calls) {
    if (target === undefined || target === UNKNOWN || at + 1 >= instructions.length) continue;
    const entry = blockOf[target] ?? 0;
    const known = sites.get(entry);
    if (known === undefined) sites.set(entry, [at + 1]);
    else known.push(at + 1);
  }
  if (sites.size === 0) return;
  const inside = grouped(edges, cuts.length, 'from');
  // A block belongs to the first subroutine that reaches it: that keeps the work linear, and subroutines share no blocks.
  const owner = new Int32Array(cuts.length).fill(UNKNOWN);
  for (const [entry, after] of sites) {
    const stack = [entry];
    const returns: number[] = [];
    while (stack.length > 0) {
      const index = stack.pop() as number;
      if (owner[index] !== UNKNOWN) continue;
      owner[index] = entry;
      for (const { to, kind } of inside[index] as readonly Edge[]) if (kind === 'next' || kind === 'branch') stack.push(to);
      if (isReturn(instructions[(cuts[index] as Cut).end - 1] as Instruction)) returns.push(index);
    }
    if (returns.length === 0) continue;
    const hub = cuts.push({ first: instructions.length, end: instructions.length, leaves: false }) - 1;
    for (const site of after) edges.push({ from: hub, to: blockOf[site] ?? 0, kind: 'return' });
    for (const index of returns) {
      (cuts[index] as Cut).leaves = false;
      edges.push({ from: index, to: hub, kind: 'return' });
    }
  }
}
