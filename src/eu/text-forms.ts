/**
 * Assembles statements that differ only in register numbers, immediates and waits: the first is parsed and encoded. For the others, only
 * the numbers are read and put into the words of the first (bench: machine-code).
 *
 * Numbers that do not belong to operands are part of the form. Everything uncertain is left to the parser: statements with notes or
 * distances, and everything that may be wrong.
 */
import type { FormOperand } from './form-operand.ts';
import type { Layout } from './labels-write.ts';
import type { Words } from './layout.ts';
import { encodeScoreboard, SWSB_DPAS, SWSB_MATH, SWSB_OTHER, SWSB_SEND } from './scoreboard.ts';
import type { Shape } from './shapes.ts';
import type { Statement } from './statement.ts';
import { PLATFORMS } from './table/platforms.ts';
import { Immediates, put, putInteger } from './text-immediates.ts';
import {
  BASE,
  COUNT,
  END,
  FIXED,
  FLAGS,
  HAS_LABELS,
  HEAD,
  IS_COMPACTED,
  IS_NATIVE,
  NO_SUB,
  PARTIAL,
  partialRow,
  RowMaker,
  SCOREBOARD,
  SCOREBOARD_MASK,
  SIZE,
  SLOT,
  SUBS,
} from './text-rows.ts';
import { IMMEDIATE, LABEL, REGISTER, StatementScan, SUBREGISTER, WAITS } from './text-scan.ts';

/** Number of rows that are kept for a platform; `PLACES` is a power of two. When a hostile text fills the table, it is cleared. */
const MOST_ROWS = 6000;
const PLACES = 16_384;

const SCOREBOARD_KINDS = [SWSB_OTHER, SWSB_SEND, SWSB_MATH, SWSB_DPAS];

/** The forms of statements of a platform that have occurred. */
export class TextForms {
  private readonly platform: number;
  private readonly scan = new StatementScan();
  private readonly maker: RowMaker;
  /** For each slot, the hash of a skeleton and the index of its row; 0 for none. */
  private readonly table = new Int32Array(2 * PLACES);
  private rows = new Int32Array(1 << 12);
  /** Number of rows, and the index of the next one. */
  private count = 0;
  private next = 1;
  private readonly immediates = new Immediates();
  /** The bits of waits, by kind of instruction; -1 for those that have not occurred. */
  private readonly waits = SCOREBOARD_KINDS.map(() => new Int16Array(WAITS).fill(-1, 1));
  private isScanned = false;
  /** Flags of the last statement that was found. */
  private flags = 0;

  constructor(platform: number) {
    this.platform = platform;
    this.maker = new RowMaker(platform);
  }

  /** The end of the line of the last statement that was looked up. */
  get end(): number {
    return this.scan.end;
  }

  /** Properties of the last statement that was found: whether it is compacted, must not be compacted, or has labels. */
  get isCompacted(): boolean {
    return (this.flags & IS_COMPACTED) !== 0;
  }

  get isNative(): boolean {
    return (this.flags & IS_NATIVE) !== 0;
  }

  get hasLabels(): boolean {
    return (this.flags & HAS_LABELS) !== 0;
  }

  /** Passes the labels of the last statement that was found to a layout. */
  refer(layout: Layout, shape: Shape): void {
    const { kinds, values, starts, ends, count } = this.scan;
    for (let i = 0, index = 0; i < count; i++) {
      if (kinds[i] !== LABEL) continue;
      layout.refer({ label: values[i] as number, distance: 0, index: index++, start: starts[i] as number, end: ends[i] as number }, shape);
    }
  }

  /**
   * Writes the words of a statement; returns false if its form is unknown, or if it is left to the parser.
   *
   * @param lastFeed the last line feed that is at least four bytes before the end of the text
   */
  find(text: DataView, start: number, lastFeed: number, words: Words): boolean {
    const { scan, table } = this;
    this.isScanned = start < lastFeed && scan.scan(text, start);
    if (!this.isScanned) return false;
    let row = table[this.place() + 1] as number;
    if (row !== 0 && this.rows[row + COUNT] === PARTIAL && scan.spell(this.rows[row + BASE] as number))
      row = table[this.place() + 1] as number;
    return row !== 0 && this.write(row, text, words);
  }

  /** The slot of the scanned form, or the free slot for it. */
  private place(): number {
    const { table, rows } = this;
    const { hash, size, fours } = this.scan;
    let place = 2 * ((hash ^ (hash >>> 15)) & (PLACES - 1));
    for (let row = table[place + 1] as number; row !== 0; row = table[place + 1] as number) {
      if (table[place] === hash && rows[row + SIZE] === size) {
        const skeleton = row + HEAD + SLOT * Math.max(rows[row + COUNT] as number, 0);
        let i = 0;
        while (4 * i < size && rows[skeleton + i] === fours[i]) i++;
        if (4 * i >= size) break;
      }
      place = (place + 2) & (2 * PLACES - 1);
    }
    return place;
  }

  /** Writes the words of the scanned statement from a row. */
  private write(row: number, text: DataView, words: Words): boolean {
    const { scan, rows } = this;
    const { kinds, values } = scan;
    const count = rows[row + COUNT] as number;
    const flags = rows[row + FLAGS] as number;
    const waits = (this.waits[flags & 3] as Int16Array)[scan.waits] as number;
    if (count === PARTIAL || waits < 0 || (waits & ~(rows[row + SCOREBOARD_MASK] as number)) !== 0) return false;
    for (let i = 0; i < 4; i++) words[i] = rows[row + BASE + i] as number;
    put(words, rows[row + SCOREBOARD] as number, waits);
    for (let i = 0, slot = row + HEAD; i < count; i++, slot += SLOT) {
      const kind = kinds[i];
      const value = values[i] as number;
      const place = rows[slot] as number;
      if (place === FIXED) continue;
      if (kind === REGISTER) {
        const bits = value - (rows[slot + 2] as number);
        if (value >= (rows[row + END] as number) || (bits & ~(rows[slot + 1] as number)) !== 0) return false;
        put(words, place, bits);
      } else if (kind === SUBREGISTER) {
        const bits = value < SUBS ? (this.maker.subs[(rows[slot + 1] as number) + value] as number) : NO_SUB;
        if (bits === NO_SUB) return false;
        put(words, place, bits);
      } else if (kind === IMMEDIATE) {
        const more = rows[slot + 1] as number;
        if (putInteger(words, place, more, rows[slot + 2] as number, value, scan.signs[i] as number)) continue;
        const operand = this.maker.operands[rows[slot + 3] as number] as FormOperand;
        const known = this.immediates.find(text, scan.starts[i] as number, scan.ends[i] as number, operand);
        if (known < 0) return false;
        put(words, place, this.immediates.lows[known] as number);
        put(words, more, this.immediates.highs[known] as number);
      }
    }
    this.flags = flags;
    return true;
  }

  /** Keeps the form of the last statement that was looked up, which was then parsed up to `end` and encoded in these words. */
  keep(p: Statement, end: number, text: DataView, words: Words): void {
    const { scan, table, maker } = this;
    if (!this.isScanned || !scan.isSound(end)) return;
    const { scoreboard } = p.instruction;
    const kind = p.shape.scoreboardKind;
    if (scan.waits !== 0 && scoreboard?.special !== true)
      (this.waits[kind] as Int16Array)[scan.waits] = encodeScoreboard(scoreboard, this.platform, kind) ?? -1;
    if (this.count >= MOST_ROWS) this.clear();
    if (table[this.place() + 1] === 0) {
      const assignment = maker.assign(p, scan, words);
      const isPartial = assignment?.fixed !== scan.fixed;
      // If numbers are part of the skeleton already, they should be all that the form depends on.
      const fixed = scan.fixed === 0 && assignment !== undefined ? assignment.fixed : 0;
      if (isPartial) this.add(partialRow(scan, fixed));
      if (assignment !== undefined && (!isPartial || scan.spell(fixed))) this.add(maker.make(assignment, p, scan, words));
    }
    this.learn(table[this.place() + 1] as number, text, words);
  }

  /** Adds a row for the scanned statement, unless it has one. */
  private add(numbers: readonly number[]): void {
    const { scan, table, next } = this;
    const place = this.place();
    if (table[place + 1] !== 0) return;
    const row = [...numbers, ...scan.fours.subarray(0, (scan.size + 3) >> 2)];
    while (next + row.length > this.rows.length) this.grow();
    this.rows.set(row, next);
    table[place] = scan.hash;
    table[place + 1] = next;
    this.next += row.length;
    this.count++;
  }

  private clear(): void {
    this.table.fill(0);
    this.count = 0;
    this.next = 1;
    this.maker.operands.length = 0;
  }

  private grow(): void {
    const rows = new Int32Array(2 * this.rows.length);
    rows.set(this.rows);
    this.rows = rows;
  }

  /** Keeps the immediates of the scanned statement, which is encoded in these words. */
  private learn(row: number, text: DataView, words: Words): void {
    const { rows, scan } = this;
    for (let i = 0, slot = row + HEAD; i < (rows[row + COUNT] as number); i++, slot += SLOT) {
      if (scan.kinds[i] !== IMMEDIATE || rows[slot] === FIXED) continue;
      const operand = this.maker.operands[rows[slot + 3] as number] as FormOperand;
      this.immediates.keep(text, scan.starts[i] as number, scan.ends[i] as number, operand, words);
    }
  }
}

const known: (TextForms | undefined)[] = PLATFORMS.map(() => undefined);

/** The forms of statements of a platform, shared by all texts. */
export function textFormsOf(platform: number): TextForms {
  const forms = known[platform] ?? new TextForms(platform);
  known[platform] = forms;
  return forms;
}
