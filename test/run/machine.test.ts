/** A machine runs a launch in parts, goes back to snapshots, and permutes threads without another result. */
import { describe, expect, test } from 'vitest';
import { inspect, launch, launchOf, Machine, type RunTarget, readCases, runTargets } from '../../src/internal.ts';
import { Program } from '../../src/run/program.ts';
import { fixture } from '../support/corpus.ts';

const ZEBIN = 'zebin/igc2/bmg/slm.zebin';
const CASES = 'run/cases/corpus-slm.json';
const NAMES = readCases(fixture(CASES).bytes()).value.cases.map(({ name, kernel }) => ({ name, kernel }));

function prepared(name: string, more: { schedule?: number } = {}) {
  const one = readCases(fixture(CASES).bytes()).value.cases.find((found) => found.name === name);
  if (one === undefined) throw new Error(name);
  const [target] = runTargets(inspect(fixture(ZEBIN).bytes()).value, { kernel: one.kernel }) as [RunTarget];
  return { zebin: target.zebin, kernel: target.kernel, launch: { ...launchOf(one), ...more } };
}

describe.each(NAMES)('$kernel, $name', ({ name }) => {
  const whole = () => {
    const { zebin, kernel, launch: how } = prepared(name);
    return launch(zebin, kernel, how);
  };

  test('gives the same in parts as at once', () => {
    const { zebin, kernel, launch: how } = prepared(name);
    const machine = new Machine(new Program(zebin, '2'), kernel, how);
    let parts = 0;
    while (machine.run(7).reason === 'limit') parts++;
    expect(parts).toBeGreaterThan(1);
    expect(machine.result()).toEqual(whole());
  });

  test('gives the same beside another launch of the same program, whose code is there', () => {
    const { zebin, kernel, launch: how } = prepared(name);
    const program = new Program(zebin, '2');
    const machines = [1, 2].map(() => new Machine(program, kernel, how));
    for (let left = machines; left.length > 0; ) left = left.filter((machine) => machine.run(7).reason === 'limit');
    for (const machine of machines) expect(machine.result()).toEqual(whole());
    const section = program.sectionOf(kernel);
    const first = program.codeOf(section).at(section.start);
    new Machine(program, kernel, how).run();
    expect(program.codeOf(section).at(section.start)).toBe(first);
  });

  test('gives the same after it went back to a snapshot', () => {
    const { zebin, kernel, launch: how } = prepared(name);
    const machine = new Machine(new Program(zebin, '2'), kernel, how);
    machine.run(50);
    const before = machine.snapshot();
    machine.run();
    const first = machine.result();
    machine.restore(before);
    expect(machine.run().reason).toBe('done');
    expect(machine.result().arguments).toEqual(first.arguments);
    expect(machine.result().counts.instructions).toBe(first.counts.instructions);
  });

  test('gives the same in single steps of each thread', () => {
    const { zebin, kernel, launch: how } = prepared(name);
    const machine = new Machine(new Program(zebin, '2'), kernel, how);
    for (let turn = 0; machine.step(turn % Math.max(machine.current.length, 1)).reason === 'limit'; turn++)
      if (turn > 1e5) throw new Error('no end');
    expect(machine.result().arguments).toEqual(whole().arguments);
  });

  test.each([1, 2, 3])('gives the same when threads are permuted (seed %i)', (schedule) => {
    const { zebin, kernel, launch: how } = prepared(name, { schedule });
    const permuted = launch(zebin, kernel, how);
    expect(permuted.stop.reason).toBe('done');
    expect(permuted.arguments).toEqual(whole().arguments);
  });
});

test('stops at the number of instructions that is allowed, and says where', () => {
  const [first] = NAMES;
  const { zebin, kernel, launch: how } = prepared(first?.name ?? '');
  const { stop } = launch(zebin, kernel, { ...how, maxInstructions: 40 });
  expect(stop).toMatchObject({ reason: 'limit', section: `.text.${kernel.name}`, thread: 0 });
});

test('stops before it begins when memory is not allowed', () => {
  const [first] = NAMES;
  const { zebin, kernel, launch: how } = prepared(first?.name ?? '');
  expect(launch(zebin, kernel, { ...how, maxMemory: 1000 }).stop.reason).toBe('limit');
});
