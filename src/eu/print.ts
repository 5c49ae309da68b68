/** Prints code as assembly, as `iga64 -d` does. */
import { Bytes } from '../bytes/index.ts';
import { type Outcome, Reporter } from '../diag/index.ts';
import { blockStarts, labelName } from './labels.ts';
import type { Instruction } from './model.ts';
import { printNote } from './notes.ts';
import { InstructionPrinter, type PrintOptions } from './print-instruction.ts';
import { Notes } from './print-notes.ts';
import { type Code, checkedNumber, outlineOf, Reading } from './read.ts';
import type { Platform } from './table/platforms.ts';

/** A line of the assembly. */
export interface CodeLine {
  /** Offset in bytes from the start of the code. */
  readonly offset: number;
  /** Without its line feed. */
  readonly text: string;
  /** `undefined` for a label, and for the note about the last bytes. */
  readonly instruction: Instruction | undefined;
  /** Whether it is the note about the last bytes, which are too few for an instruction. */
  readonly isRest: boolean;
}

export interface LineOptions extends PrintOptions {
  /**
   * Adds notes where the text alone would be assembled to other bytes, and a last line for bytes that are too few for an instruction. A word
   * that is not an instruction becomes a note with the reason.
   */
  readonly notes?: boolean;
}

/**
 * The lines of code, produced one by one on demand.
 *
 * @param starts offsets of labels: those of `outlineOf`, or none
 * @throws TypeError for an unknown platform.
 */
export function* codeLines(
  input: Uint8Array | Bytes,
  platform: Platform,
  starts: readonly number[],
  { notes: hasNotes = false, ...options }: LineOptions = {},
  reporter?: Reporter,
): Generator<CodeLine, void> {
  const bytes = Bytes.from(input);
  const number = checkedNumber(platform);
  const reading = new Reading(bytes, platform, reporter);
  const notes = hasNotes ? new Notes(number, bytes) : undefined;
  yield* linesOf(() => reading.next(), starts, new InstructionPrinter(number, options), notes);
  if (notes === undefined || reading.padding === 0) return;
  const offset = bytes.length - reading.padding;
  const text = printNote({ kind: 'bytes', bytes: [...bytes.data.subarray(offset)] });
  yield { offset, text, instruction: undefined, isRest: true };
}

function* linesOf(
  next: () => Instruction | undefined,
  starts: readonly number[],
  printer: InstructionPrinter,
  notes?: Notes,
): Generator<CodeLine, void> {
  let label = 0;
  for (let instruction = next(); ; instruction = next()) {
    const upTo = instruction?.offset ?? Number.POSITIVE_INFINITY;
    for (; label < starts.length && (starts[label] as number) <= upTo; label++) {
      const offset = starts[label] as number;
      yield { offset, text: `${labelName(offset)}:`, instruction: undefined, isRest: false };
    }
    if (instruction === undefined) return;
    const line = printer.print(instruction);
    yield { offset: instruction.offset, text: notes === undefined ? line : notes.line(instruction, line), instruction, isRest: false };
  }
}

/** The assembly of a piece of code: one line per instruction and label, each with a line feed. */
export function printCode({ platform, instructions }: Code, options: PrintOptions = {}): string {
  const starts = options.numericLabels ? [] : blockStarts(instructions);
  let index = 0;
  return joined(linesOf(() => instructions[index++], starts, new InstructionPrinter(checkedNumber(platform), options)));
}

/**
 * Disassembles machine code: returns the text that `printCode` would return, with the diagnostics of `readCode`, and drops each instruction
 * once it is printed.
 *
 * @throws TypeError for an unknown platform.
 */
export function disassemble(
  input: Uint8Array | Bytes,
  platform: Platform,
  options: LineOptions = {},
  reporter?: Reporter,
): Outcome<string> {
  const bytes = Bytes.from(input);
  const out = reporter ?? new Reporter(bytes.length);
  const starts = options.numericLabels ? [] : outlineOf(bytes, platform).starts;
  return { value: joined(codeLines(bytes, platform, starts, options, out)), diagnostics: out.diagnostics };
}

/**
 * As `disassemble`, with notes: `assemble` turns the text into the same bytes, whatever they are. Without their notes the lines are those
 * of `disassemble`, except that a word that is not an instruction becomes a note with the reason.
 *
 * @throws TypeError for an unknown platform.
 *
 * @example
 * const { value: text } = disassembleExactly(code, '2');
 * assemble(text, '2').value; // the bytes of `code`
 */
export const disassembleExactly = (
  input: Uint8Array | Bytes,
  platform: Platform,
  options: PrintOptions = {},
  reporter?: Reporter,
): Outcome<string> => disassemble(input, platform, { ...options, notes: true }, reporter);

/** Number of lines that are joined at once: a line consists of pieces, which take more memory than its characters. */
const JOINED = 1024;

function joined(lines: Iterable<CodeLine>): string {
  let text = '';
  let waiting: string[] = [];
  for (const line of lines) {
    waiting.push(line.text);
    if (waiting.length < JOINED) continue;
    text += `${waiting.join('\n')}\n`;
    waiting = [];
  }
  return waiting.length === 0 ? text : `${text}${waiting.join('\n')}\n`;
}
