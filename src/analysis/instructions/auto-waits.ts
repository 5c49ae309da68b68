/**
 * Computes what instructions wait for and the tokens that they set, since Xe: for code that was written without them.
 *
 * It goes through the instructions once, in the order of their addresses. A value of an in-order pipe is waited for by the distance to the
 * last conflict. An out-of-order instruction gets the lowest free token, and is waited for at the end of its block at the latest. An
 * instruction can encode one distance and one token; further waits go into `sync.nop` before it.
 *
 * `iga64 -Xauto-deps` does the same in visa/iga/IGALibrary/IR/SWSBSetter.cpp of intel/intel-graphics-compiler; its choices may differ.
 */
import { type Code, type Instruction, isBranch, optionBit, type Pipe, platformNumber, scoreboardOfText } from '../../formats/eu/index.ts';
import { flowOf } from './flow.ts';
import { type Footprint, Footprints, overlap } from './footprint.ts';
import { IN_ORDER, orderOf, type PipeName, type PipeRules, pipeOf, pipeRules } from './pipes.ts';

/** The waits of an instruction: the text between braces, for the instruction and for each `sync` that it needs before or after it. */
export interface InstructionWaits {
  readonly wait: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether everything is waited for before it, or after it: at the end of a block. */
  readonly flush: 'none' | 'before' | 'after';
}

interface Pending {
  readonly pipe: PipeName;
  /** Its index in its pipe. */
  readonly order: number;
  readonly depth: number;
  readonly isLong: boolean;
  readonly footprint: Footprint;
}

/** The instruction that a token refers to. */
interface InFlight {
  readonly instruction: Instruction;
  readonly footprint: Footprint;
  isRead: boolean;
}

/** A distance in one pipe, or in all. */
interface Distance {
  readonly pipe: Pipe;
  readonly count: number;
}

const [ATOMIC, EOT] = [optionBit('Atomic'), optionBit('EOT')];
const MOST_DISTANCE = 7;
const LONG_DEPTH = 15;
/** The number of tokens that are used, on every platform. */
const TOKENS = 16;
const DEPTHS = new Map(IN_ORDER.map(({ name, depth }) => [name, depth]));
const LETTERS = new Map(IN_ORDER.map(({ name, letter }) => [name, letter as Pipe]));
const NO_WAITS: InstructionWaits = { wait: '', before: [], after: [], flush: 'none' };
const FLUSHED: InstructionWaits = { ...NO_WAITS, flush: 'after' };
const IGNORED = ['illegal', 'sync', 'nop', 'wait'];

const writesBytes = ({ dst, send }: Instruction): boolean =>
  send === undefined && dst?.kind === 'direct' && dst.register?.name === 'r' && dst.type?.bits === 8;

/**
 * The waits that each instruction of code needs since Xe, in order, whatever its own text says. Instructions after the end of the code have
 * none. The work is proportional to the number of instructions.
 */
export function* autoWaits(code: Code): Generator<InstructionWaits, void> {
  const setter = new WaitSetter(code, platformNumber(code.platform));
  for (let at = 0; at < code.instructions.length; at++) yield setter.at(at);
}

class WaitSetter {
  private readonly code: Code;
  private readonly platform: number;
  private readonly rules: PipeRules;
  private readonly footprints: Footprints;
  /** Those of the instruction that is looked at, and of its macro. */
  private readonly near: (Footprint | undefined)[];
  /** Whether a block ends at each instruction. */
  private readonly ends: Uint8Array;
  private readonly issued = new Map<PipeName, number>();
  private pending: Pending[] = [];
  private readonly inFlight: (InFlight | undefined)[] = new Array<undefined>(TOKENS).fill(undefined);
  private oldest = 0;

  constructor(code: Code, platform: number) {
    const { instructions } = code;
    this.code = code;
    this.platform = platform;
    this.rules = pipeRules(platform, instructions);
    this.footprints = new Footprints(code, false);
    this.near = new Array<Footprint | undefined>(instructions.length);
    this.ends = new Uint8Array(instructions.length);
    for (const { end } of flowOf(code).blocks) this.ends[end - 1] = 1;
  }

  /** The waits of an instruction. It must be called for each instruction in order. */
  at(index: number): InstructionWaits {
    if (index > 0) this.near[index - 1] = undefined;
    const instruction = this.code.instructions[index] as Instruction;
    const name = instruction.operation?.mnemonic;
    if (instruction.offset >= this.code.end || instruction.problem !== undefined || name === undefined) return NO_WAITS;
    const isBlockEnd = this.ends[index] === 1;
    if (IGNORED.includes(name)) return isBlockEnd && this.flush() ? FLUSHED : NO_WAITS;
    // A macro waits at its first instruction.
    const members = this.joins(index - 1) ? [] : this.macroFrom(index);
    const isUnknown = members.map((at) => this.footprintAt(at)).some(({ usesAddress, isSpecial }) => usesAddress || isSpecial);
    const flushes = isUnknown && this.flush();
    const distance = isUnknown ? this.waitForAll() : this.distanceToAll(members);
    const waits = members.flatMap((at) => this.tokensFor(this.code.instructions[at] as Instruction, this.footprintAt(at)));
    // The last one of a macro of `dpas` sets the token.
    const isLast = !this.joins(index);
    const token = isLast || !this.isMatrix(index) ? this.start(index, instruction) : '';
    const { wait, before } = this.combine(instruction, distance, waits, token);
    // Nothing reads the result of a fence without a destination, so it is waited for at once.
    const after = this.footprintAt(index).isFence ? [this.end(token)] : [];
    const isEnd = (instruction.options & EOT) !== 0;
    const flushesEnd = isBlockEnd && !isEnd && isLast && this.flush();
    const flush = flushes || (flushesEnd && isBranch(instruction)) ? 'before' : flushesEnd ? 'after' : 'none';
    return { wait, before, after, flush };
  }

  private footprintAt(at: number): Footprint {
    const footprint = this.near[at] ?? this.footprints.at(at);
    this.near[at] = footprint;
    return footprint;
  }

  /**
   * Whether an instruction belongs to a macro that the next one continues: `dpas`, or writes of bytes that the hardware combines
   * (postProcessReadModifiedWriteOnByteDst of SWSBSetter.cpp; IGC e8edc43aab).
   */
  private joins(index: number): boolean {
    const instruction = this.code.instructions[index];
    const next = this.code.instructions[index + 1];
    if (instruction === undefined || next === undefined || (instruction.options & ATOMIC) === 0) return false;
    return this.isMatrix(index) ? this.isMatrix(index + 1) : writesBytes(instruction) && writesBytes(next);
  }

  private isMatrix(index: number): boolean {
    return pipeOf(this.code.instructions[index] as Instruction, this.rules) === 'dpas';
  }

  /** The instructions of a macro whose footprints matter: the last one of a macro of `dpas` has those of all. */
  private macroFrom(index: number): readonly number[] {
    let last = index;
    while (this.joins(last)) last++;
    return this.isMatrix(index) ? [last] : Array.from({ length: last - index + 1 }, (_, i) => index + i);
  }

  private waitForAll(): Distance {
    this.pending = [];
    return this.all(1);
  }

  /** The distance that covers the conflicts of all, counted from the first. */
  private distanceToAll(members: readonly number[]): Distance | undefined {
    let distance: Distance | undefined;
    for (const at of members) {
      const one = this.distanceTo(this.code.instructions[at] as Instruction, this.footprintAt(at));
      if (one === undefined || distance === undefined) distance ??= one;
      else distance = { pipe: distance.pipe === one.pipe ? one.pipe : this.all(1).pipe, count: Math.min(distance.count, one.count) };
    }
    return distance;
  }

  private all(count: number): Distance {
    return { pipe: this.rules.single ? '' : 'A', count };
  }

  /** The distance that covers all conflicts with in-order pipes. */
  private distanceTo(instruction: Instruction, footprint: Footprint): Distance | undefined {
    const pipe = orderOf(instruction, this.rules);
    const isLong = instruction.dst?.type?.bits === 64;
    let distance: Distance | undefined;
    for (const one of this.pending) {
      if (!this.conflicts(footprint, pipe, isLong, one)) continue;
      const count = Math.min((this.issued.get(one.pipe) ?? 0) - one.order, MOST_DISTANCE, distance?.count ?? MOST_DISTANCE);
      const letter = LETTERS.get(one.pipe) ?? '';
      if (one.footprint.isSpecial || this.rules.single) distance = this.all(one.footprint.isSpecial ? 1 : count);
      else distance = { pipe: distance === undefined || distance.pipe === letter ? letter : 'A', count };
    }
    if (distance !== undefined) this.waitFor(distance);
    return distance;
  }

  private conflicts(footprint: Footprint, pipe: PipeName | undefined, isLong: boolean, one: Pending): boolean {
    const { footprint: other } = one;
    if (other.isSpecial || overlap(footprint.reads, other.writes) >= 0) return true;
    const isOther = one.pipe !== pipe;
    if ((isOther || (this.rules.single && one.isLong && !isLong)) && overlap(footprint.writes, other.writes) >= 0) return true;
    if (!isOther) return false;
    if (overlap(footprint.writes, other.reads) >= 0) return true;
    const mine = footprint.between;
    const before = other.between;
    return (
      !this.rules.single &&
      (overlap(mine.reads, before.writes) >= 0 ||
        [before.writes, before.reads, before.uses].some((runs) => overlap(mine.writes, runs) >= 0))
    );
  }

  private waitFor({ pipe, count }: Distance): void {
    const isAll = pipe === 'A' || this.rules.single;
    this.pending = this.pending.filter(
      (one) => !(isAll || LETTERS.get(one.pipe) === pipe) || (this.issued.get(one.pipe) ?? 0) - one.order < count,
    );
  }

  /** The tokens to wait for, as texts. */
  private tokensFor(instruction: Instruction, footprint: Footprint): string[] {
    const waits: string[] = [];
    for (const [token, one] of this.inFlight.entries()) {
      if (one === undefined) continue;
      const { footprint: other } = one;
      if (overlap(footprint.reads, other.writes) >= 0 || overlap(footprint.writes, other.writes) >= 0) {
        waits.push(`$${token}.dst`);
        this.inFlight[token] = undefined;
      } else if (!one.isRead && this.isEarlyWrite(instruction, footprint, one)) {
        waits.push(`$${token}.src`);
        one.isRead = true;
      }
    }
    return waits;
  }

  private isEarlyWrite(instruction: Instruction, writer: Footprint, { instruction: before, footprint }: InFlight): boolean {
    if (overlap(writer.between.writes, footprint.between.uses) >= 0) return true;
    const isSame =
      before.send === undefined || instruction.send === undefined
        ? pipeOf(before, this.rules) === pipeOf(instruction, this.rules)
        : before.send.unit === instruction.send.unit;
    return !isSame && overlap(writer.writes, footprint.reads) >= 0;
  }

  /** Starts an instruction; returns its token as text if it has one. */
  private start(index: number, instruction: Instruction): string {
    const footprint = this.footprintAt(index);
    const pipe = orderOf(instruction, this.rules);
    if (pipe === undefined) {
      const token = this.freeToken();
      this.inFlight[token] = { instruction, footprint, isRead: false };
      return `$${token}`;
    }
    const order = this.issued.get(pipe) ?? 0;
    this.issued.set(pipe, order + 1);
    const isLong = instruction.dst?.type?.bits === 64;
    const depth = this.rules.single && isLong ? LONG_DEPTH : (DEPTHS.get(pipe) as number);
    this.pending = this.pending.filter((one) => one.pipe !== pipe || order + 1 - one.order <= one.depth);
    this.pending.push({ pipe, order, depth, isLong, footprint });
    return '';
  }

  /** Waits for the result of a token that was just set; returns the wait. */
  private end(token: string): string {
    this.inFlight[Number(token.slice(1))] = undefined;
    return `${token}.dst`;
  }

  /** The lowest free token, or else the next in turn, for which the hardware waits. */
  private freeToken(): number {
    const free = this.inFlight.indexOf(undefined);
    if (free >= 0) return free;
    this.oldest = (this.oldest + 1) % TOKENS;
    return this.oldest;
  }

  /** Waits for all tokens; returns false if none is set. */
  private flush(): boolean {
    const isSet = this.inFlight.some((one) => one !== undefined);
    this.inFlight.fill(undefined);
    return isSet;
  }

  /** Puts into the instruction what it can encode, and the rest before it. */
  private combine(
    instruction: Instruction,
    distance: Distance | undefined,
    waits: string[],
    token: string,
  ): Pick<InstructionWaits, 'wait' | 'before'> {
    const before = [...waits];
    let wait = token !== '' ? token : (before.shift() ?? '');
    if (wait !== '' && !this.canEncode(wait, instruction)) {
      before.push(wait);
      wait = '';
    }
    if (distance === undefined) return { wait, before };
    const text = `${distance.pipe}@${distance.count}`;
    if (wait === '') return { wait: text, before };
    const both = `${text},${wait}`;
    return this.canEncode(both, instruction) ? { wait: both, before } : { wait, before: [text, ...before] };
  }

  private canEncode(text: string, instruction: Instruction): boolean {
    return scoreboardOfText(text, instruction.operation, this.platform) !== undefined;
  }
}
