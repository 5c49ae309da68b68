/** Prints instructions as assembly, as `iga64 -d` does. */
import { Bytes } from '../bytes/index.ts';
import type { Outcome, Reporter } from '../diag/index.ts';
import { LineWriter } from './form-line.ts';
import { blockStarts, labelName } from './labels.ts';
import type { Instruction } from './model.ts';
import { InstructionWriter, type PrintOptions } from './print-instruction.ts';
import { type Code, checkedNumber, outlineOf, Reading } from './read.ts';
import { Row } from './row.ts';
import type { Platform } from './table/platforms.ts';

/** The assembly of a piece of code: one line per instruction and label, each with a line feed. */
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
 * Disassembles machine code: returns the text that `printCode` would return, with the diagnostics of `readCode`. It is faster, because
 * it creates no records for instructions of a known form, and drops others once they are printed.
 *
 * @throws TypeError for an unknown platform.
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
  /** Receives the lines. */
  readonly row = new Row();
  private readonly writer: InstructionWriter;
  private readonly lines: LineWriter | undefined;

  constructor(platform: number, options: PrintOptions = {}) {
    this.writer = new InstructionWriter(platform, options, this.row);
    // The other options print what a form does not contain.
    if (!options.numericLabels && !options.offsets && !options.bits && !options.loadStore) this.lines = new LineWriter(platform, this.row);
  }

  /** The line of an instruction, without its line feed. */
  print(instruction: Instruction): string {
    this.write(instruction);
    return this.row.flush();
  }

  /** The line of the current instruction of a reading. */
  printStep(reading: Reading): string {
    this.writeStep(reading);
    return this.row.flush();
  }

  /** Prints the line of an instruction into the row, without its line feed. */
  write(instruction: Instruction): void {
    this.row.start();
    this.writer.write(instruction);
  }

  /** Prints the line of the current instruction of a reading into the row. */
  writeStep(reading: Reading): void {
    const { form } = reading;
    if (form === undefined || this.lines === undefined || !this.lines.write(form, reading)) this.write(reading.current);
  }
}

/** Number of characters that are buffered before they become a string. */
const MOST_WAITING = 1 << 15;

/** Collects lines, and inserts those of labels. */
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
    if (row.size > MOST_WAITING) this.text += row.flush();
  }

  /** The text of all lines. */
  end(): string {
    this.labels(Number.POSITIVE_INFINITY);
    return this.text + this.row.flush();
  }

  /** Prints the labels up to an offset. */
  labels(offset: number): void {
    while (this.next < this.starts.length && (this.starts[this.next] as number) <= offset) {
      this.row.add(`${labelName(this.starts[this.next++] as number)}:\n`);
    }
  }
}
