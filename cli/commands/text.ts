import { textStream } from '../../src/internal.ts';
import { EXIT } from '../exit.ts';
import { open } from '../input/input.ts';
import { printJson } from '../json.ts';
import { visible } from '../text.ts';
import { warnOfUnread } from '../unread.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [file = ''], options, io }: Context<'text'>): Promise<number> {
  const { path, item, budget } = await open(file, options, io);
  const document = textStream(item, budget);
  if (options.json) printJson(io, document);
  else
    for (const line of document.lines) {
      const isHeading = line.startsWith('== ') || line.startsWith('-- ');
      io.print(`${isHeading ? io.colors.bold(visible(line)) : visible(line)}\n`);
    }
  if (!options.json) warnOfUnread(document, path, io);
  return EXIT.yes;
}
