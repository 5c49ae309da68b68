/**
 * Prints assembly without loss: with notes where the text alone would be assembled to other bytes.
 */
import { Bytes, CHAR } from '../bytes/index.ts';
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
import { type TextForms, textFormsOf } from './text-forms.ts';

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
  /** Whether it is the note for the last bytes, which are too few for an instruction. */
  readonly isRest?: true;
  /** Whether the line was parsed and encoded, which takes ten times as long: as the first of its form, or because it has none. */
  readonly assembled?: 'first' | 'alone';
}

/** As `codeLines`, with notes, and with a last line for bytes that are too few for an instruction. */
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
      const noted = notes.line(instruction, text);
      const { assembled } = notes;
      if (assembled !== undefined) yield { ...line, text: noted, assembled };
      else yield noted === text ? line : { ...line, text: noted };
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
  starts.push(at);
  return starts;
}

/** iga64 prints some immediates as the character with their number. If that is not printable, a note replaces the instruction. */
const PRINTED = /^[\x20-\x7e]*$/;
const MARGIN = ' '.repeat(8);
/** The forms of longer lines are not cached. */
const MOST_LENGTH = 256;
const { newline: NEWLINE, space: SPACE } = CHAR;
const DELETE = 0x7f;

/** Finds what a line does not express, by assembling it. */
class Notes {
  private readonly statement: Statement;
  private readonly words = new Uint32Array(4);
  private readonly reader: InstructionReader;
  /** A line as bytes, and four more, which the forms require. */
  private readonly text = new DataView(new ArrayBuffer(MOST_LENGTH + 4));
  private readonly forms: TextForms;
  /** Whether the last line was assembled. */
  assembled: ExactLine['assembled'];
  /** Offsets of instructions, in order, and the end of the last one. */
  private readonly starts: readonly number[];
  /** The end of the code, which may include bytes after the last instruction. */
  private readonly end: number;

  constructor(platform: number, starts: readonly number[], end: number) {
    this.statement = new Statement('', platform);
    this.reader = new InstructionReader(platform);
    this.forms = textFormsOf(platform);
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
    this.assembled = undefined;
    const whole: Note = { kind: 'words', words: instruction.compact ?? instruction.words };
    if (instruction.problem !== undefined) return whole;
    const { words, statement, text, forms } = this;
    const start = this.copied(line);
    if (start < 0 && !PRINTED.test(line)) return whole;
    const isKnown = start >= 0 && forms.find(text, start, line.length, words) && !forms.hasLabels;
    if (isKnown && this.isExact(instruction)) return undefined;
    this.assembled = 'alone';
    try {
      if (!this.assemble(instruction, line)) return whole;
    } catch (error) {
      if (error instanceof Fault || error instanceof RangeError) return whole;
      throw error;
    }
    if (!isKnown && statement.references.length === 0) this.assembled = 'first';
    const bits = differences(words, instruction.words);
    if (this.assembled === 'first' && bits.length === 0 && line.length < MOST_LENGTH) forms.keep(statement, statement.at, text, words);
    if (instruction.compact !== undefined && statement.references.length > 0) return whole;
    if (!this.isCompactedAlike(instruction)) return whole;
    return bits.length === 0 ? undefined : { kind: 'bits', bits };
  }

  /**
   * Copies a line to the bytes in which a form is looked for, as `assemble` has them. Returns the place of its first character that is not a
   * space; -1 for a line that is too long or has a character that is not printable.
   */
  private copied(line: string): number {
    const { text } = this;
    if (line.length >= MOST_LENGTH) return -1;
    for (let i = 0; i < line.length; i++) {
      const c = line.charCodeAt(i);
      if (c < SPACE || c >= DELETE) return -1;
      text.setUint8(i, c);
    }
    text.setUint8(line.length, NEWLINE);
    let start = 0;
    while (text.getUint8(start) === SPACE) start++;
    return start;
  }

  /** Whether the words that were found are those of the instruction. */
  private isExact(instruction: Instruction): boolean {
    const { words } = this;
    const [w0, w1, w2, w3] = instruction.words;
    if (words[0] !== w0 || words[1] !== w1 || words[2] !== w2 || words[3] !== w3) return false;
    return this.isCompactedAlike(instruction);
  }

  /** Whether the instruction is not compacted, or equals the compacted form of its words. */
  private isCompactedAlike(instruction: Instruction): boolean {
    const expected = instruction.compact;
    if (expected === undefined) return true;
    const short = this.words;
    short.set(instruction.words);
    return compact(short, this.statement.platform) && short[0] === expected[0] && short[1] === expected[1];
  }

  /** Assembles a line; returns false if `assemble` would refuse it. */
  private assemble(instruction: Instruction, line: string): boolean {
    const { words, statement } = this;
    statement.restart(line);
    parseInstruction(statement);
    if (!this.resolve(instruction)) return false;
    encodeStatement(statement, words.fill(0));
    return objectionToWords(statement, words, this.reader) === undefined;
  }

  /**
   * Sets the distances to labels; each label is defined before the first instruction at or after it. Returns false if a distance in place
   * of a label leads neither to an instruction nor to the end of the code.
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

/** The index of the first number that is not less than `wanted`. */
function firstFrom(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
