/** Inputs of kernels: their variables, and their places in the registers. */
import { type KernelRoutine, PREDEFINED, type RoutineInput } from '../model.ts';
import { KNOWN_PROVENANCES, PSEUDO_INPUT, TYPES } from '../table/types.ts';
import { type Fault, type RoutineCheck, type RoutineContext, type RoutineReport, type RoutineRule, VISA_PAGE } from './row.ts';
import { sizeOf } from './variables.ts';

const SOURCE = `${VISA_PAGE}, RoutineInput Variables`;
const GENERAL = 0;
const SAMPLER = 1;
const SURFACE = 2;
const BINDLESS_SAMPLER = 31;
/** Bytes of an element of a sampler or surface, and what it is aligned to. */
const STATE_BYTES = 4;
const WORDS = ['variable', 'sampler', 'surface'] as const;

/** Number of the surfaces that are pre-defined in a version. */
const predefinedSurfaces = (version: number) => (version >= 301 ? PREDEFINED.surfaces : PREDEFINED.surfaces - 1);

/** One more than the last index of what an input can be, by its category. */
function countOf(category: number, routine: KernelRoutine): number {
  if (category === GENERAL) return PREDEFINED.variables + routine.variables.length;
  if (category === SAMPLER) return routine.samplers.length;
  return category === SURFACE ? PREDEFINED.surfaces + routine.surfaces.length : 0;
}

/** Number of bytes of what arrives; undefined when it is not there. */
function bytesOf({ category, id }: RoutineInput, routine: KernelRoutine): number | undefined {
  if (category === GENERAL) {
    const variable = routine.variables[id - PREDEFINED.variables];
    return variable && sizeOf(variable);
  }
  const state = category === SAMPLER ? routine.samplers[id] : category === SURFACE ? routine.surfaces[id - PREDEFINED.surfaces] : undefined;
  return state && state.num_elements * STATE_BYTES;
}

const variableOf = ({ category, id }: RoutineInput, routine: KernelRoutine) =>
  category === GENERAL ? routine.variables[id - PREDEFINED.variables] : undefined;

type InputCheck = (input: RoutineInput, routine: KernelRoutine, context: RoutineContext, index: number) => Fault | undefined;

/** Checks each input by itself. */
const eachInput =
  (check: InputCheck): RoutineCheck =>
  (context, report) => {
    const { routine } = context;
    if (routine.kind !== 'kernel') return;
    for (const [index, input] of routine.inputs.entries()) {
      const fault = check(input, routine, context, index);
      if (fault) report({ table: 'inputs', index, field: fault.field }, fault.message, fault.data);
    }
  };

export const INPUT_RULES: readonly RoutineRule[] = [
  {
    name: 'input-there',
    code: 'visa/index',
    source: SOURCE,
    says: 'An input is a general variable, a sampler or a surface that the kernel declares.',
    check: eachInput(({ category, id }, routine) => {
      const count = countOf(category, routine);
      if (id < count || (category === SAMPLER && id === BINDLESS_SAMPLER)) return undefined;
      const what = WORDS[category] ?? `variable of category ${category}`;
      return { field: 'id', message: `there is no ${what} ${id}: the kernel has ${count}`, data: { found: id } };
    }),
  },
  {
    name: 'input-predefined',
    code: 'visa/input',
    source: SOURCE,
    says: 'An input is not pre-defined: no variable below 32, no surface below 6, not the bindless sampler.',
    check: eachInput(({ category, id }, _, { version }) => {
      const isDeclared =
        category === GENERAL
          ? id >= PREDEFINED.variables
          : category === SURFACE
            ? id >= predefinedSurfaces(version)
            : id !== BINDLESS_SAMPLER;
      return isDeclared ? undefined : { field: 'id', message: `${WORDS[category]} ${id} is pre-defined`, data: { found: id } };
    }),
  },
  {
    name: 'input-offset',
    code: 'visa/range',
    source: SOURCE,
    says: 'The offset of an input is 0 or more.',
    check: eachInput(({ offset }) =>
      offset >= 0 ? undefined : { field: 'offset', message: `the offset is ${offset}, before the first register`, data: { found: offset } },
    ),
  },
  {
    name: 'input-size',
    code: 'visa/input-size',
    source: SOURCE,
    says: 'The size of an input is the size of an element times the number of elements. An element of a sampler or surface has 4 bytes.',
    check: eachInput((input, routine) => {
      const size = bytesOf(input, routine);
      if (size === undefined || input.size === size) return undefined;
      const message = `the size is ${input.size}, but its variable has ${size} bytes`;
      return { field: 'size', message, data: { found: input.size, expected: size } };
    }),
  },
  {
    name: 'input-aligned',
    code: 'visa/alignment',
    source: SOURCE,
    says: 'The offset of an input is a multiple of its element: of 4 bytes for samplers and surfaces, of a register if the input fills one.',
    check: eachInput((input, routine, { registers }) => {
      const { category, offset, size } = input;
      const variable = variableOf(input, routine);
      if (category === GENERAL && !variable) return undefined;
      const unit = !variable ? STATE_BYTES : size >= registers ? registers : (TYPES[variable.type]?.[1] ?? 1);
      if (offset % unit === 0) return undefined;
      const message = `the offset is ${offset}, which is not a multiple of ${unit} bytes`;
      return { field: 'offset', message, data: { found: offset, needed: unit } };
    }),
  },
  {
    name: 'input-one-register',
    code: 'visa/alignment',
    source: SOURCE,
    says: 'A general input that is smaller than a register does not cross a register boundary.',
    check: eachInput((input, routine, { registers }) => {
      const { offset, size } = input;
      if (!variableOf(input, routine) || size >= registers || size === 0) return undefined;
      if (Math.floor(offset / registers) === Math.floor((offset + size - 1) / registers)) return undefined;
      return { field: 'offset', message: `its ${size} bytes at offset ${offset} are in two registers` };
    }),
  },
  {
    name: 'input-alias',
    code: 'visa/alias',
    source: SOURCE,
    says: 'The variable of an input is not an alias.',
    check: eachInput((input, routine) =>
      (variableOf(input, routine)?.alias_index ?? 0) === 0 ? undefined : { field: 'id', message: 'the variable of an input is an alias' },
    ),
  },
  {
    name: 'input-overlap',
    code: 'visa/input-overlap',
    source: SOURCE,
    says: 'Inputs do not share bytes.',
    check: overlaps,
  },
  {
    name: 'input-order',
    code: 'visa/input-order',
    source: SOURCE,
    says: 'Arguments of the caller come before arguments that the runtime supplies.',
    check: eachInput(({ provenance }, { inputs }, _, index) =>
      provenance === 0 && index > 0 && inputs[index - 1]?.provenance !== 0
        ? { field: 'provenance', message: 'an argument of the caller comes after one that the runtime supplies' }
        : undefined,
    ),
  },
  {
    name: 'input-provenance',
    code: 'visa/reserved',
    source: SOURCE,
    says: 'The provenance of an input is from 0 to 5. Other values are reserved.',
    differs: 'The vector compiler has numbers of its own, from 11 to 19 and 23; those are known here.',
    check: eachInput(({ provenance }) =>
      KNOWN_PROVENANCES.some(({ value }) => value === provenance)
        ? undefined
        : { field: 'provenance', message: `provenance ${provenance} is reserved`, data: { found: provenance } },
    ),
  },
  {
    name: 'input-implicit',
    code: 'visa/input',
    source: SOURCE,
    says: 'local_size, group_count and local_id are three ud, scoreboarding_dependency is 16 ub, scoreboarding_bti is a surface.',
    check: eachInput((input, routine) => {
      const form = KNOWN_PROVENANCES.find(({ value }) => value === input.provenance)?.form;
      if (!form) return undefined;
      const wrong = { field: 'provenance', message: `provenance ${input.provenance} is for ${form.says}` };
      if (form.type === 'surface') return input.category === SURFACE ? undefined : wrong;
      const variable = variableOf(input, routine);
      if (!variable) return input.category === GENERAL ? undefined : wrong;
      const fits = variable.num_elements === form.elements && form.type === TYPES[variable.type]?.[0].replace(/^([db])$/, 'u$1');
      return fits ? undefined : wrong;
    }),
  },
];

function overlaps({ routine }: RoutineContext, report: RoutineReport): void {
  if (routine.kind !== 'kernel') return;
  const sorted = routine.inputs
    .map((input, i) => ({ input, i }))
    .filter(({ input }) => input.provenance !== PSEUDO_INPUT)
    .sort((a, b) => a.input.offset - b.input.offset || a.i - b.i);
  for (let k = 1, last = 0; k < sorted.length; k++) {
    const [before, after] = [sorted[last], sorted[k]] as [(typeof sorted)[0], (typeof sorted)[0]];
    const end = before.input.offset + before.input.size;
    if (after.input.offset < end && after.input.size > 0) {
      const message = `the offset is ${after.input.offset}, within inputs[${before.i}], which ends at ${end}`;
      report({ table: 'inputs', index: after.i, field: 'offset' }, message);
    }
    if (after.input.offset + after.input.size >= end) last = k;
  }
}
