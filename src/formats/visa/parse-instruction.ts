import type { Bytes } from '../../core/bytes/index.ts';
import type { Code, Reporter } from '../../core/diag/index.ts';
import { type CompiledRow, type InstructionSet, parseValues } from './compile.ts';
import type { Instruction, VisaVersion } from './instruction.ts';
import { elementBytes, registerBytes, reservedSurface } from './names.ts';
import { readInstructions } from './read-instructions.ts';
import { MOST_INDEXED, type RoutineBuilder } from './routine-builder.ts';
import { Fault, Scanner } from './scanner.ts';
import type { Named, ParseContext } from './table/kind.ts';
import { WORDS_WITHOUT_OPCODE } from './table/ops.ts';
import { LABEL_SUBROUTINE } from './table/references.ts';

const OPEN = 0x28;
const COLON = 0x3a;
const DOT = 0x2e;
const PLUS = 0x2b;
const SUBROUTINE = 0x30;
const LABEL = 0x31;

/** The text of instructions, with the routine that their names belong to. */
export class InstructionParser extends Scanner implements ParseContext {
  readonly version: number;
  modern = false;
  quotesSymbols: boolean | undefined;
  routine: RoutineBuilder | undefined;
  private readonly set: InstructionSet;
  private readonly object: VisaVersion;

  /** Reports a finding that does not prevent the use of the line. */
  readonly warn: (code: Code, message: string, start: number, end: number) => void;

  constructor(text: string, at: number, set: InstructionSet, object: VisaVersion, warn: InstructionParser['warn']) {
    super(text, at);
    this.set = set;
    this.object = object;
    this.version = set.version;
    this.warn = warn;
  }

  find(name: string): Named | undefined {
    return this.routine?.find(name) ?? reservedSurface(name);
  }

  label(name: string, kind?: number): number {
    const index = this.routine?.label(name, kind) ?? 0;
    if (index >= MOST_INDEXED) throw new Fault('visa-text/number', `there are more than ${MOST_INDEXED} labels`, this.at, this.at);
    return index;
  }

  string(text: string, isOwn = false): number {
    const index = this.routine?.string(text, isOwn) ?? 0;
    if (index >= MOST_INDEXED) throw new Fault('visa-text/number', `there are more than ${MOST_INDEXED} names`, this.at, this.at);
    return index;
  }

  get registerBytes(): number {
    return this.routine ? registerBytes(this.routine) : 32;
  }

  elementBytes(variable: number): number {
    return this.routine ? elementBytes(this.routine, variable) : 1;
  }

  /** One instruction or label, which begins here. Throws `Fault`. */
  instruction(): Instruction {
    const start = this.at;
    if (this.next() === OPEN) {
      const close = this.text.indexOf(')', start);
      const line = this.text.indexOf('\n', start);
      if (close < 0 || (line >= 0 && line < close)) this.expected('a predicate in parentheses');
      this.at = close + 1;
      this.blanks();
    }
    const begin = this.at;
    const word = this.word();
    let c = this.next();
    if (c === COLON && begin === start && word !== '') return this.labelled(word);
    let row: CompiledRow | undefined = this.set.words.get(word);
    if ((c === DOT || c === PLUS) && this.set.dotted.has(word)) {
      const mark = c === DOT ? '.' : '+';
      this.at++;
      row = this.set.words.get(`${word}${mark}${this.word()}`) ?? row;
    } else if (row === undefined && word !== '') {
      // The label of a function that is linked later may have marks in its name.
      this.at = begin;
      const long = this.longWord();
      c = this.next();
      if (c === COLON && begin === start) return this.labelled(long);
      this.at = begin + word.length;
    }
    if (!row) {
      if (word === '') this.expected('an instruction');
      const why = WORDS_WITHOUT_OPCODE.includes(word)
        ? 'has no opcode: the assembler knows the word and refuses it'
        : 'is not an instruction';
      throw new Fault('visa-text/instruction', `'${word}' ${why}`, begin, begin + word.length);
    }
    if (row.suffix !== undefined && begin === start) {
      this.at = begin + row.row.mnemonic.length;
      return { opcode: row.row.opcode, values: parseValues(row, this, true) };
    }
    this.at = start;
    return { opcode: row.row.opcode, values: parseValues(row, this) };
  }

  private labelled(name: string): Instruction {
    this.at++;
    const { routine } = this;
    const index = this.label(name);
    if (!routine?.place(index))
      throw new Fault('visa-text/label', `the label '${name}' is defined twice`, this.at - name.length - 1, this.at - 1);
    return { opcode: routine.labels[index]?.kind === LABEL_SUBROUTINE ? SUBROUTINE : LABEL, values: [index] };
  }

  /** The numbers after `.bytes` or `.raw`. */
  bytes(): number[] {
    const bytes: number[] = [];
    while (!this.atLineEnd()) {
      const start = this.at;
      const word = this.word();
      if (!/^[0-9a-fA-F]{2}$/.test(word))
        throw new Fault('visa-text/number', `'${word}' is not a byte of two hexadecimal digits`, start, this.at);
      bytes.push(Number.parseInt(word, 16));
    }
    return bytes;
  }

  /** Bytes as instructions; others are kept as bytes. */
  decode(bytes: Bytes, out: Reporter): ReturnType<typeof readInstructions> {
    return readInstructions(bytes, this.object, { path: '' }, out);
  }
}
