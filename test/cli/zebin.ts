/** Runs the built command as a user would, in the folder of the fixtures unless asked otherwise. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXTURES } from '../support/corpus.ts';
import { type Ran, ROOT } from '../support/run.ts';

export const MAIN = join(ROOT, 'dist/cli/main.js');

/**
 * The program that the tests of the command start, from the environment: the standalone executable, for one. What looks at how the package
 * is built does not use it.
 */
const GIVEN = process.env.ZEBIN_COMMAND;

/** The program that is started, with its first words. */
export const COMMAND: readonly [program: string, ...words: string[]] = GIVEN === undefined ? [process.execPath, MAIN] : [GIVEN];

/** Begins a shell script in which `zebin` is that. */
export const SHELL_ZEBIN = `zebin() { ${COMMAND.map((word) => `'${word}'`).join(' ')} "$@"; }\n`;

/** The environment without what would colour the output on the machine of anyone who runs the tests. */
export const ENV: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name !== 'NO_COLOR' && name !== 'FORCE_COLOR'),
);

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: Uint8Array;
}

/** As a process of its own: for what is about processes. */
export function zebinProcess(args: readonly string[], { cwd = FIXTURES, env = {}, input }: RunOptions = {}): Ran {
  const { status, stdout, stderr, error } = spawnSync(COMMAND[0], [...COMMAND.slice(1), ...args], {
    cwd,
    env: { ...ENV, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...(input === undefined ? {} : { input }),
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** Runs a shell script in which `zebin` is the command; `$1` is the first argument. */
export function shell(script: string, args: readonly string[] = [], cwd = FIXTURES): Ran {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', SHELL_ZEBIN + script, 'sh', ...args], { cwd, encoding: 'utf8', env: ENV });
  return { status, stdout, stderr };
}

/** What the standalone executable says to any question, since it cannot load DuckDB. */
export const NEEDS_DUCKDB =
  'zebin: query needs DuckDB, which this executable cannot load: use the npm package of zebin, or `duckdb` itself on the table\n';
/** Whether the program is that executable. */
export const IS_STANDALONE = GIVEN !== undefined && zebinProcess(['query', 'SELECT 1', 'nosuch']).stderr === NEEDS_DUCKDB;

const { run } = createRequire(import.meta.url)('../../dist/cli/run.js') as typeof import('../../cli/run.ts');

/**
 * In this process, which takes a twentieth of the time: the same files of the build, of which conventions.test.ts shows for every verb that
 * its process says the same. One at a time, since folder and environment are those of the process.
 */
export async function zebin(
  args: readonly string[],
  { cwd = FIXTURES, env = {}, input = new Uint8Array(0) }: RunOptions = {},
): Promise<Ran> {
  if (GIVEN !== undefined) return zebinProcess(args, { cwd, env, input });
  const [home, before] = [process.cwd(), process.env];
  const [printed, warned]: [Uint8Array[], string[]] = [[], []];
  process.chdir(cwd);
  process.env = { ...ENV, ...env };
  try {
    const status = await run(args, {
      input,
      print: (bytes) => printed.push(bytes.slice()) > 0,
      warn: (text) => void warned.push(text),
    });
    return { status, stdout: Buffer.concat(printed).toString('utf8'), stderr: warned.join('') };
  } finally {
    process.env = before;
    process.chdir(home);
  }
}

/** A folder of its own in that of the run (support/scratch.ts), with which it goes. */
export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), 'zebin-cli-'));
}
