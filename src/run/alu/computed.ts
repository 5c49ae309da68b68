/** What all operations have in common: sources become lanes, a span computes, the destination and flags are written. */
import { type Instruction, type Operand, optionBit } from '../../formats/eu/index.ts';
import { FORMATS } from '../numbers.ts';
import type { RegisterLayout } from '../registers.ts';
import { type Destination, destinationOf, resultOf } from './destination.ts';
import { Unsupported } from './elements.ts';
import { test as floatTest, overflow, unordered } from './floats.ts';
import * as int32 from './int32.ts';
import * as int64 from './int64.ts';
import { CONDITIONS, type Condition, type Kind, type Lanes, type Span, type Step, sequence, type Test, unitBytes } from './kinds.ts';
import { allOf, flagWriter, maskOf } from './masks.ts';
import type { SourceOptions } from './modifiers.ts';
import { sourceOf } from './source.ts';

/** Whether the result is also written to the accumulator. */
export const ACCUMULATES = optionBit('AccWrEn');

export const bitsOf = (operand: Operand | undefined): number => operand?.type?.bits ?? 0;
export const isFloat = (operand: Operand | undefined): boolean => operand?.type?.float === true || operand?.type?.name === 'vf';
export const isNull = (operand: Operand | undefined): boolean => operand?.register?.name === 'null';

/** In which form an instruction computes. */
export function kindOf({ sources, dst }: Instruction, shifts = false): Kind {
  const counted = shifts ? sources.slice(0, 1) : sources;
  const toFloat = !isNull(dst) && isFloat(dst);
  if (!counted.some(isFloat)) {
    if (toFloat) return bitsOf(dst) === 64 ? 'f64' : 'odd';
    const isWide = counted.some((one) => bitsOf(one) === 64) || (!isNull(dst) && bitsOf(dst) === 64);
    if (dst?.modifier === 1) return bitsOf(dst) === 64 ? 'i64' : 'exact';
    return isWide ? 'i64' : 'i32';
  }
  const doubles = counted.some((one) => one.type?.name === 'df') || (toFloat && dst?.type?.name === 'df');
  if (doubles) return toFloat && bitsOf(dst) < 64 ? 'odd' : 'f64';
  const single = counted.every((one) => one.type?.name === 'f' || one.type?.name === 'vf') && (!toFloat || dst?.type?.name === 'f');
  return single ? 'f32' : 'odd';
}

/** Whether a move or selection copies bits. */
export function isRaw({ dst, sources, condition }: Instruction, compared: readonly Operand[] = sources): boolean {
  if (condition !== '' && compared === sources) return false;
  return dst !== undefined && dst.modifier === 0 && isFloat(dst) && compared.every((one) => one.type?.name === dst.type?.name);
}

export const rawKind = (bits: number): Kind => (bits === 64 ? 'i64' : 'i32');

/** cr0.0: rounding mode, and whether denormal floats of 32 bits are kept; the same for 64 bits, whose operations round as it says. */
const MODES = { f32: [0x30 | FORMATS.f.keep, FORMATS.f.keep], f64: [FORMATS.df.keep, FORMATS.df.keep] } as const;

/**
 * Floats of 32 bits are computed fast in the usual modes; otherwise exactly, and rounded as cr0.0 says. Those of 64 bits are read and
 * written directly if denormal numbers are kept.
 *
 * @param computes the operation in a form, with options for its sources
 */
export function withModes(layout: RegisterLayout, kind: Kind, computes: (kind: Kind, flushes: boolean) => Step): Step {
  const fast = computes(kind, false);
  if (kind !== 'f32' && kind !== 'f64') return fast;
  const [modes, usual] = MODES[kind];
  const control = layout.of('cr') >> 2;
  let slow: Step | undefined;
  return (t) => {
    if (((t.i32[control] ?? 0) & modes) === usual) fast(t);
    else {
      slow ??= computes(kind === 'f32' ? 'odd' : kind, kind === 'f64');
      slow(t);
    }
  };
}

/** Sources of an instruction as lanes. */
export function lanesOf(
  layout: RegisterLayout,
  { sources, execSize, dst }: Instruction,
  kind: Kind,
  options: SourceOptions,
): readonly Lanes[] {
  const step = isNull(dst) ? 2 : ((dst?.region?.stride ?? 1) * bitsOf(dst)) / 8;
  return sources.map((source, index) => sourceOf(layout, source, index, kind, execSize, { ...options, step }));
}

export const NO_LANES: Lanes = { at: 0, stride: 0 };

/** An operation with a span: prepares sources, computes, stores what is enabled, sets flags. */
export function computed(layout: RegisterLayout, instruction: Instruction, kind: Kind, span: Span, options: SourceOptions): Step {
  const { dst, execSize: n, condition } = instruction;
  if (dst === undefined) throw new Unsupported('an instruction without a destination');
  const sources = lanesOf(layout, instruction, kind, options);
  const [a = NO_LANES, b = NO_LANES, c = NO_LANES] = sources;
  const mask = maskOf(layout, instruction);
  const full = allOf(n);
  const destination = destinationOf(layout, dst, kind, n, options.raw === true);
  const prepare = sources.some((one) => one.prepare !== undefined) ? sequence(...sources.map((one) => one.prepare)) : undefined;
  const { at: to, stride: step } = resultOf(layout, kind);
  const [{ at: pa, stride: sa }, { at: pb, stride: sb }, { at: pc, stride: sc }] = [a, b, c];
  const after = afterOf(layout, instruction, kind);
  const flags = condition === '' ? undefined : flagsOf(layout, instruction, kind);
  const { store } = destination;
  const direct = after === undefined && options.flushes !== true ? directOf(layout, destination, sources, kind, n, instruction) : undefined;
  if (direct === undefined)
    return (t) => {
      const lanes = mask(t);
      if (lanes === 0) return;
      prepare?.(t);
      span(t, n, to, step, pa, sa, pb, sb, pc, sc);
      store(t, lanes);
      flags?.(t, lanes);
      after?.(t, lanes);
    };
  const { at, stride } = direct;
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    if (prepare !== undefined) prepare(t);
    if (lanes === full) span(t, n, at, stride, pa, sa, pb, sb, pc, sc);
    else {
      span(t, n, to, step, pa, sa, pb, sb, pc, sc);
      store(t, lanes);
    }
    if (flags !== undefined) flags(t, lanes);
  };
}

/** The place of the destination, if no lane of it is a later lane of a source. */
function directOf(
  layout: RegisterLayout,
  { direct }: Destination,
  sources: readonly Lanes[],
  kind: Kind,
  n: number,
  { dst }: Instruction,
): Destination['direct'] {
  if (direct === undefined || dst?.register?.name === 'acc') return undefined;
  const limit = layout.of('null') / unitBytes(kind);
  const width = kind === 'i64' ? 2 : 1;
  const end = direct.at + (n - 1) * direct.stride + width;
  const meets = ({ at, stride }: Lanes): boolean => {
    if (at >= limit || (at === direct.at && stride === direct.stride && stride !== 0)) return false;
    return at < end && direct.at < at + (n - 1) * stride + width;
  };
  return sources.some(meets) ? undefined : direct;
}

/** What follows the result of an operation: accumulators have more than the destination shows. */
function afterOf(
  layout: RegisterLayout,
  instruction: Instruction,
  kind: Kind,
): ((t: Parameters<Step>[0], lanes: number) => void) | undefined {
  const { dst, execSize: n, options } = instruction;
  const writesAccumulator = dst?.register?.name === 'acc';
  if (kind !== 'i32' || (!writesAccumulator && (options & ACCUMULATES) === 0)) {
    if ((options & ACCUMULATES) === 0 || writesAccumulator) return undefined;
    const copy = accumulatorCopy(layout, kind, n);
    return copy;
  }
  const low = ((writesAccumulator ? layout.placeOf(dst) : undefined) ?? layout.of('acc')) >> 2;
  const high = low + layout.highOffset;
  const isSigned = dst?.type?.signed === true;
  const { at: from } = resultOf(layout, 'i32');
  return ({ i32 }, lanes) => {
    for (let i = 0; i < n; i++)
      if ((lanes >> i) & 1) {
        const value = i32[from + i] ?? 0;
        i32[high + i] = isSigned ? value >> 31 : 0;
        if (!writesAccumulator) i32[low + i] = value;
      }
  };
}

function accumulatorCopy(layout: RegisterLayout, kind: Kind, n: number): (t: Parameters<Step>[0], lanes: number) => void {
  const { at: from } = resultOf(layout, kind);
  if (kind === 'f32') {
    const to = layout.of('acc') >> 2;
    return ({ f32 }, lanes) => {
      for (let i = 0; i < n; i++) if ((lanes >> i) & 1) f32[to + i] = f32[from + i] ?? 0;
    };
  }
  throw new Unsupported('this type in an accumulator that is written besides');
}

/** How a destination is read again. */
const readingKind = ({ type }: Operand): Kind =>
  type?.float === true ? (type.name === 'f' ? 'f32' : type.name === 'df' ? 'f64' : 'odd') : rawKind(type?.bits ?? 32);

/**
 * Sets flags by comparing with zero what the destination has then, converted and saturated; whether an integer does not fit is asked of the
 * result before.
 *
 * Source for saturation: src/intel/compiler/brw_fs_cmod_propagation.cpp of Mesa, whose tests ran on hardware.
 */
function flagsOf(layout: RegisterLayout, instruction: Instruction, kind: Kind): (t: Parameters<Step>[0], lanes: number) => void {
  const { dst, execSize: n, condition } = instruction;
  const write = flagWriter(layout, instruction);
  const isBefore = dst === undefined || isNull(dst) || (condition === 'ov' && dst.type?.float !== true);
  const form = isBefore ? kind : readingKind(dst);
  const stride = dst?.region?.stride ?? 1;
  const again = isBefore ? undefined : { ...dst, modifier: 0, region: { vertical: stride, width: 1, stride: 0, text: '' } };
  const from: Lanes = again === undefined ? resultOf(layout, kind) : sourceOf(layout, again, 0, form, n);
  const test = testOf(instruction, form, dst?.type?.signed === true);
  const zero = layout.of('null') / unitBytes(form);
  return (t, lanes) => {
    from.prepare?.(t);
    write(t, lanes, test(t, n, from.at, from.stride, zero, 0));
  };
}

/** A step that stores results, and then sets flags by them if the instruction has a condition. */
export function flagged(layout: RegisterLayout, instruction: Instruction, step: Step): Step {
  if (instruction.condition === '') return step;
  const mask = maskOf(layout, instruction);
  const flags = flagsOf(layout, instruction, isFloat(instruction.sources[0]) ? 'f32' : 'i32');
  return (t) => {
    // A predicate may be the flags that are set.
    const lanes = mask(t);
    step(t);
    if (lanes !== 0) flags(t, lanes);
  };
}

export function conditionOf({ condition }: Instruction): Condition {
  if (!(CONDITIONS as readonly string[]).includes(condition)) throw new Unsupported(`the condition ${condition}`);
  return condition as Condition;
}

export function testOf(instruction: Instruction, kind: Kind, signed: boolean): Test {
  if (instruction.condition === 'ov' && kind !== 'i32' && kind !== 'i64') return overflow(kind === 'f32' ? 'f32' : 'f64', instruction);
  if (instruction.condition === 'un' && (kind === 'f32' || unitBytes(kind) === 8)) return unordered(kind === 'f32' ? 'f32' : 'f64');
  const condition = conditionOf(instruction);
  if (kind === 'i32') return int32.test(condition, signed);
  if (kind === 'i64') return int64.test(condition, signed);
  return floatTest(kind === 'f32' ? 'f32' : 'f64', condition);
}
