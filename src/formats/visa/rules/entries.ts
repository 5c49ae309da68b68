/** Entries of the header: whether they agree with the content. */

import type { FileScopeVariable, VisaObject } from '../model.ts';
import { platformRow } from '../table/platforms.ts';
import { ALIGNMENTS, TYPES } from '../table/types.ts';
import type { Rule } from './row.ts';
import { NO_VARIABLE_TYPES } from './variables.ts';

/** Types that a variable of file scope does not have although others do. */
const NOT_AT_FILE_SCOPE: readonly string[] = [...NO_VARIABLE_TYPES, 'hf', 'bf'];
/** What compilers write without a given device. */
const NO_PLATFORM = 0;

/** A rule of what the header has: a field of an entry, by its path. */
export interface HeaderRule extends Omit<Rule, 'judge'> {
  readonly judge?: (object: VisaObject) => Iterable<HeaderFinding>;
}

export interface HeaderFinding {
  /** Such as `functions[0]/offset`. */
  readonly path: string;
  readonly message: string;
  readonly data?: Readonly<Record<string, number>>;
}

export const HEADER_RULES: readonly HeaderRule[] = [
  {
    id: 'file-scope-type',
    code: 'visa/range',
    section: 'file_scope_var_info',
    says: 'A variable of file scope has the type ud, d, uw, w, ub, b, uq, q, df or f.',
    judge: (object) =>
      eachFileScope(object, 'type', ({ type: number }) => {
        const name = TYPES[number]?.[0];
        return name && !NOT_AT_FILE_SCOPE.includes(name) ? undefined : `a variable of file scope cannot have type ${name ?? number}`;
      }),
  },
  {
    id: 'file-scope-alignment',
    code: 'visa/range',
    section: 'file_scope_var_info',
    says: 'The alignment of a variable of file scope is from 0 to 9.',
    judge: (object) =>
      eachFileScope(object, 'alignment', ({ alignment }) =>
        ALIGNMENTS[alignment] ? undefined : `no alignment has the number ${alignment}`,
      ),
  },
  {
    id: 'relocated-variable',
    code: 'visa/index',
    section: 'variable_reloc_symtab',
    says: 'resolved_index of a variable is the index of a variable of file scope.',
    judge: (object) => relocations(object, 'variable_reloc_symtab', 'variables'),
  },
  {
    id: 'relocated-function',
    code: 'visa/index',
    section: 'function_reloc_symtab',
    says: 'resolved_index of a function is the index of a function.',
    judge: (object) => relocations(object, 'function_reloc_symtab', 'functions'),
  },
  {
    id: 'platform',
    code: 'visa/platform',
    section: 'gen_binary_info',
    says: 'gen_platform is the number of a device.',
    differs: 'The specification knows five devices; the numbers are those of the compilers, which write 0 if no device is given.',
    *judge({ kernels }) {
      for (const [i, { gen_binaries }] of kernels.entries()) {
        for (const [j, { gen_platform }] of gen_binaries.entries()) {
          if (gen_platform === NO_PLATFORM || platformRow(gen_platform)) continue;
          const path = `kernels[${i}]/gen_binaries[${j}]/gen_platform`;
          yield { path, message: `no known device has the number ${gen_platform}`, data: { found: gen_platform } };
        }
      }
    },
  },
  {
    id: 'extern-function',
    code: 'visa/entry',
    section: 'function_info',
    says: 'Offset and size of a function are both 0, or both are not 0.',
    *judge({ functions }) {
      for (const [i, { offset, size }] of functions.entries()) {
        if ((offset === 0) === (size === 0)) continue;
        yield {
          path: `functions[${i}]/size`,
          message: `offset is ${offset} and size is ${size}; both must be 0 for a function without bytes`,
        };
      }
    },
  },
  {
    id: 'function-linkage',
    code: 'visa/entry',
    section: 'function_info',
    says: 'A function with linkage extern has offset 0 and size 0. Other functions have bytes.',
    differs: 'Compilers write linkage 0, which is extern, for every function, with offset and size of a real routine.',
    *judge({ functions }) {
      for (const [i, entry] of functions.entries()) {
        if (entry.linkage === 0 || entry.size !== 0) continue;
        yield { path: `functions[${i}]/linkage`, message: `linkage ${entry.linkage} says that the function is here, but it has no bytes` };
      }
    },
  },
];

function* eachFileScope(
  { variables }: VisaObject,
  field: 'type' | 'alignment',
  judge: (variable: FileScopeVariable) => string | undefined,
): Iterable<HeaderFinding> {
  for (const [i, variable] of variables.entries()) {
    const message = judge(variable);
    if (message !== undefined) yield { path: `variables[${i}]/${field}`, message, data: { found: variable[field] } };
  }
}

function* relocations(
  object: VisaObject,
  table: 'variable_reloc_symtab' | 'function_reloc_symtab',
  of: 'variables' | 'functions',
): Iterable<HeaderFinding> {
  const count = object[of].length;
  for (const kind of ['kernels', 'functions'] as const) {
    for (const [i, entry] of object[kind].entries()) {
      for (const [j, { resolved_index }] of entry[table].entries()) {
        if (resolved_index < count) continue;
        const path = `${kind}[${i}]/${table}[${j}]/resolved_index`;
        yield { path, message: `it is ${resolved_index}, but there are ${count} ${of}`, data: { found: resolved_index } };
      }
    }
  }
}

/** What an entry says about its routine. */
export const ENTRY_RULES: readonly Rule[] = [
  {
    id: 'entry-name',
    code: 'visa/entry',
    section: 'kernel_info, function_info, kernel_data, function_data',
    says: 'The entry and the routine have the same name.',
    *judge({ entry, routine }) {
      const own = routine.strings[routine.name_index];
      if (own !== undefined && own !== entry.name)
        yield { field: 'name_index', message: `its name is ${JSON.stringify(own)}, but its entry says ${JSON.stringify(entry.name)}` };
    },
  },
  {
    id: 'entry-inputs',
    code: 'visa/entry',
    section: 'kernel_info',
    says: 'input_offset of a kernel is the offset of its number of inputs.',
    *judge({ entry, layout }) {
      if (!layout || layout.inputs === undefined || !('input_offset' in entry)) return;
      const expected = entry.offset + layout.inputs;
      if (entry.input_offset === expected) return;
      const message = `input_offset is ${entry.input_offset}, but the number of inputs is at ${expected}`;
      yield { field: 'input_offset', inHeader: true, message, data: { expected, found: entry.input_offset } };
    },
  },
  {
    id: 'entry-size',
    code: 'visa/entry',
    section: 'kernel_info, function_info',
    says: 'size of a kernel or function is the size of its tables and instructions.',
    *judge({ entry, routine, layout }) {
      const expected = routine.entry + (routine.stripped ? 0 : routine.size);
      if (!layout || entry.size === expected) return;
      const message = `size is ${entry.size}, but the ${routine.kind} has ${expected} bytes`;
      yield { field: 'size', inHeader: true, message, data: { expected, found: entry.size } };
    },
  },
  {
    id: 'first-instruction',
    code: 'visa/entry',
    section: 'kernel_data, function_data',
    says: 'The instructions begin where the tables end.',
    *judge({ routine, layout }) {
      if (!layout || routine.cut || routine.entry === layout.end) return;
      const message = `entry is ${routine.entry}, but the tables end at ${layout.end}`;
      yield { field: 'entry', message, data: { expected: layout.end, found: routine.entry } };
    },
  },
];
