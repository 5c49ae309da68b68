/**
 * Statements that differ only in numbers of registers, in immediates and in waits: the first is parsed and encoded; of the others only the
 * numbers are read, and put into the words of the first (bench: machine-code).
 *
 * What is not certain is left to the parser: statements with labels, notes or addresses, and everything that may be wrong.
 */
import type { FormOperand } from './form-operand.ts';
import { type Form, formsOf } from './forms.ts';
import { NOWHERE, type Place, type Words } from './layout.ts';
import { type OperandKind, optionBit } from './model.ts';
import { InstructionReader } from './read-instruction.ts';
import { encodeScoreboard, type Scoreboard, type ScoreboardKind } from './scoreboard.ts';
import type { Shape } from './shapes.ts';
import type { Reference, Statement } from './statement.ts';
import { PLATFORMS } from './table/platforms.ts';
import type { DataType } from './table/types.ts';
import { IMMEDIATE, LABEL, REGISTER, StatementScan, SUBREGISTER } from './text-scan.ts';

/** Forms that are kept for a platform, and places for them, a power of two. What a hostile text could make long starts over. */
const MOST_FORMS = 6000;
const PLACES = 16_384;
/** Immediates and lists of options that are kept, a power of two. */
const TEXTS = 8192;

const COMPACTED = optionBit('Compacted');

/** The kind of operand that each number is of. */
const KINDS: readonly (OperandKind | undefined)[] = [undefined, 'direct', 'direct', 'immediate', 'label'];

/** What is known of statements with the same skeleton. */
export class TextForm {
  readonly hash: number;
  readonly isCompacted: boolean;
  readonly isNative: boolean;
  private readonly size: number;
  private readonly skeleton: Int32Array;
  /** The words without the numbers. */
  private readonly w0: number;
  private readonly w1: number;
  private readonly w2: number;
  private readonly w3: number;
  /** The operand of each number of the skeleton; `undefined` where numbers are not all in operands: then the parser reads it. */
  private readonly operands: readonly FormOperand[] | undefined;
  readonly shape: Shape;
  private readonly scoreboard: Place;
  /** Registers from here on are left to the parser. */
  private readonly end: number;

  constructor(scan: StatementScan, p: Statement, scoreboard: Place, operands: readonly FormOperand[] | undefined, base: Words) {
    this.hash = scan.hash;
    this.size = scan.size;
    this.skeleton = scan.fours.slice(0, (scan.size + 3) >> 2);
    this.isCompacted = (p.instruction.options & COMPACTED) !== 0;
    this.isNative = p.isNative;
    this.shape = p.shape;
    this.scoreboard = scoreboard;
    this.operands = operands;
    this.w0 = (base[0] as number) | 0;
    this.w1 = (base[1] as number) | 0;
    this.w2 = (base[2] as number) | 0;
    this.w3 = (base[3] as number) | 0;
    // The second payload of a send must not reach past the last register.
    this.end = p.shapes.general.count - (p.shape.isSend ? Math.max(p.send.src1Length, 0) : 0);
  }

  matches({ hash, size, fours }: StatementScan): boolean {
    if (this.hash !== hash || this.size !== size) return false;
    const { skeleton } = this;
    for (let i = 0; i < skeleton.length; i++) if (skeleton[i] !== fours[i]) return false;
    return true;
  }

  /** Keeps the immediates of a statement with this skeleton, which has these words. */
  learn(text: string, { kinds, values, ends }: StatementScan, immediates: Immediates, words: Words): void {
    const { operands = [] } = this;
    for (let i = 0; i < operands.length; i++)
      if (kinds[i] === IMMEDIATE) immediates.keep(text, values[i] as number, ends[i] as number, operands[i] as FormOperand, words);
  }

  /** Writes the words of a statement with this skeleton; false when it is left to the parser. */
  write(text: string, scan: StatementScan, options: Options | undefined, immediates: Immediates, words: Words): boolean {
    const { operands } = this;
    if (operands === undefined) return false;
    words[0] = this.w0;
    words[1] = this.w1;
    words[2] = this.w2;
    words[3] = this.w3;
    for (let i = 0; i < operands.length; i++) {
      const operand = operands[i] as FormOperand;
      const value = scan.values[i] as number;
      const kind = scan.kinds[i];
      if (kind === REGISTER) {
        if (value >= this.end || !operand.putNumber(words, value)) return false;
      } else if (kind === IMMEDIATE) {
        const place = immediates.find(text, value, scan.ends[i] as number, operand);
        if (place < 0) return false;
        operand.putBits(words, immediates.lows[place] as number, immediates.highs[place]);
      } else if (kind === SUBREGISTER && !operand.putSub(words, value)) return false;
    }
    if (options === undefined) return true;
    const { word, shift, mask } = this.scoreboard;
    const bits = options.bits(this.shape.scoreboardKind);
    if (bits === undefined || (bits & mask) !== bits) return false;
    words[word] = (words[word] as number) | (bits << shift);
    return true;
  }
}

/** The bits of immediates by their text and type. */
class Immediates {
  readonly lows = new Int32Array(TEXTS);
  readonly highs = new Int32Array(TEXTS);
  private readonly texts: string[] = new Array<string>(TEXTS).fill('');
  private readonly types: (DataType | undefined)[] = new Array<undefined>(TEXTS).fill(undefined);
  private readonly isShort = new Uint8Array(TEXTS);

  /** The place of an immediate; -1 when it is not known. */
  find(text: string, start: number, end: number, operand: FormOperand): number {
    const place = placeOf(text, start, end, operand.seed);
    const known = this.texts[place] as string;
    const isKnown = known.length === end - start && this.types[place] === operand.first.type && text.startsWith(known, start);
    return isKnown && this.isShort[place] === (operand.isShort ? 1 : 0) ? place : -1;
  }

  keep(text: string, start: number, end: number, operand: FormOperand, words: Words): void {
    const place = placeOf(text, start, end, operand.seed);
    this.texts[place] = text.slice(start, end);
    this.types[place] = operand.first.type;
    this.isShort[place] = operand.isShort ? 1 : 0;
    this.lows[place] = operand.bits(words);
    this.highs[place] = operand.moreBits(words);
  }
}

function placeOf(text: string, start: number, end: number, seed = 0): number {
  let hash = seed;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> 15)) & (TEXTS - 1);
}

const WAIT = /^\s*(\$|[AFILMS]?\s*@|NoAccSBSet\s*$)/;

/** Options between braces. */
class Options {
  /** As they are written, and without waits. */
  readonly text: string;
  readonly others: string;
  private readonly scoreboard: Scoreboard | undefined;
  private readonly platform: number;
  private readonly known: (number | undefined)[] = [];

  constructor(text: string, scoreboard: Scoreboard | undefined, platform: number) {
    this.text = text;
    this.others = text
      .split(',')
      .filter((one) => !WAIT.test(one))
      .join(',');
    this.scoreboard = scoreboard;
    this.platform = platform;
  }

  /** The bits of the waits. */
  bits(kind: ScoreboardKind): number | undefined {
    this.known[kind] ??= encodeScoreboard(this.scoreboard, this.platform, kind);
    return this.known[kind];
  }
}

/** The forms of statements of a platform that came up. */
export class TextForms {
  private readonly platform: number;
  private readonly reader: InstructionReader;
  private readonly scan = new StatementScan();
  private forms: (TextForm | undefined)[] = new Array<undefined>(PLACES).fill(undefined);
  private size = 0;
  private readonly immediates = new Immediates();
  private readonly options: (Options | undefined)[] = new Array<undefined>(TEXTS).fill(undefined);
  private isScanned = false;

  constructor(platform: number) {
    this.platform = platform;
    this.reader = new InstructionReader(platform);
  }

  /** Where the line of the statement ends that was looked for last. */
  get end(): number {
    return this.scan.end;
  }

  /** The labels of the statement that was looked for last. */
  references(text: string): readonly Reference[] {
    const { kinds, values, ends, count } = this.scan;
    const references: Reference[] = [];
    for (let i = 0; i < count; i++) {
      if (kinds[i] !== LABEL) continue;
      const [start, end] = [values[i] as number, ends[i] as number];
      references.push({ name: text.slice(start, end), distance: 0, index: references.length, start, end });
    }
    return references;
  }

  /** Writes the words of a statement, if its form is known. */
  find(text: string, start: number, words: Words): TextForm | undefined {
    const { scan } = this;
    this.isScanned = scan.scan(text, start);
    if (!this.isScanned) return undefined;
    let options: Options | undefined;
    if (scan.optionsEnd !== 0) {
      options = this.optionsIn(text);
      if (options === undefined) return undefined;
      scan.addOptions(options.others);
    }
    scan.fill();
    const form = this.forms[this.place()];
    return form?.write(text, scan, options, this.immediates, words) ? form : undefined;
  }

  /** The place of the form that was scanned, or the empty place where it is put. */
  private place(): number {
    const { scan, forms } = this;
    let place = (scan.hash ^ (scan.hash >>> 15)) & (PLACES - 1);
    for (let form = forms[place]; form !== undefined && !form.matches(scan); form = forms[place]) place = (place + 1) & (PLACES - 1);
    return place;
  }

  private optionsIn(text: string): Options | undefined {
    const { optionsStart, optionsEnd } = this.scan;
    const known = this.options[placeOf(text, optionsStart, optionsEnd)];
    return known?.text.length === optionsEnd - optionsStart && text.startsWith(known.text, optionsStart) ? known : undefined;
  }

  /** Keeps the form of the statement that was looked for last, which was then parsed and encoded in these words. */
  keep(p: Statement, words: Words): void {
    if (!this.isScanned) return;
    const { scan } = this;
    const { text, instruction } = p;
    if (scan.optionsEnd !== 0 && this.optionsIn(text) === undefined) {
      const { optionsStart, optionsEnd } = scan;
      const options = new Options(text.slice(optionsStart, optionsEnd), instruction.scoreboard, this.platform);
      this.options[placeOf(text, optionsStart, optionsEnd)] = options;
      scan.addOptions(options.others);
      scan.fill();
    }
    const place = this.place();
    const known = this.forms[place];
    const form = known ?? this.make(p, words);
    form.learn(text, scan, this.immediates, words);
    if (known !== undefined) return;
    if (this.size === MOST_FORMS) {
      this.size = 0;
      this.forms.fill(undefined);
      return;
    }
    this.size++;
    this.forms[place] = form;
  }

  private make(p: Statement, words: Words): TextForm {
    const { scan } = this;
    const [w0, w1, w2, w3] = words as unknown as [number, number, number, number];
    const form = formsOf(this.platform).make(this.reader.readNative(0, w0, w1, w2, w3), p.shape, words);
    const isWhole = form !== undefined && (p.instruction.scoreboard === undefined || form.layout.scoreboard.mask !== 0);
    const operands = isWhole ? this.operandsOf(form, words) : undefined;
    if (form === undefined || operands === undefined) return new TextForm(scan, p, NOWHERE, undefined, words);
    return new TextForm(scan, p, form.layout.scoreboard, operands, baseOf(form, operands, scan, words));
  }

  /** The operand of each number of the statement; `undefined` where a number is not one of an operand, or not in their order. */
  private operandsOf(form: Form, words: Words): readonly FormOperand[] | undefined {
    const { scan } = this;
    const left = [form.operands.dst, ...form.operands.sources].filter((one) => one !== undefined);
    const operands: FormOperand[] = [];
    for (let i = 0; i < scan.count; i++) {
      const kind = scan.kinds[i];
      const operand = kind === SUBREGISTER ? operands.at(-1) : left.shift();
      if (operand === undefined || operand.first.kind !== KINDS[kind as number]) return undefined;
      if (kind === REGISTER && scan.values[i] !== operand.number(words)) return undefined;
      if (kind === SUBREGISTER && scan.values[i] !== operand.sub(words)) return undefined;
      operands.push(operand);
    }
    return left.length === 0 ? operands : undefined;
  }
}

/** The words without the numbers that statements have. */
function baseOf({ layout }: Form, operands: readonly FormOperand[], { kinds }: StatementScan, words: Words): Words {
  const base = words.slice();
  for (const [i, operand] of operands.entries()) operand.clear(base, kinds[i] !== SUBREGISTER, kinds[i] !== REGISTER);
  const { word, shift, mask } = layout.scoreboard;
  base[word] = (base[word] as number) & ~(mask << shift);
  return base;
}

const known: (TextForms | undefined)[] = PLATFORMS.map(() => undefined);

/** The forms of statements of a platform, which all texts share. */
export function textFormsOf(platform: number): TextForms {
  const forms = known[platform] ?? new TextForms(platform);
  known[platform] = forms;
  return forms;
}
