import { type Bytes, hex } from '../../core/bytes/index.ts';
import { FormatError, type Reporter } from '../../core/diag/index.ts';
import { instructionSet, readValues } from './compile.ts';
import { type Instruction, type InstructionStream, type StreamContext, type VisaVersion, versionNumber } from './instruction.ts';

/** Version of the objects whose compiler leaves operands out. */
const INCOMPLETE = 401;
const ZEROS = 4;

/**
 * Whether a stream that cannot be read is one of IGC 1.0.12504: it counts all operands in the size, writes all but the last two of each
 * instruction, and so ends with zeros in place of the last instructions.
 */
function lacksOperands(bytes: Bytes, version: number): boolean {
  if (version !== INCOMPLETE || bytes.length < ZEROS) return false;
  for (let i = 1; i <= ZEROS; i++) if (bytes.u8(bytes.length - i) !== 0) return false;
  return true;
}

/**
 * The instructions in `bytes`, which are all of a routine. From the first instruction on that no row describes (`visa/opcode`,
 * `visa/sub-opcode`, `visa/operand-class`) or that is truncated (`visa/instruction-cut`), the bytes are kept as `raw`, with one diagnostic.
 * A stream whose operands are missing (`visa/operands-missing`) is `raw` as a whole.
 */
export function readInstructions(bytes: Bytes, version: VisaVersion, context: StreamContext, out: Reporter): InstructionStream {
  const number = versionNumber(version);
  const set = instructionSet(number);
  const cursor = { bytes, at: 0, version: number };
  const instructions: Instruction[] = [];
  while (cursor.at < bytes.length) {
    const start = cursor.at;
    const opcode = bytes.u8(cursor.at++);
    const family = set.families[opcode];
    try {
      if (!family) throw new RangeError('opcode');
      instructions.push({ opcode, values: readValues(family, cursor).values });
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof FormatError)) throw error;
      if (lacksOperands(bytes, number)) {
        const message = 'the instructions lack their last two operands, as IGC 1.0.12504 writes them; they cannot be read';
        out.report('visa/operands-missing', bytes.span(), context.path, message, { writer: 'IGC 1.0.12504' });
        return { instructions: [], raw: bytes.data };
      }
      const path = `${context.path}[${instructions.length}]`;
      const name = family?.first.row.mnemonic ?? '';
      const at = Math.min(cursor.at, bytes.length - 1);
      const here = bytes.span(at, at + 1);
      if (!family) {
        const message = `there is no instruction with the number ${hex(opcode)}`;
        out.report('visa/opcode', bytes.span(start, start + 1), path, message, { opcode });
      } else if (error instanceof FormatError) {
        out.report('visa/instruction-cut', bytes.span(start), path, `the instructions end inside ${name}`);
      } else {
        const code = error.message.startsWith('operand') ? 'visa/operand-class' : 'visa/sub-opcode';
        out.report(code, here, path, `${name} has ${error.message}, which does not exist`);
      }
      return { instructions, raw: bytes.sub(start, bytes.length).data };
    }
  }
  return { instructions };
}
