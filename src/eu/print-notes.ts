/**
 * Instructions → assembly that loses nothing: with notes where the text alone would be assembled to other bytes.
 */
import { Bytes } from '../bytes/index.ts';
import { Fault, type Outcome, Reporter } from '../diag/index.ts';
import { encodeStatement, objectionToWords } from './assemble.ts';
import { compact } from './encode-compact.ts';
import type { Instruction } from './model.ts';
import { differences, type Note, printNote } from './notes.ts';
import { parseInstruction } from './parse.ts';
import type { PrintOptions } from './print-instruction.ts';
import { type CodeLine, codeLines } from './print-lines.ts';
import { checkedNumber, outlineOf } from './read.ts';
import { InstructionReader } from './read-instruction.ts';
import { Statement } from './statement.ts';
import type { Platform } from './table/platforms.ts';

/**
 * As `disassemble`, with notes: `assemble` makes the same bytes of the text, whatever they are. The lines without their notes are those of
 * `disassemble`, except that a word which is not an instruction is a note with the reason.
 *
 * @throws TypeError when the platform is not known.
 *
 * @example
 * const { value: text } = disassembleExactly(code, '2');
 * assemble(text, '2').value; // the bytes of `code`
 */
export function disassembleExactly(
  input: Uint8Array | Bytes,
  platform: Platform,
  options: PrintOptions = {},
  reporter?: Reporter,
): Outcome<string> {
  const bytes = Bytes.from(input);
  const out = reporter ?? new Reporter(bytes.length);
  const starts = options.numericLabels ? [] : outlineOf(bytes, platform).starts;
  let text = '';
  for (const line of exactLines(bytes, platform, starts, options, out)) text += `${line.text}\n`;
  return { value: text, diagnostics: out.diagnostics };
}

/** A line with its note. */
export interface ExactLine extends CodeLine {
  /** It is the note of the bytes at the end that are too few for an instruction. */
  readonly isRest?: true;
}

/** As `codeLines`, with notes, and a last line for bytes that are too few for an instruction. */
export function* exactLines(
  input: Uint8Array | Bytes,
  platform: Platform,
  starts: readonly number[],
  options: PrintOptions = {},
  reporter?: Reporter,
): Generator<ExactLine, void> {
  const bytes = Bytes.from(input);
  const notes = new Notes(checkedNumber(platform), startsOf(bytes), bytes.length);
  let end = 0;
  for (const line of codeLines(bytes, platform, starts, options, reporter)) {
    const { instruction, text } = line;
    if (instruction === undefined) yield line;
    else {
      yield { ...line, text: notes.line(instruction, text) };
      end = instruction.offset + instruction.size;
    }
  }
  if (bytes.length - end > 0 && bytes.length - end < 16) {
    yield { offset: end, text: printNote({ kind: 'bytes', bytes: [...bytes.data.subarray(end)] }), instruction: undefined, isRest: true };
  }
}

/** Where instructions start, and where the last one ends. */
function startsOf({ data }: Bytes): number[] {
  const starts: number[] = [];
  let at = 0;
  while (data.length - at >= 8) {
    const size = ((data[at + 3] as number) >> 5) & 1 ? 8 : 16;
    if (data.length - at < size) break;
    starts.push(at);
    at += size;
  }
  return [...starts, at];
}

/** All but immediates that iga64 writes as the character that has their number, which is a note alone. */
const PRINTED = /^[\x20-\x7e]*$/;
const MARGIN = ' '.repeat(8);

/** Finds what a line loses, by assembling it. */
class Notes {
  private readonly statement: Statement;
  private readonly words = new Uint32Array(4);
  private readonly reader: InstructionReader;
  /** Where instructions start, in order, and where they end. */
  private readonly starts: readonly number[];
  /** Where the code ends: bytes that are not an instruction may be last. */
  private readonly end: number;

  constructor(platform: number, starts: readonly number[], end: number) {
    this.statement = new Statement('', platform);
    this.reader = new InstructionReader(platform);
    this.starts = starts;
    this.end = end;
  }

  /** The line of an instruction with its note. */
  line(instruction: Instruction, line: string): string {
    const note = this.of(instruction, line);
    if (note === undefined) return line;
    if (instruction.problem !== undefined) return `${MARGIN}${printNote(note)} // ${instruction.problem}`;
    return PRINTED.test(line) ? `${line} ${printNote(note)}` : MARGIN + printNote(note);
  }

  private of(instruction: Instruction, line: string): Note | undefined {
    const { words, statement } = this;
    const whole: Note = { kind: 'words', words: instruction.compact ?? instruction.words };
    if (instruction.problem !== undefined || !PRINTED.test(line)) return whole;
    try {
      statement.restart(line);
      parseInstruction(statement);
      if (!this.resolve(instruction)) return whole;
      encodeStatement(statement, words.fill(0));
      if (objectionToWords(statement, words, this.reader) !== undefined) return whole;
    } catch (error) {
      if (error instanceof Fault || error instanceof RangeError) return whole;
      throw error;
    }
    const bits = differences(words, instruction.words);
    if (instruction.compact !== undefined) {
      if (statement.references.length > 0) return whole;
      words.set(instruction.words);
      const [low, high] = instruction.compact;
      if (!compact(words, statement.platform) || words[0] !== low || words[1] !== high) return whole;
    }
    return bits.length === 0 ? undefined : { kind: 'bits', bits };
  }

  /**
   * Sets the distances to labels: each is defined before the first instruction that is not before it. False when there is a distance in place
   * of a label that does not lead to an instruction, or to the end of the code.
   */
  private resolve({ offset }: Instruction): boolean {
    const { references, sources, shape } = this.statement;
    const isAbsolute = shape.mnemonic === 'calla';
    for (const { name, index, distance } of references) {
      const source = sources[index];
      if (name === '') {
        const target = isAbsolute ? distance : offset + distance;
        const isStart = this.starts[firstFrom(this.starts, target)] === target && target !== this.starts.at(-1);
        if (!isStart && target !== this.end) return false;
      } else if (source !== undefined) {
        const wanted = name.startsWith('L_N') ? -Number(name.slice(3)) : Number(name.slice(1));
        const target = this.starts[firstFrom(this.starts, wanted)] ?? (this.starts.at(-1) as number);
        source.low = isAbsolute || shape.mnemonic === 'mov' ? target : target - offset;
      }
    }
    return true;
  }
}

/** The index of the first number that is not less. */
function firstFrom(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
