/** What a launch left, compared with what is expected: each class and each key of the format. */
import { describe, expect, test } from 'vitest';
import { putElement } from '../../../src/run/case/elements.ts';
import { checkOf, type ElementType, readCases, sizeOf } from '../../../src/run/case/index.ts';
import { fileOf } from './cases.ts';

function bytesOf(type: ElementType, values: readonly (number | bigint)[]): Uint8Array {
  const bytes = new Uint8Array(values.length * sizeOf(type));
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) putElement(view, i * sizeOf(type), type, value);
  return bytes;
}

const packed = (bytes: Uint8Array): object => ({ base64: Buffer.from(bytes).toString('base64') });

/** The first difference of an output whose argument has elements of a type; undefined if there is none. */
function differenceOf(
  type: ElementType,
  output: object,
  expected: readonly (number | bigint)[],
  got: readonly (number | bigint)[] | Uint8Array,
) {
  const argument = { kind: 'buffer', type, count: expected.length };
  const file = fileOf({ args: [argument], outputs: [{ arg: 0, expect: packed(bytesOf(type, expected)), ...output }] });
  const [one] = readCases(file).value.cases;
  const bytes = got instanceof Uint8Array ? got : bytesOf(type, got);
  return one && checkOf(one).differences({ arguments: [bytes], printf: '' })[0];
}

describe('exact', () => {
  test('an element with other bits', () => {
    expect(differenceOf('int', {}, [1, 2, 3, 4], [1, 2, -3, 5])).toEqual({
      ...{ output: 0, argument: 0, what: 'element', index: 2, type: 'int', expected: '3', got: '-3' },
      ...{ expectedBits: 3n, gotBits: 0xffff_fffdn, different: 2, of: 4 },
    });
    expect(differenceOf('int', {}, [1, 2], [1, 2])).toBeUndefined();
  });

  test('NaNs of other bits differ, and so do zeros', () => {
    expect(differenceOf('float', {}, [0], [-0])).toMatchObject({ expected: '0', got: '-0.0', gotBits: 0x8000_0000n });
    expect(differenceOf('float', {}, [Number.NaN], Uint8Array.of(1, 0, 0xc0, 0x7f))).toMatchObject({
      expected: 'nan',
      got: 'nan',
      gotBits: 0x7fc0_0001n,
    });
  });

  test('64 bits are shown as they are', () => {
    expect(differenceOf('ulong', {}, [2n ** 64n - 1n], [2n ** 64n - 2n])).toMatchObject({
      expected: '18446744073709551615',
      got: '18446744073709551614',
    });
  });

  test('a type for the comparison', () => {
    expect(differenceOf('uint', { type: 'ushort' }, [0x1_0002], [0x1_0003])).toMatchObject({
      type: 'ushort',
      index: 0,
      expected: '2',
      got: '3',
      of: 2,
    });
  });

  test('elements that are skipped', () => {
    expect(differenceOf('int', { skip: [[1, 3]] }, [1, 2, 3, 4], [1, 0, 0, 4])).toBeUndefined();
    expect(differenceOf('int', { skip: [[1, 2]] }, [1, 2, 3, 4], [1, 0, 0, 4])).toMatchObject({ index: 2, different: 1 });
    const overlapping = [
      [2, 3],
      [0, 2],
      [1, 3],
    ];
    expect(differenceOf('int', { skip: overlapping }, [1, 2, 3, 4], [0, 0, 0, 4])).toBeUndefined();
    expect(differenceOf('int', { skip: overlapping }, [1, 2, 3, 4], [0, 0, 0, 0])).toMatchObject({ index: 3, different: 1 });
    expect(differenceOf('int', { skip_every: [2, 1] }, [1, 2, 3, 4], [1, 0, 3, 0])).toBeUndefined();
    expect(differenceOf('int', { skip_every: [2, 0] }, [1, 2, 3, 4], [1, 0, 3, 0])).toMatchObject({ index: 1, different: 2 });
  });

  test('more or fewer bytes', () => {
    expect(differenceOf('int', {}, [1, 2], [1])).toMatchObject({ what: 'size', index: 4, expected: '8 bytes', got: '4 bytes' });
  });
});

describe('float', () => {
  const agrees = (type: ElementType, rule: object, expected: number, got: number): boolean =>
    differenceOf(type, { class: 'float', ...rule }, [expected], [got]) === undefined;
  const [inf, nan, tiny] = [Number.POSITIVE_INFINITY, Number.NaN, 2 ** -126];

  test.each<[string, ElementType, object, number, number, boolean]>([
    ['any NaN for a NaN', 'float', {}, nan, nan, true],
    ['no number for a NaN', 'float', { ulp: 1e9, abs: 1e9 }, nan, 1, false],
    ['no NaN for a number', 'float', { ulp: 1e9, abs: 1e9 }, 1, nan, false],
    ['infinities that are equal', 'float', {}, -inf, -inf, true],
    ['infinities of other signs', 'float', { overflow: true }, inf, -inf, false],
    ['the largest number for infinity', 'float', { overflow: true }, inf, (2 - 2 ** -23) * 2 ** 127, true],
    ['the same without overflow', 'float', {}, inf, (2 - 2 ** -23) * 2 ** 127, false],
    ['infinity for a number within ulps of the largest', 'half', { overflow: true, ulp: 2 }, 65_440, inf, true],
    ['infinity for one that is not', 'half', { overflow: true, ulp: 2 }, 65_248, inf, false],
    ['zeros of one sign', 'float', {}, -0, -0, true],
    ['zeros of two signs', 'float', {}, 0, -0, false],
    ['the same with zero: any', 'float', { zero: 'any' }, 0, -0, true],
    ['the same with ulps', 'float', { ulp: 0.5 }, 0, -0, true],
    ['a denormal that is flushed', 'float', { ftz: true }, tiny / 2, 0, true],
    ['the same without ftz', 'float', {}, tiny / 2, 0, false],
    ['a normal number that is not', 'float', { ftz: true }, tiny * 2, 0, false],
    ['one within ulps of the least, as a denormal', 'float', { ftz: true, ulp: 4 }, tiny * (1 + 2 ** -23), tiny / 2, true],
    ['one ulp', 'float', { ulp: 1 }, 1, 1 + 2 ** -23, true],
    ['two ulps of one', 'float', { ulp: 1 }, 1, 1 + 2 ** -22, false],
    ['below a power of two an ulp is that of the expected number', 'float', { ulp: 1 }, 1, 1 - 2 ** -23, true],
    ['ulps of a denormal', 'float', { ulp: 1 }, 2 ** -149, 2 ** -148, true],
    ['ulps of zero', 'double', { ulp: 1 }, 0, 2 ** -1074, true],
    ['ulps of a half', 'half', { ulp: 1 }, 1, 1 + 2 ** -10, true],
    ['ulps of a denormal double', 'double', { ulp: 2 }, 2 ** -1073, 2 ** -1074 * 5, false],
    ['a distance', 'float', { abs: 0.25 }, 1, 1.25, true],
    ['more than it', 'float', { abs: 0.25 }, 1, 1.26, false],
    ['a part of the expected number', 'float', { rel: 0.5 }, -4, -6, true],
    ['more than that', 'float', { rel: 0.5 }, -4, -6.5, false],
  ])('a float agrees, or does not: %s', (_, type, rule, expected, got, result) => {
    expect(agrees(type, rule, expected, got)).toBe(result);
  });

  test('rules in turn, on top of those of the output', () => {
    const output = { class: 'float', abs: 0.5, every: { n: 3, rules: [{}, { abs: 2 }, { any: true }] } };
    expect(differenceOf('float', output, [1, 1, 1, 1, 1, 1], [1.5, 3, 99, 1, 1, 99])).toBeUndefined();
    expect(differenceOf('float', output, [1, 1, 1, 1], [1, 1, 1, 2])).toMatchObject({ index: 3, different: 1 });
  });

  test('other expected data: each element may agree with either', () => {
    const or = [packed(bytesOf('float', [10, 20]))];
    expect(differenceOf('float', { class: 'float', or }, [1, 2], [10, 2])).toBeUndefined();
    expect(differenceOf('float', { class: 'float', or }, [1, 2], [10, 3])).toMatchObject({ index: 1, expected: '2', got: '3' });
  });
});

describe('sorted', () => {
  test('the same elements in another order', () => {
    expect(differenceOf('int', { class: 'sorted' }, [3, -1, 2], [2, 3, -1])).toBeUndefined();
    expect(differenceOf('long', { class: 'sorted' }, [3n, -1n, 2n ** 60n], [2n ** 60n, 3n, -1n])).toBeUndefined();
    expect(differenceOf('float', { class: 'sorted' }, [Number.NaN, 1, -0], [0, Number.NaN, 1])).toBeUndefined();
  });

  test('other elements: the first place in the order where they differ', () => {
    expect(differenceOf('int', { class: 'sorted' }, [3, 1, 2], [2, 4, 1])).toMatchObject({
      index: 2,
      expected: '3',
      got: '4',
      different: 1,
    });
  });

  test('stretches are sorted one by one', () => {
    expect(differenceOf('int', { class: 'sorted', run: 2 }, [1, 2, 3, 4], [2, 1, 4, 3])).toBeUndefined();
    expect(differenceOf('int', { class: 'sorted', run: 2 }, [1, 2, 3, 4], [1, 3, 2, 4])).toMatchObject({
      index: 1,
      expected: '2',
      got: '3',
      different: 2,
    });
  });
});

describe('stdout', () => {
  const printed = (expected: string, got: string, more: object = {}) => {
    const file = fileOf({ outputs: [{ class: 'stdout', expect: packed(new TextEncoder().encode(expected)), ...more }] });
    const [one] = readCases(file).value.cases;
    return one && checkOf(one).differences({ arguments: [], printf: got })[0];
  };

  test('lines in any order, or in this one', () => {
    expect(printed('b\na\n', 'a\nb')).toBeUndefined();
    expect(printed('b\na\n', 'a\nb\n', { order: 'exact' })).toMatchObject({
      what: 'line',
      index: 0,
      expected: 'b',
      got: 'a',
      different: 2,
      of: 2,
    });
  });

  test('lines that are missing, and others', () => {
    const missing = printed('a\nb\n', 'a\n');
    expect(missing).toMatchObject({ index: 1, expected: 'b', different: 1 });
    expect(missing).not.toHaveProperty('got');
    expect(printed('a\n', 'a\n\n')).toMatchObject({ index: 0, expected: 'a', got: '', different: 2 });
  });
});

test('nothing is expected of class any, and without expected data', () => {
  expect(differenceOf('int', { class: 'any' }, [1], [2])).toBeUndefined();
  const [one] = readCases(fileOf({ args: [{ kind: 'buffer', type: 'int', count: 1 }], outputs: [{ arg: 0 }] })).value.cases;
  const check = checkOf(one as NonNullable<typeof one>);
  expect([check.isExpected, check.differences({ arguments: [new Uint8Array(4)], printf: '' })]).toEqual([false, []]);
});
