/** Comparisons, and operations that take one of two sources: selections, minimum and maximum. */
import type { Instruction, Operand } from '../../formats/eu/index.ts';
import type { RegisterLayout } from '../registers.ts';
import {
  bitsOf,
  computed,
  conditionOf,
  isFloat,
  isNull,
  isRaw,
  kindOf,
  lanesOf,
  NO_LANES,
  rawKind,
  testOf,
  withModes,
} from './computed.ts';
import { destinationOf, resultOf } from './destination.ts';
import { Unsupported } from './elements.ts';
import { choose, f32, f64, odd, unordered } from './floats.ts';
import * as int64 from './int64.ts';
import { type Kind, type Lanes, type Span, type Step, sequence, type Test, unitBytes } from './kinds.ts';
import { executionMask, flagWriter, type Mask, maskOf, predicateOf } from './masks.ts';
import { sourceOf } from './source.ts';

/** The form in which two sources are compared, and whether as signed numbers. */
function comparison({ sources }: Instruction): { readonly kind: Kind; readonly signed: boolean } {
  const [a, b] = sources;
  if (isFloat(a) || isFloat(b)) {
    if (a?.type?.name === 'df' || b?.type?.name === 'df') return { kind: 'f64', signed: true };
    return { kind: a?.type?.name === 'f' && b?.type?.name === 'f' ? 'f32' : 'odd', signed: true };
  }
  const isSigned = sources.some((one) => one.type?.signed === true || one.type?.name === 'v');
  if (bitsOf(a) === 64 || bitsOf(b) === 64) {
    const unsigned = (one: Operand | undefined): boolean => one?.type?.name === 'uq';
    return { kind: 'i64', signed: !(unsigned(a) || unsigned(b)) };
  }
  const hasUnsigned = sources.some((one) => one.type?.name === 'ud');
  // A negated unsigned number is compared as it is in 32 bits.
  return isSigned && hasUnsigned ? { kind: 'exact', signed: true } : { kind: 'i32', signed: !hasUnsigned };
}

export function compare(layout: RegisterLayout, instruction: Instruction): Step {
  const { dst, execSize: n } = instruction;
  const { kind, signed } = comparison(instruction);
  return withModes(layout, kind, compared);

  function compared(kind: Kind, flushes: boolean): Step {
    const sources = lanesOf(layout, instruction, kind, { flushes });
    const [a = NO_LANES, b = NO_LANES] = sources;
    const prepare = sequence(...sources.map((one) => one.prepare));
    const plain = kind === 'i64' ? wideTest(instruction, signed) : testOf(instruction, kind, signed);
    const test = instruction.operation?.mnemonic === 'cmpn' ? orNaN(plain, instruction, kind) : plain;
    const mask = maskOf(layout, instruction);
    const write = flagWriter(layout, instruction);
    const store = dst === undefined || isNull(dst) ? undefined : truths(layout, dst, n);
    return (t) => {
      const lanes = mask(t);
      if (lanes === 0) return;
      prepare(t);
      const bits = test(t, n, a.at, a.stride, b.at, b.stride);
      write(t, lanes, bits);
      store?.(t, lanes, bits);
    };
  }
}

/** Integers of 64 bits, of which one may be unsigned and the other not. */
function wideTest(instruction: Instruction, signed: boolean): Test {
  const [a, b] = instruction.sources.map(({ type }) => type?.name === 'uq' || type?.signed !== true);
  const isMixed = a !== b && instruction.sources.some(({ type }) => type?.name === 'uq');
  return isMixed ? int64.mixed(conditionOf(instruction), a === true ? 1 : 0) : testOf(instruction, 'i64', signed);
}

/** `cmpn` prepares minimum and maximum: if the second source is NaN, the first is taken. It has a meaning for `ge` and `lt` alone. */
function orNaN(test: Test, instruction: Instruction, kind: Kind): Test {
  if (kind === 'i32' || kind === 'i64' || kind === 'exact') return test;
  if (instruction.condition !== 'ge' && instruction.condition !== 'lt')
    throw new Unsupported(`cmpn with the condition ${instruction.condition}`);
  const hasNaN = unordered(kind === 'f32' ? 'f32' : 'f64');
  return (t, n, a, as, b, bs) => test(t, n, a, as, b, bs) | hasNaN(t, n, b, bs, b, bs);
}

/** Stores all ones where a comparison holds, otherwise zero. */
function truths(layout: RegisterLayout, dst: Operand, n: number): (t: Parameters<Step>[0], lanes: number, bits: number) => void {
  const kind = rawKind(bitsOf(dst));
  const { store } = destinationOf(layout, dst, kind, n, true);
  const { at, stride } = resultOf(layout, kind);
  return (t, lanes, bits) => {
    for (let i = 0; i < n; i++) for (let word = 0; word < stride; word++) t.i32[at + i * stride + word] = -((bits >> i) & 1);
    store(t, lanes);
  };
}

/** Takes the first source where a bit is set, otherwise the second. */
function chooser(kind: Kind): (t: Parameters<Step>[0], n: number, bits: number, d: number, a: Lanes, b: Lanes) => void {
  if (kind === 'i64')
    return ({ i32 }, n, bits, d, a, b) => {
      for (let i = 0; i < n; i++) {
        const from = (bits >> i) & 1 ? a.at + i * a.stride : b.at + i * b.stride;
        i32[d + 2 * i] = i32[from] ?? 0;
        i32[d + 2 * i + 1] = i32[from + 1] ?? 0;
      }
    };
  const view = kind === 'i32' ? 'i32' : kind === 'f32' ? 'f32' : 'f64';
  return (t, n, bits, d, a, b) => {
    const values = t[view];
    for (let i = 0; i < n; i++) values[d + i] = values[(bits >> i) & 1 ? a.at + i * a.stride : b.at + i * b.stride] ?? 0;
  };
}

export function select(layout: RegisterLayout, instruction: Instruction): Step {
  const { dst, execSize: n } = instruction;
  if (dst === undefined) throw new Unsupported('a selection without a destination');
  const raw = isRaw(instruction);
  const kind = raw ? rawKind(bitsOf(dst)) : kindOf(instruction);
  const sources = lanesOf(layout, instruction, kind, { raw });
  const [a = NO_LANES, b = NO_LANES] = sources;
  const prepare = sequence(...sources.map((one) => one.prepare));
  const mask = executionMask(instruction);
  const predicate: Mask = instruction.predicate === '' ? () => -1 : predicateOf(layout, instruction);
  const { at } = resultOf(layout, kind);
  const { store } = destinationOf(layout, dst, kind, n, raw);
  const choice = chooser(kind);
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    choice(t, n, predicate(t), at, a, b);
    store(t, lanes);
  };
}

/** A selection by a condition: minimum and maximum. The flag is not written. */
export function minimum(layout: RegisterLayout, instruction: Instruction): Step {
  const condition = conditionOf(instruction);
  const plain: Instruction = { ...instruction, condition: '' };
  const kind = kindOf(plain);
  if (kind !== 'i32' && kind !== 'i64' && kind !== 'exact') {
    const f = choose(condition);
    const spans = { f32: f32.two(f), f64: f64.two(f), odd: odd.two(f) };
    return withModes(layout, kind, (form, flushes) => computed(layout, plain, form, spans[form as keyof typeof spans], { flushes }));
  }
  const { kind: form, signed } = comparison(instruction);
  const used: Kind = kind === 'exact' || form === 'exact' ? 'exact' : kind;
  const test = used === 'i64' ? wideTest(instruction, signed) : testOf(instruction, used, signed);
  const choice = chooser(used);
  const span: Span = (t, n, d, _ds, a, as, b, bs) =>
    choice(t, n, test(t, n, a, as, b, bs), d, { at: a, stride: as }, { at: b, stride: bs });
  // The span writes next to each other: never directly into a destination with a stride.
  const { dst, execSize: n } = instruction;
  const sources = lanesOf(layout, instruction, used, {});
  const [a = NO_LANES, b = NO_LANES] = sources;
  const prepare = sequence(...sources.map((one) => one.prepare));
  const mask = maskOf(layout, instruction);
  const { at, stride } = resultOf(layout, used);
  const { store } = destinationOf(layout, dst as Operand, used, n);
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    span(t, n, at, stride, a.at, a.stride, b.at, b.stride, 0, 0);
    store(t, lanes);
  };
}

/** Takes the first source where the third fulfils the condition against zero. The flag is not written. */
export function conditionalSelect(layout: RegisterLayout, instruction: Instruction): Step {
  const { dst, execSize: n, sources } = instruction;
  const [first, second, third] = sources as readonly [Operand, Operand, Operand];
  if (dst === undefined) throw new Unsupported('a selection without a destination');
  const raw = isRaw(instruction, [first, second]);
  const kind = raw ? rawKind(bitsOf(dst)) : kindOf({ ...instruction, sources: [first, second] });
  const usual: Kind = isFloat(third)
    ? third.type?.name === 'f'
      ? 'f32'
      : third.type?.name === 'df'
        ? 'f64'
        : 'odd'
    : rawKind(bitsOf(third));
  return withModes(layout, usual, selected);

  function selected(compared: Kind, flushes: boolean): Step {
    const a = sourceOf(layout, first, 0, kind, n, { raw });
    const b = sourceOf(layout, second, 1, kind, n, { raw });
    const c = sourceOf(layout, third, 2, compared, n, { flushes });
    // Without a condition the second source is taken: such instructions only wait for registers.
    const test: Test = instruction.condition === '' ? () => 0 : testOf(instruction, compared, third.type?.signed === true);
    const zero = layout.of('null') / unitBytes(compared);
    const prepare = sequence(a.prepare, b.prepare, c.prepare);
    const mask = maskOf(layout, instruction);
    const { at } = resultOf(layout, kind);
    const { store } = destinationOf(layout, dst as Operand, kind, n, raw);
    const choice = chooser(kind);
    return (t) => {
      const lanes = mask(t);
      if (lanes === 0) return;
      prepare(t);
      choice(t, n, test(t, n, c.at, c.stride, zero, 0), at, a, b);
      store(t, lanes);
    };
  }
}
