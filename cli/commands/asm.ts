import { assembleFile, Bytes, diagnosticRenderer } from '../../src/internal.ts';
import { countBudget, newBudget } from '../budget.ts';
import type { Context } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readInput } from '../input.ts';
import { printJson } from '../json.ts';
import { platformOption } from '../platform.ts';
import { count } from '../text.ts';

export function run({ arguments: [file = ''], options, io }: Context): number {
  const platform = platformOption(options);
  if (platform === undefined) throw new UsageError('asm needs --platform or --device: the text does not name its instruction set');
  const text = Bytes.from(readInput(file));
  const budget = newBudget(text.length);
  countBudget(budget);
  const { bytes, document, diagnostics } = assembleFile(
    text,
    platform,
    { compact: options.compact === true, autoDeps: options.autoDeps === true },
    budget,
  );
  if (options.json) printJson(io, document);
  else {
    const render = diagnosticRenderer(text.data, file);
    for (const diagnostic of diagnostics) for (const line of render(diagnostic).split('\n')) io.warn(line);
    if (bytes !== undefined) {
      io.write(bytes);
      io.note(`${count(bytes.length, 'byte')} of code`);
    }
  }
  return bytes === undefined ? EXIT.unusable : EXIT.yes;
}
