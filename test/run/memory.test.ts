/** Memory by address: allocations, and the pages in which they are. */
import { expect, test } from 'vitest';
import { Halt } from '../../src/run/halt.ts';
import { Memory } from '../../src/run/memory.ts';

const PAGE = 4096;

test.each([1, 100, PAGE - 1, PAGE, PAGE + 1])('what is behind %i bytes can be reached up to the end of the page', (size) => {
  const memory = new Memory(1 << 20, true);
  const one = memory.allocate('argument 0', size);
  const mapped = Math.ceil(size / PAGE) * PAGE;
  expect(one.bytes.length).toBe(mapped);
  expect(one.end - one.start).toBe(size);
  expect(memory.find(one.start + mapped - 4, 4)).toBe(one);
  expect(() => memory.find(one.start + mapped - 3, 4)).toThrow(Halt);
  expect(() => memory.find(one.start + mapped, 1)).toThrow(/after the end of argument 0/);
  expect(() => memory.find(one.start - 1, 4)).toThrow(Halt);
});

test('an address behind an allocation is in none, though it can be reached', () => {
  const memory = new Memory(1 << 20, true);
  const one = memory.allocate('argument 0', 100);
  expect(memory.at(one.start + 99)).toBe(one);
  expect(memory.at(one.start + 100)).toBeUndefined();
  expect(memory.nearest(one.start + 100)).toEqual({ memory: one, distance: 0 });
});

test('whole pages count against the limit', () => {
  const memory = new Memory(2 * PAGE, true);
  memory.allocate('argument 0', 1);
  memory.allocate('argument 1', 1);
  expect(() => memory.allocate('argument 2', 1)).toThrow(Halt);
});
