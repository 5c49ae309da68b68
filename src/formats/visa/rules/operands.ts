/** Operands of instructions: they refer to things that exist, the instruction accepts them, and they are within their variables. */
import type { Rule } from '../../../core/schema/index.ts';
import type { CompiledRow } from '../compile.ts';
import type { GeneralOperand, RawOperand, Value, VectorOperand } from '../instruction.ts';
import { PREDEFINED, type Routine } from '../model.ts';
import { elementBytes } from '../names.ts';
import type { VectorKind } from '../table/operands.ts';
import type { Field } from '../table/row.ts';
import { EXEC_SIZES, PREDEFINED_VARIABLES, type PredefinedRow, REGION_VALUES, TYPE_NAMES } from '../table/types.ts';
import { type RoutineContext, VISA_PAGE } from './row.ts';

import { sizeOf } from './variables.ts';

const ROWS: readonly PredefinedRow[] = PREDEFINED_VARIABLES;
/** Bits of a predicate field that are the index. */
const PREDICATE_INDEX = 0xfff;
const BINDLESS_SAMPLER = 31;
const SHARED_MEMORY = 0;
const INSTRUCTIONS = 'intel/intel-graphics-compiler documentation/visa/instructions';

/** How many of each thing there are, pre-defined ones included: one more than the last index. */
type Things = Readonly<Record<'variable' | 'address' | 'predicate' | 'sampler' | 'surface' | 'label' | 'string', number>>;

/** An operand, and what is known where it is. */
export interface Operand {
  /** Index of the instruction, and of the operand among its values. */
  readonly instruction: number;
  readonly at: number;
  readonly field: Field;
  readonly value: Value;
  readonly compiled: CompiledRow;
  readonly values: readonly Value[];
  /** What it refers to, and the index there. */
  readonly reference: Reference | undefined;
  readonly context: OperandContext;
}

export type Reference = readonly [thing: keyof Things, index: number];

export interface OperandContext extends RoutineContext {
  readonly things: Things;
  /** Whether the routine says that it has no memory that its group shares. */
  readonly noSharedMemory: boolean;
}

/** A rule about an operand; the first that it violates is reported. */
export type OperandRule = Rule<Operand, []>;

export function thingsOf(routine: Routine): Things {
  return {
    variable: PREDEFINED.variables + routine.variables.length,
    address: routine.addresses.length,
    predicate: PREDEFINED.predicates + routine.predicates.length,
    sampler: routine.samplers.length,
    surface: PREDEFINED.surfaces + routine.surfaces.length,
    label: routine.labels.length,
    string: routine.strings.length,
  };
}

/** What fields of plain numbers refer to, by the name of their kind. */
const REFERENCES: ReadonlyMap<string, keyof Things> = new Map([
  ['label', 'label'],
  ['surface', 'surface'],
  ['sampler', 'sampler'],
  ['file', 'string'],
  ['symbol', 'string'],
]);

/** Things that operands of a class refer to. */
const OF_CLASS = { general: 'variable', address: 'address', predicate: 'predicate', indirect: 'address' } as const;
const OF_STATE = ['surface', 'sampler'] as const;

const isOperand = (value: Value): value is VectorOperand | RawOperand => typeof value === 'object' && 'kind' in value;
const isVector = (value: Value): value is VectorOperand => isOperand(value) && value.kind !== 'raw';

/** What the value of a field refers to, and its index there. */
export function referenceOf(field: Field, value: Value): Reference | undefined {
  if (typeof value === 'number') {
    if (field.kind.name === 'pred') return ['predicate', value & PREDICATE_INDEX];
    const thing = REFERENCES.get(field.kind.name);
    return thing && [thing, value];
  }
  if (!isOperand(value) || value.kind === 'immediate') return undefined;
  if (value.kind === 'raw') return ['variable', value.index];
  const thing = value.kind === 'state' ? OF_STATE[value.class] : OF_CLASS[value.kind];
  return thing && [thing, value.index];
}

export const OPERAND_RULES: readonly OperandRule[] = [
  {
    name: 'operand-there',
    code: 'visa/index',
    source: `${VISA_PAGE}, Variables, Labels`,
    says: 'An operand refers to something that exists.',
    check: ({ reference, context }, report) => {
      if (!reference) return;
      const [thing, index] = reference;
      const count = context.things[thing];
      if (index < count || (thing === 'sampler' && index === BINDLESS_SAMPLER)) return;
      report(`is ${thing} ${index}, but there are ${count}`, { found: index });
    },
  },
  {
    name: 'operand-reserved',
    code: 'visa/index',
    source: `${VISA_PAGE}, General Variables`,
    says: 'Pre-defined variables without a name in the version are not used.',
    check: ({ reference, context }, report) => {
      if (reference?.[0] !== 'variable' || reference[1] >= PREDEFINED.variables) return;
      const index = reference[1];
      const row = ROWS[index];
      if (row && (row[3] ?? 0) <= context.version) return;
      report(`is variable ${index}, which is reserved`, { found: index });
    },
  },
  {
    name: 'operand-class',
    code: 'visa/operand',
    source: INSTRUCTIONS,
    says: 'The instruction accepts the class of an operand: general, address, predicate, indirect, immediate or state.',
    check: ({ field, value }, report) => {
      const { classes } = field.kind as VectorKind;
      if (!isVector(value) || !classes || classes.includes(value.kind)) return;
      report(`is of class ${value.kind}, and must be ${classes.join(' or ')}`, { found: value.kind, allowed: classes });
    },
  },
  {
    name: 'operand-type',
    code: 'visa/operand',
    source: INSTRUCTIONS,
    says: 'The instruction accepts the type of an operand.',
    differs: 'Compilers write either sign for offsets, addresses and bits. Types of predicates and of packed immediates are not checked.',
    check: ({ field, value, context }, report) => {
      const { types } = field.kind as VectorKind;
      if (!isVector(value) || !types || types.length === 0) return;
      const type = typeOf(value, context.routine);
      if (type === undefined || PACKED.includes(type)) return;
      const other = type.startsWith('u') ? type.slice(1) : `u${type}`;
      if (types.includes(type) || types.includes(other)) return;
      report(`has type ${type}, and must be ${types.join(', ')}`, { found: type, allowed: types });
    },
  },
  {
    name: 'operand-unmixed',
    code: 'visa/operand',
    source: `${INSTRUCTIONS}; visa/IsaVerification.cpp, verifyInstructionArith`,
    says: 'Arithmetic does not mix types. If the result is an integer, so is a source; otherwise a source has the floating-point type of the result.',
    differs: 'f, hf and bf are of one kind: the assembler accepts f together with hf and bf.',
    check: ({ field, value, values, compiled, context }, report) => {
      if (!compiled.row.unmixed || !isVector(value) || (field.kind as VectorKind).role !== 'src') return;
      const to = values[compiled.names.indexOf('dst')];
      const type = typeOf(value, context.routine);
      const result = to !== undefined && isVector(to) ? typeOf(to, context.routine) : undefined;
      if (type === undefined || result === undefined || kindOfNumber(type) === kindOfNumber(result)) return;
      report(`has type ${type}, and the result ${result}`, { found: type, result });
    },
  },
  {
    name: 'operand-within',
    code: 'visa/operand-range',
    source: 'intel/intel-graphics-compiler documentation/visa, Region-based addressing; visa/IsaVerification.cpp, verifyRegion',
    says: 'The elements of an operand are within its variable.',
    check: (operand, report) => {
      const { value, context } = operand;
      if (!isOperand(value) || (value.kind !== 'general' && value.kind !== 'raw') || value.index === 0) return;
      const size = bytesOf(value.index, context);
      if (size === undefined) return;
      const end = value.kind === 'raw' ? value.offset + 1 : endOf(value, operand);
      if (end <= size) return;
      report(`ends at byte ${end} of a variable of ${size} bytes`, { found: end, most: size });
    },
  },
  {
    name: 'operand-written',
    code: 'visa/operand',
    source: `${VISA_PAGE}, General Variables`,
    says: 'Pre-defined variables that the specification calls read-only are not written.',
    check: ({ field, value }, report) => {
      if (!isVector(value) || value.kind !== 'general' || (field.kind as VectorKind).role !== 'dst') return;
      if (!READ_ONLY.has(value.index)) return;
      report(`is ${ROWS[value.index]?.[0]}, which is read-only`, { found: value.index });
    },
  },
  {
    name: 'shared-memory',
    code: 'visa/operand',
    source: `${VISA_PAGE}, Kernel, SLMSize`,
    says: 'T0 is not used when SLMSize is 0.',
    check: ({ reference, context }, report) => {
      if (!context.noSharedMemory || reference?.[0] !== 'surface' || reference[1] !== SHARED_MEMORY) return;
      report('is the memory of the thread group, but SLMSize is 0');
    },
  },
];

/** Indices of the pre-defined variables whose column R/W is R. */
const READ_ONLY: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7, 12, 15, 17]);

/** Types of packed immediates, whose elements become those of the instruction. */
const PACKED: readonly string[] = ['v', 'uv', 'vf'];

/** Types of one kind may be combined in arithmetic. */
function kindOfNumber(type: string): 'double' | 'float' | 'integer' {
  if (type === 'df') return 'double';
  return type.endsWith('f') ? 'float' : 'integer';
}

/** Name of the type of the elements, for operands that have one. */
function typeOf(operand: VectorOperand, routine: Routine): string | undefined {
  if (operand.kind === 'immediate' || operand.kind === 'indirect') return TYPE_NAMES[operand.type];
  if (operand.kind !== 'general') return undefined;
  if (operand.index < PREDEFINED.variables) return ROWS[operand.index]?.[1];
  return TYPE_NAMES[routine.variables[operand.index - PREDEFINED.variables]?.type ?? -1];
}

/** Bytes of a variable that is declared; undefined for one that is pre-defined or not there. */
function bytesOf(index: number, { routine }: RoutineContext): number | undefined {
  const variable = routine.variables[index - PREDEFINED.variables];
  return variable && sizeOf(variable);
}

/** Where the last element of an operand ends, in bytes from the start of its variable. */
function endOf({ index, row, col, region }: GeneralOperand, { field, values, compiled, context }: Operand): number {
  const bytes = elementBytes(context.routine, index);
  const first = row * context.registers + col * bytes;
  const [vertical, width, horizontal] = [region & 15, (region >> 4) & 15, region >> 8].map((n) => REGION_VALUES[n] ?? 0) as [
    number,
    number,
    number,
  ];
  const exec = values[compiled.fields.findIndex(({ kind }) => kind.name === 'exec')];
  // Sources of messages have no region, and that of plane is ignored.
  if (typeof exec !== 'number' || !('classes' in field.kind) || compiled.row.mnemonic === 'plane') return first + bytes;
  const channels = EXEC_SIZES[exec & 15] ?? 1;
  let last = 0;
  if ((field.kind as VectorKind).role === 'dst' || width <= 0) last = (channels - 1) * Math.max(horizontal, 0);
  else last = (Math.max(1, channels / width) - 1) * Math.max(vertical, 0) + (Math.min(width, channels) - 1) * Math.max(horizontal, 0);
  return first + (last + 1) * bytes;
}
