/** What instructions wait for: the instruction that each token and distance refers to, and how far away it is. */
import { type Instruction, type Platform, platformNumber } from '../eu/index.ts';
import type { Block, Flow } from './flow.ts';
import { IN_ORDER, orderOf, type PipeName, type PipeRules, pipeNamed, pipeOfType, pipeRules, scoreboardOf } from './pipes.ts';
import { applySet, applyWaits, sourceOf, tokensOf, type UnderWay } from './tokens.ts';

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

/** The pipes in which a distance counts. Without a letter they are the pipes of the source types, and the instruction's own. */
export function pipesOfDistance(instruction: Instruction, rules: PipeRules): PipeName[] {
  const { scoreboard, sources, send, operation } = instruction;
  if (scoreboard === undefined || scoreboard.distance === 0) return [];
  if (rules.single) return ['integer'];
  if (scoreboard.pipe === 'A') return IN_ORDER.map(({ name }) => name);
  const named = pipeNamed(scoreboard.pipe);
  if (named !== undefined) return [named];
  const own = orderOf(instruction, rules);
  if (own === undefined && (send !== undefined || operation?.mnemonic !== 'math')) return IN_ORDER.map(({ name }) => name);
  const pipes = new Set(sources.map(({ type }) => pipeOfType(type, rules)).filter((pipe) => pipe !== undefined));
  if (own !== undefined) pipes.add(own);
  return [...pipes];
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

/**
 * The waits of each instruction; `undefined` if the budget is used up. Empty before Xe, where the hardware checks dependencies.
 */
export function waitsOf(
  instructions: readonly Instruction[],
  platform: Platform,
  flow: Flow,
  tryCharge: (bytes: number) => boolean = () => true,
): readonly (readonly Wait[])[] | undefined {
  const rules = pipeRules(platformNumber(platform), instructions);
  const before = tokensOf(instructions, flow, rules, tryCharge);
  if (before === undefined) return undefined;
  const clock = new PipeClock(rules);
  const out: Wait[][] = [];
  for (const block of flow.blocks as readonly Block[]) {
    const state = (before[block.index] as UnderWay).copy();
    for (let at = block.first; at < block.end; at++) {
      const instruction = instructions[at] as Instruction;
      out.push([...tokenWaits(state, instruction, rules), ...distanceWaits(clock, instruction, rules)]);
      applyWaits(state, instruction, rules);
      applySet(state, instruction, at, rules);
      clock.issue(instruction, at);
    }
  }
  return out;
}

function tokenWaits(state: UnderWay, instruction: Instruction, rules: PipeRules): Wait[] {
  const { operation, subfunction, sources } = instruction;
  if (operation?.mnemonic === 'sync' && (subfunction === 'allrd' || subfunction === 'allwr')) {
    const all = subfunction === 'allwr' ? state.writes : state.reads;
    const mask = sources[0]?.kind === 'immediate' ? sources[0].low : -1;
    return [...all]
      .filter(([token]) => ((mask >>> token) & 1) === 1)
      .map(([token, on]) =>
        subfunction === 'allwr' ? { kind: 'dst', on, token, pipe: undefined } : { kind: 'src', on: readersOf(on), token, pipe: undefined },
      );
  }
  const { use, token = 0 } = scoreboardOf(instruction, rules) ?? {};
  if (use === 'dst') return [{ kind: 'dst', on: state.writes.get(token) ?? [], token, pipe: undefined }];
  if (use === 'src') return [{ kind: 'src', on: readersOf(state.reads.get(token)), token, pipe: undefined }];
  if (use === 'set' && state.writes.has(token)) return [{ kind: 'reuse', on: state.writes.get(token) ?? [], token, pipe: undefined }];
  return [];
}

/** The instructions that encoded sources belong to. */
const readersOf = (sources: readonly number[] = []): number[] => [...new Set(sources.map((source) => sourceOf(source).at))];

function distanceWaits(clock: PipeClock, instruction: Instruction, rules: PipeRules): Wait[] {
  const distance = instruction.scoreboard?.distance ?? 0;
  return pipesOfDistance(instruction, rules).map((pipe) => {
    const at = clock.back(pipe, distance);
    return { kind: 'distance', on: at === undefined ? [] : [at], token: undefined, pipe };
  });
}
