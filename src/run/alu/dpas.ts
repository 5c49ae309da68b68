/**
 * Matrix products: `dpas` and `dpasw`. Each lane is a column of the result; the second source is the matrix that all rows share, packed along the
 * depth, the third the rows.
 *
 * Source: documentation/visa/instructions/DPAS.md of intel/intel-graphics-compiler.
 */
import type { Instruction, Operand } from '../../formats/eu/index.ts';
import { halt } from '../halt.ts';
import { bfloatOf, decodeFloat, encodeFloat, FORMATS, halfOf, sumError, toOdd } from '../numbers.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { Unsupported } from './elements.ts';
import type { Step } from './kinds.ts';
import { executionMask } from './masks.ts';

/** Reads element `index` of a packed matrix that begins at a byte. */
type Element = (t: Thread, start: number, index: number) => number;

function elementOf({ type }: Operand): { readonly bits: number; readonly read: Element; readonly float: boolean } {
  const name = type?.name ?? '';
  switch (name) {
    case 'ub':
      return { bits: 8, float: false, read: ({ bytes }, start, i) => bytes[start + i] ?? 0 };
    case 'b':
      return { bits: 8, float: false, read: ({ i8 }, start, i) => i8[start + i] ?? 0 };
    case 'u4':
    case 's4':
    case 'u2':
    case 's2': {
      const bits = Number(name[1]);
      const signed = name.startsWith('s');
      const per = 8 / bits;
      return {
        bits,
        float: false,
        read: ({ bytes }, start, i) => {
          const value = ((bytes[start + Math.floor(i / per)] ?? 0) >> ((i % per) * bits)) & (2 ** bits - 1);
          return signed ? (value << (32 - bits)) >> (32 - bits) : value;
        },
      };
    }
    case 'hf':
      return { bits: 16, float: true, read: ({ u16 }, start, i) => halfOf(u16[(start >> 1) + i] ?? 0) };
    case 'bf':
      return { bits: 16, float: true, read: ({ u16 }, start, i) => bfloatOf(u16[(start >> 1) + i] ?? 0) };
    case 'tf32':
      return { bits: 32, float: true, read: ({ f32 }, start, i) => f32[(start >> 2) + i] ?? 0 };
    case 'bf8':
      return { bits: 8, float: true, read: ({ bytes }, start, i) => decodeFloat(bytes[start + i] ?? 0, FORMATS.bf8) };
    case 'hf8':
      return { bits: 8, float: true, read: ({ bytes }, start, i) => decodeFloat(bytes[start + i] ?? 0, FORMATS.hf8) };
    default:
      throw new Unsupported(`a matrix of the type ${name}`);
  }
}

export const translateDpas = (layout: RegisterLayout, instruction: Instruction): Step =>
  productOf(layout, instruction, placeOf(layout, instruction.sources[2]));

const placeOf = (layout: RegisterLayout, operand: Operand | undefined): number => (operand && layout.placeOf(operand)) ?? 0;

/**
 * `dpasw`: two threads share the third source. Its first half is in the registers of the first thread of a pair, the second in the same
 * registers of the other. The thread that comes first waits; the second computes for both.
 *
 * Source: documentation/visa/instructions/DPASW.md of intel/intel-graphics-compiler.
 *
 * @param own the address of the instruction
 */
export function translateWideDpas(layout: RegisterLayout, instruction: Instruction, own: number): Step {
  const [, second, third] = instruction.sources;
  if (second === undefined || third === undefined) throw new Unsupported('dpasw without its operands');
  const from = placeOf(layout, third);
  const shared = layout.of('payload');
  const step = productOf(layout, instruction, shared);
  const { depth, rows, per, bits } = sizesOf(instruction, second, third);
  const half = Math.ceil(Math.ceil((rows * depth * per * bits) / 8 / layout.grfBytes) / 2) * layout.grfBytes;
  return (t) => {
    const other = t.around.partner(t);
    if (other === undefined) throw halt('no-partner');
    if (other.state !== 'waiting' || other.ip !== own) {
      t.state = 'waiting';
      t.ip = own;
      return;
    }
    const [first, last] = (t.index & 1) === 0 ? [t, other] : [other, t];
    for (const one of [t, other])
      for (let k = 0; k < half; k++) {
        one.bytes[shared + k] = first.bytes[from + k] ?? 0;
        one.bytes[shared + half + k] = last.bytes[from + k] ?? 0;
      }
    step(t);
    step(other);
    other.state = 'ready';
    t.ip = own + instruction.size;
    other.ip = t.ip;
  };
}

/** Depth and rows of a product, elements that are multiplied at a time, and the bits of an element of the third source. */
function sizesOf({ subfunction }: Instruction, second: Operand, third: Operand) {
  const [depth = 8, rows = 1] = subfunction.split('x').map(Number);
  const { bits } = elementOf(third);
  return { depth, rows, bits, per: Math.min(Math.floor(32 / Math.max(elementOf(second).bits, bits)), 8) };
}

function productOf(layout: RegisterLayout, instruction: Instruction, a: number): Step {
  const { sources, dst, execSize: n } = instruction;
  const [first, second, third] = sources;
  if (dst === undefined || first === undefined || second === undefined || third === undefined)
    throw new Unsupported('dpas without its operands');
  const [weights, activations] = [elementOf(second), elementOf(third)];
  const { depth, rows, per } = sizesOf(instruction, second, third);
  const perWord = Math.max(Math.floor(32 / (per * weights.bits)), 1);
  const rowBits = (type: string | undefined): number => (type === 'hf' || type === 'bf' ? 16 : 32);
  const [to, sum, b] = [dst, first, second].map((one) => placeOf(layout, one)) as [number, number, number];
  const hasSum = first.register?.name === 'r';
  const [outBits, inBits] = [rowBits(dst.type?.name), rowBits(first.type?.name)];
  const isFloat = weights.float;
  const mask = executionMask(instruction);
  const { grfBytes } = layout;
  const results = new Float64Array(rows * n);
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    for (let row = 0; row < rows; row++)
      for (let lane = 0; lane < n; lane++) {
        let value = hasSum ? accumulator(t, sum + (row * n * inBits) / 8, lane, first.type?.name) : 0;
        for (let d = 0; d < depth; d++) {
          const register = b + Math.floor(d / perWord) * grfBytes;
          const from = (d % perWord) * per;
          let part = 0;
          for (let j = 0; j < per; j++)
            part += weights.read(t, register, lane * (32 / weights.bits) + from + j) * activations.read(t, a, (row * depth + d) * per + j);
          value = isFloat ? Math.fround(toOdd(value + part, sumError(value, part, value + part))) : (value + part) | 0;
        }
        results[row * n + lane] = value;
      }
    for (let row = 0; row < rows; row++)
      for (let lane = 0; lane < n; lane++)
        if ((lanes >> lane) & 1) put(t, to + (row * n * outBits) / 8, lane, results[row * n + lane] ?? 0, dst.type?.name);
  };
}

function accumulator(t: Thread, start: number, lane: number, type: string | undefined): number {
  if (type === 'hf') return halfOf(t.u16[(start >> 1) + lane] ?? 0);
  if (type === 'bf') return bfloatOf(t.u16[(start >> 1) + lane] ?? 0);
  return type === 'f' ? (t.f32[(start >> 2) + lane] ?? 0) : (t.i32[(start >> 2) + lane] ?? 0);
}

function put(t: Thread, start: number, lane: number, value: number, type: string | undefined): void {
  if (type === 'hf' || type === 'bf') t.u16[(start >> 1) + lane] = encodeFloat(value, FORMATS[type], 0);
  else if (type === 'f') t.f32[(start >> 2) + lane] = value;
  else t.i32[(start >> 2) + lane] = value;
}
