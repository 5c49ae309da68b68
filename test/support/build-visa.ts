/**
 * Small vISA objects for tests: a kernel with what a test is about, and the bytes of anything that the model can say.
 */
import type { InstructionStream } from '../../src/formats/visa/instruction.ts';
import { layoutVisa } from '../../src/formats/visa/layout.ts';
import type { KernelEntry, KernelRoutine, RoutineInput, Variable, VisaObject } from '../../src/formats/visa/model.ts';
import { writeVisa } from '../../src/formats/visa/write.ts';

export const variable = (of: Partial<Variable> = {}): Variable => ({
  name_index: 1,
  type: 1,
  alignment: 2,
  num_elements: 1,
  alias_index: 0,
  alias_offset: 0,
  alias_scope_specifier: 0,
  attributes: [],
  ...of,
});

export const input = (of: Partial<RoutineInput> = {}): RoutineInput => ({
  category: 0,
  reserved: 0,
  provenance: 0,
  id: 32,
  offset: 32,
  size: 4,
  ...of,
});

const NOTHING: InstructionStream = { instructions: [] };

export function kernel(of: Partial<KernelRoutine> = {}): KernelRoutine {
  return {
    kind: 'kernel',
    strings: ['k', 'V0'],
    name_index: 0,
    variables: [],
    addresses: [],
    predicates: [],
    labels: [],
    samplers: [],
    surfaces: [],
    vmes: [],
    inputs: [],
    size: 0,
    entry: 0,
    attributes: [],
    instructions: NOTHING,
    ...of,
  };
}

export function kernelEntry(routine: KernelRoutine, of: Partial<KernelEntry> = {}): KernelEntry {
  return {
    name: routine.strings[routine.name_index] ?? '',
    offset: 0,
    size: 0,
    input_offset: 0,
    variable_reloc_symtab: [],
    function_reloc_symtab: [],
    gen_binaries: [],
    routine,
    ...of,
  };
}

/** An object of one kernel, laid out; `of` replaces what it says. */
export function visaObject(routine: Partial<KernelRoutine> = {}, of: Partial<VisaObject> = {}): VisaObject {
  return layoutVisa({
    kind: 'visa-object',
    magic_number: 0x41534943,
    major_version: 4,
    minor_version: 0,
    kernels: [kernelEntry(kernel(routine))],
    variables: [],
    functions: [],
    raw: [],
    fileSize: 0,
    ...of,
  });
}

/** The bytes of {@link visaObject}. */
export function visaBytes(routine: Partial<KernelRoutine> = {}, of: Partial<VisaObject> = {}): Uint8Array {
  return writeVisa(visaObject(routine, of));
}
