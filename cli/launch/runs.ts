/** Runs of kernels, one after the other. */
import {
  type Budget,
  type Case,
  encodeText,
  type Launched,
  type launch,
  prepareRun,
  type RunCase,
  type RunOptions,
  type RunTarget,
} from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { UsageError } from '../exit.ts';

/** How kernels are run. */
export interface Runs {
  readonly launch: typeof launch;
  readonly options: RunOptions;
  /** Folder for the bytes of arguments and what was printed. */
  readonly folder: string | undefined;
}

/** The limits and the order that the options say. */
export function runOptions({ maxInstructions, maxMemory, schedule }: OptionsOf<'run'>): RunOptions {
  return {
    maxInstructions: numberOption('--max-instructions', maxInstructions),
    maxMemory: numberOption('--max-memory', maxMemory),
    schedule: numberOption('--schedule', schedule),
  };
}

function numberOption(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text) || /^\d{1,4}e\d{1,2}$/i.test(text)) return Number(text);
  throw new UsageError(`${option} expects a number, not ${text === '' ? 'nothing' : text}`);
}

/** Runs a case. `left` gets what the launch left. */
export async function runOf(
  target: RunTarget,
  one: Case,
  budget: Budget,
  runs: Runs,
  left?: (launched: Launched) => void,
): Promise<RunCase> {
  const prepared = prepareRun(target, one, { ...runs.options, budget });
  if ('result' in prepared) return prepared;
  let launched: Launched;
  try {
    launched = runs.launch(target.zebin, target.kernel, prepared.launch);
  } catch (error) {
    return prepared.failed(error);
  }
  left?.(launched);
  if (runs.folder !== undefined) await writeLeft(runs.folder, launched);
  return prepared.finish(launched);
}

/** Writes the bytes of each buffer and image, and what the kernel printed. */
async function writeLeft(folder: string, { arguments: all, printf }: Launched): Promise<void> {
  const { writeInto } = await import('../write/index.ts');
  const files = all.flatMap((bytes, i) => (bytes === undefined ? [] : [{ path: `arg${i}.bin`, data: () => bytes }]));
  await writeInto(folder, [...files, { path: 'stdout', data: () => encodeText(printf) }]);
}
