/** The session of a launch that options say. */
import { grouped, newSession, type PreparedRun, prepareRun, type RunTarget, Session } from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { byHand } from '../launch/by-hand.ts';
import { casesFor } from '../launch/cases.ts';
import { runOptions } from '../launch/runs.ts';
import { deviceOption, openToRun, targetOf } from '../launch/targets.ts';
import { listNames, visible } from '../text.ts';

/** The session of a launch that the options say. Throws `UsageError` for one that cannot begin. */
export async function sessionOf(file: string, pattern: string | undefined, options: OptionsOf<'debug'>, io: Io): Promise<Session> {
  const opened = await openToRun(file, options, io);
  const { target, prepared } = launchFrom(
    options,
    io,
    (name, isExact) => targetOf(opened, name ?? pattern, deviceOption(options.device), isExact),
    pattern,
  );
  if ('result' in prepared) throw new UsageError(`${visible(prepared.label)}: ${prepared.message ?? prepared.result}`);
  const session = newSession(target.zebin, target.kernel, { ...prepared.launch, budget: opened.budget });
  if (session instanceof Session) return session;
  throw new UsageError(`${visible(target.kernel.name)}: ${session.stop.reason}: ${visible(session.stop.message)}`);
}

interface Prepared {
  readonly target: RunTarget;
  readonly prepared: PreparedRun | ReturnType<typeof prepareRun>;
}

function launchFrom(
  options: OptionsOf<'debug'>,
  io: Io,
  targetNamed: (name: string | undefined, isExact: boolean) => RunTarget,
  pattern: string | undefined,
): Prepared {
  if (options.case !== undefined) {
    const kernelOf = (): string | undefined => (pattern === undefined ? undefined : targetNamed(undefined, false).kernel.name);
    const [one, ...others] = casesFor(kernelOf, options, io);
    if (one === undefined || others.length > 0)
      throw new UsageError(
        `${grouped(others.length + 1)} cases: name one with --only: ${listNames([one, ...others].map((each) => each?.name ?? ''))}`,
      );
    const target = targetNamed(one.kernel, true);
    return { target, prepared: prepareRun(target, one, runOptions(options)) };
  }
  if (options.only !== undefined) throw new UsageError('--only names a case of --case');
  const target = targetNamed(undefined, false);
  const { one, defaults } = byHand(target, { ...options, out: [], print: [] }, io);
  for (const text of defaults) io.warn(text);
  return { target, prepared: prepareRun(target, one, runOptions(options)) };
}
