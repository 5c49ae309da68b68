/** What the command says of a file, which the page is held to. */
import { expect } from 'vitest';
import { zebin } from '../cli/zebin.ts';

/** The document of `--json`. */
export function json<T>(...args: string[]): T {
  const { stdout, stderr } = zebin([...args, '--json']);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as T;
}
