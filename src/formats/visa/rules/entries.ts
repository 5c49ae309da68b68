/** Entries of the header: whether they agree with the content. */
import type { Rule, RuleReport } from '../../../core/schema/index.ts';
import type { FileScopeVariable, VisaObject } from '../model.ts';
import { platformRow } from '../table/platforms.ts';
import { ALIGNMENTS, TYPES } from '../table/types.ts';
import { type RoutineRule, VISA_PAGE } from './row.ts';
import { NO_VARIABLE_TYPES } from './variables.ts';

/** Types that a variable of file scope does not have although others do. */
const NOT_AT_FILE_SCOPE: readonly string[] = [...NO_VARIABLE_TYPES, 'hf', 'bf'];
/** What compilers write without a given device. */
const NO_PLATFORM = 0;

/** A rule of what the header has: a field of an entry, by its path, such as `functions[0]/offset`. */
export type HeaderRule = Rule<VisaObject, [path: string]>;
type HeaderReport = RuleReport<[path: string]>;

export const HEADER_RULES: readonly HeaderRule[] = [
  {
    name: 'file-scope-type',
    code: 'visa/range',
    source: `${VISA_PAGE}, file_scope_var_info`,
    says: 'A variable of file scope has the type ud, d, uw, w, ub, b, uq, q, df or f.',
    check: (object, report) =>
      eachFileScope(object, report, 'type', ({ type: number }) => {
        const name = TYPES[number]?.[0];
        return name && !NOT_AT_FILE_SCOPE.includes(name) ? undefined : `a variable of file scope cannot have type ${name ?? number}`;
      }),
  },
  {
    name: 'file-scope-alignment',
    code: 'visa/range',
    source: `${VISA_PAGE}, file_scope_var_info`,
    says: 'The alignment of a variable of file scope is from 0 to 9.',
    check: (object, report) =>
      eachFileScope(object, report, 'alignment', ({ alignment }) =>
        ALIGNMENTS[alignment] ? undefined : `no alignment has the number ${alignment}`,
      ),
  },
  {
    name: 'relocated-variable',
    code: 'visa/index',
    source: `${VISA_PAGE}, variable_reloc_symtab`,
    says: 'resolved_index of a variable is the index of a variable of file scope.',
    check: (object, report) => relocations(object, report, 'variable_reloc_symtab', 'variables'),
  },
  {
    name: 'relocated-function',
    code: 'visa/index',
    source: `${VISA_PAGE}, function_reloc_symtab`,
    says: 'resolved_index of a function is the index of a function.',
    check: (object, report) => relocations(object, report, 'function_reloc_symtab', 'functions'),
  },
  {
    name: 'platform',
    code: 'visa/platform',
    source: `${VISA_PAGE}, gen_binary_info`,
    says: 'gen_platform is the number of a device.',
    differs: 'The specification knows five devices; the numbers are those of the compilers, which write 0 if no device is given.',
    check({ kernels }, report) {
      for (const [i, { gen_binaries }] of kernels.entries()) {
        for (const [j, { gen_platform }] of gen_binaries.entries()) {
          if (gen_platform === NO_PLATFORM || platformRow(gen_platform)) continue;
          const path = `kernels[${i}]/gen_binaries[${j}]/gen_platform`;
          report(path, `no known device has the number ${gen_platform}`, { found: gen_platform });
        }
      }
    },
  },
  {
    name: 'extern-function',
    code: 'visa/entry',
    source: `${VISA_PAGE}, function_info`,
    says: 'Offset and size of a function are both 0, or both are not 0.',
    check({ functions }, report) {
      for (const [i, { offset, size }] of functions.entries()) {
        if ((offset === 0) === (size === 0)) continue;
        report(`functions[${i}]/size`, `offset is ${offset} and size is ${size}; both must be 0 for a function without bytes`);
      }
    },
  },
  {
    name: 'function-linkage',
    code: 'visa/entry',
    source: `${VISA_PAGE}, function_info`,
    says: 'A function with linkage extern has offset 0 and size 0. Other functions have bytes.',
    differs: 'Compilers write linkage 0, which is extern, for every function, with offset and size of a real routine.',
    check({ functions }, report) {
      for (const [i, entry] of functions.entries()) {
        if (entry.linkage === 0 || entry.size !== 0) continue;
        report(`functions[${i}]/linkage`, `linkage ${entry.linkage} says that the function is here, but it has no bytes`);
      }
    },
  },
];

function eachFileScope(
  { variables }: VisaObject,
  report: HeaderReport,
  field: 'type' | 'alignment',
  check: (variable: FileScopeVariable) => string | undefined,
): void {
  for (const [i, variable] of variables.entries()) {
    const message = check(variable);
    if (message !== undefined) report(`variables[${i}]/${field}`, message, { found: variable[field] });
  }
}

function relocations(
  object: VisaObject,
  report: HeaderReport,
  table: 'variable_reloc_symtab' | 'function_reloc_symtab',
  of: 'variables' | 'functions',
): void {
  const count = object[of].length;
  for (const kind of ['kernels', 'functions'] as const) {
    for (const [i, entry] of object[kind].entries()) {
      for (const [j, { resolved_index }] of entry[table].entries()) {
        if (resolved_index < count) continue;
        const path = `${kind}[${i}]/${table}[${j}]/resolved_index`;
        report(path, `it is ${resolved_index}, but there are ${count} ${of}`, { found: resolved_index });
      }
    }
  }
}

/** What an entry says about its routine. */
export const ENTRY_RULES: readonly RoutineRule[] = [
  {
    name: 'entry-name',
    code: 'visa/entry',
    source: `${VISA_PAGE}, kernel_info, function_info, kernel_data, function_data`,
    says: 'The entry and the routine have the same name.',
    check({ entry, routine }, report) {
      const name = routine.strings[routine.name_index];
      if (name !== undefined && name !== entry.name)
        report({ field: 'name_index' }, `its name is ${JSON.stringify(name)}, but its entry says ${JSON.stringify(entry.name)}`);
    },
  },
  {
    name: 'entry-inputs',
    code: 'visa/entry',
    source: `${VISA_PAGE}, kernel_info`,
    says: 'input_offset of a kernel is the offset of its number of inputs.',
    check({ entry, layout }, report) {
      if (!layout || layout.inputs === undefined || !('input_offset' in entry)) return;
      const expected = entry.offset + layout.inputs;
      if (entry.input_offset === expected) return;
      const message = `input_offset is ${entry.input_offset}, but the number of inputs is at ${expected}`;
      report({ field: 'input_offset', inHeader: true }, message, { expected, found: entry.input_offset });
    },
  },
  {
    name: 'entry-size',
    code: 'visa/entry',
    source: `${VISA_PAGE}, kernel_info, function_info`,
    says: 'size of a kernel or function is the size of its tables and instructions.',
    check({ entry, routine, layout }, report) {
      const expected = routine.entry + (routine.stripped ? 0 : routine.size);
      if (!layout || entry.size === expected) return;
      const message = `size is ${entry.size}, but the ${routine.kind} has ${expected} bytes`;
      report({ field: 'size', inHeader: true }, message, { expected, found: entry.size });
    },
  },
  {
    name: 'first-instruction',
    code: 'visa/entry',
    source: `${VISA_PAGE}, kernel_data, function_data`,
    says: 'The instructions begin where the tables end.',
    check({ routine, layout }, report) {
      if (!layout || routine.cut || routine.entry === layout.end) return;
      const message = `entry is ${routine.entry}, but the tables end at ${layout.end}`;
      report({ field: 'entry' }, message, { expected: layout.end, found: routine.entry });
    },
  },
];
