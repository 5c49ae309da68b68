import { threadText } from '../../src/internal.ts';
import { converse, standardLines } from '../debug/console.ts';
import type { DebugContext } from '../debug/context.ts';
import { sessionOf } from '../debug/open.ts';
import { haltText, placeText, positionText } from '../debug/text.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readText } from '../input/input.ts';
import { SourceFiles } from '../input/source-files.ts';
import { Interruption } from '../launch/runs.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [file, pattern], options, io }: Context<'debug'>): Promise<number> {
  if (options.dap) {
    const { serve } = await import('../debug/dap/index.ts');
    return await serve(file, pattern, options, io);
  }
  if (file === undefined) throw new UsageError('give a file and the name of a kernel in it');
  const session = await sessionOf(file, pattern, options, io);
  const interruption = new Interruption();
  const print = (text: string): void => void io.standard.print(Buffer.from(text));
  const context: DebugContext = { session, sources: new SourceFiles(options.source, io), interruption, print };
  try {
    const [first] = session.machine.current;
    print(
      first === undefined
        ? haltText(context, { reason: 'done' })
        : `${threadText(session)}: ${placeText(session)}\n${positionText(context)}`,
    );
    const given = [...options.commands.flatMap((path) => readText(path, io).split('\n')), ...options.execute];
    let result = await converse(context, given, io);
    if (result !== 'quit' && !options.batch) {
      const more = await converse(context, standardLines(io, context), io);
      result = result === 'bad' ? 'bad' : more;
    }
    return result === 'bad' ? EXIT.no : EXIT.yes;
  } finally {
    interruption.release();
  }
}
