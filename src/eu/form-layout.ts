/** Where the numbers in an instruction are: general registers and subregisters, immediates, and the scoreboard. */
import { NOWHERE, type OperandPlaces, type Place, type Words } from './layout.ts';
import type { Instruction, Operand } from './model.ts';
import type { Shape } from './shapes.ts';
import { XE } from './table/platforms.ts';

/** Where the numbers of an operand are. A number that it does not have is `NOWHERE`, which reads as 0. */
export interface Numbers {
  /** The number of a general register, or the lower half of an immediate. */
  readonly number: Place;
  /** The field of the subregister (its largest part is used), or the upper half of a 64-bit immediate. */
  readonly more: Place;
}

/** The largest part of a place. */
export function mainPart(place: Place): Place {
  let main = place;
  for (let part = place.rest; part !== undefined; part = part.rest) if (part.mask > main.mask) main = part;
  return main;
}

/** Selected bits of an instruction. Properties are accessed faster than array elements (bench: machine-code). */
export class Bits {
  readonly w0: number;
  readonly w1: number;
  readonly w2: number;
  readonly w3: number;

  constructor([w0, w1, w2, w3]: Int32Array) {
    this.w0 = w0 as number;
    this.w1 = w1 as number;
    this.w2 = w2 as number;
    this.w3 = w3 as number;
  }

  /** These bits of an instruction, with other bits set in addition. */
  of(words: Words, others: number): Bits {
    return new Bits(
      Int32Array.of(
        ((words[0] as number) & this.w0) | others,
        (words[1] as number) & this.w1,
        (words[2] as number) & this.w2,
        (words[3] as number) & this.w3,
      ),
    );
  }

  equal({ w0, w1, w2, w3 }: Bits): boolean {
    return this.w0 === w0 && this.w1 === w1 && this.w2 === w2 && this.w3 === w3;
  }
}

/** Branches to an address or to a register: all their bits are fixed. */
const FIXED = ['calla', 'ret'];

/** The bits of instructions that determine the kinds of the operands, and the bits that are not part of numbers. */
class Selection {
  readonly kinds = new Int32Array(4);
  readonly fixed = new Int32Array(4).fill(-1);

  select(place: Place): void {
    for (let part: Place | undefined = place; part !== undefined; part = part.rest) {
      this.kinds[part.word] = (this.kinds[part.word] as number) | (part.mask << part.shift);
    }
  }

  drop({ word, shift, mask }: Place): void {
    this.fixed[word] = (this.fixed[word] as number) & ~(mask << shift);
  }

  numbers(number: Place, more: Place): Numbers {
    this.drop(number);
    this.drop(mainPart(more));
    return { number, more };
  }
}

/**
 * The places of numbers in all instructions of one operation with the same kinds of operands.
 *
 * The rows say where the numbers of each kind are. Register files and addressing modes determine the kind of an operand.
 */
export class FormLayout {
  /** The bits that determine the kinds of the operands, and their values. */
  private readonly kinds: Bits;
  private readonly values: Bits;
  /** All bits except those of numbers. */
  readonly fixed: Bits;
  readonly dst: Numbers | undefined;
  readonly sources: readonly (Numbers | undefined)[];
  readonly scoreboard: Place;
  readonly isBranch: boolean;

  constructor({ dst, sources, words }: Instruction, shape: Shape, platform: number) {
    const align16 = isAlign16(words, shape);
    const places = align16 ? shape.places16 : shape.places;
    // In Align16, channels are a part of the subregister.
    const hasSubregisters = !shape.isSend && !align16;
    const bits = new Selection();
    bits.select(places.control.align16);
    // Without operands, the text depends on whether there is a scoreboard.
    this.scoreboard = platform >= XE && sources.length > 0 ? places.control.scoreboard : NOWHERE;
    bits.drop(this.scoreboard);
    const numbersAt = (operand: Operand, at: OperandPlaces) => numbersOf(operand, at, hasSubregisters, platform, bits);
    const isFixed = FIXED.includes(shape.mnemonic);
    this.dst = dst && !isFixed ? numbersAt(dst, places.dst) : undefined;
    this.sources = sources.map((source, index) => {
      if (isFixed) return undefined;
      if (source.kind === 'label') return bits.numbers(index === 0 ? places.named.jip : places.named.uip, NOWHERE);
      return numbersAt(source, places.src[index] as OperandPlaces);
    });
    this.isBranch = shape.isBranch;
    this.kinds = new Bits(bits.kinds);
    this.values = new Bits(bits.kinds.map((one, i) => one & (words[i] as number)));
    this.fixed = new Bits(bits.fixed);
  }

  /** Whether the operands of an instruction with these words are of the same kinds. */
  matches(w0: number, w1: number, w2: number, w3: number): boolean {
    const { kinds, values } = this;
    return (w0 & kinds.w0) === values.w0 && (w1 & kinds.w1) === values.w1 && (w2 & kinds.w2) === values.w2 && (w3 & kinds.w3) === values.w3;
  }

  /** Whether the numbers are in the same places. */
  isSame({ kinds, values, fixed }: FormLayout): boolean {
    return this.kinds.equal(kinds) && this.values.equal(values) && this.fixed.equal(fixed);
  }
}

function isAlign16(words: ArrayLike<number>, { places }: Shape): boolean {
  const { mask, word, shift } = places.control.align16;
  return mask !== 0 && (((words[word] as number) >>> shift) & 1) === 1;
}

function numbersOf(
  operand: Operand,
  places: OperandPlaces,
  hasSubregister: boolean,
  platform: number,
  bits: Selection,
): Numbers | undefined {
  if (operand.kind === 'immediate') {
    // Since Xe the upper bit of the file determines it; the lower one can be a bit of the immediate.
    bits.select(platform >= XE ? (places.file.rest ?? places.file) : places.file);
    const isWide = operand.type?.bits === 64 && places.imm64Low.mask !== 0;
    return isWide ? bits.numbers(places.imm64Low, places.imm64High) : bits.numbers(places.imm, NOWHERE);
  }
  bits.select(places.file);
  bits.select(places.indirect);
  const isPlain = operand.kind === 'direct' && operand.register?.file === -1 && places.reg.rest === undefined;
  if (!isPlain || places.regShort.mask !== 0) return undefined;
  return bits.numbers(places.reg, hasSubregister ? places.sub : NOWHERE);
}

/** Whether the numbers of an instruction are independent of everything else, so that others of its form can be read by them. */
export function hasLayout({ operation, problem, sources }: Instruction, shape: Shape): boolean {
  if (operation === undefined || problem !== undefined) return false;
  // A branch to a register has other places; `ret` usually is one.
  if (shape.isBranch && (sources[0]?.kind === 'label') === (shape.mnemonic === 'ret')) return false;
  // Exceptions: in sends with nine-bit registers some numbers have a special meaning; the scales of a matrix product are in several parts;
  // a shuffle has a subregister of its own.
  return shape.reading !== 'bdpas' && !shape.mnemonic.startsWith('sendgx') && shape.mnemonic !== 'shfl';
}
