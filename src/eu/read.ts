/** Machine code → instructions. */
import { Bytes } from '../bytes/index.ts';
import { type Outcome, Reporter } from '../diag/index.ts';
import { targetOf } from './labels.ts';
import type { Instruction } from './model.ts';
import { InstructionReader } from './read-instruction.ts';
import { type Platform, platformNumber } from './table/platforms.ts';

/** A piece of machine code. */
export interface Code {
  readonly platform: Platform;
  readonly instructions: readonly Instruction[];
  /** How many bytes at the end are too few for an instruction. */
  readonly padding: number;
}

/** Work that reading an instruction is, in bytes of the budget. */
const WORK = 16;

/**
 * Reads machine code of a platform: all instructions from the first byte to the last.
 *
 * A word that means nothing is kept as an instruction with a `problem`, and named by a diagnostic; reading goes on after it. Whether
 * what follows the end of the thread is code is not judged here.
 *
 * @throws TypeError when the platform is not known.
 */
export function readCode(input: Uint8Array | Bytes, platform: Platform, reporter?: Reporter): Outcome<Code> {
  const bytes = Bytes.from(input);
  const number = platformNumber(platform);
  if (number < 0) throw new TypeError(`${platform} is not a platform`);
  const out = reporter ?? new Reporter(bytes.length);
  const instructions = readInstructions(bytes, new InstructionReader(number), out);
  const last = instructions.at(-1);
  const end = last === undefined ? 0 : last.offset + last.size;
  checkTargets(instructions, end, bytes, out);
  return { value: { platform, instructions, padding: bytes.length - end }, diagnostics: out.diagnostics };
}

function readInstructions(bytes: Bytes, reader: InstructionReader, out: Reporter): Instruction[] {
  const { data } = bytes;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const instructions: Instruction[] = [];
  for (let at = 0; data.length - at >= 8; ) {
    const low = view.getInt32(at, true);
    const isCompact = ((low >>> 29) & 1) === 1;
    const size = isCompact ? 8 : 16;
    if (data.length - at < size || !out.spend(WORK, bytes.span(at, at + size), '')) break;
    const high = view.getInt32(at + 4, true);
    const instruction = isCompact
      ? reader.readCompact(at, low, high)
      : reader.readNative(at, low, high, view.getInt32(at + 8, true), view.getInt32(at + 12, true));
    if (instruction.problem !== undefined) {
      out.report('eu/instruction', bytes.span(at, at + size), '', `this is not an instruction: ${instruction.problem}`);
    }
    instructions.push(instruction);
    at += size;
  }
  return instructions;
}

/** Reports labels that do not point at the start of an instruction, or at the end of the code. */
function checkTargets(instructions: readonly Instruction[], end: number, bytes: Bytes, out: Reporter): void {
  const branches = instructions.filter(({ sources }) => sources[0]?.kind === 'label');
  if (branches.length === 0) return;
  // One for each eight bytes: instructions start at multiples of it.
  const starts = new Uint8Array(end / 8 + 1);
  starts[end / 8] = 1;
  for (const { offset } of instructions) starts[offset / 8] = 1;
  for (const instruction of branches) {
    for (const source of instruction.sources) {
      const target = targetOf(instruction, source);
      if (starts[target / 8] === 1) continue;
      const where = target < 0 || target > end ? 'outside of the code' : 'into the middle of an instruction';
      const { offset, size } = instruction;
      out.report('eu/target', bytes.span(offset, offset + size), '', `a branch to ${target}, which is ${where}`);
    }
  }
}
