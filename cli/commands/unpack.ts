import { CODES, damageOf, damageOutside, filesOfPass, UNPACKED_KINDS, unpackDocument, unpackItem } from '../../src/internal.ts';
import { damagedInput, EXIT, UsageError } from '../exit.ts';
import { openPass, refuseNothing } from '../input/input.ts';
import { printJson } from '../json.ts';
import { orUsageError } from '../refusal.ts';
import { count, visible } from '../text.ts';
import { writeFolder } from '../write/index.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [file = '', folder = ''], options, io }: Context<'unpack'>): Promise<number> {
  const { path, root, pass, budget } = await openPass(file, options, io);
  const inside = damageOutside(filesOfPass(pass), []);
  const item = pass.whole();
  await refuseNothing({ path, item });
  const [fault] = options.damaged ? [] : [...damageOf(root, item.address), ...inside];
  if (fault) throw damagedInput(path, item.address, 'unpacked', fault);
  const files = orUsageError(
    path,
    () => unpackItem(item, { budget }),
    ({ message, code }) => `${path}${item.address}: ${message}. ${CODES[code].help}`,
  );
  if (!files) {
    const hint = item.children.length > 0 ? ' (`zebin ls` lists its content)' : '';
    throw new UsageError(
      `${path}${item.address} is of kind ${item.content.kind}; the kinds that can be unpacked are ${UNPACKED_KINDS.join(', ')}${hint}`,
    );
  }
  await writeFolder(folder, files, options.force);
  if (options.json) printJson(io, unpackDocument(files));
  else io.print(`${count(files.length, 'file')} in ${visible(folder)}; start with ${visible(files[0]?.path ?? '')}\n`);
  return EXIT.yes;
}
