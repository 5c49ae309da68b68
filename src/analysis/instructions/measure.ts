/** Metrics of a kernel's code. Everything after the last end of thread, branch or return is padding and is not counted. */
import type { Budget } from '../../core/diag/index.ts';
import { type Code, type Instruction, type OperationGroup, platformNumber } from '../../formats/eu/index.ts';
import type { Bound, Exceeded } from './bounds.ts';
import { type CodeEffects, effectsOf } from './effects.ts';
import { type Block, type Flow, flowOf } from './flow.ts';
import { type Live, liveOf } from './live.ts';
import { type Loops, loopsOf } from './loops.ts';
import { issueCycles } from './occupancy.ts';
import { type PipeName, pipeOf, pipeRules } from './pipes.ts';
import type { TrafficUse, Transfer } from './traffic.ts';
import { type Waits, waitsOf } from './waits.ts';

/** The pipes, in the order of tables. */
export const PIPE_NAMES: readonly PipeName[] = ['integer', 'float', 'long', 'math', 'dpas', 'send', 'scalar', 'control'];

export type PipeCounts = Readonly<Record<PipeName, number>>;

/** Messages of a kind, and the bytes that they move with all lanes enabled, each executed once. */
export interface Sum {
  readonly count: number;
  readonly bytes: number;
}

export interface LoopMeasures {
  /** The first instruction of its header. */
  readonly at: number;
  readonly depth: number;
  readonly instructions: number;
  /** An estimate: cycles to issue each of its own instructions once; `undefined` where no public source has numbers (before Xe). */
  readonly issueCycles: number | undefined;
}

export interface Measures {
  readonly instructions: number;
  readonly byPipe: PipeCounts;
  /** Instructions by the depth of loops; the first is outside all loops. */
  readonly byDepth: readonly PipeCounts[];
  readonly sends: Readonly<Record<OperationGroup, Sum>>;
  readonly spills: Sum;
  readonly fills: Sum;
  /** Other messages to the scratch space: private memory. */
  readonly privateMemory: Sum;
  /** The most general registers that are live at a time, and the instruction before which they are; -1 without instructions. */
  readonly peakRegisters: number;
  readonly peakAt: number;
  /** Instructions that use an address register: what they read through it is not counted as live. */
  readonly indirect: number;
  /**
   * The longest chain of messages in which each starts after the wait for the result of the previous one, and the position of its last
   * wait.
   */
  readonly longestWaits: number;
  readonly longestWaitsAt: number;
  readonly loops: readonly LoopMeasures[];
  /** As of the analysis: figures of what they are about are not exact. */
  readonly exceeded: readonly Bound[];
}

/** Code with what each instruction reads and writes, and where control goes from it. */
export interface LinkedCode extends CodeEffects {
  readonly code: Code;
  /** The number of instructions before the padding. */
  readonly end: number;
  readonly flow: Flow;
}

/** The result of the analysis of a piece of code. */
export interface Analysis extends LinkedCode {
  readonly loops: Loops;
  readonly live: Live;
  readonly waits: Waits;
  /** The bounds that were met: no compiled code meets one. What they are about is left out in part, or an upper bound. */
  readonly exceeded: readonly Bound[];
}

/**
 * Finds blocks, and what each instruction reads and writes: less work and memory than {@link analyseCode}.
 *
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2'); // .text.clock
 * linkCode(code).end > 0; // true
 */
export function linkCode(code: Code, budget?: Budget): LinkedCode {
  const { instructions } = code;
  let end = instructions.length;
  while (end > 0 && (instructions[end - 1] as Instruction).offset >= code.end) end--;
  return { code, end, flow: flowOf(code), ...effectsOf(code, budget) };
}

/**
 * Finds blocks, loops, what each instruction reads and writes, which registers are live before it, what it waits for, and what messages
 * move.
 *
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2'); // .text.clock
 * (analyseCode(code).live.registers[0] ?? 0) < 128; // true
 */
export function analyseCode(code: Code, budget?: Budget): Analysis {
  const linked = linkCode(code, budget);
  const { space, guards, effects, flow } = linked;
  const exceeded: Exceeded = new Set();
  const live = liveOf(space, guards, flow, effects, exceeded, budget);
  const waits = waitsOf(code.instructions, code.platform, flow, exceeded, budget);
  return { loops: loopsOf(flow), live, waits, exceeded: [...exceeded], ...linked };
}

const NOTHING = Object.fromEntries(PIPE_NAMES.map((name) => [name, 0])) as PipeCounts;
const nothing = (): Record<PipeName, number> => ({ ...NOTHING });

/**
 * Figures of a kernel: instructions by pipe and by depth of loops, messages and the bytes that they move, spills and fills, the most
 * registers that are live, the longest chain of waits, and loops with an estimate of the cycles that they take to issue.
 *
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2');
 * measuresOf(analyseCode(code)).spills.count; // 0
 */
export function measuresOf(analysis: Analysis): Measures {
  const { code, end, flow, loops, live, waits } = analysis;
  const platform = platformNumber(code.platform);
  const rules = pipeRules(platform, code.instructions);
  const byPipe = nothing();
  const byDepth: Record<PipeName, number>[] = [nothing()];
  for (let at = 0; at < end; at++) {
    const pipe = pipeOf(code.instructions[at] as Instruction, rules);
    const depth = loops.depthOf[flow.blockOf[at] ?? 0] ?? 0;
    while (byDepth.length <= depth) byDepth.push(nothing());
    byPipe[pipe]++;
    (byDepth[depth] as Record<PipeName, number>)[pipe]++;
  }
  const traffic = analysis.traffic.filter(({ at }) => at < end);
  const using = (use: TrafficUse): Sum => sum(traffic.filter((one) => one.use === use));
  const group = (name: OperationGroup): Sum => sum(traffic.filter((one) => one.group === name));
  const { longest, longestAt } = longestWaits(waits, code.instructions, end);
  return {
    instructions: end,
    byPipe,
    byDepth,
    sends: { load: group('load'), store: group('store'), atomic: group('atomic'), sample: group('sample'), other: group('other') },
    spills: using('spill'),
    fills: using('fill'),
    privateMemory: using('private'),
    peakRegisters: live.registers[live.peak] ?? 0,
    peakAt: live.peak,
    indirect: indirectOf(analysis),
    longestWaits: longest,
    longestWaitsAt: longestAt,
    loops: measureLoops(analysis, platform),
    exceeded: analysis.exceeded,
  };
}

/** How many instructions before the padding use an address register. */
export function indirectOf({ effects, end }: Analysis): number {
  let count = 0;
  for (let at = 0; at < end; at++) if (effects.usesAddress(at)) count++;
  return count;
}

const sum = (all: readonly Transfer[]): Sum => ({ count: all.length, bytes: all.reduce((bytes, one) => bytes + one.bytes, 0) });

/** The longest chain of messages that each start after the wait for another's result, in the order of addresses. */
function longestWaits(waits: Waits, instructions: readonly Instruction[], end: number): { longest: number; longestAt: number } {
  /** The length of the chain that ends with each message. */
  const after = new Uint32Array(end);
  let longest = 0;
  let longestAt = -1;
  for (let at = 0; at < end; at++) {
    for (const one of waits.resultsAt(at)) {
      const length = after[one] ?? 0;
      if (length <= longest) continue;
      longest = length;
      longestAt = at;
    }
    if ((instructions[at] as Instruction).send !== undefined) after[at] = longest + 1;
  }
  return { longest, longestAt };
}

function measureLoops({ code, flow, loops, end }: Analysis, platform: number): LoopMeasures[] {
  const counts = loops.loops.map(() => 0);
  const cycles = loops.loops.map((): number | undefined => 0);
  for (const block of flow.blocks as readonly Block[]) {
    const loop = loops.loopOf[block.index] ?? 0;
    if (loop < 0) continue;
    for (let at = block.first; at < Math.min(block.end, end); at++) {
      counts[loop] = (counts[loop] ?? 0) + 1;
      const took = issueCycles(code.instructions[at] as Instruction, platform);
      const had = cycles[loop];
      cycles[loop] = had === undefined || took === undefined ? undefined : had + took;
    }
  }
  return loops.loops.map(({ header, depth }, i) => ({
    at: (flow.blocks[header] as Block).first,
    depth,
    instructions: counts[i] ?? 0,
    issueCycles: cycles[i],
  }));
}
