/** Runs programs for tests, without a shell, in the repository unless asked otherwise. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string } = {},
): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** A script of the repository or of one of its packages, by its path in the repository, on the Node that runs the tests. */
export function runNode(args: readonly string[], options: Parameters<typeof run>[2] = {}): Ran {
  return run(process.execPath, args, options);
}
