/** Expressions of the debugger: values as C has them, lanes, registers by name, and what is refused. */
import { describe, expect, test } from 'vitest';
import { DebugError, ended, lanesOf, textOfValue } from '../../../src/internal.ts';
import { readExpression } from '../../../src/run/debug/expression.ts';
import { registerNamed } from '../../../src/run/debug/registers.ts';
import { RegisterLayout } from '../../../src/run/registers.ts';
import { sessionOf } from './sessions.ts';

const session = sessionOf('bmg', 'sum');
session.points.add({ kind: 'breakpoint', location: session.location('17'), isTemporary: true });
ended(session.continue());

/** The value in a lane. */
function value(text: string, lane = 3): string {
  const { thread } = session;
  if (thread === undefined) throw new Error('no thread');
  return textOfValue(session.expression(text).of(thread, lane));
}

test.each([
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['7 / 2', '3'],
  ['-7 / 2', '-3'],
  ['-7 % 4', '-3'],
  ['7 / 2.0', '3.5'],
  ['1 << 40', '1099511627776'],
  ['0xff & ~0xf', '240'],
  ['1 < 2 && 3 != 4', '1'],
  ['!0 || 0', '1'],
  ['1 | 6 ^ 2', '5'],
  ['10 - 2 - 3', '5'],
  ['(int)0xffffffff', '-1'],
  ['(uchar)300', '44'],
  ['(float)1 / 3', '0.33333334'],
  ['1e3', '1000'],
  ['.5f * 4', '2'],
  ['$lane', '3'],
  ['get_global_id(0) + get_local_id(0)', '6'],
  ['get_group_id(0)', '0'],
  ['count', '4'],
  ['in[3]', '3'],
  ['*in', '0'],
  ['*(in + 4)', '4'],
  ['(in + 4) - in', '4'],
  ['((uchar*)in)[4]', '1'],
  ['*(int*)((ulong)in + 8)', '2'],
  ['(local int*)8', 'local 0x8'],
  ['sum == $r10.0<d>', '1'],
  ['sum[5]', '33'],
  ['$r10.0<d>[5] + 1', '34'],
])('the value of %s is %s', (text, expected) => {
  expect(value(text)).toBe(expected);
});

test.each([
  ['', 'an expression is missing'],
  ['1 +', '1 +: the end is not expected there'],
  ['(1', '(1: expected ) at the end'],
  ['1 2', '1 2: 2 is not expected there'],
  ['1 @ 2', ' @ 2: expected a number, a name, a register or an operator'],
  ['1 / 0', 'division by zero'],
  ['1.5 & 1', 'the operator is for integers'],
  ['nosuch', 'there is no variable or argument nosuch here'],
  ['value', 'there is no variable or argument value here'],
  ['1[0]', '1[0]: only pointers, registers and variables have elements'],
  ['sum[32]', '32 is not a lane'],
  ['get_global_id(3)', 'get_global_id: the functions here are get_global_id, get_local_id and get_group_id, of 0, 1 or 2'],
  ['in[100000000]', 'there is no memory at 0x117d78400'],
  ['$r256', 'the device has no r256'],
  ['$f4.0', 'the device has no f4'],
  ['$r255.0<uq>', 'lane 31 of r255.0<uq> is outside of the registers'],
])('an expression is refused: %s: %s', (text, message) => {
  const refused = (): string => value(text, 31);
  expect(refused).toThrow(DebugError);
  expect(refused).toThrow(message);
});

test('an expression that is nested deeply is refused, not executed', () => {
  expect(() => value(`${'('.repeat(5_000)}1${')'.repeat(5_000)}`)).toThrow('the expression is nested too deeply');
  expect(() => readExpression('-'.repeat(5_000), session.names)).toThrow(DebugError);
});

describe('registers', () => {
  const layout = new RegisterLayout('2');
  test.each([
    ['r12.0<f>', 12 * 64, [0, 4, 8]],
    ['r12.2<2>:d', 12 * 64 + 8, [0, 8, 16]],
    ['r12.0<8;8,1>:f', 12 * 64, [0, 4, 8]],
    ['r3.4<0;1,0>:d', 3 * 64 + 16, [0, 0, 0]],
    ['r20.0<2;1,0>:uw', 20 * 64, [0, 4, 8]],
    ['r7.1<4;2,1>:hf', 7 * 64 + 2, [0, 2, 8]],
    ['acc0.0<df>', layout.of('acc'), [0, 8, 16]],
    ['f1.1', layout.of('f') + 6, [0, 0, 0]],
    ['a0.2', layout.of('a') + 4, [0, 2, 4]],
  ])('the name %s stands for its bytes', (name, place, offsets) => {
    const found = registerNamed(layout, name);
    expect([found.place, [0, 1, 2].map(found.offsetOf)]).toEqual([place, offsets]);
  });

  test('a flag register has the bits that the comparison sets', () => {
    ended(session.stepLineBack(true));
    const { thread } = session;
    const lanes = lanesOf(thread?.lanes ?? 0, 32);
    const bits = BigInt(value('$f1.0<ud>'));
    const last = lanes.map((lane) => Number(value('in[get_global_id(0) * 4 + 3] > 2', lane)));
    expect(lanes.map((lane) => Number((bits >> BigInt(lane)) & 1n))).toEqual(last);
  });
});
