/**
 * What is known of statements with the same skeleton, as a row of numbers: the fields below, four for each number of the statement, and the
 * skeleton. Rows are one after the other, since there are more of them than fit into the caches of processors as objects
 * (bench: machine-code).
 */
import type { FormOperand } from './form-operand.ts';
import { type Form, formsOf } from './forms.ts';
import type { Words } from './layout.ts';
import { type OperandKind, optionBit } from './model.ts';
import { InstructionReader } from './read-instruction.ts';
import type { Statement } from './statement.ts';
import { wayOf } from './text-immediates.ts';
import { FIXED_WAITS, IMMEDIATE, LABEL, REGISTER, type StatementScan, SUBREGISTER } from './text-scan.ts';

/** In bytes, of the skeleton. */
export const SIZE = 0;
export const COUNT = 1;
/** The four words, without the numbers. */
export const BASE = 2;
/** Where the scoreboard is, and its bits. */
export const SCOREBOARD = 6;
export const SCOREBOARD_MASK = 7;
/** Registers from here on are left to the parser. */
export const END = 8;
export const FLAGS = 9;
export const HEAD = 10;
export const SLOT = 4;

/** In place of the count: the form depends on some of the numbers, those that `BASE` says (see `StatementScan.spell`), or if none the parser reads all of them. */
export const PARTIAL = -1;

/** In a slot, in place of the place of a number that the form depends on. */
export const FIXED = -1;

/** Flags; the two lowest bits are the kind of the scoreboard. */
export const IS_COMPACTED = 4;
export const IS_NATIVE = 8;
export const HAS_LABELS = 16;

/** The subregisters that a text can say, and in a list what is not one. */
export const SUBS = 64;
export const NO_SUB = -1;

const COMPACTED = optionBit('Compacted');

/** The kind of operand that each kind of number is of, except subregisters, which come after their registers. */
const KINDS: readonly (readonly [number, OperandKind])[] = [
  [REGISTER, 'direct'],
  [IMMEDIATE, 'immediate'],
  [LABEL, 'label'],
];

/** What skeletons have in place of numbers. */
const MARK = new RegExp(`[${String.fromCharCode(REGISTER, SUBREGISTER, IMMEDIATE, LABEL)}]`);
/** What comes before an immediate, the type of another operand; after anything else it can be the end of an expression: `99 -5:d`. */
const TYPE = /:[a-z]+\d* $/;

/** A place in four words as a number. */
const placeAt = (word: number, shift: number): number => word | (shift << 2);

/** The row of a statement whose form depends on some numbers. */
export const partialRow = (scan: StatementScan, fixed: number): number[] => [scan.size, PARTIAL, fixed, 0, 0, 0, 0, 0, 0, 0];

/** Where the numbers of a statement belong. */
export interface Assignment {
  readonly form: Form | undefined;
  /** The operand of each number, if it is that of one. */
  readonly operands: readonly (FormOperand | undefined)[];
  /** The numbers that are not, see `StatementScan.spell`. */
  readonly fixed: number;
}

export class RowMaker {
  private readonly platform: number;
  private readonly reader: InstructionReader;
  /** Those of the immediates in rows. */
  readonly operands: FormOperand[] = [];
  /** The bits of subregisters, and where those of each list begin. */
  subs = new Int8Array();
  private readonly lists = new Map<readonly number[], number>();

  constructor(platform: number) {
    this.platform = platform;
    this.reader = new InstructionReader(platform);
  }

  /** Where the numbers of a statement belong that was scanned, parsed and encoded; `undefined` where it is left to the parser. */
  assign(p: Statement, scan: StatementScan, words: Words): Assignment | undefined {
    const { scoreboard } = p.instruction;
    const [w0, w1, w2, w3] = words as unknown as [number, number, number, number];
    const form = formsOf(this.platform).make(this.reader.readNative(0, w0, w1, w2, w3), p.shape, words);
    const operands = operandsOf(form, scan, words);
    // `NoAccSBSet` is none of the waits that are numbers.
    const hasWaits = form !== undefined && (scoreboard === undefined || (form.layout.scoreboard.mask !== 0 && !scoreboard.special));
    let fixed = hasWaits ? 0 : FIXED_WAITS;
    let labels = 0;
    for (const [i, operand] of operands.entries()) {
      if (scan.kinds[i] === LABEL && operand !== undefined) labels++;
      if (operand === undefined) fixed |= 1 << i;
    }
    // A distance in place of a label, and a label in place of a number, depend on the place.
    return labels === p.references.length && scan.canSpell(fixed) ? { form, operands, fixed } : undefined;
  }

  /** The row of a statement, without its skeleton. */
  make({ form, operands, fixed }: Assignment, p: Statement, scan: StatementScan, words: Words): number[] {
    const { word, shift, mask } =
      form === undefined || (fixed & FIXED_WAITS) !== 0 ? { word: 0, shift: 0, mask: 0 } : form.layout.scoreboard;
    const flags = (isSet(p, COMPACTED) ? IS_COMPACTED : 0) | (p.isNative ? IS_NATIVE : 0) | (p.references.length > 0 ? HAS_LABELS : 0);
    // The second payload of a send must not reach past the last register.
    const end = p.shapes.general.count - (p.shape.isSend ? Math.max(p.send.src1Length, 0) : 0);
    const base = words.slice();
    base[word] = (base[word] as number) & ~(mask << shift);
    const slots = operands.flatMap((operand, i) => {
      const kind = scan.kinds[i] as number;
      // The base of a label is what it is until all are known.
      if (operand === undefined || kind === LABEL) return [FIXED, 0, 0, 0];
      operand.clear(base, kind !== SUBREGISTER, kind !== REGISTER);
      return this.slotOf(operand, kind);
    });
    return [scan.size, operands.length, ...base, placeAt(word, shift), mask, end, p.shape.scoreboardKind | flags, ...slots];
  }

  /** What says how a number is written: first its place, and then what depends on its kind. */
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
}

const isSet = ({ instruction }: Statement, option: number): boolean => (instruction.options & option) !== 0;

/**
 * The operand of each number of a statement; `undefined` where it is not that of an operand. Of each kind there are as many operands as
 * numbers, and in the same order, or it is not known which is which.
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
