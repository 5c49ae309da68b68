/** Instructions → assembly, as `iga64 -d` writes it. */
import { Bytes } from '../bytes/index.ts';
import type { Outcome, Reporter } from '../diag/index.ts';
import { LineWriter } from './form-line.ts';
import { blockStarts, labelName } from './labels.ts';
import type { Instruction } from './model.ts';
import { InstructionWriter, type PrintOptions } from './print-instruction.ts';
import { type Code, checkedNumber, outlineOf, Reading } from './read.ts';
import { Row } from './row.ts';
import type { Platform } from './table/platforms.ts';

/** The assembly of a piece of code; a line for each instruction and label, each with its line feed. */
export function printCode(code: Code, options: PrintOptions = {}): string {
  const printer = new InstructionPrinter(checkedNumber(code.platform), options);
  const page = new Page(printer.row, options.numericLabels ? [] : blockStarts(code.instructions));
  for (const instruction of code.instructions) {
    page.labels(instruction.offset);
    printer.write(instruction);
    page.endLine();
  }
  return page.end();
}

/**
 * Bytes of machine code → the text that `printCode` returns for them, with the diagnostics of `readCode`. No records are made of instructions
 * whose form is known, and others are forgotten once they are printed.
 *
 * @throws TypeError when the platform is not known.
 */
export function disassemble(
  input: Uint8Array | Bytes,
  platform: Platform,
  options: PrintOptions = {},
  reporter?: Reporter,
): Outcome<string> {
  const bytes = Bytes.from(input);
  const printer = new InstructionPrinter(checkedNumber(platform), options);
  const page = new Page(printer.row, options.numericLabels ? [] : outlineOf(bytes, platform).starts);
  const reading = new Reading(bytes, platform, reporter);
  while (reading.step()) {
    page.labels(reading.offset);
    printer.writeStep(reading);
    page.endLine();
  }
  return { value: page.end(), diagnostics: reading.diagnostics };
}

/** Prints lines of instructions. */
export class InstructionPrinter {
  /** Where lines go. */
  readonly row = new Row();
  private readonly writer: InstructionWriter;
  private readonly lines: LineWriter | undefined;

  constructor(platform: number, options: PrintOptions = {}) {
    this.writer = new InstructionWriter(platform, options, this.row);
    // Other switches print what is not in the form.
    if (!options.numericLabels && !options.offsets && !options.bits && !options.loadStore) this.lines = new LineWriter(platform, this.row);
  }

  /** The line of an instruction, without its line feed. */
  print(instruction: Instruction): string {
    this.write(instruction);
    return this.row.take();
  }

  /** The line of the instruction that is being read. */
  printStep(reading: Reading): string {
    this.writeStep(reading);
    return this.row.take();
  }

  /** Writes the line of an instruction into the row, without its line feed. */
  write(instruction: Instruction): void {
    this.row.start();
    this.writer.write(instruction);
  }

  /** Writes the line of the instruction that is being read. */
  writeStep(reading: Reading): void {
    const { form } = reading;
    if (form === undefined || this.lines === undefined || !this.lines.write(form, reading)) this.write(reading.current);
  }
}

/** Characters that wait to become text. */
const MOST_WAITING = 1 << 15;

/** Lines, with those of labels between them. */
class Page {
  private readonly row: Row;
  private readonly starts: readonly number[];
  private text = '';
  private next = 0;

  constructor(row: Row, starts: readonly number[]) {
    this.row = row;
    this.starts = starts;
  }

  /** Ends a line. */
  endLine(): void {
    const { row } = this;
    row.endLine();
    if (row.size > MOST_WAITING) this.text += row.take();
  }

  /** The text of all lines. */
  end(): string {
    this.labels(Number.POSITIVE_INFINITY);
    return this.text + this.row.take();
  }

  /** Writes the labels up to an offset. */
  labels(offset: number): void {
    while (this.next < this.starts.length && (this.starts[this.next] as number) <= offset) {
      this.row.add(`${labelName(this.starts[this.next++] as number)}:\n`);
    }
  }
}
