/** Sources: regions, types and modifiers become lanes in the form of a kind. */
import { type DataType, type Operand, optionBit, TYPES } from '../../formats/eu/index.ts';
import { decodeFloat, exponentOf, FORMATS, mirrored, roundToDf, toOdd } from '../numbers.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { roundingOf } from './floats.ts';
import { elementBytes, type Kind, type Lanes, type Step, unitBytes } from './kinds.ts';

/** Something that execution does not have: the run stops with the reason `unsupported`. */
export class Unsupported extends Error {}

const ABSOLUTE = 1;
const NEGATED = 2;
const WIDTHS = { ub: 1, b: 1, uw: 2, w: 2, ud: 4, d: 4, uq: 8, q: 8, hf: 2, bf: 2, f: 4, df: 8, tf32: 4, bf8: 1, hf8: 1 } as const;
type Name = keyof typeof WIDTHS;

const AREAS = [
  ['first', 'raw0'],
  ['second', 'raw1'],
  ['third', 'raw2'],
] as const;

/** The byte offset of each lane of a region, from its first element. */
export function regionOffsets({ region }: Operand, bytes: number, n: number): Int32Array {
  const offsets = new Int32Array(n);
  if (region === undefined) return offsets;
  const { vertical, width, stride } = region;
  if (stride === undefined) throw new Unsupported('a source whose region is not valid');
  for (let i = 0; i < n; i++) {
    if (vertical === undefined) offsets[i] = i * stride * bytes;
    else if (vertical === 'VxH') offsets[i] = (i % (width ?? 1)) * stride * bytes;
    else {
      const row = width ?? (stride === 0 ? 1 : vertical === 0 ? n : vertical / stride);
      offsets[i] = (Math.floor(i / row) * vertical + (i % row) * stride) * bytes;
    }
  }
  return offsets;
}

/** The distance from lane to lane in bytes; `undefined` if it differs. */
function strideOf(offsets: Int32Array): number | undefined {
  const stride = offsets[1] ?? 0;
  for (let i = 2; i < offsets.length; i++) if (offsets[i] !== i * stride) return undefined;
  return stride;
}

/** How a source is read. */
export interface SourceOptions {
  /** Whether a negation is the complement of the bits: in logic operations. */
  readonly logic?: boolean;
  /** Whether the bits are taken as they are, floats too: in moves and selections. Modifiers of floats change the sign bit. */
  readonly raw?: boolean;
  /** Whether the value goes to a narrower float: what a double cannot hold of a 64-bit integer is kept in its last bit. */
  readonly narrows?: boolean;
  /** Whether denormal doubles may have to become zero: they are not read where they are. */
  readonly flushes?: boolean;
  /** The distance of lanes in the destination in bytes: the elements of a vector immediate are that of words there. */
  readonly step?: number;
}

/**
 * The lanes of a source.
 *
 * @param index 0 to 2: which source, for the place of what is converted
 */
export function sourceOf(
  layout: RegisterLayout,
  operand: Operand,
  index: number,
  kind: Kind,
  n: number,
  options: SourceOptions = {},
): Lanes {
  const [area, raw] = AREAS[index] ?? AREAS[2];
  const to = layout.of(area);
  const isWide = operand.kind === 'immediate' && operand.type?.bits === 64 && !operand.type.float && kind !== 'i32' && kind !== 'i64';
  if (operand.kind === 'immediate' && !isWide) return immediate(layout, operand, to, kind, n, options);
  const name = operand.type?.name as Name | undefined;
  if (name === undefined || WIDTHS[name] === undefined)
    throw new Unsupported(`sources of the type ${operand.type?.name ?? 'that is missing'}`);
  const bytes = WIDTHS[name];
  const offsets = regionOffsets(operand, bytes, n);
  let base: number;
  let before: Step | undefined;
  let places = offsets;
  if (isWide) {
    // More bits than a double has: converted when the instruction runs, as those of a register.
    base = layout.of(raw);
    const { low, high } = operand;
    before = ({ i32 }) => {
      i32[base >> 2] = low;
      i32[(base >> 2) + 1] = high;
    };
    places = new Int32Array(n);
  } else if (operand.kind === 'indirect') {
    base = layout.of(raw);
    before = gatherIndirect(layout, operand, offsets, bytes, base);
    places = Int32Array.from(offsets, (_, i) => i * bytes);
  } else {
    const place = layout.placeOf(operand);
    if (place === undefined) throw new Unsupported(`the register ${operand.register?.name ?? 'of a source'}`);
    base = place;
    before = beforeReading(layout, operand);
    if (base + (offsets.at(-1) ?? 0) + bytes > layout.size) throw new Unsupported('a source beyond the last register');
  }
  const stride = strideOf(places);
  if (stride !== undefined && options.flushes !== true && isDirect(name, kind, options.raw === true) && operand.modifier === 0) {
    const unit = unitBytes(kind);
    if (base % unit === 0 && stride % unit === 0)
      return { at: base / unit, stride: stride / unit, ...(before === undefined ? {} : { prepare: before }) };
  }
  const gather = gatherOf(name, kind, base, places, to, layout, options, operand.modifier);
  const change = modify(operand.modifier, operand.type as DataType, kind, to, n, options);
  return { at: to / unitBytes(kind), stride: elementBytes(kind) / unitBytes(kind), prepare: sequence(before, gather, change) };
}

/** Whether elements of a type are in the form of a kind already. Denormal floats of 32 bits are kept in that kind. */
function isDirect(name: Name, kind: Kind, raw: boolean): boolean {
  switch (kind) {
    case 'i32':
      return name === 'd' || name === 'ud' || (raw && WIDTHS[name] === 4);
    case 'i64':
      return name === 'q' || name === 'uq' || (raw && name === 'df');
    case 'f32':
      return name === 'f';
    case 'f64':
      return name === 'df';
    default:
      return false;
  }
}

export function sequence(...steps: readonly (Step | undefined)[]): Step {
  const [first, second, third, ...rest] = steps.filter((step) => step !== undefined);
  if (first === undefined) return () => undefined;
  if (second === undefined) return first;
  if (third === undefined)
    return (t) => {
      first(t);
      second(t);
    };
  const after = sequence(third, ...rest);
  return (t) => {
    first(t);
    second(t);
    after(t);
  };
}

/** Registers whose value is known when they are read. */
function beforeReading(layout: RegisterLayout, { register }: Operand): Step | undefined {
  if (register?.name === 'ce') {
    const at = layout.of('ce') >> 2;
    return (t) => {
      t.i32[at] = t.mask;
    };
  }
  if (register?.name === 'tm') {
    const at = layout.of('tm') >> 2;
    return (t) => {
      t.i32[at] = (t.i32[at] as number) + 16;
    };
  }
  return undefined;
}

/** Copies the elements of an indirect source next to each other. What is outside of the registers reads as zero. */
function gatherIndirect(layout: RegisterLayout, operand: Operand, offsets: Int32Array, bytes: number, to: number): Step {
  const { region, sub, offset } = operand;
  const address = (layout.of('a') >> 1) + sub;
  const perRow = region?.vertical === 'VxH' ? (region.width ?? 1) : offsets.length;
  const limit = layout.generalBytes;
  return ({ bytes: memory, u16 }) => {
    for (let i = 0; i < offsets.length; i++) {
      const from = (u16[address + Math.floor(i / perRow)] as number) + offset + (offsets[i] as number);
      const isInside = from >= 0 && from + bytes <= limit;
      for (let k = 0; k < bytes; k++) memory[to + i * bytes + k] = isInside ? (memory[from + k] as number) : 0;
    }
  };
}

/** The index of each lane in a view of elements of so many bytes. */
function indexed(base: number, places: Int32Array, bytes: number): Int32Array {
  if (base % bytes !== 0) throw new Unsupported('a source whose place is not a multiple of its size');
  return places.map((place) => (base + place) / bytes);
}

/** Converts each element to the form of a kind. */
function gatherOf(
  name: Name,
  kind: Kind,
  base: number,
  places: Int32Array,
  to: number,
  layout: RegisterLayout,
  options: SourceOptions,
  modifier: number,
): Step {
  const bytes = WIDTHS[name];
  const [abs, negates] = [(modifier & ABSOLUTE) !== 0, (modifier & NEGATED) !== 0];
  if (kind === 'i32') return toWords(name, indexed(base, places, bytes), to >> 2);
  if (kind === 'i64') return toPairs(name, base, places, to >> 2);
  const at = indexed(base, places, bytes);
  const n = at.length;
  if (kind === 'f32') {
    const into = to >> 2;
    if (name === 'f' || name === 'tf32')
      return ({ f32 }) => {
        for (let i = 0; i < n; i++) f32[into + i] = f32[at[i] as number] as number;
      };
    const read = readerOf(name, false);
    return (t) => {
      for (let i = 0; i < n; i++) t.f32[into + i] = read(t, at[i] as number);
    };
  }
  const into = to >> 3;
  if (kind === 'f64' && (name === 'q' || name === 'uq'))
    return (t) => {
      const mode = roundingOf(t);
      for (let i = 0; i < n; i++) {
        const place = at[i] as number;
        const high = ((name === 'q' ? t.i32 : t.u32)[place * 2 + 1] as number) * 2 ** 32;
        const low = t.u32[place * 2] as number;
        // Modifiers come after it, and may turn the direction around.
        const turns = (abs && high < 0) !== negates;
        t.f64[into + i] = roundToDf(high + low, low - (high + low - high), turns ? mirrored(mode) : mode);
      }
    };
  const read = readerOf(name, options.narrows === true);
  const keep = kind === 'exact' ? 0 : keepBit(name);
  if (keep === 0)
    return (t) => {
      for (let i = 0; i < n; i++) t.f64[into + i] = read(t, at[i] as number);
    };
  const control = layout.of('cr') >> 2;
  const { least } = FORMATS[name === 'tf32' ? 'f' : (name as keyof typeof FORMATS)];
  return (t) => {
    const flushes = ((t.i32[control] as number) & keep) === 0;
    for (let i = 0; i < n; i++) {
      const value = read(t, at[i] as number);
      t.f64[into + i] = flushes && isDenormal(value, least) ? (value < 0 ? -0 : 0) : value;
    }
  };
}

export const isDenormal = (value: number, least: number): boolean =>
  value !== 0 && Math.abs(value) < 1 && exponentOf(Math.abs(value)) < least;

/** The bit of cr0.0 that keeps denormal numbers of a type; 0 for types without. */
export function keepBit(name: string): number {
  if (name === 'tf32') return FORMATS.bf.keep;
  return name in FORMATS ? FORMATS[name as keyof typeof FORMATS].keep : 0;
}

const halfScale = 2 ** 112;
const HALF = new Float32Array(1);
const HALF_BITS = new Int32Array(HALF.buffer);

/** The value of a half. */
export function halfOf(bits: number): number {
  if ((bits & 0x7c00) === 0x7c00) return decodeFloat(bits, FORMATS.hf);
  HALF_BITS[0] = ((bits & 0x8000) << 16) | ((bits & 0x7fff) << 13);
  return (HALF[0] as number) * halfScale;
}

/** The value of a bfloat16. */
export function bfloatOf(bits: number): number {
  HALF_BITS[0] = bits << 16;
  return HALF[0] as number;
}

/** Reads an element as a number, by its index in the view of its size. */
export function readerOf(name: string, narrows: boolean): (t: Thread, at: number) => number {
  switch (name) {
    case 'ub':
      return ({ bytes }, at) => bytes[at] as number;
    case 'b':
      return ({ i8 }, at) => i8[at] as number;
    case 'uw':
      return ({ u16 }, at) => u16[at] as number;
    case 'w':
      return ({ i16 }, at) => i16[at] as number;
    case 'ud':
      return ({ u32 }, at) => u32[at] as number;
    case 'd':
      return ({ i32 }, at) => i32[at] as number;
    case 'f':
    case 'tf32':
      return ({ f32 }, at) => f32[at] as number;
    case 'df':
      return ({ f64 }, at) => f64[at] as number;
    case 'hf':
      return ({ u16 }, at) => halfOf(u16[at] as number);
    case 'bf':
      return ({ u16 }, at) => bfloatOf(u16[at] as number);
    case 'bf8':
      return ({ bytes }, at) => decodeFloat(bytes[at] as number, FORMATS.bf8);
    case 'hf8':
      return ({ bytes }, at) => decodeFloat(bytes[at] as number, FORMATS.hf8);
    case 'q':
    case 'uq': {
      const isSigned = name === 'q';
      return ({ i32, u32 }, at) => {
        const high = ((isSigned ? i32 : u32)[at * 2 + 1] as number) * 2 ** 32;
        const low = u32[at * 2] as number;
        const sum = high + low;
        return narrows ? toOdd(sum, low - (sum - high)) : sum;
      };
    }
    default:
      throw new Unsupported(`elements of the type ${name}`);
  }
}

function toWords(name: Name, at: Int32Array, into: number): Step {
  const n = at.length;
  switch (name) {
    case 'ub':
    case 'bf8':
    case 'hf8':
      return ({ bytes, i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = bytes[at[i] as number] as number;
      };
    case 'b':
      return ({ i8, i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = i8[at[i] as number] as number;
      };
    case 'uw':
    case 'hf':
    case 'bf':
      return ({ u16, i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = u16[at[i] as number] as number;
      };
    case 'w':
      return ({ i16, i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = i16[at[i] as number] as number;
      };
    case 'q':
    case 'uq':
    case 'df':
      return ({ i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = i32[(at[i] as number) * 2] as number;
      };
    default:
      return ({ i32 }) => {
        for (let i = 0; i < n; i++) i32[into + i] = i32[at[i] as number] as number;
      };
  }
}

function toPairs(name: Name, base: number, places: Int32Array, into: number): Step {
  const n = places.length;
  if (WIDTHS[name] === 8) {
    const at = indexed(base, places, 4);
    return ({ i32 }) => {
      for (let i = 0; i < n; i++) {
        i32[into + 2 * i] = i32[at[i] as number] as number;
        i32[into + 2 * i + 1] = i32[(at[i] as number) + 1] as number;
      }
    };
  }
  const isSigned = TYPES[name]?.signed === true;
  const read = toWords(name, indexed(base, places, WIDTHS[name]), into);
  return (t) => {
    read(t);
    const { i32 } = t;
    for (let i = n - 1; i >= 0; i--) {
      const low = i32[into + i] as number;
      i32[into + 2 * i] = low;
      i32[into + 2 * i + 1] = isSigned ? low >> 31 : 0;
    }
  };
}

/** Applies modifiers to converted lanes: the absolute value first, then the negation. */
function modify(modifier: number, type: DataType, kind: Kind, to: number, n: number, { logic, raw }: SourceOptions): Step | undefined {
  if (modifier === 0) return undefined;
  if (logic === true) return complement(kind, to >> 2, n);
  if (raw === true && type.float) return changeSign(type.bits, kind, to >> 2, n, modifier);
  const abs = (modifier & ABSOLUTE) !== 0;
  const negate = (modifier & NEGATED) !== 0;
  if (kind === 'i32')
    return ({ i32 }) => {
      for (let i = to >> 2; i < (to >> 2) + n; i++) {
        const value = i32[i] as number;
        const size = abs && type.signed && value < 0 ? -value : value;
        i32[i] = negate ? -size : size;
      }
    };
  if (kind === 'i64')
    return ({ i32 }) => {
      for (let i = to >> 2; i < (to >> 2) + 2 * n; i += 2) {
        const isNegative = type.signed && (i32[i + 1] as number) < 0;
        if ((abs && isNegative) !== negate) {
          const low = -(i32[i] as number) | 0;
          i32[i + 1] = ~(i32[i + 1] as number) + (low === 0 ? 1 : 0);
          i32[i] = low;
        }
      }
    };
  const view = kind === 'f32' ? 'f32' : 'f64';
  const from = to / unitBytes(kind);
  return (t) => {
    const values = t[view];
    for (let i = from; i < from + n; i++) {
      const size = abs ? Math.abs(values[i] as number) : (values[i] as number);
      // There is no negative zero of integers.
      values[i] = !negate ? size : type.float ? -size : 0 - size;
    }
  };
}

function complement(kind: Kind, at: number, n: number): Step {
  const words = kind === 'i64' ? 2 * n : n;
  return ({ i32 }) => {
    for (let i = at; i < at + words; i++) i32[i] = ~(i32[i] as number);
  };
}

function changeSign(bits: number, kind: Kind, at: number, n: number, modifier: number): Step {
  const sign = kind === 'i64' ? 1 << 31 : 1 << (bits - 1);
  const [first, stride] = kind === 'i64' ? [at + 1, 2] : [at, 1];
  const keep = modifier & ABSOLUTE ? ~sign : -1;
  const turn = modifier & NEGATED ? sign : 0;
  return ({ i32 }) => {
    for (let i = 0; i < n; i++) i32[first + i * stride] = ((i32[first + i * stride] as number) & keep) ^ turn;
  };
}

/** The elements of an immediate: one, or those of a packed vector. */
function immediateValues(
  { type, low, high }: Operand,
  raw: boolean,
): { readonly values: readonly number[]; readonly bits?: readonly (readonly [number, number])[] } {
  const signExtended = (value: number): readonly [number, number] => [value | 0, value < 0 ? -1 : 0];
  const nibbles = Array.from({ length: 8 }, (_, i) => (low >>> (4 * i)) & 15);
  switch (type?.name) {
    case 'v':
      return { values: nibbles.map((x) => (x << 28) >> 28) };
    case 'uv':
      return { values: nibbles };
    case 'vf': {
      const values = [0, 8, 16, 24].map((shift) => restrictedFloat((low >>> shift) & 255));
      return { values, ...(raw ? { bits: values.map((x) => signExtended(new Int32Array(new Float32Array([x]).buffer)[0] ?? 0)) } : {}) };
    }
    case 'w':
    case 'b':
      return { values: [type.bits === 16 ? (low << 16) >> 16 : (low << 24) >> 24] };
    case 'uw':
    case 'ub':
      return { values: [low & (type.bits === 16 ? 0xffff : 0xff)] };
    case 'd':
      return { values: [low] };
    case 'ud':
      return { values: [low >>> 0], bits: [[low, 0]] };
    case 'q':
    case 'uq':
      return { values: [(type.signed ? high : high >>> 0) * 2 ** 32 + (low >>> 0)], bits: [[low, high]] };
    case 'f':
      return { values: [new Float32Array(new Int32Array([low]).buffer)[0] ?? 0], bits: [[low, 0]] };
    case 'hf':
      return { values: [halfOf(low & 0xffff)], bits: [[low & 0xffff, 0]] };
    case 'bf':
      return { values: [bfloatOf(low & 0xffff)], bits: [[low & 0xffff, 0]] };
    case 'df':
      return { values: [new Float64Array(new Int32Array([low, high]).buffer)[0] ?? 0], bits: [[low, high]] };
    default:
      throw new Unsupported(`immediates of the type ${type?.name ?? 'that is missing'}`);
  }
}

/** An 8-bit float: a sign, three bits of exponent with bias 3, four of fraction; 0 is zero. */
function restrictedFloat(bits: number): number {
  const sign = bits & 0x80 ? -1 : 1;
  return (bits & 0x7f) === 0 ? sign * 0 : sign * (1 + (bits & 15) / 16) * 2 ** (((bits >> 4) & 7) - 3);
}

/** Writes an immediate into the place of the source whenever the instruction runs. */
function immediate(layout: RegisterLayout, operand: Operand, to: number, kind: Kind, n: number, options: SourceOptions): Lanes {
  const { values, bits } = immediateValues(operand, options.raw === true);
  const stride = elementBytes(kind) / unitBytes(kind);
  const at = to / unitBytes(kind);
  const count = values.length === 1 ? 1 : n;
  // A vector of words: lanes that are further apart in the destination take every second element.
  const apart = operand.type?.name === 'vf' ? 1 : Math.max(Math.floor((options.step ?? 2) / 2), 1);
  const taken = values.length === 1 ? values : values.map((_, i) => values[(i * apart) % values.length] as number);
  const name = operand.type?.name ?? '';
  const flushes = kind === 'f64' || kind === 'odd' ? flushOf(layout, name, taken) : undefined;
  const fill = sequence(fillOf(taken, bits, kind, at, count), flushes === undefined ? undefined : (t) => flushes(t, at));
  const change = modify(operand.modifier, operand.type as DataType, kind, to, count, options);
  return { at, stride: values.length === 1 ? 0 : stride, prepare: sequence(fill, change) };
}

/** A denormal float is zero if cr0.0 does not keep those of its type. */
function flushOf(layout: RegisterLayout, name: string, [value = 0]: readonly number[]): ((t: Thread, at: number) => void) | undefined {
  const keep = keepBit(name);
  if (keep === 0 || !isDenormal(value, FORMATS[name as keyof typeof FORMATS].least)) return undefined;
  const control = layout.of('cr') >> 2;
  return (t, at) => {
    if (((t.i32[control] as number) & keep) === 0) t.f64[at] = value < 0 ? -0 : 0;
  };
}

function fillOf(
  values: readonly number[],
  bits: readonly (readonly [number, number])[] | undefined,
  kind: Kind,
  at: number,
  n: number,
): Step {
  const pairs = bits ?? values.map((value) => [value | 0, value < 0 ? -1 : 0] as const);
  if (kind === 'i32' || kind === 'i64') {
    const [first] = pairs;
    const [low, high] = first as readonly [number, number];
    if (n === 1 && kind === 'i32')
      return ({ i32 }) => {
        i32[at] = low;
      };
    if (n === 1)
      return ({ i32 }) => {
        i32[at] = low;
        i32[at + 1] = high;
      };
    const words = Array.from({ length: n }, (_, i) => pairs[i % pairs.length] as readonly [number, number]).flatMap((pair) =>
      kind === 'i32' ? [pair[0]] : pair,
    );
    return ({ i32 }) => {
      for (let i = 0; i < words.length; i++) i32[at + i] = words[i] as number;
    };
  }
  const view = kind === 'f32' ? 'f32' : 'f64';
  return (t) => {
    const lanes = t[view];
    for (let i = 0; i < n; i++) lanes[at + i] = values[i % values.length] as number;
  };
}

/** Options of instructions that change what they compute. */
export const ACCUMULATES = optionBit('AccWrEn');
