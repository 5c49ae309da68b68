import { type CodeEdit, type Diagnostic, diagnosticRenderer, patchItem } from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { fileOf, openWhole, readBinary } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { orUsageError } from '../refusal.ts';
import { count } from '../text.ts';
import type { Context, OptionsOf } from './rows.ts';

export async function run({ arguments: [file = '', kernel = ''], options, io }: Context<'patch'>): Promise<number> {
  const edits = editsOf(options, io);
  const { path, item } = await openWhole(file, options, io);
  io.inputs.mayReplace(path);
  const { bytes, document, diagnostics } = orUsageError(
    path,
    () => patchItem(item, kernel, edits),
    ({ message }) => `${path}${item.address}: ${message}`,
    (error) => (error instanceof TypeError ? `${path}${item.address}: ${error.message}` : undefined),
  );
  if (options.json) printJson(io, document);
  else {
    const show = findingPrinter(edits, path);
    for (const diagnostic of diagnostics) show(diagnostic, io);
    if (bytes !== undefined) {
      io.write(bytes, fileOf({ path, item }));
      io.note(
        `${count(edits.length, 'edit')}; ${count(document.code_size ?? 0, 'byte')} of code, before ${count(document.code_before, 'byte')}`,
      );
    }
  }
  return bytes === undefined ? EXIT.unusable : EXIT.yes;
}

/** Prints findings, with their lines if they are in the text of an edit. */
function findingPrinter(edits: readonly CodeEdit[], path: string): (diagnostic: Diagnostic, io: Io) => void {
  const inText = new Map(
    edits.flatMap(({ text, source }) => (text === undefined ? [] : [[source, diagnosticRenderer(text, source)] as const])),
  );
  return (diagnostic, io) => {
    const render = diagnostic.span.end === 0 ? undefined : inText.get(diagnostic.span.source);
    if (render) io.finding(render(diagnostic));
    else io.warn(`${path}: ${diagnostic.path}: ${diagnostic.severity}: ${diagnostic.message} [${diagnostic.code}]`);
  };
}

const KINDS: readonly string[] = ['insert', 'insert-after', 'replace', 'delete'] satisfies readonly CodeEdit['kind'][];

/** The edits, in the order of the options. */
function editsOf(options: OptionsOf<'patch'>, io: Io): CodeEdit[] {
  const values = new Map([
    ['at', [...options.at]],
    ['insert', [...options.insert]],
    ['insert-after', [...options.insertAfter]],
    ['replace', [...options.replace]],
  ]);
  const edits: CodeEdit[] = [];
  let at: CodeEdit['at'] | undefined;
  for (const name of options.order) {
    const value = values.get(name)?.shift() ?? '';
    if (name === 'at') at = value;
    else if (at === undefined) throw new UsageError(`--${name} has no --at before it: give the address of an instruction first`);
    else edits.push({ kind: name as CodeEdit['kind'], at, ...(name === 'delete' ? {} : textOf(name, value, edits.length, io)) });
  }
  if (edits.length === 0)
    throw new UsageError(`give what to change: --at ADDRESS and one of ${KINDS.map((kind) => `--${kind}`).join(', ')}`);
  return edits;
}

/** The text, or the content of the file that it names, and the name that findings use for it. */
function textOf(name: string, value: string, index: number, io: Io): Pick<CodeEdit, 'text' | 'source'> {
  if (!value.startsWith('@')) return { text: value, source: `--${name} (edit ${index + 1})` };
  const path = value.slice(1);
  return { text: readBinary(path, io), source: path };
}
