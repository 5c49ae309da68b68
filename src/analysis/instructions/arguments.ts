/**
 * Which instructions read a kernel's arguments in their registers, and how long the registers hold them.
 *
 * An argument is in its register once the kernel's own code begins: a prologue of the compiler may load it before that. The prologue ends
 * at the symbol `_entry`; without the symbol, it ends with its last load to an argument before the control register is set up.
 */
import type { Budget } from '../../core/diag/index.ts';
import type { Instruction } from '../../formats/eu/index.ts';
import type { Effects } from './access.ts';
import { BlockSets, partsOf } from './block-sets.ts';
import type { Bound, Exceeded } from './bounds.ts';
import type { Block } from './flow.ts';
import type { Analysis } from './measure.ts';
import { reversePostorder, Worklist } from './order.ts';

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
  /** The bounds that were met. */
  readonly exceeded: readonly Bound[];
}

/** Visits of each block, on average: compiled code needs 3. After so many, what has not come around all loops is left out. */
const MOST_VISITS = 16;
/** Readers of all places together, for each instruction: compiled code has less than one. Further ones are left out. */
const MOST_READ = 16;

/**
 * Tracks the values of arguments from the start of the kernel's own code.
 *
 * @param entry the first instruction of the kernel's own code, if the file has the symbol `_entry`
 */
export function argumentUses(analysis: Analysis, places: readonly ArgumentPlace[], entry?: number, budget?: Budget): ArgumentUses {
  const { space, flow } = analysis;
  const general = space.named('r').end;
  const owners: (number[] | undefined)[] = new Array(general).fill(undefined);
  let [low, high] = [general, 0];
  for (const [index, { register, byte, size }] of places.entries()) {
    const from = register * space.grfBytes + byte;
    const to = Math.min(from + size, general);
    for (let unit = from; unit < to; unit++) {
      const owner = owners[unit];
      if (owner === undefined) owners[unit] = [index];
      else owner.push(index);
    }
    [low, high] = [Math.min(low, from), Math.max(high, to)];
  }
  const start = entry ?? startOf(analysis, owners);
  const readers = places.map((): number[] => []);
  const exceeded: Exceeded = new Set();
  for (const { from, to } of partsOf(low, high, 2 * flow.blocks.length))
    new PartReaders(analysis, owners, start, from, to).find(readers, exceeded, budget);
  // A place may be in two parts.
  return { start, readers: readers.map((all) => [...new Set(all)].sort((a, b) => a - b)), exceeded: [...exceeded] };
}

/**
 * The instruction after the last load to a place before the control register is written, in the first block. What is computed after that
 * load belongs to the kernel.
 */
function startOf({ code, flow, effects }: Analysis, owners: readonly (readonly number[] | undefined)[]): number {
  const isSetUp = ({ dst }: Instruction): boolean => dst?.register?.name === 'cr';
  const end = flow.blocks[0]?.end ?? 0;
  const setUp = code.instructions.slice(0, end).findIndex(isSetUp);
  for (let at = setUp - 1; at >= 0; at--) {
    if (code.instructions[at]?.send === undefined) continue;
    const { writes } = effects.at(at) as Effects;
    for (let i = 0; i < writes.length; i += 3) if (owners[writes[i] ?? 0] !== undefined) return at + 1;
  }
  return 0;
}

/** Who reads the units of a part while they still have their first values. */
class PartReaders {
  private readonly analysis: Analysis;
  private readonly owners: readonly (readonly number[] | undefined)[];
  private readonly start: number;
  private readonly from: number;
  /** All units that belong to a place, and those that are intact at a place, as bits. */
  private readonly all: Uint32Array;
  private readonly intact: Uint32Array;

  constructor(analysis: Analysis, owners: readonly (readonly number[] | undefined)[], start: number, from: number, to: number) {
    this.analysis = analysis;
    this.owners = owners;
    this.start = start;
    this.from = from;
    this.all = new Uint32Array(Math.ceil((to - from) / 32));
    this.intact = this.all.slice();
    for (let unit = from; unit < to; unit++)
      if (owners[unit] !== undefined) this.all[(unit - from) >> 5] = (this.all[(unit - from) >> 5] ?? 0) | (1 << (unit & 31));
  }

  find(readers: readonly number[][], exceeded: Exceeded, budget?: Budget): void {
    const { flow, effects, end } = this.analysis;
    const { intact, start } = this;
    const before = this.intactBefore(exceeded, budget);
    let left = MOST_READ * effects.length;
    for (const block of flow.blocks as readonly Block[]) {
      budget?.tick();
      before.copyTo(intact, block.index);
      for (let at = block.first; at < Math.min(block.end, end); at++) {
        if (at === start) intact.set(this.all);
        if (at < start && block.first <= start && start < block.end) continue;
        for (const place of this.placesOf((effects.at(at) as Effects).reads)) if (left-- > 0) readers[place]?.push(at);
        this.overwrite(effects.at(at) as Effects);
      }
    }
    if (left < 0) exceeded.add('arguments/readers');
  }

  /** The places that a list of accesses touches in intact units. */
  private placesOf(accesses: readonly number[]): Iterable<number> {
    let places: Set<number> | undefined;
    for (let i = 0; i < accesses.length; i += 3) {
      const [from, to] = this.clip(accesses[i] ?? 0, accesses[i + 1] ?? 0);
      for (let at = from; at < to; at++) {
        if (this.intact[at >> 5] === 0) at |= 31;
        else if (((this.intact[at >> 5] ?? 0) >>> (at & 31)) & 1) {
          places ??= new Set();
          for (const place of this.owners[this.from + at] ?? []) places.add(place);
        }
      }
    }
    return places ?? NONE;
  }

  /** The part of a range that is tracked here, counted from the first unit. */
  private clip(from: number, to: number): [from: number, to: number] {
    return [Math.max(from - this.from, 0), Math.min(to - this.from, this.all.length * 32)];
  }

  /** Marks what an instruction overwrites: it no longer has the old value. After a conditional write it may still have it. */
  private overwrite({ writes }: Effects): void {
    for (let i = 0; i < writes.length; i += 3) {
      if (writes[i + 2] !== 0) continue;
      const [from, to] = this.clip(writes[i] ?? 0, writes[i + 1] ?? 0);
      for (let at = from; at < to; at++) {
        if (this.intact[at >> 5] === 0) at |= 31;
        else this.intact[at >> 5] = (this.intact[at >> 5] ?? 0) & ~(1 << (at & 31));
      }
    }
  }

  /** The units that may still be intact before each block. */
  private intactBefore(exceeded: Exceeded, budget?: Budget): BlockSets {
    const { flow, effects } = this.analysis;
    const { blocks, successors } = flow;
    const { intact, all, start } = this;
    const [before, kept] = [new BlockSets(blocks.length, all.length), new BlockSets(blocks.length, all.length)];
    const places = [...all.keys()];
    const first = flow.blockOf[start];
    if (first === undefined) return before;
    const overwriteIn = (from: number, end: number): void => {
      intact.set(all);
      for (let at = from; at < end; at++) this.overwrite(effects.at(at) as Effects);
    };
    for (const block of blocks) {
      budget?.tick();
      overwriteIn(block.first, block.end);
      kept.set(block.index, intact);
    }
    const open = new Worklist(reversePostorder(flow));
    const leave = (block: Block): void => {
      for (let edge = successors.startOf(block.index); edge < successors.endOf(block.index); edge++) {
        const to = successors.block(edge);
        if (before.grow(to, intact, places)) open.add(to);
      }
    };
    overwriteIn(start, (blocks[first] as Block).end);
    leave(blocks[first] as Block);
    let left = MOST_VISITS * blocks.length;
    for (let index = open.next(); index !== undefined; index = open.next()) {
      budget?.tick();
      if (left-- <= 0) {
        exceeded.add('arguments/loops');
        break;
      }
      before.copyTo(intact, index);
      kept.keepIn(intact, index);
      leave(blocks[index] as Block);
    }
    return before;
  }
}

const NONE: readonly number[] = [];
