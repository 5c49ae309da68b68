/**
 * Prints assembly without loss: with notes where the text alone would be assembled to other bytes.
 */
import { Bytes, type Input } from '../../../core/bytes/index.ts';
import { Fault, type Outcome } from '../../../core/diag/index.ts';
import { objectionTo } from '../encode/check.ts';
import { isCompactedAlike } from '../encode/compact.ts';
import { compactOf, type Instruction, wordsOf } from '../model.ts';
import { encodeStatement, objectionToWords } from '../parse/assemble.ts';
import { parseInstruction } from '../parse/instruction.ts';
import { Statement } from '../parse/statement.ts';
import { InstructionReader } from '../read/instruction.ts';
import { checkedNumber, type Platform } from '../table/platforms.ts';
import { type PlatformShapes, shapesOf } from '../table/shapes.ts';
import { Canonical } from './canonical.ts';
import { disassembled, type LineNotes } from './code.ts';
import { isExpressed } from './expressed.ts';
import type { PrintOptions } from './instruction.ts';
import { differences, type Note, printNote } from './notes.ts';

/** Where instructions start, and where the last one ends. */
function startsOf({ data }: Bytes): number[] {
  const starts: number[] = [];
  let at = 0;
  while (data.length - at >= 8) {
    const size = ((data[at + 3] ?? 0) >> 5) & 1 ? 8 : 16;
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
/**
 * As `disassemble`, with notes: `assemble` turns the text into the same bytes, whatever they are. Without their notes the lines are those
 * of `disassemble`, except that a word that is not an instruction becomes a note with the reason.
 *
 * @throws TypeError for an unknown platform.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * const { value: assembly } = disassembleExactly(code, '2');
 * assemble(assembly, '2').value.length === code.length; // true
 */
export function disassembleExactly(input: Input, platform: Platform, options: PrintOptions = {}): Outcome<string> {
  return disassembled(input, platform, { ...options, notes: notesOf(input, platform, options) });
}

/** Notes for the lines of code that are printed with some options, where their text alone would be assembled to other bytes. */
export const notesOf = (input: Uint8Array | Bytes, platform: Platform, options: PrintOptions = {}): LineNotes =>
  new Notes(checkedNumber(platform), Bytes.from(input), options);

/** Finds what lines do not express. */
class Notes implements LineNotes {
  private readonly statement: Statement;
  private readonly words = new Int32Array(4);
  private readonly shapes: PlatformShapes;
  private readonly canonical: Canonical;
  private readonly isLoadStore: boolean;
  private readonly reader: InstructionReader;
  /** Offsets of instructions, in order, and the end of the last one. */
  private readonly starts: readonly number[];
  private readonly code: Bytes;

  constructor(platform: number, code: Bytes, { loadStore = false }: PrintOptions) {
    this.shapes = shapesOf(platform);
    this.canonical = new Canonical(platform);
    this.isLoadStore = loadStore;
    this.statement = new Statement('', platform);
    this.reader = new InstructionReader(platform);
    this.starts = startsOf(code);
    this.code = code;
  }

  /** The line of an instruction with its note. */
  line(instruction: Instruction, line: string): string {
    const note = this.of(instruction, line);
    if (note === undefined) return line;
    if (instruction.problem !== undefined) return `${MARGIN}${printNote(note)} // ${instruction.problem}`;
    return PRINTED.test(line) ? `${line} ${printNote(note)}` : MARGIN + printNote(note);
  }

  /** Whether an instruction starts at an offset. */
  private readonly isStart = (offset: number): boolean =>
    this.starts[firstFrom(this.starts, offset)] === offset && offset !== this.starts.at(-1);

  /** The note about bytes after the last instruction, which are too few for an instruction. */
  rest(): { readonly offset: number; readonly text: string } | undefined {
    const offset = this.starts.at(-1) as number;
    const bytes = [...this.code.data.subarray(offset)];
    return bytes.length === 0 ? undefined : { offset, text: printNote({ kind: 'bytes', bytes }) };
  }

  private of(instruction: Instruction, line: string): Note | undefined {
    return this.isExact(instruction) ? undefined : this.assembled(instruction, line);
  }

  /** Whether the text expresses the instruction, and what is assembled for it is the instruction. */
  private isExact(instruction: Instruction): boolean {
    const { shapes, isLoadStore } = this;
    const { platform } = shapes;
    const shape = instruction.operation && shapes.shape(instruction.operation.opcode);
    if (shape === undefined || instruction.problem !== undefined || (isLoadStore && shape.isSend)) return false;
    return (
      isExpressed(instruction, shape, platform, this.isStart) &&
      this.canonical.is(instruction, shape) &&
      objectionTo(instruction, shape, platform) === undefined &&
      isCompactedAlike(instruction, platform)
    );
  }

  /** The note for a text that may not express its instruction: what differs when it is assembled. */
  private assembled(instruction: Instruction, line: string): Note | undefined {
    const whole: Note = { kind: 'words', words: compactOf(instruction) ?? wordsOf(instruction) };
    if (instruction.problem !== undefined || !PRINTED.test(line)) return whole;
    const { words, statement } = this;
    try {
      if (!this.assemble(instruction, line)) return whole;
    } catch (error) {
      if (error instanceof Fault || error instanceof RangeError) return whole;
      throw error;
    }
    const bits = differences(words, wordsOf(instruction));
    if (instruction.size === 8 && statement.references.length > 0) return whole;
    if (!isCompactedAlike(instruction, this.shapes.platform)) return whole;
    return bits.length === 0 ? undefined : { kind: 'bits', bits };
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
        if (!this.isStart(target) && target !== this.code.length) return false;
      } else if (source !== undefined) {
        const number = name.startsWith('L_N') ? -Number(name.slice(3)) : Number(name.slice(1));
        const target = this.starts[firstFrom(this.starts, number)] ?? (this.starts.at(-1) as number);
        source.low = isAbsolute || shape.mnemonic === 'mov' ? target : target - offset;
      }
    }
    return true;
  }
}

/** The index of the first number that is not less than `wanted`. */
function firstFrom(sorted: readonly number[], least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
