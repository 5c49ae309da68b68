/** The general registers that an instruction reads and writes, as the scoreboard sees them: of messages and macros of matrices all at once. */
import { type Instruction, optionBit } from '../eu/index.ts';
import type { Accesses } from './access.ts';
import type { Effects } from './effects.ts';
import type { Space } from './registers.ts';

export interface Footprint {
  /** From and to of each run of units, one after the other. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

const ATOMIC = optionBit('Atomic');

const isMatrix = ({ operation }: Instruction): boolean => operation !== undefined && /^b?dpasw?$/.test(operation.mnemonic);

/** The runs of general and scalar registers. The hardware itself tracks the others. */
function runsOf(accesses: Accesses, space: Space): number[] {
  const out: number[] = [];
  const [r, s] = [space.named('r'), space.named('s')];
  for (let i = 0; i < accesses.length; i += 3) {
    const from = accesses[i] as number;
    if (from < r.end || (from >= s.start && from < s.end)) out.push(from, accesses[i + 1] as number);
  }
  return out;
}

/** A run that a message names: whole registers, whatever part of them it needs. */
function payload(space: Space, register: string | undefined, number: number, length: number): number[] {
  const file = space.named('r');
  const from = file.start + number * file.each;
  const to = Math.min(from + length * file.each, file.end);
  return register === 'r' && from < to ? [from, to] : [];
}

/** The footprints of all instructions. */
export function footprintsOf(instructions: readonly Instruction[], effects: readonly Effects[], space: Space): Footprint[] {
  const out: Footprint[] = [];
  for (const [at, instruction] of instructions.entries()) {
    const one = footprintOf(instruction, effects[at] as Effects, space);
    const before = instructions[at - 1];
    // The token of a macro is set by its last instruction.
    const joins = before !== undefined && isMatrix(instruction) && isMatrix(before) && (before.options & ATOMIC) !== 0;
    const macro = joins ? (out[at - 1] as Footprint) : undefined;
    out.push(macro === undefined ? one : { reads: [...macro.reads, ...one.reads], writes: [...macro.writes, ...one.writes] });
  }
  return out;
}

function footprintOf({ send, dst, sources }: Instruction, { reads, writes }: Effects, space: Space): Footprint {
  if (send === undefined) return { reads: runsOf(reads, space), writes: runsOf(writes, space) };
  const lengths = [send.src0Length, send.src1Length];
  const payloads = sources.flatMap((source, i) => {
    const length = lengths[i] ?? -1;
    return source.kind === 'direct' && length >= 0 ? payload(space, source.register?.name, source.number, length) : [];
  });
  const answer =
    dst !== undefined && send.dstLength >= 0 ? payload(space, dst.register?.name, dst.number, send.dstLength) : runsOf(writes, space);
  const isKnown = sources.every((source, i) => source.kind === 'direct' && (lengths[i] ?? -1) >= 0);
  return { reads: isKnown ? payloads : [...payloads, ...runsOf(reads, space)], writes: answer };
}

/** The first unit that two lists of runs have in common; -1 if there is none. */
export function overlap(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i += 2)
    for (let j = 0; j < b.length; j += 2) {
      const from = Math.max(a[i] as number, b[j] as number);
      if (from < Math.min(a[i + 1] as number, b[j + 1] as number)) return from;
    }
  return -1;
}
