/**
 * Checks a vISA object or text: every row of table/header.ts by itself, then the rules of rules/. The rules say where the specification and
 * compilers differ.
 */
import { CHAR } from '../../core/bytes/index.ts';
import { type Code, type Diagnostic, type Facts, Reporter, type Span } from '../../core/diag/index.ts';
import { applied } from '../../core/schema/index.ts';
import { versionNumber } from './instruction.ts';
import type { FunctionEntry, KernelEntry, PlacedTable, Routine, RoutinePlaces, VisaObject } from './model.ts';
import { PREDEFINED } from './model.ts';
import { registerBytes } from './names.ts';
import { type Visited, walkRecord } from './record.ts';
import { HEADER_RULES, ROUTINE_RULES, type RoutineContext } from './rules/index.ts';
import type { Place } from './rules/row.ts';
import {
  COMMON_ISA_HEADER,
  FUNCTION_DATA,
  KERNEL_DATA,
  type RecordOf,
  type Target,
  type VisaField,
  type VisaRows,
} from './table/header.ts';
import { platformRow } from './table/platforms.ts';
import { checkOperands, instructionPlaces } from './validate-instructions.ts';

export { sizeOf } from './rules/variables.ts';

/**
 * The broken rules in an object or text that can be read. Findings of an object are at its bytes, those of a text at its lines; those of an
 * object that was neither read nor parsed are at the offsets from `layoutVisa`.
 *
 * @example
 * validateVisa(readVisa(object).value).length; // 0
 */
export function validateVisa(object: VisaObject): readonly Diagnostic[] {
  const out = new Reporter(object.text?.places?.bytes.length ?? object.fileSize);
  reportVisa(object, out);
  return out.diagnostics;
}

/** As {@link validateVisa}, to a reporter. */
export function reportVisa(object: VisaObject, out: Reporter): void {
  const validator = new Validator(object, out);
  validator.header();
  object.kernels.forEach((entry, i) => {
    if (entry.routine) validator.routine(entry, entry.routine, `kernels[${i}]/`, object.text?.places?.routines[i]);
  });
  // Functions of a text that are only declared are after those that it has.
  object.functions.forEach((entry, i) => {
    if (entry.routine)
      validator.routine(entry, entry.routine, `functions[${i}]/`, object.text?.places?.routines[object.kernels.length + i]);
  });
}

/** The place of an item, from the start of the object or text. */
type Range = readonly [start: number, end: number];

class Validator {
  readonly out: Reporter;
  private readonly object: VisaObject;
  /** Where each field of the header lies, by its path. */
  private readonly fieldsOfHeader = new Map<string, Range>();

  constructor(object: VisaObject, out: Reporter) {
    this.object = object;
    this.out = out;
  }

  private report(code: Code, [start, end]: Range, path: string, message: string, data?: Facts | (() => Facts)): void {
    const bytes = this.object.text?.places?.bytes ?? this.object.bytes;
    const span: Span = bytes ? bytes.span(Math.min(start, bytes.length), Math.min(end, bytes.length)) : { source: '', start, end };
    this.out.report(code, span, path, message, data);
  }

  /** The line of a text that begins at `start`. */
  private line(start: number): Range {
    const data = this.object.text?.places?.bytes.data;
    const end = data?.indexOf(CHAR.newline, start) ?? -1;
    return [start, end < 0 ? (data?.length ?? start) : end];
  }

  /** A field by itself: its range, values and reserved bits. */
  private field({ field, part, counted, value, path }: Visited, here: Range): void {
    if (part?.reserved && value !== 0) {
      this.report('visa/reserved', here, path, `${part.name} must be zero, not ${value}`, { found: value as number });
    }
    if (typeof value !== 'number' || part) return;
    const isNumber = counted === true || field.kind.kind === 'int';
    const { range, values } = field;
    if (isNumber && range && (value < range[0] || value > range[1])) {
      const what = counted ? `the number of ${field.name}` : field.name;
      this.report('visa/range', here, path, `${what} must be from ${range[0]} to ${range[1]}, not ${value}`, {
        least: range[0],
        most: range[1],
        found: value,
      });
    }
    if (isNumber && values && !values.includes(value)) {
      this.report('visa/range', here, path, `${field.name} must be one of ${values.join(', ')}, not ${value}`, { found: value });
    }
  }

  header(): void {
    const { object } = this;
    const text = object.text?.places;
    walkRecord(
      COMMON_ISA_HEADER,
      object,
      versionNumber(object),
      0,
      '',
      (visited) => {
        const here: Range = text ? [0, 0] : [visited.start, visited.end];
        this.fieldsOfHeader.set(visited.path, here);
        this.field(visited, here);
      },
      object.cut,
    );
    applied(HEADER_RULES, ({ code }, _, path, message, data) =>
      this.report(code, this.fieldsOfHeader.get(path) ?? [0, 0], path, message, data),
    )(object);
  }

  routine(entry: KernelEntry | FunctionEntry, routine: Routine, path: string, text: RoutinePlaces | undefined): void {
    const version = versionNumber(this.object);
    const { offset } = entry;
    /** Where the entries of each table begin. */
    const starts = new Map<string, number[]>();
    let inputs: number | undefined;
    const visit = (visited: Visited): void => {
      const { field, counted, start, end, entry: of } = visited;
      if (of?.start === start && !visited.part?.low) (starts.get(of.table) ?? starts.set(of.table, []).get(of.table))?.push(start);
      if (counted && field.name === 'inputs') inputs = start - offset;
      const here: Range = text ? this.line(text.tables[of?.table as PlacedTable]?.[of?.index ?? -1] ?? text.start) : [start, end];
      this.field(visited, here);
      if (field.refersTo && !counted) this.reference(routine, field.refersTo, visited, here);
    };
    const end =
      routine.kind === 'kernel'
        ? walkRecord(KERNEL_DATA, routine, version, offset, path, visit, routine.cut)
        : walkRecord(FUNCTION_DATA, routine, version, offset, path, visit, routine.cut);
    const platforms = 'gen_binaries' in entry ? entry.gen_binaries.flatMap(({ gen_platform }) => platformRow(gen_platform) ?? []) : [];
    const wide = registerBytes(routine) === 64 || platforms.some(({ grfBytes }) => grfBytes === 64);
    // Indices have 16 bits. Of two rows for one, the first counts.
    const fileScope: number[] = [];
    for (const { symbolic_index, resolved_index } of entry.variable_reloc_symtab) fileScope[symbolic_index] ??= resolved_index;
    const context: RoutineContext = {
      object: this.object,
      entry,
      routine,
      version,
      registers: wide ? 64 : 32,
      deviceKnown: platforms.length > 0,
      fileScope,
      layout: text ? undefined : { end: end - offset, inputs },
    };
    let instructions: readonly number[] | undefined;
    const instruction = (index: number): Range => {
      if (text) return this.line(text.tables.instructions[index] ?? text.start);
      const first = offset + routine.entry;
      instructions ??= instructionPlaces(this.object, routine, first);
      return [instructions[index] ?? first, instructions[index + 1] ?? first];
    };
    const at = ({ table, index = 0, field, inHeader }: Place): Range => {
      if (table === 'instructions') return instruction(index);
      if (text) return this.line(text.tables[table as PlacedTable]?.[index] ?? text.start);
      if (inHeader) return this.fieldsOfHeader.get(`${path}${field}`) ?? [offset, offset];
      return table === undefined
        ? fieldOf(ROWS_OF[routine.kind], routine, version, offset, field)
        : entryField(ROWS_OF[routine.kind], routine, table, index, version, starts.get(table)?.[index] ?? offset, field);
    };
    applied(ROUTINE_RULES, ({ code }, _, place, message, data) => {
      const where = place.table === undefined ? `${path}${place.field}` : `${path}${place.table}[${place.index}]`;
      this.report(code, at(place), where, message, data);
    })(context);
    checkOperands(context, (code, index, message, data) =>
      this.report(code, instruction(index), `${path}instructions[${index}]`, message, data),
    );
  }

  private reference(routine: Routine, target: Target, { value, path, entry }: Visited, here: Range): void {
    if (target === 'variable' && entry && routine.variables[entry.index]?.alias_scope_specifier === 1) return;
    const most = target === 'string' ? routine.strings.length : PREDEFINED.variables + routine.variables.length;
    if ((value as number) < most) return;
    const message = `there is no ${target} ${value}: indices end at ${most - 1}`;
    this.report('visa/index', here, path, message, { found: value as number, most: most - 1 });
  }
}

const ROWS_OF = { kernel: KERNEL_DATA, function: FUNCTION_DATA } as const satisfies Record<Routine['kind'], VisaRows>;

type Entries = readonly RecordOf<VisaRows>[];

/** Where a field of an entry of a table lies, when the entry begins at `start`. */
function entryField(rows: VisaRows, routine: Routine, table: string, index: number, version: number, start: number, field: string): Range {
  const list: VisaField | undefined = rows.fields.find(({ name }) => name === table);
  const entries = (routine as unknown as Readonly<Record<string, Entries | undefined>>)[table];
  return list?.kind.kind === 'list' ? fieldOf(list.kind.of, entries?.[index], version, start, field) : [start, start];
}

/** Where a field of a record at `start` lies: that of the byte, for a part of one; the count, for a table. */
function fieldOf(rows: VisaRows, record: object | undefined, version: number, start: number, name: string): Range {
  let range: Range | undefined;
  if (!record) return [start, start];
  const counted = rows.fields.find((field) => field.name === name && field.kind.kind === 'list');
  walkRecord(rows, record as RecordOf<VisaRows>, version, start, '', (visited) => {
    if (visited.path === name || (counted && visited.counted && visited.field === counted)) range ??= [visited.start, visited.end];
  });
  return range ?? [start, start];
}
