import type { ByteWriter } from '../../core/bytes/index.ts';
import { integerAt, type Value } from './instruction.ts';
import type { Cursor, ParseContext, PrintContext } from './table/kind.ts';
import { ROWS } from './table/ops.ts';
import type { Field, OpRow, Piece } from './table/row.ts';

/** A piece of a text with its fields found. */
interface Step {
  /** What comes before it. */
  readonly literal: string;
  readonly at: readonly number[];
  /** See `Piece.aside`. */
  readonly aside: boolean;
  /** Index of the field that must exist for it, or -1. */
  readonly optional: number;
  print(values: readonly Value[], context: PrintContext): string;
  parse(from: ParseContext, values: Value[]): void;
}

/** A row prepared for one version of the format. */
export interface CompiledRow {
  readonly row: OpRow;
  readonly names: readonly string[];
  readonly fields: readonly Field[];
  /** Places of the fields that decide whether others exist, by place; -1 for fields that always do. */
  readonly conditions: readonly number[];
  readonly steps: readonly Step[];
  /** The end of the text. */
  readonly tail: string;
  /** Places of hidden fields. */
  readonly hidden: readonly number[];
  /** Values of the fields that are not in the text; undefined for the others. */
  readonly silent: readonly Value[];
  /** If the text is just a predicate, the mnemonic and then other pieces: what follows the mnemonic up to the next piece. */
  readonly suffix: string | undefined;
}

/** The rows of one opcode. */
export interface Family {
  /** Place of the field that distinguishes them; -1 when there is one row. */
  readonly selector: number;
  readonly mask: number;
  readonly rows: ReadonlyMap<number, CompiledRow>;
  /** The first: its fields up to the selector are those of all. */
  readonly first: CompiledRow;
}

/** The instruction set of one version. */
export interface InstructionSet {
  readonly version: number;
  /** By opcode. */
  readonly families: readonly (Family | undefined)[];
  /** Rows by the word that begins their text. */
  readonly words: ReadonlyMap<string, CompiledRow>;
  /** Words that are the beginning of longer ones, up to a mark. */
  readonly dotted: ReadonlySet<string>;
}

const sets = new Map<number, InstructionSet>();
/** Versions from which on some field exists: versions between two of them have one instruction set. */
const STEPS = [
  ...new Set(ROWS.flatMap((row) => [row, ...Object.values(row.fields)].flatMap((part) => part.since ?? []))),
  301,
  304,
  400,
].sort((a, b) => a - b);

/** The instruction set of a version; made when it is first asked for. */
export function instructionSet(version: number): InstructionSet {
  // Versions that do not differ share a set, so that a hostile file cannot make many.
  const key = version === 300 ? 300 : Math.max(...STEPS.filter((step) => step <= version), 0);
  let set = sets.get(key);
  if (!set) {
    set = compileSet(key);
    sets.set(key, set);
  }
  return set;
}

function compileSet(version: number): InstructionSet {
  const families: (Family & { rows: Map<number, CompiledRow> })[] = [];
  const words = new Map<string, CompiledRow>();
  for (const row of ROWS) {
    if ((row.since ?? 0) > version) continue;
    const compiled = compileRow(row, version);
    const selector = compiled.fields.findIndex((field) => field.selects);
    const selects = compiled.fields[selector]?.selects;
    const family = families[row.opcode] ?? { selector, mask: selects?.mask(version) ?? 0, rows: new Map(), first: compiled };
    families[row.opcode] = family;
    family.rows.set(selects?.value ?? 0, compiled);
    for (const word of row.words ?? [row.mnemonic]) words.set(word, compiled);
  }
  const dotted = new Set([...words.keys()].flatMap((word) => word.split(/[.+]/).slice(0, -1)));
  return { version, families, words, dotted };
}

/** Prepares a row. Throws TypeError if its text does not fit its fields: a test compiles all rows. */
export function compileRow(row: OpRow, version: number): CompiledRow {
  const present = Object.entries(row.fields).filter(([, field]) => field.since === undefined || field.since <= version);
  const names = present.map(([name]) => name);
  const fields = present.map(([, field]) => field);
  const place = (name: string) => {
    const at = names.indexOf(name);
    if (at < 0) throw new TypeError(`${row.mnemonic}: there is no field ${name}`);
    return at;
  };
  const steps: Step[] = [];
  let literal = '';
  for (let i = 0; i < row.text.length; i++) {
    const c = row.text[i] ?? '';
    if (c !== '{' && c !== '[') {
      literal += c;
      continue;
    }
    const optional = c === '[';
    const open = optional ? row.text.indexOf('{', i) : i;
    const close = row.text.indexOf('}', open);
    const name = row.text.slice(open + 1, close);
    const before = row.text.slice(i + 1, open);
    i = optional ? close + 1 : close;
    // An optional group of a field that this version lacks is omitted.
    if (optional && !names.includes(name) && !row.pieces?.[name]) continue;
    if (optional) literal += before;
    steps.push(step(row, name, literal, optional, place, names, fields));
    literal = '';
  }
  const start = `{pred}${row.mnemonic}`;
  const plain = steps.length > 1 && names.includes('pred') && row.text.startsWith(start) && !row.words;
  return {
    row,
    names,
    fields,
    suffix: plain ? steps[1]?.literal.slice(row.mnemonic.length) : undefined,
    conditions: fields.map((field) => (field.when ? names.indexOf(field.when[0]) : -1)),
    steps,
    tail: literal,
    silent: fields.map(({ hidden, selects }) => (selects ? selects.value : hidden)),
    hidden: fields.flatMap((field, i) => ('hidden' in field ? [i] : [])),
  };
}

function step(
  row: OpRow,
  name: string,
  literal: string,
  optional: boolean,
  place: (name: string) => number,
  names: readonly string[],
  fields: readonly Field[],
): Step {
  const piece: Piece | undefined = row.pieces?.[name];
  if (piece) {
    const shown = piece.older && !piece.of.every((field) => names.includes(field)) ? piece.older : piece.of;
    const at = shown.map(place);
    return {
      literal,
      at,
      aside: piece.aside === true,
      optional: optional ? (at[0] ?? -1) : -1,
      print: (values, context) => piece.print(values, at, context),
      parse: (from, values) => piece.parse(from, values, at),
    };
  }
  const at = place(name);
  const kind = fields[at]?.kind;
  if (!kind) throw new TypeError(name);
  return {
    literal,
    at: [at],
    aside: false,
    optional: optional ? at : -1,
    print: (values, context) => kind.print(values[at], context),
    parse: (from, values) => {
      values[at] = kind.parse(from);
    },
  };
}

/** Whether a conditional field exists. */
function exists(compiled: CompiledRow, i: number, values: readonly Value[]): boolean {
  const condition = compiled.conditions[i] ?? -1;
  if (condition < 0) return true;
  const bit = compiled.fields[i]?.when?.[1] ?? 0;
  return (integerAt(values, condition) & bit) !== 0;
}

/** Reads one instruction after its opcode. Throws RangeError for what no row describes; reading beyond the end throws FormatError. */
export function readValues(family: Family, from: Cursor): { readonly compiled: CompiledRow; readonly values: Value[] } {
  let compiled = family.first;
  const values: Value[] = [];
  for (let i = 0; i < compiled.fields.length; i++) {
    const field = compiled.fields[i] as Field;
    values.push(compiled.conditions[i] === -1 || exists(compiled, i, values) ? field.kind.read(from, values, compiled.names) : undefined);
    if (i !== family.selector) continue;
    const row = family.rows.get(integerAt(values, i) & family.mask);
    if (!row) throw new RangeError(`sub-opcode ${integerAt(values, i) & family.mask}`);
    compiled = row;
  }
  return { compiled, values };
}

/** The row of an instruction; undefined if none describes it. */
export function rowOf(set: InstructionSet, opcode: number, values: readonly Value[]): CompiledRow | undefined {
  const family = set.families[opcode];
  if (!family) return undefined;
  return family.selector < 0 ? family.first : family.rows.get(integerAt(values, family.selector) & family.mask);
}

/** The inverse of {@link readValues}. */
export function writeValues(compiled: CompiledRow, values: readonly Value[], to: ByteWriter, version: number): void {
  for (let i = 0; i < compiled.fields.length; i++) {
    const field = compiled.fields[i] as Field;
    if (compiled.conditions[i] === -1 || exists(compiled, i, values)) field.kind.write(values[i], to, version);
  }
}

/** The text of an instruction; sets `context.lossy` when it has none. */
export function printValues(compiled: CompiledRow, values: readonly Value[], context: PrintContext): string {
  let text = '';
  for (const step of compiled.steps) {
    if (step.optional >= 0 && values[step.optional] === undefined) continue;
    text += step.literal + step.print(values, context);
  }
  for (const i of compiled.hidden) {
    if (!sameValue(values[i], compiled.fields[i]?.hidden)) context.lossy = true;
  }
  return compiled.tail === '' ? text : text + compiled.tail;
}

/**
 * The inverse of {@link printValues}; throws `Fault`.
 *
 * @param named that `from` is after the mnemonic already, and that there is no predicate: possible when the row has `after`.
 */
export function parseValues(compiled: CompiledRow, from: ParseContext, named = false): Value[] {
  const values = compiled.silent.slice();
  const { steps } = compiled;
  if (named) values[steps[0]?.at[0] ?? 0] = 0;
  for (let i = named ? 1 : 0; i < steps.length; i++) {
    const step = steps[i] as Step;
    if (step.optional >= 0 && !exists(compiled, step.optional, values)) continue;
    from.literal(named && i === 1 ? (compiled.suffix ?? '') : step.literal);
    step.parse(from, values);
  }
  if (compiled.tail !== '') from.literal(compiled.tail);
  return values;
}

/** Whether two values of one kind are the same. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b || typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => sameValue(v, b[i]));
  }
  const other = new Map(Object.entries(b));
  return Object.entries(a).every(([name, v]) => other.get(name) === v);
}
