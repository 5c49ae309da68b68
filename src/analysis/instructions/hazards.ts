/**
 * Hazards: an instruction reads or overwrites a register before an earlier instruction is done with it. Since Xe the compiler encodes what
 * an instruction waits for; this checks that no wait is missing.
 *
 * The required waits follow from what the hardware does not check, not from how compilers place them:
 * - A value from an in-order pipe must be waited for until as many instructions of the pipe as its depth have started since. A taken branch
 *   takes longer than the depth of any pipe.
 * - Within a pipe the hardware maintains the order of flags, addresses and accumulators, and it waits for predicates and addresses. Between
 *   two pipes, accumulators must be waited for up to Xe3. Compilers leave out waits for flags, and later for accumulators.
 * - An instruction that uses the state of the thread (cr0, sr0, …) waits for all pipes, and the next one waits for it.
 * - A register that another pipe, or a message, reads or writes may be written again once that is done. Within a pipe this is in order.
 * - An out-of-order instruction is waited for by its token. Two messages to one unit read their payloads in order.
 * - What an instruction reads is waited for only if it writes something. A message has read the scalar register when it is sent.
 * - A fence without a destination (Xe3P) must be done before a barrier, a `dpas`, and the next message to its unit, except local memory, which
 *   keeps the order of its messages.
 *
 * Source: visa/LocalScheduler/SWSB_G4IR.cpp of intel/intel-graphics-compiler, and its comments on dependences.
 */
import type { Budget } from '../../core/diag/index.ts';
import { type Code, type Instruction, inRange, isBranch, optionBit, platformNumber } from '../../formats/eu/index.ts';
import type { Bound, Exceeded } from './bounds.ts';
import type { Block, Flow } from './flow.ts';
import { type Footprint, Footprints, NOTHING_BETWEEN, overlap } from './footprint.ts';
import { lanesFlow } from './lanes.ts';
import { IN_ORDER, orderOf, type PipeName, type PipeRules, pipeOf, pipeRules, scoreboardOf } from './pipes.ts';
import { isResult, LAST_RUN, runOf, type Sources, startedBy, Tokens, tokensOf, type UnderWay } from './tokens.ts';
import { pipesOfDistance } from './waits.ts';

interface Place {
  /** The index of the instruction that starts too early, and of the one that is not done; 0 of `unchecked`. */
  readonly at: number;
  readonly on: number;
  /** The first unit of the register; -1 for `state`, `fence` and `unchecked`. */
  readonly unit: number;
}

/**
 * Read after write, write after write, write after read; a use of the thread's state while something else is running; and what a fence
 * orders while the fence is running. `unchecked`: a bound of the analysis was met, and hazards may be missing.
 */
export type Hazard =
  | (Place & { readonly kind: 'read' | 'overwrite' | 'early-write' | 'state' | 'fence' })
  | (Place & { readonly kind: 'unchecked'; readonly bound: Bound });

export type HazardKind = Hazard['kind'];

/** An in-order pipe: the number of its instructions so far, and the index of the first that was not waited for. */
interface Pipe {
  readonly name: PipeName;
  count: number;
  first: number;
}

/** An instruction of an in-order pipe that may not be done. */
interface Pending {
  readonly at: number;
  readonly footprint: Footprint;
  readonly pipe: Pipe;
  /** Its index in its pipe. */
  readonly order: number;
  readonly depth: number;
  /** Whether it has a 64-bit result; set only for Xe. */
  readonly isLong: boolean;
}

const DEPTHS = new Map(IN_ORDER.map(({ name, least }) => [name, least]));
const EOT = optionBit('EOT');
/** Depth for 64-bit results on Xe. */
const LONG_DEPTH = 14;

/**
 * The hazards of code up to its end: of each kind the first at each instruction, after one `unchecked` for each bound that was met. None
 * before Xe, where the hardware checks dependencies.
 */
export function hazardsOf(code: Code, flow: Flow, budget?: Budget): Hazard[] {
  const platform = platformNumber(code.platform);
  if (!inRange(platform, '12p1-')) return [];
  const { instructions } = code;
  const exceeded: Exceeded = new Set();
  const ways = lanesFlow(code, flow, exceeded, budget);
  const rules = pipeRules(platform, instructions);
  const footprints = new Footprints(code, true);
  const check = new Checker(instructions, footprints, rules);
  const tokens = new Tokens(instructions, ways, rules, exceeded, check);
  const before = tokensOf(instructions, ways, tokens, budget);
  for (const block of ways.blocks) {
    const { offset = code.end } = instructions[block.first] ?? {};
    if (offset < code.end) check.checkBlock(block, before[block.index] as UnderWay, tokens, budget);
  }
  const unchecked = [...exceeded].map((bound): Hazard => ({ at: 0, on: 0, kind: 'unchecked', unit: -1, bound }));
  return unchecked.length === 0 ? check.hazards : [...unchecked, ...check.hazards];
}

class Checker implements Sources {
  readonly hazards: Hazard[] = [];
  /** Instructions that were issued to in-order pipes and may not be done, with room for those of all pipes; and how many they are. */
  private readonly pending = new Array<Pending | undefined>(IN_ORDER.reduce((sum, { depth }) => sum + depth, 0)).fill(undefined);
  private pendings = 0;
  private readonly inOrder: ReadonlyMap<PipeName, Pipe> = new Map(IN_ORDER.map(({ name }) => [name, { name, count: 0, first: 0 }]));
  private readonly instructions: readonly Instruction[];
  private readonly footprints: Footprints;
  /** The footprints of instructions that set tokens, as they are needed. */
  private readonly started: (Footprint | undefined)[];
  private readonly rules: PipeRules;
  /** The first unit of the scalar register: all others come before. */
  private readonly scalar: number;

  constructor(instructions: readonly Instruction[], footprints: Footprints, rules: PipeRules) {
    this.scalar = footprints.space.named('s').start;
    this.instructions = instructions;
    this.footprints = footprints;
    this.started = new Array<Footprint | undefined>(instructions.length).fill(undefined);
    this.rules = rules;
  }

  /** Checks the instructions of a block. @param before what is in flight before it */
  checkBlock({ first, end }: Block, before: UnderWay, tokens: Tokens, budget?: Budget): void {
    let state = before;
    for (let at = first; at < end; at++) {
      budget?.tick();
      const instruction = this.instructions[at] as Instruction;
      const footprint = this.started[at] ?? this.footprints.at(at);
      state = tokens.wait(state, at);
      this.waitDistance(instruction);
      this.tokens(state, at, footprint, tokens);
      const pipe = orderOf(instruction, this.rules);
      this.pipes(at, footprint, pipe);
      state = tokens.start(state, at);
      if (pipe !== undefined) this.issue(at, footprint, pipe);
    }
  }

  /** The footprint of an instruction that sets a token: many later ones are compared with it. */
  private startedAt(at: number): Footprint {
    this.started[at] ??= this.footprints.at(at);
    return this.started[at];
  }

  runs(at: number): number {
    return this.startedAt(at).reads.length / 2;
  }

  /** Whether a later message to the same unit, or instruction of the same pipe, reads or writes all of the run after it was read. */
  covers(later: number, earlier: number, run: number): boolean {
    if (!this.readInOrder(earlier, later)) return false;
    const { reads, writes } = this.startedAt(later);
    const all = this.startedAt(earlier).reads;
    const from = all[run * 2] ?? 0;
    const to = all[run * 2 + 1] ?? 0;
    return contains(reads, from, to) || contains(writes, from, to);
  }

  /** Applies the distance that an instruction waits for. */
  private waitDistance(instruction: Instruction): void {
    const distance = instruction.scoreboard?.distance ?? 0;
    if (distance === 0) return;
    for (const name of pipesOfDistance(instruction, this.rules)) {
      const pipe = this.inOrder.get(name) as Pipe;
      pipe.first = Math.max(pipe.first, pipe.count - distance + 1);
    }
  }

  /** Checks what is in flight: the instructions that tokens refer to. */
  private tokens(state: UnderWay, at: number, footprint: Footprint, tokens: Tokens): void {
    if (state.length === 0) return;
    const freed = this.freedBy(at);
    const used = footprint.readBits | footprint.writtenBits;
    for (let i = 0; i < state.length; i++) {
      const one = state[i] ?? 0;
      const on = startedBy(one);
      if (!isResult(one) || tokens.tokenOf(one) === freed) continue;
      const other = this.startedAt(on);
      if ((used & other.writtenBits) !== 0) {
        if (!footprint.isDropped) this.report(at, on, 'read', overlap(footprint.reads, other.writes));
        this.report(at, on, 'overwrite', overlap(footprint.writes, other.writes));
      }
      if (other.isFence && this.isOrdered(on, at)) this.add({ at, on, kind: 'fence', unit: -1 });
    }
    if (footprint.writes.length + footprint.between.writes.length === 0) return;
    for (let i = 0; i < state.length; i++) {
      const one = state[i] ?? 0;
      const on = startedBy(one);
      if (isResult(one) || tokens.tokenOf(one) === freed) continue;
      const other = this.startedAt(on);
      if ((footprint.writtenBits & other.readBits) !== 0) {
        const run = runOf(one);
        // The last run that is distinguished includes all that follow.
        const unit = overlap(footprint.writes, other.reads, run * 2, run === LAST_RUN ? undefined : run * 2 + 2);
        if (unit >= 0 && unit < this.scalar && !this.readInOrder(on, at)) this.report(at, on, 'early-write', unit);
      }
      this.report(at, on, 'early-write', overlap(footprint.between.writes, other.between.uses));
    }
  }

  /** Whether an instruction must not start before an earlier fence is done. */
  private isOrdered(fence: number, at: number): boolean {
    const instruction = this.instructions[at] as Instruction;
    const { send, options } = instruction;
    if (send === undefined) return pipeOf(instruction, this.rules) === 'dpas';
    if (send.unit === 'gtwy') return (options & EOT) === 0;
    return send.unit !== 'slm' && send.unit === this.instructions[fence]?.send?.unit;
  }

  /** The token that an instruction sets, for which the hardware waits until it is free. */
  private freedBy(at: number): number | undefined {
    const scoreboard = scoreboardOf(this.instructions[at] as Instruction, this.rules);
    return scoreboard?.use === 'set' ? scoreboard.token : undefined;
  }

  /** Whether the second of two instructions reads or writes after the first has read, without a wait. */
  private readInOrder(first: number, second: number): boolean {
    const a = this.instructions[first] as Instruction;
    const b = this.instructions[second] as Instruction;
    if (a.send !== undefined && b.send !== undefined) return a.send.unit === b.send.unit;
    const pipe = pipeOf(a, this.rules);
    return (pipe === 'dpas' || pipe === 'math') && pipe === pipeOf(b, this.rules);
  }

  /** Checks the instructions that in-order pipes have not finished, and leaves only those. @param pipe that of the instruction */
  private pipes(at: number, footprint: Footprint, pipe: PipeName | undefined): void {
    const { pending, rules } = this;
    if (this.pendings === 0) return;
    const isLong = isLongOf(this.instructions[at] as Instruction);
    const used = footprint.readBits | footprint.writtenBits;
    let left = 0;
    for (let i = 0; i < this.pendings; i++) {
      const one = pending[i] as Pending;
      const { footprint: other, order } = one;
      const { name, count, first } = one.pipe;
      if (order < first || count - order > one.depth) continue;
      pending[left++] = one;
      if (((used & other.writtenBits) | (footprint.writtenBits & other.readBits)) !== 0) {
        if (!footprint.isDropped) this.report(at, one.at, 'read', overlap(footprint.reads, other.writes));
        const inOrder = name === pipe && (!rules.single || !one.isLong || isLong);
        if (!inOrder) this.report(at, one.at, 'overwrite', overlap(footprint.writes, other.writes));
        if (name !== pipe && !other.isDropped) this.report(at, one.at, 'early-write', overlap(footprint.writes, other.reads));
      }
      if (name !== pipe && !rules.single) this.between(at, one.at, footprint, other);
      if (footprint.isSpecial || other.isSpecial) this.add({ at, on: one.at, kind: 'state', unit: -1 });
    }
    this.pendings = left;
  }

  /** Checks what the hardware orders within a pipe, but not between two. */
  private between(at: number, on: number, footprint: Footprint, other: Footprint): void {
    const runs = footprint.between;
    const before = other.between;
    if (runs === NOTHING_BETWEEN || before === NOTHING_BETWEEN) return;
    if (!footprint.isDropped) this.report(at, on, 'read', overlap(runs.reads, before.writes));
    this.report(at, on, 'overwrite', overlap(runs.writes, before.writes));
    if (other.isDropped) return;
    this.report(at, on, 'early-write', Math.max(overlap(runs.writes, before.reads), overlap(runs.writes, before.uses)));
  }

  /** Counts an instruction. */
  private issue(at: number, footprint: Footprint, name: PipeName): void {
    const instruction = this.instructions[at] as Instruction;
    const pipe = this.inOrder.get(name) as Pipe;
    const order = pipe.count++;
    // A branch is done before any later instruction starts.
    if (isBranch(instruction)) return;
    const isLong = isLongOf(instruction);
    const depth = this.rules.single && isLong ? LONG_DEPTH : (DEPTHS.get(name) as number);
    this.pending[this.pendings++] = { at, footprint, pipe, order, depth, isLong };
  }

  private report(at: number, on: number, kind: Exclude<HazardKind, 'unchecked'>, unit: number): void {
    if (unit >= 0) this.add({ at, on, kind, unit });
  }

  /** Adds a hazard once. Hazards of one instruction are found one after the other. */
  private add(hazard: Hazard): void {
    for (let i = this.hazards.length - 1; i >= 0; i--) {
      const { at, kind } = this.hazards[i] as Hazard;
      if (at !== hazard.at) break;
      if (kind === hazard.kind) return;
    }
    this.hazards.push(hazard);
  }
}

function contains(runs: readonly number[], from: number, to: number): boolean {
  for (let i = 0; i < runs.length; i += 2) if ((runs[i] ?? 0) <= from && to <= (runs[i + 1] ?? 0)) return true;
  return false;
}

const isLongOf = ({ dst }: Instruction): boolean => dst?.type?.bits === 64;
