/** The registers that an instruction reads and writes, as the scoreboard sees them: all at once for messages and matrix macros. */
import { type Instruction, inRange, isBranch, messageOf, type Operand, optionBit } from '../../formats/eu/index.ts';
import type { Accesses, Effects } from './access.ts';
import { isMatrix } from './pipes.ts';
import type { FileName, RegisterFile, Space } from './registers.ts';

/** Start and end of each run of units, concatenated, in the order of their starts. */
type Runs = readonly number[];

export interface Footprint {
  /** General and scalar registers. */
  readonly reads: Runs;
  readonly writes: Runs;
  /** Flags, address registers and accumulators, whose order the hardware maintains within a pipe. */
  readonly between: {
    /** Registers that instructions of other pipes must already have written. */
    readonly reads: Runs;
    readonly writes: Runs;
    /** Registers that instructions of other pipes must not write yet: predicates and addresses, for whose values the hardware waits. */
    readonly uses: Runs;
  };
  /** Whether it uses registers that are ordered with no pipe: it waits for everything before it, and everything after it waits for it. */
  readonly isSpecial: boolean;
  /** Whether nothing depends on what it reads: it writes only null. Compilers insert such reads to keep a unit busy, without waits. */
  readonly isDropped: boolean;
  /** Whether it is a fence without a destination (Xe3P), which no later instruction can wait for by reading its result. */
  readonly isFence: boolean;
}

const ATOMIC = optionBit('Atomic');

/**
 * The state of the thread, which both the compiler and the assembler wait for. Source: visa/LocalScheduler/SWSB_G4IR.cpp
 * (hasDistOneAReg) and visa/iga/IGALibrary/IR/RegDeps.cpp (isSpecial) of intel/intel-graphics-compiler.
 */
const SPECIAL = ['ce', 'sr', 'cr'];

/** Platforms where a write need not wait for uses. Source: needA0WAR, needPredicateWAR of visa/HWCaps.inc of the same repository. */
const UNORDERED_USES = { a: '2-', f: '12p5-2' } as const;

const NONE: Runs = [];
/** Shared by all instructions without such registers. */
export const NOTHING_BETWEEN: Footprint['between'] = { reads: NONE, writes: NONE, uses: NONE };

/** The runs that are in some of the register files, in the order of the files. */
function runsIn(accesses: Accesses, files: readonly RegisterFile[]): Runs {
  if (accesses.length === 0) return NONE;
  const out: number[] = [];
  for (const { start, end } of files) {
    for (let i = 0; i < accesses.length; i += 3) {
      const from = accesses[i] ?? 0;
      if (from >= start && from < end) out.push(from, accesses[i + 1] ?? 0);
    }
  }
  return sorted(out);
}

/** Sorts runs, which come in the order of operands: they are few, or in order but for a few places. */
function sorted(runs: number[]): Runs {
  if (runs.length === 0) return NONE;
  for (let i = 2; i < runs.length; i += 2) {
    const [from, to] = [runs[i] ?? 0, runs[i + 1] ?? 0];
    let at = i;
    for (; at > 0 && (runs[at - 2] ?? 0) > from; at -= 2) {
      runs[at] = runs[at - 2] ?? 0;
      runs[at + 1] = runs[at - 1] ?? 0;
    }
    runs[at] = from;
    runs[at + 1] = to;
  }
  // Without the space that an array is given to grow.
  return runs.slice();
}

/** The files of a platform whose registers each list of a footprint has. */
interface Files {
  readonly general: readonly RegisterFile[];
  readonly accumulators: readonly RegisterFile[];
  readonly written: readonly RegisterFile[];
  readonly used: readonly RegisterFile[];
}

/** The run of a message's operand: whole registers, even if it needs only part of them. */
function payload(space: Space, register: string | undefined, number: number, length: number): number[] {
  const file = space.named('r');
  const from = file.start + number * file.each;
  const to = Math.min(from + length * file.each, file.end);
  return register === 'r' && from < to ? [from, to] : [];
}

/** Finds the footprints of instructions of a platform, one at a time: all of them at once would be as much memory as large code itself. */
export class Footprints {
  private readonly instructions: readonly Instruction[];
  private readonly effectsAt: (at: number) => Effects;
  private readonly space: Space;
  private readonly platform: number;
  private readonly files: Files;

  constructor(instructions: readonly Instruction[], effectsAt: (at: number) => Effects, space: Space, platform: number) {
    this.instructions = instructions;
    this.effectsAt = effectsAt;
    this.space = space;
    this.platform = platform;
    const named = (names: readonly FileName[]) => names.map((name) => space.named(name));
    this.files = {
      general: named(['r', 's']),
      accumulators: named(['acc']),
      written: named(['acc', 'f', 'a']),
      used: named((['a', 'f'] as const).filter((name) => inRange(platform, UNORDERED_USES[name]))),
    };
  }

  /** The last instruction of a macro, which sets its token, has the footprints of all of it. */
  at(index: number): Footprint {
    const footprint = this.footprintOf(index);
    let first = index;
    if (!this.joins(index)) while (this.joins(first - 1)) first--;
    if (first === index) return footprint;
    const [reads, writes] = [new MacroRuns(), new MacroRuns()];
    for (let at = first; at <= index; at++) {
      const one = at === index ? footprint : this.footprintOf(at);
      reads.add(one.reads);
      writes.add(one.writes);
    }
    return { ...footprint, reads: reads.all(), writes: writes.all() };
  }

  private footprintOf(index: number): Footprint {
    return footprintOf(this.instructions[index] as Instruction, this.effectsAt(index), this.space, this.files, this.platform);
  }

  /** Whether an instruction belongs to a macro that the next one continues. */
  private joins(index: number): boolean {
    const [one, next] = [this.instructions[index], this.instructions[index + 1]];
    return one !== undefined && next !== undefined && (one.options & ATOMIC) !== 0 && isMatrix(one) && isMatrix(next);
  }
}

/** The most numbers of the runs of a macro that are kept as they are; of more, those that meet are one. */
const MOST_OF_MACRO = 512;

/** The runs of all instructions of a macro. */
class MacroRuns {
  private runs: number[] = [];
  private most = MOST_OF_MACRO;

  add(runs: Runs): void {
    this.runs.push(...runs);
    if (this.runs.length <= this.most) return;
    this.runs = joined(this.runs);
    // As many may be left: twice as many are added before they are joined again.
    this.most = Math.max(MOST_OF_MACRO, 2 * this.runs.length);
  }

  all(): Runs {
    return sorted(this.runs);
  }
}

function joined(runs: Runs): number[] {
  const pairs = Array.from({ length: runs.length / 2 }, (_, i) => [runs[2 * i] ?? 0, runs[2 * i + 1] ?? 0] as const);
  const out: number[] = [];
  for (const [from, to] of pairs.sort(([a], [b]) => a - b)) {
    const end = out.at(-1) ?? -1;
    if (from > end) out.push(from, to);
    else out[out.length - 1] = Math.max(end, to);
  }
  return out;
}

/**
 * Whether a message is a fence without a destination. Source: insertTokenSync of visa/LocalScheduler/SWSB_G4IR.cpp and commit 0ba54618d3 of
 * intel/intel-graphics-compiler.
 */
const isFenceOf = (instruction: Instruction, platform: number): boolean =>
  instruction.operation?.mnemonic.startsWith('sendg') === true &&
  instruction.dst?.register?.name === 'null' &&
  messageOf(instruction, platform)?.operation === 'fence';

const isSpecialOf = (operand: Operand | undefined): boolean => operand?.register !== undefined && SPECIAL.includes(operand.register.name);

function footprintOf(instruction: Instruction, effects: Effects, space: Space, files: Files, platform: number): Footprint {
  const { send, dst, sources } = instruction;
  const { reads, writes } = effects;
  const between = betweenOf(instruction, effects, space, files);
  const isSpecial = isSpecialOf(dst) || sources.some(isSpecialOf);
  if (send === undefined) {
    const isDropped = dst?.register?.name === 'null' && writes.length === 0 && !isBranch(instruction);
    return { reads: runsIn(reads, files.general), writes: runsIn(writes, files.general), between, isSpecial, isDropped, isFence: false };
  }
  const lengths = [send.src0Length, send.src1Length];
  const payloads = sources.flatMap((source, i) => {
    const length = lengths[i] ?? -1;
    return source.kind === 'direct' && length >= 0 ? payload(space, source.register?.name, source.number, length) : [];
  });
  const isSized = dst !== undefined && send.dstLength >= 0;
  const answer = isSized ? payload(space, dst.register?.name, dst.number, send.dstLength) : runsIn(writes, files.general);
  const isKnown = sources.every((source, i) => source.kind === 'direct' && (lengths[i] ?? -1) >= 0);
  const all = sorted(isKnown ? payloads : [...payloads, ...runsIn(reads, files.general)]);
  return { reads: all, writes: answer, between, isSpecial, isDropped: false, isFence: isFenceOf(instruction, platform) };
}

function betweenOf({ sources }: Instruction, { reads, writes }: Effects, space: Space, files: Files): Footprint['between'] {
  const accumulators = runsIn(reads, files.accumulators);
  const flags = sources.some(isFlag) ? sources.flatMap((source) => flagRun(source, space)) : NONE;
  const between = {
    reads: flags.length === 0 ? accumulators : sorted([...accumulators, ...flags]),
    writes: runsIn(writes, files.written),
    uses: runsIn(reads, files.used),
  };
  return between.reads === NONE && between.writes === NONE && between.uses === NONE ? NOTHING_BETWEEN : between;
}

const isFlag = ({ register }: Operand): boolean => register?.name === 'f';

/** The run of a flag that is a source: all of its bits. */
function flagRun(operand: Operand, space: Space): number[] {
  if (!isFlag(operand)) return [];
  const { number } = operand;
  const { start, each } = space.named('f');
  return [start + number * each, start + (number + 1) * each];
}

/** The first unit that two lists of runs have in common; -1 if there is none. */
export function overlap(a: Runs, b: Runs): number {
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    const from = Math.max(a[i] ?? 0, b[j] ?? 0);
    const [end, other] = [a[i + 1] ?? 0, b[j + 1] ?? 0];
    if (from < Math.min(end, other)) return from;
    if (end <= other) i += 2;
    else j += 2;
  }
  return -1;
}
