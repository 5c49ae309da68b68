/** The registers that an instruction reads and writes, as the scoreboard sees them: all at once for messages and matrix macros. */
import type { Budget } from '../diag/index.ts';
import { type Instruction, inRange, isBranch, messageOf, type Operand, optionBit } from '../eu/index.ts';
import type { Accesses } from './access.ts';
import type { Effects } from './effects.ts';
import type { Space } from './registers.ts';

/** Start and end of each run of units, concatenated. */
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

const isMatrix = ({ operation }: Instruction): boolean => operation !== undefined && /^b?dpasw?$/.test(operation.mnemonic);

const NONE: Runs = [];
const NOTHING_BETWEEN: Footprint['between'] = { reads: NONE, writes: NONE, uses: NONE };

/** The runs that are in some of the register files. */
function runsIn(accesses: Accesses, space: Space, names: readonly ('r' | 's' | 'acc' | 'f' | 'a')[]): Runs {
  const out: number[] = [];
  for (const name of names) {
    const { start, end } = space.named(name);
    for (let i = 0; i < accesses.length; i += 3) {
      const from = accesses[i] as number;
      if (from >= start && from < end) out.push(from, accesses[i + 1] as number);
    }
  }
  return exact(out);
}

/** Runs without the space that an array is given to grow: there are many. */
const exact = (runs: readonly number[]): Runs => (runs.length === 0 ? NONE : runs.slice());

/** The run of a message's operand: whole registers, even if it needs only part of them. */
function payload(space: Space, register: string | undefined, number: number, length: number): number[] {
  const file = space.named('r');
  const from = file.start + number * file.each;
  const to = Math.min(from + length * file.each, file.end);
  return register === 'r' && from < to ? [from, to] : [];
}

/** The footprints of all instructions of a platform. The last instruction of a macro, which sets its token, has those of all of it. */
export function footprintsOf(
  instructions: readonly Instruction[],
  effectsAt: (at: number) => Effects,
  space: Space,
  platform: number,
  budget?: Budget,
): Footprint[] {
  const used = (['a', 'f'] as const).filter((name) => inRange(platform, UNORDERED_USES[name]));
  const out: Footprint[] = [];
  let macro: { reads: Runs; writes: Runs }[] = [];
  for (const [at, instruction] of instructions.entries()) {
    const one = footprintOf(instruction, effectsAt(at), space, used, platform);
    budget?.tick();
    const next = instructions[at + 1];
    const joins = next !== undefined && isMatrix(instruction) && isMatrix(next) && (instruction.options & ATOMIC) !== 0;
    if (!joins && macro.length > 0)
      out.push({
        ...one,
        reads: joined([...macro, one].map(({ reads }) => reads)),
        writes: joined([...macro, one].map(({ writes }) => writes)),
      });
    else out.push(one);
    if (joins) macro.push(one);
    else macro = [];
  }
  return out;
}

/** The most numbers of the runs of a macro that are kept as they are; more are sorted, and those that meet are one. */
const MOST_OF_MACRO = 512;

function joined(all: readonly Runs[]): Runs {
  const runs = all.flat();
  if (runs.length <= MOST_OF_MACRO) return runs;
  const pairs = Array.from({ length: runs.length / 2 }, (_, i) => [runs[2 * i] as number, runs[2 * i + 1] as number] as const);
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

function footprintOf(instruction: Instruction, effects: Effects, space: Space, used: readonly ('a' | 'f')[], platform: number): Footprint {
  const { send, dst, sources } = instruction;
  const { reads, writes } = effects;
  const between = betweenOf(instruction, effects, space, used);
  const isSpecial = [dst, ...sources].some((operand) => SPECIAL.includes(operand?.register?.name ?? ''));
  const writesNothing = dst?.register?.name === 'null' && writes.length === 0;
  const others = {
    between,
    isSpecial,
    isDropped: writesNothing && send === undefined && !isBranch(instruction),
    isFence: isFenceOf(instruction, platform),
  };
  if (send === undefined) return { reads: runsIn(reads, space, GENERAL), writes: runsIn(writes, space, GENERAL), ...others };
  const lengths = [send.src0Length, send.src1Length];
  const payloads = sources.flatMap((source, i) => {
    const length = lengths[i] ?? -1;
    return source.kind === 'direct' && length >= 0 ? payload(space, source.register?.name, source.number, length) : [];
  });
  const isSized = dst !== undefined && send.dstLength >= 0;
  const answer = isSized ? payload(space, dst.register?.name, dst.number, send.dstLength) : runsIn(writes, space, GENERAL);
  const isKnown = sources.every((source, i) => source.kind === 'direct' && (lengths[i] ?? -1) >= 0);
  return { reads: exact(isKnown ? payloads : [...payloads, ...runsIn(reads, space, GENERAL)]), writes: exact(answer), ...others };
}

const GENERAL = ['r', 's'] as const;

function betweenOf({ sources }: Instruction, { reads, writes }: Effects, space: Space, used: readonly ('a' | 'f')[]): Footprint['between'] {
  const accumulators = runsIn(reads, space, ['acc']);
  const flags = sources.flatMap((source) => flagRun(source, space));
  const between = {
    reads: flags.length === 0 ? accumulators : [...accumulators, ...flags],
    writes: runsIn(writes, space, ['acc', 'f', 'a']),
    uses: runsIn(reads, space, used),
  };
  return Object.values(between).every((runs) => runs === NONE) ? NOTHING_BETWEEN : between;
}

/** The run of a flag that is a source: all of its bits. */
function flagRun({ register, number }: Operand, space: Space): number[] {
  if (register?.name !== 'f') return [];
  const { start, each } = space.named('f');
  return [start + number * each, start + (number + 1) * each];
}

/** The first unit that two lists of runs have in common; -1 if there is none. */
export function overlap(a: Runs, b: Runs): number {
  if (a.length === 0 || b.length === 0) return -1;
  for (let i = 0; i < a.length; i += 2)
    for (let j = 0; j < b.length; j += 2) {
      const from = Math.max(a[i] as number, b[j] as number);
      if (from < Math.min(a[i + 1] as number, b[j + 1] as number)) return from;
    }
  return -1;
}
