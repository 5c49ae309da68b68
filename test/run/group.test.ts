/** The barrier of a group: how many signals it waits for, and whom it notifies. */
import { expect, test } from 'vitest';
import { Group } from '../../src/run/group.ts';
import { RegisterLayout } from '../../src/run/registers.ts';
import { Thread } from '../../src/run/thread.ts';
import { surroundingsOf } from './assembled.ts';

function groupOf(count: number): { group: Group; threads: readonly Thread[]; released: number[] } {
  const released: number[] = [];
  const group = new Group((threads) => void released.push(threads.length));
  const threads = Array.from({ length: count }, () => new Thread(new RegisterLayout('12p71'), surroundingsOf('12p71')));
  group.start(threads);
  return { group, threads, released };
}

test('signals of a part of the threads are not its notifications: threads that signal twice wait for all others twice', () => {
  const { group, threads, released } = groupOf(3);
  const signal = (index: number): void => group.signal(threads[index] as Thread, 0, 0, 0, 0);
  const notifications = (): number[] => threads.map((t) => t.notifications);
  signal(0);
  signal(0);
  expect(notifications()).toEqual([0, 0, 0]);
  signal(1);
  expect([notifications(), released]).toEqual([[1, 1, 1], [3]]);
  signal(1);
  signal(2);
  expect(notifications()).toEqual([1, 1, 1]);
  signal(2);
  expect([notifications(), released]).toEqual([
    [2, 2, 2],
    [3, 3],
  ]);
});

test('a thread that has ended is neither waited for nor notified', () => {
  const { group, threads, released } = groupOf(2);
  const [first, last] = threads as readonly [Thread, Thread];
  group.signal(first, 0, 0, 0, 0);
  last.state = 'ended';
  group.ended();
  expect([first.notifications, last.notifications, released]).toEqual([1, 0, [1]]);
});
