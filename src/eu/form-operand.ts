/** Operands of instructions with the same form: only their numbers are read. */
import { subregisterOf } from './cursor.ts';
import { mainPart, type Numbers } from './form-layout.ts';
import { type Place, read, type Words } from './layout.ts';
import { Operand } from './model.ts';

/** General registers as operands that differ only in their numbers. Instructions share these objects (bench: machine-code). */
export class Registers {
  private readonly like: Operand;
  /** By subregister, then by number. */
  private readonly rows: (Operand | undefined)[][] = [];

  constructor(like: Operand) {
    this.like = like;
  }

  isLike({ region, type, modifier }: Operand): boolean {
    const { like } = this;
    return like.region === region && like.type === type && like.modifier === modifier;
  }

  get(number: number, sub: number): Operand {
    return this.rows[sub]?.[number] ?? this.make(number, sub);
  }

  private make(number: number, sub: number): Operand {
    while (this.rows.length <= sub) this.rows.push([]);
    const row = this.rows[sub] as (Operand | undefined)[];
    // Filled without holes: engines access such arrays faster.
    while (row.length <= number) row.push(undefined);
    const made = Object.assign(new Operand(), this.like, { number, sub });
    row[number] = made;
    return made;
  }
}

/** Lists of subregisters, each created once: there are few, and all readers share them. */
const lists = new Map<string, readonly number[]>();

/** The subregister for each value of the main part of its field, if its other bits are `others`. */
function subregisters(first: Operand, main: Place, others: number, platform: number): readonly number[] {
  const { register, type } = first;
  const key = `${platform} ${type?.bits} ${main.to} ${main.mask} ${others}`;
  let list = lists.get(key);
  if (list === undefined) {
    list = Array.from({ length: main.mask + 1 }, (_, bits) => subregisterOf(platform, others | (bits << main.to), register, type));
    lists.set(key, list);
  }
  return list;
}

/** For each subregister, a list of it alone. */
const ONE: readonly (readonly number[])[] = Array.from({ length: 256 }, (_, sub) => [sub]);

/** An operand whose numbers vary. */
export class FormOperand {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
  /** Added to the number: the upper bits of a register number, which are elsewhere. */
  readonly base: number;
  readonly moreWord: number;
  readonly moreShift: number;
  private readonly moreMask: number;
  /** The subregister for each value of its bits. */
  readonly subs: readonly number[];
  private readonly registers: Registers;
  readonly isRegister: boolean;
  /** The operand of the first instruction. */
  readonly first: Operand;
  /** A number for its type, used as hash seed for immediates. */
  readonly seed: number;

  /** @param words the words of the first instruction */
  constructor(first: Operand, { number, more }: Numbers, registers: Registers, words: Words, platform: number) {
    this.first = first;
    this.isRegister = first.kind === 'direct';
    this.seed = first.type === undefined ? 0 : first.type.bits + 997 * first.type.text.charCodeAt(1);
    this.registers = registers;
    this.word = number.word;
    this.shift = number.shift;
    this.mask = number.mask;
    // `jmpi` counts from the end of the instruction.
    this.base = this.isRegister ? first.number - read(words, number) : first.low - (read(words, number) | 0);
    const main = mainPart(more);
    this.moreWord = main.word;
    this.moreShift = main.shift;
    this.moreMask = main.mask;
    const hasSub = this.isRegister && main.mask !== 0;
    this.subs = hasSub
      ? subregisters(first, main, read(words, more) & ~(main.mask << main.to), platform)
      : (ONE[first.sub] as readonly number[]);
  }

  /** Operands with different keys are different. */
  get key(): string {
    const { first, word, shift, base, moreWord, moreShift, moreMask } = this;
    const { region, type, modifier } = first;
    return [first.kind, region?.text, type?.name, modifier, word, shift, base, moreWord, moreShift, moreMask, this.subs[0]].join();
  }

  /** Whether an operand with the same key is read in the same way. */
  isSame({ first, registers, subs, mask }: FormOperand): boolean {
    const { kind, type } = this.first;
    return kind === first.kind && type === first.type && this.registers === registers && this.subs === subs && this.mask === mask;
  }

  /** Reads the operand of an instruction. */
  read(words: Words): Operand {
    return this.isRegister ? this.registers.get(this.number(words), this.sub(words)) : this.value(words);
  }

  number(words: Words): number {
    return this.base + (((words[this.word] as number) >>> this.shift) & this.mask);
  }

  sub(words: Words): number {
    return this.subs[((words[this.moreWord] as number) >>> this.moreShift) & this.moreMask] as number;
  }

  /** The lower half of an immediate. One of 16 bits is extended by the signedness of its type. */
  low(words: Words): number {
    const bits = ((words[this.word] as number) >>> this.shift) & this.mask;
    return (this.isNegative(bits) ? bits | ~0xffff : bits) >>> 0;
  }

  high(words: Words): number {
    if (this.moreMask !== 0) return (((words[this.moreWord] as number) >>> this.moreShift) & this.moreMask) >>> 0;
    return this.isNegative(((words[this.word] as number) >>> this.shift) & this.mask) ? 0xffff_ffff : 0;
  }

  /** The bits of an immediate, or of its upper half. */
  bits(words: Words): number {
    return ((words[this.word] as number) >>> this.shift) & this.mask;
  }

  moreBits(words: Words): number {
    return ((words[this.moreWord] as number) >>> this.moreShift) & this.moreMask;
  }

  /** Clears the number, the bits of the subregister or upper half, or both. */
  clear(words: Words, isNumber: boolean, isMore: boolean): void {
    if (isNumber) words[this.word] = (words[this.word] as number) & ~(this.mask << this.shift);
    if (isMore) words[this.moreWord] = (words[this.moreWord] as number) & ~(this.moreMask << this.moreShift);
  }

  /** Whether it is an immediate of 16 bits. */
  get isShort(): boolean {
    return this.mask === 0xffff;
  }

  private isNegative(bits: number): boolean {
    return this.mask === 0xffff && bits >= 0x8000 && this.first.type?.signed === true;
  }

  /** An immediate, or a label. */
  private value(words: Words): Operand {
    const { kind, type } = this.first;
    const made = new Operand();
    made.kind = kind;
    made.type = type;
    made.low = kind === 'label' ? this.distance(words) : this.low(words);
    made.high = kind === 'label' ? 0 : this.high(words);
    return made;
  }

  /** The distance of a label. */
  distance(words: Words): number {
    return ((words[this.word] as number) | 0) + this.base;
  }
}
