/**
 * Lines of instructions that have the same form: only the texts of their numbers differ.
 *
 * The first instruction of a form is printed by `print-instruction.ts` into a recorder, which notes where the texts of numbers are. For the
 * others these texts are put between what was recorded (bench: machine-code).
 */
import type { FormOperand } from './form-operand.ts';
import type { Form } from './forms.ts';
import { labelName } from './labels.ts';
import type { Words } from './layout.ts';
import { type Line, type Piece, Spot } from './line.ts';
import { type LineTexts, lineTexts } from './line-texts.ts';
import type { Operand } from './model.ts';
import { hex } from './numbers.ts';
import { InstructionWriter, tailText } from './print-instruction.ts';
import { tokensText, UNKNOWN } from './print-operand.ts';
import type { Reading } from './read.ts';
import { Row, type Sink, type Variable } from './row.ts';
import { INVALID_SCOREBOARD } from './scoreboard.ts';
import { MOST_LENGTH } from './text-pool.ts';

const ASCII = /^[ -~]*$/;

/** Notes what is written of the first instruction of a form. */
class Recorder implements Sink {
  private readonly form: Form;
  private readonly texts: LineTexts;
  /** Everything before the first variable text. */
  private readonly row = new Row();
  private readonly spots: Spot[] = [];
  /** The variable text that came last, and what followed it so far. */
  private spot: Omit<Spot, 'after'> | undefined = undefined;
  private pieces: Piece[] = [];
  /** Of the open column: its characters, and what of it is variable. */
  private taken = 0;
  private isOpen = false;
  private inColumn: Variable | undefined = undefined;
  /** Characters before the variable text, in its column. */
  private before = 0;
  /** Characters of the line, at most. */
  private length = 0;
  /** Whether all that depends on numbers has been noted as such. */
  private isWhole = true;
  private readonly missing: Set<FormOperand>;

  constructor(form: Form, texts: LineTexts) {
    this.form = form;
    this.texts = texts;
    this.row.start();
    this.missing = new Set([form.dst, ...form.sources].filter((one) => one !== undefined));
  }

  add(text: string): void {
    if (!ASCII.test(text)) this.isWhole = false;
    this.taken += text.length;
    this.length += text.length;
    if (this.spot === undefined) this.row.add(text);
    else this.pieces.push(text);
  }

  spaces(count: number): void {
    if (count > 0) this.add(' '.repeat(count));
  }

  hex(value: number, digits: number): void {
    this.add(hex(value, digits));
  }

  column(text: string, width: number, hidden = 0): void {
    this.open();
    this.add(text);
    this.close(width, hidden);
  }

  open(): void {
    this.isOpen = true;
    this.inColumn = undefined;
    this.taken = 0;
    if (this.spot === undefined) this.row.open();
    else this.pieces.push(undefined);
  }

  close(width: number, hidden = 0): void {
    this.isOpen = false;
    this.length += width;
    // Of values nothing counts, however long they are.
    const others = this.inColumn === 'value' || this.inColumn === 'label' ? 0 : hidden;
    if (this.spot === undefined) this.row.close(width, others);
    else this.pieces.push({ width, hidden: others });
  }

  variable(variable: Variable, operand: Operand | undefined, text: string): void {
    const found = this.operandOf(operand);
    const depends = variable === 'options' ? this.form.layout.scoreboard.mask !== 0 : found !== undefined;
    if (!depends) {
      this.add(text);
      return;
    }
    // A byte is written as the character that it is.
    const isByte = variable === 'value' && operand?.type?.name === 'b';
    if (isByte || text === UNKNOWN || (this.isOpen && this.inColumn !== undefined)) this.isWhole = false;
    if (found !== undefined) this.missing.delete(found);
    this.finish();
    const isCounted = this.isOpen && (variable === 'register' || variable === 'bare');
    this.spot = { variable, operand: found, counted: isCounted ? 15 : 0 };
    this.before = this.taken;
    this.inColumn = variable;
  }

  private operandOf(operand: Operand | undefined): FormOperand | undefined {
    const { first, dst, sources } = this.form;
    if (operand === undefined) return undefined;
    return operand === first.dst ? dst : sources[first.sources.indexOf(operand)];
  }

  private finish(): void {
    const { spot, texts, pieces, before } = this;
    if (spot !== undefined) this.spots.push(new Spot(spot.variable, spot.operand, spot.counted, texts.between(pieces, before)));
    this.pieces = [];
  }

  /** The line, if it says which texts are variable. */
  line(): Line | undefined {
    if (!this.isWhole || this.missing.size > 0 || this.length > MOST_LENGTH) return undefined;
    this.finish();
    const { texts, row, spots, form } = this;
    const { shortage } = row;
    return { texts, start: texts.start(row.take()), debt: shortage, spots, options: texts.optionsOf(form.scoreboards, form.first.options) };
  }
}

/** The line of a form; null for one that depends on numbers in other ways. */
function lineOf(form: Form, platform: number, texts: LineTexts): Line | null {
  const recorder = new Recorder(form, texts);
  new InstructionWriter(platform, {}, recorder).write(form.first);
  return recorder.line() ?? null;
}

/** Writes lines by their forms. */
export class LineWriter {
  private readonly platform: number;
  private readonly row: Row;

  constructor(platform: number, row: Row) {
    this.platform = platform;
    this.row = row;
  }

  /** Writes the line of the instruction that is being read, without its line feed; false when its form does not say it. */
  write(form: Form, reading: Reading): boolean {
    const texts = lineTexts();
    if (form.line === undefined || (form.line !== null && form.line.texts !== texts)) form.line = lineOf(form, this.platform, texts);
    const { line } = form;
    if (line === null) return false;
    const { row } = this;
    const { words } = texts.pool;
    const { spots } = line;
    let { debt } = line;
    row.copy(words, line.start);
    for (let i = 0; i < spots.length; i++) {
      const { variable, operand, counted, after } = spots[i] as Spot;
      const text = this.text(variable, operand, form, line, reading);
      // Those that are not kept have been written.
      if (text !== 0) row.copy(words, text);
      const at = after.at(debt, text & counted);
      row.copy(words, after.texts[at] as number);
      debt = after.debts[at] as number;
    }
    return true;
  }

  /** The text of a number; 0 for one that is not kept, which is written. */
  private text(variable: Variable, operand: FormOperand | undefined, form: Form, line: Line, { words, offset }: Reading): number {
    if (operand === undefined) return this.options(form, line, words);
    const { texts } = line;
    if (variable === 'register') return texts.registers.get(operand, words);
    if (variable === 'bare') return texts.bareRegisters.get(operand, words);
    if (variable === 'value') return texts.values.get(operand.first.type, operand.low(words), operand.high(words));
    this.row.add(variable === 'label' ? labelName(offset + operand.distance(words)) : tokensText(operand.low(words)));
    return 0;
  }

  private options({ layout, first, scoreboards }: Form, { options, texts }: Line, words: Words): number {
    const { word, shift, mask } = layout.scoreboard;
    const bits = ((words[word] as number) >>> shift) & mask;
    let text = options[bits] as number;
    if (text === 0) {
      const scoreboard = scoreboards[bits];
      text = texts.pool.add(tailText(first.options, scoreboard === INVALID_SCOREBOARD ? undefined : scoreboard));
      options[bits] = text;
    }
    return text;
  }
}
