/**
 * Writes vISA objects: the inverse of read.ts. Instructions are written by write-instructions.ts.
 */
import { ByteWriter } from '../../core/bytes/index.ts';
import { refusal } from '../../core/diag/index.ts';
import { versionNumber } from './instruction.ts';
import type { Routine, VisaObject } from './model.ts';
import { writeRecord } from './record.ts';
import { COMMON_ISA_HEADER, FUNCTION_DATA, KERNEL_DATA } from './table/header.ts';
import { writeInstructions } from './write-instructions.ts';

/**
 * The bytes of an object, each structure at the offset that the object gives it: `layoutVisa` computes new ones after a change.
 *
 * Throws `FormatError` (`visa/layout`) when offsets and sizes are not those of the content, and `RangeError` for a number that its
 * field cannot hold.
 *
 * @example
 * writeVisa(readVisa(object).value).length === object.length; // true
 */
export function writeVisa(object: VisaObject): Uint8Array {
  const version = versionNumber(object);
  const target = new Target(object.fileSize);
  target.put(0, header(object, version), '');
  object.kernels.forEach((entry, i) => {
    if (entry.routine) putRoutine(target, object, entry.routine, entry.offset, `kernels[${i}]`);
    for (const binary of entry.gen_binaries) target.put(binary.binary_offset, binary.bytes, `kernels[${i}]/gen_binaries`);
  });
  object.functions.forEach((entry, i) => {
    if (entry.routine) putRoutine(target, object, entry.routine, entry.offset, `functions[${i}]`);
  });
  for (const { offset, bytes } of object.raw) target.put(offset, bytes, 'raw');
  return target.data;
}

function header(object: VisaObject, version: number): Uint8Array {
  const out = new ByteWriter();
  writeRecord(COMMON_ISA_HEADER, object, version, out, object.cut);
  return out.finish();
}

function putRoutine(target: Target, object: VisaObject, routine: Routine, offset: number, path: string): void {
  target.put(offset, writeTables(routine, versionNumber(object)), path);
  if (routine.cut || routine.stripped) return;
  const stream = writeStream(routine, object);
  const start = offset + routine.entry;
  // Instructions that the end of the object cuts short are fewer than their size says.
  const short = stream.length < routine.size && start + stream.length >= target.data.length;
  if (stream.length !== routine.size && !short) {
    stale(`${path}/size`, `the instructions take ${stream.length} bytes, not the ${routine.size} of size`);
  }
  target.put(start, stream, `${path}/instructions`);
}

/** The tables of a routine, from its strings to its attributes. @param version as `versionNumber` gives it */
export function writeTables(routine: Routine, version: number): Uint8Array {
  const out = new ByteWriter();
  if (routine.kind === 'kernel') writeRecord(KERNEL_DATA, routine, version, out, routine.cut);
  else writeRecord(FUNCTION_DATA, routine, version, out, routine.cut);
  return out.finish();
}

/** The instructions of a routine as bytes. */
export function writeStream(routine: Routine, object: VisaObject): Uint8Array {
  const out = new ByteWriter();
  writeInstructions(routine.instructions, object, out);
  return out.finish();
}

/** The bytes of the object while structures are written, which may overlap only if their content is the same. */
class Target {
  readonly data: Uint8Array;
  private readonly written: Uint8Array;
  /** Nothing is written after this. */
  private end = 0;

  constructor(size: number) {
    this.data = new Uint8Array(size);
    this.written = new Uint8Array(size);
  }

  put(offset: number, bytes: Uint8Array, path: string): void {
    if (bytes.length === 0) return;
    if (offset + bytes.length > this.data.length) {
      stale(path, `${bytes.length} bytes at ${offset} reach outside the object of ${this.data.length} bytes`);
    }
    for (let i = 0; i < Math.min(bytes.length, this.end - offset); i++) {
      const at = offset + i;
      const byte = bytes[i] as number;
      if (this.written[at] === 1 && this.data[at] !== byte) {
        stale(path, `its bytes at ${at} are also those of another structure`);
      }
    }
    this.data.set(bytes, offset);
    this.written.fill(1, offset, offset + bytes.length);
    this.end = Math.max(this.end, offset + bytes.length);
  }
}

function stale(path: string, message: string): never {
  const text = `${message}; lay the object out first`;
  throw refusal('visa/layout', path, text);
}
