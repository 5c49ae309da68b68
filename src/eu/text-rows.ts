/**
 * What is known about statements with the same skeleton, as a row of numbers: the fields below, four numbers for each number in the
 * statement, and the skeleton. Rows are stored consecutively, because as objects they would not fit into the caches of processors (bench:
 * machine-code).
 */
import type { FormOperand } from './form-operand.ts';
import { type Form, formsOf } from './forms.ts';
import type { Words } from './layout.ts';
import { type OperandKind, optionBit } from './model.ts';
import { InstructionReader } from './read-instruction.ts';
import type { Statement } from './statement.ts';
import { wayOf } from './text-immediates.ts';
import { FIXED_WAITS, IMMEDIATE, LABEL, REGISTER, type StatementScan, SUBREGISTER } from './text-scan.ts';

/** Size of the skeleton in bytes. */
export const SIZE = 0;
export const COUNT = 1;
/** The four words, without the numbers. */
export const BASE = 2;
/** Place of the scoreboard, and its bits. */
export const SCOREBOARD = 6;
export const SCOREBOARD_MASK = 7;
/** Register numbers from this one on are left to the parser. */
export const END = 8;
export const FLAGS = 9;
export const HEAD = 10;
export const SLOT = 4;

/**
 * Replaces the count if the form depends on some of the numbers: those in `BASE` (see `StatementScan.spell`). If `BASE` has none, the
 * parser reads all of them.
 */
export const PARTIAL = -1;

/** Replaces the place in a slot of a number that the form depends on. */
export const FIXED = -1;

/** Flags; the two lowest bits are the kind of the scoreboard. */
export const IS_COMPACTED = 4;
export const IS_NATIVE = 8;
export const HAS_LABELS = 16;

/** Number of subregisters that a text can name, and the mark for one that has no encoding. */
export const SUBS = 64;
export const NO_SUB = -1;

const COMPACTED = optionBit('Compacted');

/** The kind of operand for each kind of number, except subregisters, which follow their registers. */
const KINDS: readonly (readonly [number, OperandKind])[] = [
  [REGISTER, 'direct'],
  [IMMEDIATE, 'immediate'],
  [LABEL, 'label'],
];

/** Marks in a skeleton that replace numbers. */
const MARK = new RegExp(`[${String.fromCharCode(REGISTER, SUBREGISTER, IMMEDIATE, LABEL)}]`);
/** The type of another operand, which must precede an immediate; after anything else it could end an expression: `99 -5:d`. */
const TYPE = /:[a-z]+\d* $/;

/** A place in four words, as one number. */
const placeAt = (word: number, shift: number): number => word | (shift << 2);

/** The row of a statement whose form depends on some numbers. */
export const partialRow = (scan: StatementScan, fixed: number): number[] => [scan.size, PARTIAL, fixed, 0, 0, 0, 0, 0, 0, 0];

/** What the numbers of a statement belong to. */
export interface Assignment {
  readonly form: Form | undefined;
  /** The operand of each number; undefined for a number that belongs to none. */
  readonly operands: readonly (FormOperand | undefined)[];
  /** Mask of the numbers that belong to no operand; see `StatementScan.spell`. */
  readonly fixed: number;
}

export class RowMaker {
  private readonly platform: number;
  private readonly reader: InstructionReader;
  /** The operands of the immediates in rows. */
  readonly operands: FormOperand[] = [];
  /** The bits for each subregister, `SUBS` entries per list. */
  subs = new Int8Array();
  private readonly lists = new Map<readonly number[], number>();

  constructor(platform: number) {
    this.platform = platform;
    this.reader = new InstructionReader(platform);
  }

  /** Assigns the numbers of a statement that was scanned, parsed and encoded; `undefined` if it must be left to the parser. */
  assign(p: Statement, scan: StatementScan, words: Words): Assignment | undefined {
    const { scoreboard } = p.instruction;
    const [w0, w1, w2, w3] = words as unknown as [number, number, number, number];
    const form = formsOf(this.platform).make(this.reader.readNative(0, w0, w1, w2, w3), p.shape, words);
    const operands = operandsOf(form, scan, words);
    // `NoAccSBSet` is not one of the waits with a number.
    const hasWaits = form !== undefined && (scoreboard === undefined || (form.layout.scoreboard.mask !== 0 && !scoreboard.special));
    let fixed = hasWaits ? 0 : FIXED_WAITS;
    let labels = 0;
    for (const [i, operand] of operands.entries()) {
      if (scan.kinds[i] === LABEL && operand !== undefined) labels++;
      if (operand === undefined) fixed |= 1 << i;
    }
    // A distance in place of a label, and a label in place of a number, depend on the position of the instruction.
    return labels === p.references.length && scan.canSpell(fixed) ? { form, operands, fixed } : undefined;
  }

  /** The row of a statement, without its skeleton. */
  make({ form, operands, fixed }: Assignment, p: Statement, scan: StatementScan, words: Words): number[] {
    const { word, shift, mask } =
      form === undefined || (fixed & FIXED_WAITS) !== 0 ? { word: 0, shift: 0, mask: 0 } : form.layout.scoreboard;
    const flags = (isSet(p, COMPACTED) ? IS_COMPACTED : 0) | (p.isNative ? IS_NATIVE : 0) | (p.references.length > 0 ? HAS_LABELS : 0);
    // The second payload of a send must not extend past the last register.
    const end = p.shapes.general.count - (p.shape.isSend ? Math.max(p.send.src1Length, 0) : 0);
    const base = words.slice();
    base[word] = (base[word] as number) & ~(mask << shift);
    const slots = operands.flatMap((operand, i) => {
      const kind = scan.kinds[i] as number;
      // The base of a label is unknown until all labels are known.
      if (operand === undefined || kind === LABEL) return [FIXED, 0, 0, 0];
      operand.clear(base, kind !== SUBREGISTER, kind !== REGISTER);
      return this.slotOf(operand, kind);
    });
    return [scan.size, operands.length, ...base, placeAt(word, shift), mask, end, p.shape.scoreboardKind | flags, ...slots];
  }

  /** How a number is written: its place, and then values that depend on its kind. */
  private slotOf(operand: FormOperand, kind: number): readonly number[] {
    const { word, shift, mask, base, moreWord, moreShift } = operand;
    const place = placeAt(word, shift);
    const more = placeAt(moreWord, moreShift);
    if (kind === REGISTER) return [place, mask, base, 0];
    if (kind === SUBREGISTER) return [more, this.listOf(operand.subs), 0, 0];
    let known = this.operands.indexOf(operand);
    if (known < 0) known = this.operands.push(operand) - 1;
    return [place, more, wayOf(operand), known];
  }

  /** The start in `subs` for a list, which has the subregister for each value of the bits. */
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
}

const isSet = ({ instruction }: Statement, option: number): boolean => (instruction.options & option) !== 0;

/**
 * The operand of each number of a statement; `undefined` for a number that belongs to none. There must be as many operands of each kind as
 * numbers of that kind, in the same order; otherwise the assignment is unknown.
 */
function operandsOf(form: Form | undefined, { kinds, values, count, text }: StatementScan, words: Words): (FormOperand | undefined)[] {
  const before = text.split(MARK);
  const all = form === undefined ? [] : [form.operands.dst, ...form.operands.sources].filter((one) => one !== undefined);
  const found: (FormOperand | undefined)[] = new Array(count).fill(undefined);
  for (const [kind, name] of KINDS) {
    const operands = all.filter((one) => one.first.kind === name);
    const numbers = [...kinds.subarray(0, count).entries()].filter(([, one]) => one === kind);
    if (operands.length !== numbers.length) continue;
    for (const [index, [i]] of numbers.entries()) {
      const operand = operands[index] as FormOperand;
      if (kind === REGISTER && values[i] !== operand.number(words)) continue;
      if (kind === IMMEDIATE && !TYPE.test(before[i] as string)) continue;
      found[i] = operand;
      if (i + 1 < count && kinds[i + 1] === SUBREGISTER && values[i + 1] === operand.sub(words)) found[i + 1] = operand;
    }
  }
  return found;
}
