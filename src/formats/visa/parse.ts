import { Bytes, byteText, CHAR, displayText, encodeText, type Input, reading } from '../../core/bytes/index.ts';
import { COST, diagnostic, FormatError, type Outcome, Reporter } from '../../core/diag/index.ts';
import { compareVersions } from '../../core/schema/index.ts';
import { instructionSet } from './compile.ts';
import { versionNumber } from './instruction.ts';
import { type FunctionEntry, type KernelEntry, NEWEST_TEXT, OLDEST_BINARY, type VisaObject, versionOf } from './model.ts';
import { DIRECTIVES, type ParseOptions, type Parsing } from './parse-directives.ts';
import { InstructionParser } from './parse-instruction.ts';
import { PredefinedNames, type RoutineBuilder } from './routine-builder.ts';
import { Fault } from './scanner.ts';
import { extraLine } from './text-extras.ts';

export type { ParseOptions } from './parse-directives.ts';

const SLASH = 0x2f;
const DOT = 0x2e;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;

/**
 * The object that a text describes: vISA assembly as compilers print it, and what the specification allows in addition. Lines that cannot
 * be parsed are left out, each with a diagnostic of `visa-text/...` whose span is the fault. Throws `FormatError` (`visa-text/version`,
 * `visa-text/routine`) when the text is not a vISA assembly at all. Offsets count bytes. The object has no offsets and sizes yet:
 * `layoutVisa` computes them; the result can be written.
 *
 * @example
 * parseVisa(printVisa(readVisa(object).value)).value.kernels.length; // 1
 */
export function parseVisa(input: string | Input, options: ParseOptions = {}): Outcome<VisaObject> {
  const text = typeof input === 'string' ? encodeText(input) : input;
  return reading(text, (bytes, out) => decodeVisaText(bytes, out, options), options);
}

/** As {@link parseVisa}, with the diagnostics to a reporter. */
export function decodeVisaText(bytes: Bytes, out: Reporter, options: ParseOptions = {}): VisaObject {
  const text = byteText(bytes.data);
  out.charge(bytes.length, bytes.span(), '');
  const object = readVersion(text, bytes);
  const version = versionNumber(object);
  const name = versionOf(object);
  if (compareVersions(name, OLDEST_BINARY) < 0 || compareVersions(name, NEWEST_TEXT) > 0) {
    const message = `version ${name} is outside ${OLDEST_BINARY} to ${NEWEST_TEXT}, which are known; it is read as the nearest of these`;
    out.report('visa/version', bytes.span(object.at - name.length, object.at), '', message, { version: name });
  }
  const warn: InstructionParser['warn'] = (code, message, start, finish) => out.report(code, bytes.span(start, finish), '', message);
  const parser = new InstructionParser(text, object.at, instructionSet(version), object, warn);
  const predefined = new PredefinedNames(version);
  const parsing: Parsing = { options, out, functions: new Set(), entries: [], variables: [], predefined, parser };
  parser.nextLine();
  parser.modern = parser.next() === CHAR.newline;
  let end = parser.at;
  const fault = (error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    const span = bytes.span(error.start, Math.min(error.end, bytes.length));
    out.report(error.code, span, '', error.message);
    out.charge(COST.extra, span, '');
  };
  while (parser.at < text.length && !out.exhausted) {
    out.tick();
    try {
      if (statement(parsing, bytes)) {
        parser.nextLine();
        end = parser.at;
        continue;
      }
    } catch (error) {
      fault(error);
    }
    parser.nextLine();
  }
  if (parsing.entries.length === 0) {
    const limit = out.diagnostics.find(({ code }) => code === 'limit/work');
    throw new FormatError(
      limit ?? diagnostic('visa-text/routine', 'the text has no .kernel and no function', bytes.span(0, object.at), ''),
    );
  }
  for (const routine of parsing.entries) checkEnd(routine, text, bytes, out);
  const entries = parsing.entries.map((routine) => routine.entry());
  const kernels = entries.filter((entry): entry is KernelEntry => 'gen_binaries' in entry);
  const functions = entries.filter((entry): entry is FunctionEntry => !('gen_binaries' in entry));
  const defined = new Set(functions.map((entry) => entry.name));
  const declared = options.names === 'all' ? [...parsing.functions].filter((name) => !defined.has(name)) : [];
  const kept = <T>(kind: 'kernel' | 'function', of: (routine: RoutineBuilder) => T) =>
    parsing.entries.filter((routine) => routine.kind === kind).map(of);
  const names = ({ samplerNames, surfaceNames, originals }: RoutineBuilder) => ({
    samplers: samplerNames,
    surfaces: surfaceNames,
    originals,
  });
  const places = ({ start, places: tables }: RoutineBuilder) => ({ start, tables });
  return {
    kind: 'visa-object',
    magic_number: MAGIC,
    major_version: object.major_version,
    minor_version: object.minor_version,
    kernels,
    variables: parsing.variables,
    functions: [...functions, ...declared.map(external)],
    raw: [],
    fileSize: 0,
    text: {
      modern: parser.modern,
      ...(parser.quotesSymbols !== undefined && { quotesSymbols: parser.quotesSymbols }),
      functions: [...parsing.functions],
      routines: [...kept('kernel', names), ...kept('function', names)],
      tail: displayText(text.slice(end)),
      places: { bytes, routines: [...kept('kernel', places), ...kept('function', places)] },
    },
  };
}

const MAGIC = 0x4153_4943;

const external = (name: string): FunctionEntry => ({
  linkage: 0,
  name,
  offset: 0,
  size: 0,
  variable_reloc_symtab: [],
  function_reloc_symtab: [],
  routine: undefined,
});

const BLANK_OR_COMMENT = /[ \t\r\n]+|\/\/[^\n]*\n/y;
const VERSION = /\.version[ \t]+([0-9]{1,3})\.([0-9]{1,3})/y;

function readVersion(text: string, bytes: Bytes): { major_version: number; minor_version: number; at: number } {
  // One by one: a pattern that repeats an alternation would overflow the stack on a long text.
  let at = 0;
  for (BLANK_OR_COMMENT.lastIndex = 0; BLANK_OR_COMMENT.test(text); ) at = BLANK_OR_COMMENT.lastIndex;
  VERSION.lastIndex = at;
  const match = VERSION.exec(text);
  const [major, minor] = [Number(match?.[1] ?? 999), Number(match?.[2] ?? 999)];
  if (!match || major > 255 || minor > 255) {
    const line = text.indexOf('\n');
    const span = bytes.span(0, line < 0 ? Math.min(bytes.length, 80) : Math.min(line, 80));
    throw new FormatError(diagnostic('visa-text/version', 'the text does not begin with a version, as .version 4.0', span, ''));
  }
  return { major_version: major, minor_version: minor, at: at + match[0].length };
}

/** One line; false if it is empty. */
function statement(parsing: Parsing, bytes: Bytes): boolean {
  const { parser } = parsing;
  parser.blanks();
  const c = parser.next();
  if (c === SLASH && extraLine(parser, parsing.variables)) {
    ended(parser);
    return true;
  }
  if (c === CHAR.newline || c === SLASH || c < 0) {
    if (!parser.atLineEnd()) parser.expected('an instruction');
    return false;
  }
  const start = parser.at;
  if (c === DOT) {
    directive(parsing, bytes);
    ended(parser);
    parser.routine?.note(start);
  } else {
    const { routine } = parser;
    if (!routine) throw new Fault('visa-text/routine', 'there is no .kernel or function before it', start, start + 1);
    if (c === BRACE_OPEN || c === BRACE_CLOSE) {
      parser.at++;
      if (c === BRACE_OPEN) {
        if (parsing.out.charge(COST.record, bytes.span(start, start + 1), '')) routine.openScope();
      } else if (!routine.closeScope()) throw new Fault('visa-text/scope', 'no scope is open here', start, start + 1);
      ended(parser);
    } else {
      const labels = routine.labels.length;
      const instruction = parser.instruction();
      ended(parser);
      for (let i = labels; i < routine.uses.length; i++) routine.uses[i] = start;
      if (routine.raw.length > 0)
        throw new Fault('visa-text/value', 'there are bytes before it that are not an instruction', start, parser.at);
      routine.add(instruction, start);
    }
  }
  return true;
}

function ended(parser: InstructionParser): void {
  if (parser.atLineEnd()) return;
  throw new Fault('visa-text/trailing', 'there is text after the end', parser.at, endOfLine(parser.text, parser.at));
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function directive(parsing: Parsing, bytes: Bytes): void {
  const { parser } = parsing;
  const start = parser.at++;
  const word = parser.word();
  if (word === 'bytes' || word === 'raw') {
    const { routine } = parser;
    if (!routine) throw new Fault('visa-text/routine', 'there is no .kernel or function before it', start, parser.at);
    const data = Uint8Array.from(parser.bytes());
    if (word === 'raw') {
      routine.raw.push(data);
      return;
    }
    // Each line is charged as if it were a separate file.
    if (!parsing.out.charge(COST.part, bytes.span(start, parser.at), '')) return;
    const { instructions, raw } = parser.decode(new Bytes(data), new Reporter(data.length));
    if (raw || routine.raw.length > 0) throw new Fault('visa-text/value', 'these bytes are not an instruction here', start, parser.at);
    for (const instruction of instructions) routine.instructions.push(instruction);
    return;
  }
  const handler = DIRECTIVES.get(word.startsWith('implicit_') ? 'implicit_' : word);
  if (!handler) throw new Fault('visa-text/instruction', `'.${word}' is not a directive`, start, parser.at);
  handler(parsing, word, start, bytes);
}

/** Checks that are possible only at the end of a routine. */
function checkEnd(routine: RoutineBuilder, text: string, bytes: Bytes, out: Reporter): void {
  if (routine.depth > 0)
    out.report('visa-text/scope', bytes.span(bytes.length), '', `${routine.depth} scopes of ${routine.name} are not closed`);
  for (const index of routine.missing()) {
    const at = Math.max(routine.uses[index] ?? 0, 0);
    const name = routine.stringAt(routine.labels[index]?.name_index ?? 0);
    out.report('visa-text/label', bytes.span(at, endOfLine(text, at)), '', `the label '${name}' is not defined`);
  }
}
