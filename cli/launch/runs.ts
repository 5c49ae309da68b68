/** Runs of kernels, one after the other. */
import {
  type Budget,
  type Case,
  CHECKS,
  type CheckKind,
  encodeText,
  grouped,
  isPause,
  type Launched,
  Machine,
  type machineOf,
  nearest,
  type PreparedRun,
  type Programs,
  prepareRun,
  type RunCase,
  type RunOptions,
  type RunReport,
  type RunTarget,
  USUAL_CHECKS,
} from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { listNames } from '../text.ts';
import { visible } from '../visible.ts';
import type { Inputs } from '../write/inputs.ts';
import type { Watchers } from './watchers.ts';

/** How kernels are run. */
export interface Runs {
  readonly start: typeof machineOf;
  /** The images of the file that is run, loaded. */
  readonly programs: Programs;
  readonly options: RunOptions;
  /** Folder for the bytes of arguments and what was printed. */
  readonly folder: string | undefined;
  /** Files that are written after the run. */
  readonly outputs?: readonly string[];
  /** Observers of the runs. */
  readonly watchers?: Watchers;
  readonly io: Pick<Io, 'standard' | 'inputs'>;
  /** Says whether the user ended the run. */
  readonly interruption: Interruption;
  /** Whether a report is known, and left out. */
  readonly known?: ((report: RunReport) => boolean) | undefined;
}

/** Instructions between looks at the clock, at signals, and at what is left to do. */
const SLICE = 2_000_000;

/** The limits and the order that the options say. */
export function runOptions({
  maxInstructions,
  maxMemory,
  schedule,
  checks,
}: Pick<OptionsOf<'run'>, 'maxInstructions' | 'maxMemory' | 'schedule'> & { readonly checks?: string | undefined }): RunOptions {
  return {
    checks: checks === undefined ? undefined : checkKinds(checks),
    maxInstructions: numberOption('--max-instructions', maxInstructions),
    maxMemory: numberOption('--max-memory', maxMemory),
    schedule: numberOption('--schedule', schedule),
  };
}

/** The kinds of a list; without one, those that are not on request only. */
function checkKinds(list: string): readonly CheckKind[] {
  if (list === '') return USUAL_CHECKS;
  if (list === 'all') return CHECKS.map(({ name }) => name);
  return list.split(',').map((word) => {
    const row = CHECKS.find(({ name }) => name === word);
    if (row !== undefined) return row.name;
    const names = CHECKS.map(({ name }) => name);
    const near = nearest(word, names);
    throw new UsageError(
      `--checks has no kind ${visible(word)}${near === undefined ? '' : ` (did you mean ${near}?)`}; there are ${listNames(names)}, all`,
    );
  });
}

function numberOption(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text) || /^\d{1,4}e\d{1,2}$/i.test(text)) return Number(text);
  throw new UsageError(`${option} expects a number, not ${text === '' ? 'nothing' : text}`);
}

/** Notices Ctrl-C, until it is released. */
export class Interruption {
  noticed = false;
  private readonly notice = (): void => {
    this.noticed = true;
  };

  constructor() {
    process.on('SIGINT', this.notice);
  }

  release(): void {
    process.off('SIGINT', this.notice);
  }
}

/** Runs a case. `left` gets what the launch left. */
export async function runOf(
  target: RunTarget,
  one: Case,
  budget: Budget,
  runs: Runs,
  left?: (launched: Launched) => void,
): Promise<RunCase> {
  const observers = runs.watchers?.of(target, one) ?? [];
  const prepared = prepareRun(target, one, { ...runs.options, budget, ...(observers.length === 0 ? {} : { observers }) });
  if ('result' in prepared) return withoutKnown(prepared, runs);
  await refuseOutputs(runs, prepared.launch);
  let launched: Launched;
  try {
    const machine = runs.start(runs.programs.of(target.zebin), target.kernel, prepared.launch);
    launched = machine instanceof Machine ? await toEnd(machine, visible(one.name === '' ? one.kernel : one.name), budget, runs) : machine;
  } catch (error) {
    return prepared.failed(error);
  }
  left?.(launched);
  if (runs.folder !== undefined) await writeLeft(runs.folder, launched, runs.io.inputs);
  return withoutKnown(prepared.finish(launched), runs);
}

function withoutKnown(one: RunCase, { known }: Runs): RunCase {
  return known === undefined || one.reports === undefined ? one : { ...one, reports: one.reports.filter((report) => !known(report)) };
}

/** Runs a machine in slices, between which signals arrive. */
async function toEnd(machine: Machine, name: string, budget: Budget, { io, interruption }: Runs): Promise<Launched> {
  while (isPause(machine.run(SLICE))) {
    await new Promise((resolve) => setImmediate(resolve));
    if (interruption.noticed) {
      const message = `interrupted after ${grouped(machine.instructions)} instructions`;
      return { ...machine.result(), stop: { reason: 'limit', message, ...machine.where() } };
    }
    budget.check();
    io.standard.progress?.(`running ${name}: ${grouped(Math.floor(machine.instructions / 1e6))} million instructions`);
  }
  return machine.result();
}

/** Throws `UsageError` for a file or folder that could not be written after the run, which may take minutes. */
async function refuseOutputs({ outputs = [], folder, io }: Runs, { arguments: given }: PreparedRun['launch']): Promise<void> {
  if (outputs.length === 0 && folder === undefined) return;
  const { refuseInto, refuseUnwritable } = await import('../write/index.ts');
  for (const path of outputs) refuseUnwritable(path, io.inputs);
  const names = given.flatMap(({ kind }, i) => (kind === 'buffer' || kind === 'image' ? [leftName(i)] : []));
  if (folder !== undefined) refuseInto(folder, [...names, PRINTED], io.inputs);
}

const leftName = (argument: number): string => `arg${argument}.bin`;
const PRINTED = 'stdout';

/** Writes the bytes of each buffer and image, and what the kernel printed. */
async function writeLeft(folder: string, { arguments: all, printf }: Launched, inputs: Inputs): Promise<void> {
  const { writeInto } = await import('../write/index.ts');
  const files = all.flatMap((bytes, i) => (bytes === undefined ? [] : [{ path: leftName(i), data: () => bytes }]));
  await writeInto(folder, [...files, { path: PRINTED, data: () => encodeText(printf) }], inputs);
}
