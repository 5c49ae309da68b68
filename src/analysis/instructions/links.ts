/** Which instruction defines a value, and which instructions use it: computed on demand, for one instruction. */
import { type Accesses, ALWAYS, type Effects, type Guards } from './access.ts';
import type { Exceeded } from './bounds.ts';
import type { Block, Flow } from './flow.ts';
import type { OfEach } from './lists.ts';
import { LiveSet } from './live-set.ts';
import type { Space } from './registers.ts';

/** The data that links are searched in. */
export interface LinkModel {
  readonly space: Space;
  readonly guards: Guards;
  readonly flow: Flow;
  readonly effects: OfEach<Effects>;
}

/** How much is searched: instructions and words of sets that are visited. Searches of one caller share it. */
export interface Search {
  left: number;
  /** The bounds that were met. */
  readonly exceeded: Exceeded;
}

/** A search of code of so many instructions: far more than compiled code needs for all its values. */
export const searchOf = (instructions: number): Search => ({ left: (1 << 22) + 64 * instructions, exceeded: new Set() });

/**
 * The instructions that define what an instruction reads, as ascending indices. A value without definition is from before the code.
 *
 * @param reads all reads of the instruction, or those of one operand
 * @param search where it ends, the result is what was found so far
 */
export function definitionsOf(
  model: LinkModel,
  at: number,
  reads: Accesses = (model.effects.at(at) as Effects).reads,
  search: Search = searchOf(model.effects.length),
): number[] {
  const { flow, effects, space, guards } = model;
  const definitions = new Set<number>();
  const set = new LiveSet(space, guards);
  set.use(reads);
  const walk = (block: Block, from: number): void => {
    for (let index = from; index >= block.first; index--) if (set.define((effects.at(index) as Effects).writes)) definitions.add(index);
  };
  const reached = new Map<number, Uint32Array>();
  const waiting: number[] = [];
  const leave = (block: Block): void => {
    const { predecessors } = flow;
    for (let edge = predecessors.startOf(block.index); edge < predecessors.endOf(block.index); edge++) {
      const from = predecessors.block(edge);
      const known = reached.get(from);
      if (known === undefined) reached.set(from, set.words.slice());
      else if (!grow(known, set.words)) continue;
      waiting.push(from);
    }
  };
  const start = flow.blocks[flow.blockOf[at] ?? 0] as Block;
  search.left -= at - start.first + set.words.length;
  walk(start, at - 1);
  if (!isEmpty(set.words)) leave(start);
  while (waiting.length > 0 && search.left > 0) {
    const block = flow.blocks[waiting.pop() as number] as Block;
    search.left -= block.end - block.first + set.words.length;
    set.set(reached.get(block.index) as Uint32Array);
    walk(block, block.end - 1);
    if (!isEmpty(set.words)) leave(block);
  }
  note(search, set, waiting.length > 0);
  return [...definitions].sort((a, b) => a - b);
}

/**
 * The instructions that use what an instruction writes, as ascending indices: those for which it is a definition.
 *
 * @param search where it ends, the result is what was found so far
 */
export function usesOf(model: LinkModel, at: number, search: Search = searchOf(model.effects.length)): number[] {
  const { writes } = model.effects.at(at) as Effects;
  const uses = readersAfter(model, at, search).filter((reader) => {
    const reads = common((model.effects.at(reader) as Effects).reads, writes);
    if (search.left > 0) return definitionsOf(model, reader, reads, search).includes(at);
    search.exceeded.add('values/search');
    return false;
  });
  return uses.sort((a, b) => a - b);
}

/** Instructions that may use what an instruction writes: a conditional write does not end the search. */
function readersAfter({ flow, effects, space, guards }: LinkModel, at: number, search: Search): number[] {
  const readers = new Set<number>();
  const set = new LiveSet(space, guards);
  set.use((effects.at(at) as Effects).writes);
  set.forget();
  const walk = (block: Block, from: number): void => {
    for (let index = from; index < block.end; index++) {
      const { reads, writes } = effects.at(index) as Effects;
      for (let i = 0; i < reads.length; i += 3) if (set.count(reads[i] ?? 0, reads[i + 1] ?? 0) > 0) readers.add(index);
      for (let i = 0; i < writes.length; i += 3) if (writes[i + 2] === ALWAYS) set.define(writes.slice(i, i + 3));
    }
  };
  const reached = new Map<number, Uint32Array>();
  const waiting: number[] = [];
  const leave = (block: Block): void => {
    const { successors } = flow;
    for (let edge = successors.startOf(block.index); edge < successors.endOf(block.index); edge++) {
      const to = successors.block(edge);
      const known = reached.get(to);
      if (known === undefined) reached.set(to, set.words.slice());
      else if (!grow(known, set.words)) continue;
      waiting.push(to);
    }
  };
  const start = flow.blocks[flow.blockOf[at] ?? 0] as Block;
  walk(start, at + 1);
  if (!isEmpty(set.words)) leave(start);
  while (waiting.length > 0 && search.left > 0) {
    const block = flow.blocks[waiting.pop() as number] as Block;
    search.left -= block.end - block.first + set.words.length;
    set.set(reached.get(block.index) as Uint32Array);
    walk(block, block.first);
    if (!isEmpty(set.words)) leave(block);
  }
  note(search, set, waiting.length > 0);
  return [...readers];
}

/** Notes the bounds that a search has met. */
function note({ exceeded }: Search, { isCoarse }: LiveSet, isCut: boolean): void {
  if (isCut) exceeded.add('values/search');
  if (isCoarse) exceeded.add('values/conditions');
}

/** The units that two lists of accesses have in common, regardless of guards. */
export function common(a: Accesses, b: Accesses): Accesses {
  const out: Accesses = [];
  for (let i = 0; i < a.length; i += 3)
    for (let j = 0; j < b.length; j += 3) {
      const from = Math.max(a[i] ?? 0, b[j] ?? 0);
      const to = Math.min(a[i + 1] ?? 0, b[j + 1] ?? 0);
      if (from < to) out.push(from, to, ALWAYS);
    }
  return out;
}

function grow(into: Uint32Array, words: Uint32Array): boolean {
  let changed = 0;
  for (let i = 0; i < into.length; i++) {
    const had = into[i] ?? 0;
    into[i] = had | (words[i] ?? 0);
    changed |= had ^ (into[i] ?? 0);
  }
  return changed !== 0;
}

const isEmpty = (words: Uint32Array): boolean => words.every((word) => word === 0);
