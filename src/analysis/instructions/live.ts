/** The units that are live before each instruction: those that are read later, before they are written again. */
import type { Budget } from '../../core/diag/index.ts';
import type { Accesses, Effects, Guards } from './access.ts';
import { BlockSets, partsOf } from './block-sets.ts';
import type { Exceeded } from './bounds.ts';
import type { Flow } from './flow.ts';
import type { OfEach } from './lists.ts';
import { LiveSet, ones } from './live-set.ts';
import { reversePostorder, Worklist } from './order.ts';
import type { FileName, Space } from './registers.ts';
import { FILES } from './registers.ts';

export interface Live {
  /** General registers with a live byte before each instruction: the minimum for an allocation. */
  readonly registers: Uint32Array;
  /** The index of the first instruction before which the most general registers are live; -1 without instructions. */
  readonly peak: number;
}

/** Visits of each block, on average: compiled code needs 3. After so many, what is read anywhere counts as live after each. */
const MOST_VISITS = 16;

/** Sets of each block, at most: `Sets`. */
const SETS = 3;

/**
 * Finds the units that are live.
 *
 * @param seen gets the live units before each instruction, in the order of `FILES`: bytes, or bits for `f`. It is called for each part of
 * the space.
 */
export function liveOf(
  space: Space,
  guards: Guards,
  flow: Flow,
  effects: OfEach<Effects>,
  exceeded: Exceeded,
  budget?: Budget,
  seen?: (index: number, units: Uint32Array) => void,
): Live {
  const { blocks } = flow;
  const registers = new Uint32Array(effects.length);
  const ranges = partsOf(0, space.size, SETS * blocks.length);
  const touched = ranges.length === 1 ? undefined : new Touched(space, flow, effects);
  const words = Math.ceil(Math.max(...ranges.map(({ from, to }) => to - from)) / 32);
  const most = ranges.reduce((sum, { from, to }) => Math.max(sum, touched?.countIn(from, to) ?? blocks.length), 0);
  const sets = { after: new BlockSets(blocks.length, words), uses: new BlockSets(most, words), passed: new BlockSets(most, words) };
  const { after } = sets;
  // Backwards: a block comes after those that it leads to.
  const open = new Worklist(reversePostorder(flow).map((one) => blocks.length - 1 - one));
  // The number of each block among those that touch a range; -1 for the others.
  const numbers = new Int32Array(blocks.length).map((_, block) => block);
  for (const { from, to } of ranges) {
    touched?.number(from, to, numbers);
    const set = new LiveSet(space, guards, from, to);
    const all = new LiveSet(space, guards, from, to);
    if (!findAfter(flow, effects, set, all, numbers, sets, open, budget)) exceeded.add('live/loops');
    const counts = new LiveCounts(space, set, from);
    for (const block of blocks) {
      budget?.tick();
      const isTouched = (numbers[block.index] ?? 0) >= 0;
      // Only a block that touches the part has conditions in it.
      if (isTouched) set.forget();
      after.copyTo(set.words, block.index);
      counts.change(0, set.words.length);
      for (let index = block.end - 1; index >= block.first; index--) {
        if (isTouched) {
          const one = effects.at(index) as Effects;
          step(set, one);
          counts.changeIn(one.writes);
          counts.changeIn(one.reads);
        }
        registers[index] = (registers[index] ?? 0) + counts.registers;
        seen?.(index, counts.units);
      }
    }
    if (set.isCoarse || all.isCoarse) exceeded.add('live/conditions');
  }
  let peak = effects.length - 1;
  for (let index = effects.length - 1; index >= 0; index--) if ((registers[index] ?? 0) >= (registers[peak] ?? 0)) peak = index;
  return { registers, peak };
}

/** The live units of each file, and the general registers with one, of a set that changes a little at a time. */
class LiveCounts {
  /** In the order of `FILES`. */
  readonly units = new Uint32Array(FILES.length);
  registers = 0;
  private readonly set: LiveSet;
  /** The words of the set as they were counted. */
  private readonly counted: Uint32Array;
  private readonly fileOf: Uint8Array;
  private readonly isWide: boolean;

  /** @param from the first unit of the set */
  constructor(space: Space, set: LiveSet, from: number) {
    this.set = set;
    this.counted = new Uint32Array(set.words.length);
    this.isWide = space.grfBytes > 32;
    this.fileOf = new Uint8Array(set.words.length);
    for (let file = FILES.length - 1; file >= 0; file--)
      this.fileOf.fill(file, 0, Math.max(Math.ceil((space.named(FILES[file] as FileName).end - from) / 32), 0));
  }

  /** Counts what is in the runs of an instruction again. */
  changeIn(runs: Accesses): void {
    for (let i = 0; i < runs.length; i += 3) {
      const [from, to] = this.set.placeOf(runs[i] ?? 0, runs[i + 1] ?? 0);
      this.change(from >> 5, (to + 31) >> 5);
    }
  }

  /** Counts a range of words again. */
  change(first: number, end: number): void {
    const { counted, units } = this;
    const { words } = this.set;
    for (let word = first; word < end; word++) {
      const had = counted[word] ?? 0;
      const has = words[word] ?? 0;
      if (had === has) continue;
      counted[word] = has;
      const file = this.fileOf[word] ?? 0;
      units[file] = (units[file] ?? 0) + ones(has) - ones(had);
      // General registers come first. One has one word, or two.
      const other = this.isWide ? (counted[word ^ 1] ?? 0) : 0;
      if (file === 0 && other === 0) this.registers += (has === 0 ? 0 : 1) - (had === 0 ? 0 : 1);
    }
  }
}

/** Which parts of the space the instructions of each block touch: in code of many blocks, few of them. */
class Touched {
  /** For each block, a bit for each 32nd of the space. */
  private readonly bits: Uint32Array;
  private readonly each: number;

  constructor({ size }: Space, { blocks }: Flow, effects: OfEach<Effects>) {
    this.each = Math.ceil(size / 32);
    this.bits = Uint32Array.from(blocks, ({ first, end }) => {
      let bits = 0;
      for (let index = first; index < end; index++) {
        const { reads, writes } = effects.at(index) as Effects;
        for (const runs of [reads, writes]) for (let i = 0; i < runs.length; i += 3) bits |= this.bitsOf(runs[i] ?? 0, runs[i + 1] ?? 0);
      }
      return bits;
    });
  }

  private bitsOf(from: number, to: number): number {
    const first = Math.floor(from / this.each);
    const last = Math.floor((to - 1) / this.each);
    return (-1 << first) & (-1 >>> (31 - last));
  }

  /** How many blocks touch a range of units. */
  countIn(from: number, to: number): number {
    const bits = this.bitsOf(from, to);
    return this.bits.reduce((count, own) => ((own & bits) === 0 ? count : count + 1), 0);
  }

  /** Numbers the blocks that touch a range of units; -1 for the others. */
  number(from: number, to: number, numbers: Int32Array): void {
    const bits = this.bitsOf(from, to);
    let count = 0;
    for (let block = 0; block < this.bits.length; block++) numbers[block] = ((this.bits[block] ?? 0) & bits) === 0 ? -1 : count++;
  }
}

/** Sets of blocks: what is live after each; of those that touch a part, what they make live in any case, and what they do not define. */
interface Sets {
  readonly after: BlockSets;
  readonly uses: BlockSets;
  readonly passed: BlockSets;
}

/**
 * Finds the units of a part that are live after each block. Those before it are what it makes live whatever comes after it, and what is live
 * after it and not defined by it. Conditions are known within a block only, so each unit is live for itself.
 *
 * @param set a set of the part, and `all` another: for what a block makes live if nothing is live after it, and if everything is
 * @param numbers of the blocks that touch the part
 * @returns whether all paths were followed; if not, the units are an upper bound
 */
function findAfter(
  { blocks, predecessors }: Flow,
  effects: OfEach<Effects>,
  set: LiveSet,
  all: LiveSet,
  numbers: Int32Array,
  { after, uses, passed }: Sets,
  open: Worklist,
  budget?: Budget,
): boolean {
  const { length } = set.words;
  const anywhere = new Uint32Array(length);
  after.clear();
  for (const block of blocks) {
    budget?.tick();
    const at = numbers[block.index] ?? 0;
    // What is live before a first block is live after none.
    if (at < 0 || predecessors.count(block.index) === 0) continue;
    set.clear();
    all.fill();
    for (let index = block.end - 1; index >= block.first; index--) {
      const one = effects.at(index) as Effects;
      step(set, one);
      step(all, one);
    }
    uses.set(at, set.words);
    uses.addTo(anywhere, at);
    passed.set(at, all.words);
  }
  // What no block reads before it writes it is live after none. Most words are such.
  const places: number[] = [];
  for (let place = 0; place < length; place++) if (anywhere[place] !== 0) places.push(place);
  if (places.length === 0) return true;
  const before = new Uint32Array(length);
  let left = MOST_VISITS * blocks.length;
  open.fill();
  for (let index = open.next(); index !== undefined; index = open.next()) {
    if (predecessors.count(index) === 0) continue;
    budget?.tick();
    if (left-- === 0) {
      for (const block of blocks) after.set(block.index, anywhere);
      return false;
    }
    const at = numbers[index] ?? 0;
    if (at >= 0) after.through(before, places, index, passed, uses, at);
    else after.copyTo(before, index);
    for (let edge = predecessors.startOf(index); edge < predecessors.endOf(index); edge++) {
      const from = predecessors.block(edge);
      if (after.grow(from, before, places)) open.add(from);
    }
  }
  return true;
}

function step(set: LiveSet, { reads, writes }: Effects): void {
  set.define(writes);
  set.use(reads);
}
