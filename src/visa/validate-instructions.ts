/**
 * Judges the instructions of a routine: what their operands refer to must be there, and class and type of each operand are those that
 * the row of the instruction has.
 */
import { ByteWriter } from '../bytes/index.ts';
import type { Code, Facts } from '../diag/index.ts';
import { type CompiledRow, instructionSet, rowOf } from './compile.ts';
import { type RawOperand, type Value, type VectorOperand, versionNumber } from './instruction.ts';
import { PREDEFINED, type Routine, type VisaObject } from './model.ts';
import type { VectorKind } from './table/operands.ts';
import type { Field } from './table/row.ts';
import { PREDEFINED_VARIABLES, TYPE_NAMES } from './table/types.ts';
import { writeInstructions } from './write-instructions.ts';

type Range = readonly [start: number, end: number];
export type Report = (code: Code, range: Range, path: string, message: string, data?: Facts) => void;

/** Bits of a predicate field that are the index. */
const PREDICATE_INDEX = 0xfff;
const BINDLESS_SAMPLER = 31;

/**
 * Judges each instruction of a routine.
 *
 * @param start where the instructions begin, from the start of the object
 */
export function judgeInstructions(object: VisaObject, routine: Routine, start: number, path: string, report: Report): void {
  const set = instructionSet(versionNumber(object));
  const there = thingsOf(routine);
  let places: readonly number[] | undefined;
  routine.instructions.instructions.forEach(({ opcode, values }, i) => {
    const compiled = rowOf(set, opcode, values);
    if (!compiled) return;
    values.forEach((value, at) => {
      const field = compiled.fields[at];
      const fault = field && judge(field, value, routine, there);
      if (!fault) return;
      places ??= instructionPlaces(object, routine, start);
      const range: Range = [places[i] ?? start, places[i + 1] ?? start];
      const message = `${nameOf(compiled, at)} of ${compiled.row.mnemonic} ${fault.message}`;
      report(fault.code, range, `${path}/instructions[${i}]`, message, fault.data);
    });
  });
}

/** Where each instruction begins, and behind them where the last one ends. */
function instructionPlaces(object: VisaObject, { instructions: stream }: Routine, start: number): number[] {
  const out = new ByteWriter();
  const places = stream.instructions.map((instruction) => {
    const at = start + out.length;
    writeInstructions({ instructions: [instruction] }, object, out);
    return at;
  });
  return [...places, start + out.length];
}

const nameOf = (compiled: CompiledRow, at: number): string => compiled.names[at] ?? `field ${at}`;

/** How many of each thing there are, pre-defined ones included: one more than the last index. */
type Things = Readonly<Record<'variable' | 'address' | 'predicate' | 'sampler' | 'surface' | 'label' | 'string', number>>;

function thingsOf(routine: Routine): Things {
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

interface Fault {
  readonly code: Code;
  readonly message: string;
  readonly data?: Facts;
}

/** What fields of plain numbers refer to, by the name of their kind. */
const REFERENCES: ReadonlyMap<string, keyof Things> = new Map([
  ['label', 'label'],
  ['surface', 'surface'],
  ['sampler', 'sampler'],
  ['file', 'string'],
  ['symbol', 'string'],
]);

function judge({ kind }: Field, value: Value, routine: Routine, things: Things): Fault | undefined {
  if (typeof value === 'number') {
    if (kind.name === 'pred') return index('predicate', value & PREDICATE_INDEX, things);
    const thing = REFERENCES.get(kind.name);
    return thing && index(thing, value, things);
  }
  if (value === undefined || !('kind' in value)) return undefined;
  if (value.kind === 'raw') return index('variable', value.index, things);
  return reference(value, things) ?? ('classes' in kind ? classAndType(kind as VectorKind, value, routine) : undefined);
}

/** Things that operands of a class refer to. */
const OF_CLASS = { general: 'variable', address: 'address', predicate: 'predicate', indirect: 'address' } as const;
const OF_STATE = ['surface', 'sampler'] as const;

function reference(operand: Exclude<VectorOperand, RawOperand>, things: Things): Fault | undefined {
  if (operand.kind === 'immediate') return undefined;
  const thing = operand.kind === 'state' ? OF_STATE[operand.class] : OF_CLASS[operand.kind];
  return thing && index(thing, operand.index, things);
}

function index(thing: keyof Things, found: number, things: Things): Fault | undefined {
  if (found < things[thing] || (thing === 'sampler' && found === BINDLESS_SAMPLER)) return undefined;
  return { code: 'visa/index', message: `is ${thing} ${found}, but there are ${things[thing]}`, data: { found } };
}

function classAndType({ classes, types }: VectorKind, operand: VectorOperand, routine: Routine): Fault | undefined {
  if (!classes.includes(operand.kind)) {
    const message = `is of class ${operand.kind}, and must be ${classes.join(' or ')}`;
    return { code: 'visa/operand', message, data: { found: operand.kind, allowed: classes } };
  }
  const type = typeOf(operand, routine);
  if (type === undefined || types.length === 0 || PACKED.includes(type)) return undefined;
  // Compilers write either sign for offsets, addresses and bits.
  const other = type.startsWith('u') ? type.slice(1) : `u${type}`;
  if (types.includes(type) || types.includes(other)) return undefined;
  const message = `has type ${type}, and must be ${types.join(', ')}`;
  return { code: 'visa/operand', message, data: { found: type, allowed: types } };
}

/** Types of packed immediates, whose elements become those of the instruction. */
const PACKED: readonly string[] = ['v', 'uv', 'vf'];

/** Name of the type of the elements, for operands that have one. */
function typeOf(operand: VectorOperand, routine: Routine): string | undefined {
  if (operand.kind === 'immediate' || operand.kind === 'indirect') return TYPE_NAMES[operand.type];
  if (operand.kind !== 'general') return undefined;
  if (operand.index < PREDEFINED.variables) return PREDEFINED_VARIABLES[operand.index]?.[1];
  return TYPE_NAMES[routine.variables[operand.index - PREDEFINED.variables]?.type ?? -1];
}
