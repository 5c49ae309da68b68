/**
 * Converts to lines of text and back what objects have and texts of compilers lack: variables of file scope, the relocation tables of an
 * entry, linkage and sizes of a function, that instructions were taken out, and embedded machine code. The lines begin with `//.`, so that they are comments to the real
 * assembler, as its own `//Build option:` is.
 */
import { CHAR, hexBytes, parseHexBytes, textSize } from '../../core/bytes/index.ts';
import type { FileScopeVariable, FunctionEntry, KernelEntry, VisaObject } from './model.ts';
import type { InstructionParser } from './parse-instruction.ts';
import type { RoutineBuilder } from './routine-builder.ts';
import { Fault, quote } from './scanner.ts';
import type { CommentDirectiveName } from './table/directives.ts';
import { ALIGNMENT_NAMES, NARROW_TYPE_NAMES, TYPE_NAMES } from './table/types.ts';

/** `file_scope[3]` in an alias is the variable of file scope with that index. */
export const FILE_SCOPE = 'file_scope';
const LINKAGES = ['extern', 'static', 'global'] as const;
/** Bytes of machine code in a line. */
const CODE_LINE = 32;

/** The word of a number, or the number when it has none. */
const word = (names: readonly string[], value: number) => names[value] || String(value);

/** Lines before the first routine. */
export function objectLines({ variables }: VisaObject): string[] {
  return variables.map(({ linkage, name, type, alignment, num_elements, attributes }) => {
    const attrs = attributes.map((one) => ` attr=${one.name}:${hexBytes(one.value)}`).join('');
    return `//.file_scope_var ${quote(name)} linkage=${word(LINKAGES, linkage)} type=${word(TYPE_NAMES, type)} num_elts=${num_elements} align=${word(ALIGNMENT_NAMES, alignment)}${attrs}`;
  });
}

/** Lines after the heading of a routine. @param code whether its machine code is among them */
export function entryLines(entry: KernelEntry | FunctionEntry, code: boolean): string[] {
  const lines: string[] = [];
  const { routine } = entry;
  if (!('gen_binaries' in entry) && routine?.kind === 'function') {
    const { input_size, return_value_size } = routine;
    if (entry.linkage !== 0) lines.push(`//.linkage ${word(LINKAGES, entry.linkage)}`);
    if (input_size !== 0 || return_value_size !== 0) lines.push(`//.sizes input=${input_size} return_value=${return_value_size}`);
  }
  if (routine?.stripped) lines.push(`//.stripped size=${routine.size}`);
  for (const table of ['variable_reloc', 'function_reloc'] as const) {
    for (const { symbolic_index, resolved_index } of entry[`${table}_symtab`]) {
      lines.push(`//.${table} symbolic=${symbolic_index} resolved=${resolved_index}`);
    }
  }
  if (!code || !('gen_binaries' in entry)) return lines;
  for (const { gen_platform, bytes } of entry.gen_binaries) {
    lines.push(`//.gen_binary platform=${gen_platform}`);
    for (let at = 0; at < bytes.length; at += CODE_LINE) lines.push(`//.code ${hexBytes(bytes.subarray(at, at + CODE_LINE), ' ')}`);
  }
  return lines;
}

/** What such a line does. @param variables of file scope so far */
type Handler = (parser: InstructionParser, variables: FileScopeVariable[], routine: () => RoutineBuilder) => void;

const EQUALS = 0x3d;
const COLON = 0x3a;

/** `name=` and a number or one of `names`. */
function value(parser: InstructionParser, name: string, most: number, names: readonly string[] = []): number {
  parser.blanks();
  parser.literal(name);
  parser.expect(EQUALS);
  return oneOf(parser, most, names);
}

/** A number, or the number of one of `names`. */
function oneOf(parser: InstructionParser, most: number, names: readonly string[]): number {
  parser.blanks();
  const start = parser.at;
  const c = parser.next();
  if (c >= CHAR.zero && c <= CHAR.nine) return parser.number(most);
  const word = parser.word();
  const index = names.indexOf(word);
  if (index < 0) throw new Fault('visa-text/value', `'${word}' is not one of ${names.join(', ')}`, start, parser.at);
  return index;
}

/** Throws `Fault` for a name whose length its field cannot hold. */
export function limitName(name: string, most: number, start: number, end: number): void {
  if (name.length * 3 <= most) return;
  const bytes = textSize(name);
  if (bytes > most) throw new Fault('visa-text/number', `the name has ${bytes} bytes, and may have at most ${most}`, start, end);
}

const MOST_ATTRIBUTES = 255;

const HANDLERS: Readonly<Record<CommentDirectiveName, Handler>> = {
  file_scope_var: (parser, variables) => {
    const start = parser.at;
    if (variables.length >= 0xffff) throw new Fault('visa-text/number', 'there are more than 65535', start, parser.at);
    const name = parser.quoted();
    limitName(name, 0xffff, start, parser.at);
    const linkage = value(parser, 'linkage', 255, LINKAGES);
    const type = value(parser, 'type', 15, NARROW_TYPE_NAMES);
    const num_elements = value(parser, 'num_elts', 0xffff);
    const alignment = value(parser, 'align', 15, ALIGNMENT_NAMES);
    const attributes: { name: number; value: Uint8Array }[] = [];
    while (parser.take('attr=')) {
      if (attributes.length >= MOST_ATTRIBUTES) throw new Fault('visa-text/number', 'there are more than 255 attributes', start, parser.at);
      const index = parser.number();
      parser.expect(COLON);
      const at = parser.at;
      const digits = parser.word();
      const value = digits.length > 510 ? undefined : parseHexBytes(digits);
      if (value === undefined) throw new Fault('visa-text/number', 'these are not bytes of two hexadecimal digits each', at, parser.at);
      attributes.push({ name: index, value });
    }
    variables.push({ linkage, name, type, alignment, num_elements, attributes });
  },
  linkage: (parser, _, routine) => {
    routine().linkage = oneOf(parser, 255, LINKAGES);
  },
  sizes: (parser, _, routine) => {
    routine().input_size = value(parser, 'input', 255);
    routine().return_value_size = value(parser, 'return_value', 255);
  },
  variable_reloc: (parser, _, routine) => relocation(parser, routine().variable_reloc_symtab),
  function_reloc: (parser, _, routine) => relocation(parser, routine().function_reloc_symtab),
  stripped: (parser, _, routine) => {
    routine().strippedSize = value(parser, 'size', 0xffff_ffff);
  },
  gen_binary: (parser, _, routine) => {
    const { gen_binaries, kind } = routine();
    if (kind !== 'kernel' || gen_binaries.length >= 255)
      throw new Fault('visa-text/value', 'only kernels have machine code, 255 pieces at most', parser.at, parser.at);
    gen_binaries.push({ gen_platform: value(parser, 'platform', 255), pieces: [] });
  },
  code: (parser, _, routine) => {
    const last = routine().gen_binaries.at(-1);
    if (!last) throw new Fault('visa-text/value', 'there is no //.gen_binary before it', parser.at, parser.at);
    last.pieces.push(Uint8Array.from(parser.bytes()));
  },
};
const BY_NAME: ReadonlyMap<string, Handler> = new Map(Object.entries(HANDLERS));

function relocation(parser: InstructionParser, table: { symbolic_index: number; resolved_index: number }[]): void {
  if (table.length >= 0xffff) throw new Fault('visa-text/number', 'there are more than 65535', parser.at, parser.at);
  table.push({ symbolic_index: value(parser, 'symbolic', 0xffff), resolved_index: value(parser, 'resolved', 0xffff) });
}

/** Parses such a line, which begins here; false when it is a comment. Throws `Fault`. */
export function extraLine(parser: InstructionParser, variables: FileScopeVariable[]): boolean {
  if (!parser.text.startsWith('//.', parser.at)) return false;
  const start = parser.at;
  parser.at += 3;
  const handler = BY_NAME.get(parser.word());
  if (!handler) {
    parser.at = start;
    return false;
  }
  const end = parser.at;
  handler(parser, variables, () => {
    if (parser.routine) return parser.routine;
    throw new Fault('visa-text/routine', 'there is no .kernel or function before it', start, end);
  });
  return true;
}
