/** How much of a long input was read, on a terminal alone. */
import { afterEach, expect, test, vi } from 'vitest';
import { readProgress } from '../../cli/input/read-progress.ts';

afterEach(() => void vi.restoreAllMocks());

function shownAt(times: readonly number[], total?: number): string[] {
  const lines: string[] = [];
  const standard = { print: () => true, warn: () => {}, progress: (line: string) => void lines.push(line) };
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const show = readProgress('a\x1b.bin', standard, total);
  times.forEach((time, i) => {
    clock.mockReturnValue(time);
    show((i + 1) * 1024 * 1024);
  });
  return lines;
}

test('nothing for the first second, then a line now and then', () => {
  expect(shownAt([10, 999])).toEqual([]);
  expect(shownAt([1000, 1001, 1199, 1250])).toEqual(['reading a\\x1b.bin: 1.0 MiB', 'reading a\\x1b.bin: 4.0 MiB']);
});

test('of a file with its size, of which no more is read than there is', () => {
  expect(shownAt([1500, 2000, 3000], 2.5 * 1024 * 1024)).toEqual([
    'reading a\\x1b.bin: 1.0 MiB of 2.5 MiB',
    'reading a\\x1b.bin: 2.0 MiB of 2.5 MiB',
    'reading a\\x1b.bin: 2.5 MiB of 2.5 MiB',
  ]);
});

test('a standard error that is not a terminal has none', () => {
  const standard = { print: () => true, warn: () => expect.unreachable() };
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(5000);
  expect(() => readProgress('file', standard)(1)).not.toThrow();
});
