/** What the command says of a file, which the page is held to. */
import { expect } from 'vitest';
import { zebin } from '../cli/zebin.ts';

/** The document of `--json`. */
export async function json<T>(...args: string[]): Promise<T> {
  const { stdout, stderr } = await zebin([...args, '--json']);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as T;
}
