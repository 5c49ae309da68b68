/**
 * Where a variable is. The stack machine of DWARF has two operations of Intel's compilers: which lane is asked for, and bits of a register.
 *
 * Source: DWARF 5, 2.5 (expressions); DWARF 4, 7.7.3 (location lists); IGC/DebugInfo of intel/intel-graphics-compiler.
 */
import { COST, type Reporter } from '../../core/diag/index.ts';
import type { FormValue, Widths } from './form.ts';
import type { VariableLocation } from './model.ts';
import type { DebugSections } from './sections.ts';
import { LOCATION_OPERATIONS } from './table.ts';

const LISTS = '.debug_loc';

/**
 * The locations that an attribute gives: an expression, or a list of version 4.
 *
 * @param base address of the code of the unit
 */
export function locationsAt(
  value: FormValue | undefined,
  sections: DebugSections,
  out: Reporter,
  { addressSize }: Widths,
  base: number,
): readonly VariableLocation[] {
  if (value?.class === 'block') return [{ expression: sections.open('.debug_info').bytes.sub(value.at, value.at + value.size).data }];
  if (value === undefined || !('number' in value) || value.class !== 'sec_offset') return [];
  const locations: VariableLocation[] = [];
  const cursor = sections.cursor(LISTS, value.number);
  const { bytes } = sections.open(LISTS);
  const none = addressSize === 8 ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn;
  let from = base;
  for (;;) {
    const at = cursor.at;
    const [low, high] = [cursor.word(addressSize), cursor.word(addressSize)];
    if (low === 0n && high === 0n) return locations;
    const size = low === none ? 0 : cursor.u16();
    const start = cursor.at;
    cursor.skip(size);
    // Many variables may have one list.
    if (!out.charge(COST.entry + size, bytes.span(at, cursor.at), LISTS)) return locations;
    if (low === none) from = Number(high);
    else locations.push({ start: from + Number(low), end: from + Number(high), expression: bytes.sub(start, start + size).data });
  }
}

/** What an expression reads. */
export interface LocationContext {
  readonly lane: number;
  /** Bits of a general register, from a bit on. Throws if there is no such register. */
  register(number: number, bit: number, bits: number): bigint;
  /** An address in memory. Throws where there is none. */
  memory(address: bigint): bigint;
}

/** Where the value of a variable is, or what it is. */
export type Located =
  | { readonly kind: 'memory'; readonly address: bigint }
  | { readonly kind: 'register'; readonly number: number; readonly bit: number; readonly bits: number }
  | { readonly kind: 'value'; readonly value: bigint }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** An operation that is not known here. */
  | { readonly kind: 'unknown'; readonly operation: number };

const operations = new Map<number, (typeof LOCATION_OPERATIONS)[number]>(LOCATION_OPERATIONS.map((row) => [row.value, row]));
/** General registers have the numbers from here on. */
const FIRST_REGISTER = 16;
/** Steps of one expression: branches may go back. */
const MOST_STEPS = 1_000;

interface Item {
  readonly value: bigint;
  readonly from?: Extract<Located, { readonly kind: 'register' }>;
}

/**
 * Evaluates a location expression for a lane. Throws `RangeError` for one that is malformed.
 *
 * @example
 * locate(Uint8Array.of(0x43, 0x30, 0xfe, 0x20, 0x9f), context); // { kind: 'register', number: 3, bit: 0, bits: 32 }
 */
export function locate(expression: Uint8Array, context: LocationContext): Located {
  const view = new DataView(expression.buffer, expression.byteOffset, expression.length);
  const stack: Item[] = [];
  const pop = (): Item => {
    const top = stack.pop();
    if (top === undefined) throw new RangeError('the stack is empty');
    return top;
  };
  const push = (value: bigint): void => {
    stack.push({ value: BigInt.asUintN(64, value) });
  };
  let isValue = false;
  let at = 0;
  for (let steps = 0; at < expression.length; steps++) {
    if (steps > MOST_STEPS) throw new RangeError('the expression does not end');
    const code = expression[at++] ?? 0;
    if (code >= 0x30 && code < 0x50) {
      push(BigInt(code - 0x30));
      continue;
    }
    const row = operations.get(code);
    if (row === undefined) return { kind: 'unknown', operation: code };
    const [operand, next] = operandOf(view, at, row.operands[0]);
    at = next;
    switch (row.name) {
      case 'push':
        push(operand);
        break;
      case 'push_simd_lane':
        push(BigInt(context.lane));
        break;
      case 'regval_bits': {
        const [bit, number] = [Number(pop().value), Number(pop().value) - FIRST_REGISTER];
        const bits = Number(operand);
        stack.push({ value: context.register(number, bit, bits), from: { kind: 'register', number, bit, bits } });
        break;
      }
      case 'stack_value':
        isValue = true;
        break;
      case 'implicit_value':
        return { kind: 'bytes', bytes: expression.slice(at - Number(operand), at) };
      case 'dup':
        stack.push(stack.at(-1) ?? { value: 0n });
        break;
      case 'drop':
        pop();
        break;
      case 'deref':
        push(context.memory(pop().value));
        break;
      case 'plus_uconst':
        push(pop().value + operand);
        break;
      case 'skip':
        at += Number(operand);
        break;
      case 'bra':
        if (pop().value !== 0n) at += Number(operand);
        break;
      default: {
        const b = BigInt.asIntN(64, pop().value);
        push(COMPUTE[row.name](BigInt.asIntN(64, pop().value), b));
      }
    }
    if (at < 0) throw new RangeError('a branch leaves the expression');
  }
  const top = pop();
  if (!isValue) return { kind: 'memory', address: top.value };
  return top.from ?? { kind: 'value', value: top.value };
}

const COMPUTE = {
  and: (a: bigint, b: bigint) => a & b,
  or: (a: bigint, b: bigint) => a | b,
  plus: (a: bigint, b: bigint) => a + b,
  minus: (a: bigint, b: bigint) => a - b,
  mul: (a: bigint, b: bigint) => a * b,
  shl: (a: bigint, b: bigint) => a << BigInt.asUintN(6, b),
  shr: (a: bigint, b: bigint) => BigInt.asUintN(64, a) >> BigInt.asUintN(6, b),
  eq: (a: bigint, b: bigint) => (a === b ? 1n : 0n),
  ne: (a: bigint, b: bigint) => (a !== b ? 1n : 0n),
  ge: (a: bigint, b: bigint) => (a >= b ? 1n : 0n),
  gt: (a: bigint, b: bigint) => (a > b ? 1n : 0n),
  le: (a: bigint, b: bigint) => (a <= b ? 1n : 0n),
  lt: (a: bigint, b: bigint) => (a < b ? 1n : 0n),
} as const;

type OperandKind = (typeof LOCATION_OPERATIONS)[number]['operands'][number];

/** An operand, and the offset after it. Of a block its length: its bytes end there. */
function operandOf(view: DataView, at: number, kind: OperandKind | undefined): [value: bigint, next: number] {
  switch (kind) {
    case undefined:
      return [0n, at];
    case 'u1':
      return [BigInt(view.getUint8(at)), at + 1];
    case 's1':
      return [BigInt(view.getInt8(at)), at + 1];
    case 'u2':
      return [BigInt(view.getUint16(at, true)), at + 2];
    case 's2':
      return [BigInt(view.getInt16(at, true)), at + 2];
    case 'u4':
      return [BigInt(view.getUint32(at, true)), at + 4];
    case 's4':
      return [BigInt(view.getInt32(at, true)), at + 4];
    case 'u8':
      return [view.getBigUint64(at, true), at + 8];
    default: {
      const [value, next] = leb(view, at, kind === 'sleb');
      if (kind !== 'block') return [value, next];
      const end = next + Number(value);
      if (end > view.byteLength) throw new RangeError('a value is longer than the expression');
      return [value, end];
    }
  }
}

function leb(view: DataView, from: number, isSigned: boolean): [value: bigint, next: number] {
  let value = 0n;
  let shift = 0n;
  for (let at = from; ; at++) {
    const byte = view.getUint8(at);
    if (shift < 64n) value |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
    if (byte < 0x80) return [isSigned && (byte & 0x40) !== 0 ? value - (1n << shift) : BigInt.asUintN(64, value), at + 1];
  }
}
