/** Prints code as assembly, as `iga64 -d` does. */
import { Bytes, type Input, reading } from '../../../core/bytes/index.ts';
import type { Outcome, Reporter } from '../../../core/diag/index.ts';
import type { Instruction } from '../model.ts';
import { type Code, outlineOf, Reading } from '../read/code.ts';
import { blockStarts, labelName } from '../read/labels.ts';
import { checkedNumber, type Platform } from '../table/platforms.ts';
import { InstructionPrinter, type PrintOptions } from './instruction.ts';

/** A line of the assembly. */
export interface CodeLine {
  /** Offset in bytes from the start of the code. */
  readonly offset: number;
  /** The text, without its line feed. */
  readonly text: string;
  /** `undefined` for a label, and for the note about the last bytes. */
  readonly instruction: Instruction | undefined;
  /** Whether it is the note about the last bytes, which are too few for an instruction. */
  readonly isRest: boolean;
}

/** What is added to lines: see `Notes`. */
export interface LineNotes {
  /** The line of an instruction with its note. */
  line(instruction: Instruction, line: string): string;
  /** A last line, for bytes that are too few for an instruction. */
  rest(): { readonly offset: number; readonly text: string } | undefined;
}

export interface LineOptions extends PrintOptions {
  /** `notesOf` the same code. */
  readonly notes?: LineNotes;
  /** The instructions of the same code, if it was read before; nothing is reported of it then. */
  readonly instructions?: readonly Instruction[] | undefined;
}

/**
 * The lines of code, produced one by one on demand.
 *
 * @param starts offsets of labels: those of `outlineOf`, or none
 * @throws TypeError for an unknown platform.
 */
export function codeLines(
  input: Uint8Array | Bytes,
  platform: Platform,
  starts: readonly number[],
  options: LineOptions = {},
  reporter?: Reporter,
): Generator<CodeLine, void> {
  const bytes = Bytes.from(input);
  const printer = new InstructionPrinter(checkedNumber(platform), options);
  const { instructions, notes } = options;
  return linesOf(instructions ? eachOf(instructions) : new Reading(bytes, platform, reporter), starts, printer, notes);
}

/** Instructions that were read, one by one. */
function eachOf(instructions: readonly Instruction[]): { next(): Instruction | undefined } {
  let index = 0;
  return { next: () => instructions[index++] };
}

/** The lines of instructions. @param from returns them one by one, and then `undefined` */
function* linesOf(
  from: { next(): Instruction | undefined },
  starts: readonly number[],
  printer: InstructionPrinter,
  notes?: LineNotes,
): Generator<CodeLine, void> {
  let label = 0;
  for (let instruction = from.next(); instruction !== undefined; instruction = from.next()) {
    const { offset } = instruction;
    while ((starts[label] ?? Number.POSITIVE_INFINITY) <= offset) yield labelLine(starts[label++] ?? 0);
    const line = printer.print(instruction);
    yield { offset, text: notes === undefined ? line : notes.line(instruction, line), instruction, isRest: false };
  }
  while (label < starts.length) yield labelLine(starts[label++] ?? 0);
  const rest = notes?.rest();
  if (rest !== undefined) yield { offset: rest.offset, text: rest.text, instruction: undefined, isRest: true };
}

const labelLine = (offset: number): CodeLine => ({ offset, text: `${labelName(offset)}:`, instruction: undefined, isRest: false });

/**
 * The text of code as `codeLines` has it, in pieces of some 64 lines with their line feeds: a listing that needs nothing else of a line is
 * printed in less time.
 *
 * @param starts offsets of labels: those of `outlineOf`, or none
 * @throws TypeError for an unknown platform.
 */
export function codeText(
  input: Uint8Array | Bytes,
  platform: Platform,
  starts: readonly number[],
  options: LineOptions = {},
  reporter?: Reporter,
): Generator<string, void> {
  const bytes = Bytes.from(input);
  const printer = new InstructionPrinter(checkedNumber(platform), options);
  return textOf(new Reading(bytes, platform, reporter), starts, printer, options.notes);
}

/** Lines of a piece, which are joined at once: a line consists of parts, which take more memory than its characters. */
const MOST_LINES = 64;

function* textOf(
  from: { next(): Instruction | undefined },
  starts: readonly number[],
  printer: InstructionPrinter,
  notes?: LineNotes,
): Generator<string, void> {
  let label = 0;
  for (let instruction = from.next(); instruction !== undefined; ) {
    const lines: string[] = [];
    for (; instruction !== undefined && lines.length < MOST_LINES; instruction = from.next()) {
      while ((starts[label] ?? Number.POSITIVE_INFINITY) <= instruction.offset) lines.push(`${labelName(starts[label++] ?? 0)}:`);
      const line = printer.print(instruction);
      lines.push(notes === undefined ? line : notes.line(instruction, line));
    }
    yield `${lines.join('\n')}\n`;
  }
  const lines = starts.slice(label).map((start) => `${labelName(start)}:`);
  const rest = notes?.rest();
  if (rest !== undefined) lines.push(rest.text);
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

/**
 * The assembly of a piece of code: one line per instruction and label, each with a line feed.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * printCode(readCode(code, '2').value).includes('send'); // true
 */
export function printCode({ platform, instructions }: Code, options: PrintOptions = {}): string {
  const starts = options.numericLabels ? [] : blockStarts(instructions);
  return whole(textOf(eachOf(instructions), starts, new InstructionPrinter(checkedNumber(platform), options)));
}

/**
 * Disassembles machine code: returns the text that `printCode` would return, with the diagnostics of `readCode`, and drops each instruction
 * once it is printed.
 *
 * @throws TypeError for an unknown platform.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * disassemble(code, '2').value.includes('send'); // true
 */
export function disassemble(input: Input, platform: Platform, options: PrintOptions = {}): Outcome<string> {
  return disassembled(input, platform, options);
}

/** As {@link disassemble}, with notes. */
export function disassembled(input: Input, platform: Platform, options: LineOptions): Outcome<string> {
  return reading(input, (bytes, out) => {
    const starts = options.numericLabels ? [] : outlineOf(bytes, platform).starts;
    return whole(codeText(bytes, platform, starts, options, out));
  });
}

function whole(pieces: Iterable<string>): string {
  let text = '';
  for (const piece of pieces) text += piece;
  return text;
}
