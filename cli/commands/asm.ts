import { assembleFile, Bytes, detect, diagnosticRenderer, formatRow, looksLikeText } from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readInput } from '../input/input.ts';
import { printJson } from '../json.ts';
import { platformOption } from '../platform.ts';
import { inputName } from '../refusal.ts';
import { shellWord } from '../shell-word.ts';
import { count } from '../text.ts';
import type { Context } from './rows.ts';

export function run({ arguments: [file = ''], options, io }: Context<'asm'>): number {
  const platform = platformOption(options);
  if (platform === undefined) throw new UsageError('asm needs --platform or --device: the text does not name its instruction set');
  const text = Bytes.from(readInput(file, io));
  refuseBinary(text, file);
  const { bytes, document, diagnostics } = assembleFile(text, platform, {
    compact: options.compact,
    autoDeps: options.autoDeps,
    budget: io.budgets.open(text.length),
  });
  if (options.json) printJson(io, document);
  else {
    const render = diagnosticRenderer(text.data, file);
    for (const diagnostic of diagnostics) io.finding(render(diagnostic));
    if (bytes !== undefined) {
      io.write(bytes);
      io.note(`${count(bytes.length, 'byte')} of code`);
    }
  }
  return bytes === undefined ? EXIT.unusable : EXIT.yes;
}

/** Every line of a binary would be an error of its own. An archive begins with a line of text, and its first member may be a text. */
function refuseBinary(bytes: Bytes, file: string): void {
  const kind = bytes.length === 0 ? undefined : detect(bytes);
  if (bytes.length === 0 || (kind !== 'ar' && looksLikeText(bytes))) return;
  const row = formatRow(kind ?? '');
  const what = row === undefined ? 'is not a text' : `is not a text, but ${row.title}`;
  throw new UsageError(`${inputName(file)} ${what}: asm reads assembly, which \`zebin disasm ${shellWord(file)} --plain\` prints`, {
    file,
  });
}
