/** Assembly → machine code, the inverse of `disassemble`. */
import { Bytes, byteText, CHAR, encodeText } from '../bytes/index.ts';
import { Fault, type Outcome, Reporter } from '../diag/index.ts';
import { objectionTo } from './check.ts';
import { encode } from './encode.ts';
import { compact } from './encode-compact.ts';
import { encodeImplied } from './encode-implied.ts';
import { Encoder } from './encoder.ts';
import { Layout, labelOf } from './labels-write.ts';
import type { Words } from './layout.ts';
import { optionBit } from './model.ts';
import { type MarkName, NOTE, type Note, parseNote, putBits } from './notes.ts';
import { parseInline, parseInstruction, parseLabel } from './parse.ts';
import { checkedNumber } from './read.ts';
import { InstructionReader } from './read-instruction.ts';
import type { Shape } from './shapes.ts';
import { Statement } from './statement.ts';
import { type Platform, XE } from './table/platforms.ts';
import { type TextForms, textFormsOf } from './text-forms.ts';
import { pastBlanks } from './text-scan.ts';

export interface AssembleOptions {
  /** Whether to compact instructions that have neither the option `Compacted` nor `NoCompact`, where possible. */
  readonly compact?: boolean;
}

/** A position in code that a comment of the text names; see `notes.ts`. */
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

const { tab: TAB, newline: NEWLINE, return: RETURN, space: SPACE, slash: SLASH, semicolon: SEMICOLON, dot: DOT } = CHAR;
const { zero: ZERO, nine: NINE, colon: COLON } = CHAR;
const L = 0x4c;

/** Initial capacity in words, besides that for the length of the text: a listing has many characters per word, and any text a few words. */
const LEAST_WORDS = 64;
const CHARACTERS = 24;
const COMPACTED = optionBit('Compacted');

/**
 * The machine code of a text: the bytes that `iga64 -a` writes for it. Notes in comments add what assembly cannot express: see `notes.ts`.
 *
 * A statement that cannot be assembled is skipped, with a diagnostic of `eu-text/…` whose span is the faulty part. After an error the
 * bytes are unusable. Offsets of spans are in bytes of the text.
 *
 * @throws TypeError for an unknown platform.
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

/** As {@link assemble}; also returns the positions that comments name. */
export function assembleMarked(
  input: string | Uint8Array | Bytes,
  platform: Platform,
  options: AssembleOptions = {},
  reporter?: Reporter,
): Outcome<MarkedCode> {
  const bytes = Bytes.from(typeof input === 'string' ? encodeText(input) : input);
  const out = reporter ?? new Reporter(bytes.length);
  const assembler = new Assembler(checkedNumber(platform), options, bytes, out);
  return { value: { bytes: assembler.run(), marks: assembler.marks }, diagnostics: out.diagnostics };
}

/** Encodes the instruction of a statement into four zeroed words. @throws RangeError when a value has no encoding. */
export function encodeStatement({ instruction, shape, shapes }: Statement, words: Words): void {
  const encoder = new Encoder(instruction, shape, shapes, words);
  encodeImplied(encoder);
  encode(encoder);
}

/** Why encoded words do not mean the instruction: some combinations are invalid although each field is valid. */
export function objectionToWords({ instruction, shape, platform }: Statement, words: Words, reader: InstructionReader): string | undefined {
  const [w0, w1, w2, w3] = words as unknown as [number, number, number, number];
  return objectionTo(instruction, shape, platform) ?? reader.readNative(0, w0, w1, w2, w3).problem;
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

class Assembler {
  readonly marks: Mark[] = [];
  private readonly options: AssembleOptions;
  private readonly bytes: Bytes;
  private readonly text: Uint8Array;
  private readonly view: DataView;
  /** The last line feed at least four bytes before the end; -1 for none. */
  private readonly lastFeed: number;
  /** Current position in the text. */
  private at = 0;
  /** The parser. It gets the text as strings of one line each, because only few lines need it (bench: machine-code). */
  private readonly p: Statement;
  /** Position of the parser's string in the text. */
  private base: number;
  private readonly out: Reporter;
  private readonly layout: Layout;
  private readonly reader: InstructionReader;
  private readonly forms: TextForms;
  private readonly words = new Uint32Array(4);
  /** Position of the next note in the line (-1 for none), and the end of the line that was searched for it. */
  private nextNote = -1;
  private lineEnd = -1;

  constructor(platform: number, options: AssembleOptions, bytes: Bytes, out: Reporter) {
    const { data } = bytes;
    this.options = options;
    this.bytes = bytes;
    this.text = data;
    this.view = new DataView(data.buffer, data.byteOffset, data.length);
    this.lastFeed = data.length < 4 ? -1 : data.lastIndexOf(NEWLINE, data.length - 4);
    this.base = data.length;
    this.p = new Statement('', platform);
    this.out = out;
    this.layout = new Layout(platform, LEAST_WORDS + data.length / CHARACTERS);
    this.reader = new InstructionReader(platform);
    this.forms = textFormsOf(platform);
  }

  run(): Uint8Array {
    const { layout } = this;
    for (;;) {
      try {
        if (!this.skip()) break;
        this.out.tick();
        this.statement();
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        this.report(error, this.base);
        this.p.skipLine();
        this.at = this.base + this.p.at;
      }
    }
    layout.resolve((fault) => {
      this.report(fault, 0);
      return true;
    });
    return layout.bytes();
  }

  /** @param base start of the text that the positions are relative to */
  private report(fault: Fault, base: number): void {
    const most = this.bytes.length;
    const span = this.bytes.span(Math.min(base + fault.start, most), Math.min(base + fault.end, most));
    // Its message may suggest a word, which is a search among all words.
    this.out.report(fault.code, span, '', this.out.full ? '' : fault.message);
  }

  /** Moves to the next statement, or to a note without a statement; `false` at the end of the text. */
  private skip(): boolean {
    const { text } = this;
    for (this.skipBlanks(); this.at < text.length; this.skipBlanks()) {
      const c = text[this.at];
      if (c === SEMICOLON) this.at++;
      else if (c !== SLASH) return true;
      else {
        const p = this.parser();
        // A comment that contains more than a note is not a note: listings quote names of their file.
        const isStatement = !p.atEnd() || p.at === this.findNote();
        if (!isStatement && p.text.charCodeAt(p.at) === SLASH) p.skipLine();
        this.at = this.base + p.at;
        if (isStatement) return true;
      }
    }
    return false;
  }

  private skipBlanks(): void {
    const { view, text, lastFeed } = this;
    let { at } = this;
    while (at < lastFeed && isBlank(text[at] as number)) at = text[at] === NEWLINE ? at + 1 : pastBlanks(view, at);
    while (at < text.length && isBlank(text[at] as number)) at++;
    this.at = at;
  }

  private statement(): void {
    if (this.isKnown()) return;
    const p = this.parser();
    this.parse(p, p.at);
    this.at = this.base + p.at;
  }

  /** The parser, at the current position. */
  private parser(): Statement {
    const { p, text, at, base } = this;
    if (at < base || at - base >= p.text.length) {
      const feed = text.indexOf(NEWLINE, at);
      const line = byteText(text.subarray(at, feed < 0 ? text.length : feed + 1));
      // A comment may extend over several lines.
      const isLine = !line.includes('/*');
      this.base = isLine ? at : 0;
      p.restart(isLine ? line : byteText(text));
      this.lineEnd = -1;
    }
    p.at = at - this.base;
    return p;
  }

  private parse(p: Statement, start: number): void {
    const { layout } = this;
    if (p.text.charCodeAt(start) === SLASH && start === this.findNote()) {
      this.alone(this.note(start, p.text.indexOf('\n', start)), start);
      return;
    }
    if (layout.isOver) p.fail('eu-text/note', 'bytes that do not fill instructions come last', start);
    const label = parseLabel(p);
    if (label !== undefined) {
      if (!layout.define(labelOf(label))) p.fail('eu-text/label', `the label ${label} is defined twice`, start);
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

  /** Assembles a statement that equals an earlier one, without the parser. Returns false if there is none, or if it has a note. */
  private isKnown(): boolean {
    const { p, layout, forms, words } = this;
    if (layout.isOver) return false;
    if (this.text[this.at] === L && this.definesLabel()) return true;
    if (!forms.find(this.view, this.at, this.lastFeed, words)) return false;
    const canCompact = !forms.hasLabels && (forms.isCompacted || (this.options.compact === true && !forms.isNative));
    const isShort = canCompact && compact(words, p.platform);
    if (!isShort && forms.isCompacted) return false;
    if (forms.hasLabels) forms.refer(layout, p.shapes.shapes[(words[0] as number) & 127] as Shape);
    layout.keep(words, isShort, forms.isCompacted);
    this.at = forms.end;
    return true;
  }

  /** Defines a label that is alone in its line, spelled as labels are printed. Returns false for another spelling or a defined label. */
  private definesLabel(): boolean {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    let label = 0;
    for (let c = text[at] as number; c >= ZERO && c <= NINE && at - start < 9; c = text[++at] as number) label = 10 * label + c - ZERO;
    const isUsual = at > start && (text[start] !== ZERO || at === start + 1);
    if (!isUsual || text[at] !== COLON || text[at + 1] !== NEWLINE || !this.layout.define(label)) return false;
    this.at = at + 1;
    return true;
  }

  /** Applies a note without a statement: it stands for code without text, or names a position. */
  private alone(note: Note, start: number): void {
    const { layout, p } = this;
    p.skipLine();
    if (note.kind === 'mark') {
      const from = p.text.indexOf(note.name, start + NOTE.length) + note.name.length + 1;
      const at = this.base + from;
      this.marks.push({ name: note.name, text: note.text, offset: layout.end, start: at, end: at + note.text.length });
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
    if (!this.out.budget.charge('output', bytes, this.bytes.span(this.base + start)))
      this.p.fail('eu-text/note', 'the budget does not allow so many bytes', start);
  }

  /** Position of the next note in this line; -1 for none. Known forms have no note, so only other lines are searched. */
  private findNote(): number {
    const { text, at } = this.p;
    if (at <= this.lineEnd && (this.nextNote < 0 || this.nextNote >= at)) return this.nextNote;
    if (at > this.lineEnd) this.lineEnd = text.indexOf('\n', at);
    const found = text.slice(at, this.lineEnd).indexOf(NOTE);
    this.nextNote = found < 0 ? -1 : at + found;
    return this.nextNote;
  }

  /** The note in the line of a statement, if it has one. */
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
    const { p, layout, words, base } = this;
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
    this.forms.keep(p, base + p.at, this.view, words);
    const bits = note?.kind === 'bits' ? note.bits : undefined;
    if (bits !== undefined) putBits(words, bits);
    const mustCompact = (instruction.options & COMPACTED) !== 0;
    const canCompact = mustCompact || (this.options.compact === true && !p.isNative && references.length === 0);
    const native = mustCompact && references.length > 0 ? words.slice() : undefined;
    const isShort = canCompact && compact(words, p.platform);
    if (!isShort && mustCompact) p.fail('eu-text/compact', `this ${shape.mnemonic} has no compacted form`, start);
    for (const { name, distance, index, start, end } of references)
      layout.refer({ label: labelOf(name), distance, index, start: base + start, end: base + end }, shape, bits, native);
    layout.keep(words, isShort, mustCompact);
  }
}
