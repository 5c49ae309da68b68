/** Assembly → machine code, the inverse of `disassemble`. */
import { type Bytes, byteText, CHAR, encodeText, type Input, reading } from '../../../core/bytes/index.ts';
import { type Budgeted, COST, Fault, type Outcome, type Reporter } from '../../../core/diag/index.ts';
import { objectionTo } from '../encode/check.ts';
import { compact } from '../encode/compact.ts';
import { Encoder } from '../encode/encoder.ts';
import { encodeImplied } from '../encode/implied.ts';
import { encode } from '../encode/instruction.ts';
import { Layout } from '../encode/labels.ts';
import { type Instruction, optionBit } from '../model.ts';
import { type MarkName, NOTE, type Note, parseNote, putBits } from '../print/notes.ts';
import { InstructionReader } from '../read/instruction.ts';
import type { Words } from '../table/layout.ts';
import { checkedNumber, type Platform, XE } from '../table/platforms.ts';
import type { PlatformShapes, Shape } from '../table/shapes.ts';
import { parseInline, parseInstruction, parseLabel } from './instruction.ts';
import { Statement } from './statement.ts';

export interface AssembleOptions extends Budgeted {
  /** Whether to compact instructions that have neither the option `Compacted` nor `NoCompact`, where possible. */
  readonly compact?: boolean;
}

/** A position in code that a comment of the text names; see `print/notes.ts`. */
export interface Mark {
  readonly name: MarkName;
  /** The words after the name, without trailing blanks. */
  readonly text: string;
  /** Offset in bytes from the start of the code. */
  readonly offset: number;
  /** Position of these words in the text, in bytes. */
  readonly start: number;
  readonly end: number;
}

export interface MarkedCode {
  readonly bytes: Uint8Array;
  /** In the order of the text. */
  readonly marks: readonly Mark[];
}

/** What is said of a text while it is assembled, statement by statement. Positions are in bytes of the text. */
export interface AssemblyTrace {
  /** A statement that became code at an offset, without the comment after it. */
  statement(start: number, end: number, offset: number): void;
  /** A label, where it is defined or used. */
  label(name: string, start: number, isDefinition: boolean): void;
}

const { slash: SLASH, dot: DOT } = CHAR;

/** Initial capacity in words, besides that for the length of the text: a listing has many characters per word, and any text a few words. */
const LEAST_WORDS = 64;
const CHARACTERS = 24;
const COMPACTED = optionBit('Compacted');

/**
 * The machine code of a text: the bytes that `iga64 -a` writes for it. Notes in comments add what assembly cannot express: see `print/notes.ts`.
 *
 * A statement that cannot be assembled is skipped, with a diagnostic of `eu-text/…` whose span is the faulty part. After an error the
 * bytes are unusable. Offsets of spans are in bytes of the text.
 *
 * @throws TypeError for an unknown platform.
 *
 * @example
 * assemble('nop {Compacted}', '2').diagnostics.length; // 1
 * assemble('mov (16|M0) r10.0<1>:f r12.0<1;1,0>:f', '2').value.length; // 16
 */
export function assemble(input: string | Input, platform: Platform, options: AssembleOptions = {}): Outcome<Uint8Array> {
  const { value, diagnostics } = assembleMarked(input, platform, options);
  return { value: value.bytes, diagnostics };
}

/** As {@link assemble}; also returns the positions that comments name. @param trace learns where in the text the code comes from */
export function assembleMarked(
  input: string | Input,
  platform: Platform,
  options: AssembleOptions = {},
  trace?: AssemblyTrace,
): Outcome<MarkedCode> {
  const text = typeof input === 'string' ? encodeText(input) : input;
  return reading(
    text,
    (bytes, out) => {
      const assembler = new Assembler(checkedNumber(platform), options, bytes, out, trace);
      return { bytes: assembler.run(), marks: assembler.marks };
    },
    options,
  );
}

/** An instruction to be encoded. */
export interface Encoded {
  readonly instruction: Instruction;
  readonly shape: Shape;
  readonly shapes: PlatformShapes;
}

/** Encodes the instruction of a statement into four zeroed words. @throws RangeError when a value has no encoding. */
export function encodeStatement({ instruction, shape, shapes }: Encoded, words: Words): void {
  const encoder = new Encoder(instruction, shape, shapes, words);
  encodeImplied(encoder);
  encode(encoder);
}

/** Why encoded words do not mean the instruction: some combinations are invalid although each field is valid. */
export function objectionToWords({ instruction, shape, platform }: Statement, words: Words, reader: InstructionReader): string | undefined {
  return objectionTo(instruction, shape, platform) ?? reader.readWords(words).problem;
}

/** The words of an instruction. */
function encodedText(text: string, platform: number): Uint32Array {
  const statement = new Statement(text, platform);
  parseInstruction(statement);
  const words = new Uint32Array(4);
  encodeStatement(statement, words);
  return words;
}

class Assembler {
  readonly marks: Mark[] = [];
  private readonly options: AssembleOptions;
  private readonly trace: AssemblyTrace | undefined;
  private readonly bytes: Bytes;
  private readonly p: Statement;
  private readonly out: Reporter;
  private readonly layout: Layout;
  private readonly reader: InstructionReader;
  private readonly words = new Uint32Array(4);
  /** Position of the first note after those that have been read; the length of the text if there is none. */
  private nextNote = -1;

  constructor(platform: number, options: AssembleOptions, bytes: Bytes, out: Reporter, trace: AssemblyTrace | undefined) {
    this.options = options;
    this.trace = trace;
    this.bytes = bytes;
    this.p = new Statement(byteText(bytes.data), platform);
    this.out = out;
    this.layout = new Layout(platform, LEAST_WORDS + bytes.length / CHARACTERS);
    this.reader = new InstructionReader(platform);
  }

  run(): Uint8Array {
    const { layout, out, p } = this;
    const { budget } = out;
    for (;;) {
      try {
        if (!this.skip()) break;
        budget.tick();
        this.statement(p.at);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        this.report(error);
        if (!out.charge(COST.extra, this.bytes.span(Math.min(p.at, this.bytes.length)), '')) break;
        p.skipLine();
      }
    }
    layout.resolve((fault) => this.report(fault));
    return layout.bytes();
  }

  private report(fault: Fault): void {
    const most = this.bytes.length;
    const span = this.bytes.span(Math.min(fault.start, most), Math.min(fault.end, most));
    // Its message may suggest a word, which is a search among all words.
    this.out.report(fault.code, span, '', this.out.full ? '' : fault.message);
  }

  /** Moves to the next statement, or to a note without a statement; `false` at the end of the text. */
  private skip(): boolean {
    const { p } = this;
    for (;;) {
      if (!p.atEnd()) return p.at < p.text.length;
      // A comment that contains more than a note is not a note: listings quote names of their file.
      if (p.text.charCodeAt(p.at) !== SLASH) p.at++;
      else if (p.at === this.findNote()) return true;
      else p.skipLine();
    }
  }

  private statement(start: number): void {
    const { layout, p } = this;
    if (p.text.charCodeAt(start) === SLASH && start === this.findNote()) {
      this.alone(this.note(start, p.text.indexOf('\n', start)), start);
      return;
    }
    if (layout.isOver) p.fail('eu-text/note', 'bytes that do not fill instructions come last', start);
    const label = parseLabel(p);
    if (label !== undefined) {
      this.trace?.label(label, start, true);
      if (!layout.define(label)) p.fail('eu-text/label', `the label ${label} is defined twice`, start);
      return;
    }
    const note = this.noteOf(start);
    const offset = layout.end;
    if (note?.kind === 'words') {
      p.skipLine();
      layout.add(note.words);
    } else if (p.text.charCodeAt(start) === DOT) {
      layout.add(parseInline(p));
      this.trace?.statement(start, p.at, offset);
    } else {
      parseInstruction(p);
      for (const { name, start: at } of p.references) if (name !== '') this.trace?.label(name, at, false);
      const end = p.at;
      this.encode(start, note);
      this.trace?.statement(start, end, offset);
      // The note has been read.
      if (note !== undefined) p.skipLine();
    }
  }

  /** Applies a note without a statement: it stands for code without text, or names a position. */
  private alone(note: Note, start: number): void {
    const { layout, p } = this;
    p.skipLine();
    if (note.kind === 'mark') {
      const from = p.text.indexOf(note.name, start + NOTE.length) + note.name.length + 1;
      this.marks.push({ name: note.name, text: note.text, offset: layout.end, start: from, end: from + note.text.length });
      return;
    }
    if (layout.isOver) p.fail('eu-text/note', 'bytes that do not fill instructions come last', start);
    if (note.kind === 'words') layout.add(note.words);
    else if (note.kind === 'bytes') layout.addBytes(note.bytes);
    else if (note.kind === 'align') this.align(note.multiple, start);
    else if (note.kind === 'zeros') this.zeros(note.least, note.multiple, start);
    else p.fail('eu-text/note', 'the note bits must follow an instruction in the same line', p.at - 1);
  }

  private align(multiple: number, start: number): void {
    const { layout, p } = this;
    const missing = layout.missing(multiple);
    if (missing === 0) return;
    this.charge(missing, start);
    const nop = encodedText('nop', p.platform);
    for (let rest = missing; rest >= 16; rest -= 16) layout.add(nop);
    if (missing % 16 === 0) return;
    const short = p.platform < XE ? nop : encodedText('sync.nop null', p.platform);
    if (p.platform < XE || !compact(short, p.platform))
      p.fail('eu-text/compact', 'no instruction of 8 bytes can fill the space before this place', start);
    layout.add(short.subarray(0, 2));
  }

  private zeros(least: number, multiple: number, start: number): void {
    this.charge(least + multiple, start);
    this.layout.addZeros(least, multiple);
  }

  /** Charges for bytes, because a few digits can request many. */
  private charge(bytes: number, start: number): void {
    if (!this.out.budget.charge('output', bytes, this.bytes.span(start)))
      this.p.fail('eu-text/note', 'the budget does not allow so many bytes', start);
  }

  /** Position of the next note. */
  private findNote(): number {
    const { text, at } = this.p;
    if (this.nextNote < at) {
      const start = text.indexOf(NOTE, at);
      this.nextNote = start < 0 ? text.length : start;
    }
    return this.nextNote;
  }

  /** The note in the line of a statement, if it has one. */
  private noteOf(start: number): Note | undefined {
    const { p } = this;
    const at = this.findNote();
    if (at === p.text.length) return undefined;
    const end = p.text.indexOf('\n', start);
    if (at > end) return undefined;
    const note = this.note(at, end);
    if (note.kind !== 'bits' && note.kind !== 'words') p.fail('eu-text/note', `${note.kind} is on a line of its own`, start, end);
    return note;
  }

  private note(at: number, end: number): Note {
    const { p } = this;
    return parseNote(p.text.slice(at, end)) ?? p.fail('eu-text/note', 'this is not a note; docs/assembly.md lists them', at, end);
  }

  private encode(start: number, note: Note | undefined): void {
    const { p, layout, words } = this;
    const { instruction, shape, references } = p;
    words.fill(0);
    try {
      encodeStatement(p, words);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      p.fail('eu-text/encoding', error.message, start);
    }
    const objection = objectionToWords(p, words, this.reader);
    if (objection !== undefined) p.fail('eu-text/encoding', objection, start);
    const bits = note?.kind === 'bits' ? note.bits : undefined;
    if (bits !== undefined) putBits(words, bits);
    const mustCompact = (instruction.options & COMPACTED) !== 0;
    const canCompact = mustCompact || (this.options.compact === true && !p.isNative && references.length === 0);
    const native = mustCompact && references.length > 0 ? words.slice() : undefined;
    const isShort = canCompact && compact(words, p.platform);
    if (!isShort && mustCompact) p.fail('eu-text/compact', `this ${shape.mnemonic} has no compacted form`, start);
    for (const { name, distance, index, start, end } of references)
      layout.refer({ label: name, distance, index, start, end }, shape, bits, native);
    layout.keep(words, isShort, mustCompact);
  }
}
