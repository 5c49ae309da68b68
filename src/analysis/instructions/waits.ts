/** What instructions wait for: the instruction that each token and distance refers to, and how far away it is. */
import type { Budget } from '../../core/diag/index.ts';
import { type Instruction, type Platform, platformNumber } from '../../formats/eu/index.ts';
import type { Exceeded } from './bounds.ts';
import type { Block, Flow } from './flow.ts';
import { NumberLists, type OfEach } from './lists.ts';
import { IN_ORDER, orderOf, type PipeName, type PipeRules, pipeNamed, pipeOfType, pipeRules, scoreboardOf } from './pipes.ts';
import { isResult, startedBy, Tokens, tokensOf, type UnderWay } from './tokens.ts';

/** What is waited for: results, sources to be read, a free token, or that at most so many instructions are left in a pipe. */
export type WaitKind = 'dst' | 'src' | 'reuse' | 'distance';

export interface Wait {
  readonly kind: WaitKind;
  /** The indices of the instructions that are waited for, if known; empty if nothing can be in flight. */
  readonly on: readonly number[];
  readonly token: number | undefined;
  /** The pipe in which a distance counts. */
  readonly pipe: PipeName | undefined;
}

const NO_PIPES: readonly PipeName[] = [];
const ALL: readonly PipeName[] = IN_ORDER.map(({ name }) => name);

/** The pipes in which a distance counts. Without a letter they are the pipes of the source types, and the instruction's own. */
export function pipesOfDistance(instruction: Instruction, rules: PipeRules): readonly PipeName[] {
  const { scoreboard, sources, send, operation } = instruction;
  if (scoreboard === undefined || scoreboard.distance === 0) return NO_PIPES;
  if (rules.single) return ['integer'];
  if (scoreboard.pipe === 'A') return ALL;
  const named = pipeNamed(scoreboard.pipe);
  if (named !== undefined) return [named];
  const distancePipe = orderOf(instruction, rules);
  if (distancePipe === undefined && (send !== undefined || operation?.mnemonic !== 'math')) return ALL;
  const pipes: PipeName[] = [];
  const add = (pipe: PipeName | undefined) => {
    if (pipe !== undefined && !pipes.includes(pipe)) pipes.push(pipe);
  };
  for (const { type } of sources) add(pipeOfType(type, rules));
  add(distancePipe);
  return pipes;
}

/** The instructions of each in-order pipe so far, in the order of addresses, which is how compilers count. */
export class PipeClock {
  private readonly rules: PipeRules;
  private readonly issued = new Map<PipeName, number[]>(IN_ORDER.map(({ name }) => [name, []]));

  constructor(rules: PipeRules) {
    this.rules = rules;
  }

  /** The number of instructions in a pipe so far. */
  count(pipe: PipeName): number {
    return this.issued.get(pipe)?.length ?? 0;
  }

  /** The index of the instruction at this distance back in a pipe. */
  back(pipe: PipeName, distance: number): number | undefined {
    return this.issued.get(pipe)?.at(-distance);
  }

  /** Counts an instruction; returns its pipe. */
  issue(instruction: Instruction, at: number): PipeName | undefined {
    const pipe = orderOf(instruction, this.rules);
    if (pipe !== undefined) this.issued.get(pipe)?.push(at);
    return pipe;
  }
}

/** What each instruction waits for. */
export interface Waits extends OfEach<readonly Wait[]> {
  /** The messages whose results an instruction waits for: a measure of all code needs no more of its waits. */
  resultsAt(index: number): readonly number[];
}

/** The waits of each instruction. Empty before Xe, where the hardware checks dependencies. */
export function waitsOf(instructions: readonly Instruction[], platform: Platform, flow: Flow, exceeded: Exceeded, budget?: Budget): Waits {
  const rules = pipeRules(platformNumber(platform), instructions);
  const tokens = new Tokens(instructions, flow, rules, exceeded);
  const before = tokensOf(instructions, flow, tokens, budget);
  const clock = new PipeClock(rules);
  const out = new PackedWaits(instructions.length);
  for (const block of flow.blocks as readonly Block[]) {
    let state = before[block.index] as UnderWay;
    for (let at = block.first; at < block.end; at++) {
      const instruction = instructions[at] as Instruction;
      out.add(tokenWaits(state, at, instruction, tokens, rules), distanceWaits(clock, instruction, rules));
      state = tokens.start(tokens.wait(state, at), at);
      clock.issue(instruction, at);
    }
  }
  return out;
}

const NONE: readonly Wait[] = [];
const KINDS: readonly WaitKind[] = ['dst', 'src', 'reuse', 'distance'];
const RESULT = KINDS.indexOf('dst');
const NO_RESULTS: readonly number[] = [];
const PIPES: readonly PipeName[] = IN_ORDER.map(({ name }) => name);

/** Waits as numbers, added in the order of the instructions. */
class PackedWaits implements Waits {
  readonly length: number;
  /** Of each wait its kind, its token and its pipe or -1, how many instructions it is for, and these. */
  private readonly lists: NumberLists;

  constructor(length: number) {
    this.length = length;
    this.lists = new NumberLists(length);
  }

  /** Adds what the next instruction waits for. */
  add(...all: readonly (readonly Wait[])[]): void {
    const numbers: number[] = [];
    for (const waits of all)
      for (const { kind, on, token = ABSENT, pipe } of waits) {
        numbers.push(KINDS.indexOf(kind), token, pipe === undefined ? ABSENT : PIPES.indexOf(pipe), on.length);
        for (const one of on) numbers.push(one);
      }
    this.lists.add(numbers);
  }

  at(index: number): readonly Wait[] | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const { lists } = this;
    const end = lists.endOf(index);
    let i = lists.startOf(index);
    if (i === end) return NONE;
    const waits: Wait[] = [];
    while (i < end) {
      const kind = lists.number(i);
      const token = lists.number(i + 1);
      const pipe = lists.number(i + 2);
      const count = lists.number(i + 3);
      i += FIXED;
      const on: number[] = [];
      for (const last = i + count; i < last; i++) on.push(lists.number(i));
      waits.push({ kind: KINDS[kind] as WaitKind, on, token: token === ABSENT ? undefined : token, pipe: PIPES[pipe] });
    }
    return waits;
  }

  resultsAt(index: number): readonly number[] {
    const { lists } = this;
    const end = lists.endOf(index);
    let results: number[] | undefined;
    for (let i = lists.startOf(index); i < end; ) {
      const first = i + FIXED;
      const last = first + lists.number(i + 3);
      if (lists.number(i) === RESULT) {
        results ??= [];
        for (let at = first; at < last; at++) results.push(lists.number(at));
      }
      i = last;
    }
    return results ?? NO_RESULTS;
  }
}

/** In place of a token or a pipe. */
const ABSENT = -1;
/** Numbers of a wait before those of instructions. */
const FIXED = 4;

function tokenWaits(state: UnderWay, at: number, instruction: Instruction, tokens: Tokens, rules: PipeRules): readonly Wait[] {
  const { operation, subfunction, scoreboard } = instruction;
  if (scoreboard === undefined && operation?.mnemonic !== 'sync') return NONE;
  const waitFor = (kind: 'dst' | 'src' | 'reuse', token: number): Wait => ({
    kind,
    on: instructionsOf(state, kind, token, tokens),
    token,
    pipe: undefined,
  });
  if (operation?.mnemonic === 'sync' && (subfunction === 'allrd' || subfunction === 'allwr')) {
    const kind = subfunction === 'allwr' ? 'dst' : 'src';
    const mask = tokens.maskOf(at);
    const all = new Set(state.filter((one) => isWaitedFor(one, kind)).map((one) => tokens.tokenOf(one)));
    return [...all].filter((token) => ((mask >>> token) & 1) === 1).map((token) => waitFor(kind, token));
  }
  const { use, token = 0 } = scoreboardOf(instruction, rules) ?? {};
  if (use === 'dst' || use === 'src') return [waitFor(use, token)];
  if (use !== 'set') return NONE;
  const before = waitFor('reuse', token);
  return before.on.length === 0 ? NONE : [before];
}

/** Whether something in flight is what a wait is for: sources, or else results. */
const isWaitedFor = (one: number, kind: WaitKind): boolean => isResult(one) === (kind !== 'src');

/** The instructions with a token whose results, or sources, are in flight. */
function instructionsOf(state: UnderWay, kind: WaitKind, token: number, tokens: Tokens): readonly number[] {
  const all = state.filter((one) => tokens.tokenOf(one) === token && isWaitedFor(one, kind)).map(startedBy);
  return all.filter((at, i) => at !== all[i - 1]);
}

function distanceWaits(clock: PipeClock, instruction: Instruction, rules: PipeRules): readonly Wait[] {
  const distance = instruction.scoreboard?.distance ?? 0;
  if (distance === 0) return NONE;
  return pipesOfDistance(instruction, rules).map((pipe) => {
    const at = clock.back(pipe, distance);
    return { kind: 'distance', on: at === undefined ? [] : [at], token: undefined, pipe };
  });
}
