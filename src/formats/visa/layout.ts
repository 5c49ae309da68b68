/** Computes offsets and sizes of the structures of a vISA object. */
import { ByteWriter } from '../../core/bytes/index.ts';
import { refusal } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { versionNumber } from './instruction.ts';
import type { Routine, VisaObject } from './model.ts';
import { walkRecord, writeRecord } from './record.ts';
import { COMMON_ISA_HEADER, KERNEL_DATA } from './table/header.ts';
import { NARROW_TYPE_NAMES, TYPE_NAMES } from './table/types.ts';
import { writeStream, writeTables } from './write.ts';

/**
 * The object with the offsets and sizes of its content: the header, each kernel with its machine code after it, the functions, and at the
 * end bytes of no structure. That is the order of the compilers (visa/Common_ISA_framework.cpp of IGC 1.0.10840), not that of the
 * specification, which has functions first. Throws `TypeError` for a truncated object, and
 * `FormatError` (`visa/layout`) for a variable of a type that only texts have.
 *
 * @example
 * const made = layoutVisa(parseVisa(printVisa(readVisa(object).value)).value);
 * writeVisa(made).length > 0; // true
 */
export function layoutVisa(object: VisaObject): VisaObject {
  const version = versionNumber(object);
  const head = new ByteWriter();
  writeRecord(COMMON_ISA_HEADER, object, version, head);
  if (object.cut) throw new TypeError('the tables of the object are truncated; it can be written only as it was read');
  let end = head.length;
  const place = <R extends Routine>(routine: R): { routine: R; offset: number; size: number } => {
    refuseWideTypes(routine);
    if (routine.cut) throw new TypeError('the tables of a routine are truncated; the object can be written only as it was read');
    const entry = writeTables(routine, version).length;
    const size = routine.stripped ? routine.size : writeStream(routine, object).length;
    const whole = entry + (routine.stripped ? 0 : size);
    const offset = end;
    end += whole;
    return { routine: { ...routine, entry, size }, offset, size: whole };
  };
  const kernels = object.kernels.map((entry) => {
    if (!entry.routine) return entry;
    const placed = place(entry.routine);
    let input_offset = 0;
    walkRecord(KERNEL_DATA, placed.routine, version, placed.offset, '', ({ field, counted, start }) => {
      if (counted && field.name === 'inputs') input_offset = start;
    });
    const gen_binaries = entry.gen_binaries.map((binary) => {
      const binary_offset = end;
      end += binary.bytes.length;
      return { ...binary, binary_offset, binary_size: binary.bytes.length };
    });
    return { ...entry, ...placed, input_offset, gen_binaries };
  });
  const functions = object.functions.map((entry) => (entry.routine ? { ...entry, ...place(entry.routine) } : entry));
  const raw = object.raw.map(({ bytes }) => {
    const offset = end;
    end += bytes.length;
    return { offset, bytes };
  });
  const { bytes: _, ...rest } = object;
  return { ...rest, kernels, functions, raw, fileSize: end };
}

/** Throws `FormatError` (`visa/layout`) for a variable of a type that only texts have. */
function refuseWideTypes({ variables, strings }: Routine): void {
  const wide = variables.find(({ type }) => type >= NARROW_TYPE_NAMES.length);
  if (wide === undefined) return;
  const message = `${clip(strings[wide.name_index] ?? '')} has the type ${TYPE_NAMES[wide.type] ?? wide.type}, which texts have and objects cannot hold`;
  throw refusal('visa/layout', 'variables', message);
}
