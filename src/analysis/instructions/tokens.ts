/**
 * The instructions that a token may still refer to at each place: those that set it on some path to there and were not waited for.
 *
 * When a token is set again, the hardware waits for its previous instruction. A counting token (`inc`, Xe3P) refers to several.
 */
import type { Budget } from '../../core/diag/index.ts';
import type { Instruction } from '../../formats/eu/index.ts';
import type { Exceeded } from './bounds.ts';
import type { EdgeOnly } from './edges.ts';
import type { Block, Flow } from './flow.ts';
import { reversePostorder, Worklist } from './order.ts';
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

/**
 * What is in flight at a place: results that may not be there, and runs of sources that may not have been read, in the order of addresses.
 * A state is not changed: places share it.
 */
export type UnderWay = readonly number[];

/** The number of an instruction is above these bits, which have the run or `RESULT`. */
const BITS = 4;
const RESULT = (1 << BITS) - 1;
/** The instruction that something in flight belongs to, and the run of its sources; `RESULT` for its result. */
export const startedBy = (one: number): number => one >>> BITS;
export const runOf = (one: number): number => one & RESULT;
export const isResult = (one: number): boolean => (one & RESULT) === RESULT;

const NOTHING: UnderWay = [];
/** More than any number of a state: an integer, so that lists stay lists of integers. */
const AFTER_ALL = 0x7fffffff;
/**
 * So many things in flight are distinguished at a place, and so many before all blocks together; where more meet, those that come last are
 * left out. Compiled code has up to 202 at a place (a program with a large switch, of Gen12).
 */
const MOST = { atPlace: 256, leastAtPlace: 16, together: 1 << 24 } as const;
/** Visits of each instruction, on average: compiled code needs 3. After so many, what has not come around all loops is left out. */
const MOST_VISITS = 16;

/** How the instructions of a piece of code change what is in flight. */
export class Tokens {
  private readonly instructions: readonly Instruction[];
  private readonly rules: PipeRules;
  private readonly sources: Sources;
  private readonly most: number;
  /** The bounds that were met. */
  readonly exceeded: Exceeded;
  /** The token of each instruction that was started with one. */
  private readonly tokens: Uint8Array;

  constructor(instructions: readonly Instruction[], flow: Flow, rules: PipeRules, exceeded: Exceeded, sources = WHOLE) {
    this.exceeded = exceeded;
    this.instructions = instructions;
    this.rules = rules;
    this.sources = sources;
    this.most = Math.max(MOST.leastAtPlace, Math.min(MOST.atPlace, Math.floor(MOST.together / flow.blocks.length)));
    this.tokens = new Uint8Array(instructions.length);
  }

  /** The token that something in flight is waited for by. */
  tokenOf(one: number): number {
    return this.tokens[startedBy(one)] ?? 0;
  }

  /** Applies the token waits of an instruction, before it starts. */
  wait(state: UnderWay, at: number): UnderWay {
    if (state.length === 0) return state;
    const instruction = this.instructions[at] as Instruction;
    const { operation, subfunction } = instruction;
    const scoreboard = scoreboardOf(instruction, this.rules);
    const use = scoreboard?.use;
    const left = use === 'src' || use === 'dst' ? this.waited(state, 1 << (scoreboard?.token ?? 0), use === 'dst') : state;
    if (operation?.mnemonic !== 'sync' || (subfunction !== 'allrd' && subfunction !== 'allwr')) return left;
    return this.waited(left, this.maskOf(at), subfunction === 'allwr');
  }

  /** The part of a state that is left by a wait for tokens, which are bits: for their results, or for their sources alone. */
  private waited(state: UnderWay, tokens: number, hasResults: boolean): UnderWay {
    return without(state, (one) => ((tokens >>> this.tokenOf(one)) & 1) === 1 && (hasResults || !isResult(one)));
  }

  /** The tokens that a wait for all is for, as bits. */
  maskOf(at: number): number {
    const source = this.instructions[at]?.sources[0];
    return source?.kind === 'immediate' ? source.low : -1;
  }

  /** Applies the token that an instruction sets, which is free by then. A counting token keeps what it referred to. */
  start(state: UnderWay, at: number): UnderWay {
    const scoreboard = scoreboardOf(this.instructions[at] as Instruction, this.rules);
    if (scoreboard?.use !== 'set' && scoreboard?.use !== 'inc') return state;
    const { use, token } = scoreboard;
    this.tokens[at] = token;
    const left = without(state, (one) => (use === 'set' && this.tokenOf(one) === token) || this.isCovered(one, at));
    const runs = Math.min(this.sources.runs(at), MOST_RUNS);
    const started: number[] = [];
    for (let run = 0; run < runs; run++) started.push((at << BITS) | run);
    started.push((at << BITS) | RESULT);
    return this.merge(left, started);
  }

  private isCovered(one: number, later: number): boolean {
    const at = startedBy(one);
    const run = runOf(one);
    return run < LAST_RUN && at !== later && this.sources.covers(later, at, run);
  }

  /** What is in flight in one of two states: one of them itself if the other has nothing more. */
  merge(state: UnderWay, other: UnderWay): UnderWay {
    if (state === other || other.length === 0) return state;
    if (state.length >= this.most) {
      if (!this.exceeded.has('waits/started') && other.some((one) => !state.includes(one))) this.exceeded.add('waits/started');
      return state;
    }
    if (state.length === 0) return other;
    const out: number[] = [];
    let fresh = this.most - state.length;
    let i = 0;
    let j = 0;
    while (i < state.length || j < other.length) {
      const left = state[i] ?? AFTER_ALL;
      const right = other[j] ?? AFTER_ALL;
      if (left <= right) out.push(left);
      else if (fresh-- > 0) out.push(right);
      else this.exceeded.add('waits/started');
      if (left <= right) i++;
      if (right <= left) j++;
    }
    // Places share what is the same: there are many.
    return out.length === state.length ? state : out.length === other.length ? other : out;
  }

  /** The part of a state that takes an edge: what was started for the enabled lanes goes with them, the rest with the thread. */
  along(state: UnderWay, only: EdgeOnly): UnderWay {
    if (only === undefined) return state;
    return without(state, (one) => (this.instructions[startedBy(one)] as Instruction).noMask !== (only === 'thread'));
  }
}

/** The state itself if nothing is gone. */
function without(state: UnderWay, isGone: (one: number) => boolean): UnderWay {
  let first = 0;
  while (first < state.length && !isGone(state[first] ?? 0)) first++;
  if (first === state.length) return state;
  const left = state.slice(0, first);
  for (let i = first + 1; i < state.length; i++) if (!isGone(state[i] ?? 0)) left.push(state[i] ?? 0);
  return left;
}

/** What is in flight before each block. */
export function tokensOf(instructions: readonly Instruction[], flow: Flow, tokens: Tokens, budget?: Budget): readonly UnderWay[] {
  const { successors } = flow;
  const before = flow.blocks.map(() => NOTHING);
  const open = new Worklist(reversePostorder(flow)).fill();
  let left = MOST_VISITS * (instructions.length + flow.blocks.length);
  for (let index = open.next(); index !== undefined; index = open.next()) {
    if (left <= 0) {
      tokens.exceeded.add('waits/loops');
      break;
    }
    const block = flow.blocks[index] as Block;
    if (successors.count(index) === 0) continue;
    budget?.tick();
    left -= 1 + block.end - block.first;
    let state = before[index] as UnderWay;
    for (let at = block.first; at < block.end; at++) state = tokens.start(tokens.wait(state, at), at);
    for (let edge = successors.startOf(index); edge < successors.endOf(index); edge++) {
      const to = successors.block(edge);
      const had = before[to] as UnderWay;
      const has = tokens.merge(had, tokens.along(state, successors.only(edge)));
      if (has === had) continue;
      before[to] = has;
      open.add(to);
    }
  }
  return before;
}
