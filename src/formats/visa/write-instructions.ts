import type { ByteWriter } from '../../core/bytes/index.ts';
import { instructionSet, rowOf, writeValues } from './compile.ts';
import { type InstructionStream, type VisaVersion, versionNumber } from './instruction.ts';

/** The inverse of `readInstructions`. Throws TypeError for an instruction that no row describes. */
export function writeInstructions(stream: InstructionStream, version: VisaVersion, out: ByteWriter): void {
  const number = versionNumber(version);
  const set = instructionSet(number);
  for (const { opcode, values } of stream.instructions) {
    const row = rowOf(set, opcode, values);
    if (!row) throw new TypeError(`no instruction has the number ${opcode} with these values`);
    out.u8(opcode);
    writeValues(row, values, out, number);
  }
  if (stream.raw) out.bytes(stream.raw);
}
