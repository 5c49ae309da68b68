/** The kernel that is run, what it is given, and what it left: kept while other tabs are shown, until another kernel is opened here. */
import { effect, signal } from '@preact/signals';
import type { ProfileRow } from '../../../src/internal.ts';
import { ask } from '../../client.ts';
import { files } from '../../state.ts';
import type { Refusal } from '../../worker/handlers.ts';
import type { KernelParams } from '../../worker/kernel-place.ts';
import type { DebugView } from '../../worker/run/debug-messages.ts';
import type { CasesView, Problem, RunForm, RunOutcome } from '../../worker/run/messages.ts';
import { type ArgumentValue, type FormValues, givenOf, limitsOf, startValues } from './argument.ts';
import { Engine } from './engine.ts';
import { runScript } from './script.ts';

export interface RunSession {
  readonly place: KernelParams;
  readonly engine?: Engine;
  readonly form?: RunForm;
  readonly refusal?: Refusal;
  readonly values: FormValues;
  readonly cases?: CasesView & { readonly file: string };
  /** The case that is run instead of what the form says. */
  readonly chosen?: string;
  readonly running: boolean;
  /** Runs that were begun. */
  readonly runs: number;
  /** Instructions of the run so far. */
  readonly instructions: number;
  readonly problems: readonly Problem[];
  readonly outcome?: RunOutcome;
  /** The kernel as it is debugged, instead of run. */
  readonly debug?: Debugged;
}

/** A kernel that is debugged. */
export interface Debugged {
  readonly view: DebugView;
  /** Moments before jumps, to go back to. */
  readonly past: readonly number[];
  /** What could not be done. */
  readonly refusal?: string;
}

export const session = signal<RunSession | undefined>(undefined);

const isOf = ({ file, at, name }: KernelParams, place: KernelParams) => file === place.file && at === place.at && name === place.name;

/** The session of a kernel, if it is the last that was opened. */
export function sessionOf(place: KernelParams): RunSession | undefined {
  const current = session.value;
  return current && isOf(current.place, place) ? current : undefined;
}

/** How often each instruction of a kernel ran, if it was run. */
export const profileOf = (place: KernelParams): readonly ProfileRow[] | undefined => sessionOf(place)?.outcome?.profile;

export function change(of: RunSession['place'], to: Partial<RunSession>): void {
  const current = session.peek();
  if (current && isOf(current.place, of)) session.value = { ...current, ...to };
}

/** Opens a kernel; the run of another one ends. */
export async function openSession(place: KernelParams): Promise<void> {
  const current = session.peek();
  if (current && isOf(current.place, place)) return;
  current?.engine?.end('another kernel was opened');
  session.value = { place, values: startValues([]), running: false, runs: 0, instructions: 0, problems: [] };
  const form = await startEngine(place);
  if (form) change(place, { form, values: startValues(form.parameters) });
}

/** Starts the engine of a session; undefined if that is refused, or another kernel was opened meanwhile. */
async function startEngine(place: KernelParams): Promise<RunForm | undefined> {
  try {
    const [bytes, script] = await Promise.all([ask('imageBytes', place), runScript()]);
    const current = session.peek();
    if (!current || !isOf(current.place, place)) return undefined;
    const engine = new Engine(script, (instructions) => change(place, { instructions }));
    change(place, { engine });
    return await engine.ask('open', { bytes, address: place.at, kernel: place.name });
  } catch (refusal) {
    change(place, { refusal: refusalOf(refusal) });
    return undefined;
  }
}

export const refusalOf = (error: unknown): Refusal => (error instanceof Error ? { message: error.message } : (error as Refusal));

// A file that is closed is not run any more.
effect(() => {
  const current = session.value;
  if (!current || files.value.some(({ id }) => id === current.place.file)) return;
  current.engine?.end('the file was closed');
  session.value = undefined;
});

export function setValues({ place, values }: RunSession, to: Partial<FormValues>): void {
  change(place, { values: { ...values, ...to } });
}

export function setArgument(of: RunSession, index: number, to: Partial<ArgumentValue>): void {
  setValues(of, { args: of.values.args.map((one, i) => (i === index ? { ...one, ...to } : one)) });
}

export function chooseCase({ place }: RunSession, name: string): void {
  const current = session.peek();
  if (!current || !isOf(current.place, place)) return;
  const { chosen: _, ...rest } = current;
  session.value = { ...rest, problems: [], ...(name === '' ? {} : { chosen: name }) };
}

/** Reads a file of cases, and chooses the first for this kernel. */
export async function loadCases({ place, engine }: RunSession, file: File): Promise<void> {
  try {
    if (!engine) throw new Error('what runs kernels is not ready yet: load the file again');
    const cases = await engine.ask('cases', { content: file });
    change(place, { cases: { ...cases, file: file.name } });
    chooseCase({ ...(session.peek() as RunSession), place }, cases.cases[0]?.name ?? '');
  } catch (refusal) {
    change(place, { cases: { cases: [], others: 0, problems: [refusalOf(refusal).message], file: file.name } });
  }
}

/** Runs what the form says, or the chosen case. */
export async function run({ place, engine, form, values, chosen, running, runs }: RunSession): Promise<void> {
  if (!engine || !form || running) return;
  change(place, { running: true, runs: runs + 1, instructions: 0, problems: [] });
  try {
    const answer =
      chosen === undefined
        ? await engine.ask('run', givenOf(form.parameters, values))
        : await engine.ask('runCase', { name: chosen, limits: limitsOf(values) });
    change(place, { running: false, ...('problems' in answer ? answer : { outcome: answer }) });
  } catch (refusal) {
    change(place, { running: false, problems: [{ of: 'limits', message: refusalOf(refusal).message }] });
  }
}

/** How long a run may take to stop, in milliseconds: it looks up after some instructions, but not while it fills large buffers. */
const PATIENCE = 2_000;

/** Ends the run; if it does not listen, with its engine. */
export function stop({ place, engine, runs }: RunSession): void {
  void engine?.ask('stop', undefined).catch(() => undefined);
  setTimeout(() => {
    const current = session.peek();
    if (current?.running && current.runs === runs && current.engine === engine) restart(place);
  }, PATIENCE);
}

/** Ends the engine, whatever it does, and with it what a run left. Another one begins anew, without the cases. */
export function restart(place: KernelParams): void {
  const current = session.peek();
  if (!current || !isOf(current.place, place)) return;
  current.engine?.end('stopped while no instruction was running');
  const { form, values, runs } = current;
  session.value = { place, ...(form && { form }), values, running: false, runs, instructions: 0, problems: [] };
  void startEngine(place);
}
