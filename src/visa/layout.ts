/** Computes offsets and sizes of the structures of a vISA object. */
import { ByteWriter } from '../bytes/index.ts';
import { versionNumber } from './instruction.ts';
import type { Routine, VisaObject } from './model.ts';
import { walkRecord, writeRecord } from './record.ts';
import { COMMON_ISA_HEADER, KERNEL_DATA } from './table/header.ts';
import { writeStream, writeTables } from './write.ts';

/**
 * The object with the offsets and sizes of its content: the header, each kernel with its machine code after it, the functions, and at the
 * end bytes of no structure. That is the order of the compilers (visa/Common_ISA_framework.cpp of IGC 1.0.10840), not that of the
 * specification, which has functions first. Throws `TypeError` for a truncated object.
 */
export function layoutVisa(object: VisaObject): VisaObject {
  const version = versionNumber(object);
  const head = new ByteWriter();
  writeRecord(COMMON_ISA_HEADER, object, version, head);
  if (object.cut) throw new TypeError('the tables of the object are truncated; it can be written only as it was read');
  let end = head.length;
  const place = <R extends Routine>(routine: R): { routine: R; offset: number; size: number } => {
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
