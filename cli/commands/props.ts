import {
  clip,
  type DiagnosticJson,
  type PropertyJson,
  type PropsItemStream,
  type PropsTextJson,
  parseJson,
  propsFromJson,
  propsStream,
  writeProps,
} from '../../src/internal.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT, UsageError } from '../exit.ts';
import { type Opened, open, readDocument } from '../input/input.ts';
import type { Io } from '../io.ts';
import { Listed, printJson } from '../json.ts';
import { inputName } from '../refusal.ts';
import { indentedLines, tableFits, visible, visibleLines, wrap } from '../text.ts';
import { isText, textFindings } from '../text-findings.ts';
import { warnOfUnread } from '../unread.ts';
import type { Context, OptionsOf } from './rows.ts';

export async function run({ arguments: [file = ''], options, io }: Context<'props'>): Promise<number> {
  if (options.fromJson) {
    io.write(fromJson(file, io));
    return EXIT.yes;
  }
  const { path, item, budget } = await opened(file, options, io);
  const document = propsStream(item);
  if (options.json) {
    // Each property is on one line: there may be very many.
    printJson(io, { ...document, items: document.items.map((one) => ({ ...one, sets: new Listed(one.sets) })) });
  } else {
    const render = isText(item) ? textFindings(item.bytes, path + item.address) : undefined;
    for (const [i, one] of document.items.entries()) {
      if (i > 0) io.print('\n');
      printItem(one, visible(path), render, io);
    }
  }
  if (document.items.length === 0 && budget.diagnostics.length === 0) io.warn(`${path}${item.address} has no property sets`);
  if (!options.json) warnOfUnread(document, path, io);
  const damaged = document.items.some(({ diagnostics }) => diagnostics.some((d) => d.severity === 'error'));
  return document.items.length === 0 || damaged ? EXIT.no : EXIT.yes;
}

function* mapped<T, U>(all: Iterable<T>, change: (one: T) => U): Generator<U> {
  for (const one of all) yield change(one);
}

/** Text of sets that does not begin with the name of one is recognised by its option only. */
async function opened(file: string, options: OptionsOf<'props'>, io: Io): Promise<Opened> {
  try {
    return await open(file, options, io);
  } catch (error) {
    const diagnostic = error instanceof UsageError && options.as === undefined ? error.facts.diagnostic : undefined;
    if (!(error instanceof UsageError) || diagnostic?.data?.kind !== 'text') throw error;
    const message = `${error.facts.file} is text that does not begin like property sets; to read it as property sets, give \`--as props\``;
    throw new UsageError(message, error.facts);
  }
}

function fromJson(file: string, io: Io): Uint8Array {
  const refusal = (why: string) => new UsageError(`${inputName(file)} is not JSON: ${clip(why, 200)}`, { file });
  return readDocument(file, (text) => writeProps(propsFromJson(parseJson(text, refusal))), io);
}

/** @param render prints findings of a file that is a text */
function printItem(
  { address, sets, specialization_constants, diagnostics }: PropsItemStream,
  path: string,
  render: ((diagnostic: DiagnosticJson) => string) | undefined,
  io: Io,
): void {
  const { colors } = io;
  io.print(`${wrap(`${path}${visible(address)}`, io.width)}\n`);
  let isEmpty = true;
  for (const { name, lines } of sets) {
    isEmpty = false;
    io.print(`${colors.bold(wrap(name === undefined ? 'in no set' : `[${visible(name)}]`, io.width))}\n`);
    printRows(mapped(lines, cells), io);
  }
  if (specialization_constants.length > 0) {
    io.print(`${colors.bold('defaults of the specialization constants')}\n`);
    printRows(
      specialization_constants.map(({ name, scalars }): readonly [string, string] => [
        visible(name),
        scalars
          .filter(({ padding }) => !padding)
          .map(({ id, default_hex }) => `id ${id}: ${default_hex?.replace(/(..)(?=.)/g, '$1 ') ?? 'none'}`)
          .join(', '),
      ]),
      io,
    );
  } else if (isEmpty) io.print('no property sets\n');
  io.print(render ? diagnostics.map((one) => `${visibleLines(render(one))}\n`).join('') : diagnosticLines(diagnostics, io, ''));
}

function cells(line: PropertyJson | PropsTextJson): readonly [string, string] {
  if ('text' in line) return line.text === '' ? ['(empty line)', ''] : [visible(line.text), '(not readable)'];
  return [visible(line.key), visible(line.meaning)];
}

/** Side by side or, if they do not fit, values below their keys. */
function printRows(entries: Iterable<readonly [string, string]>, io: Io): void {
  const [keys, values]: [string[], string[]] = [[], []];
  for (const [key, value] of entries) {
    keys.push(key);
    values.push(value);
  }
  const columns = [keys, values].map((cells) => ({ title: [], cells }));
  if (tableFits(columns, io.width - 2)) for (const line of indentedLines(columns, io.colors)) io.print(line);
  else
    for (const [i, key] of keys.entries()) {
      const value = values[i] ?? '';
      io.print(`${wrap(key, io.width, '  ')}\n${value === '' ? '' : `${wrap(value, io.width, '      ')}\n`}`);
    }
}
