/**
 * Which instructions read a kernel's arguments in their registers, and how long the registers hold them.
 *
 * An argument is in its register once the kernel's own code begins: a prologue of the compiler may load it before that. The prologue ends
 * at the symbol `_entry`; without the symbol, it ends with its last load to an argument before the control register is set up.
 */
import type { Instruction } from '../eu/index.ts';
import type { Effects } from './effects.ts';
import type { Block } from './flow.ts';
import type { Analysis } from './measure.ts';

/** The place of an argument, as `payloadMap` of a zebin returns it. */
export interface ArgumentPlace {
  readonly register: number;
  /** Byte offset in the register. */
  readonly byte: number;
  readonly size: number;
}

export interface ArgumentUses {
  /** Index of the first instruction of the kernel's own code. */
  readonly start: number;
  /** For each place, the instructions that read part of it before it is overwritten, in order. */
  readonly readers: readonly (readonly number[])[];
  /** For each place, the last instruction before which part of it is intact; -1 if it never is. */
  readonly last: readonly number[];
}

/** Work per instruction, in bytes of the budget. */
const WORK = 16;

/**
 * Tracks the values of arguments from the start of the kernel's own code.
 *
 * @param tryCharge charges the bytes of work of each step, and returns false when the budget is used up
 * @param entry the first instruction of the kernel's own code, if the file has the symbol `_entry`
 * @returns `undefined` when the budget is used up
 */
export function argumentUses(
  analysis: Analysis,
  places: readonly ArgumentPlace[],
  tryCharge: (bytes: number) => boolean = () => true,
  entry?: number,
): ArgumentUses | undefined {
  const { flow, effects, space, end } = analysis;
  const owner = new Map<number, number[]>();
  const words = Math.ceil(space.named('r').end / 32);
  const all = new Uint32Array(words);
  for (const [index, { register, byte, size }] of places.entries()) {
    const from = register * space.grfBytes + byte;
    for (let unit = from; unit < Math.min(from + size, space.named('r').end); unit++) {
      owner.set(unit, [...(owner.get(unit) ?? []), index]);
      all[unit >> 5] = (all[unit >> 5] as number) | (1 << (unit & 31));
    }
  }
  const start = entry ?? startOf(analysis, all);
  const before = intactBefore(analysis, all, start, tryCharge);
  if (before === undefined) return undefined;
  const readers = places.map((): number[] => []);
  const last = places.map(() => -1);
  for (const block of flow.blocks as readonly Block[]) {
    const intact = (before[block.index] as Uint32Array).slice();
    for (let at = block.first; at < Math.min(block.end, end); at++) {
      if (at === start) intact.set(all);
      if (at < start && block.first <= start && start < block.end) continue;
      for (const index of placesIn((effects[at] as Effects).reads, intact, owner)) (readers[index] as number[]).push(at);
      for (const index of placesIn((effects[at] as Effects).writes, intact, owner)) last[index] = at;
      overwrite(intact, effects[at] as Effects);
    }
    for (const [unit, indices] of owner)
      if (has(intact, unit)) for (const index of indices) last[index] = Math.max(last[index] as number, block.end - 1);
  }
  return { start, readers, last };
}

const has = (words: Uint32Array, unit: number): boolean => ((words[unit >> 5] as number) & (1 << (unit & 31))) !== 0;

/**
 * The instruction after the last load to a place before the control register is written, in the first block. What is computed after that
 * load belongs to the kernel.
 */
function startOf({ code, flow, effects }: Analysis, all: Uint32Array): number {
  const isSetUp = ({ dst }: Instruction): boolean => dst?.register?.name === 'cr';
  const end = flow.blocks[0]?.end ?? 0;
  const setUp = code.instructions.slice(0, end).findIndex(isSetUp);
  for (let at = setUp - 1; at >= 0; at--) {
    if (code.instructions[at]?.send === undefined) continue;
    const { writes } = effects[at] as Effects;
    for (let i = 0; i < writes.length; i += 3) if (has(all, writes[i] as number)) return at + 1;
  }
  return 0;
}

/** The places that a list of accesses touches in intact units. */
function placesIn(accesses: readonly number[], intact: Uint32Array, owner: ReadonlyMap<number, readonly number[]>): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < accesses.length; i += 3)
    for (let unit = accesses[i] as number; unit < (accesses[i + 1] as number); unit++)
      if (unit < intact.length * 32 && has(intact, unit)) for (const index of owner.get(unit) ?? []) found.add(index);
  return found;
}

/** Marks what an instruction overwrites: it no longer has the old value. After a conditional write it may still have it. */
function overwrite(intact: Uint32Array, { writes }: Effects): void {
  for (let i = 0; i < writes.length; i += 3) {
    if (writes[i + 2] !== 0) continue;
    for (let unit = writes[i] as number; unit < (writes[i + 1] as number) && unit < intact.length * 32; unit++)
      intact[unit >> 5] = (intact[unit >> 5] as number) & ~(1 << (unit & 31));
  }
}

/** The units that may still be intact before each block. */
function intactBefore(
  { flow, effects }: Analysis,
  all: Uint32Array,
  start: number,
  tryCharge: (bytes: number) => boolean,
): Uint32Array[] | undefined {
  if (!tryCharge(flow.blocks.length * all.length * 4)) return undefined;
  const before = flow.blocks.map(() => new Uint32Array(all.length));
  const first = flow.blockOf[start];
  if (first === undefined) return before;
  const waiting = [first];
  const seen = new Uint8Array(flow.blocks.length);
  while (waiting.length > 0) {
    const block = flow.blocks[waiting.pop() as number] as Block;
    if (!tryCharge((block.end - block.first) * WORK + all.length)) return undefined;
    const isEntry = block.index === first && seen[first] === 0;
    seen[block.index] = 1;
    const intact = isEntry ? all.slice() : (before[block.index] as Uint32Array).slice();
    for (let at = isEntry ? start : block.first; at < block.end; at++) overwrite(intact, effects[at] as Effects);
    for (const { to } of block.successors) {
      const into = before[to] as Uint32Array;
      let changed = seen[to] === 0 ? 1 : 0;
      for (let i = 0; i < into.length; i++) {
        const had = into[i] as number;
        into[i] = had | (intact[i] as number);
        changed |= had ^ (into[i] as number);
      }
      if (changed !== 0) waiting.push(to);
    }
  }
  return before;
}
