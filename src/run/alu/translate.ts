/** Instructions that compute become steps: what a thread does when it comes to them. */
import { type Instruction, type Operand, optionBit } from '../../formats/eu/index.ts';
import type { RegisterLayout } from '../registers.ts';
import { type Destination, destinationOf, resultOf } from './destination.ts';
import { choose, f32, f64, test as floatTest, MATH, odd, unordered } from './floats.ts';
import * as int32 from './int32.ts';
import * as int64 from './int64.ts';
import { CONDITIONS, type Condition, type Kind, type Lanes, type Span, type Step, type Test, unitBytes } from './kinds.ts';
import { allOf, executionMask, flagWriter, type Mask, maskOf, predicateOf } from './masks.ts';
import { type SourceOptions, sequence, sourceOf, Unsupported } from './source.ts';
import { rounded, SPECIAL } from './special.ts';
import { ROWS, type Row } from './table.ts';

export interface Context {
  readonly layout: RegisterLayout;
}

const ACCUMULATES = optionBit('AccWrEn');

/** What an instruction does that is neither a branch nor a message. Throws {@link Unsupported} for what has no semantics. */
export function translateAlu({ layout }: Context, instruction: Instruction): Step {
  const name = instruction.operation?.mnemonic ?? '';
  const special = SPECIAL[name]?.(layout, instruction);
  if (special !== undefined) return special;
  if (name === 'cmp' || name === 'cmpn') return compare(layout, instruction);
  if (name === 'sel') return instruction.condition === '' ? select(layout, instruction) : minimum(layout, instruction);
  if (name === 'csel') return conditionalSelect(layout, instruction);
  if (name === 'math') return math(layout, instruction);
  const row = ROWS[name];
  if (row === undefined) throw new Unsupported(`the operation ${name}`);
  return arithmetic(layout, instruction, row);
}

const bitsOf = (operand: Operand | undefined): number => operand?.type?.bits ?? 0;
const isFloat = (operand: Operand | undefined): boolean => operand?.type?.float === true || operand?.type?.name === 'vf';
const isNull = (operand: Operand | undefined): boolean => operand?.register?.name === 'null';

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
function isRaw({ dst, sources, condition }: Instruction, compared: readonly Operand[] = sources): boolean {
  if (condition !== '' && compared === sources) return false;
  return dst !== undefined && dst.modifier === 0 && isFloat(dst) && compared.every((one) => one.type?.name === dst.type?.name);
}

const rawKind = (bits: number): Kind => (bits === 64 ? 'i64' : 'i32');

function arithmetic(layout: RegisterLayout, instruction: Instruction, row: Row): Step {
  const name = instruction.operation?.mnemonic ?? '';
  const raw = name === 'mov' && isRaw(instruction);
  const kind = raw ? rawKind(bitsOf(instruction.dst)) : kindOf(instruction, row.shifts === true);
  const usual = typeof row.spans === 'function' ? row.spans(instruction) : row.spans;
  const spans = kind === 'i64' && instruction.dst?.modifier === 1 ? { i64: saturatingSpan(instruction) } : usual;
  const options: SourceOptions = { logic: row.logic === true, raw, narrows: isFloat(instruction.dst) && bitsOf(instruction.dst) < 64 };
  const fast = computed(layout, instruction, kind, spanOf(spans, kind, instruction), options);
  if (kind !== 'f32') return fast;
  return withModes(layout, fast, () => computed(layout, instruction, 'odd', spanOf(spans, 'odd', instruction), options));
}

function saturatingSpan({ operation, dst, sources }: Instruction): Span {
  const span = int64.saturating(
    operation?.mnemonic ?? '',
    [dst, ...sources].map((one) => one?.type?.signed === true),
  );
  if (span === undefined) throw new Unsupported(`${operation?.mnemonic ?? ''} with saturation of 64 bits`);
  return span;
}

function spanOf(spans: Partial<Record<Kind, Span>>, kind: Kind, { operation }: Instruction): Span {
  const span = spans[kind];
  if (span === undefined) throw new Unsupported(`${operation?.mnemonic ?? ''} with these types`);
  return span;
}

/** cr0.0: rounding mode, and whether denormal floats of 32 bits are kept. */
const MODES = 0x30 | (1 << 7);
const USUAL = 1 << 7;

/** Floats of 32 bits are computed fast in the usual modes; otherwise exactly, and rounded as cr0.0 says. */
function withModes(layout: RegisterLayout, fast: Step, slowly: () => Step): Step {
  const control = layout.of('cr') >> 2;
  let slow: Step | undefined;
  return (t) => {
    if (((t.i32[control] as number) & MODES) === USUAL) fast(t);
    else {
      slow ??= slowly();
      slow(t);
    }
  };
}

/** Sources of an instruction as lanes. */
function lanesOf(layout: RegisterLayout, { sources, execSize, dst }: Instruction, kind: Kind, options: SourceOptions): readonly Lanes[] {
  const step = isNull(dst) ? 2 : ((dst?.region?.stride ?? 1) * bitsOf(dst)) / 8;
  return sources.map((source, index) => sourceOf(layout, source, index, kind, execSize, { ...options, step }));
}

const NO_LANES: Lanes = { at: 0, stride: 0 };

/** An operation with a span: prepares sources, computes, stores what is enabled, sets flags. */
function computed(layout: RegisterLayout, instruction: Instruction, kind: Kind, span: Span, options: SourceOptions): Step {
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
  const direct = after === undefined && flags === undefined ? directOf(layout, destination, sources, kind, n, instruction) : undefined;
  if (direct === undefined)
    return (t) => {
      const lanes = mask(t);
      if (lanes === 0) return;
      prepare?.(t);
      span(t, n, to, step, pa, sa, pb, sb, pc, sc);
      flags?.(t, lanes);
      store(t, lanes);
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
  const high = layout.of('accHigh') >> 2;
  const low = layout.of('acc') >> 2;
  const isSigned = dst?.type?.signed === true;
  const { at: from } = resultOf(layout, 'i32');
  return ({ i32 }, lanes) => {
    for (let i = 0; i < n; i++)
      if ((lanes >> i) & 1) {
        const value = i32[from + i] as number;
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
      for (let i = 0; i < n; i++) if ((lanes >> i) & 1) f32[to + i] = f32[from + i] as number;
    };
  }
  throw new Unsupported('this type in an accumulator that is written besides');
}

/** Sets flags by comparing the result with zero. */
function flagsOf(layout: RegisterLayout, instruction: Instruction, kind: Kind): (t: Parameters<Step>[0], lanes: number) => void {
  const { dst, execSize: n } = instruction;
  const { at, stride } = resultOf(layout, kind);
  const write = flagWriter(layout, instruction);
  const test = testOf(instruction, kind, dst?.type?.signed === true);
  const zero = layout.of('null') / unitBytes(kind);
  const bits = bitsOf(dst);
  const narrow = kind === 'i32' && bits < 32 && !isNull(dst) ? narrowing(bits, dst?.type?.signed === true, at, n) : undefined;
  return (t, lanes) => {
    narrow?.(t);
    write(t, lanes, test(t, n, at, stride, zero, 0));
  };
}

/** Results of narrower types, as the destination has them. */
function narrowing(bits: number, signed: boolean, at: number, n: number): Step {
  const shift = 32 - bits;
  return ({ i32 }) => {
    for (let i = at; i < at + n; i++) i32[i] = signed ? ((i32[i] as number) << shift) >> shift : ((i32[i] as number) << shift) >>> shift;
  };
}

function conditionOf({ condition }: Instruction): Condition {
  if (!(CONDITIONS as readonly string[]).includes(condition)) throw new Unsupported(`the condition ${condition}`);
  return condition as Condition;
}

function testOf(instruction: Instruction, kind: Kind, signed: boolean): Test {
  if (instruction.condition === 'un' && (kind === 'f32' || unitBytes(kind) === 8)) return unordered(kind === 'f32' ? 'f32' : 'f64');
  const condition = conditionOf(instruction);
  if (kind === 'i32') return int32.test(condition, signed);
  if (kind === 'i64') return int64.test(condition, signed);
  return floatTest(kind === 'f32' ? 'f32' : 'f64', condition);
}

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

function compare(layout: RegisterLayout, instruction: Instruction): Step {
  const { dst, execSize: n } = instruction;
  const { kind, signed } = comparison(instruction);
  const fast = compared(kind);
  return kind === 'f32' ? withModes(layout, fast, () => compared('odd')) : fast;

  function compared(kind: Kind): Step {
    const sources = lanesOf(layout, instruction, kind, {});
    const [a = NO_LANES, b = NO_LANES] = sources;
    const prepare = sequence(...sources.map((one) => one.prepare));
    const test = testOf(instruction, kind, signed);
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
        i32[d + 2 * i] = i32[from] as number;
        i32[d + 2 * i + 1] = i32[from + 1] as number;
      }
    };
  const view = kind === 'i32' ? 'i32' : kind === 'f32' ? 'f32' : 'f64';
  return (t, n, bits, d, a, b) => {
    const values = t[view];
    for (let i = 0; i < n; i++) values[d + i] = values[(bits >> i) & 1 ? a.at + i * a.stride : b.at + i * b.stride] as number;
  };
}

function select(layout: RegisterLayout, instruction: Instruction): Step {
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
function minimum(layout: RegisterLayout, instruction: Instruction): Step {
  const condition = conditionOf(instruction);
  const plain: Instruction = { ...instruction, condition: '' };
  const kind = kindOf(plain);
  if (kind !== 'i32' && kind !== 'i64' && kind !== 'exact') {
    const f = choose(condition);
    const spans = { f32: f32.two(f), f64: f64.two(f), odd: odd.two(f) };
    const fast = computed(layout, plain, kind, spans[kind], {});
    return kind === 'f32' ? withModes(layout, fast, () => computed(layout, plain, 'odd', spans.odd, {})) : fast;
  }
  const { kind: form, signed } = comparison(instruction);
  const used: Kind = kind === 'exact' || form === 'exact' ? 'exact' : kind;
  const test = testOf(instruction, used, signed);
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
function conditionalSelect(layout: RegisterLayout, instruction: Instruction): Step {
  const { dst, execSize: n, sources } = instruction;
  const [first, second, third] = sources as readonly [Operand, Operand, Operand];
  if (dst === undefined) throw new Unsupported('a selection without a destination');
  const raw = isRaw(instruction, [first, second]);
  const kind = raw ? rawKind(bitsOf(dst)) : kindOf({ ...instruction, sources: [first, second] });
  const a = sourceOf(layout, first, 0, kind, n, { raw });
  const b = sourceOf(layout, second, 1, kind, n, { raw });
  const compared: Kind = isFloat(third)
    ? third.type?.name === 'f'
      ? 'f32'
      : third.type?.name === 'df'
        ? 'f64'
        : 'odd'
    : rawKind(bitsOf(third));
  const c = sourceOf(layout, third, 2, compared, n, {});
  // Without a condition the second source is taken: such instructions only wait for registers.
  const test: Test = instruction.condition === '' ? () => 0 : testOf(instruction, compared, third.type?.signed === true);
  const zero = layout.of('null') / unitBytes(compared);
  const prepare = sequence(a.prepare, b.prepare, c.prepare);
  const mask = maskOf(layout, instruction);
  const { at } = resultOf(layout, kind);
  const { store } = destinationOf(layout, dst, kind, n, raw);
  const choice = chooser(kind);
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    choice(t, n, test(t, n, c.at, c.stride, zero, 0), at, a, b);
    store(t, lanes);
  };
}

function math(layout: RegisterLayout, instruction: Instruction): Step {
  const { subfunction, dst, sources } = instruction;
  if (subfunction === 'iqot' || subfunction === 'irem') {
    const isSigned = dst?.type?.signed === true;
    return computed(layout, instruction, 'i32', subfunction === 'iqot' ? int32.idiv(isSigned) : int32.irem(isSigned), {});
  }
  if (subfunction === 'invm' || subfunction === 'rsqtm') return rounded(layout, instruction, subfunction);
  const f = MATH[subfunction];
  if (f === undefined) throw new Unsupported(`the function math.${subfunction}`);
  const used: Instruction = sources.length === 1 || !isNull(sources[1]) ? instruction : { ...instruction, sources: sources.slice(0, 1) };
  const kind = kindOf(used);
  // The unit for functions does not follow the rounding mode.
  if (kind === 'f32') return computed(layout, used, 'f32', f32.two(f), {});
  const nearest = kind === 'odd' && dst?.type?.name === 'f' ? (a: number, b: number) => Math.fround(f(a, b)) : f;
  return computed(layout, used, kind, kind === 'odd' ? odd.two(nearest) : f64.two(nearest), {});
}
