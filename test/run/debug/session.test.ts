/** The debugger: it stops where it is asked to, and going back gives the states that were, at bounded cost. */
import { describe, expect, test } from 'vitest';
import type { ZebinKernel } from '../../../src/formats/zebin/index.ts';
import {
  DebugError,
  ended,
  type Halt,
  lanesOf,
  type Motion,
  newSession,
  partsOf,
  Session,
  textOfValue,
  valueAt,
} from '../../../src/internal.ts';
import { withCode } from '../assembled.ts';
import { sessionOf, stateOf } from './sessions.ts';

const DEVICES = ['bmg', 'tgllp'] as const;
/** Element i of the input. */
const input = (i: number): number => i % 7;
/** What the source says that an item adds up. */
function sumOf(item: number): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    const value = input(item * 4 + i);
    sum += value > 2 ? value * value : -value;
  }
  return sum;
}

/** The values of an expression in the lanes that run. */
function valuesOf(session: Session, text: string): string[] {
  const expression = session.expression(text);
  const { thread } = session;
  return thread === undefined ? [] : lanesOf(thread.mask, session.names.lanes).map((lane) => textOfValue(expression.of(thread, lane)));
}

const lineOf = (session: Session): number | undefined => session.at()?.places[0]?.line;
const breakAt = (session: Session, text: string, condition?: string): number =>
  session.points.add({
    kind: 'breakpoint',
    location: session.location(text),
    isTemporary: false,
    ...(condition === undefined ? {} : { condition: session.expression(condition) }),
  }).id;

describe.each(DEVICES)('%s', (device) => {
  test('variables of the source have the values that the source says', () => {
    const session = sessionOf(device, 'sum');
    breakAt(session, '21');
    let items = 0;
    for (let halt = ended(session.continue()); halt.reason === 'breakpoint'; halt = ended(session.continue())) {
      const global = valuesOf(session, 'get_global_id(0)').map(Number);
      const opposite = global.map((item) => (item & ~63) + 63 - (item & 63));
      expect(valuesOf(session, 'item').map(Number)).toEqual(global);
      expect(valuesOf(session, 'sum').map(Number)).toEqual(global.map(sumOf));
      expect(valuesOf(session, 'other').map(Number)).toEqual(opposite.map(sumOf));
      expect(valuesOf(session, 'part[63 - lane] == other')).toEqual(global.map(() => '1'));
      expect(valuesOf(session, 'in[item * count + 2]').map(Number)).toEqual(global.map((item) => input(item * 4 + 2)));
      items += global.length;
    }
    expect(items).toBe(128);
    expect(session.isDone).toBe(true);
  });

  test('structures, arrays, vectors and what pointers point to have the values that the source says', () => {
    const session = sessionOf(`types-${device}`, 'types');
    breakAt(session, '26', 'item == 5');
    expect(ended(session.continue()).reason).toBe('breakpoint');
    const lane = lanesOf(session.thread?.mask ?? 0, session.names.lanes).find(
      (one) => session.thread && session.expression('item').of(session.thread, one).value === 5n,
    );
    const textAt = (text: string): string => {
      const { thread } = session;
      return thread === undefined ? '' : textOfValue(session.expression(text).of(thread, lane ?? -1));
    };
    expect(textAt('sum')).toBe('{x = 6, weight = {10, 10, 0}}');
    expect(['sum.x', 'sum.weight[1]', 'sum.weight[0] + sum.x', 'mixed', 'mixed.w', 'mixed.s0'].map(textAt)).toEqual([
      '6',
      '10',
      '16',
      '{1, 2, 3, 5}',
      '5',
      '1',
    ]);
    expect(textAt('(one - nodes)')).toBe('7');
    expect(textAt('*one')).toMatch(
      /^\{at = \{x = 3, weight = \{1, 2, 3\}\}, next = 0x[0-9a-f]+, tag = \{number = 7, bytes = \{7, 0, 0, 0\}\}\}$/,
    );
    expect(textAt('one->next->next - nodes')).toBe('9');
    expect(textAt('nodes[31].next == nodes')).toBe('1');

    const value = (text: string) => session.expression(text).of(session.thread as never, lane ?? 0);
    const parts = (text: string) => partsOf(value(text), text).parts;
    expect(parts('sum')).toEqual([
      { name: 'x', expression: 'sum.x' },
      { name: 'weight', expression: 'sum.weight' },
    ]);
    expect(parts('one').map(({ expression }) => expression)).toEqual(['one->at', 'one->next', 'one->tag']);
    expect(parts('sum.weight')[2]).toEqual({ name: '[2]', expression: 'sum.weight[2]' });
    expect(parts('*out')).toEqual([]);
    // What is not listed is said.
    expect(partsOf(value('sum'), 'sum').missing).toBe('');
    const array = { kind: 'array', name: 'int[5000]', size: 20_000, count: 5_000, of: 'int' } as const;
    const many = partsOf({ type: array, value: 0n }, 'a');
    expect([many.parts.length, many.missing]).toEqual([1_000, '4,000 more elements: ask for [1000] and those after it by number']);
    const members = Array.from({ length: 2 }, (_, i) => ({ name: `m${i}`, offset: i, type: 'char' as const }));
    const cut = { type: { kind: 'structure', name: 'large', size: 5_000, members, isCut: true } as const, value: 0n };
    expect(partsOf(cut, 's').missing).toBe('more members, which are not read: 2 are');
    expect(textOfValue({ ...cut, place: { bytes: new Uint8Array(2), at: 0 } })).toBe('{m0 = 0, m1 = 0, …}');
    for (const [text, message] of [
      ['sum + 1', 'point is not a number: name a part of it'],
      ['sum.y', 'point has no member y'],
      ['sum.weight[3]', '3 is not an element of float[3]'],
      ['item.x', 'item.x: only structures have members'],
      ['mixed.q', 'float4 has no member q'],
    ] as const)
      expect(() => textAt(text)).toThrow(message);

    // Members are watched and changed one by one.
    expect(() => session.set(session.expression('sum'), session.expression('1'))).toThrow('sum has parts');
    session.set(session.expression('sum.weight[2]'), session.expression('$lane'));
    expect(textAt('sum.weight')).toBe(`{10, 10, ${lane}}`);
  });

  test('lanes that come together at an instruction are those with which it runs', () => {
    const session = sessionOf(`types-${device}`, 'types');
    breakAt(session, '26');
    ended(session.continue());
    expect(session.thread?.mask).toBe(session.thread?.lanes);
    const before = stateOf(session);
    ended(session.stepInstruction());
    ended(session.stepInstructionBack());
    expect(stateOf(session)).toBe(before);
  });

  test('counts of runs are those until now, also after going back', () => {
    const session = sessionOf(device, 'sum');
    const at = session.location('17').at[0];
    const runs = () => session.runs.find(({ section, offset }) => section === at?.section && offset === at.offset)?.runs ?? 0;
    const all = () => session.runs.reduce((sum, one) => sum + one.runs, 0);
    ended(session.goTo(Number.POSITIVE_INFINITY));
    expect([runs(), all()]).toEqual([(session.location('17').at.length * 128) / session.names.lanes, session.moment]);
    for (const part of [0.75, 0.2, 0.5, 0]) {
      ended(session.goTo(Math.floor(session.moment * part)));
      expect(all()).toBe(session.moment);
    }
  });

  test('each instruction back is the state that was', () => {
    const session = sessionOf(device, 'sum');
    const states = [stateOf(session)];
    const positions = [session.at()?.address];
    for (; !session.isDone; ended(session.goTo(session.moment + 1))) {
      if (session.moment > 0) {
        states.push(stateOf(session));
        positions.push(session.at()?.address);
      }
    }
    const end = session.moment;
    for (let moment = end - 1; moment >= 0; moment -= 7) {
      ended(session.goTo(moment));
      expect([moment, session.moment, session.at()?.address]).toEqual([moment, moment, positions[moment]]);
      expect(stateOf(session) === states[moment]).toBe(true);
    }
    expect(states.length).toBe(end);
  });

  const steps: readonly [name: string, forth: (s: Session) => Motion<Halt>, back: (s: Session) => Motion<Halt>][] = [
    ['instruction', (s) => s.stepInstruction(), (s) => s.stepInstructionBack()],
    ['line', (s) => s.stepLine(true), (s) => s.stepLineBack(true)],
    ['line over calls', (s) => s.stepLine(false), (s) => s.stepLineBack(false)],
  ];
  test.each(steps)('steps by %s and back lead through the same places', (_, forth, back) => {
    const session = sessionOf(device, 'sum');
    const places = [session.at()?.address];
    let moment = 0;
    while (ended(forth(session)).reason === 'step' && places.length < 60) {
      places.push(session.at()?.address);
      moment = session.moment;
    }
    // The last step may have ended the thread.
    ended(session.goTo(moment));
    const last = places.length - 1;
    for (let i = last - 1; i >= 0; i--) {
      expect(ended(back(session)).reason).toBe('step');
      expect([i, session.at()?.address]).toEqual([i, places[i]]);
    }
    expect(ended(back(session))).toMatchObject({ reason: 'beginning' });
  });

  test('a barrier is reached by all threads, once for each group, and backwards too', () => {
    const session = sessionOf(device, 'sum');
    const moments: number[] = [];
    for (let halt = ended(session.toBarrier()); halt.reason === 'barrier'; halt = ended(session.toBarrier())) {
      moments.push(session.moment);
      expect(session.machine.current.map((t) => session.at(t)?.places[0]?.line)).toEqual(session.machine.current.map(() => 18));
    }
    expect(moments).toHaveLength(2);
    expect([ended(session.toBarrierBack()).reason, session.moment]).toEqual(['barrier', moments[1]]);
    expect([ended(session.toBarrierBack()).reason, session.moment]).toEqual(['barrier', moments[0]]);
    expect(ended(session.toBarrierBack())).toMatchObject({ reason: 'beginning' });
  });

  test('who wrote a byte is answered for each item, in memory, in local memory and in registers', () => {
    const session = sessionOf(device, 'sum');
    breakAt(session, '21', 'get_group_id(0) == 1');
    expect(ended(session.continue()).reason).toBe('breakpoint');
    const now = session.moment;
    const lanes = session.names.lanes;
    for (const item of [0, 5, 37, 63]) {
      const write = ended(session.whoWrote(session.bytesOf(session.expression(`part[${item}]`))));
      expect(write).toMatchObject({ group: [1, 0, 0], thread: Math.floor(item / lanes), lane: item % lanes });
      expect(write?.at?.places[0]?.line).toBe(17);
    }
    const first = ended(session.whoWrote(session.bytesOf(session.expression('out[9]'))));
    expect(first).toMatchObject({ group: [0, 0, 0], thread: Math.floor(9 / lanes), lane: 9 % lanes });
    expect(ended(session.whoWrote(session.bytesOf(session.expression('out[70]'))))).toBeUndefined();
    expect(ended(session.whoWrote(session.bytesOf(session.expression('in[0]'))))).toBeUndefined();
    const sum = ended(session.whoWrote(session.bytesOf(session.expression('sum[3]'))));
    expect(sum?.thread).toBe(session.thread?.index);
    expect(session.moment).toBe(now);
    // At the write, the next instruction changes the value.
    ended(session.goTo(first?.moment ?? 0));
    expect([lineOf(session), valuesOf(session, 'out[9]')[0]]).toEqual([21, '0']);
    ended(session.stepInstruction());
    expect(valuesOf(session, 'out[9]')[0]).toBe(`${sumOf(9) + sumOf(54)}`);
  });

  test('a watched value stops the run after each write, and before it on the way back', () => {
    const session = sessionOf(device, 'sum');
    const expression = session.expression('part[5]');
    session.points.add({ kind: 'watchpoint', expression, ranges: session.bytesOf(expression) });
    const seen: number[] = [];
    for (let halt = ended(session.continue()); halt.reason === 'watchpoint'; halt = ended(session.continue())) seen.push(session.moment);
    expect(seen).toHaveLength(2);
    expect([ended(session.continueBack()).reason, session.moment]).toEqual(['watchpoint', (seen[1] ?? 0) - 1]);
    expect([ended(session.continueBack()).reason, session.moment]).toEqual(['watchpoint', (seen[0] ?? 0) - 1]);
    expect([ended(session.continueBack()).reason, session.moment]).toEqual(['beginning', 0]);
  });

  test('what is changed by hand stays changed after going back and on again, and changes the result', () => {
    const session = sessionOf(device, 'sum');
    breakAt(session, '17', '$thread == 0');
    ended(session.continue());
    const here = session.moment;
    session.set(session.expression('sum[2]'), session.expression('1000'));
    session.set(session.expression('out[64]'), session.expression('-5'));
    expect(valuesOf(session, 'sum').slice(0, 4).map(Number)).toEqual([sumOf(0), sumOf(1), 1000, sumOf(3)]);
    ended(session.stepInstructionBack());
    expect(new Int32Array(session.machine.result().arguments[1]?.buffer ?? new ArrayBuffer(0))[64]).toBe(0);
    ended(session.goTo(here));
    expect([valuesOf(session, 'out[64]')[0], valuesOf(session, 'sum[2]')[0]]).toEqual(['-5', '1000']);
    session.points.remove(1);
    ended(session.continue());
    const [, out] = session.machine.result().arguments;
    const values = new Int32Array(out?.slice().buffer ?? new ArrayBuffer(0));
    expect([values[2], values[61], values[3]]).toEqual([1000 + sumOf(61), 1000 + sumOf(61), sumOf(3) + sumOf(60)]);
  });
});

test('the way back is short, and memory bounded, however long the run was', () => {
  const session = sessionOf('bmg', 'sum', { times: 500 });
  ended(session.continue());
  const { moment } = session;
  expect(moment).toBeGreaterThan(200_000);
  expect(session.work).toBe(moment);
  expect(session.copies).toBeLessThanOrEqual(32);
  const first = session.work;
  ended(session.stepInstructionBack());
  expect(session.work - first).toBeLessThan(moment / 4);
  const second = session.work;
  for (let i = 0; i < 50; i++) ended(session.stepInstructionBack());
  expect((session.work - second) / 50).toBeLessThan(5_000);
  expect(session.copies).toBeLessThanOrEqual(32);
});

test('calls: in, over, out, and their frames; the function that has returned is entered again backwards', () => {
  const session = sessionOf('calls-bmg', 'quarter');
  breakAt(session, 'halved');
  expect(ended(session.continue()).reason).toBe('breakpoint');
  const names = (): string[] => session.frames().map(({ name }) => name);
  expect(names()).toEqual(['halved', 'twice_halved', 'quarter']);
  expect(session.frames().map(({ isInlined }) => isInlined)).toEqual([false, false, false]);
  // Items up to 4 do not call.
  expect(lanesOf(session.thread?.mask ?? 0, 16)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  ended(session.stepLine(false));
  expect(valuesOf(session, 'value').map(Number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect([ended(session.stepOut()).reason, names()]).toEqual(['step', ['twice_halved', 'quarter']]);
  ended(session.stepLineBack(true));
  expect(names()[0]).toBe('halved');
  expect([ended(session.stepOutBack()).reason, names()]).toEqual(['step', ['twice_halved', 'quarter']]);
  expect(session.at()?.instruction.operation?.mnemonic).toMatch(/^call/);
  session.points.remove(1);
  ended(session.stepInstruction(false));
  expect(names()).toEqual(['twice_halved', 'quarter']);
});

test('a fault leaves the state before the instruction, and can be gone back from', () => {
  const session = sessionOf('bmg', 'sum');
  breakAt(session, '21');
  ended(session.continue());
  session.points.remove(1);
  session.set(session.expression('$r3.1<uq>[0]'), session.expression('0x10'));
  const halt = ended(session.continue());
  expect(halt).toMatchObject({ reason: 'fault', message: expect.stringContaining('null pointer') });
  expect(session.at()?.instruction.send).toBeDefined();
  expect(lineOf(session)).toBe(21);
  const { moment } = session;
  expect(ended(session.continue())).toMatchObject({ reason: 'fault' });
  expect([ended(session.stepInstructionBack()).reason, session.moment]).toEqual(['step', moment - 1]);
  expect(ended(session.continue())).toMatchObject({ reason: 'fault' });
});

test('of recursion without end the outermost calls are kept, and how many they are', () => {
  const zebin = withCode('zebin/igc2/bmg/basic.zebin', '2', 'LOOP:\ncall (16|M0) r10.0 LOOP\n');
  const session = newSession(zebin, zebin.kernels[0] as ZebinKernel, {
    ...{ global: [16], local: [16], arguments: [], maxInstructions: 100_000 },
  });
  if (!(session instanceof Session)) throw new Error(session.stop.message);
  expect(ended(session.continue()).reason).toBe('limit');
  expect(session.frames()).toHaveLength(65_537);
});

test('values that debug information places outside of registers and memory', () => {
  expect(() => valueAt({ bytes: new Uint8Array(8), at: 6 }, 'uint')).toThrow(DebugError);
  expect(() => valueAt({ bytes: new Uint8Array(8), at: -4 }, 'uint')).toThrow(DebugError);
});
