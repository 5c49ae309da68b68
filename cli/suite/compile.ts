/** The command of `--compile`. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Case } from '../../src/internal.ts';
import type { Budgets } from '../budget.ts';
import { refusal } from '../refusal.ts';

/** What is compiled: the source of cases, for a device. */
export interface Compilation {
  /** Path of the file of cases, from whose folder the source is named. */
  readonly path: string;
  readonly source: string;
  readonly options: string;
  /** Empty if the user named none. */
  readonly device: string;
}

/** Bytes of what a compiler says. */
const SAID = 1 << 26;
/** Milliseconds by which a timer may end the command before the clock says that the time is over: then it would be said to have failed. */
const EARLY = 2;
/** Lines at the end of it that an answer has. */
const LINES = 8;

/** The source of a case, and with which options: equal texts are compiled once. */
export const sourceKey = ({ source, options = '' }: Case): string | undefined =>
  source === undefined ? undefined : JSON.stringify([source, options]);

/** Compiles into a folder. Returns why there is nothing in it; undefined if the command ended with 0. */
export function compile(
  command: string,
  { path, source, options, device }: Compilation,
  folder: string,
  budgets: Budgets,
): string | undefined {
  const file = resolve(dirname(path), source);
  if (source.includes('\0') || options.includes('\0'))
    return 'the source or its options have a null character, which no command can be given';
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return `${source} is not there, or is not a file`;
  // Throws if there is no time left.
  budgets.open(0);
  const { deadline } = budgets;
  const { status, signal, error, stdout, stderr } = spawnSync(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ZEBIN_SOURCE: file, ZEBIN_DEVICE: device, ZEBIN_OPTIONS: options, ZEBIN_OUTPUT: folder },
    maxBuffer: SAID,
    ...(deadline === undefined ? {} : { timeout: Math.max(1, deadline - Date.now()) + EARLY, killSignal: 'SIGKILL' }),
  });
  budgets.open(0);
  if (status === 0) return undefined;
  const how = error ? `cannot be run: ${refusal(error)}` : signal === null ? `ended with ${status}` : `was ended by ${signal}`;
  const said = lastLines(stderr?.toString('utf8') ?? '') || lastLines(stdout?.toString('utf8') ?? '');
  return `--compile ${how}${said === '' ? '' : `: ${said}`}`;
}

/** The last lines that are not empty, as one. */
function lastLines(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .slice(-LINES)
    .join('; ');
}
