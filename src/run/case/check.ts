/** What a launch left, compared with what a case expects. */
import { decodeText, encodeText } from '../../core/bytes/index.ts';
import type { Budget } from '../../core/diag/index.ts';
import type { Launched } from '../model.ts';
import { type ElementType, elementBits, elementText, elementValue, sizeOf } from './elements.ts';
import { agrees, type FloatType } from './float-rule.ts';
import type { Case, CaseOutput } from './model.ts';
import { unpackExpected } from './packed.ts';

/** What a case compares: the memory of a launch, and what it printed. */
export type Left = Pick<Launched, 'arguments' | 'printf'>;

/** An element or line that is not the expected one. */
export interface Difference {
  /** Index of the output in the case. */
  readonly output: number;
  /** Index of the argument; absent for what the kernel printed. */
  readonly argument?: number;
  /** Of elements; of lines of text, from 0, in their order or sorted as the case says; of bytes, if there are too few or too many. */
  readonly what: 'element' | 'line' | 'size';
  readonly index: number;
  /** As text; absent for a line that is missing or superfluous. */
  readonly expected?: string;
  readonly got?: string;
  /** The bits of elements. */
  readonly expectedBits?: bigint;
  readonly gotBits?: bigint;
  /** The type of the elements. */
  readonly type?: ElementType;
  /** How many elements or lines differ, of how many. */
  readonly different: number;
  readonly of: number;
}

/** The outputs of a case, with their expected bytes. */
export interface CaseCheck {
  /** Whether anything is expected. */
  readonly isExpected: boolean;
  /** The first difference of each output that has one. */
  differences(left: Left): Difference[];
}

/**
 * Prepares the comparison of a case: the expected bytes are unpacked here, so that what is wrong with them is known before the launch.
 * Throws `FormatError` (`run/case`).
 *
 * @example
 * const [one] = readCases(cases).value.cases;
 * checkOf(one).differences({ arguments: [new Uint8Array(16 * 8)], printf: '' }).length; // 0
 */
export function checkOf({ outputs }: Case, budget?: Budget): CaseCheck {
  const prepared = outputs.map((output) => ({
    output,
    expected: output.expect && unpackExpected(output.expect, budget),
    others: output.or.map((one) => unpackExpected(one, budget)),
  }));
  return {
    isExpected: prepared.some(({ expected }) => expected !== undefined),
    differences: (left) =>
      prepared.flatMap(({ output, expected, others }, index): Difference[] => {
        if (expected === undefined) return [];
        const { arg } = output;
        const got = arg === undefined ? encodeText(left.printf) : (left.arguments[arg] ?? new Uint8Array(0));
        const found = compared(output, expected, others, got);
        return found ? [{ output: index, ...(arg === undefined ? {} : { argument: arg }), ...found }] : [];
      }),
  };
}

type Found = Omit<Difference, 'output' | 'argument'>;

function compared(output: CaseOutput, expected: Uint8Array, others: readonly Uint8Array[], got: Uint8Array): Found | undefined {
  if (output.class === 'any') return undefined;
  if (output.class === 'stdout') return comparedLines(expected, got, output.ordered);
  const wrong = [expected, ...others].find(({ length }) => length !== got.length);
  if (wrong) {
    const [few, many] = [Math.min(wrong.length, got.length), Math.max(wrong.length, got.length)];
    const sizes = { expected: `${wrong.length} bytes`, got: `${got.length} bytes` };
    return { what: 'size', index: few, ...sizes, different: many - few, of: wrong.length };
  }
  if (isSame(expected, got)) return undefined;
  if (output.class === 'sorted') return comparedSorted(output, expected, got);
  return firstOf(output.type, expected, got, differing(output, expected, others, got));
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView => new DataView(buffer, byteOffset, length);

/** Elements that differ: their number, and the first. */
interface Differing {
  readonly first: number;
  readonly different: number;
}

function firstOf(type: ElementType, expected: Uint8Array, got: Uint8Array, { first, different }: Differing): Found | undefined {
  if (different === 0) return undefined;
  const at = first * sizeOf(type);
  const [wanted, found] = [viewOf(expected), viewOf(got)];
  return {
    what: 'element',
    index: first,
    ...{ type, expected: elementText(wanted, at, type), got: elementText(found, at, type) },
    ...{ expectedBits: elementBits(wanted, at, type), gotBits: elementBits(found, at, type) },
    different,
    of: Math.floor(expected.length / sizeOf(type)),
  };
}

function differing(output: CaseOutput, expected: Uint8Array, others: readonly Uint8Array[], got: Uint8Array): Differing {
  const { type } = output;
  const count = Math.floor(expected.length / sizeOf(type));
  const skipped = skippedOf(output, count);
  const fits = output.class === 'float' ? floatTest(output, [expected, ...others], got) : exactTest(sizeOf(type), expected, got);
  let first = 0;
  let different = 0;
  for (let i = 0; i < count; i++) {
    if (skipped?.[i] === 1 || fits(i)) continue;
    if (different === 0) first = i;
    different++;
  }
  return { first, different };
}

/** 1 for each element that is not compared. */
function skippedOf({ skip, skipEvery }: CaseOutput, count: number): Uint8Array | undefined {
  if (skip.length === 0 && skipEvery === undefined) return undefined;
  const skipped = new Uint8Array(count);
  // In their order, so that elements of several ranges are visited once.
  let end = 0;
  for (const [from, to] of [...skip].sort(([a], [b]) => a - b)) {
    skipped.fill(1, Math.min(Math.max(from, end), count), Math.min(to, count));
    end = Math.max(end, to);
  }
  for (const element of new Set(skipEvery?.elements))
    if (skipEvery && element < skipEvery.every) for (let i = element; i < count; i += skipEvery.every) skipped[i] = 1;
  return skipped;
}

function exactTest(size: number, expected: Uint8Array, got: Uint8Array): (i: number) => boolean {
  return (i) => {
    for (let at = i * size; at < (i + 1) * size; at++) if (expected[at] !== got[at]) return false;
    return true;
  };
}

function floatTest({ type, rules }: CaseOutput, wanted: readonly Uint8Array[], got: Uint8Array): (i: number) => boolean {
  const expected = wanted.map((one) => valuesOf(type, one));
  const found = valuesOf(type, got);
  return (i) => {
    const rule = rules[i % rules.length];
    const value = found[i] ?? 0;
    return rule === undefined || expected.some((one) => agrees(type as FloatType, one[i] ?? 0, value, rule));
  };
}

/** The values of all elements; of 64-bit integers the nearest doubles. */
function valuesOf(type: ElementType, bytes: Uint8Array): Float64Array {
  const view = viewOf(bytes);
  const size = sizeOf(type);
  const values = new Float64Array(Math.floor(bytes.length / size));
  for (let i = 0; i < values.length; i++) values[i] = elementValue(view, i * size, type);
  return values;
}

/** The same elements in any order. The index of a difference is that in the sorted stretch. */
function comparedSorted({ type, run }: CaseOutput, expected: Uint8Array, got: Uint8Array): Found | undefined {
  const size = sizeOf(type);
  const count = Math.floor(expected.length / size);
  const stretch = (run ?? Math.max(count, 1)) * size;
  const sorted = [expected, got].map((bytes) => {
    const parts = new Uint8Array(count * size);
    for (let at = 0; at < parts.length; at += stretch) {
      const end = Math.min(at + stretch, parts.length);
      parts.set(sortedElements(type, bytes.subarray(at, end)), at);
    }
    return parts;
  }) as [Uint8Array, Uint8Array];
  const [a, b] = sorted.map((bytes) => viewOf(bytes)) as [DataView, DataView];
  let first = 0;
  let different = 0;
  for (let i = 0; i < count; i++) {
    if (isSameNumber(type, a, b, i * size)) continue;
    if (different === 0) first = i;
    different++;
  }
  return firstOf(type, ...sorted, { first, different });
}

function isSameNumber(type: ElementType, a: DataView, b: DataView, at: number): boolean {
  if (elementBits(a, at, type) === elementBits(b, at, type)) return true;
  if (type === 'long' || type === 'ulong') return false;
  const [x, y] = [elementValue(a, at, type), elementValue(b, at, type)];
  return x === y || (Number.isNaN(x) && Number.isNaN(y));
}

/** The elements in the order of their values. */
function sortedElements(type: ElementType, bytes: Uint8Array): Uint8Array {
  const size = sizeOf(type);
  // A copy is aligned.
  const copy = bytes.slice();
  if (type === 'long') new BigInt64Array(copy.buffer).sort();
  else if (type === 'ulong') new BigUint64Array(copy.buffer).sort();
  else {
    const values = valuesOf(type, bytes);
    const order = Uint32Array.from(values, (_, i) => i).sort((a, b) => byValue(values[a] ?? 0, values[b] ?? 0));
    for (let i = 0; i < order.length; i++) {
      const from = (order[i] ?? 0) * size;
      copy.set(bytes.subarray(from, from + size), i * size);
    }
  }
  return copy;
}

/** By value, NaN last. */
function byValue(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b || 0;
}

function comparedLines(expected: Uint8Array, got: Uint8Array, ordered: boolean): Found | undefined {
  const [wanted, found] = [expected, got].map((bytes) => {
    const lines = linesOf(decodeText(bytes));
    return ordered ? lines : lines.sort();
  }) as [string[], string[]];
  const of = Math.max(wanted.length, found.length);
  let first = -1;
  let different = 0;
  for (let i = 0; i < of; i++) {
    if (wanted[i] === found[i]) continue;
    if (first < 0) first = i;
    different++;
  }
  if (first < 0) return undefined;
  const [line, other] = [wanted[first], found[first]];
  return {
    what: 'line',
    index: first,
    ...(line === undefined ? {} : { expected: line }),
    ...(other === undefined ? {} : { got: other }),
    different,
    of: wanted.length,
  };
}

/** Lines without their ends. What follows the last line feed is a line only if it is not empty. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
