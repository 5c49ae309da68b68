/** The units that are live before each instruction: those that are read later, before they are written again. */
import type { Budget } from '../diag/index.ts';
import type { Guards } from './access.ts';
import { BlockSets, partsOf } from './block-sets.ts';
import type { Effects } from './effects.ts';
import type { Block, Flow } from './flow.ts';
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

/** Finds the units that are live. */
export function liveOf(space: Space, guards: Guards, flow: Flow, effects: readonly Effects[], budget?: Budget): Live {
  const totals = Object.fromEntries(FILES.map((name) => [name, new Uint32Array(effects.length)])) as Record<FileName, Uint32Array>;
  const registers = new Uint32Array(effects.length);
  // Backwards: a block comes after those that it leads to.
  const rank = reversePostorder(flow.blocks).map((one) => -one);
  for (const { from, to } of partsOf(0, space.size, flow.blocks.length)) {
    const set = new LiveSet(space, guards, from, to);
    const after = liveAfter(flow, effects, set, rank, budget);
    const files = space.files.filter(({ name, start, end }) => name !== 'r' && start < to && end > from);
    for (const block of flow.blocks) {
      budget?.tick();
      set.clear();
      after.copyTo(set.words, block.index);
      for (let index = block.end - 1; index >= block.first; index--) {
        step(set, effects[index] as Effects);
        for (const { name, start, end } of files) totals[name][index] = (totals[name][index] as number) + set.count(start, end);
        countRegisters(set, space, totals.r, registers, index);
      }
    }
  }
  let peak = effects.length - 1;
  for (let index = effects.length - 1; index >= 0; index--) if ((registers[index] as number) >= (registers[peak] as number)) peak = index;
  return { totals, registers, peak };
}

/**
 * The units of a part that are live after each block. Those before it are what it makes live whatever comes after it, and what is live after
 * it and not defined by it. Conditions are known within a block only, so each unit is live for itself.
 */
function liveAfter({ blocks }: Flow, effects: readonly Effects[], set: LiveSet, rank: Int32Array, budget?: Budget): BlockSets {
  const { length } = set.words;
  const [after, made, passed] = [1, 2, 3].map(() => new BlockSets(blocks.length, length)) as [BlockSets, BlockSets, BlockSets];
  const open = new Worklist(rank);
  const anywhere = new Uint32Array(length);
  for (const block of blocks) {
    budget?.tick();
    set.clear();
    stepOver(set, block, effects);
    made.set(block.index, set.words);
    made.addTo(anywhere, block.index);
    set.fill();
    stepOver(set, block, effects);
    passed.set(block.index, set.words);
    open.add(block.index);
  }
  const before = new Uint32Array(length);
  let left = MOST_VISITS * blocks.length;
  for (let index = open.next(); index !== undefined; index = open.next()) {
    budget?.tick();
    if (left-- === 0) {
      for (const block of blocks) after.set(block.index, anywhere);
      break;
    }
    after.copyTo(before, index);
    passed.keepIn(before, index);
    made.addTo(before, index);
    for (const { from } of (blocks[index] as Block).predecessors) if (after.grow(from, before)) open.add(from);
  }
  return after;
}

function stepOver(set: LiveSet, { first, end }: Block, effects: readonly Effects[]): void {
  for (let index = end - 1; index >= first; index--) step(set, effects[index] as Effects);
}

function step(set: LiveSet, { reads, writes }: Effects): void {
  set.define(writes);
  set.use(reads);
}

/** Adds the live units and registers of a part. General registers come first, each in one or two whole words. */
function countRegisters({ words, from }: LiveSet, space: Space, totals: Uint32Array, registers: Uint32Array, index: number): void {
  const each = space.grfBytes / 32;
  const end = Math.min((space.named('r').end - from) / 32, words.length);
  let bytes = 0;
  let count = 0;
  for (let word = 0; word < end; word += each) {
    const low = words[word] as number;
    const high = each === 1 ? 0 : (words[word + 1] as number);
    if ((low | high) === 0) continue;
    count++;
    bytes += ones(low) + ones(high);
  }
  totals[index] = (totals[index] as number) + bytes;
  registers[index] = (registers[index] as number) + count;
}
