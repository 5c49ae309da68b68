/** Assembly → machine code, the inverse of `disassemble`. */
import { Bytes, byteText, CHAR, encodeText } from '../bytes/index.ts';
import { COST, Fault, type Outcome, Reporter } from '../diag/index.ts';
import { objectionTo } from './check.ts';
import { encode } from './encode.ts';
import { compact } from './encode-compact.ts';
import { encodeImplied } from './encode-implied.ts';
import { Encoder } from './encoder.ts';
import { Layout } from './labels-write.ts';
import type { Words } from './layout.ts';
import { optionBit } from './model.ts';
import { type MarkName, NOTE, type Note, parseNote, putBits } from './notes.ts';
import { parseInline, parseInstruction, parseLabel } from './parse.ts';
import { checkedNumber } from './read.ts';
import { InstructionReader } from './read-instruction.ts';
import type { Shape } from './shapes.ts';
import { type Reference, Statement } from './statement.ts';
import { type Platform, XE } from './table/platforms.ts';
import { type TextForms, textFormsOf } from './text-forms.ts';

export interface AssembleOptions {
  /** Instructions with neither the option `Compacted` nor `NoCompact` are compacted where they can be. */
  readonly compact?: boolean;
}

/** A place in code that a text names; see `notes.ts`. */
export interface Mark {
  readonly name: MarkName;
  /** The words after the name, without blanks at the end. */
  readonly text: string;
  /** In bytes from the start of the code. */
  readonly offset: number;
  /** Where its words are in the text, in bytes. */
  readonly start: number;
  readonly end: number;
}

export interface MarkedCode {
  readonly bytes: Uint8Array;
  /** In the order of the text. */
  readonly marks: readonly Mark[];
}

const { tab: TAB, newline: NEWLINE, return: RETURN, space: SPACE, slash: SLASH, semicolon: SEMICOLON, dot: DOT } = CHAR;
const COMPACTED = optionBit('Compacted');
const NONE: readonly Reference[] = [];

/**
 * The machine code of a text: the bytes that `iga64 -a` makes from it. Notes in comments add what the text cannot express: see `notes.ts`.
 *
 * A statement that cannot be assembled is skipped, with a diagnostic of `eu-text/…` whose span is the faulty part; if there is
 * an error, the bytes are of no use. Offsets of spans count bytes of the text.
 *
 * @throws TypeError when the platform is not known.
 *
 * @example
 * const { value, diagnostics } = assemble('mov (16|M0) r10.0<1>:f r12.0<1;1,0>:f {Compacted,A@1}', '2');
 */
export function assemble(
  input: string | Uint8Array | Bytes,
  platform: Platform,
  options: AssembleOptions = {},
  reporter?: Reporter,
): Outcome<Uint8Array> {
  const { value, diagnostics } = assembleMarked(input, platform, options, reporter);
  return { value: value.bytes, diagnostics };
}

/** As {@link assemble}, with the places that marks in comments name. */
export function assembleMarked(
  input: string | Uint8Array | Bytes,
  platform: Platform,
  options: AssembleOptions = {},
  reporter?: Reporter,
): Outcome<MarkedCode> {
  const bytes = Bytes.from(typeof input === 'string' ? encodeText(input) : input);
  const out = reporter ?? new Reporter(bytes.length);
  const statement = new Statement(byteText(bytes.data), checkedNumber(platform));
  const assembler = new Assembler(statement, options, bytes, out);
  return { value: { bytes: assembler.run(), marks: assembler.marks }, diagnostics: out.diagnostics };
}

/** Encodes the instruction of a statement into four blank words. @throws RangeError when a value has no encoding. */
export function encodeStatement({ instruction, shape, shapes }: Statement, words: Words): void {
  const encoder = new Encoder(instruction, shape, shapes, words);
  encodeImplied(encoder);
  encode(encoder);
}

/** The words of an instruction. */
function encodedText(text: string, platform: number): Uint32Array {
  const statement = new Statement(text, platform);
  parseInstruction(statement);
  const words = new Uint32Array(4);
  encodeStatement(statement, words);
  return words;
}

const isBlank = (c: number): boolean => c === SPACE || c === NEWLINE || c === TAB || c === RETURN;

/** A text with a line feed at its end. */
function endedText(text: Uint8Array): Uint8Array {
  if (text.at(-1) === NEWLINE) return text;
  const ended = new Uint8Array(text.length + 1);
  ended.set(text);
  ended[text.length] = NEWLINE;
  return ended;
}

class Assembler {
  readonly marks: Mark[] = [];
  private readonly p: Statement;
  private readonly options: AssembleOptions;
  private readonly bytes: Bytes;
  /** With a line feed at its end. */
  private readonly text: Uint8Array;
  private readonly out: Reporter;
  private readonly layout: Layout;
  private readonly reader: InstructionReader;
  private readonly forms: TextForms;
  /** Where the next note in the line is, -1 for none, and where the line ends in which it was looked for. */
  private nextNote = -1;
  private lineEnd = -1;

  constructor(statement: Statement, options: AssembleOptions, bytes: Bytes, out: Reporter) {
    this.p = statement;
    this.options = options;
    this.bytes = bytes;
    this.text = endedText(bytes.data);
    this.out = out;
    this.layout = new Layout(statement.platform);
    this.reader = new InstructionReader(statement.platform);
    this.forms = textFormsOf(statement.platform);
  }

  run(): Uint8Array {
    const { p, layout } = this;
    for (;;) {
      try {
        if (!this.skip() || !this.pays()) break;
        this.statement();
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (!this.report(error)) break;
        p.skipLine();
      }
    }
    layout.resolve((fault) => this.report(fault));
    return layout.bytes();
  }

  /** False when the budget is used up. */
  private report({ code, message, start, end }: Fault): boolean {
    const most = this.bytes.length;
    const span = this.bytes.span(Math.min(start, most), Math.min(end, most));
    this.out.report(code, span, '', message);
    return this.out.budget.charge('work', COST.fault, span);
  }

  /** Moves to the next statement, or to a note in place of one; `false` at the end of the text. */
  private skip(): boolean {
    const { p } = this;
    const { text } = p;
    for (this.skipBlanks(); p.at < text.length; this.skipBlanks()) {
      if (!p.atEnd()) return true;
      const c = text.charCodeAt(p.at);
      if (c === NEWLINE || c === SEMICOLON) p.at++;
      // A comment that only has a note in it is not one: a listing quotes names of its file.
      else if (p.at === this.findNote()) return true;
      else p.skipLine();
    }
    return false;
  }

  /** Moves past blanks and line feeds, by bytes: characters of a string take twice as long (bench: machine-code). */
  private skipBlanks(): void {
    const { p, text } = this;
    let { at } = p;
    while (at < text.length && isBlank(text[at] as number)) at++;
    p.at = at;
  }

  private statement(): void {
    const { p, layout } = this;
    const start = p.at;
    if (this.text[start] === SLASH && start === this.findNote()) {
      this.alone(this.note(start, p.text.indexOf('\n', start)), start);
      return;
    }
    if (layout.isOver) p.fail('eu-text/note', 'bytes that do not fill instructions come last', start);
    if (this.known(start)) return;
    const label = parseLabel(p);
    if (label !== undefined) {
      if (!layout.define(label)) p.fail('eu-text/label', `the label ${label} is defined twice`, start);
      return;
    }
    const note = this.noteOf(start);
    if (note?.kind === 'words') {
      p.skipLine();
      layout.add(note.words);
    } else if (p.text.charCodeAt(start) === DOT) layout.add(parseInline(p));
    else {
      parseInstruction(p);
      this.encode(start, note);
    }
  }

  /** Charges a statement; false when the budget is used up. */
  private pays(): boolean {
    const { budget } = this.out;
    return budget.tryCharge('work', COST.statement) || budget.charge('work', COST.statement, this.bytes.span(this.p.at));
  }

  /** Assembles a statement like an earlier one; false when it is not, or has a note. */
  private known(start: number): boolean {
    const { p, layout, forms } = this;
    const words = layout.blank();
    if (!forms.find(this.text, start, words)) return false;
    const shape = p.shapes.shapes[(words[0] as number) & 127] as Shape;
    const references = shape.isBranch ? forms.references(p.text) : NONE;
    const canCompact = forms.isCompacted || (this.options.compact === true && !forms.isNative && references.length === 0);
    const short = canCompact ? compact(words, p.platform) : undefined;
    if (short === undefined && forms.isCompacted) return false;
    layout.keep(shape, references, short, forms.isCompacted);
    p.at = forms.end;
    return true;
  }

  /** A note in place of code that has no text, or about the place. */
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
    else p.fail('eu-text/note', 'bits are those of an instruction in the same line', p.at - 1);
  }

  private align(multiple: number, start: number): void {
    const { layout, p } = this;
    const missing = layout.missing(multiple);
    if (missing === 0) return;
    this.charge(missing, start);
    const nop = encodedText('nop', p.platform);
    for (let rest = missing; rest >= 16; rest -= 16) layout.add([...nop]);
    if (missing % 16 === 0) return;
    const short = p.platform < XE ? undefined : compact(encodedText('sync.nop null', p.platform), p.platform);
    layout.add(short ?? p.fail('eu-text/compact', 'no instruction of 8 bytes can fill the space before this place', start));
  }

  private zeros(least: number, multiple: number, start: number): void {
    this.charge(least + multiple, start);
    this.layout.addZeros(least, multiple);
  }

  /** Charges for bytes that a few digits ask for. */
  private charge(bytes: number, start: number): void {
    if (!this.out.budget.charge('work', bytes, this.bytes.span(start)))
      this.p.fail('eu-text/note', 'there is no budget for so many bytes', start);
  }

  /** Where the next note in this line is; -1 for none. Known forms have none, so it is only looked for in lines of others. */
  private findNote(): number {
    const { text, at } = this.p;
    if (at <= this.lineEnd && (this.nextNote < 0 || this.nextNote >= at)) return this.nextNote;
    if (at > this.lineEnd) this.lineEnd = text.indexOf('\n', at);
    const found = text.slice(at, this.lineEnd).indexOf(NOTE);
    this.nextNote = found < 0 ? -1 : at + found;
    return this.nextNote;
  }

  /** The note in the line of a statement. */
  private noteOf(start: number): Note | undefined {
    const at = this.findNote();
    if (at < 0) return undefined;
    const end = this.lineEnd;
    const note = this.note(at, end);
    if (note.kind !== 'bits' && note.kind !== 'words') this.p.fail('eu-text/note', `${note.kind} is on a line of its own`, start, end);
    return note;
  }

  private note(at: number, end: number): Note {
    const { p } = this;
    this.nextNote = -1;
    return parseNote(p.text.slice(at, end)) ?? p.fail('eu-text/note', 'this is not a note; docs/assembly.md lists them', at, end);
  }

  private encode(start: number, note: Note | undefined): void {
    const { p, layout } = this;
    const { instruction, shape } = p;
    const words = layout.blank();
    try {
      encodeStatement(p, words);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      p.fail('eu-text/encoding', error.message, start);
    }
    const objection = objectionTo(instruction, shape, p.platform) ?? this.problemOf(words);
    if (objection !== undefined) p.fail('eu-text/encoding', objection, start);
    this.forms.keep(p, this.text, words);
    if (note?.kind === 'bits') putBits(words, note.bits);
    const mustCompact = (instruction.options & COMPACTED) !== 0;
    const canCompact = this.options.compact === true && !p.isNative && p.references.length === 0;
    const short = mustCompact || canCompact ? compact(words, p.platform) : undefined;
    if (short === undefined && mustCompact) p.fail('eu-text/compact', `this ${shape.mnemonic} has no compacted form`, start);
    layout.keep(shape, p.references, short, mustCompact, note?.kind === 'bits' ? note.bits : undefined);
  }

  /** Why the words are not an instruction: some combinations have no meaning though each of their fields has one. */
  private problemOf([w0, w1, w2, w3]: Words): string | undefined {
    return this.reader.readNative(0, w0 as number, w1 as number, w2 as number, w3 as number).problem;
  }
}
