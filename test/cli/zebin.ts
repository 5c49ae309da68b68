/** Runs the built command as a user would, in the folder of the fixtures unless told otherwise. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { FIXTURES } from '../support/corpus.ts';
import { type Ran, ROOT } from '../support/run.ts';

export const MAIN = join(ROOT, 'dist/cli/main.js');

/** The environment without what would colour the output on the machine of anyone who runs the tests. */
export const ENV: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name !== 'NO_COLOR' && name !== 'FORCE_COLOR'),
);

export function zebin(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv; input?: Uint8Array } = {}): Ran {
  const { cwd = FIXTURES, env = {}, input } = options;
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...ENV, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...(input === undefined ? {} : { input }),
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** A folder that is gone after the tests of the file. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
