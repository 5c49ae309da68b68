/** General variables: types, and what they are parts of. */
import { PREDEFINED, type Variable } from '../model.ts';
import { ALIGNMENTS, PREDEFINED_VARIABLES, type PredefinedRow, TYPES } from '../table/types.ts';
import { each, type RoutineContext, type RoutineReport, type RoutineRule, VISA_PAGE } from './row.ts';

const ROWS: readonly PredefinedRow[] = PREDEFINED_VARIABLES;
const SOURCE = `${VISA_PAGE}, General Variables`;

/** Types of immediates and predicates alone. */
export const NO_VARIABLE_TYPES: readonly string[] = ['v', 'uv', 'vf', 'bool'];

/** Size of a variable in bytes. */
export function sizeOf({ type, num_elements }: { readonly type: number; readonly num_elements: number }): number {
  return num_elements * (TYPES[type]?.[1] ?? 1);
}

/** Number of bytes that aliases of a pre-defined variable can have; 0 when there are none. */
export function predefinedBytes(index: number, { registers, deviceKnown }: RoutineContext): number {
  const alias = ROWS[index]?.[4]?.alias;
  if (!alias) return 0;
  // Where the device is not known, a register may be one of the wide ones.
  return 'bytes' in alias ? alias.bytes : alias.registers * (deviceKnown ? registers : 64);
}

/** The variable of file scope that an index of a routine stands for: itself, if the relocation table does not say which. */
function variableOfFile({ object, fileScope }: RoutineContext, index: number) {
  return object.variables[fileScope[index] ?? index];
}

/** What a variable is a part of: its size and what to call it; undefined when that is not there. */
function baseOf(variable: Variable, context: RoutineContext): { readonly size: number; readonly name: string } | undefined {
  const { alias_index, alias_scope_specifier } = variable;
  if (alias_scope_specifier !== 0) {
    const base = variableOfFile(context, alias_index);
    return base && { size: sizeOf(base), name: base.name };
  }
  if (alias_index < PREDEFINED.variables) {
    const size = predefinedBytes(alias_index, context);
    return size === 0 ? undefined : { size, name: ROWS[alias_index]?.[0] ?? '' };
  }
  const base = context.routine.variables[alias_index - PREDEFINED.variables];
  return base && { size: sizeOf(base), name: `variable ${alias_index}` };
}

export const VARIABLE_RULES: readonly RoutineRule[] = [
  {
    name: 'variable-type',
    code: 'visa/range',
    source: SOURCE,
    says: 'A variable has a numeric type: not bool, and not a packed type, which only immediates have.',
    check: each('variables', ({ type: number }) => {
      const name = TYPES[number]?.[0];
      if (name && !NO_VARIABLE_TYPES.includes(name)) return undefined;
      return { field: 'type', message: `a variable cannot have type ${name ?? number}`, data: { found: number } };
    }),
  },
  {
    name: 'variable-alignment',
    code: 'visa/range',
    source: SOURCE,
    says: 'The alignment of a variable is from 0 to 9.',
    check: each('variables', ({ alignment }) =>
      ALIGNMENTS[alignment]
        ? undefined
        : { field: 'alignment', message: `no alignment has the number ${alignment}`, data: { found: alignment } },
    ),
  },
  {
    name: 'variable-size',
    code: 'visa/range',
    source: SOURCE,
    says: 'A variable has less than 4096 bytes.',
    differs: 'The limit of compilers is that of the device, and they declare larger ones.',
  },
  {
    name: 'alias-none',
    code: 'visa/alias',
    source: SOURCE,
    says: 'alias_offset is 0 when alias_index is 0.',
    check: each('variables', ({ alias_index, alias_offset }) =>
      alias_index === 0 && alias_offset !== 0
        ? { field: 'alias_offset', message: `a variable that is not an alias has alias_offset ${alias_offset}` }
        : undefined,
    ),
  },
  {
    name: 'alias-aligned',
    code: 'visa/alignment',
    source: SOURCE,
    says: 'alias_offset is a multiple of the size of an element.',
    check: each('variables', ({ type: number, alias_index, alias_offset }) => {
      const type = TYPES[number];
      if (!type || alias_index === 0 || alias_offset % type[1] === 0) return undefined;
      const message = `alias_offset ${alias_offset} is not a multiple of the ${type[1]} bytes of its type ${type[0]}`;
      return { field: 'alias_offset', message, data: { found: alias_offset, needed: type[1] } };
    }),
  },
  {
    name: 'alias-predefined',
    code: 'visa/alias',
    source: SOURCE,
    says: 'The only pre-defined variables with aliases are %r0, %arg, %retval and the pointers to implicit arguments and local ids.',
    differs: 'Compilers make aliases of %sp, %fp and %hw_id too.',
    check: each('variables', ({ alias_index, alias_scope_specifier }, context) => {
      if (alias_index === 0 || alias_index >= PREDEFINED.variables || alias_scope_specifier !== 0) return undefined;
      if (predefinedBytes(alias_index, context) > 0) return undefined;
      const what = ROWS[alias_index] ? `${ROWS[alias_index]?.[0]} cannot have an alias` : `variable ${alias_index} is reserved`;
      return { field: 'alias_index', message: what, data: { found: alias_index } };
    }),
  },
  {
    name: 'alias-within',
    code: 'visa/alias',
    source: SOURCE,
    says: 'An alias ends within the variable that it is a part of. %r0 has one register of the device, %arg 32, %retval 12.',
    check: each('variables', (variable, context) => {
      if (variable.alias_index === 0) return undefined;
      const base = baseOf(variable, context);
      const end = variable.alias_offset + sizeOf(variable);
      if (!base || end <= base.size) return undefined;
      return { field: 'alias_offset', message: `it ends at byte ${end} of ${base.name}, which has ${base.size} bytes` };
    }),
  },
  {
    name: 'alias-file-scope',
    code: 'visa/index',
    source: SOURCE,
    says: 'The variable of an alias of file scope exists in the object.',
    check: each('variables', ({ alias_index, alias_scope_specifier }, context) => {
      if (alias_index === 0 || alias_scope_specifier !== 1 || variableOfFile(context, alias_index)) return undefined;
      const message = `there is no variable ${alias_index} of file scope: there are ${context.object.variables.length}`;
      return { field: 'alias_index', message, data: { found: alias_index } };
    }),
  },
  {
    name: 'alias-circle',
    code: 'visa/alias',
    source: SOURCE,
    says: 'No variable is an alias of itself, directly or through others.',
    check: circles,
  },
];

/** Aliases that lead back to themselves; each chain is followed once. */
function circles({ routine }: RoutineContext, report: RoutineReport): void {
  const seenIn = new Map<number, number>();
  for (const first of routine.variables.keys()) {
    for (let i = first; ; ) {
      const start = seenIn.get(i);
      if (start === first) {
        report({ table: 'variables', index: i, field: 'alias_index' }, 'the variable is an alias of itself, directly or through others');
      }
      if (start !== undefined) break;
      seenIn.set(i, first);
      const next = routine.variables[i];
      if (!next || next.alias_index < PREDEFINED.variables || next.alias_scope_specifier !== 0) break;
      i = next.alias_index - PREDEFINED.variables;
    }
  }
}
