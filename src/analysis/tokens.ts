/**
 * The instructions that a token may still refer to at each place: those that set it on some path to there and were not waited for.
 *
 * When a token is set again, the hardware waits for its previous instruction. A counting token (`inc`, Xe3P) refers to several.
 */
import type { Instruction } from '../eu/index.ts';
import type { Block, Edge, Flow } from './flow.ts';
import { type PipeRules, scoreboardOf } from './pipes.ts';

/**
 * Information about sources that the scoreboard does not have: the number of register runs that an instruction reads, and whether a later
 * instruction covers a run of an earlier one, because it accesses all of it, in order, after it. A wait for the later one then makes a
 * wait for the earlier one unnecessary.
 */
export interface Sources {
  readonly runs: (at: number) => number;
  readonly covers: (later: number, earlier: number, run: number) => boolean;
}

/** Treats each instruction as a whole. */
const WHOLE: Sources = { runs: () => 1, covers: () => false };
/** The most runs of an instruction that are distinguished; the last one includes all others. */
const MOST_RUNS = 8;
export const LAST_RUN = MOST_RUNS - 1;

/** The instruction, and the run of a source, that an encoded source stands for. */
export const sourceOf = (source: number): { at: number; run: number } => ({ at: Math.floor(source / MOST_RUNS), run: source % MOST_RUNS });

/**
 * What is in flight, by token: instructions whose results may not be there, and sources that may not have been read (decoded by
 * `sourceOf`).
 */
export class UnderWay {
  readonly writes = new Map<number, readonly number[]>();
  readonly reads = new Map<number, readonly number[]>();

  copy(): UnderWay {
    const out = new UnderWay();
    for (const [token, all] of this.writes) out.writes.set(token, all);
    for (const [token, all] of this.reads) out.reads.set(token, all);
    return out;
  }

  /** The part of the state that takes an edge: what was started for the enabled lanes goes with them, the rest with the thread. */
  along({ only }: Edge, instructions: readonly Instruction[]): UnderWay {
    if (only === undefined) return this;
    const out = new UnderWay();
    const goes = (at: number): boolean => (instructions[at] as Instruction).noMask === (only === 'thread');
    for (const [token, all] of this.writes) out.writes.set(token, all.filter(goes));
    for (const [token, all] of this.reads)
      out.reads.set(
        token,
        all.filter((source) => goes(sourceOf(source).at)),
      );
    return out;
  }

  /** Waits for a token: until sources are read, or also until results are there. */
  wait(token: number, forWrites: boolean): void {
    this.reads.delete(token);
    if (forWrites) this.writes.delete(token);
  }

  /** Waits for all tokens, or for those of a mask. */
  waitAll(mask: number | undefined, forWrites: boolean): void {
    for (const token of [...this.writes.keys(), ...this.reads.keys()])
      if (mask === undefined || ((mask >>> token) & 1) === 1) this.wait(token, forWrites);
  }

  /** An instruction sets a token, which is free by then. A counting token keeps what it referred to. */
  set(token: number, at: number, keeps: boolean, sources: Sources): void {
    for (const [other, all] of this.reads) {
      const left = all.filter((source) => !isCovered(source, at, sources));
      if (left.length === 0) this.reads.delete(other);
      else if (left.length < all.length) this.reads.set(other, left);
    }
    const runs = Math.min(sources.runs(at), MOST_RUNS);
    const reads = Array.from({ length: runs }, (_, run) => at * MOST_RUNS + run);
    this.writes.set(token, keeps ? add(this.writes.get(token), [at]) : [at]);
    this.reads.set(token, keeps ? add(this.reads.get(token), reads) : reads);
  }

  /** Adds all of another state; returns whether anything was new. */
  merge(other: UnderWay): boolean {
    let changed = false;
    for (const key of ['writes', 'reads'] as const) {
      for (const [token, all] of other[key]) {
        const had = this[key].get(token);
        const has = add(had, all);
        if (has.length === had?.length) continue;
        this[key].set(token, has);
        changed = true;
      }
    }
    return changed;
  }
}

function isCovered(source: number, later: number, sources: Sources): boolean {
  const { at, run } = sourceOf(source);
  return at !== later && run < LAST_RUN && sources.covers(later, at, run);
}

function add(to: readonly number[] = [], more: readonly number[]): readonly number[] {
  const fresh = more.filter((at) => !to.includes(at));
  return fresh.length === 0 ? to : [...to, ...fresh];
}

/** Applies the token waits of an instruction, before it starts. */
export function applyWaits(state: UnderWay, instruction: Instruction, rules: PipeRules): void {
  const { operation, subfunction, sources } = instruction;
  const scoreboard = scoreboardOf(instruction, rules);
  if (scoreboard?.use === 'dst' || scoreboard?.use === 'src') state.wait(scoreboard.token, scoreboard.use === 'dst');
  if (operation?.mnemonic === 'sync' && (subfunction === 'allrd' || subfunction === 'allwr'))
    state.waitAll(sources[0]?.kind === 'immediate' ? sources[0].low : undefined, subfunction === 'allwr');
}

/** Applies the token that an instruction sets. */
export function applySet(state: UnderWay, instruction: Instruction, at: number, rules: PipeRules, sources: Sources = WHOLE): void {
  const scoreboard = scoreboardOf(instruction, rules);
  if (scoreboard?.use === 'set' || scoreboard?.use === 'inc') state.set(scoreboard.token, at, scoreboard.use === 'inc', sources);
}

/** Work per instruction, in bytes of the budget. */
const WORK = 32;

/**
 * What is in flight before each block.
 *
 * @param tryCharge charges the bytes of work of each step, and returns false when the budget is used up
 * @returns `undefined` when the budget is used up
 */
export function tokensOf(
  instructions: readonly Instruction[],
  flow: Flow,
  rules: PipeRules,
  tryCharge: (bytes: number) => boolean = () => true,
  sources: Sources = WHOLE,
): readonly UnderWay[] | undefined {
  const before = flow.blocks.map(() => new UnderWay());
  const waiting = flow.blocks.map(({ index }) => index).reverse();
  const isWaiting = new Uint8Array(flow.blocks.length).fill(1);
  while (waiting.length > 0) {
    const block = flow.blocks[waiting.pop() as number] as Block;
    isWaiting[block.index] = 0;
    const state = (before[block.index] as UnderWay).copy();
    let size = 0;
    for (const all of state.reads.values()) size += all.length;
    if (!tryCharge((block.end - block.first + size) * WORK)) return undefined;
    for (let at = block.first; at < block.end; at++) {
      applyWaits(state, instructions[at] as Instruction, rules);
      applySet(state, instructions[at] as Instruction, at, rules, sources);
    }
    for (const edge of block.successors) {
      const { to } = edge;
      if (!(before[to] as UnderWay).merge(state.along(edge, instructions)) || isWaiting[to] === 1) continue;
      isWaiting[to] = 1;
      waiting.push(to);
    }
  }
  return before;
}
