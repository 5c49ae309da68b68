/** What the commands of a debugger work with. */
import { type Motion, type Session, travel as travelled } from '../../src/internal.ts';
import type { SourceFiles } from '../input/source-files.ts';
import type { Interruption } from '../launch/runs.ts';

export interface DebugContext {
  readonly session: Session;
  readonly sources: Pick<SourceFiles, 'line' | 'linesIn' | 'path'>;
  readonly interruption: Pick<Interruption, 'noticed'>;
  /** Prints at once. */
  print(text: string): void;
}

/** A command of the debugger. */
export interface DebugVerb {
  readonly name: string;
  /** Short forms that other names begin with too. */
  readonly short?: readonly string[];
  /** What follows it, for the help. */
  readonly arguments?: string;
  readonly summary: string;
  /** Throws `DebugError`. */
  run(context: DebugContext, rest: string): void | Promise<void>;
}

/** Runs a motion to its end, or until Ctrl-C: `undefined` then. */
export const travel = <T>(motion: Motion<T>, interruption: DebugContext['interruption']): Promise<T | undefined> =>
  travelled(motion, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const { noticed } = interruption;
    interruption.noticed = false;
    return noticed;
  });
