/**
 * Prints instructions of the same form: their lines differ only in the texts of numbers.
 *
 * For the first instruction of a form, `print-instruction.ts` prints into a recorder, which notes where the texts of numbers are. For the
 * others, these texts are inserted into the recorded line (bench: machine-code).
 */
import type { FormOperand } from './form-operand.ts';
import type { Form } from './forms.ts';
import { labelName } from './labels.ts';
import type { Words } from './layout.ts';
import type { Draft, Spot } from './line.ts';
import { type Line, type LineTexts, lineTexts } from './line-texts.ts';
import type { Operand } from './model.ts';
import { hex } from './numbers.ts';
import { InstructionWriter, tailText } from './print-instruction.ts';
import { tokensText, UNKNOWN } from './print-operand.ts';
import type { Reading } from './read.ts';
import { Row, type Sink, type Variable } from './row.ts';
import { INVALID_SCOREBOARD, type ScoreboardEntry } from './scoreboard.ts';
import { MOST_LENGTH, putText } from './text-pool.ts';

/** Maximum bytes of a line: there are few operands, and none is longer than a list of all tokens. */
const MOST_BYTES = 8 * MOST_LENGTH;

const ASCII = /^[ -~]*$/;

/** Records what is printed for the first instruction of a form. */
class Recorder implements Sink {
  private readonly form: Form;
  private readonly texts: LineTexts;
  /** Everything before the first variable text. */
  private readonly row = new Row();
  private readonly drafts: Draft[] = [];
  /** For the open column: its characters, and the variable ones among them. */
  private taken = 0;
  private isOpen = false;
  private inColumn: Variable | undefined = undefined;
  /** Maximum number of characters in the line. */
  private length = 0;
  /** Whether everything that depends on numbers has been recorded as variable. */
  private isWhole = true;
  private readonly missing: Set<FormOperand>;

  constructor(form: Form, texts: LineTexts) {
    this.form = form;
    this.texts = texts;
    this.row.start();
    this.missing = new Set([form.operands.dst, ...form.operands.sources].filter((one) => one !== undefined));
  }

  add(text: string): void {
    if (!ASCII.test(text)) this.isWhole = false;
    this.taken += text.length;
    this.length += text.length;
    const draft = this.drafts.at(-1);
    if (draft === undefined) this.row.add(text);
    else draft.pieces.push(text);
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
    const draft = this.drafts.at(-1);
    if (draft === undefined) this.row.open();
    else draft.pieces.push(undefined);
  }

  close(width: number, hidden = 0): void {
    this.isOpen = false;
    this.length += width;
    // For values the length does not matter.
    const others = this.inColumn === 'value' || this.inColumn === 'label' ? 0 : hidden;
    const draft = this.drafts.at(-1);
    if (draft === undefined) this.row.close(width, others);
    else draft.pieces.push({ width, hidden: others });
  }

  variable(variable: Variable, operand: Operand | undefined, text: string): void {
    const found = this.operandOf(operand);
    const depends = variable === 'options' ? this.form.layout.scoreboard.mask !== 0 : found !== undefined;
    if (!depends) {
      this.add(text);
      return;
    }
    // A byte is printed as its character.
    const isByte = variable === 'value' && operand?.type?.name === 'b';
    if (isByte || text === UNKNOWN || (this.isOpen && this.inColumn !== undefined)) this.isWhole = false;
    if (found !== undefined) this.missing.delete(found);
    const isCounted = this.isOpen && (variable === 'register' || variable === 'bare');
    this.drafts.push({ variable, operand: found, counted: isCounted ? 15 : 0, taken: this.taken, pieces: [] });
    this.inColumn = variable;
  }

  private operandOf(operand: Operand | undefined): FormOperand | undefined {
    const { first, dst, sources } = this.form.operands;
    if (operand === undefined) return undefined;
    return operand === first.dst ? dst : sources[first.sources.indexOf(operand)];
  }

  /** The line, if everything variable in it is known. */
  line(): Line | undefined {
    if (!this.isWhole || this.missing.size > 0 || this.length > MOST_LENGTH) return undefined;
    const { texts, row, drafts, form } = this;
    const options = texts.optionsOf(form.scoreboards, form.operands.first.options);
    const first = drafts.reduceRight<Spot | undefined>((next, draft) => texts.spot(draft, next, options), undefined);
    const { shortage } = row;
    return { texts, start: texts.start(row.flush()), debt: shortage, first };
  }
}

/** The line of a form; null if it depends on numbers in other ways. */
function lineOf(form: Form, platform: number, texts: LineTexts): Line | null {
  const recorder = new Recorder(form, texts);
  new InstructionWriter(platform, {}, recorder).write(form.operands.first);
  return recorder.line() ?? null;
}

/** Prints lines by their forms. */
export class LineWriter {
  private readonly platform: number;
  private readonly row: Row;

  constructor(platform: number, row: Row) {
    this.platform = platform;
    this.row = row;
  }

  /** Prints the line of the current instruction, without its line feed. Returns false if its form has no line. */
  write(form: Form, reading: Reading): boolean {
    const texts = lineTexts();
    if (form.line === undefined || (form.line !== null && form.line.texts !== texts)) form.line = lineOf(form, this.platform, texts);
    const { line } = form;
    if (line === null) return false;
    const { row } = this;
    const { pool, after } = texts;
    const view = row.withCapacity(MOST_BYTES);
    let { debt } = line;
    let at = putText(view, row.size, pool.words, line.start);
    for (let spot = line.first; spot !== undefined; spot = spot.next) {
      const text = this.text(spot, form, texts, reading);
      if (text !== 0) at = putText(view, at, pool.words, text);
      else {
        row.size = at;
        row.add(otherText(spot, reading));
        at = row.size;
      }
      const counted = text & spot.counted;
      let following = debt === 0 ? (after.texts[spot.place + counted] as number) : 0;
      if (following === 0) {
        const made = spot.between.make(debt, counted, pool, after);
        following = made.text;
        debt = made.debt;
      }
      at = putText(view, at, pool.words, following);
    }
    row.size = at;
    return true;
  }

  /** The cached text of a number; 0 for one that is not cached. */
  private text({ variable, operand, options }: Spot, form: Form, texts: LineTexts, { words }: Reading): number {
    if (operand === undefined) return this.options(form, options, texts, words);
    if (variable === 'register') return texts.registers.get(operand, words);
    if (variable === 'bare') return texts.bareRegisters.get(operand, words);
    if (variable === 'value') return texts.values.get(operand.first.type, operand.low(words), operand.high(words));
    return 0;
  }

  private options({ layout, operands, scoreboards }: Form, options: number[], texts: LineTexts, words: Words): number {
    const { word, shift, mask } = layout.scoreboard;
    const bits = ((words[word] as number) >>> shift) & mask;
    return (options[bits] as number) || this.makeOptions(operands.first.options, scoreboards[bits], options, bits, texts);
  }

  private makeOptions(set: number, scoreboard: ScoreboardEntry, options: number[], bits: number, { pool }: LineTexts): number {
    const text = pool.add(tailText(set, scoreboard === INVALID_SCOREBOARD ? undefined : scoreboard));
    options[bits] = text;
    return text;
  }
}

/** A text that is not cached. */
function otherText({ variable, operand }: Spot, { words, offset }: Reading): string {
  if (operand === undefined) return '';
  return variable === 'label' ? labelName(offset + operand.distance(words)) : tokensText(operand.low(words));
}
