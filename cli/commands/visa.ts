import {
  type Budget,
  type Diagnostic,
  type Item,
  layoutVisa,
  modelOf,
  type Outcome,
  openVisa,
  printVisa,
  type RoutineInfo,
  type VisaInfoDocument,
  type VisaObject,
  visaInfoDocument,
  writeVisa,
} from '../../src/internal.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT, UsageError } from '../exit.ts';
import { open } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { orUsageError } from '../refusal.ts';
import { shellWord } from '../shell-word.ts';
import { type Column, commas, count, fill, indent, indentedTable, visible, visibleLines, wrap } from '../text.ts';
import { textFindings } from '../text-findings.ts';
import { warnOfFindings } from '../warn-findings.ts';
import type { Context, OptionsOf } from './rows.ts';

/** What can be done with vISA, by the first argument. */
const ACTIONS: { readonly [action: string]: Run } = { dis, asm, info };

type Run = (item: Item, title: string, options: OptionsOf<'visa'>, io: Io, budget: Budget) => number;

export async function run(context: Context<'visa'>): Promise<number> {
  const [action = '', file = ''] = context.arguments;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!run) throw new UsageError(`there is no action ${action} of visa; use one of ${Object.keys(ACTIONS).join(', ')}`);
  const { path, item, budget } = await open(file, {}, context.io);
  if (item.children.length > 0 && !item.kind.startsWith('visa-'))
    throw new UsageError(`${path}${item.address} is not vISA: ${whereVisaIs(path, item)}`, { file: path });
  return run(item, path + item.address, context.options, context.io, budget);
}

/** Items with vISA that are named. */
const SHOWN = 5;

/** Where in a zebin there is vISA. */
function whereVisaIs(path: string, item: Item): string {
  const shown: string[] = [];
  let total = 0;
  for (const closed of item.children) {
    const { name, kind, bytes, address } = closed.open();
    if (!name.startsWith('.visaasm') && !kind.startsWith('visa-')) continue;
    total++;
    if (total > SHOWN) continue;
    const kernel = /^\.(?:kernel|global_function) "([^"\n]*)"/m.exec(bytes.sub(0, Math.min(bytes.length, 2048)).text())?.[1];
    shown.push(`${shellWord(path + address)}${kernel === undefined ? '' : ` (${kernel})`}`);
  }
  if (total === 0) return 'it contains none (compilers write it on request: visaasm)';
  return `give ${shown.join(', ')}${total > SHOWN ? `, … (${total} in all)` : ''}`;
}

/** @param names whether facts that only the text has are kept, or left out as by the compiler's assembler. */
function opened(item: Item, title: string, names: 'all' | 'assembler', budget: Budget): Outcome<VisaObject> {
  const { bytes, content, diagnostics } = item;
  const read = names === 'all' ? modelOf(content, 'visa-object', 'visa-text') : modelOf(content, 'visa-object');
  if (read) return { value: read, diagnostics };
  return attempt(item, title, () => openVisa(bytes, { names, budget }));
}

/** What `read` returns; throws a readable message if that is undefined. */
function attempt<T>(item: Pick<Item, 'address'>, title: string, read: () => T): T {
  const file = title.slice(0, title.length - item.address.length);
  return orUsageError(file, read, ({ code, message }) => `${title}: ${message}${code.startsWith('limit/') ? ` [${code}]` : ''}`);
}

function dis(item: Item, title: string, options: OptionsOf<'visa'>, io: Io, budget: Budget): number {
  if (options.json) throw new UsageError('dis prints text: --json is for info');
  const { value, diagnostics } = opened(item, title, 'all', budget);
  io.print(attempt(item, title, () => printVisa(value, { code: options.code, budget })));
  return warned(diagnostics, item, title, io) ? EXIT.no : EXIT.yes;
}

function asm(item: Item, title: string, options: OptionsOf<'visa'>, io: Io, budget: Budget): number {
  if (options.json) throw new UsageError('asm writes an object: --json is for info');
  // A text that was read in part is not assembled; the run reports which budget ended.
  if (budget.diagnostics.length > 0) return EXIT.unusable;
  // Nor is one with errors, which need not be found again.
  if (item.diagnostics.some(isError)) {
    warned(item.diagnostics, item, title, io);
    return EXIT.unusable;
  }
  const { value, diagnostics } = opened(item, title, 'assembler', budget);
  if (warned(diagnostics, item, title, io)) return EXIT.unusable;
  io.write(attempt(item, title, () => writeVisa(value.bytes ? value : layoutVisa(value))));
  return EXIT.yes;
}

/** Prints findings to standard error, those of a text with the line and a mark under the place; whether there was an error among them. */
function warned(diagnostics: readonly Diagnostic[], { bytes }: Item, title: string, io: Io): boolean {
  const said = diagnostics.filter((one) => one.severity !== 'info');
  if (bytes.startsWith('CISA')) warnOfFindings(said, title, io);
  else {
    const render = textFindings(bytes, title);
    for (const d of said) io.finding(render(d));
  }
  return diagnostics.some(isError);
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** What vISA holds; `zebin info` prints the same. */
export function info(item: Item, title: string, options: { readonly json: boolean }, io: Io): number {
  const document = attempt(item, title, () => visaInfoDocument(item));
  if (options.json) printJson(io, document);
  else io.print(infoText(document, item, visible(title), io));
  return EXIT.yes;
}

function infoText(document: VisaInfoDocument, { bytes }: Item, title: string, io: Io): string {
  const { colors } = io;
  const what = document.format === 'visa-object' ? 'object' : 'text';
  const head = `${colors.bold(title)}: vISA ${document.version} ${what}, ${count(document.routines.length, 'routine')}, ${count(document.size, 'byte')}\n`;
  const findings = document.diagnostics.filter((d) => d.severity !== 'info');
  const lines =
    document.format === 'visa-text'
      ? findings.map(textFindings(bytes, title)).map((text) => `${visibleLines(text)}\n`)
      : [diagnosticLines(findings, io, '  ')];
  return head + lines.join('') + document.routines.map((routine) => `\n${routineText(routine, io)}`).join('');
}

function routineText(routine: RoutineInfo, io: Io): string {
  const { instructions } = routine;
  const yes = (value: number | null, text: (value: number) => string) => (value === null ? [] : [text(value)]);
  const facts = [
    ...yes(routine.simd_size, (size) => `SIMD${size}`),
    ...yes(routine.slm_size, (size) => `${count(size, 'byte')} of SLM`),
    ...yes(routine.spill_mem_offset, (offset) => `spills start at byte ${offset} of scratch`),
    instructions.stripped_bytes > 0
      ? `no instructions: ${count(instructions.stripped_bytes, 'byte')} were taken out of the object`
      : `${count(instructions.count, 'instruction')} in ${count(instructions.bytes, 'byte')}`,
    ...(instructions.raw_bytes === 0 ? [] : [`${count(instructions.raw_bytes, 'byte')} not read as instructions`]),
    ...routine.gen_binaries.map(({ platform, size }) => `${count(size, 'byte')} of machine code for ${platform}`),
  ];
  const width = io.width - 2;
  const parts = [`${routine.kind} ${io.colors.bold(visible(routine.name))}`, indent(wrap(facts.join(', '), width)).trimEnd()];
  if (routine.variables.length > 0) parts.push(indentedTable(variableColumns(routine), io.colors).trimEnd());
  if (instructions.mix.length > 0) {
    parts.push(indent(fill(commas(instructions.mix.map((entry) => `${entry.count}× ${entry.mnemonic}`)), width)).trimEnd());
  }
  const attributes = routine.attributes.map(({ name, value }) => (value === true ? name : `${name}=${value ?? '?'}`));
  if (attributes.length > 0) parts.push(indent(fill(commas(attributes.map(visible)), width)).trimEnd());
  return `${parts.join('\n')}\n`;
}

function variableColumns({ variables }: RoutineInfo): Column[] {
  const number = (value: number | undefined) => (value === undefined ? '' : String(value));
  return [
    { title: ['variables'], cells: variables.map((row) => (row.type === undefined ? row.class : `${row.class} ${row.type}`)) },
    { title: ['count'], cells: variables.map((row) => String(row.count)), align: 'right' },
    { title: ['bytes'], cells: variables.map((row) => number(row.bytes)), align: 'right' },
    { title: ['aliases'], cells: variables.map((row) => number(row.aliases)), align: 'right' },
  ];
}
