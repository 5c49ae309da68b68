/** Which lanes of an instruction are enabled, and what it does to flags. */
import type { Instruction } from '../../formats/eu/index.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { Unsupported } from './elements.ts';
import type { MaskedStep } from './kinds.ts';

/** The enabled lanes of an instruction, as bits from its first lane. */
export type Mask = (t: Thread) => number;

/** So many lanes, as bits. */
export const allOf = (n: number): number => (n >= 32 ? -1 : (1 << n) - 1);

/** The lanes by execution mask alone. */
export function executionMask({ noMask, execSize, channelOffset }: Instruction): Mask {
  const full = allOf(execSize);
  if (noMask) return () => full;
  if (channelOffset === 0) return (t) => t.mask & full;
  return (t) => (t.mask >>> channelOffset) & full;
}

/** The lanes by execution mask and predicate. */
export function maskOf(layout: RegisterLayout, instruction: Instruction): Mask {
  const enabled = executionMask(instruction);
  if (instruction.predicate === '') return enabled;
  const predicate = predicateOf(layout, instruction);
  if (instruction.noMask) return predicate;
  return (t) => enabled(t) & predicate(t);
}

/** The lanes for which the predicate holds. */
export function predicateOf(layout: RegisterLayout, instruction: Instruction): Mask {
  const { predicate, predicateInverse, execSize, channelOffset, flag, flagSub } = instruction;
  const full = allOf(execSize);
  const word = (layout.of('f') >> 2) + flag;
  const shift = (channelOffset + 16 * flagSub) & 31;
  const turn = predicateInverse ? full : 0;
  const direct: Mask = (t) => ((((t.i32[word] ?? 0) >>> shift) & full) ^ turn) | 0;
  if (predicate === 'seq') return direct;
  if (predicate === 'anyv' || predicate === 'allv') return vertical(layout, instruction, predicate === 'anyv', turn);
  const [, which = '', group = ''] = /^(any|all)(\d*)h?$/.exec(predicate) ?? [];
  if (which === '') throw new Unsupported(`the predicate ${predicate}`);
  const size = group === '' ? execSize : Number(group);
  const member = allOf(size);
  const isAny = which === 'any';
  // The bits of whole groups count, whichever lanes the instruction has.
  return (t) => {
    const bits = (t.i32[word] ?? 0) >>> (16 * flagSub);
    let held = 0;
    for (let i = 0; i < execSize; i++) {
      const first = group === '' ? channelOffset : Math.floor((channelOffset + i) / size) * size;
      const stored = (bits >>> first) & member;
      if (isAny ? stored !== 0 : stored === member) held |= 1 << i;
    }
    return held ^ turn;
  };
}

/** The bits of a lane in both flag registers, of which one or all must be set. */
function vertical(layout: RegisterLayout, { execSize, channelOffset, flagSub }: Instruction, isAny: boolean, turn: number): Mask {
  const word = layout.of('f') >> 2;
  const shift = (channelOffset + 16 * flagSub) & 31;
  const full = allOf(execSize);
  return ({ i32 }) => {
    const [first, second] = [i32[word] ?? 0, i32[word + 1] ?? 0];
    return ((((isAny ? first | second : first & second) >>> shift) & full) ^ turn) | 0;
  };
}

/** Writes a bit of the flag register for each enabled lane, from the bits of a result. */
export function flagWriter(
  layout: RegisterLayout,
  { channelOffset, flag, flagSub }: Instruction,
): (t: Thread, lanes: number, bits: number) => void {
  const word = (layout.of('f') >> 2) + flag;
  const shift = (channelOffset + 16 * flagSub) & 31;
  return ({ i32 }, lanes, bits) => {
    i32[word] = ((i32[word] ?? 0) & ~(lanes << shift)) | ((bits & lanes) << shift);
  };
}

export const nothing: MaskedStep = () => undefined;
