/** What the commands of a debugger work with. */
import type { Halt, Motion, Session } from '../../src/internal.ts';
import type { SourceFiles } from '../input/source-files.ts';
import type { Interruption } from '../launch/runs.ts';
import { haltText } from './text.ts';

export interface DebugContext {
  readonly session: Session;
  readonly sources: SourceFiles;
  readonly interruption: Interruption;
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
export async function travel<T>(motion: Motion<T>, interruption: Interruption): Promise<T | undefined> {
  for (;;) {
    const { done, value } = motion.next();
    if (done === true) return value;
    await new Promise((resolve) => setImmediate(resolve));
    if (!interruption.noticed) continue;
    interruption.noticed = false;
    motion.return(undefined as never);
    return undefined;
  }
}

/** Goes somewhere, and says where that is. */
export async function go(context: DebugContext, motion: Motion<Halt>): Promise<Halt | undefined> {
  const halt = await travel(motion, context.interruption);
  context.print(haltText(context, halt));
  return halt;
}
