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
import type { Line, Part } from './line.ts';
import { Operand } from './model.ts';
import { InstructionWriter, tailText } from './print-instruction.ts';
import { registerText, tokensText, UNKNOWN, valueText } from './print-operand.ts';
import type { Reading } from './read.ts';
import { Row, type Sink, Text, type Variable } from './row.ts';
import { INVALID_SCOREBOARD, type ScoreboardEntry } from './scoreboard.ts';
import type { DataType } from './table/types.ts';

/** Constant texts: many forms have the same. What a hostile input could make long starts over. */
const constants = new Map<string, Text>();
const MOST_CONSTANTS = 10_000;

function constant(text: string): Text {
  let known = constants.get(text);
  if (known === undefined) {
    if (constants.size === MOST_CONSTANTS) constants.clear();
    known = new Text(text);
    constants.set(text, known);
  }
  return known;
}

/** A part that is being recorded. */
class Draft {
  lead = '';
  before = '';
  after = '';
  variable: Variable | undefined = undefined;
  operand: FormOperand | undefined = undefined;
  width = -1;
  hidden = 0;

  text(): Part {
    const { variable, operand, width, hidden } = this;
    return { lead: constant(this.lead), before: constant(this.before), after: constant(this.after), variable, operand, width, hidden };
  }
}

/** Notes what is written of the first instruction of a form. */
class Recorder implements Sink {
  private readonly form: Form;
  private readonly parts: Draft[] = [];
  private draft = new Draft();
  private isOpen = false;
  /** Whether all that depends on numbers has been noted as such. */
  isWhole = true;
  private readonly missing: Set<FormOperand>;

  constructor(form: Form) {
    this.form = form;
    this.missing = new Set([form.dst, ...form.sources].filter((one) => one !== undefined));
  }

  add(text: string): void {
    const { draft } = this;
    if (!this.isOpen) draft.lead += text;
    else if (draft.variable === undefined) draft.before += text;
    else draft.after += text;
  }

  spaces(count: number): void {
    this.add(' '.repeat(count));
  }

  hex(value: number, digits: number): void {
    this.add(`0x${value.toString(16).toUpperCase().padStart(digits, '0')}`);
  }

  column(text: string, width: number, hidden = 0): void {
    this.open();
    this.add(text);
    this.close(width, hidden);
  }

  open(): void {
    this.isOpen = true;
  }

  close(width: number, hidden = 0): void {
    const { draft } = this;
    draft.width = width;
    // Of values nothing counts, however long they are.
    draft.hidden = draft.variable === 'value' || draft.variable === 'label' ? 0 : hidden;
    this.isOpen = false;
    this.finish();
  }

  variable(kind: Variable, operand: Operand | undefined, text: string): void {
    const found = this.operandOf(operand);
    const depends = kind === 'options' ? this.form.layout.scoreboard.mask !== 0 : found !== undefined;
    if (!depends) {
      this.add(text);
      return;
    }
    const { draft } = this;
    if (draft.variable !== undefined || text === UNKNOWN || operand?.type?.name === 'b') this.isWhole = false;
    if (found !== undefined) this.missing.delete(found);
    draft.variable = kind;
    draft.operand = found;
    if (!this.isOpen) this.finish();
  }

  private operandOf(operand: Operand | undefined): FormOperand | undefined {
    const { first, dst, sources } = this.form;
    if (operand === undefined) return undefined;
    return operand === first.dst ? dst : sources[first.sources.indexOf(operand)];
  }

  private finish(): void {
    this.parts.push(this.draft);
    this.draft = new Draft();
  }

  /** The line, if it says which texts are variable. */
  line(options: (Text | undefined)[]): Line | undefined {
    if (!this.isWhole || this.missing.size > 0) return undefined;
    // Everything before the first number is one text.
    const row = new Row();
    row.start();
    let first = 0;
    for (; this.parts[first]?.variable === undefined && first < this.parts.length; first++) {
      const { lead, before, width, hidden } = this.parts[first] as Draft;
      row.add(lead);
      row.column(before, width, hidden);
    }
    const { shortage } = row;
    const next = this.parts[first] ?? this.draft;
    next.lead = row.take() + next.lead;
    return { parts: this.parts.slice(first).map((part) => part.text()), end: constant(this.draft.lead), shortage, options };
  }
}

/** Texts of immediates that are kept, a power of two. */
const VALUES = 8192;

/** Texts of immediates: code has few, each many times (bench: machine-code). */
class Values {
  private readonly lows = new Int32Array(VALUES);
  private readonly highs = new Int32Array(VALUES);
  private readonly types: (DataType | undefined)[] = new Array<undefined>(VALUES).fill(undefined);
  private readonly texts: Text[] = [];
  private readonly scratch = new Operand();

  get(type: DataType | undefined, low: number, high: number): Text {
    const place = (Math.imul(low ^ (type?.bits ?? 0), 0x9e37_79b1) ^ Math.imul(high, 0x85eb_ca6b)) >>> (Math.clz32(VALUES) + 1);
    if (this.types[place] === type && this.lows[place] === (low | 0) && this.highs[place] === (high | 0)) return this.texts[place] as Text;
    const { scratch } = this;
    scratch.type = type;
    scratch.low = low;
    scratch.high = high;
    const text = new Text(valueText(scratch));
    this.lows[place] = low;
    this.highs[place] = high;
    this.types[place] = type;
    this.texts[place] = text;
    return text;
  }
}

/** Texts of general registers, by subregister and number: with the subregister, or without one that is 0. */
class RegisterTexts {
  private readonly rows: (Text | undefined)[][] = [];
  private readonly withSub: boolean;

  constructor(withSub: boolean) {
    this.withSub = withSub;
  }

  get(operand: FormOperand, words: Words): Text {
    const sub = operand.sub(words);
    const number = operand.number(words);
    return this.rows[sub]?.[number] ?? this.make(operand.read(words));
  }

  private make(operand: Operand): Text {
    while (this.rows.length <= operand.sub) this.rows.push([]);
    const row = this.rows[operand.sub] as (Text | undefined)[];
    while (row.length <= operand.number) row.push(undefined);
    const text = new Text(registerText(operand, this.withSub));
    row[operand.number] = text;
    return text;
  }
}

const withSub = new RegisterTexts(true);
const bare = new RegisterTexts(false);
const values = new Values();
/** By the table of scoreboards and the set of options. */
const optionTexts = new Map<readonly ScoreboardEntry[], Map<number, (Text | undefined)[]>>();

/** The line of a form; null for one that depends on numbers in other ways. */
function lineOf(form: Form, platform: number): Line | null {
  const recorder = new Recorder(form);
  new InstructionWriter(platform, {}, recorder).write(form.first);
  let bySet = optionTexts.get(form.scoreboards);
  if (bySet === undefined) {
    bySet = new Map();
    if (form.layout.scoreboard.mask !== 0) optionTexts.set(form.scoreboards, bySet);
  }
  const texts = bySet.get(form.first.options) ?? [];
  bySet.set(form.first.options, texts);
  return recorder.line(texts) ?? null;
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
    form.line ??= lineOf(form, this.platform);
    const { line } = form;
    if (line === null) return false;
    const { row } = this;
    const { parts } = line;
    row.start(line.shortage);
    for (let i = 0; i < parts.length; i++) {
      const { lead, before, after, width, hidden, variable, operand } = parts[i] as Part;
      row.copy(lead);
      row.open();
      row.copy(before);
      let uncounted = hidden;
      if (variable === 'options') row.copy(this.options(form, line, reading.words));
      else if (operand !== undefined) uncounted += this.number(variable, operand, reading);
      row.copy(after);
      if (width >= 0) row.close(width, uncounted);
    }
    row.copy(line.end);
    return true;
  }

  /** Writes the text of a number; the result is how many of its characters do not count for the width of its column. */
  private number(variable: Variable | undefined, operand: FormOperand, { words, offset }: Reading): number {
    const { row } = this;
    if (variable === 'register' || variable === 'bare') {
      row.copy((variable === 'register' ? withSub : bare).get(operand, words));
      return 0;
    }
    if (variable === 'value') {
      const text = values.get(operand.first.type, operand.low(words), operand.high(words));
      row.copy(text);
      return text.length;
    }
    const text = variable === 'label' ? labelName(offset + operand.distance(words)) : tokensText(operand.low(words));
    row.add(text);
    return text.length;
  }

  private options({ layout, first, scoreboards }: Form, { options }: Line, words: Words): Text {
    const { word, shift, mask } = layout.scoreboard;
    const bits = ((words[word] as number) >>> shift) & mask;
    let text = options[bits];
    if (text === undefined) {
      const scoreboard = scoreboards[bits];
      text = new Text(tailText(first.options, scoreboard === INVALID_SCOREBOARD ? undefined : scoreboard));
      options[bits] = text;
    }
    return text;
  }
}
