/**
 * Statements that differ only in numbers of registers, in immediates and in waits: the first is parsed and encoded; of the others only the
 * numbers are read, and put into the words of the first (bench: machine-code).
 *
 * What is not certain is left to the parser: statements with labels, notes or addresses, and everything that may be wrong.
 */
import type { FormOperand } from './form-operand.ts';
import { type Form, formsOf } from './forms.ts';
import type { Words } from './layout.ts';
import { type OperandKind, optionBit } from './model.ts';
import { InstructionReader } from './read-instruction.ts';
import { encodeScoreboard, SWSB_DPAS, SWSB_MATH, SWSB_OTHER, SWSB_SEND } from './scoreboard.ts';
import type { Reference, Statement } from './statement.ts';
import { PLATFORMS } from './table/platforms.ts';
import { Immediates, put, putInteger, wayOf } from './text-immediates.ts';
import { IMMEDIATE, LABEL, REGISTER, StatementScan, SUBREGISTER, WAITS } from './text-scan.ts';

/** Forms that are kept for a platform, and places for them, a power of two. What a hostile text could make long starts over. */
const MOST_FORMS = 6000;
const PLACES = 16_384;

const SCOREBOARD_KINDS = [SWSB_OTHER, SWSB_SEND, SWSB_MATH, SWSB_DPAS];
const COMPACTED = optionBit('Compacted');

/** The kind of operand that each number is of. */
const KINDS: readonly (OperandKind | undefined)[] = [undefined, 'direct', 'direct', 'immediate', 'label'];

/**
 * What is known of statements with the same skeleton is a row of numbers: the fields below, four for each number of the statement, and the
 * skeleton. Rows are one after the other, since there are more of them than fit into the caches of processors as objects
 * (bench: machine-code).
 */
const SIZE = 0;
const COUNT = 1;
/** The four words, without the numbers. */
const BASE = 2;
/** Where the scoreboard is, and its bits. */
const SCOREBOARD = 6;
const SCOREBOARD_MASK = 7;
/** Registers from here on are left to the parser. */
const END = 8;
const FLAGS = 9;
const HEAD = 10;
const SLOT = 4;
/** In place of the count: the parser reads such statements, as numbers are not all in operands. */
const PARSED = -1;

/** Flags; the two lowest bits are the kind of the scoreboard. */
const IS_COMPACTED = 4;
const IS_NATIVE = 8;

/** The subregisters that a text can say, and in a list what is not one. */
const SUBS = 64;
const NO_SUB = -1;

/** A place in four words as a number. */
const placeAt = (word: number, shift: number): number => word | (shift << 2);

/** The forms of statements of a platform that came up. */
export class TextForms {
  private readonly platform: number;
  private readonly reader: InstructionReader;
  private readonly scan = new StatementScan();
  /** For each place the hash of a skeleton, and where its row is; 0 for none. */
  private readonly table = new Int32Array(2 * PLACES);
  private rows = new Int32Array(1 << 12);
  /** How many rows there are, and where the next one is. */
  private count = 0;
  private next = 1;
  private readonly immediates = new Immediates();
  private readonly operands: FormOperand[] = [];
  /** The bits of subregisters, and where those of each list begin. */
  private subs = new Int8Array();
  private readonly lists = new Map<readonly number[], number>();
  /** The bits of waits, by kind of instruction; -1 for what has not come up. */
  private readonly waits = SCOREBOARD_KINDS.map(() => new Int16Array(WAITS).fill(-1, 1));
  private isScanned = false;
  /** Flags of the statement that was found last. */
  private flags = 0;

  constructor(platform: number) {
    this.platform = platform;
    this.reader = new InstructionReader(platform);
  }

  /** Where the line of the statement ends that was looked for last. */
  get end(): number {
    return this.scan.end;
  }

  /** Whether the statement that was found last is compacted, or is not to be. */
  get isCompacted(): boolean {
    return (this.flags & IS_COMPACTED) !== 0;
  }

  get isNative(): boolean {
    return (this.flags & IS_NATIVE) !== 0;
  }

  /** The labels of the statement that was looked for last. */
  references(text: string): readonly Reference[] {
    const { kinds, starts, ends, count } = this.scan;
    const references: Reference[] = [];
    for (let i = 0; i < count; i++) {
      if (kinds[i] !== LABEL) continue;
      const [start, end] = [starts[i] as number, ends[i] as number];
      references.push({ name: text.slice(start, end), distance: 0, index: references.length, start, end });
    }
    return references;
  }

  /** Writes the words of a statement; false when its form is not known, or it is left to the parser. @param text with a line feed at its end */
  find(text: Uint8Array, start: number, words: Words): boolean {
    this.isScanned = this.scan.scan(text, start);
    if (!this.isScanned) return false;
    const row = this.table[this.place() + 1] as number;
    return row !== 0 && this.write(row, text, words);
  }

  /** The place of the form that was scanned, or the empty place where it is put. */
  private place(): number {
    const { table, rows } = this;
    const { hash, size, fours } = this.scan;
    let place = 2 * ((hash ^ (hash >>> 15)) & (PLACES - 1));
    for (let row = table[place + 1] as number; row !== 0; row = table[place + 1] as number) {
      if (table[place] === hash && rows[row + SIZE] === size) {
        const count = rows[row + COUNT] as number;
        const skeleton = row + HEAD + (count === PARSED ? 0 : SLOT * count);
        let i = 0;
        while (4 * i < size && rows[skeleton + i] === fours[i]) i++;
        if (4 * i >= size) break;
      }
      place = (place + 2) & (2 * PLACES - 1);
    }
    return place;
  }

  /** Writes the words of the statement that was scanned from a row. */
  private write(row: number, text: Uint8Array, words: Words): boolean {
    const { scan, rows } = this;
    const { kinds, values } = scan;
    const count = rows[row + COUNT] as number;
    const flags = rows[row + FLAGS] as number;
    const waits = (this.waits[flags & 3] as Int16Array)[scan.waits] as number;
    if (count === PARSED || waits < 0 || (waits & ~(rows[row + SCOREBOARD_MASK] as number)) !== 0) return false;
    for (let i = 0; i < 4; i++) words[i] = rows[row + BASE + i] as number;
    put(words, rows[row + SCOREBOARD] as number, waits);
    for (let i = 0, slot = row + HEAD; i < count; i++, slot += SLOT) {
      const kind = kinds[i];
      const value = values[i] as number;
      const place = rows[slot] as number;
      if (kind === REGISTER) {
        const bits = value - (rows[slot + 2] as number);
        if (value >= (rows[row + END] as number) || (bits & ~(rows[slot + 1] as number)) !== 0) return false;
        put(words, place, bits);
      } else if (kind === SUBREGISTER) {
        const bits = value < SUBS ? (this.subs[(rows[slot + 1] as number) + value] as number) : NO_SUB;
        if (bits === NO_SUB) return false;
        put(words, place, bits);
      } else if (kind === IMMEDIATE) {
        const more = rows[slot + 1] as number;
        if (putInteger(words, place, more, rows[slot + 2] as number, value, scan.signs[i] as number)) continue;
        const operand = this.operands[rows[slot + 3] as number] as FormOperand;
        const known = this.immediates.find(text, scan.starts[i] as number, scan.ends[i] as number, operand);
        if (known < 0) return false;
        put(words, place, this.immediates.lows[known] as number);
        put(words, more, this.immediates.highs[known] as number);
      }
    }
    this.flags = flags;
    return true;
  }

  /** Keeps the form of the statement that was looked for last, which was then parsed and encoded in these words. */
  keep(p: Statement, text: Uint8Array, words: Words): void {
    if (!this.isScanned) return;
    const { scan } = this;
    const { scoreboard } = p.instruction;
    const kind = p.shape.scoreboardKind;
    if (scan.waits !== 0 && scoreboard?.special !== true)
      (this.waits[kind] as Int16Array)[scan.waits] = encodeScoreboard(scoreboard, this.platform, kind) ?? -1;
    let place = this.place();
    if (this.table[place + 1] === 0) {
      if (this.count === MOST_FORMS) {
        this.clear();
        place = this.place();
      }
      this.table[place] = scan.hash;
      this.table[place + 1] = this.make(p, words);
    }
    this.learn(this.table[place + 1] as number, text, words);
  }

  private clear(): void {
    this.table.fill(0);
    this.count = 0;
    this.next = 1;
    this.operands.length = 0;
  }

  /** Keeps the immediates of the statement that was scanned, which has these words. */
  private learn(row: number, text: Uint8Array, words: Words): void {
    const { kinds, starts, ends } = this.scan;
    for (let i = 0; i < (this.rows[row + COUNT] as number); i++) {
      if (kinds[i] !== IMMEDIATE) continue;
      const operand = this.operands[this.rows[row + HEAD + SLOT * i + 3] as number] as FormOperand;
      this.immediates.keep(text, starts[i] as number, ends[i] as number, operand, words);
    }
  }

  /** Adds a row for the statement that was scanned; the result is where it is. */
  private make(p: Statement, words: Words): number {
    const { scan, next } = this;
    const { scoreboard, options } = p.instruction;
    const [w0, w1, w2, w3] = words as unknown as [number, number, number, number];
    const form = formsOf(this.platform).make(this.reader.readNative(0, w0, w1, w2, w3), p.shape, words);
    // `NoAccSBSet` is none of the waits that are numbers.
    const isWhole = form !== undefined && (scoreboard === undefined || (form.layout.scoreboard.mask !== 0 && !scoreboard.special));
    const operands = isWhole ? this.operandsOf(form, words) : undefined;
    const flags = p.shape.scoreboardKind | ((options & COMPACTED) !== 0 ? IS_COMPACTED : 0) | (p.isNative ? IS_NATIVE : 0);
    // The second payload of a send must not reach past the last register.
    const end = p.shapes.general.count - (p.shape.isSend ? Math.max(p.send.src1Length, 0) : 0);
    const row = [scan.size, PARSED, 0, 0, 0, 0, 0, 0, end, flags];
    if (form !== undefined && operands !== undefined) {
      const { word, shift, mask } = form.layout.scoreboard;
      row.splice(COUNT, END - COUNT, operands.length, ...baseOf(form, operands, scan, words), placeAt(word, shift), mask);
      for (const [i, operand] of operands.entries()) row.push(...this.slotOf(operand, scan.kinds[i] as number));
    }
    row.push(...scan.fours.subarray(0, (scan.size + 3) >> 2));
    while (next + row.length > this.rows.length) this.grow();
    this.rows.set(row, next);
    this.next += row.length;
    this.count++;
    return next;
  }

  private grow(): void {
    const rows = new Int32Array(2 * this.rows.length);
    rows.set(this.rows);
    this.rows = rows;
  }

  /** What says how a number is written: first its place, and then what `write` asks for numbers of its kind. */
  private slotOf(operand: FormOperand, kind: number): readonly [number, number, number, number] {
    const { word, shift, mask, base, moreWord, moreShift } = operand;
    const place = placeAt(word, shift);
    const more = placeAt(moreWord, moreShift);
    if (kind === REGISTER) return [place, mask, base, 0];
    if (kind === SUBREGISTER) return [more, this.listOf(operand.subs), 0, 0];
    let known = this.operands.indexOf(operand);
    if (known < 0) known = this.operands.push(operand) - 1;
    return [place, more, wayOf(operand), known];
  }

  /** Where the bits begin of what a list says each value of them is. */
  private listOf(subs: readonly number[]): number {
    const known = this.lists.get(subs);
    if (known !== undefined) return known;
    const start = this.subs.length;
    const all = new Int8Array(start + SUBS).fill(NO_SUB, start);
    all.set(this.subs);
    for (const [bits, sub] of [...subs.entries()].reverse()) if (sub < SUBS) all[start + sub] = bits;
    this.subs = all;
    this.lists.set(subs, start);
    return start;
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
