/**
 * Judges a vISA object: the limits of the page, indices, aliases, inputs, and that entries say what is there. Instructions are judged
 * by validate-instructions.ts.
 *
 * Two rules of the page are left out: the first string is not empty in real objects, and variables may take 4096 bytes or more, for
 * the compiler's limit is the device's (visa/IsaVerification.cpp of intel/intel-graphics-compiler). Linkage says nothing: writers put
 * 0, which is extern, for every function.
 */
import { encodeText } from '../bytes/index.ts';
import { type Code, type Diagnostic, type Facts, Reporter, type Span } from '../diag/index.ts';
import { versionNumber } from './instruction.ts';
import { type Input, type KernelEntry, PREDEFINED, type Routine, type Variable, type VisaObject } from './model.ts';
import { type Visited, walkRecord } from './record.ts';
import {
  COMMON_ISA_HEADER,
  type FieldRow,
  FUNCTION_DATA,
  KERNEL_DATA,
  type RecordOf,
  type StructRows,
  type Target,
} from './table/header.ts';
import { platformRow } from './table/platforms.ts';
import { ALIGNMENTS, PSEUDO_INPUT, TYPES } from './table/types.ts';
import { judgeInstructions } from './validate-instructions.ts';

/** Most bytes of a name, by the table that uses it (page, each table). */
const NAME_BYTES = { variables: 64, addresses: 64, predicates: 64, labels: 1024 } as const;

/** Types of immediates and predicates alone. */
const NO_VARIABLE_TYPES: readonly string[] = ['v', 'uv', 'vf', 'bool'];

/** What is wrong with an object that reads well. */
export function validateVisa(object: VisaObject, reporter?: Reporter): readonly Diagnostic[] {
  const judge = new Judge(object, reporter ?? new Reporter(object.fileSize));
  judge.header();
  object.kernels.forEach((entry, i) => {
    if (entry.routine) judge.kernel(entry, entry.routine, `kernels[${i}]/`);
  });
  object.functions.forEach((entry, i) => {
    if (entry.routine) judge.routine(entry.routine, entry.offset, 32, `functions[${i}]/`);
  });
  return judge.out.diagnostics;
}

/** Where something lies, from the start of the object. */
type Range = readonly [start: number, end: number];
/** Where a field of an entry of a table lies. */
type At = (table: string, index: number, field: string) => Range;

class Judge {
  readonly out: Reporter;
  private readonly object: VisaObject;

  constructor(object: VisaObject, out: Reporter) {
    this.object = object;
    this.out = out;
  }

  private report(code: Code, [start, end]: Range, path: string, message: string, data?: Facts): void {
    const base = this.object.bytes?.base ?? 0;
    const span: Span = { source: this.object.bytes?.source ?? '', start: base + start, end: base + end };
    this.out.report(code, span, path, message, data);
  }

  /** A field by itself: its range, values and reserved bits. */
  private field({ field, part, counted, value, start, end, path }: Visited): void {
    const here = [start, end] as const;
    if (part?.reserved && value !== 0) {
      this.report('visa/reserved', here, path, `${part.name} must be zero, not ${value}`, { found: value as number });
    }
    if (typeof value !== 'number' || part) return;
    const judged = counted === true || field.kind.kind === 'int';
    const { range, values } = field;
    if (judged && range && (value < range[0] || value > range[1])) {
      const what = counted ? `the number of ${field.name}` : field.name;
      this.report('visa/range', here, path, `${what} must be from ${range[0]} to ${range[1]}, not ${value}`, {
        least: range[0],
        most: range[1],
        found: value,
      });
    }
    if (judged && values && !values.includes(value)) {
      this.report('visa/range', here, path, `${field.name} must be one of ${values.join(', ')}, not ${value}`, { found: value });
    }
  }

  header(): void {
    const { object } = this;
    walkRecord(COMMON_ISA_HEADER, object, versionNumber(object), 0, '', (visited) => this.field(visited), object.cut);
  }

  kernel(entry: KernelEntry, routine: Routine & { readonly kind: 'kernel' }, path: string): void {
    const registers = Math.max(32, ...entry.gen_binaries.map((binary) => platformRow(binary.gen_platform)?.grfBytes ?? 32));
    const inputs = this.routine(routine, entry.offset, registers, path);
    if (inputs && inputs[0] !== entry.input_offset) {
      const message = `input_offset says ${entry.input_offset}, but the count of inputs is at ${inputs[0]}`;
      this.report('visa/entry', inputs, `${path}input_offset`, message, { expected: inputs[0], found: entry.input_offset });
    }
    const end = entry.offset + routine.entry + routine.size;
    if (end !== entry.offset + entry.size) {
      const message = `size says ${entry.size}, but the kernel takes ${end - entry.offset} bytes`;
      this.report('visa/entry', [entry.offset, entry.offset], `${path}size`, message, { expected: end - entry.offset, found: entry.size });
    }
  }

  /** Judges the tables of a routine; where its count of inputs is, when it has one. */
  routine(routine: Routine, offset: number, registers: number, path: string): Range | undefined {
    const version = versionNumber(this.object);
    /** Where the entries of each table begin. */
    const starts = new Map<string, number[]>();
    let inputs: Range | undefined;
    const visit = (visited: Visited): void => {
      const { field, counted, start, end, entry } = visited;
      if (entry?.start === start && !visited.part?.low)
        (starts.get(entry.table) ?? starts.set(entry.table, []).get(entry.table))?.push(start);
      if (counted && field.name === 'inputs') inputs = [start, end];
      this.field(visited);
      if (field.refersTo && !counted) this.reference(routine, field.refersTo, visited);
    };
    const rows = routine.kind === 'kernel' ? KERNEL_DATA : FUNCTION_DATA;
    if (routine.kind === 'kernel') walkRecord(KERNEL_DATA, routine, version, offset, path, visit, routine.cut);
    else walkRecord(FUNCTION_DATA, routine, version, offset, path, visit, routine.cut);
    const at: At = (table, index, name) => {
      const start = starts.get(table)?.[index] ?? offset;
      const list: FieldRow | undefined = rows.fields.find((field) => field.name === table);
      if (list?.kind.kind !== 'list') return [start, start];
      return fieldOf(list.kind.of, (routine as unknown as Tables)[table]?.[index], version, start, name);
    };
    for (const [table, most] of Object.entries(NAME_BYTES) as [keyof typeof NAME_BYTES, number][]) {
      routine[table].forEach(({ name_index }, i) => {
        const name = routine.strings[name_index] ?? '';
        if (name.length * 3 <= most) return;
        const bytes = encodeText(name).length;
        const message = `its name has ${bytes} bytes, not ${most} at most`;
        if (bytes > most) this.report('visa/name-length', at(table, i, 'name_index'), `${path}${table}[${i}]`, message);
      });
    }
    routine.variables.forEach((variable, i) => {
      this.variable(routine, variable, (name) => at('variables', i, name), `${path}variables[${i}]`);
    });
    this.circles(routine, at, path);
    judgeInstructions(this.object, routine, offset + routine.entry, path.slice(0, -1), (...found) => this.report(...found));
    if (routine.kind === 'kernel') this.inputs(routine, registers, at, path);
    return inputs;
  }

  private reference(routine: Routine, target: Target, { value, start, end, path, entry }: Visited): void {
    if (target === 'variable' && entry && routine.variables[entry.index]?.alias_scope_specifier === 1) return;
    const most = target === 'string' ? routine.strings.length : PREDEFINED.variables + routine.variables.length;
    if ((value as number) < most) return;
    const message = `there is no ${target} ${value}: indices end at ${most - 1}`;
    this.report('visa/index', [start, end], path, message, { found: value as number, most: most - 1 });
  }

  private variable(routine: Routine, variable: Variable, at: (name: string) => Range, path: string): void {
    const type = TYPES[variable.type];
    if (!type || NO_VARIABLE_TYPES.includes(type[0])) {
      const message = `a variable cannot have type ${type?.[0] ?? variable.type}`;
      this.report('visa/range', at('type'), path, message, { found: variable.type });
    }
    if (!ALIGNMENTS[variable.alignment]) {
      this.report('visa/range', at('alignment'), path, `no alignment has the number ${variable.alignment}`, { found: variable.alignment });
    }
    const { alias_index, alias_offset } = variable;
    if (alias_index === 0) {
      if (alias_offset !== 0)
        this.report('visa/alias', at('alias_offset'), path, `a variable that is no alias has alias_offset ${alias_offset}`);
      return;
    }
    if (type && alias_offset % type[1] !== 0) {
      const message = `alias_offset ${alias_offset} is no multiple of the ${type[1]} bytes of its type ${type[0]}`;
      this.report('visa/alignment', at('alias_offset'), path, message, { found: alias_offset, needed: type[1] });
    }
    const base = routine.variables[alias_index - PREDEFINED.variables];
    if (base && variable.alias_scope_specifier === 0 && alias_offset + sizeOf(variable) > sizeOf(base)) {
      const message = `it ends at byte ${alias_offset + sizeOf(variable)} of a variable of ${sizeOf(base)} bytes`;
      this.report('visa/alias', at('alias_offset'), path, message);
    }
  }

  /** Aliases that lead back to themselves; each chain is followed once. */
  private circles(routine: Routine, at: At, path: string): void {
    const seenIn = new Map<number, number>();
    routine.variables.forEach((_, first) => {
      for (let i = first; ; ) {
        const seen = seenIn.get(i);
        if (seen === first) {
          const message = 'it is an alias of itself, directly or through others';
          this.report('visa/alias', at('variables', i, 'alias_index'), `${path}variables[${i}]`, message);
        }
        if (seen !== undefined) return;
        seenIn.set(i, first);
        const next = routine.variables[i];
        if (!next || next.alias_index < PREDEFINED.variables || next.alias_scope_specifier !== 0) return;
        i = next.alias_index - PREDEFINED.variables;
      }
    });
  }

  private inputs(routine: Routine & { readonly kind: 'kernel' }, registers: number, at: At, path: string): void {
    routine.inputs.forEach((input, i) => {
      const here = (name: string) => at('inputs', i, name);
      const place = `${path}inputs[${i}]`;
      const counts = [
        ['variable', PREDEFINED.variables + routine.variables.length],
        ['sampler', routine.samplers.length],
        ['surface', PREDEFINED.surfaces + routine.surfaces.length],
      ] as const;
      const [what, count] = counts[input.category as 0 | 1 | 2] ?? ['variable of category 3', 0];
      if (input.id >= count) {
        this.report('visa/index', here('id'), place, `there is no ${what} ${input.id}: there are ${count}`, { found: input.id });
        return;
      }
      const variable = input.category === 0 ? routine.variables[input.id - PREDEFINED.variables] : undefined;
      if (variable) this.generalInput(input, variable, registers, here, place);
      else if (input.category !== 0 && input.offset % 4 !== 0) {
        this.report('visa/alignment', here('offset'), place, `a ${what} must arrive at a multiple of 4 bytes, not at ${input.offset}`);
      }
      if (input.provenance === 0 && i > 0 && (routine.inputs[i - 1] as Input).provenance !== 0) {
        this.report(
          'visa/input-order',
          here('provenance'),
          place,
          'an argument of the caller stands behind one that the run time supplies',
        );
      }
    });
    const sorted = routine.inputs
      .map((input, i) => ({ input, i }))
      .filter(({ input }) => input.provenance !== PSEUDO_INPUT)
      .sort((a, b) => a.input.offset - b.input.offset || a.i - b.i);
    for (let k = 1, last = 0; k < sorted.length; k++) {
      const [before, after] = [sorted[last], sorted[k]] as [(typeof sorted)[0], (typeof sorted)[0]];
      const end = before.input.offset + before.input.size;
      if (after.input.offset < end && after.input.size > 0) {
        const message = `it arrives at ${after.input.offset}, within inputs[${before.i}], which ends at ${end}`;
        this.report('visa/input-overlap', at('inputs', after.i, 'offset'), `${path}inputs[${after.i}]`, message);
      }
      if (after.input.offset + after.input.size >= end) last = k;
    }
  }

  private generalInput(input: Input, variable: Variable, registers: number, at: (name: string) => Range, path: string): void {
    const size = sizeOf(variable);
    if (input.size !== size) {
      this.report('visa/input-size', at('size'), path, `its size is ${input.size}, but its variable has ${size} bytes`, {
        found: input.size,
        expected: size,
      });
    }
    const unit = input.size >= registers ? registers : (TYPES[variable.type]?.[1] ?? 1);
    if (input.offset % unit !== 0) {
      this.report('visa/alignment', at('offset'), path, `it must arrive at a multiple of ${unit} bytes, not at ${input.offset}`, {
        found: input.offset,
        needed: unit,
      });
    } else if (
      input.size < registers &&
      Math.floor(input.offset / registers) !== Math.floor((input.offset + Math.max(input.size, 1) - 1) / registers)
    ) {
      this.report('visa/alignment', at('offset'), path, `its ${input.size} bytes at ${input.offset} lie in two registers`);
    }
    if (variable.alias_index !== 0) this.report('visa/alias', at('id'), path, 'the variable of an input is an alias');
  }
}

type Entries = readonly RecordOf<StructRows>[];
type Tables = Readonly<Record<string, Entries | undefined>>;

/** Where a field of a record at `start` lies: that of the byte, for a part of one. */
function fieldOf(rows: StructRows, record: RecordOf<StructRows> | undefined, version: number, start: number, name: string): Range {
  let found: Range = [start, start];
  if (!record) return found;
  walkRecord(rows, record, version, start, '', (visited) => {
    if (visited.path === name) found = [visited.start, visited.end];
  });
  return found;
}

/** Size of a variable in bytes. */
export function sizeOf({ type, num_elements }: { readonly type: number; readonly num_elements: number }): number {
  return num_elements * (TYPES[type]?.[1] ?? 1);
}
