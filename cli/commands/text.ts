import { completenessOf, textLines, textStream } from '../../src/internal.ts';
import { EXIT } from '../exit.ts';
import { openPass } from '../input/input.ts';
import { printJson } from '../json.ts';
import { visible } from '../text.ts';
import { warnOfUnread } from '../unread.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [file = ''], options, io }: Context<'text'>): Promise<number> {
  const { path, pass, budget } = await openPass(file, options, io);
  // A document begins with what was not read.
  if (options.json) printJson(io, textStream(pass.whole(), budget));
  else {
    for (const line of textLines(pass, budget)) {
      const isHeading = line.startsWith('== ') || line.startsWith('-- ');
      io.print(`${isHeading ? io.colors.bold(visible(line)) : visible(line)}\n`);
    }
    warnOfUnread(completenessOf(pass.whole()), path, io);
  }
  return EXIT.yes;
}
