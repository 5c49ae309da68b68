/**
 * A vISA object that has one of everything, and where its fields are.
 */
import type { Diagnostic } from '../../src/core/diag/index.ts';
import type { FunctionEntry, FunctionRoutine, KernelEntry, KernelRoutine, VisaObject } from '../../src/formats/visa/model.ts';
import { readVisa } from '../../src/formats/visa/read.ts';
import { walkRecord } from '../../src/formats/visa/record.ts';
import { COMMON_ISA_HEADER, FUNCTION_DATA, KERNEL_DATA, type VisaField } from '../../src/formats/visa/table/header.ts';
import { validateVisa } from '../../src/formats/visa/validate.ts';
import { writeVisa } from '../../src/formats/visa/write.ts';
import { input, kernel, kernelEntry, variable, visaObject } from './build-visa.ts';

export const NAMES = ['k', 'V0', 'ArgSize', 'RetValSize', 'Note'];
export const flag = { name: 4, value: new Uint8Array(0) };
export const sizes = [2, 3].map((name) => ({ name, value: Uint8Array.of(1) }));

export function functionRoutine(of: Partial<FunctionRoutine> = {}): FunctionRoutine {
  const { inputs: _, ...tables } = kernel({ strings: NAMES });
  return { ...tables, kind: 'function', name_index: 0, input_size: 1, return_value_size: 1, attributes: sizes, ...of };
}

export function functionEntry(routine: FunctionRoutine | undefined = functionRoutine(), of: Partial<FunctionEntry> = {}): FunctionEntry {
  const tables = { variable_reloc_symtab: [], function_reloc_symtab: [] };
  return { linkage: 0, name: 'k', offset: 0, size: 0, ...tables, routine, ...of };
}

export const fileVariable = { linkage: 2, name: 'v', type: 0, alignment: 2, num_elements: 4, attributes: [] };
export const state = { name_index: 1, num_elements: 1, attributes: [flag] };
export const SYMBOL = { symbolic_index: 0, resolved_index: 0 };

/** A kernel that has one of everything. */
export const fullKernel = (of: Partial<KernelRoutine> = {}): KernelRoutine =>
  kernel({
    strings: NAMES,
    variables: [variable({ attributes: [flag] })],
    addresses: [state],
    predicates: [state],
    labels: [{ name_index: 1, kind: 0, attributes: [flag] }],
    samplers: [state],
    surfaces: [state],
    vmes: [state],
    inputs: [input()],
    attributes: [flag],
    ...of,
  });

/** An object that has one of everything, laid out. */
export function full(routine: Partial<KernelRoutine> = {}, entry: Partial<KernelEntry> = {}, object: Partial<VisaObject> = {}): VisaObject {
  const gen = { gen_platform: 5, binary_offset: 0, binary_size: 4, bytes: Uint8Array.of(1, 2, 3, 4) };
  const tables = { variable_reloc_symtab: [SYMBOL], function_reloc_symtab: [SYMBOL], gen_binaries: [gen] };
  const kernels = [kernelEntry(fullKernel(routine), { ...tables, ...entry })];
  return visaObject({}, { kernels, variables: [fileVariable], functions: [functionEntry(undefined, tables)], ...object });
}

export interface Spot {
  readonly path: string;
  readonly field: VisaField;
  readonly part?: string;
  readonly low: number;
  readonly counted: boolean;
  readonly start: number;
  readonly end: number;
}

/** Where each field of an object lies. */
export function spotsOf(object: VisaObject): Spot[] {
  const spots: Spot[] = [];
  const visit = ({ field, part, counted, start, end, path }: Parameters<Parameters<typeof walkRecord>[5]>[0]): void => {
    spots.push({ path, field, ...(part && { part: part.name }), low: part?.low ?? 0, counted: counted === true, start, end });
  };
  const version = object.major_version * 100 + object.minor_version;
  walkRecord(COMMON_ISA_HEADER, object, version, 0, '', visit);
  for (const { routine, offset } of object.kernels) {
    if (routine) walkRecord(KERNEL_DATA, routine, version, offset, 'kernels[0]/', visit);
  }
  for (const { routine, offset } of object.functions) {
    if (routine) walkRecord(FUNCTION_DATA, routine, version, offset, 'functions[0]/', visit);
  }
  return spots;
}

/** What checking says of the bytes. */
export function findingsOf(bytes: Uint8Array): readonly Diagnostic[] {
  return validateVisa(readVisa(bytes).value);
}

export const SOUND = full();
export const BYTES = writeVisa(SOUND);
export const SPOTS = spotsOf(SOUND);
