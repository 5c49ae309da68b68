/** A run in slices, between which the page is heard. */

import { visible } from '../../../cli/visible.ts';
import {
  grouped,
  isPause,
  type Launched,
  Machine,
  machineOf,
  newProfiler,
  outcomeText,
  prepareRun,
  type RunCase,
  type RunOptions,
  type RunTarget,
  reportsOf,
  shownType,
  signatureOf,
} from '../../../src/internal.ts';
import type { LeftBuffer, RunOutcome } from './messages.ts';

/** Instructions between looks at what the page says: some tenths of a second. */
const SLICE = 1_000_000;

export interface Slices {
  /** A run begins: whatever was to end before is not meant. */
  begin(): void;
  /** Called between slices; true ends the run. */
  turn(instructions: number): Promise<boolean>;
}

interface Done {
  readonly outcome: Omit<RunOutcome, 'defaults'>;
  readonly left: Launched['arguments'];
}

export async function launchCase(
  target: RunTarget,
  one: Parameters<typeof prepareRun>[1],
  options: RunOptions,
  slices: Slices,
): Promise<Done> {
  const began = performance.now();
  slices.begin();
  const profiler = newProfiler();
  const done = (document: RunCase, launched?: Launched): Done => {
    return {
      outcome: {
        document,
        text: outcomeText(document, visible),
        milliseconds: performance.now() - began,
        buffers: launched ? buffersOf(target, one, launched) : [],
        profile: profiler.rows(),
        reports: options.checks ? reportsOf(document) : null,
      },
      left: launched?.arguments ?? [],
    };
  };
  const prepared = prepareRun(target, one, { ...options, observers: [profiler.observer] });
  if ('result' in prepared) return done(prepared);
  try {
    const machine = machineOf(target.zebin, target.kernel, prepared.launch);
    const launched = machine instanceof Machine ? await toEnd(machine, slices) : machine;
    return done(prepared.finish(launched), launched);
  } catch (error) {
    return done(prepared.failed(error));
  }
}

async function toEnd(machine: Machine, { turn }: Slices): Promise<Launched> {
  while (isPause(machine.run(SLICE))) {
    if (!(await turn(machine.instructions))) continue;
    const message = `stopped after ${grouped(machine.instructions)} instructions`;
    return { ...machine.result(), stop: { reason: 'limit', message, ...machine.where() } };
  }
  return machine.result();
}

function buffersOf({ zebin, kernel }: RunTarget, { args }: Parameters<typeof prepareRun>[1], launched: Launched): LeftBuffer[] {
  const parameters = signatureOf(zebin, kernel);
  return launched.arguments.flatMap((bytes, argument): LeftBuffer[] => {
    const one = args[argument];
    if (bytes === undefined || (one?.kind !== 'buffer' && one?.kind !== 'image')) return [];
    const parameter = parameters[argument] ?? { index: argument, isUsed: false };
    return [{ argument, name: parameter.name ?? null, size: bytes.length, type: shownType(parameter, one) }];
  });
}
