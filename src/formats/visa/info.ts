/** The content of a vISA object, in numbers. */
import { ByteWriter } from '../../core/bytes/index.ts';
import { instructionSet, rowOf } from './compile.ts';
import { versionNumber } from './instruction.ts';
import type { Routine, VisaObject } from './model.ts';
import { PREDEFINED } from './model.ts';
import { attributeValue } from './table/attributes.ts';
import { platformRow } from './table/platforms.ts';
import { PROVENANCES, PSEUDO_INPUT, TYPES } from './table/types.ts';
import { sizeOf } from './validate.ts';
import { writeInstructions } from './write-instructions.ts';

/** Variables of one class, and of general ones of one type. */
export interface VariableCount {
  readonly class: 'general' | 'address' | 'predicate' | 'sampler' | 'surface' | 'label';
  /** Element type, of general variables. */
  readonly type?: string;
  readonly count: number;
  /** Bytes of those with storage of their own; absent for classes without registers. */
  readonly bytes?: number;
  /** Variables that are parts of others; only of general ones. */
  readonly aliases?: number;
}

export interface InputInfo {
  readonly name: string;
  readonly class: 'general' | 'sampler' | 'surface' | 'unknown';
  /** Byte of the register file at which it arrives. */
  readonly offset: number;
  readonly size: number;
  /** Who supplies it: `caller`, or the name or number of the value that the runtime supplies. */
  readonly provenance: string;
}

export interface MixEntry {
  readonly mnemonic: string;
  readonly count: number;
}

export interface RoutineInfo {
  readonly kind: 'kernel' | 'function';
  readonly name: string;
  /** Channels of a dispatch; null when it does not say. */
  readonly simd_size: number | null;
  /** Shared local memory of a thread group in bytes; null when it does not say. */
  readonly slm_size: number | null;
  /** Where memory for spilled registers begins; null when it does not say. */
  readonly spill_mem_offset: number | null;
  readonly attributes: readonly { readonly name: string; readonly value: boolean | number | string | null }[];
  readonly variables: readonly VariableCount[];
  readonly inputs: readonly InputInfo[];
  readonly instructions: {
    readonly count: number;
    readonly bytes: number;
    /** Bytes that are not read as instructions. */
    readonly raw_bytes: number;
    /** Bytes of the instructions that were taken out of the object, as from those of media drivers; otherwise 0. */
    readonly stripped_bytes: number;
    /** Most frequent first. */
    readonly mix: readonly MixEntry[];
  };
  /** Embedded machine code. */
  readonly gen_binaries: readonly { readonly platform: string; readonly size: number }[];
}

/**
 * A summary of each routine: variables, inputs, and how often each instruction is used.
 *
 * @example
 * visaInfo(readVisa(object).value).length; // 1
 */
export function visaInfo(object: VisaObject): RoutineInfo[] {
  const kernels = object.kernels.flatMap(({ name, routine, gen_binaries }) => {
    const binaries = gen_binaries.map((binary) => ({
      platform: platformRow(binary.gen_platform)?.name ?? String(binary.gen_platform),
      size: binary.bytes.length,
    }));
    return routine ? [{ ...routineInfo(object, routine, name), gen_binaries: binaries }] : [];
  });
  const functions = object.functions.flatMap(({ name, routine }) => (routine ? [routineInfo(object, routine, name)] : []));
  return [...kernels, ...functions];
}

function routineInfo(object: VisaObject, routine: Routine, name: string): RoutineInfo {
  const attributes = routine.attributes.map((attribute) => {
    const key = routine.strings[attribute.name] ?? '';
    return { name: key, value: attributeValue(key, attribute.value) ?? null };
  });
  const number = (key: string): number | null => {
    const value = attributes.find((attribute) => attribute.name === key)?.value;
    return typeof value === 'number' ? value : null;
  };
  const slm = number('SLMSize');
  return {
    kind: routine.kind,
    name,
    simd_size: number('SimdSize'),
    slm_size: slm === null ? null : slm * 1024,
    spill_mem_offset: number('SpillMemOffset'),
    attributes,
    variables: variableCounts(routine),
    inputs: routine.kind === 'kernel' ? inputs(routine) : [],
    instructions: instructionCounts(object, routine),
    gen_binaries: [],
  };
}

function variableCounts(routine: Routine): VariableCount[] {
  const general = TYPES.flatMap(([type], number) => {
    const those = routine.variables.filter((variable) => variable.type === number);
    const variables = those.filter((variable) => variable.alias_index === 0);
    const bytes = variables.reduce((sum, variable) => sum + sizeOf(variable), 0);
    return those.length === 0
      ? []
      : [{ class: 'general', type, count: those.length, bytes, aliases: those.length - variables.length } as const];
  });
  const others = [
    ['address', routine.addresses.length],
    ['predicate', routine.predicates.length],
    ['sampler', routine.samplers.length],
    ['surface', routine.surfaces.length],
    ['label', routine.labels.length],
  ] as const;
  return [...general, ...others.flatMap(([name, count]) => (count === 0 ? [] : [{ class: name, count }]))];
}

function inputs(routine: Routine & { readonly kind: 'kernel' }): InputInfo[] {
  const tables = [
    ['general', routine.variables, PREDEFINED.variables],
    ['sampler', routine.samplers, 0],
    ['surface', routine.surfaces, PREDEFINED.surfaces],
  ] as const;
  return routine.inputs.map(({ category, id, offset, size, provenance }) => {
    const [kind, table, first] = tables[category as 0 | 1 | 2] ?? (['unknown', [], 0] as const);
    const name = routine.strings[table[id - first]?.name_index ?? -1] ?? `${id}`;
    const from =
      provenance === 0 ? 'caller' : provenance === PSEUDO_INPUT ? 'PSEUDO_INPUT' : (PROVENANCES[provenance] ?? `UNDEFINED_${provenance}`);
    return { name, class: kind, offset, size, provenance: from };
  });
}

function instructionCounts(object: VisaObject, { instructions: stream, stripped, size }: Routine): RoutineInfo['instructions'] {
  const set = instructionSet(versionNumber(object));
  const counts = new Map<string, number>();
  for (const { opcode, values } of stream.instructions) {
    const mnemonic = rowOf(set, opcode, values)?.row.mnemonic ?? `opcode ${opcode}`;
    counts.set(mnemonic, (counts.get(mnemonic) ?? 0) + 1);
  }
  const out = new ByteWriter();
  writeInstructions(stream, object, out);
  const raw = stream.raw?.length ?? 0;
  return {
    count: stream.instructions.length,
    bytes: out.length - raw,
    raw_bytes: raw,
    stripped_bytes: stripped ? size : 0,
    mix: [...counts]
      .map(([mnemonic, count]) => ({ mnemonic, count }))
      .sort((a, b) => b.count - a.count || (a.mnemonic < b.mnemonic ? -1 : 1)),
  };
}
