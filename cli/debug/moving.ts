/** Commands that go somewhere, forwards and backwards. */
import { DebugError, type Halt, type Motion, type Session } from '../../src/internal.ts';
import { type DebugContext, type DebugVerb, travel } from './context.ts';
import { haltText } from './text.ts';

/** Goes somewhere, and says where that is. */
async function go(context: DebugContext, motion: Motion<Halt>): Promise<void> {
  context.print(haltText(context, await travel(motion, context.interruption)));
}

/** Repeats a motion as often as the command says, or until it stops for another reason; where that is, is said once. */
async function repeat(context: DebugContext, rest: string, motion: (session: Session) => Motion<Halt>): Promise<void> {
  if (!/^\d*$/.test(rest)) throw new DebugError(`expected how often, not ${rest}`);
  let halt: Halt | undefined;
  for (let left = rest === '' ? 1 : Number(rest); left > 0; left--) {
    halt = await travel(motion(context.session), context.interruption);
    if (halt?.reason !== 'step') break;
  }
  context.print(haltText(context, halt));
}

const step = (name: string, short: readonly string[], summary: string, motion: (session: Session) => Motion<Halt>): DebugVerb => ({
  name,
  short,
  arguments: '[COUNT]',
  summary,
  run: (context, rest) => repeat(context, rest, motion),
});

/** To a location, as a breakpoint that is reached once. */
async function until(context: DebugContext, rest: string): Promise<void> {
  const { session } = context;
  if (rest === 'barrier') {
    await go(context, session.toBarrier());
    return;
  }
  if (rest === '') throw new DebugError('until needs a location, or barrier');
  const point = session.points.add({ kind: 'breakpoint', location: session.location(rest), isTemporary: true });
  await go(context, session.continue());
  if (session.points.all.some(({ id }) => id === point.id)) session.points.remove(point.id);
}

export const MOVING: readonly DebugVerb[] = [
  {
    name: 'run',
    short: ['r'],
    summary: 'run from the beginning, to a breakpoint or to the end',
    run: async (context) => {
      await travel(context.session.goTo(0), context.interruption);
      // A breakpoint at the first instruction is reached before anything has run.
      await go(context, context.session.continue(true));
    },
  },
  { name: 'start', summary: 'go to the first instruction', run: (context) => go(context, context.session.goTo(0)) },
  {
    name: 'continue',
    short: ['c'],
    summary: 'run on, to a breakpoint or to the end',
    run: (context) => go(context, context.session.continue()),
  },
  step('stepi', ['si'], 'execute an instruction of the thread', (session) => session.stepInstruction()),
  step('nexti', ['ni'], 'the same, but over calls', (session) => session.stepInstruction(false)),
  step('step', ['s'], 'run to another line of the source', (session) => session.stepLine(true)),
  step('next', ['n'], 'the same, but over calls', (session) => session.stepLine(false)),
  step('finish', ['fin'], 'run out of the function, or of the inlined call', (session) => session.stepOut()),
  {
    name: 'until',
    short: ['u'],
    arguments: 'LOCATION | barrier',
    summary: 'run to a location; until all threads of the group have reached a barrier',
    run: until,
  },
  { name: 'advance', arguments: 'LOCATION', summary: 'the same as until', run: until },
  {
    name: 'reverse-continue',
    short: ['rc'],
    summary: 'run back to a breakpoint or to the beginning',
    run: (context) => go(context, context.session.continueBack()),
  },
  step('reverse-stepi', ['rsi'], 'go back by an instruction of the thread', (session) => session.stepInstructionBack()),
  step('reverse-nexti', ['rni'], 'the same, but over calls', (session) => session.stepInstructionBack(false)),
  step('reverse-step', ['rs'], 'go back to the beginning of the line, or of the one before', (session) => session.stepLineBack(true)),
  step('reverse-next', ['rn'], 'the same, but over calls', (session) => session.stepLineBack(false)),
  step('reverse-finish', [], 'go back to the call of the function', (session) => session.stepOutBack()),
  {
    name: 'reverse-until',
    arguments: 'barrier',
    summary: 'go back to where all threads of a group had reached a barrier',
    run: async (context, rest) => {
      if (rest !== 'barrier') throw new DebugError('reverse-until goes back to a barrier: reverse-until barrier');
      await go(context, context.session.toBarrierBack());
    },
  },
  {
    name: 'goto',
    arguments: 'MOMENT',
    summary: 'go to a moment: so many instructions of all threads after the beginning',
    run: async (context, rest) => {
      if (!/^\d{1,15}$/.test(rest)) throw new DebugError('goto needs a number of instructions: info position has that of now');
      await go(context, context.session.goTo(Number(rest)));
    },
  },
];
