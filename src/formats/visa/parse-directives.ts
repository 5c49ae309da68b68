import { type Bytes, CHAR, displayText, encodeText } from '../../core/bytes/index.ts';
import { type Budgeted, COST, type Reporter } from '../../core/diag/index.ts';
import type { Attribute, FileScopeVariable } from './model.ts';
import { PREDEFINED } from './model.ts';
import type { InstructionParser } from './parse-instruction.ts';
import { type PredefinedNames, RoutineBuilder } from './routine-builder.ts';
import { Fault } from './scanner.ts';
import { attributeRow } from './table/attributes.ts';
import type { DirectiveName } from './table/directives.ts';
import type { SymbolClass } from './table/kind.ts';
import { LABEL_SUBROUTINE } from './table/references.ts';
import { ALIGNMENT_NAMES, NARROW_TYPE_NAMES, PROVENANCES, PSEUDO_INPUT, TARGETS, TEXT_ONLY, TYPE_NAMES } from './table/types.ts';
import { FILE_SCOPE, limitName } from './text-extras.ts';

/** How a text is converted to an object. */
export interface ParseOptions extends Budgeted {
  /**
   * `assembler`, the default: what the compilers' own assembler makes, which does not keep the names after `v_name=` and `.funcdecl`.
   * `all`: these are kept, so that the object has the same text again.
   */
  readonly names?: 'assembler' | 'all';
}

/** What directives work on. */
export interface Parsing {
  readonly options: ParseOptions;
  readonly out: Reporter;
  readonly functions: Set<string>;
  readonly entries: RoutineBuilder[];
  /** Of file scope. */
  readonly variables: FileScopeVariable[];
  readonly predefined: PredefinedNames;
  readonly parser: InstructionParser;
}

/** What a directive does. @param start of the directive's dot. */
type Handler = (parsing: Parsing, word: string, start: number, bytes: Bytes) => void;

const EQUALS = 0x3d;

/** A name that the header can hold, in quotes or not. */
function nameOf(parser: InstructionParser): string {
  parser.blanks();
  const start = parser.at;
  const name = anyName(parser);
  limitName(name, mostOf(parser), start, parser.at);
  return name;
}

/** A name of any length. */
function anyName(parser: InstructionParser): string {
  parser.blanks();
  const start = parser.at;
  const name = parser.next() === CHAR.quote ? parser.quoted() : parser.longWord();
  return parser.at === start ? parser.expected('a name') : name;
}

/** Maximum number of bytes of a name in the header. */
const mostOf = ({ version }: InstructionParser) => (version >= LONG_NAMES ? 0xffff : 0xff);

/** Version from which on the length of a name in the header has 16 bits. */
const LONG_NAMES = 307;

function begin(kind: 'kernel' | 'function'): Handler {
  return ({ parser, entries, predefined, out }, _, start, bytes) => {
    const name = anyName(parser);
    if (!out.charge(COST.routine, bytes.span(start, parser.at), '')) return;
    parser.routine = new RoutineBuilder(kind, name, predefined, start);
    entries.push(parser.routine);
    // The routine is created anyway, for diagnostics of its lines.
    limitName(name, mostOf(parser), start, parser.at);
  };
}

function routineOf({ parser }: Parsing, start: number): RoutineBuilder {
  if (parser.routine) return parser.routine;
  throw new Fault('visa-text/routine', 'there is no .kernel or function before it', start, parser.at);
}

/** `.function "name"`: the heading of a subroutine, or of a function when no routine has begun. */
const subroutine: Handler = (parsing, word, start, bytes) => {
  if (!parsing.parser.routine) return void begin('function')(parsing, word, start, bytes);
  const { parser } = parsing;
  const { routine } = parsing.parser;
  const name = anyName(parser);
  // Compilers up to vISA 3.6 print the label as the name is; later ones, and some headings, have other letters in place of these.
  const label = name.replace(/[.$]/g, '_');
  const same = label === name || labelAhead(parser) === name;
  const index = routine?.label(same ? name : label, LABEL_SUBROUTINE, start) ?? 0;
  parser.blanks();
  if (!parser.text.startsWith(ORIGINAL, parser.at)) return;
  const at = parser.at;
  parser.at += ORIGINAL.length;
  if (parser.next() === CHAR.quote) routine?.originals.set(index, parser.quoted());
  else parser.at = at;
};

/** What compilers print after the heading of a subroutine whose name has other letters in the text. */
const ORIGINAL = '/// Original Name: ';

/** The label on the next line that is not empty; '' if there is something else. */
function labelAhead({ text, at }: InstructionParser): string {
  const end = text.indexOf('\n', at);
  const next = /\n\s*([A-Za-z0-9_.$]+):/y;
  next.lastIndex = end;
  return end < 0 ? '' : (next.exec(text)?.[1] ?? '');
}

const V_TYPES: ReadonlyMap<string, SymbolClass> = new Map([
  ['G', 'variable'],
  ['A', 'address'],
  ['P', 'predicate'],
  ['S', 'sampler'],
  ['T', 'surface'],
]);

/** What may come after the name of a declaration. */
interface Declaration {
  kind: SymbolClass;
  type: number;
  num_elements: number;
  alignment: number;
  alias_index: number;
  alias_offset: number;
  alias_scope_specifier: number;
  v_name: string | undefined;
  attributes: Attribute[];
}

const MOST_ATTRIBUTES = 255;

const declaration: Handler = (parsing, _word, start) => {
  const { parser, options } = parsing;
  const routine = routineOf(parsing, start);
  parser.blanks();
  const nameStart = parser.at;
  const name = parser.word();
  if (name === '') parser.expected('a name');
  const nameEnd = parser.at;
  const result: Declaration = {
    kind: 'variable',
    type: 1,
    num_elements: 1,
    alignment: 0,
    alias_index: 0,
    alias_offset: 0,
    alias_scope_specifier: 0,
    v_name: undefined,
    attributes: [],
  };
  for (parser.blanks(); !parser.atLineEnd(); parser.blanks()) property(parser, routine, result);
  const { kind, num_elements } = result;
  const { attributes } = result;
  const next = {
    variable: PREDEFINED.variables + routine.variables.length,
    address: routine.addresses.length,
    predicate: PREDEFINED.predicates + routine.predicates.length,
    sampler: routine.samplers.length,
    surface: routine.surfaceIndex(),
  }[kind];
  if ((kind === 'sampler' || kind === 'surface') && next > 255)
    throw new Fault('visa-text/number', 'there are more than 256', start, parser.at);
  if ((kind === 'address' || kind === 'predicate') && next > 0xfff)
    throw new Fault('visa-text/number', 'there are more than 4096', start, parser.at);
  if (!routine.declare(name, kind, next))
    throw new Fault('visa-text/redeclared', `'${name}' is pre-defined or already declared`, nameStart, nameEnd);
  const state = (kind === 'sampler' || kind === 'surface') && options.names === 'all';
  const name_index = routine.string(state ? (result.v_name ?? name) : name);
  switch (kind) {
    case 'variable': {
      const { type, alignment, alias_index, alias_offset, alias_scope_specifier } = result;
      routine.variables.push({
        name_index,
        type,
        alignment,
        num_elements,
        alias_index,
        alias_offset,
        alias_scope_specifier,
        attributes,
      });
      break;
    }
    case 'address':
      routine.addresses.push({ name_index, num_elements, attributes });
      break;
    case 'predicate':
      routine.predicates.push({ name_index, num_elements, attributes });
      break;
    case 'sampler':
      routine.samplers.push({ name_index, num_elements, attributes });
      routine.samplerNames.push(result.v_name ?? name);
      break;
    case 'surface':
      routine.surfaces.push({ name_index, num_elements, attributes });
      routine.surfaceNames.push(result.v_name ?? name);
      break;
  }
};

function property(parser: InstructionParser, routine: RoutineBuilder, declaration: Declaration): void {
  const start = parser.at;
  const key = parser.word();
  parser.blanks();
  if (key === '') parser.expected('a property such as num_elts=1');
  parser.expect(EQUALS);
  parser.blanks();
  const at = parser.at;
  switch (key) {
    case 'v_type': {
      const word = parser.word();
      const kind = V_TYPES.get(word);
      if (kind === undefined)
        throw new Fault('visa-text/value', `'${word}' is not one of ${[...V_TYPES.keys()].join(', ')}`, at, parser.at);
      declaration.kind = kind;
      break;
    }
    case 'type':
      declaration.type = oneOf(parser, parser.version >= TEXT_ONLY ? TYPE_NAMES : NARROW_TYPE_NAMES);
      break;
    case 'align':
      declaration.alignment = oneOf(parser, ALIGNMENT_NAMES);
      break;
    case 'num_elts':
      declaration.num_elements = parser.number(0xffff);
      break;
    case 'v_name':
      declaration.v_name = displayText(parser.longWord());
      break;
    case 'alias': {
      const close = parser.next() === CHAR.leftParen ? CHAR.rightParen : CHAR.greater;
      if (close === CHAR.greater) parser.expect(CHAR.less);
      else parser.at++;
      parser.blanks();
      const nameStart = parser.at;
      const name = parser.word();
      if (name === FILE_SCOPE && parser.next() === CHAR.leftBracket) {
        parser.at++;
        declaration.alias_scope_specifier = 1;
        declaration.alias_index = parser.number();
        parser.expect(CHAR.rightBracket);
        parser.expect(CHAR.comma);
        parser.blanks();
        declaration.alias_offset = parser.number(0xffff);
        parser.expect(close);
        break;
      }
      const symbol = parser.find(name);
      if (symbol?.class !== 'variable')
        throw new Fault('visa-text/unknown-name', `'${name}' is not a general variable`, nameStart, parser.at);
      parser.expect(CHAR.comma);
      parser.blanks();
      declaration.alias_index = symbol.index;
      declaration.alias_offset = parser.number(0xffff);
      parser.expect(close);
      break;
    }
    case 'attrs':
      parser.expect(CHAR.leftBrace);
      do {
        parser.blanks();
        if (declaration.attributes.length >= MOST_ATTRIBUTES)
          throw new Fault('visa-text/number', `there are more than ${MOST_ATTRIBUTES} attributes`, at, parser.at);
        declaration.attributes.push(attribute(parser, routine));
      } while (parser.take(','));
      parser.expect(CHAR.rightBrace);
      break;
    default:
      throw new Fault('visa-text/value', `a declaration has no '${key}'`, start, start + key.length);
  }
}

function oneOf(parser: InstructionParser, names: readonly string[]): number {
  const start = parser.at;
  const word = parser.word();
  const index = names.indexOf(word);
  if (index < 0) throw new Fault('visa-text/value', `'${word}' is not one of ${names.join(', ')}`, start, parser.at);
  return index;
}

/** Assemblers give this attribute one byte, all other numbers four. */
const TARGET = 'Target';

function attribute(parser: InstructionParser, routine: RoutineBuilder): Attribute {
  const start = parser.at;
  const name = parser.word();
  if (name === '') parser.expected('the name of an attribute');
  const index = routine.string(name);
  parser.blanks();
  if (!attributeRow(name)) parser.warn('visa-text/attribute', `no compiler knows the attribute '${name}'`, start, start + name.length);
  if (parser.next() !== EQUALS) return { name: index, value: new Uint8Array(0) };
  parser.at++;
  parser.blanks();
  if (parser.next() === CHAR.quote) {
    const at = parser.at;
    const text = parser.quoted();
    if (name === TARGET) {
      const target = TARGETS.indexOf(text as 'cm');
      if (target < 0) throw new Fault('visa-text/value', `'${text}' is not one of ${TARGETS.join(', ')}`, at, parser.at);
      return { name: index, value: Uint8Array.of(target) };
    }
    const value = encodeText(text);
    if (value.length > 255) throw new Fault('visa-text/number', 'the value is longer than 255 bytes', at, parser.at);
    return { name: index, value };
  }
  const value = parser.signed(-0x8000_0000, 0xffff_ffff) >>> 0;
  if (name === TARGET) return { name: index, value: Uint8Array.of(value & 0xff) };
  return { name: index, value: Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24) };
}

const kernelAttribute: Handler = (parsing, _word, start) => {
  const routine = routineOf(parsing, start);
  parsing.parser.blanks();
  if (routine.attributes.length >= 0xffff)
    throw new Fault('visa-text/number', 'there are more than 65535 attributes', start, parsing.parser.at);
  routine.attributes.push(attribute(parsing.parser, routine));
};

const CATEGORIES: readonly SymbolClass[] = ['variable', 'sampler', 'surface'];

const input: Handler = (parsing, word, start) => {
  const { parser } = parsing;
  const routine = routineOf(parsing, start);
  if (routine.kind !== 'kernel') throw new Fault('visa-text/routine', 'only kernels have inputs', start, parser.at);
  const provenance = provenanceOf(word, start);
  parser.blanks();
  const at = parser.at;
  const name = parser.word();
  const symbol = parser.find(name);
  const category = symbol ? CATEGORIES.indexOf(symbol.class) : -1;
  if (!symbol || category < 0)
    throw new Fault('visa-text/unknown-name', `'${name}' is not a general variable, sampler or surface`, at, parser.at);
  let offset = 0;
  let size = 0;
  for (parser.blanks(); !parser.atLineEnd(); parser.blanks()) {
    const key = parser.word();
    parser.expect(EQUALS);
    parser.blanks();
    if (key === 'offset') offset = parser.signed(-0x8000, 0x7fff);
    else if (key === 'size') size = parser.number(0xffff);
    else parser.expected('offset or size');
  }
  routine.inputs.push({ category, reserved: 0, provenance, id: symbol.index, offset, size });
};

function provenanceOf(word: string, start: number): number {
  if (word === 'input') return 0;
  const name = word.slice('implicit_'.length);
  const index = name === '' ? -1 : (PROVENANCES as readonly string[]).indexOf(name);
  if (index > 0) return index;
  if (name === 'PSEUDO_INPUT') return PSEUDO_INPUT;
  const number = /^UNDEFINED_([0-9]{1,2})$/.exec(name)?.[1];
  if (number !== undefined && Number(number) < 32) return Number(number);
  throw new Fault('visa-text/value', `'${name}' is not a kind of implicit input`, start, start + word.length + 1);
}

const HANDLERS: Readonly<Record<DirectiveName, Handler>> = {
  version: ({ parser }) => void [parser.blanks(), parser.longWord()],
  kernel: begin('kernel'),
  global_function: begin('function'),
  function: subroutine,
  funcdecl: ({ parser, functions }) => void functions.add(nameOf(parser)),
  decl: declaration,
  input,
  implicit_: input,
  kernel_attr: kernelAttribute,
};

/** By the word after the dot. */
export const DIRECTIVES: ReadonlyMap<string, Handler> = new Map(Object.entries(HANDLERS));
