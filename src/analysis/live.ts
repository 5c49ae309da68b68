/** The units that are live before each instruction: those that are read later, before they are written again. */
import type { Budget } from '../diag/index.ts';
import type { Guards } from './access.ts';
import { BlockSets, partsOf } from './block-sets.ts';
import type { Exceeded } from './bounds.ts';
import type { Effects } from './effects.ts';
import type { Block, Flow } from './flow.ts';
import type { OfEach } from './lists.ts';
import { LiveSet, ones } from './live-set.ts';
import { reversePostorder, Worklist } from './order.ts';
import type { FileName, Space } from './registers.ts';
import { FILES } from './registers.ts';

export interface Live {
  /** Live units before each instruction: bytes, or bits for `f`. */
  readonly totals: Readonly<Record<FileName, Uint32Array>>;
  /** General registers with a live byte before each instruction: the minimum for an allocation. */
  readonly registers: Uint32Array;
  /** The index of the first instruction before which the most general registers are live; -1 without instructions. */
  readonly peak: number;
}

/** Visits of each block, on average: compiled code needs 3. After so many, what is read anywhere counts as live after each. */
const MOST_VISITS = 16;

/** Sets of each block, at most: `Sets`. */
const SETS = 3;

/** Finds the units that are live. */
export function liveOf(space: Space, guards: Guards, flow: Flow, effects: OfEach<Effects>, exceeded: Exceeded, budget?: Budget): Live {
  const { blocks } = flow;
  const totals = Object.fromEntries(FILES.map((name) => [name, new Uint32Array(effects.length)])) as Record<FileName, Uint32Array>;
  const registers = new Uint32Array(effects.length);
  // Backwards: a block comes after those that it leads to.
  const rank = reversePostorder(blocks).map((one) => blocks.length - 1 - one);
  const touched = new Touched(space, flow, effects);
  const parts = partsOf(0, space.size, SETS * blocks.length).map((part) => ({ ...part, own: touched.in(part.from, part.to) }));
  const words = Math.ceil(Math.max(...parts.map(({ from, to }) => to - from)) / 32);
  const most = parts.reduce((sum, { own }) => Math.max(sum, own.count), 0);
  const sets = { after: new BlockSets(blocks.length, words), made: new BlockSets(most, words), passed: new BlockSets(most, words) };
  const { after } = sets;
  for (const { from, to, own } of parts) {
    const set = new LiveSet(space, guards, from, to);
    if (!findAfter(flow, effects, set, own.at, sets, rank, budget)) exceeded.add('live/loops');
    const files = space.files.filter(({ name, start, end }) => name !== 'r' && start < to && end > from);
    const count = (first: number, end: number): void => {
      for (const { name, start, end: last } of files) addTo(totals[name], first, end, set.count(start, last));
      const general = countRegisters(set, space);
      addTo(totals.r, first, end, general.bytes);
      addTo(registers, first, end, general.registers);
    };
    for (const block of blocks) {
      budget?.tick();
      set.clear();
      after.copyTo(set.words, block.index);
      if ((own.at[block.index] as number) < 0) {
        count(block.first, block.end);
        continue;
      }
      for (let index = block.end - 1; index >= block.first; index--) {
        step(set, effects.at(index) as Effects);
        count(index, index + 1);
      }
    }
    if (set.isCoarse) exceeded.add('live/conditions');
  }
  let peak = effects.length - 1;
  for (let index = effects.length - 1; index >= 0; index--) if ((registers[index] as number) >= (registers[peak] as number)) peak = index;
  return { totals, registers, peak };
}

function addTo(counts: Uint32Array, first: number, end: number, more: number): void {
  for (let index = first; index < end; index++) counts[index] = (counts[index] as number) + more;
}

/** Which parts of the space the instructions of each block touch: in code of many blocks, few of them. */
class Touched {
  /** For each block, a bit for each 32nd of the space. */
  private readonly bits: Uint32Array;
  private readonly grain: number;

  constructor({ size }: Space, { blocks }: Flow, effects: OfEach<Effects>) {
    this.grain = Math.ceil(size / 32);
    this.bits = Uint32Array.from(blocks, ({ first, end }) => {
      let bits = 0;
      for (let index = first; index < end; index++) {
        const { reads, writes } = effects.at(index) as Effects;
        for (const runs of [reads, writes])
          for (let i = 0; i < runs.length; i += 3) bits |= this.bitsOf(runs[i] as number, runs[i + 1] as number);
      }
      return bits;
    });
  }

  private bitsOf(from: number, to: number): number {
    const [first, last] = [Math.floor(from / this.grain), Math.floor((to - 1) / this.grain)];
    return (-1 << first) & (-1 >>> (31 - last));
  }

  /** Numbers the blocks that touch a range of units; -1 for the others. */
  in(from: number, to: number): { readonly at: Int32Array; readonly count: number } {
    const bits = this.bitsOf(from, to);
    let count = 0;
    const at = Int32Array.from(this.bits, (own) => ((own & bits) === 0 ? -1 : count++));
    return { at, count };
  }
}

/** Sets of blocks: what is live after each; of those that touch a part, what they make live in any case, and what they do not define. */
interface Sets {
  readonly after: BlockSets;
  readonly made: BlockSets;
  readonly passed: BlockSets;
}

/**
 * Finds the units of a part that are live after each block. Those before it are what it makes live whatever comes after it, and what is live
 * after it and not defined by it. Conditions are known within a block only, so each unit is live for itself.
 *
 * @param own numbers of the blocks that touch the part
 * @returns whether all paths were followed; if not, the units are an upper bound
 */
function findAfter(
  { blocks }: Flow,
  effects: OfEach<Effects>,
  set: LiveSet,
  own: Int32Array,
  { after, made, passed }: Sets,
  rank: Int32Array,
  budget?: Budget,
): boolean {
  const { length } = set.words;
  const open = new Worklist(rank, true);
  const anywhere = new Uint32Array(length);
  after.clear();
  for (const block of blocks) {
    budget?.tick();
    const at = own[block.index] as number;
    if (at < 0) continue;
    set.clear();
    stepOver(set, block, effects);
    made.set(at, set.words);
    made.addTo(anywhere, at);
    set.fill();
    stepOver(set, block, effects);
    passed.set(at, set.words);
  }
  const before = new Uint32Array(length);
  let left = MOST_VISITS * blocks.length;
  for (let index = open.next(); index !== undefined; index = open.next()) {
    budget?.tick();
    if (left-- === 0) {
      for (const block of blocks) after.set(block.index, anywhere);
      return false;
    }
    after.copyTo(before, index);
    const at = own[index] as number;
    if (at >= 0) {
      passed.keepIn(before, at);
      made.addTo(before, at);
    }
    for (const { from } of (blocks[index] as Block).predecessors) if (after.grow(from, before)) open.add(from);
  }
  return true;
}

function stepOver(set: LiveSet, { first, end }: Block, effects: OfEach<Effects>): void {
  for (let index = end - 1; index >= first; index--) step(set, effects.at(index) as Effects);
}

function step(set: LiveSet, { reads, writes }: Effects): void {
  set.define(writes);
  set.use(reads);
}

/** The live bytes and general registers of a part. General registers come first, each in one or two whole words. */
function countRegisters({ words, from }: LiveSet, space: Space): { bytes: number; registers: number } {
  const each = space.grfBytes / 32;
  const end = Math.min((space.named('r').end - from) / 32, words.length);
  let [bytes, registers] = [0, 0];
  for (let word = 0; word < end; word += each) {
    const low = words[word] as number;
    const high = each === 1 ? 0 : (words[word + 1] as number);
    if ((low | high) === 0) continue;
    registers++;
    bytes += ones(low) + ones(high);
  }
  return { bytes, registers };
}
