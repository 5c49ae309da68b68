/** The units that are live before each instruction: those that are read later, before they are written again. */
import type { Guards } from './access.ts';
import type { Effects } from './effects.ts';
import type { Block, Flow } from './flow.ts';
import { absorb, LiveSet, ones } from './live-set.ts';
import type { FileName, Space } from './registers.ts';
import { FILES } from './registers.ts';

export interface Live {
  /** Live units before each instruction: bytes, or bits for `f`. */
  readonly totals: Readonly<Record<FileName, Uint32Array>>;
  /** General registers with a live byte before each instruction: the minimum for an allocation. */
  readonly registers: Uint32Array;
  /** The index of the first instruction before which the most general registers are live; -1 without instructions. */
  readonly peak: number;
  /** The units that are live before each block, as bits. */
  readonly before: readonly Uint32Array[];
}

/** Work per instruction, and per word of a set, in bytes of the budget. */
const WORK = { instruction: 16, word: 1 } as const;

/**
 * Finds the units that are live.
 *
 * @param tryCharge charges the bytes of work of each step before it is done, and returns false when the budget is used up
 * @returns `undefined` when the budget is used up
 */
export function liveOf(
  space: Space,
  guards: Guards,
  flow: Flow,
  effects: readonly Effects[],
  tryCharge: (bytes: number) => boolean = () => true,
): Live | undefined {
  const words = Math.ceil(space.size / 32);
  if (!tryCharge(flow.blocks.length * words * 4)) return undefined;
  const before = flow.blocks.map(() => new Uint32Array(words));
  const set = new LiveSet(space, guards);
  const waiting = flow.blocks.map(({ index }) => index);
  const isWaiting = new Uint8Array(flow.blocks.length).fill(1);
  while (waiting.length > 0) {
    const block = flow.blocks[waiting.pop() as number] as Block;
    isWaiting[block.index] = 0;
    if (!tryCharge((block.end - block.first) * WORK.instruction + words * WORK.word)) return undefined;
    enter(set, block, before);
    for (let index = block.end - 1; index >= block.first; index--) step(set, effects[index] as Effects);
    const into = before[block.index] as Uint32Array;
    if (!absorb(into, set.words)) continue;
    for (const { from } of block.predecessors) {
      if (isWaiting[from] === 1) continue;
      isWaiting[from] = 1;
      waiting.push(from);
    }
  }
  return count(space, flow, effects, set, before);
}

/** Sets `set` to what is live after a block. */
function enter(set: LiveSet, block: Block, before: readonly Uint32Array[]): void {
  set.clear();
  for (const { to } of block.successors) absorb(set.words, before[to] as Uint32Array);
}

function step(set: LiveSet, { reads, writes }: Effects): void {
  set.define(writes);
  set.use(reads);
}

function count(space: Space, flow: Flow, effects: readonly Effects[], set: LiveSet, before: readonly Uint32Array[]): Live {
  const totals = Object.fromEntries(FILES.map((name) => [name, new Uint32Array(effects.length)])) as Record<FileName, Uint32Array>;
  const registers = new Uint32Array(effects.length);
  const others = space.files.filter(({ name }) => name !== 'r');
  let peak = effects.length - 1;
  for (const block of flow.blocks) {
    enter(set, block, before);
    for (let index = block.end - 1; index >= block.first; index--) {
      step(set, effects[index] as Effects);
      for (const { name, start, end } of others) totals[name][index] = set.count(start, end);
      countRegisters(set.words, space, totals.r, registers, index);
    }
  }
  for (let index = effects.length - 1; index >= 0; index--) if ((registers[index] as number) >= (registers[peak] as number)) peak = index;
  return { totals, registers, peak, before };
}

/** Counts live units and registers. General registers come first, each in one or two whole words; one pass covers up to 512 words. */
function countRegisters(words: Uint32Array, space: Space, totals: Uint32Array, registers: Uint32Array, index: number): void {
  const each = space.grfBytes / 32;
  const end = space.named('r').end / 32;
  let bytes = 0;
  let count = 0;
  for (let word = 0; word < end; word += each) {
    const low = words[word] as number;
    const high = each === 1 ? 0 : (words[word + 1] as number);
    if ((low | high) === 0) continue;
    count++;
    bytes += ones(low) + ones(high);
  }
  totals[index] = bytes;
  registers[index] = count;
}
