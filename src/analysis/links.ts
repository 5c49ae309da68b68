/** Which instruction defines a value, and which use it: computed on demand, for one instruction. */
import type { Accesses, Guards } from './access.ts';
import type { Effects } from './effects.ts';
import type { Block, Flow } from './flow.ts';
import { LiveSet } from './live-set.ts';
import type { Space } from './registers.ts';

/** The data in which links are searched. */
export interface LinkModel {
  readonly space: Space;
  readonly guards: Guards;
  readonly flow: Flow;
  readonly effects: readonly Effects[];
}

/**
 * The instructions that define what an instruction reads, as ascending indices. Values that no instruction defines are from before the code.
 *
 * @param reads all reads of the instruction, or those of one operand
 * @param tryCharge charges the bytes of work of each step; if it returns false, the result is what was found so far
 */
export function definitionsOf(
  model: LinkModel,
  at: number,
  reads: Accesses = (model.effects[at] as Effects).reads,
  tryCharge: (bytes: number) => boolean = () => true,
): number[] {
  const { flow, effects, space, guards } = model;
  const found = new Set<number>();
  const set = new LiveSet(space, guards);
  set.use(reads);
  const walk = (block: Block, from: number): void => {
    for (let index = from; index >= block.first; index--) if (set.define((effects[index] as Effects).writes)) found.add(index);
  };
  const reached = new Map<number, Uint32Array>();
  const waiting: number[] = [];
  const leave = (block: Block): void => {
    for (const { from } of block.predecessors) {
      const known = reached.get(from);
      if (known === undefined) reached.set(from, set.words.slice());
      else if (!grow(known, set.words)) continue;
      waiting.push(from);
    }
  };
  const start = flow.blocks[flow.blockOf[at] as number] as Block;
  walk(start, at - 1);
  if (isEmpty(set.words)) return [...found].sort((a, b) => a - b);
  leave(start);
  while (waiting.length > 0) {
    const block = flow.blocks[waiting.pop() as number] as Block;
    if (!tryCharge((block.end - block.first) * 16 + set.words.length)) break;
    set.set(reached.get(block.index) as Uint32Array);
    walk(block, block.end - 1);
    if (!isEmpty(set.words)) leave(block);
  }
  return [...found].sort((a, b) => a - b);
}

function grow(into: Uint32Array, words: Uint32Array): boolean {
  let changed = 0;
  for (let i = 0; i < into.length; i++) {
    const had = into[i] as number;
    into[i] = had | (words[i] as number);
    changed |= had ^ (into[i] as number);
  }
  return changed !== 0;
}

const isEmpty = (words: Uint32Array): boolean => words.every((word) => word === 0);
