/** The registers that an instruction reads and writes, as the scoreboard sees them: all at once for messages and matrix macros. */
import {
  type Code,
  type Instruction,
  inRange,
  isBranch,
  messageOf,
  type Operand,
  optionBit,
  platformNumber,
  type Register,
} from '../../formats/eu/index.ts';
import type { Accesses, Effects } from './access.ts';
import { EffectsReader } from './effects.ts';
import { lengthsBefore } from './lengths.ts';
import { isMatrix } from './pipes.ts';
import type { Space } from './registers.ts';

/** Start and end of each run of units, concatenated, in the order of their starts. */
type Runs = readonly number[];

interface Between {
  /** Registers that instructions of other pipes must already have written. */
  readonly reads: Runs;
  readonly writes: Runs;
  /** Registers that instructions of other pipes must not write yet: predicates and addresses, for whose values the hardware waits. */
  readonly uses: Runs;
}

export interface Footprint {
  /** General and scalar registers. */
  readonly reads: Runs;
  readonly writes: Runs;
  /** Flags, address registers and accumulators, whose order the hardware maintains within a pipe. */
  readonly between: Between;
  /** The registers of `reads` and of `writes`, as bits by their numbers modulo 32: without a common bit they have no register in common. */
  readonly readBits: number;
  readonly writtenBits: number;
  /** Whether it uses registers that are ordered with no pipe: it waits for everything before it, and everything after it waits for it. */
  readonly isSpecial: boolean;
  /** Whether it uses an address register: which registers it reads or writes besides is not known. */
  readonly usesAddress: boolean;
  /** Whether nothing depends on what it reads: it writes only null. Compilers insert such reads to keep a unit busy, without waits. */
  readonly isDropped: boolean;
  /** Whether it is a fence without a destination (Xe3P), which no later instruction can wait for by reading its result. */
  readonly isFence: boolean;
}

const ATOMIC = optionBit('Atomic');

/**
 * The state of the thread (ce, sr, cr), which both the compiler and the assembler wait for. Source: visa/LocalScheduler/SWSB_G4IR.cpp
 * (hasDistOneAReg) and visa/iga/IGALibrary/IR/RegDeps.cpp (isSpecial) of intel/intel-graphics-compiler.
 */
const isState = ({ file }: Register): boolean => file === 4 || file === 7 || file === 8;

/** Platforms where a write need not wait for uses. Source: needA0WAR, needPredicateWAR of visa/HWCaps.inc of the same repository. */
const UNORDERED_USES = { a: '2-', f: '12p5-2' } as const;

/** Platforms where compilers always wait for accumulators of other pipes; later, and for flags, they leave out such waits. */
const ACCUMULATORS_APART = '-3';

const NONE: Runs = [];
/** Shared by all instructions without such registers. */
export const NOTHING_BETWEEN: Between = { reads: NONE, writes: NONE, uses: NONE };

/** Sets of register files. */
const GENERAL = 1;
const ACCUMULATORS = 2;
const FLAGS = 4;
const ADDRESSES = 8;

/** Register files by the units of their registers: those of general registers come first, and of the scalar register last. */
class Files {
  /** Those that are in no order between pipes unless one waits. */
  readonly apart: number;
  readonly used: number;
  /** Where the units of each file end. */
  private readonly general: number;
  private readonly accumulators: number;
  private readonly flags: number;
  private readonly addresses: number;

  constructor(space: Space, platform: number, isForFinding: boolean) {
    this.apart = isForFinding ? (inRange(platform, ACCUMULATORS_APART) ? ACCUMULATORS : 0) : ACCUMULATORS | FLAGS;
    this.general = space.named('r').end;
    this.accumulators = space.named('acc').end;
    this.flags = space.named('f').end;
    this.addresses = space.named('a').end;
    const used = (name: 'a' | 'f', file: number): number => (inRange(platform, UNORDERED_USES[name]) ? file : 0);
    this.used = used('a', ADDRESSES) | (isForFinding ? 0 : used('f', FLAGS));
  }

  /** The file that a unit is in. */
  private at(unit: number): number {
    if (unit < this.general) return GENERAL;
    if (unit < this.accumulators) return ACCUMULATORS;
    return unit < this.flags ? FLAGS : unit < this.addresses ? ADDRESSES : GENERAL;
  }

  /** All files that accesses are in. */
  of(accesses: Accesses): number {
    let files = 0;
    for (let i = 0; i < accesses.length; i += 3) files |= this.at(accesses[i] ?? 0);
    return files;
  }

  /** The runs that are in some of the files. */
  runsIn(accesses: Accesses, files: number): Runs {
    // Most operands are one run.
    if (accesses.length <= 3)
      return accesses.length > 0 && (this.at(accesses[0] ?? 0) & files) !== 0 ? [accesses[0] ?? 0, accesses[1] ?? 0] : NONE;
    const out: number[] = [];
    for (let i = 0; i < accesses.length; i += 3) {
      const from = accesses[i] ?? 0;
      if ((this.at(from) & files) !== 0) out.push(from, accesses[i + 1] ?? 0);
    }
    return sorted(out);
  }
}

/** Sorts runs, which come in the order of operands: they are few, or in order but for a few places. */
function sorted(runs: number[]): Runs {
  for (let i = 2; i < runs.length; i += 2) {
    const from = runs[i] ?? 0;
    const to = runs[i + 1] ?? 0;
    let at = i;
    for (; at > 0 && (runs[at - 2] ?? 0) > from; at -= 2) {
      runs[at] = runs[at - 2] ?? 0;
      runs[at + 1] = runs[at - 1] ?? 0;
    }
    runs[at] = from;
    runs[at + 1] = to;
  }
  // Without the space that an array is given to grow.
  return runs.length === 0 ? NONE : runs.slice();
}

/** The run of a message's operand: whole registers, even if it needs only part of them. */
function addPayload(out: number[], space: Space, operand: Operand, length: number): void {
  const file = space.named('r');
  const from = file.start + operand.number * file.each;
  const to = Math.min(from + length * file.each, file.end);
  if (operand.register?.name === 'r' && from < to) out.push(from, to);
}

/** Finds the footprints of the instructions of code, one at a time: all of them at once would be as much memory as large code itself. */
export class Footprints {
  readonly space: Space;
  private readonly instructions: readonly Instruction[];
  private readonly reader: EffectsReader;
  private readonly platform: number;
  private readonly files: Files;
  private readonly isForFinding: boolean;

  /** @param isForFinding whether missing waits are looked for, and not waits placed: then only what compilers always wait for is in them */
  constructor({ instructions, platform }: Code, isForFinding: boolean) {
    this.isForFinding = isForFinding;
    this.instructions = instructions;
    this.reader = new EffectsReader(platform, false);
    this.space = this.reader.space;
    this.platform = platformNumber(platform);
    this.files = new Files(this.space, this.platform, isForFinding);
  }

  /** The last instruction of a macro, which sets its token, has the footprints of all of it. */
  at(index: number): Footprint {
    const footprint = this.footprintOf(index);
    if (!isMatrix(this.instructions[index] as Instruction)) return footprint;
    let first = index;
    if (!this.joins(index)) while (this.joins(first - 1)) first--;
    if (first === index) return footprint;
    const reads = new MacroRuns();
    const writes = new MacroRuns();
    for (let at = first; at <= index; at++) {
      const one = at === index ? footprint : this.footprintOf(at);
      reads.add(one.reads);
      writes.add(one.writes);
    }
    return this.footprint(reads.all(), writes.all(), footprint);
  }

  /** Whether an instruction belongs to a macro that the next one continues. */
  private joins(index: number): boolean {
    const one = this.instructions[index];
    const next = this.instructions[index + 1];
    return one !== undefined && next !== undefined && (one.options & ATOMIC) !== 0 && isMatrix(one) && isMatrix(next);
  }

  private footprintOf(index: number): Footprint {
    const instruction = this.instructions[index] as Instruction;
    const { send, dst, sources } = instruction;
    let isSpecial = isSpecialOf(dst);
    for (let i = 0; i < sources.length; i++) isSpecial ||= isSpecialOf(sources[i]);
    if (send === undefined) {
      const effects = this.reader.at(this.instructions, index);
      const { reads, writes } = effects;
      const isDropped = dst?.register?.name === 'null' && writes.length === 0 && !isBranch(instruction);
      const usesAddress = effects.readsUnknown || effects.writesUnknown;
      const rest = { between: this.betweenOf(instruction, effects), isSpecial, usesAddress, isDropped, isFence: false };
      return this.footprint(this.files.runsIn(reads, GENERAL), this.files.runsIn(writes, GENERAL), rest);
    }
    const known = this.isForFinding ? lengthsBefore(this.instructions, index) : undefined;
    const lengths = [known?.payload ?? send.src0Length, send.src1Length];
    const answerLength = known?.answer ?? send.dstLength;
    const isKnown = sources.every((source, i) => source.kind === 'direct' && (lengths[i] ?? -1) >= 0);
    const isSized = dst !== undefined && answerLength >= 0;
    // Without the payloads, whose registers the lengths say: they need not be found from the message.
    const effects = this.reader.at(this.instructions, index, isKnown && (dst === undefined || isSized) ? false : undefined);
    const payloads: number[] = [];
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i] as Operand;
      const length = lengths[i] ?? -1;
      if (source.kind === 'direct' && length >= 0) addPayload(payloads, this.space, source, length);
    }
    if (!isKnown) payloads.push(...this.files.runsIn(effects.reads, GENERAL));
    const answer: number[] = [];
    if (isSized) addPayload(answer, this.space, dst, answerLength);
    const writes = isSized ? sorted(answer) : this.files.runsIn(effects.writes, GENERAL);
    const isFence = isFenceOf(instruction, this.platform);
    return this.footprint(sorted(payloads), writes, {
      between: this.betweenOf(instruction, effects),
      isSpecial,
      usesAddress: effects.readsUnknown || effects.writesUnknown,
      isDropped: false,
      isFence,
    });
  }

  private footprint(
    reads: Runs,
    writes: Runs,
    { between, isSpecial, usesAddress, isDropped, isFence }: Omit<Footprint, 'reads' | 'writes' | 'readBits' | 'writtenBits'>,
  ): Footprint {
    const readBits = this.bitsOf(reads);
    const writtenBits = this.bitsOf(writes);
    return { reads, writes, between, readBits, writtenBits, isSpecial, usesAddress, isDropped, isFence };
  }

  private bitsOf(runs: Runs): number {
    const { grfBytes } = this.space;
    let bits = 0;
    for (let i = 0; i < runs.length; i += 2) {
      const first = Math.floor((runs[i] ?? 0) / grfBytes);
      const last = Math.floor(((runs[i + 1] ?? 0) - 1) / grfBytes);
      if (last - first >= 31) return -1;
      for (let register = first; register <= last; register++) bits |= 1 << (register & 31);
    }
    return bits;
  }

  private betweenOf({ sources }: Instruction, { reads, writes }: Effects): Between {
    const { files } = this;
    const read = files.of(reads);
    const written = files.of(writes);
    let hasFlag = false;
    if ((files.apart & FLAGS) !== 0) for (const source of sources) hasFlag ||= isFlag(source);
    if (((read | written) & ~GENERAL) === 0 && !hasFlag) return NOTHING_BETWEEN;
    const accumulators = files.runsIn(reads, files.apart & ACCUMULATORS);
    const between = {
      reads: hasFlag ? sorted([...accumulators, ...sources.flatMap((source) => flagRun(source, this.space))]) : accumulators,
      writes: files.runsIn(writes, files.apart | ADDRESSES),
      uses: files.runsIn(reads, files.used),
    };
    return between.reads === NONE && between.writes === NONE && between.uses === NONE ? NOTHING_BETWEEN : between;
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

const isSpecialOf = (operand: Operand | undefined): boolean => operand?.register !== undefined && isState(operand.register);

const isFlag = ({ register }: Operand): boolean => register?.name === 'f';

/** The run of a flag that is a source: all of its bits. */
function flagRun(operand: Operand, space: Space): number[] {
  if (!isFlag(operand)) return [];
  const { number } = operand;
  const { start, each } = space.named('f');
  return [start + number * each, start + (number + 1) * each];
}

/** The first unit that two lists of runs have in common, of the second list only a part; -1 if there is none. */
export function overlap(a: Runs, b: Runs, first = 0, last = b.length): number {
  let i = 0;
  let j = first;
  while (i < a.length && j < last) {
    const from = Math.max(a[i] ?? 0, b[j] ?? 0);
    const end = a[i + 1] ?? 0;
    const other = b[j + 1] ?? 0;
    if (from < Math.min(end, other)) return from;
    if (end <= other) i += 2;
    else j += 2;
  }
  return -1;
}
