/** The debugger for editors: the Debug Adapter Protocol on standard input and output. */
import { FormatError } from '../../../src/internal.ts';
import type { OptionsOf } from '../../commands/rows.ts';
import { EXIT, UsageError } from '../../exit.ts';
import { SourceFiles } from '../../input/source-files.ts';
import type { Io } from '../../io.ts';
import { Interruption } from '../../launch/runs.ts';
import { sessionOf } from '../open.ts';
import { Adapter, type Launching } from './adapter.ts';

/** What a request to launch may say, with the names of the options of the command, for which it says more. */
const TEXTS = ['global', 'local', 'offset', 'case', 'only', 'source', 'device', 'as', 'maxInstructions', 'maxMemory', 'schedule'] as const;

/** Serves one client, until it ends the session or its connection. */
export async function serve(file: string | undefined, pattern: string | undefined, options: OptionsOf<'debug'>, io: Io): Promise<number> {
  const interruption = new Interruption();
  const start = async (given: unknown, print: (text: string) => void): Promise<Launching> => {
    const members: Readonly<Record<string, unknown>> = typeof given === 'object' && given !== null ? { ...given } : {};
    const text = (name: string): string | undefined => {
      const value = members[name];
      if (value === undefined || value === null) return undefined;
      if (typeof value === 'string' || typeof value === 'number') return String(value);
      throw new UsageError(`launch: ${name} is neither a text nor a number`);
    };
    const program = text('program') ?? file;
    if (program === undefined) throw new UsageError('launch: program names no file');
    const list = members.arg;
    if (list !== undefined && !(Array.isArray(list) && list.every((one) => typeof one === 'string')))
      throw new UsageError('launch: arg is not a list of texts');
    const known = Object.fromEntries(TEXTS.flatMap((name) => [[name, text(name) ?? options[name]]]));
    const used = { ...options, ...known, arg: [...options.arg, ...((list as readonly string[] | undefined) ?? [])] };
    const session = await sessionOf(program, text('kernel') ?? pattern, used, { ...io, warn: (said) => print(`${said}\n`) });
    const context = { session, sources: new SourceFiles(used.source, io), interruption, print };
    return { context, stopOnEntry: members.stopOnEntry === true, stopAtEnd: members.stopAtEnd === true };
  };
  const sentence = (error: unknown): string | undefined =>
    error instanceof UsageError || error instanceof FormatError ? error.message : undefined;
  try {
    await new Promise<void>((resolve) => {
      const adapter = new Adapter(start, sentence, interruption, resolve);
      adapter.start(process.stdin, process.stdout);
      process.stdin.on('end', resolve);
    });
  } finally {
    interruption.release();
    process.stdin.pause();
  }
  return EXIT.yes;
}
