/** What is done with a kernel that is debugged: the worker does it, and says where the kernel is then. */
import type { DebugTarget } from '../../../worker/run/debug.ts';
import type { DebugMotion, DebugView } from '../../../worker/run/debug-messages.ts';
import { givenOf } from '../argument.ts';
import type { Engine } from '../engine.ts';
import { change, type RunSession, refusalOf, restart, session } from '../session.ts';

/** Where the debugger is to go first: to an instruction, or back from the end to who wrote something. */
export type DebugGoal = { readonly to: DebugTarget } | { readonly who: string; readonly name: string };

/** Begins to debug what the form says, or the chosen case. */
export async function startDebug({ place, engine, form, values, chosen, running, runs }: RunSession, goal?: DebugGoal): Promise<void> {
  if (!engine || !form || running) return;
  change(place, { running: true, runs: runs + 1, instructions: 0, problems: [] });
  try {
    const answer = await engine.ask('debug', { given: givenOf(form.parameters, values), name: chosen });
    if ('problems' in answer) return change(place, { running: false, ...answer });
    change(place, { running: false, debug: { view: answer, past: [] } });
  } catch (refusal) {
    return change(place, { running: false, problems: [{ of: 'limits', message: refusalOf(refusal).message }] });
  }
  const current = session.peek();
  if (!current || !goal) return;
  if ('to' in goal) await answered(current, (one) => one.ask('debugTo', goal.to));
  else await answered(current, (one) => one.ask('debugWho', { expression: goal.who, name: goal.name, fromEnd: true }));
}

/** Asks for something that answers where the kernel is. */
async function answered(
  { place, engine, debug, running, runs }: RunSession,
  asking: (engine: Engine) => Promise<DebugView>,
): Promise<boolean> {
  if (!engine || !debug || running) return false;
  change(place, { running: true, runs: runs + 1, instructions: 0 });
  try {
    const { refusal: _, ...rest } = debug;
    const view = await asking(engine);
    change(place, { running: false, debug: { ...rest, view } });
    return true;
  } catch (refusal) {
    // When its engine was ended, the form is there again.
    const isThere = session.peek()?.debug !== undefined;
    change(place, { running: false, ...(isThere ? { debug: { ...debug, refusal: refusalOf(refusal).message } } : {}) });
    return false;
  }
}

export const move = (of: RunSession, motion: DebugMotion, isByLine: boolean) =>
  answered(of, (engine) => engine.ask('debugMove', { motion, isByLine }));

export const goTo = (of: RunSession, to: DebugTarget) => jump(of, (engine) => engine.ask('debugTo', to));

/** Goes back to the last write to the bytes of an expression. */
export const whoWrote = (of: RunSession, expression: string, name: string) =>
  jump(of, (engine) => engine.ask('debugWho', { expression, name, fromEnd: false }));

/** A move that can be undone. */
async function jump(of: RunSession, asking: (engine: Engine) => Promise<DebugView>): Promise<void> {
  const before = of.debug?.view.moment ?? 0;
  const hasMoved = await answered(of, asking);
  const current = session.peek();
  if (!hasMoved || !current?.debug || current.debug.view.moment === before) return;
  change(of.place, { debug: { ...current.debug, past: [...current.debug.past, before] } });
}

/** To where the last jump began. */
export async function back(of: RunSession): Promise<void> {
  const past = of.debug?.past ?? [];
  const moment = past.at(-1);
  if (moment === undefined) return;
  await answered(of, (engine) => engine.ask('debugGoto', { moment }));
  const current = session.peek();
  if (current?.debug) change(of.place, { debug: { ...current.debug, past: past.slice(0, -1) } });
}

export const select = (of: RunSession, thread: number) => answered(of, (engine) => engine.ask('debugSelect', { thread }));

/** Sets a breakpoint at a place, or removes the one that is there. */
export const toggleBreak = (of: RunSession, text: string) => answered(of, (engine) => engine.ask('debugBreak', { text, condition: '' }));

export const breakIf = (of: RunSession, text: string, condition: string) =>
  answered(of, (engine) => engine.ask('debugBreak', { text, condition }));

export const watch = (of: RunSession, expression: string) => answered(of, (engine) => engine.ask('debugWatch', { expression }));

/** Changes what an expression names, a register or memory: the kernel goes on with it. */
export const set = (of: RunSession, expression: string, value: string) =>
  answered(of, (engine) => engine.ask('debugSet', { expression, value }));

export const changePoint = (of: RunSession, id: number, to: { readonly isEnabled?: boolean; readonly condition?: string }) =>
  answered(of, (engine) => engine.ask('debugPoint', { id, ...to }));

export const removePoint = (of: RunSession, id: number) => answered(of, (engine) => engine.ask('debugRemove', { id }));

/** Lets the kernel stay where it is. */
export function pause({ engine }: RunSession): void {
  void engine?.ask('stop', undefined).catch(() => undefined);
}

/** Back to the form. A kernel that is on its way ends with its engine. */
export function endDebug({ place, engine, running }: RunSession): void {
  if (running) {
    restart(place);
    return;
  }
  void engine?.ask('debugEnd', undefined);
  const current = session.peek();
  if (!current) return;
  const { debug: _, ...rest } = current;
  session.value = rest;
}
