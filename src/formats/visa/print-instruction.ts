import { ByteWriter, hexBytes } from '../../core/bytes/index.ts';
import { type Budget, type Diagnostic, FormatError } from '../../core/diag/index.ts';
import { type CompiledRow, type InstructionSet, printValues, rowOf, writeValues } from './compile.ts';
import { type Instruction, integerAt } from './instruction.ts';
import type { PrintContext } from './table/kind.ts';

/** Width of an instruction before the comment with its number. */
const COLUMN = 80;
const INDENT = '    ';
/** What comes between an instruction of that length and its number. */
const PADDING = Array.from({ length: COLUMN - INDENT.length + 1 }, (_, length) => `${' '.repeat(COLUMN - INDENT.length - length)} /// $`);
/** Pieces that are joined at a time. */
const CHUNK = 1024;
/** Bytes in a line of a raw block. */
const RAW_LINE = 32;

/** A text that is printed and charged; throws `FormatError` (`limit/output`) if it is too long. */
export function paid<T extends string | undefined>(text: T, budget: Budget): T {
  if (text !== undefined && !budget.charge('output', text.length)) throw new FormatError(budget.diagnostics.at(-1) as Diagnostic);
  return text;
}

/** Lines of the instructions, each with its end, and their numbers. */
export class InstructionPrinter {
  private readonly set: InstructionSet;
  private readonly context: PrintContext;
  private readonly budget: Budget;
  private number = -1;
  /** Pieces of lines that are not joined yet: few, so that most of the allocated strings are short-lived. */
  private pieces: string[] = [];
  private readonly chunks: string[] = [];

  constructor(set: InstructionSet, context: PrintContext, budget: Budget) {
    this.budget = budget;
    this.set = set;
    this.context = context;
  }

  get text(): string {
    this.flush();
    return this.chunks.join('');
  }

  private flush(): void {
    this.chunks.push(this.pieces.join(''));
    this.pieces = [];
  }

  add(instruction: Instruction): void {
    const { context } = this;
    const row = rowOf(this.set, instruction.opcode, instruction.values);
    if (!row) throw new TypeError(`no instruction has the number ${instruction.opcode} with these values`);
    context.lossy = false;
    const text = paid(printValues(row, instruction.values, context), this.budget);
    if (context.lossy) {
      this.number++;
      this.line('.bytes', instructionBytes(row, instruction, context.version));
      return;
    }
    switch (row.row.line) {
      case 'label':
        this.number++;
        this.pieces.push('\n', text, '\n');
        break;
      case 'subroutine':
        this.number++;
        this.subroutine(instruction, text);
        break;
      case 'bare':
        this.number++;
        this.pieces.push(INDENT, text, '\n');
        break;
      default: {
        if (row.row.line !== 'repeating') this.number++;
        const padding = PADDING[Math.min(text.length, PADDING.length - 1)] ?? '';
        this.pieces.push(INDENT, text, padding, String(this.number), '\n');
        if (this.pieces.length >= CHUNK) this.flush();
      }
    }
  }

  /** The heading of a subroutine and its label. */
  private subroutine(instruction: Instruction, text: string): void {
    const original = paid(this.context.originals[integerAt(instruction.values, 0)], this.budget);
    const name = text.slice(0, -1);
    const comment = original === undefined ? '' : ` /// Original Name: ${original}`;
    const { modern } = this.context;
    this.pieces.push(INDENT, modern ? '\n\n' : '\n', `.function "${name}"`, comment, modern ? '\n' : '\n\n', text, '\n');
  }

  /** Bytes that are not instructions. */
  raw(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += RAW_LINE) this.line('.raw', bytes.subarray(at, at + RAW_LINE));
  }

  private line(directive: string, bytes: Uint8Array): void {
    this.pieces.push(INDENT, directive, ' ', hexBytes(bytes, ' '), '\n');
    if (this.pieces.length >= CHUNK) this.flush();
  }
}

function instructionBytes(row: CompiledRow, { opcode, values }: Instruction, version: number): Uint8Array {
  const writer = new ByteWriter();
  writer.u8(opcode);
  writeValues(row, values, writer, version);
  return writer.finish();
}
