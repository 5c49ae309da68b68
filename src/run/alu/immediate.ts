/** Immediates: a number, or a packed vector, as lanes in the form of a kind. */
import type { DataType, Operand } from '../../formats/eu/index.ts';
import { bfloatOf, FORMATS, halfOf } from '../numbers.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { isDenormal, keepBit, Unsupported } from './elements.ts';
import { elementBytes, type Kind, type Lanes, type Step, sequence, unitBytes } from './kinds.ts';
import { modify, type SourceOptions } from './modifiers.ts';

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
export function immediate(layout: RegisterLayout, operand: Operand, to: number, kind: Kind, n: number, options: SourceOptions): Lanes {
  const { values, bits } = immediateValues(operand, options.raw === true);
  const stride = elementBytes(kind) / unitBytes(kind);
  const at = to / unitBytes(kind);
  const count = values.length === 1 ? 1 : n;
  // A vector of words: lanes that are further apart in the destination take every second element.
  const apart = operand.type?.name === 'vf' ? 1 : Math.max(Math.floor((options.step ?? 2) / 2), 1);
  const taken = values.length === 1 ? values : values.map((_, i) => values[(i * apart) % values.length] ?? 0);
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
    if (((t.i32[control] ?? 0) & keep) === 0) t.f64[at] = value < 0 ? -0 : 0;
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
      for (let i = 0; i < words.length; i++) i32[at + i] = words[i] ?? 0;
    };
  }
  const view = kind === 'f32' ? 'f32' : 'f64';
  return (t) => {
    const lanes = t[view];
    for (let i = 0; i < n; i++) lanes[at + i] = values[i % values.length] ?? 0;
  };
}
