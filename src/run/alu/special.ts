/** Operations that are more than a function of each lane: they use the accumulator, neighbours, or flags. */
import { type Instruction, type Operand, XE_HPC } from '../../formats/eu/index.ts';
import { encodeFloat, FORMATS, NEAREST, roundToDf, roundToF, sumError, TO_ZERO, toOdd } from '../numbers.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { ACCUMULATES, bitsOf, rawKind } from './computed.ts';
import { destinationOf, resultOf } from './destination.ts';
import { translateDpas } from './dpas.ts';
import { Unsupported } from './elements.ts';
import { quotientOf, rootOf, roundingOf } from './floats.ts';
import * as int32 from './int32.ts';
import * as int64 from './int64.ts';
import { type Step, sequence } from './kinds.ts';
import { executionMask, flagWriter, maskOf } from './masks.ts';
import { sourceOf } from './source.ts';

/** By mnemonic. `undefined` where the usual rule for the operation holds. */
export const SPECIAL: Readonly<Record<string, (layout: RegisterLayout, instruction: Instruction) => Step | undefined>> = {
  nop: () => () => undefined,
  dpas: translateDpas,
  mul: (layout, instruction) => (isIntegerAccumulator(instruction) ? multiplyWide(layout, instruction) : undefined),
  mach: multiplyHigh,
  macl: multiplyHigh,
  mac: multiplyAccumulate,
  mullh: multiplyLowHigh,
  addc: (layout, instruction) =>
    carry(
      layout,
      instruction,
      (a, b) => (((a + b) | 0) >>> 0 < a >>> 0 ? 1 : 0),
      (a, b) => a + b,
    ),
  subb: (layout, instruction) =>
    carry(
      layout,
      instruction,
      (a, b) => (a >>> 0 < b >>> 0 ? 1 : 0),
      (a, b) => a - b,
    ),
  sad2: (layout, instruction) => differences(layout, instruction, false),
  sada2: (layout, instruction) => differences(layout, instruction, true),
  smov: scattered,
  srnd: stochastic,
};

const isIntegerAccumulator = ({ dst, sources }: Instruction): boolean =>
  dst?.register?.name === 'acc' && dst.type?.bits === 32 && !sources.some((one) => one.type?.float === true);

interface Parts {
  readonly n: number;
  readonly prepare: Step;
  readonly a: { readonly at: number; readonly stride: number };
  readonly b: { readonly at: number; readonly stride: number };
  readonly mask: (t: Thread) => number;
  readonly dst: Operand;
}

/** The parts of an operation on two sources of 32 bits. */
function partsOf(layout: RegisterLayout, instruction: Instruction): Parts {
  const { sources, execSize: n, dst } = instruction;
  const [first, second] = sources;
  if (dst === undefined || first === undefined || second === undefined) throw new Unsupported('an operation without its operands');
  const a = sourceOf(layout, first, 0, 'i32', n);
  const b = sourceOf(layout, second, 1, 'i32', n);
  return { n, prepare: sequence(a.prepare, b.prepare), a, b, mask: maskOf(layout, instruction), dst };
}

/** The upper 32 bits of a product, of which each factor may be signed. */
const highProduct = (x: number, y: number, isSignedX = false, isSignedY = false): number =>
  (int64.highOf(x, y) - (isSignedX && x < 0 ? y : 0) - (isSignedY && y < 0 ? x : 0)) | 0;

/** A product of 64 bits in the accumulator, of which the operand shows the lower 32. */
function multiplyWide(layout: RegisterLayout, instruction: Instruction): Step {
  const { n, prepare, a, b, mask, dst } = partsOf(layout, instruction);
  const [sa, sb] = instruction.sources.map((one) => one.type?.signed === true);
  const to = (layout.placeOf(dst) ?? 0) >> 2;
  const stride = dst.region?.stride ?? 1;
  const high = to + layout.highOffset;
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    const { i32 } = t;
    for (let i = 0; i < n; i++) {
      if (((lanes >> i) & 1) === 0) continue;
      const x = i32[a.at + i * a.stride] ?? 0;
      const y = i32[b.at + i * b.stride] ?? 0;
      i32[to + i * stride] = Math.imul(x, y);
      i32[high + i * stride] = highProduct(x, y, sa, sb);
    }
  };
}

/**
 * The second half of a product of 32 bits by 32: the accumulator has that with the lower 16 bits of the second source. `mach` gives the
 * upper 32 bits, `macl` the lower. Until Xe-HPG there is no `macl`: without a write to the accumulator `mach` gives the lower bits.
 *
 * Source: createMacl in visa/BuildIRImpl.cpp of intel/intel-graphics-compiler.
 */
function multiplyHigh(layout: RegisterLayout, instruction: Instruction): Step {
  const { n, prepare, a, b, mask, dst } = partsOf(layout, instruction);
  const [sa, sb] = instruction.sources.map((one) => one.type?.signed === true);
  const accumulates = (instruction.options & ACCUMULATES) !== 0;
  const isHigh = instruction.operation?.mnemonic === 'mach' && (accumulates || layout.platform >= XE_HPC);
  const [low, high] = [layout.of('acc') >> 2, layout.of('accHigh') >> 2];
  const { at: result } = resultOf(layout, 'i32');
  const { store } = destinationOf(layout, dst, 'i32', n);
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    const { i32 } = t;
    for (let i = 0; i < n; i++) {
      const x = i32[a.at + i * a.stride] ?? 0;
      const y = i32[b.at + i * b.stride] ?? 0;
      const product = (sa === true ? x : x >>> 0) * (sb === true ? y >> 16 : y >>> 16);
      const upper = Math.floor(product / 65536);
      const lower = (product - upper * 65536) * 65536;
      const sum = ((i32[low + i] ?? 0) >>> 0) + lower;
      const top = ((i32[high + i] ?? 0) + upper + (sum >= 2 ** 32 ? 1 : 0)) | 0;
      i32[result + i] = isHigh ? top : sum | 0;
      if (accumulates && (lanes >> i) & 1) {
        i32[low + i] = sum | 0;
        i32[high + i] = 0;
      }
    }
    store(t, lanes);
  };
}

/** A sum with a product that is exact, which is rounded once when it is stored. */
const fused = (sum: number, product: number): number => toOdd(sum + product, sumError(sum, product, sum + product));

/** The accumulator plus a product. */
function multiplyAccumulate(layout: RegisterLayout, instruction: Instruction): Step {
  const { sources, execSize: n, dst } = instruction;
  const [first, second] = sources;
  if (dst === undefined || first === undefined || second === undefined) throw new Unsupported('mac without its operands');
  const isFloat = first.type?.float === true;
  const kind = isFloat ? 'f32' : 'i32';
  if (isFloat && (first.type?.name !== 'f' || second.type?.name !== 'f')) throw new Unsupported('mac of this type');
  const a = sourceOf(layout, first, 0, kind, n);
  const b = sourceOf(layout, second, 1, kind, n);
  const prepare = sequence(a.prepare, b.prepare);
  const { at: result } = resultOf(layout, kind);
  const { store } = destinationOf(layout, dst, kind, n);
  const mask = maskOf(layout, instruction);
  const isWord = !isFloat && (dst.type?.bits ?? 32) === 16;
  const words = layout.of('acc') >> 1;
  const accumulator = layout.of('acc') >> 2;
  const accumulates = (instruction.options & ACCUMULATES) !== 0;
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    const { i32, f32, i16 } = t;
    for (let i = 0; i < n; i++) {
      if (isFloat) f32[result + i] = fused(f32[accumulator + i] ?? 0, (f32[a.at + i * a.stride] ?? 0) * (f32[b.at + i * b.stride] ?? 0));
      else {
        const base = isWord ? (i16[words + i] ?? 0) : (i32[accumulator + i] ?? 0);
        i32[result + i] = base + Math.imul(i32[a.at + i * a.stride] ?? 0, i32[b.at + i * b.stride] ?? 0);
      }
      if (accumulates && (lanes >> i) & 1) i32[accumulator + i] = i32[result + i] ?? 0;
    }
    store(t, lanes);
  };
}

/** The lower 32 bits of a product in the destination, the upper ones in the register after it. */
function multiplyLowHigh(layout: RegisterLayout, instruction: Instruction): Step {
  const { n, prepare, a, b, mask, dst } = partsOf(layout, instruction);
  const [sa, sb] = instruction.sources.map((one) => one.type?.signed === true);
  const next: Operand = { ...dst, number: dst.number + 1 };
  const low = destinationOf(layout, dst, 'i32', n).store;
  const high = destinationOf(layout, next, 'i32', n).store;
  const { at: result } = resultOf(layout, 'i32');
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    const { i32 } = t;
    const tops: number[] = [];
    for (let i = 0; i < n; i++) {
      const x = i32[a.at + i * a.stride] ?? 0;
      const y = i32[b.at + i * b.stride] ?? 0;
      i32[result + i] = Math.imul(x, y);
      tops.push(highProduct(x, y, sa, sb));
    }
    low(t, lanes);
    for (let i = 0; i < n; i++) i32[result + i] = tops[i] ?? 0;
    high(t, lanes);
  };
}

/** A sum or difference of unsigned numbers; the carry or borrow goes to the accumulator. */
function carry(
  layout: RegisterLayout,
  instruction: Instruction,
  carried: (a: number, b: number) => number,
  f: (a: number, b: number) => number,
): Step {
  const { n, prepare, a, b, mask, dst } = partsOf(layout, instruction);
  const { at: result } = resultOf(layout, 'i32');
  const { store } = destinationOf(layout, dst, 'i32', n);
  const [accumulator, high] = [layout.of('acc') >> 2, layout.of('accHigh') >> 2];
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    const { i32 } = t;
    const carries: number[] = [];
    for (let i = 0; i < n; i++) {
      const x = i32[a.at + i * a.stride] ?? 0;
      const y = i32[b.at + i * b.stride] ?? 0;
      carries.push(carried(x, y));
      i32[result + i] = f(x, y);
    }
    store(t, lanes);
    for (let i = 0; i < n; i++) {
      if (((lanes >> i) & 1) === 0) continue;
      i32[accumulator + i] = carries[i] ?? 0;
      i32[high + i] = 0;
    }
  };
}

/** Sums of absolute differences of pairs of bytes; in lanes with odd numbers nothing is defined, and zero is stored. */
function differences(layout: RegisterLayout, instruction: Instruction, accumulates: boolean): Step {
  const { n, prepare, a, b, mask, dst } = partsOf(layout, instruction);
  const { at: result } = resultOf(layout, 'i32');
  const { store } = destinationOf(layout, dst, 'i32', n);
  const words = layout.of('acc') >> 1;
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    const { i32, i16 } = t;
    const distance = (i: number): number => Math.abs((i32[a.at + i * a.stride] ?? 0) - (i32[b.at + i * b.stride] ?? 0));
    for (let i = 0; i < n; i += 2) {
      i32[result + i] = distance(i) + distance(i + 1) + (accumulates ? (i16[words + i] ?? 0) : 0);
      i32[result + i + 1] = 0;
    }
    store(t, lanes);
  };
}

/** A move of the lanes that the second source names, to the address of the destination plus the place of the lane. */
function scattered(layout: RegisterLayout, instruction: Instruction): Step {
  const { sources, execSize: n, dst, noMask } = instruction;
  const [first, second] = sources;
  if (dst === undefined || first === undefined || second === undefined) throw new Unsupported('smov without its operands');
  const kind = rawKind(bitsOf(dst));
  const move = kind === 'i64' ? int64.mov : int32.mov;
  const a = sourceOf(layout, first, 0, kind, n, { raw: true });
  const { store } = destinationOf(layout, dst, kind, n, true);
  const { at, stride } = resultOf(layout, kind);
  const mask = noMask ? maskOf(layout, instruction) : executionMask(instruction);
  if (second.kind !== 'immediate') throw new Unsupported('smov with lanes in a register');
  return (t) => {
    const lanes = mask(t) & second.low;
    if (lanes === 0) return;
    a.prepare?.(t);
    move(t, n, at, stride, a.at, a.stride, 0, 0, 0, 0);
    store(t, lanes);
  };
}

/** Adds random bits below the last bit that is kept, then cuts. */
function stochastic(layout: RegisterLayout, instruction: Instruction): Step {
  const { sources, execSize: n, dst } = instruction;
  const [first, second] = sources;
  if (dst === undefined || first === undefined || second === undefined) throw new Unsupported('srnd without its operands');
  const toHalf = dst.type?.name === 'hf' && first.type?.name === 'f';
  if (!toHalf && !(dst.type?.name === 'bf8' && first.type?.name === 'hf')) throw new Unsupported('srnd of these types');
  const a = sourceOf(layout, first, 0, 'i32', n, { raw: true });
  const b = sourceOf(layout, second, 1, 'i32', n, { raw: true });
  const prepare = sequence(a.prepare, b.prepare);
  const mask = maskOf(layout, instruction);
  const { store } = destinationOf(layout, dst, 'i32', n, true);
  const { at: result } = resultOf(layout, 'i32');
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    const { i32 } = t;
    for (let i = 0; i < n; i++) {
      const bits = i32[a.at + i * a.stride] ?? 0;
      const random = i32[b.at + i * b.stride] ?? 0;
      i32[result + i] = toHalf ? cutSingle(bits, random) : cutHalf(bits, random);
    }
    store(t, lanes);
  };
}

const SINGLE = new Float32Array(1);
const SINGLE_BITS = new Int32Array(SINGLE.buffer);

/** 65,536, from which on a half is infinite; and an infinity. */
const TOO_LARGE = 0x47800000;
const INFINITE = 0x7f800000;

function cutSingle(bits: number, random: number): number {
  const isSpecial = (bits & INFINITE) === INFINITE;
  const raised = isSpecial ? bits : bits + (random & 0x1fff);
  const isTooLarge = !isSpecial && (raised & 0x7fffffff) >= TOO_LARGE;
  SINGLE_BITS[0] = isTooLarge ? (raised & 0x80000000) | INFINITE : raised;
  return encodeFloat(SINGLE[0] ?? 0, FORMATS.hf, TO_ZERO);
}

const cutHalf = (bits: number, random: number): number =>
  (bits & 0x7c00) === 0x7c00 ? bits >>> 8 : ((bits + (random & 0xff)) >>> 8) & 0xff;

/**
 * `math.invm` and `math.rsqtm`: the first step of a division or square root, whose other steps are skipped where the flag is set. The
 * correctly rounded result is given at once, and the flag set.
 */
export function rounded(layout: RegisterLayout, instruction: Instruction, name: 'invm' | 'rsqtm'): Step {
  const { sources, execSize: n, dst } = instruction;
  const [first, second = first] = sources;
  if (dst === undefined || first === undefined || second === undefined) throw new Unsupported('a macro without its operands');
  const kind = dst.type?.name === 'df' ? 'f64' : 'f32';
  if (kind === 'f32' && dst.type?.name !== 'f') throw new Unsupported('a macro of this type');
  const packed = (one: Operand): Operand => ({ ...one, region: { vertical: undefined, width: undefined, stride: 1, text: '<1>' } });
  const a = sourceOf(layout, packed(first), 0, kind, n);
  const b = sourceOf(layout, packed(second), 1, kind, n);
  const prepare = sequence(a.prepare, b.prepare);
  const mask = maskOf(layout, instruction);
  const write = flagWriter(layout, instruction);
  const { at: result } = resultOf(layout, kind);
  const { store } = destinationOf(layout, dst, kind, n);
  const round = kind === 'f64' ? roundToDf : roundToF;
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    prepare(t);
    const values = t[kind];
    const mode = roundingOf(t);
    for (let i = 0; i < n; i++) {
      const x = values[a.at + i * a.stride] ?? 0;
      const { value, error } = name === 'invm' ? quotientOf(x, values[b.at + i * b.stride] ?? 0) : rootOf(x);
      values[result + i] = mode === NEAREST ? value : round(value, error, mode);
    }
    store(t, lanes);
    write(t, lanes, -1);
  };
}
